/* SPDX-License-Identifier: MIT */
/* Claims that the public view of the wire table says what the wire reference says: which type each id of each dialect
 * is, what the dialect calls it, how long its payload is and which header bits it may carry (sections 1, 2, 3 and 5);
 * that dialects are found by their names and aliases; and that no argument, NULL or out of range, does harm. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

#include <gdv/gdv.h>

#include "tests/support/type_ids.h"

static void knows_as_many_ids(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    cr_assert_eq(row->dialect, dialect, "the test's own table is out of order");
    cr_assert_eq(row->count, row->announced, "the test's own table lacks an id");
    cr_assert_eq(gdv_dialect_types(dialect), row->announced, "%s: %u ids", row->name, gdv_dialect_types(dialect));
}

TEST_EACH_DIALECT(number_of_ids_is_that_of_section_1, knows_as_many_ids)

static void maps_ids_to_types(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
        cr_assert_eq(row->types[id].id, id, "the test's own table is out of order");
        cr_assert_not_null(wire, "%s: id %u", row->name, id);
        cr_assert_eq(wire->type, row->types[id].type, "%s: id %u is not %s", row->name, id, row->types[id].name);
    }
}

TEST_EACH_DIALECT(each_id_is_the_type_of_section_2, maps_ids_to_types)

/* The other way round, and for the types that the dialect lacks. */
static void maps_types_to_ids(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    uint32_t found = 0;
    for (uint32_t type = 0; type < (uint32_t)GDV_TYPE_COUNT; type += 1) {
        uint32_t expected = 0;
        uint32_t id = 0;
        while (expected < row->count && (uint32_t)row->types[expected].type != type) {
            expected += 1;
        }
        bool has = gdv_dialect_type_id(dialect, (gdv_type)type, &id);
        cr_assert_eq(has, expected < row->count, "%s: %s", row->name, gdv_type_name((gdv_type)type));
        cr_assert(!has || id == expected, "%s: %s is %u", row->name, gdv_type_name((gdv_type)type), id);
        found += has ? 1u : 0u;
    }
    cr_assert_eq(found, row->count, "%s: two ids have one type", row->name);
}

TEST_EACH_DIALECT(each_type_has_one_id_or_none, maps_types_to_ids)

/* The writer puts them without a look at the table (lib/write/write_number.c). */
static void begins_with_the_plainest(gdv_dialect dialect)
{
    static const gdv_type plainest[] = {GDV_TYPE_NIL, GDV_TYPE_BOOL, GDV_TYPE_INT, GDV_TYPE_FLOAT, GDV_TYPE_STRING};
    for (uint32_t id = 0; id < sizeof plainest / sizeof plainest[0]; id += 1) {
        const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
        cr_assert_not_null(wire);
        cr_expect_eq((uint32_t)plainest[id], id);
        cr_expect_eq(wire->type, plainest[id], "%s: id %u", dialect_rows[dialect].name, id);
        cr_expect_eq(wire->permit, 0, "%s: id %u", dialect_rows[dialect].name, id);
        cr_expect_eq(wire->quirks & GDV_QUIRK_STRING_KEY, 0, "%s: id %u", dialect_rows[dialect].name, id);
    }
}

TEST_EACH_DIALECT(first_ids_are_the_same_types_and_need_nothing, begins_with_the_plainest)

/* Nor does it ask whether these are permitted. */
static void permits_what_may_be_ready(gdv_dialect dialect)
{
    uint32_t vectors = 0;
    for (uint32_t id = 0; id < gdv_dialect_types(dialect); id += 1) {
        const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
        const bool vector = wire->layout == GDV_LAYOUT_FIXED && wire->component == GDV_COMPONENT_FLOAT32;
        const bool named =
            wire->type == GDV_TYPE_ARRAY || wire->type == GDV_TYPE_DICTIONARY || wire->type == GDV_TYPE_STRING_NAME;
        cr_expect(wire->permit == 0 || (!vector && !named), "%s: id %u", dialect_rows[dialect].name, id);
        vectors += vector ? 1 : 0;
    }
    cr_expect_gt(vectors, 2);
}

