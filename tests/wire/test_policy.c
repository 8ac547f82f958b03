/* SPDX-License-Identifier: MIT */
/* Claims about policies: the presets are what policy.h says, and what proofs take for granted; every permission has a
 * number, a name and a text, and is found by its name; each permission turns exactly its own refusal into acceptance,
 * whatever else is permitted; limits are the highest value that passes; and a policy that is none is refused before a
 * byte is read. */
#include <criterion/criterion.h>
#include <string.h>

#include "lib/wire/preset.h"
#include "tests/support/guard.h"
#include "tests/support/support.h"

Test(strict_preset, permits_nothing)
{
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    cr_assert_eq(policy.permit, 0);
}

Test(strict_preset, has_the_limits_that_its_comment_names)
{
    gdv_policy policy;
    memset(&policy, 0xa5, sizeof policy);
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    cr_assert_eq(policy.struct_size, sizeof policy);
    cr_assert_eq(policy.max_bytes, 8388608);
    cr_assert_eq(policy.max_depth, 32);
    cr_assert_eq(policy.max_values, 1048576);
    cr_assert_eq(policy.max_elements, 8388608);
    cr_assert_eq(policy.max_string, 1048576);
}

Test(engine_preset, permits_everything_but_full_objects)
{
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_ENGINE);
    cr_assert_eq(policy.permit | GDV_PERMIT_OBJECT, 0x7ffff);
    cr_assert_eq(policy.permit & GDV_PERMIT_OBJECT, 0);
}

Test(engine_preset, has_the_engines_own_limits)
{
    gdv_policy policy;
    memset(&policy, 0xa5, sizeof policy);
    gdv_policy_init(&policy, GDV_POLICY_ENGINE);
    cr_assert_eq(policy.struct_size, sizeof policy);
    cr_assert_eq(policy.max_bytes, 2147483647);
    cr_assert_eq(policy.max_depth, 1024);
    cr_assert_eq(policy.max_values, UINT32_MAX);
    cr_assert_eq(policy.max_elements, UINT32_MAX);
    cr_assert_eq(policy.max_string, UINT32_MAX);
}

Test(presets, one_that_does_not_exist_is_strict)
{
    static const uint32_t numbers[] = {2, 3, 0x7fffffff, 0xffffffff};
    for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index += 1) {
        gdv_policy strict;
        gdv_policy policy;
        gdv_policy_init(&strict, GDV_POLICY_STRICT);
        gdv_policy_init(&policy, (gdv_preset)numbers[index]);
        cr_assert_eq(memcmp(&policy, &strict, sizeof policy), 0, "preset %u", numbers[index]);
    }
}

/* GDV_PRESETS_SOUND of lib/proof/preset.h, word by word: the proof of gdv_validate rests on it (docs/proof.md). */
Test(presets, are_as_the_proof_takes_them)
{
    cr_assert_eq(sizeof gdv_presets / sizeof gdv_presets[0], 2);
    cr_assert_eq(gdv_presets[GDV_POLICY_STRICT].permit, 0);
    cr_assert_eq(gdv_presets[GDV_POLICY_STRICT].struct_size, sizeof(gdv_policy));
    cr_assert_eq(gdv_presets[GDV_POLICY_ENGINE].struct_size, sizeof(gdv_policy));
    cr_assert_eq(gdv_presets[GDV_POLICY_STRICT].encoding, GDV_ENCODING_PLAIN);
    cr_assert_eq(gdv_presets[GDV_POLICY_ENGINE].encoding, GDV_ENCODING_PLAIN);
}

/* NULL stands for the strict preset, which no function checks before it is used. */
Test(presets, pass_the_check_of_policies_as_they_stand)
{
    for (uint32_t preset = 0; preset < sizeof gdv_presets / sizeof gdv_presets[0]; preset += 1) {
        cr_assert(gdv_policy_is_one(&gdv_presets[preset]), "preset %u", preset);
        cr_assert_eq(gdv_policy_check(&gdv_presets[preset]), GDV_OK, "preset %u", preset);
    }
}

