/* SPDX-License-Identifier: MIT */
/* The generated source: the compiled schema as words, the helpers, and three functions for each packet. */
#include <inttypes.h>
#include <string.h>

#include "schema_c_member.h"
#include "schema_methods.h"

void c_put_head(const c_maker *maker, c_text *to, const char *about)
{
    c_text_add(to, "/* SPDX-License-Identifier: MIT */\n/* Made by gdv schema --c for %s, not to be edited. %s */\n",
               gdv_dialect_name(maker->schema->dialect), about);
}

void c_put_prototype(const c_maker *maker, c_text *to, c_function which, uint32_t packet)
{
    char name[C_NAME_SIZE];
    const char *before = maker->before;
    (void)c_packet_part(maker, packet, name);
    switch (which) {
    case C_FROM_MATCH:
        c_text_add(to, "gdv_status %s%s_from_match(const gdv_match *match, %s%s_fields *to)", before, name, before,
                   name);
        break;
    case C_FROM_PACKET:
        c_text_add(to,
                   "gdv_status %s%s_from_packet(const gdv_schema *schema, const void *bytes, size_t size,\n"
                   "    const gdv_policy *policy, gdv_node *nodes, size_t capacity, gdv_match *match,\n"
                   "    %s%s_fields *to, gdv_violation *violation)",
                   before, name, before, name);
        break;
    case C_TO_PACKET:
        c_text_add(to,
                   "gdv_status %s%s_to_packet(const %s%s_fields *from, const gdv_policy *policy, void *buffer,\n"
                   "    size_t capacity, void *scratch, size_t scratch_size, size_t *size)",
                   before, name, before, name);
        break;
    }
}

/* ---- the compiled schema */

/* Words of this machine: on one of the other byte order they would be no schema. */
static bool is_little_endian(void)
{
    const uint16_t number = 1;
    uint8_t first = 0;
    memcpy(&first, &number, 1);
    return first == 1;
}

static void put_order_guard(c_text *to)
{
    const char *order = is_little_endian() ? "__ORDER_LITTLE_ENDIAN__" : "__ORDER_BIG_ENDIAN__";
    c_text_add(
        to,
        "#if defined(__BYTE_ORDER__) && defined(%s) && __BYTE_ORDER__ != %s\n"
        "#error \"the compiled schema is for machines of the other byte order: run gdv schema --c on such a one\"\n"
        "#endif\n\n",
        order, order);
}

static void put_form(const c_maker *maker, c_text *to)
{
    const size_t words = gdv_schema_size(maker->schema) / 8;
    const uint8_t *bytes = (const uint8_t *)maker->schema->form;
    put_order_guard(to);
    c_text_add(to, "/* 32-bit machines would align it to four. */\nalignas(8) static const uint64_t form[%zu] = {\n",
               words);
    for (size_t index = 0; index < words; index += 1) {
        uint64_t word = 0;
        memcpy(&word, bytes + 8 * index, sizeof word);
        c_text_add(to, "%sUINT64_C(0x%" PRIx64 ")%s", index % 4 == 0 ? "    " : " ", word,
                   index + 1 == words ? "};\n"
                   : index % 4 == 3   ? ",\n"
                                      : ",");
    }
    c_text_add(to,
               "\ngdv_status %s_schema(gdv_schema *schema)\n{\n"
               "    return gdv_schema_load(form, sizeof form, schema, NULL);\n}\n\n",
               maker->stem);
}

/* ---- helpers */

/* How deep what a gdv_value holds may be. */
static void put_deepest(const c_maker *maker, c_text *to)
{
    const gdv_rule_packet *limits = gdv_schema_packet(maker->schema, GDV_NONE);
    if ((maker->needs & C_NEED_VALUE) == 0) {
        return;
    }
    if (limits->max_depth != 0 && limits->max_depth <= GDV_MAX_DEPTH) {
        c_text_add(to, "enum { DEEPEST = %" PRIu32 " };\n\n", limits->max_depth);
    } else {
        c_text_add(to, "enum { DEEPEST = GDV_MAX_DEPTH + 1 };\n\n");
    }
}

static void put_start(const c_maker *maker, c_text *to)
{
    c_text_add(to,
               "static gdv_status start(gdv_writer *writer, const void *from, const gdv_policy *policy, void *buffer,\n"
               "                        size_t capacity, const void *scratch, size_t *size)\n"
               "{\n"
               "    gdv_dialect dialect = GDV_DIALECT_COUNT;\n"
               "    if (size != NULL) {\n"
               "        *size = 0;\n"
               "    }\n"
               "    if (size == NULL || from == NULL || (uintptr_t)scratch %% 8 != 0 ||\n"
               "        !gdv_dialect_from_name(\"%s\", &dialect)) {\n"
               "        return GDV_E_BAD_ARGUMENT;\n"
               "    }\n"
               "    return gdv_writer_init(writer, buffer, capacity, dialect, policy);\n"
               "}\n\n",
               gdv_dialect_name(maker->schema->dialect));
}