TEST_EACH_DIALECT(vectors_containers_and_names_need_nothing, permits_what_may_be_ready)

/* "PoolByteArray" is what section 2 spells POOL_BYTE_ARRAY; REAL and FLOAT are one name there. */
static bool same_but_for_spelling(const char *own, const char *column)
{
    if (strcmp(column, "REAL") == 0 && strcmp(own, "float") == 0) {
        return true;
    }
    while (*column != '\0') {
        column += *column == '_' ? 1 : 0;
        if (toupper((unsigned char)*own) != *column) {
            return false;
        }
        own += 1;
        column += 1;
    }
    return *own == '\0';
}

static void names_types_as_the_engine(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const char *own = gdv_dialect_type_name(dialect, id);
        cr_assert(same_but_for_spelling(own, row->types[id].name), "%s: id %u is called %s, not %s", row->name, id, own,
                  row->types[id].name);
    }
}

TEST_EACH_DIALECT(each_type_has_the_dialects_own_name, names_types_as_the_engine)

static void knows_payload_sizes(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
        cr_assert_eq(wire->size, row->types[id].size, "%s: %s: %u bytes", row->name, row->types[id].name, wire->size);
    }
}

TEST_EACH_DIALECT(sizes_with_bit_16_clear_are_those_of_section_5, knows_payload_sizes)

static void knows_wide_sizes(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
        cr_assert_eq(wire->wide, row->types[id].wide, "%s: %s: %u bytes", row->name, row->types[id].name, wire->wide);
    }
}

TEST_EACH_DIALECT(sizes_with_bit_16_set_are_those_of_section_5, knows_wide_sizes)

static void knows_legal_flags(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
        cr_assert_eq(wire->flags, row->types[id].legal, "%s: %s: %#x", row->name, row->types[id].name, wire->flags);
    }
}

TEST_EACH_DIALECT(header_flags_are_those_of_section_3, knows_legal_flags)

/* Components by type: section 5.1 and 5.6. What is not listed has no components of one kind. */
static gdv_component part_of(gdv_dialect dialect, gdv_type type)
{
    switch (type) {
    case GDV_TYPE_BOOL:
    case GDV_TYPE_INT:
    case GDV_TYPE_VECTOR2I:
    case GDV_TYPE_RECT2I:
    case GDV_TYPE_VECTOR3I:
    case GDV_TYPE_VECTOR4I:
    case GDV_TYPE_PACKED_INT32_ARRAY:
    case GDV_TYPE_PACKED_VECTOR2I_ARRAY:
    case GDV_TYPE_PACKED_VECTOR3I_ARRAY:
    case GDV_TYPE_PACKED_VECTOR4I_ARRAY:
        return GDV_COMPONENT_INT32;
    case GDV_TYPE_PACKED_INT64_ARRAY:
        return GDV_COMPONENT_INT64;
    case GDV_TYPE_PACKED_FLOAT64_ARRAY:
        return GDV_COMPONENT_FLOAT64;
    case GDV_TYPE_RID:
        return dialect < GDV_DIALECT_GODOT4_0 ? GDV_COMPONENT_NONE : GDV_COMPONENT_INT64;
    default:
        return row_of(dialect, type)->size > 0 ? GDV_COMPONENT_FLOAT32 : GDV_COMPONENT_NONE;
    }
}

static void knows_components(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
        cr_assert_eq(wire->component, part_of(dialect, row->types[id].type), "%s: %s", row->name, row->types[id].name);
    }
}

TEST_EACH_DIALECT(components_are_ints_or_floats_as_in_section_5, knows_components)