static void is_a_copy_of(const gdv_policy *policy, const gdv_policy *preset)
{
    cr_assert_eq(policy->struct_size, preset->struct_size);
    cr_assert_eq(policy->max_bytes, preset->max_bytes);
    cr_assert_eq(policy->max_depth, preset->max_depth);
    cr_assert_eq(policy->max_values, preset->max_values);
    cr_assert_eq(policy->max_elements, preset->max_elements);
    cr_assert_eq(policy->max_string, preset->max_string);
    cr_assert_eq(policy->permit, preset->permit);
    cr_assert_eq(policy->encoding, preset->encoding);
}

Test(presets, are_what_a_policy_begins_as_whatever_it_was)
{
    static const gdv_preset numbers[] = {GDV_POLICY_STRICT, GDV_POLICY_ENGINE};
    for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index += 1) {
        gdv_policy ones;
        gdv_policy zeros;
        memset(&ones, 0xff, sizeof ones);
        memset(&zeros, 0, sizeof zeros);
        gdv_policy_init(&ones, numbers[index]);
        gdv_policy_init(&zeros, numbers[index]);
        is_a_copy_of(&ones, &gdv_presets[numbers[index]]);
        is_a_copy_of(&zeros, &gdv_presets[numbers[index]]);
    }
}

Test(presets, null_is_ignored)
{
    gdv_policy_init(NULL, GDV_POLICY_STRICT);
    gdv_policy_init(NULL, GDV_POLICY_ENGINE);
}

/* Names are what people type and store; bits are what they compile in. Neither changes. */
static const struct bit_row {
    uint32_t bit;
    uint32_t permit;
    const char *name;
} bit_rows[] = {
    {0, GDV_PERMIT_NONFINITE, "nonfinite"},
    {1, GDV_PERMIT_TRAILING, "trailing"},
    {2, GDV_PERMIT_PADDING, "padding"},
    {3, GDV_PERMIT_WIDE, "wide"},
    {4, GDV_PERMIT_FLAGS, "flags"},
    {5, GDV_PERMIT_BOOL, "bool"},
    {6, GDV_PERMIT_TEXT_UTF8, "text-utf8"},
    {7, GDV_PERMIT_TEXT_NUL, "text-nul"},
    {8, GDV_PERMIT_TEXT_BOM, "text-bom"},
    {9, GDV_PERMIT_TEXT_TERMINATOR, "text-terminator"},
    {10, GDV_PERMIT_DUPLICATE_KEYS, "duplicate-keys"},
    {11, GDV_PERMIT_OBJECT_ID, "object-id"},
    {12, GDV_PERMIT_OBJECT, "object"},
    {13, GDV_PERMIT_RID, "rid"},
    {14, GDV_PERMIT_CALLABLE, "callable"},
    {15, GDV_PERMIT_SIGNAL, "signal"},
    {16, GDV_PERMIT_NODE_PATH, "node-path"},
    {17, GDV_PERMIT_MISREAD, "misread"},
    {18, GDV_PERMIT_ENGINE_SPAN, "engine-span"},
};

#define BITS (sizeof bit_rows / sizeof bit_rows[0])

Test(permissions, none_is_missing_from_this_table)
{
    cr_assert_eq(GDV_PERMIT_BITS, BITS);
    cr_assert_eq(GDV_PERMIT_ALL, 0x7ffff);
}

Test(permissions, bits_have_the_numbers_of_the_list)
{
    for (size_t index = 0; index < BITS; index += 1) {
        cr_assert_eq(bit_rows[index].bit, index);
        cr_assert_eq(bit_rows[index].permit, (uint32_t)1 << index, "%s", bit_rows[index].name);
    }
}

Test(permissions, bits_have_names)
{
    for (size_t index = 0; index < BITS; index += 1) {
        cr_assert_str_eq(gdv_permit_name(bit_rows[index].bit), bit_rows[index].name);
    }
}

Test(permissions, names_find_their_bits)
{
    for (size_t index = 0; index < BITS; index += 1) {
        uint32_t permit = 0;
        cr_assert(gdv_permit_from_name(bit_rows[index].name, &permit), "%s", bit_rows[index].name);
        cr_assert_eq(permit, bit_rows[index].permit, "%s: %#x", bit_rows[index].name, permit);
    }
}

Test(permissions, texts_are_there_and_distinct)
{
    for (uint32_t one = 0; one < GDV_PERMIT_BITS; one += 1) {
        cr_assert_str_neq(gdv_permit_text(one), "", "bit %u", one);
        for (uint32_t other = 0; other < one; other += 1) {
            cr_assert_str_neq(gdv_permit_text(one), gdv_permit_text(other), "bit %u", one);
        }
    }
}