/* ---- the functions of a packet */

static void put_from_match(c_maker *maker, c_text *to, uint32_t packet)
{
    c_put_prototype(maker, to, C_FROM_MATCH, packet);
    c_text_add(to,
               "\n{\n"
               "    if (to != NULL) {\n"
               "        memset(to, 0, sizeof *to);\n"
               "    }\n"
               "    if (match == NULL || to == NULL) {\n"
               "        return GDV_E_BAD_ARGUMENT;\n"
               "    }\n"
               "    if (match->packet != %" PRIu32 "u) {\n"
               "        return GDV_E_NO_SUCH_PACKET;\n"
               "    }\n"
               "    if (!gdv_exists(gdv_root(&match->document))) {\n"
               "        return GDV_E_MISSING;\n"
               "    }\n",
               packet);
    c_put_fill(maker, to, packet);
    c_text_add(to, "    return GDV_OK;\n}\n\n");
}

static void put_from_packet(const c_maker *maker, c_text *to, uint32_t packet)
{
    char name[C_NAME_SIZE];
    (void)c_packet_part(maker, packet, name);
    c_put_prototype(maker, to, C_FROM_PACKET, packet);
    c_text_add(
        to,
        "\n{\n"
        "    gdv_status status = gdv_schema_check(schema, bytes, size, policy, nodes, capacity, match, violation);\n"
        "    if (status != GDV_OK) {\n"
        "        if (to != NULL) {\n"
        "            memset(to, 0, sizeof *to);\n"
        "        }\n"
        "        return status;\n"
        "    }\n"
        "    status = %s%s_from_match(match, to);\n"
        "    if (violation != NULL) {\n"
        "        violation->report.code = status;\n"
        "    }\n"
        "    return status;\n"
        "}\n\n",
        maker->before, name);
}

/* What is written knows its own refusals; `room` those of what is copied on its way. */
static void put_to_packet(c_maker *maker, c_text *to, uint32_t packet)
{
    c_text body = {.bytes = NULL};
    uint32_t before = maker->needs;
    maker->needs = 0;
    c_put_write(maker, &body, packet);
    bool has_room = (maker->needs & C_NEED_ROOM) != 0;
    maker->needs |= before;
    c_put_prototype(maker, to, C_TO_PACKET, packet);
    c_text_add(to, "\n{\n    gdv_writer own;\n    gdv_writer *writer = &own;\n");
    if (has_room) {
        c_text_add(to, "    room_for_copies room_of = {scratch, scratch != NULL ? scratch_size : 0, GDV_OK};\n"
                       "    room_for_copies *room = &room_of;\n");
    }
    c_text_add(to, "    gdv_status status = start(writer, from, policy, buffer, capacity, scratch, size);\n"
                   "    if (status != GDV_OK) {\n"
                   "        return status;\n"
                   "    }\n");
    c_text_add(to, "%s", c_text_of(&body));
    if (has_room) {
        c_text_add(to, "    if (room->status != GDV_OK) {\n"
                       "        return room->status;\n"
                       "    }\n");
    }
    c_text_add(to, "    return gdv_writer_finish(writer, scratch, scratch_size, size);\n}\n\n");
    to->failed = to->failed || body.failed;
    c_text_free(&body);
}

void c_put_source(c_maker *maker, c_text *to, const char *header)
{
    c_text body = {.bytes = NULL};
    for (uint32_t packet = 0; packet < gdv_schema_packets(maker->schema); packet += 1) {
        put_from_match(maker, &body, packet);
        if (!schema_is_method(maker->schema, packet)) {
            put_from_packet(maker, &body, packet);
            put_to_packet(maker, &body, packet);
        }
    }
    c_put_head(maker, to, "The header says what its functions do.");
    c_text_add(to,
               "#include \"%s.h\"\n\n#include <float.h>\n#include <string.h>\n#ifndef __cplusplus\n#include "
               "<stdalign.h>\n#endif\n\n",
               header);
    put_form(maker, to);
    put_deepest(maker, to);
    c_put_helpers(maker, to);
    if (schema_bare_packets(maker->schema) > 0) {
        put_start(maker, to);
    }
    c_text_cut(&body, body.size > 0 ? body.size - 1 : 0);
    c_text_add(to, "%s", c_text_of(&body));
    to->failed = to->failed || body.failed;
    c_text_free(&body);
}