/* What sections 3 and 10 say that this dialect's engines do with a type besides reading and writing it. */
static uint32_t quirks_of(gdv_dialect dialect, gdv_type type)
{
    bool old = dialect <= GDV_DIALECT_GODOT3_0;
    bool pandemonium = dialect == GDV_DIALECT_PANDEMONIUM_38 || dialect == GDV_DIALECT_PANDEMONIUM_40;
    switch (type) {
    case GDV_TYPE_NODE_PATH: /* EB-01 */
    case GDV_TYPE_IMAGE:
        return GDV_QUIRK_ANY_PADDING;
    case GDV_TYPE_STRING_NAME: /* EB-35 */
        return dialect == GDV_DIALECT_GODOT4_0 || dialect == GDV_DIALECT_GODOT4_3 ? GDV_QUIRK_STRING_KEY : 0;
    case GDV_TYPE_STRING: /* EB-02 */
        return old ? GDV_QUIRK_ANY_PADDING : 0;
    case GDV_TYPE_PACKED_BYTE_ARRAY: /* EB-02: Godot 3.1 too */
        return dialect <= GDV_DIALECT_GODOT3 ? GDV_QUIRK_ANY_PADDING : 0;
    case GDV_TYPE_PACKED_STRING_ARRAY: /* EB-02; EB-04: since 3.1 */
        return old ? GDV_QUIRK_ANY_PADDING : GDV_QUIRK_NEGATIVE_EMPTY;
    case GDV_TYPE_INT: /* EB-22 */
        return dialect == GDV_DIALECT_GODOT3_0 ? GDV_QUIRK_ALWAYS_64 : 0;
    case GDV_TYPE_VECTOR4: /* EB-13 */
    case GDV_TYPE_VECTOR4I:
        return pandemonium ? GDV_QUIRK_SHORT_ADVANCE : 0;
    case GDV_TYPE_PROJECTION: /* EB-14 */
        return pandemonium ? GDV_QUIRK_LONG_REACH : 0;
    case GDV_TYPE_PACKED_VECTOR4_ARRAY: /* EB-15 */
    case GDV_TYPE_PACKED_VECTOR4I_ARRAY:
        return pandemonium ? GDV_QUIRK_W_FROM_Z : 0;
    case GDV_TYPE_PACKED_TYPED_ARRAY: /* EB-17 */
        return GDV_QUIRK_PACKED;
    case GDV_TYPE_ARRAY: /* EB-28: Godot 2 refuses all flags, 4.3 knows those of arrays, 4.4 those of both */
        return dialect == GDV_DIALECT_GODOT2 || dialect >= GDV_DIALECT_GODOT4_3 ? 0 : GDV_QUIRK_FUTURE_FLAGS;
    case GDV_TYPE_DICTIONARY:
        return dialect == GDV_DIALECT_GODOT2 || dialect >= GDV_DIALECT_GODOT4_4 ? 0 : GDV_QUIRK_FUTURE_FLAGS;
    default:
        return 0;
    }
}

static void knows_quirks(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
        cr_assert_eq(wire->quirks, quirks_of(dialect, row->types[id].type), "%s: %s: %#x", row->name,
                     row->types[id].name, wire->quirks);
    }
}

TEST_EACH_DIALECT(quirks_are_those_of_section_10, knows_quirks)

static void ends_with_the_last_id(gdv_dialect dialect)
{
    const uint32_t count = dialect_rows[dialect].announced;
    const uint32_t beyond[] = {count, count + 1, 0xff, 0x100, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff};
    for (size_t index = 0; index < sizeof beyond / sizeof beyond[0]; index += 1) {
        cr_assert_null(gdv_dialect_wire(dialect, beyond[index]), "id %u", beyond[index]);
        cr_assert_str_eq(gdv_dialect_type_name(dialect, beyond[index]), "", "id %u", beyond[index]);
    }
}

TEST_EACH_DIALECT(ids_past_the_last_have_no_row_and_no_name, ends_with_the_last_id)

static void answers_to_its_names(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    gdv_dialect found = GDV_DIALECT_COUNT;

    cr_assert_str_eq(gdv_dialect_name(dialect), row->name);
    cr_assert_str_eq(gdv_dialect_alias(dialect), row->alias);
    cr_assert_str_neq(gdv_dialect_engines(dialect), "");
    cr_assert(gdv_dialect_from_name(row->name, &found));
    cr_assert_eq(found, dialect, "%s", row->name);
    if (row->alias[0] != '\0') {
        found = GDV_DIALECT_COUNT;
        cr_assert(gdv_dialect_from_name(row->alias, &found), "%s", row->alias);
        cr_assert_eq(found, dialect, "%s", row->alias);
    }
}