Test(permissions, numbers_that_are_no_bit_have_neither_name_nor_text)
{
    static const uint32_t numbers[] = {19, 20, 31, 32, 0x7fffffff, 0xffffffff};
    for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index += 1) {
        cr_assert_str_eq(gdv_permit_name(numbers[index]), "", "%u", numbers[index]);
        cr_assert_str_eq(gdv_permit_text(numbers[index]), "", "%u", numbers[index]);
    }
}

Test(permissions, text_is_the_four_bits_of_text)
{
    uint32_t permit = 0;
    cr_assert(gdv_permit_from_name("text", &permit));
    cr_assert_eq(permit, 0x3c0);
    cr_assert_eq(GDV_PERMIT_TEXT, 0x3c0);
}

Test(permissions, all_is_every_bit)
{
    uint32_t permit = 0;
    cr_assert(gdv_permit_from_name("all", &permit));
    cr_assert_eq(permit, 0x7ffff);
}

Test(permissions, what_is_no_name_finds_nothing_and_changes_nothing)
{
    static const char *const strangers[] = {"",      " ",         "none",    "NONFINITE", "nonfinite ", " wide", "tex",
                                            "text-", "text_utf8", "objects", "object-",   "al",         "all ",  "0"};
    for (size_t index = 0; index < sizeof strangers / sizeof strangers[0]; index += 1) {
        uint32_t permit = 0xa5a5a5a5;
        cr_assert_not(gdv_permit_from_name(strangers[index], &permit), "\"%s\"", strangers[index]);
        cr_assert_eq(permit, 0xa5a5a5a5, "\"%s\"", strangers[index]);
    }
}

Test(permissions, null_arguments_find_nothing)
{
    uint32_t permit = 0xa5a5a5a5;
    cr_assert_not(gdv_permit_from_name(NULL, &permit));
    cr_assert_not(gdv_permit_from_name("wide", NULL));
    cr_assert_not(gdv_permit_from_name("all", NULL));
    cr_assert_not(gdv_permit_from_name("text", NULL));
    cr_assert_not(gdv_permit_from_name(NULL, NULL));
    cr_assert_eq(permit, 0xa5a5a5a5);
}

/* For each permission a packet with no other fault. `also` is what it takes to come as far as the fault. */
static const struct refusal_row {
    const char *name;
    uint32_t permit;
    uint32_t also;
    gdv_dialect dialect;
    const char *hex;
    gdv_status code;
    uint64_t offset;
} refusal_rows[] = {
    {"infinity", GDV_PERMIT_NONFINITE, 0, GDV_DIALECT_GODOT3, "03000000 0000807f", GDV_E_NONFINITE, 4},
    {"four more bytes", GDV_PERMIT_TRAILING, 0, GDV_DIALECT_GODOT3, "00000000 ffffffff", GDV_E_TRAILING, 4},
    {"padding ff", GDV_PERMIT_PADDING, 0, GDV_DIALECT_GODOT3, "04000000 01000000 61ffffff", GDV_E_PADDING, 9},
    {"5 in 64 bits", GDV_PERMIT_WIDE, 0, GDV_DIALECT_GODOT3, "02000100 05000000 00000000", GDV_E_WIDTH, 4},
    {"bit 8", GDV_PERMIT_FLAGS, 0, GDV_DIALECT_GODOT3, "05010000 0000803f 00000040", GDV_E_FLAGS, 0},
    {"bit 31 of a count", GDV_PERMIT_FLAGS, 0, GDV_DIALECT_GODOT3, "13000000 00000080", GDV_E_FLAGS, 4},
    {"bit 16 of a typed array", GDV_PERMIT_FLAGS, 0, GDV_DIALECT_PANDEMONIUM_40, "1b000100 02000000 00000000",
     GDV_E_FLAGS, 0},
    {"bit 8 of a class name", GDV_PERMIT_FLAGS, GDV_PERMIT_MISREAD, GDV_DIALECT_PANDEMONIUM_40,
     "1b000000 17000000 18010000 01000000 41000000 00000000", GDV_E_FLAGS, 8},
    {"key modifier 0", GDV_PERMIT_FLAGS, 0, GDV_DIALECT_GODOT2, "13000000 01000000 00000000 14000000 01000000 41000000",
     GDV_E_FLAGS, 16},
    {"bool 2", GDV_PERMIT_BOOL, 0, GDV_DIALECT_GODOT3, "01000000 02000000", GDV_E_BOOL, 4},
    {"surrogate", GDV_PERMIT_TEXT_UTF8, 0, GDV_DIALECT_GODOT3, "04000000 03000000 eda08000", GDV_E_TEXT_UTF8, 8},
    {"NUL in text", GDV_PERMIT_TEXT_NUL, 0, GDV_DIALECT_GODOT3, "04000000 03000000 61006200", GDV_E_TEXT_NUL, 9},
    {"byte order mark", GDV_PERMIT_TEXT_BOM, 0, GDV_DIALECT_GODOT3, "04000000 04000000 efbbbf61", GDV_E_TEXT_BOM, 8},
    {"element without NUL", GDV_PERMIT_TEXT_TERMINATOR, 0, GDV_DIALECT_GODOT3, "17000000 01000000 03000000 61626300",
     GDV_E_TEXT_TERMINATOR, 15},
    {"{nil: nil, nil: nil}", GDV_PERMIT_DUPLICATE_KEYS, 0, GDV_DIALECT_GODOT3,
     "12000000 02000000 00000000 00000000 00000000 00000000", GDV_E_DUPLICATE_KEY, 16},
    {"object 5", GDV_PERMIT_OBJECT_ID, 0, GDV_DIALECT_GODOT3, "11000100 05000000 00000000", GDV_E_OBJECT_ID, 0},
    {"full object", GDV_PERMIT_OBJECT, 0, GDV_DIALECT_GODOT3, "11000000 01000000 41000000 00000000", GDV_E_OBJECT, 0},
    {"RID", GDV_PERMIT_RID, 0, GDV_DIALECT_GODOT3, "10000000", GDV_E_RID, 0},
    {"callable", GDV_PERMIT_CALLABLE, 0, GDV_DIALECT_GODOT4_4, "19000000", GDV_E_CALLABLE, 0},
    {"signal", GDV_PERMIT_SIGNAL, 0, GDV_DIALECT_GODOT4_4, "1a000000 01000000 73000000 00000000 00000000", GDV_E_SIGNAL,
     0},
    {"path flag 2", GDV_PERMIT_NODE_PATH, 0, GDV_DIALECT_GODOT3,
     "0f000000 01000080 00000000 04000000 01000000 61000000", GDV_E_NODE_PATH, 12},
    {"Vector4", GDV_PERMIT_MISREAD, 0, GDV_DIALECT_PANDEMONIUM_40, "0b000000 0000803f 00000040 00004040 00000000",
     GDV_E_ENGINE_MISREADS, 0},
    {"Vector4, w is the next header", GDV_PERMIT_ENGINE_SPAN, GDV_PERMIT_MISREAD, GDV_DIALECT_PANDEMONIUM_40,
     "1a000000 02000000 0b000000 0000803f 00000040 00004040 00000000", GDV_E_TRUNCATED, 12},
};

#define REFUSALS (sizeof refusal_rows / sizeof refusal_rows[0])

static verdict judge_row(const struct refusal_row *row, uint32_t permit)
{
    packet bytes = packet_from_hex(row->hex);
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, permit);
    verdict said = verdict_of(bytes.bytes, bytes.size, row->dialect, &policy);
    packet_free(&bytes);
    return said;
}

Test(each_permission, has_a_refusal_in_this_table)
{
    uint32_t seen = 0;
    for (size_t index = 0; index < REFUSALS; index += 1) {
        seen |= refusal_rows[index].permit;
    }
    cr_assert_eq(seen, GDV_PERMIT_ALL, "missing: %#x", GDV_PERMIT_ALL & ~seen);
}

Test(each_permission, is_missed_by_strict)
{
    for (size_t index = 0; index < REFUSALS; index += 1) {
        const struct refusal_row *row = &refusal_rows[index];
        verdict said = judge_row(row, row->also);
        cr_assert_eq(said.code, row->code, "%s: %s", row->name, gdv_status_name(said.code));
        cr_assert_eq(said.report.offset, row->offset, "%s: at %u", row->name, (unsigned)said.report.offset);
    }
}