TEST_EACH_DIALECT(dialect_answers_to_name_and_alias, answers_to_its_names)

/* The releases of section 1, by the names that people have for them. */
Test(dialect_names, every_release_is_a_name_of_its_dialect)
{
    static const struct {
        const char *version;
        const char *dialect;
    } rows[] = {
        {"mole", "godot2"},
        {"godot2.0", "godot2"},
        {"godot2.1", "godot2"},
        {"godot3.0", "godot3.0"},
        {"godot3.1", "godot3"},
        {"godot3.2", "godot3"},
        {"godot3.5", "godot3"},
        {"godot3.6", "godot3"},
        {"pandemonium-3.5", "pandemonium-33"},
        {"pandemonium-3.7", "pandemonium-33"},
        {"pandemonium-3.8", "pandemonium-38"},
        {"pandemonium-4.0", "pandemonium-38"},
        {"pandemonium-4.9", "pandemonium-38"},
        {"pandemonium-5.0", "pandemonium-40"},
        {"pandemonium-5.3", "pandemonium-40"},
        {"godot4.0", "godot4.0"},
        {"godot4.1", "godot4.0"},
        {"godot4.2", "godot4.0"},
        {"godot4.3", "godot4.3"},
        {"godot4.4", "godot4.4"},
        {"godot4.5", "godot4.4"},
        {"godot4.6", "godot4.4"},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        gdv_dialect found = GDV_DIALECT_COUNT;
        cr_assert(gdv_dialect_from_name(rows[index].version, &found), "%s", rows[index].version);
        cr_assert_str_eq(gdv_dialect_name(found), rows[index].dialect, "%s", rows[index].version);
    }
}

Test(dialect, each_has_the_family_of_the_engines_that_speak_it)
{
    static const struct {
        gdv_family family;
        const char *engine;
    } rows[] = {
        {GDV_FAMILY_GODOT2, "Godot 1.x-2.1"},
        {GDV_FAMILY_GODOT3, "Godot 3"},
        {GDV_FAMILY_GODOT4, "Godot 4"},
        {GDV_FAMILY_PANDEMONIUM, "Pandemonium"},
    };
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        uint32_t matches = 0;
        for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
            if (strstr(gdv_dialect_engines((gdv_dialect)dialect), rows[index].engine) != NULL) {
                matches += 1;
                cr_assert_eq(gdv_dialect_family((gdv_dialect)dialect), rows[index].family, "%s", rows[index].engine);
            }
        }
        cr_assert_eq(matches, 1);
    }
}

/* Each of a dialect's versions names it and no other, and no part of the list but a whole name does. */
static void versions_are_its_own(gdv_dialect dialect)
{
    const char *list = gdv_dialect_versions(dialect);
    gdv_dialect found = GDV_DIALECT_COUNT;
    cr_assert_str_neq(gdv_dialect_judges(dialect), "");
    while (list[0] != '\0') {
        char name[32] = "";
        size_t length = strcspn(list, " ");
        cr_assert(length > 0 && length < sizeof name - 1);
        memcpy(name, list, length);
        cr_assert(gdv_dialect_from_name(name, &found) && found == dialect, "%s", name);
        name[length] = ' ';
        cr_assert_not(gdv_dialect_from_name(name, &found), "\"%s\"", name);
        name[length - 1] = '\0';
        cr_assert_not(gdv_dialect_from_name(name, &found), "%s", name);
        list += length + (list[length] == ' ' ? 1 : 0);
    }
    if (strchr(gdv_dialect_versions(dialect), ' ') != NULL) {
        cr_assert_not(gdv_dialect_from_name(gdv_dialect_versions(dialect), &found));
    }
}

TEST_EACH_DIALECT(each_version_is_a_whole_name_of_one_dialect, versions_are_its_own)

Test(dialect_names, what_is_no_name_finds_nothing_and_changes_nothing)
{
    static const char *const strangers[] = {"",          "godot",    "godot5",   "Godot3",         "godot3 ", " godot3",
                                            "godot3.7",  "godot4.9", "godot2.2", "pandemonium-39", "GODOT4",  "godot4.",
                                            "godot4.44", "mol",      "moles",    "godot4-dev"};
    for (size_t index = 0; index < sizeof strangers / sizeof strangers[0]; index += 1) {
        gdv_dialect found = GDV_DIALECT_COUNT;
        cr_assert_not(gdv_dialect_from_name(strangers[index], &found), "\"%s\"", strangers[index]);
        cr_assert_eq(found, GDV_DIALECT_COUNT, "\"%s\"", strangers[index]);
    }
}

Test(dialect_names, null_arguments_find_nothing)
{
    gdv_dialect found = GDV_DIALECT_COUNT;
    cr_assert_not(gdv_dialect_from_name(NULL, &found));
    cr_assert_not(gdv_dialect_from_name("godot3", NULL));
    cr_assert_not(gdv_dialect_from_name(NULL, NULL));
    cr_assert_eq(found, GDV_DIALECT_COUNT);
}

Test(dialect_names, no_two_dialects_share_name_alias_or_engines)
{
    for (uint32_t one = 0; one < (uint32_t)GDV_DIALECT_COUNT; one += 1) {
        const char *name = gdv_dialect_name((gdv_dialect)one);
        for (uint32_t other = 0; other < one; other += 1) {
            cr_assert_str_neq(gdv_dialect_name((gdv_dialect)other), name);
            cr_assert_str_neq(gdv_dialect_alias((gdv_dialect)other), name);
            cr_assert_str_neq(gdv_dialect_engines((gdv_dialect)other), gdv_dialect_engines((gdv_dialect)one));
        }
    }
}

/* GDV_ROW_SOUND of lib/decode/scan.h, word by word: the proof of the decoder (docs/proof.md) rests on it. */
static void has_rows_as_the_proof_takes_them(gdv_dialect dialect)
{
    uint32_t ids = gdv_dialect_types(dialect);
    cr_assert_lt(ids, 0xff, "%s has ids for all that a byte can say", gdv_dialect_name(dialect));
    for (uint32_t id = 0; id < ids; id += 1) {
        const gdv_wire_row *row = gdv_dialect_wire(dialect, id);
        bool eight = row->component == GDV_COMPONENT_INT64 || row->component == GDV_COMPONENT_FLOAT64;
        bool word = row->layout == GDV_LAYOUT_BOOL || row->layout == GDV_LAYOUT_INT || row->layout == GDV_LAYOUT_FLOAT;
        bool from_z = (row->quirks & GDV_QUIRK_W_FROM_Z) != 0;
        bool advance = (row->quirks & GDV_QUIRK_SHORT_ADVANCE) != 0;
        bool reach = (row->quirks & GDV_QUIRK_LONG_REACH) != 0;
        bool sound = row->size <= 128 && row->size % 4 == 0 && row->wide <= 128 && row->wide % 8 == 0 &&
                     row->permit <= GDV_PERMIT_BITS && (!eight || row->size % 8 == 0) &&
                     (!word || (row->size == 4 && row->wide <= 8)) &&
                     (row->layout != GDV_LAYOUT_PACKED || row->size > 0) &&
                     (row->layout != GDV_LAYOUT_FLOAT || row->wide == 8 || row->flags == 0) &&
                     (!from_z || (row->size == 16 && row->wide == 0)) && (!advance || row->size == 16) &&
                     ((!advance && !reach) || row->wide == 0);
        cr_assert(sound, "%s: row %u", gdv_dialect_name(dialect), id);
    }
}

TEST_EACH_DIALECT(each_row_is_as_the_proof_takes_it, has_rows_as_the_proof_takes_them)