Test(each_permission, is_enough_alone)
{
    for (size_t index = 0; index < REFUSALS; index += 1) {
        const struct refusal_row *row = &refusal_rows[index];
        verdict said = judge_row(row, row->also | row->permit);
        cr_assert_eq(said.code, GDV_OK, "%s: %s", row->name, gdv_status_name(said.code));
    }
}

Test(each_permission, cannot_be_stood_in_for_by_another)
{
    for (size_t index = 0; index < REFUSALS; index += 1) {
        const struct refusal_row *row = &refusal_rows[index];
        for (uint32_t bit = 0; bit < GDV_PERMIT_BITS; bit += 1) {
            if ((uint32_t)1 << bit == row->permit) {
                continue;
            }
            verdict said = judge_row(row, row->also | (uint32_t)1 << bit);
            cr_assert_eq(said.code, row->code, "%s with %s: %s", row->name, gdv_permit_name(bit),
                         gdv_status_name(said.code));
        }
    }
}

Test(each_permission, is_needed_though_all_others_are_given)
{
    for (size_t index = 0; index < REFUSALS; index += 1) {
        const struct refusal_row *row = &refusal_rows[index];
        verdict said = judge_row(row, GDV_PERMIT_ALL & ~row->permit);
        cr_assert_eq(said.code, row->code, "%s: %s", row->name, gdv_status_name(said.code));
    }
}

/* A limit is the highest value that passes. */
static gdv_status limited(const char *hex, const gdv_policy *policy)
{
    packet bytes = packet_from_hex(hex);
    verdict said = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, policy);
    packet_free(&bytes);
    return said.code;
}

Test(limits, max_bytes_passes_and_one_more_does_not)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_bytes = 8;
    cr_assert_eq(limited("02000000 01000000", &policy), GDV_OK);
    policy.max_bytes = 7;
    cr_assert_eq(limited("02000000 01000000", &policy), GDV_E_LIMIT_BYTES);
}

Test(limits, max_depth_passes_and_one_more_does_not)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_depth = 1;
    cr_assert_eq(limited("13000000 01000000 13000000 00000000", &policy), GDV_OK);
    cr_assert_eq(limited("13000000 01000000 13000000 01000000 00000000", &policy), GDV_E_LIMIT_DEPTH);
    policy.max_depth = 0;
    cr_assert_eq(limited("13000000 00000000", &policy), GDV_OK);
    cr_assert_eq(limited("13000000 01000000 00000000", &policy), GDV_E_LIMIT_DEPTH);
}

Test(limits, max_values_passes_and_one_more_does_not)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_values = 3;
    cr_assert_eq(limited("12000000 01000000 00000000 00000000", &policy), GDV_OK);
    policy.max_values = 2;
    cr_assert_eq(limited("12000000 01000000 00000000 00000000", &policy), GDV_E_LIMIT_VALUES);
    policy.max_values = 0;
    cr_assert_eq(limited("00000000", &policy), GDV_E_LIMIT_VALUES);
}

Test(limits, max_elements_passes_and_one_more_does_not)
{
    static const char *const of_two[] = {
        "13000000 02000000 00000000 00000000",
        "12000000 02000000 00000000 00000000 01000000 01000000 00000000",
        "14000000 02000000 01020000",
        "15000000 02000000 01000000 02000000",
        "17000000 02000000 01000000 00000000 01000000 00000000",
        "0f000000 01000080 01000000 00000000 01000000 61000000 01000000 62000000",
    };
    for (size_t index = 0; index < sizeof of_two / sizeof of_two[0]; index += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        policy.max_elements = 2;
        cr_assert_eq(limited(of_two[index], &policy), GDV_OK, "%s", of_two[index]);
        policy.max_elements = 1;
        cr_assert_eq(limited(of_two[index], &policy), GDV_E_LIMIT_ELEMENTS, "%s", of_two[index]);
    }
}

Test(limits, max_string_passes_and_one_more_does_not)
{
    static const char *const of_two_bytes[] = {
        "04000000 02000000 61620000",
        "17000000 01000000 02000000 61000000",
        "0f000000 01000080 00000000 00000000 02000000 61620000",
    };
    for (size_t index = 0; index < sizeof of_two_bytes / sizeof of_two_bytes[0]; index += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        policy.max_string = 2;
        cr_assert_eq(limited(of_two_bytes[index], &policy), GDV_OK, "%s", of_two_bytes[index]);
        policy.max_string = 1;
        cr_assert_eq(limited(of_two_bytes[index], &policy), GDV_E_LIMIT_STRING, "%s", of_two_bytes[index]);
    }
}