Test(dialect_arguments, numbers_that_are_no_dialect_have_nothing)
{
    static const uint32_t numbers[] = {GDV_DIALECT_COUNT, GDV_DIALECT_COUNT + 1, 255, 0x7fffffff, 0xffffffff};
    for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index += 1) {
        gdv_dialect nothing = (gdv_dialect)numbers[index];
        uint32_t id = 77;
        cr_assert_str_eq(gdv_dialect_name(nothing), "");
        cr_assert_str_eq(gdv_dialect_alias(nothing), "");
        cr_assert_str_eq(gdv_dialect_engines(nothing), "");
        cr_assert_str_eq(gdv_dialect_versions(nothing), "");
        cr_assert_str_eq(gdv_dialect_judges(nothing), "");
        cr_assert_eq(gdv_dialect_family(nothing), GDV_FAMILY_NONE);
        cr_assert_eq(gdv_dialect_types(nothing), 0);
        cr_assert_null(gdv_dialect_wire(nothing, 0));
        cr_assert_str_eq(gdv_dialect_type_name(nothing, 0), "");
        cr_assert_not(gdv_dialect_type_id(nothing, GDV_TYPE_NIL, &id));
        cr_assert_eq(id, 77);
    }
}

Test(dialect_arguments, type_id_without_a_place_for_it_is_false)
{
    cr_assert_not(gdv_dialect_type_id(GDV_DIALECT_GODOT3, GDV_TYPE_NIL, NULL));
}

Test(dialect_arguments, numbers_that_are_no_type_have_neither_id_nor_name)
{
    static const uint32_t numbers[] = {GDV_TYPE_COUNT, GDV_TYPE_COUNT + 1, 0xff, 0x100, 0x7fffffff, 0xffffffff};
    for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index += 1) {
        uint32_t id = 77;
        cr_assert_str_eq(gdv_type_name((gdv_type)numbers[index]), "");
        for (uint32_t dialect = 0; dialect < (uint32_t)GDV_DIALECT_COUNT; dialect += 1) {
            cr_assert_not(gdv_dialect_type_id((gdv_dialect)dialect, (gdv_type)numbers[index], &id));
        }
        cr_assert_eq(id, 77);
    }
}

Test(dialect_arguments, numbers_that_are_no_form_have_no_text)
{
    cr_assert_str_eq(gdv_layout_text(GDV_LAYOUT_COUNT), "");
    cr_assert_str_eq(gdv_layout_text((gdv_layout)0x7fffffff), "");
    cr_assert_str_eq(gdv_layout_text((gdv_layout)0xffffffff), "");
}

Test(canonical_types, names_are_there_and_distinct)
{
    for (uint32_t one = 0; one < (uint32_t)GDV_TYPE_COUNT; one += 1) {
        cr_assert_str_neq(gdv_type_name((gdv_type)one), "", "type %u", one);
        for (uint32_t other = 0; other < one; other += 1) {
            cr_assert_str_neq(gdv_type_name((gdv_type)one), gdv_type_name((gdv_type)other));
        }
    }
}

/* Section 3 of the design: "canonical type names are Godot 4's, whatever the dialect calls them". */
Test(canonical_types, names_are_godot_4s_own)
{
    const dialect_row *row = &dialect_rows[GDV_DIALECT_GODOT4_4];
    for (uint32_t id = 0; id < row->count; id += 1) {
        cr_assert_str_eq(gdv_dialect_type_name(row->dialect, id), gdv_type_name(row->types[id].type));
    }
}

Test(canonical_types, each_is_spoken_by_some_dialect)
{
    for (uint32_t type = 0; type < (uint32_t)GDV_TYPE_COUNT; type += 1) {
        uint32_t speakers = 0;
        for (uint32_t dialect = 0; dialect < (uint32_t)GDV_DIALECT_COUNT; dialect += 1) {
            uint32_t id = 0;
            speakers += gdv_dialect_type_id((gdv_dialect)dialect, (gdv_type)type, &id) ? 1u : 0u;
        }
        cr_assert_gt(speakers, 0, "%s", gdv_type_name((gdv_type)type));
    }
}

Test(forms, texts_are_there_and_distinct)
{
    for (uint32_t one = 0; one < (uint32_t)GDV_LAYOUT_COUNT; one += 1) {
        cr_assert_str_neq(gdv_layout_text((gdv_layout)one), "", "form %u", one);
        for (uint32_t other = 0; other < one; other += 1) {
            cr_assert_str_neq(gdv_layout_text((gdv_layout)one), gdv_layout_text((gdv_layout)other));
        }
    }
}

Test(wire_rows, take_eight_bytes)
{
    cr_assert_eq(sizeof(gdv_wire_row), 8);
}