/* Nesting of depth n: n arrays around a nil. */
static gdv_status nested(uint32_t depth, const gdv_policy *policy)
{
    builder made = {NULL, 0, 0};
    for (uint32_t level = 0; level < depth; level += 1) {
        put_u32(&made, 0x13);
        put_u32(&made, 1);
    }
    put_u32(&made, 0);
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, policy);
    builder_free(&made);
    return said.code;
}

Test(limits, max_depth_above_the_builds_own_means_that)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    policy.max_depth = UINT32_MAX;
    cr_assert_eq(nested(GDV_MAX_DEPTH, &policy), GDV_OK);
    cr_assert_eq(nested(GDV_MAX_DEPTH + 1, &policy), GDV_E_LIMIT_DEPTH);
}

Test(limits, max_bytes_above_2_to_the_31_is_no_mistake)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_bytes = SIZE_MAX;
    cr_assert_eq(limited("00000000", &policy), GDV_OK);
}

Test(limits, of_strict_are_32_levels)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    cr_assert_eq(nested(32, &policy), GDV_OK);
    cr_assert_eq(nested(33, &policy), GDV_E_LIMIT_DEPTH);
}

Test(policy_check, passes_both_presets_with_any_permissions)
{
    for (uint32_t bit = 0; bit < GDV_PERMIT_BITS; bit += 1) {
        gdv_policy strict = policy_with(GDV_POLICY_STRICT, (uint32_t)1 << bit);
        gdv_policy engine = policy_with(GDV_POLICY_ENGINE, (uint32_t)1 << bit);
        cr_assert_eq(gdv_policy_check(&strict), GDV_OK);
        cr_assert_eq(gdv_policy_check(&engine), GDV_OK);
    }
}

Test(policy_check, null_is_a_bad_argument)
{
    cr_assert_eq(gdv_policy_check(NULL), GDV_E_BAD_ARGUMENT);
}

/* ... and so does gdv_validate, which reads nothing then. */
static void refused_everywhere(const gdv_policy *policy, const char *why)
{
    static const uint8_t nil[4] = {0};
    verdict said = verdict_of(nil, sizeof nil, GDV_DIALECT_GODOT3, policy);
    cr_assert_eq(gdv_policy_check(policy), GDV_E_BAD_POLICY, "%s", why);
    cr_assert_eq(said.code, GDV_E_BAD_POLICY, "%s", why);
    cr_assert_eq(said.stats.values, 0, "%s", why);
}

Test(policy_check, refuses_every_unknown_permission_bit)
{
    for (uint32_t bit = GDV_PERMIT_BITS; bit < 32; bit += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, (uint32_t)1 << bit);
        refused_everywhere(&policy, "unknown bit");
    }
}

Test(policy_check, refuses_another_struct_size)
{
    static const size_t sizes[] = {0, 1, sizeof(gdv_policy) - 1, sizeof(gdv_policy) + 1, SIZE_MAX};
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        policy.struct_size = sizes[index];
        refused_everywhere(&policy, "struct_size");
    }
}

/* The size is there so that the structure may grow: of one that is smaller nothing else may be read. It is the last
 * thing before a page that cannot be read, where nothing lies that gdv could take for a part of it. */
Test(policy_check, reads_nothing_after_a_size_that_is_too_small)
{
    guarded memory = guard_open(sizeof(size_t));
    size_t *small = guard_last(&memory, sizeof *small);
    *small = sizeof *small;
    refused_everywhere((const gdv_policy *)(const void *)small, "struct_size");
    guard_close(&memory);
}

Test(policy_null, means_strict)
{
    for (size_t index = 0; index < REFUSALS; index += 1) {
        const struct refusal_row *row = &refusal_rows[index];
        packet bytes = packet_from_hex(row->hex);
        gdv_policy strict = policy_with(GDV_POLICY_STRICT, 0);
        verdict none = verdict_of(bytes.bytes, bytes.size, row->dialect, NULL);
        verdict said = verdict_of(bytes.bytes, bytes.size, row->dialect, &strict);
        cr_assert_eq(none.code, said.code, "%s: %s", row->name, gdv_status_name(none.code));
        packet_free(&bytes);
    }
}
