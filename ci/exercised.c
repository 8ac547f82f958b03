/* SPDX-License-Identifier: MIT */
/* Measures, at run time, that every status code is given by some call and that every permission bit does what it says:
 * for //ci:exercised_test, from the top of the checkout. Codes come from the packets of corpus/malformed and
 * corpus/messages and, where no packet can show them, from the calls below. A bit has to let a packet pass in each dialect where it means something,
 * in none where it does not, for its own codes alone, and there has to be a packet that it does not excuse.
 *
 * A code or bit that is added to status.h or policy.h fails here until something exercises it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/corpus.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

enum { CODES = 256, MOST_CODES = 3 };

static bool code_seen[CODES];
static bool misread_seen[GDV_MISREAD_COUNT];
static size_t passed;
static size_t failed;

static void settle(bool holds, const char *what, const char *name)
{
    passed += holds ? 1 : 0;
    failed += holds ? 0 : 1;
    if (!holds) {
        printf("FAILED: %s: %s\n", what, name);
    }
}

/* ---- codes that no stored packet shows: asked for on purpose ---- */

static const uint8_t int_5[] = {2, 0, 0, 0, 5, 0, 0, 0};
static const uint8_t array_of_nil[] = {19, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
static const uint8_t empty_array[] = {19, 0, 0, 0, 0, 0, 0, 0};
static const uint8_t text_abcd[] = {4, 0, 0, 0, 4, 0, 0, 0, 'a', 'b', 'c', 'd'};

static gdv_status judged(const void *bytes, size_t size, const gdv_policy *policy)
{
    return verdict_of(bytes, size, GDV_DIALECT_GODOT3, policy).code;
}

static gdv_status fine(void)
{
    return judged(int_5, sizeof int_5, NULL);
}

static gdv_status long_packet(void)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_bytes = sizeof int_5 - 1;
    return judged(int_5, sizeof int_5, &policy);
}

static gdv_status many_values(void)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_values = 1;
    return judged(array_of_nil, sizeof array_of_nil, &policy);
}

static gdv_status many_elements(void)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_elements = 0;
    return judged(array_of_nil, sizeof array_of_nil, &policy);
}

static gdv_status long_text(void)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_string = 3;
    return judged(text_abcd, sizeof text_abcd, &policy);
}

static gdv_status framed(const void *stream, size_t size)
{
    const uint8_t *chunk = stream;
    const uint8_t *frame = NULL;
    size_t frame_size = 0;
    uint8_t buffer[4];
    gdv_framer framer;
    gdv_status status = gdv_framer_init(&framer, buffer, sizeof buffer, NULL);
    if (status == GDV_OK && gdv_framer_next(&framer, &chunk, &size, &frame, &frame_size) == GDV_FRAMING_BAD) {
        status = framer.status;
    }
    return status;
}

static gdv_status negative_frame(void)
{
    return framed("\377\377\377\377", 4);
}

static gdv_status empty_frame(void)
{
    return framed("\0\0\0\0", 4);
}

static gdv_status long_frame(void)
{
    return framed("\5\0\0\0", 4);
}

enum question { ASK_BOOL, ASK_4, ASK_INSIDE };

static gdv_status asked(const uint8_t *bytes, size_t size, enum question question)
{
    static gdv_reader reader;
    uint8_t scratch[64];
    gdv_status begun =
        gdv_reader_init(&reader, bytes, size, GDV_DIALECT_GODOT3, NULL, scratch, gdv_scratch_bound(size));
    if (begun != GDV_OK) {
        return begun;
    }
    if (question == ASK_BOOL) {
        (void)gdv_read_bool(&reader);
    } else if (question == ASK_4) {
        (void)gdv_read_int(&reader, 0, 4);
    } else {
        (void)gdv_read_array(&reader, 1);
        gdv_read_nil(&reader);
    }
    return gdv_reader_finish(&reader, NULL);
}

static gdv_status another_type(void)
{
    return asked(int_5, sizeof int_5, ASK_BOOL);
}

static gdv_status above_the_range(void)
{
    return asked(int_5, sizeof int_5, ASK_4);
}

static gdv_status nothing_there(void)
{
    return asked(empty_array, sizeof empty_array, ASK_INSIDE);
}

static gdv_status another_key(void)
{
    static const char *const names[] = {"hp"};
    static const uint8_t bytes[] = {18, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0}; /* {5: null} */
    gdv_node nodes[8];
    gdv_document document;
    gdv_status status = gdv_document_parse(&document, bytes, sizeof bytes, GDV_DIALECT_GODOT3, NULL, nodes, 8, NULL);
    return status == GDV_OK ? gdv_only_keys(gdv_root(&document), names, 1, NULL) : status;
}

static gdv_status no_packet(void)
{
    return gdv_validate(NULL, 1, GDV_DIALECT_GODOT3, NULL, NULL, 0, NULL, NULL);
}

static gdv_status no_dialect(void)
{
    return gdv_validate(int_5, sizeof int_5, GDV_DIALECT_COUNT, NULL, NULL, 0, NULL, NULL);
}

static gdv_status unset_policy(void)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.struct_size = 0;
    return gdv_validate(int_5, sizeof int_5, GDV_DIALECT_GODOT3, &policy, NULL, 0, NULL, NULL);
}

static gdv_status unset_report(void)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    gdv_report report;
    report.struct_size = 1;
    return gdv_validate(int_5, sizeof int_5, GDV_DIALECT_GODOT3, &policy, NULL, 0, NULL, &report);
}

static gdv_status scratch_in_the_packet(void)
{
    uint8_t bytes[sizeof int_5];
    memcpy(bytes, int_5, sizeof bytes);
    return gdv_validate(bytes, sizeof bytes, GDV_DIALECT_GODOT3, NULL, bytes, sizeof bytes, NULL, NULL);
}

static gdv_status no_scratch(void)
{
    return gdv_validate(int_5, sizeof int_5, GDV_DIALECT_GODOT3, NULL, NULL, 0, NULL, NULL);
}

/* A packet of the multiplayer layer, of Godot 4.3, with at most one argument and record. */
static gdv_status told(const uint8_t *bytes, size_t size, gdv_protocol protocol)
{
    gdv_node nodes[8];
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.max_arguments = 1;
    policy.max_records = 1;
    return gdv_message_parse(protocol, bytes, size, &policy, nodes, COUNT_OF(nodes), &message, NULL);
}

static gdv_status no_protocol(void)
{
    return told(int_5, sizeof int_5, GDV_PROTOCOL_COUNT);
}

static gdv_status many_arguments(void)
{
    static const uint8_t call[] = {0, 1, 1, 2, 1, 1};
    return told(call, sizeof call, GDV_PROTOCOL_GODOT4_3);
}

static gdv_status many_records(void)
{
    static const uint8_t sync[] = {6, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 1};
    return told(sync, sizeof sync, GDV_PROTOCOL_GODOT4_3);
}

static gdv_status no_nodes(void)
{
    gdv_document document;
    return gdv_document_parse(&document, int_5, sizeof int_5, GDV_DIALECT_GODOT3, NULL, NULL, 0, NULL);
}

static gdv_status name_in_godot3(void)
{
    static gdv_writer writer;
    gdv_status status = gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT3, NULL);
    return status == GDV_OK ? gdv_write_string_name(&writer, "a", 1) : status;
}

static gdv_status wide_int_in_godot2(void)
{
    static gdv_writer writer;
    gdv_status status = gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT2, NULL);
    return status == GDV_OK ? gdv_write_int(&writer, INT64_MAX) : status;
}

static gdv_status end_of_nothing(void)
{
    static gdv_writer writer;
    gdv_status status = gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT3, NULL);
    return status == GDV_OK ? gdv_end(&writer) : status;
}

static gdv_status vector2_of_3(void)
{
    static const float numbers[] = {1, 2, 3};
    static gdv_writer writer;
    gdv_status status = gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT3, NULL);
    return status == GDV_OK ? gdv_write_floats(&writer, GDV_TYPE_VECTOR2, numbers, 3) : status;
}

/* {"a": "-", "b": "-"}, or the first `pairs` of its pairs, against a table of fields. */
static gdv_status against(const gdv_field *fields, size_t count, uint32_t pairs)
{
    static const uint8_t pair[] = {4, 0, 0, 0, 1, 0, 0, 0, 'a', 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, '-', 0, 0, 0};
    static uint64_t form[256];
    uint8_t sent[8 + 2 * sizeof pair] = {27};
    const gdv_field_table from = {"one", fields, count};
    gdv_schema schema;
    gdv_node nodes[16];
    gdv_match match = {.struct_size = sizeof match};
    sent[4] = (uint8_t)pairs;
    memcpy(sent + 8, pair, sizeof pair);
    memcpy(sent + 8 + sizeof pair, pair, sizeof pair);
    sent[8 + sizeof pair + 8] = 'b';
    gdv_status status = gdv_schema_from_fields(&from, 1, GDV_DIALECT_GODOT4_4, form, sizeof form, &schema, NULL);
    return status == GDV_OK
               ? gdv_schema_check(&schema, sent, 8 + sizeof pair * pairs, NULL, nodes, COUNT_OF(nodes), &match, NULL)
               : status;
}

static const gdv_field any_a[] = {GDV_FIELD_ANY("a", GDV_NOT_STORED)};
static const gdv_field longer[] = {GDV_FIELD_TEXT("a", 2, 3, 0, GDV_NOT_STORED)};
static const gdv_field identifiers[] = {GDV_FIELD_TEXT("a", 0, 3, GDV_RULE_IDENTIFIER, GDV_NOT_STORED)};
static const gdv_field literals[] = {GDV_FIELD_LITERAL("a", "-"), GDV_FIELD_LITERAL("b", "x")};
static const gdv_field other_tag[] = {GDV_FIELD_LITERAL("a", "x")};
static const gdv_field no_range[] = {GDV_FIELD_INT("a", 2, 1, GDV_NOT_STORED)};

static gdv_status key_missing(void)
{
    return against(any_a, 1, 0);
}

static gdv_status key_unknown(void)
{
    return against(any_a, 1, 2);
}

static gdv_status length_wrong(void)
{
    return against(longer, 1, 1);
}

static gdv_status text_wrong(void)
{
    return against(identifiers, 1, 1);
}

static gdv_status no_member(void)
{
    return against(literals, 2, 2);
}

static gdv_status no_such_packet(void)
{
    return against(other_tag, 1, 1);
}

static gdv_status no_schema(void)
{
    return against(no_range, 1, 1);
}

static gdv_status no_form(void)
{
    static const uint64_t memory[16];
    gdv_schema schema;
    return gdv_schema_load(memory, sizeof memory, &schema, NULL);
}

/* An int, where null or a bool is asked for. */
static gdv_status no_alternative(void)
{
    static const uint8_t int_of_5[] = {2, 0, 0, 0, 5, 0, 0, 0};
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t either = draft_rule(made, GDV_RULE_UNION);
    draft_packet(made, "one", 1);
    draft_alternative(made, either, GDV_TYPE_NIL, draft_rule(made, GDV_RULE_NIL));
    draft_root(made, GDV_TYPE_INT, either);
    gdv_schema schema = draft_load(made);
    gdv_node nodes[4];
    gdv_match match = {.struct_size = sizeof match};
    gdv_status status =
        gdv_schema_check(&schema, int_of_5, sizeof int_of_5, NULL, nodes, COUNT_OF(nodes), &match, NULL);
    draft_drop(&schema);
    return status;
}

static const struct call {
    gdv_status code;
    gdv_status (*make)(void);
} calls[] = {
    {GDV_OK, fine},
    {GDV_E_BAD_PROTOCOL, no_protocol},
    {GDV_E_MP_LIMIT_ARGUMENTS, many_arguments},
    {GDV_E_MP_LIMIT_RECORDS, many_records},
    {GDV_E_BAD_FRAME, negative_frame},
    {GDV_E_EMPTY_FRAME, empty_frame},
    {GDV_E_LIMIT_FRAME, long_frame},
    {GDV_E_LIMIT_BYTES, long_packet},
    {GDV_E_LIMIT_VALUES, many_values},
    {GDV_E_LIMIT_ELEMENTS, many_elements},
    {GDV_E_LIMIT_STRING, long_text},
    {GDV_E_MISSING, nothing_there},
    {GDV_E_WRONG_TYPE, another_type},
    {GDV_E_OUT_OF_RANGE, above_the_range},
    {GDV_E_UNKNOWN_KEY, another_key},
    {GDV_E_BAD_ARGUMENT, no_packet},
    {GDV_E_BAD_DIALECT, no_dialect},
    {GDV_E_BAD_POLICY, unset_policy},
    {GDV_E_BAD_STRUCT, unset_report},
    {GDV_E_OVERLAP, scratch_in_the_packet},
    {GDV_E_NO_SCRATCH, no_scratch},
    {GDV_E_NO_SPACE, no_nodes},
    {GDV_E_NO_SUCH_TYPE, name_in_godot3},
    {GDV_E_NO_SUCH_LAYOUT, wide_int_in_godot2},
    {GDV_E_BAD_NESTING, end_of_nothing},
    {GDV_E_BAD_COUNT, vector2_of_3},
    {GDV_E_MISSING_KEY, key_missing},
    {GDV_E_UNKNOWN_KEY, key_unknown},
    {GDV_E_WRONG_LENGTH, length_wrong},
    {GDV_E_WRONG_TEXT, text_wrong},
    {GDV_E_NOT_A_MEMBER, no_member},
    {GDV_E_NO_SUCH_PACKET, no_such_packet},
    {GDV_E_NO_ALTERNATIVE, no_alternative},
    {GDV_E_SCHEMA_SYNTAX, no_schema},
    {GDV_E_SCHEMA_FORM, no_form},
};

/* ---- bits ---- */

/* Dialects, as bits. */
#define IN(name) (1u << GDV_DIALECT_##name)
#define EVERYWHERE ((1u << GDV_DIALECT_COUNT) - 1u)
#define GODOT_4 (IN(GODOT4_0) | IN(GODOT4_3) | IN(GODOT4_4))

/* What each bit excuses, and where there is anything to excuse: wire reference, sections 3 to 10. */
static const struct excuse {
    uint32_t bit;
    uint32_t dialects;
    gdv_status codes[MOST_CODES];
} excuses[] = {
    {GDV_PERMIT_NONFINITE, EVERYWHERE, {GDV_E_NONFINITE}},
    {GDV_PERMIT_TRAILING, EVERYWHERE, {GDV_E_TRAILING}},
    {GDV_PERMIT_PADDING, EVERYWHERE & ~(IN(GODOT2) | IN(GODOT3_0)), {GDV_E_PADDING}}, /* EB-02 */
    {GDV_PERMIT_WIDE, EVERYWHERE & ~IN(GODOT2), {GDV_E_WIDTH}},                       /* which has one width */
    {GDV_PERMIT_FLAGS, EVERYWHERE, {GDV_E_FLAGS}},
    {GDV_PERMIT_BOOL, EVERYWHERE, {GDV_E_BOOL}},
    {GDV_PERMIT_TEXT_UTF8, IN(GODOT2) | IN(GODOT3_0) | IN(GODOT3) | IN(PANDEMONIUM_33), {GDV_E_TEXT_UTF8}}, /* EB-31 */
    {GDV_PERMIT_TEXT_NUL, EVERYWHERE, {GDV_E_TEXT_NUL}},
    {GDV_PERMIT_TEXT_BOM, EVERYWHERE, {GDV_E_TEXT_BOM}},
    {GDV_PERMIT_TEXT_TERMINATOR, EVERYWHERE, {GDV_E_TEXT_TERMINATOR}},
    {GDV_PERMIT_DUPLICATE_KEYS, EVERYWHERE, {GDV_E_DUPLICATE_KEY}},
    {GDV_PERMIT_OBJECT_ID, EVERYWHERE, {GDV_E_OBJECT_ID}},
    /* with it containers of objects pass, and mean the classes and scripts that they name (section 5.5) */
    {GDV_PERMIT_OBJECT, EVERYWHERE & ~IN(GODOT2), {GDV_E_OBJECT, GDV_E_OBJECT_ID, GDV_E_ENGINE_MISREADS}},
    {GDV_PERMIT_RID, EVERYWHERE, {GDV_E_RID}},
    {GDV_PERMIT_CALLABLE, GODOT_4, {GDV_E_CALLABLE}},
    {GDV_PERMIT_SIGNAL, GODOT_4, {GDV_E_SIGNAL}},
    {GDV_PERMIT_NODE_PATH, EVERYWHERE, {GDV_E_NODE_PATH}},
    {GDV_PERMIT_MISREAD, EVERYWHERE, {GDV_E_ENGINE_MISREADS}},
    /* it excuses nothing of itself: it lets a value end where Pandemonium ends it (EB-13) */
    {GDV_PERMIT_ENGINE_SPAN, IN(PANDEMONIUM_38) | IN(PANDEMONIUM_40), {GDV_E_TRUNCATED}},
};

static const struct excuse *excuse_of(uint32_t bit)
{
    for (size_t row = 0; row < COUNT_OF(excuses); row += 1) {
        if (excuses[row].bit == bit) {
            return &excuses[row];
        }
    }
    return NULL;
}

typedef struct effect {
    uint32_t dialects; /* in which it let a packet pass */
    size_t excused;
    size_t others; /* packets to whose refusal it changed nothing */
    size_t wrong;  /* packets that it let pass, and for whose code it should not */
} effect;

enum { MOST_BITS = 32 };
static effect effects[MOST_BITS];

static const uint32_t numbers_of_bits[] = {
#define NUMBER_OF_BIT(name, number, text, what) (number) % MOST_BITS,
    GDV_PERMIT_LIST(NUMBER_OF_BIT)
#undef NUMBER_OF_BIT
};

static void measure(const malformed *each, uint32_t number)
{
    const struct excuse *row = excuse_of((uint32_t)1 << number);
    gdv_policy policy = each->policy;
    bool own = false;
    policy.permit |= (uint32_t)1 << number;
    verdict said = verdict_of(each->bytes.bytes, each->bytes.size, each->dialect, &policy);
    if (said.code != GDV_OK) {
        effects[number].others += said.code == each->code && said.report.offset == each->offset ? 1 : 0;
        return;
    }
    for (size_t index = 0; row != NULL && index < MOST_CODES; index += 1) {
        own = own || row->codes[index] == each->code;
    }
    effects[number].excused += 1;
    effects[number].dialects |= 1u << each->dialect;
    if (!own) {
        effects[number].wrong += 1;
        printf("%s passes %s, which is no business of it: %s\n", gdv_permit_name(number), each->name,
               gdv_status_name(each->code));
    }
}

static size_t walk_the_corpus(void)
{
    size_t rows = 0;
    malformed each = malformed_of("corpus/malformed");
    while (malformed_next(&each)) {
        verdict said = verdict_of(each.bytes.bytes, each.bytes.size, each.dialect, &each.policy);
        if (said.code != each.code) {
            settle(false, "packet has another verdict than its manifest", each.name);
            continue;
        }
        rows += 1;
        code_seen[(uint32_t)said.code % CODES] = true;
        misread_seen[said.report.misread] = true;
        for (size_t index = 0; index < COUNT_OF(numbers_of_bits); index += 1) {
            if ((each.policy.permit >> numbers_of_bits[index] & 1u) == 0) {
                measure(&each, numbers_of_bits[index]);
            }
        }
    }
    return rows;
}

enum { OF_ENVELOPE = 2, OF_DIRECTION, OF_PEER, OF_VERDICT = 6, OF_HEX = 11, MESSAGE_COLUMNS, MOST_NODES = 1 << 15 };

/* The codes that packets of corpus/messages are refused with. */
static size_t walk_the_messages(gdv_protocol protocol)
{
    static gdv_node nodes[MOST_NODES];
    char path[64];
    size_t seen = 0;
    (void)snprintf(path, sizeof path, "corpus/messages/%s.tsv", gdv_protocol_name(protocol));
    table rows = table_read(path, MESSAGE_COLUMNS);
    for (size_t row = 0; row < rows.rows; row += 1) {
        const char *hex = table_cell(&rows, row, OF_HEX);
        packet bytes = packet_from_hex(strcmp(hex, "-") == 0 ? "" : hex);
        gdv_message message = {.struct_size = sizeof message};
        gdv_message_policy policy;
        gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
        (void)!gdv_envelope_from_name(table_cell(&rows, row, OF_ENVELOPE), &policy.envelope);
        policy.direction =
            strcmp(table_cell(&rows, row, OF_DIRECTION), "s2c") == 0 ? GDV_DIRECTION_S2C : GDV_DIRECTION_C2S;
        policy.peer = (uint32_t)strtoul(table_cell(&rows, row, OF_PEER), NULL, 10);
        const gdv_status said =
            gdv_message_parse(protocol, bytes.bytes, bytes.size, &policy, nodes, MOST_NODES, &message, NULL);
        if (said != GDV_OK && strcmp(gdv_status_name(said), table_cell(&rows, row, OF_VERDICT)) == 0) {
            code_seen[(uint32_t)said % CODES] = true;
            seen += 1;
        }
        packet_free(&bytes);
    }
    table_free(&rows);
    return seen;
}

/* Packets of one peer, separated by commas, and what the methods of a schema say of the last one. */
static const struct session {
    gdv_status code;
    gdv_protocol protocol;
    const char *packets;
} sessions[] = {
    {GDV_E_RPC_COMMAND, GDV_PROTOCOL_GODOT3, "04aa"},
    {GDV_E_RPC_NODE_ID, GDV_PROTOCOL_GODOT3, "00010000006d0000"},
    {GDV_E_RPC_NODE, GDV_PROTOCOL_GODOT3, "00080000806d00005800"},
    {GDV_E_RPC_METHOD, GDV_PROTOCOL_GODOT3, "00080000807a00004d00"},
    {GDV_E_RPC_RIGHTS, GDV_PROTOCOL_GODOT3, "00080000806100004d00"},
    {GDV_E_RPC_TRANSFER, GDV_PROTOCOL_GODOT4_0, "a006000080014d00"},
    {GDV_E_RPC_ARGUMENTS, GDV_PROTOCOL_GODOT3, "00080000806e00004d00"},
    {GDV_E_RPC_CHECKSUM, GDV_PROTOCOL_GODOT4_0,
     "0130303030303030303030303030303030"
     "3030303030303030303030303030303000010000004d00"},
    {GDV_E_RPC_ID_TWICE, GDV_PROTOCOL_GODOT3, "02010000004d00,02010000004d00"},
    {GDV_E_RPC_CACHE_FULL, GDV_PROTOCOL_GODOT3, "02010000004d00,02020000004d00"},
};

static gdv_status last_of(const struct session *of)
{
    static const char game[] = "script M at \"M\"\nrpc func m() any_peer\nrpc func n(a: int) any_peer\nrpc func a()\n";
    static uint64_t memory[1024];
    gdv_schema schema;
    gdv_cached_path paths[1];
    char text[8];
    gdv_peer_cache cache;
    gdv_match match = {.struct_size = sizeof match};
    const gdv_message_rules rules = {.struct_size = sizeof rules, .transfer = GDV_TRANSFER_UNRELIABLE};
    const gdv_schema_source source = {"game", game, sizeof game - 1};
    gdv_status status =
        gdv_schema_compile(&source, 1, gdv_protocol_dialect(of->protocol), memory, sizeof memory, &schema, NULL);
    status = status == GDV_OK ? gdv_peer_cache_init(&cache, 2, paths, 1, text, sizeof text) : status;
    for (const char *hex = of->packets; status == GDV_OK && *hex != '\0'; hex += strspn(hex, ",")) {
        const size_t digits = strcspn(hex, ",");
        char one[128];
        gdv_node nodes[8];
        gdv_message message = {.struct_size = sizeof message};
        (void)snprintf(one, sizeof one, "%.*s", (int)digits, hex);
        packet bytes = packet_from_hex(one);
        status = gdv_message_parse(of->protocol, bytes.bytes, bytes.size, NULL, nodes, COUNT_OF(nodes), &message, NULL);
        if (status == GDV_OK) {
            status = gdv_message_check(&schema, &cache, &message, &rules, &match, NULL);
        }
        packet_free(&bytes);
        hex += digits;
    }
    return status;
}

static void settle_bit(uint32_t number)
{
    const char *name = gdv_permit_name(number);
    const struct excuse *row = excuse_of((uint32_t)1 << number);
    const effect *seen = &effects[number];
    printf("%-16s %4zu packets pass, in dialects %03x; %zu stay refused\n", name, seen->excused, seen->dialects,
           seen->others);
    settle(seen->excused > 0, "bit lets no packet pass", name);
    settle(seen->others > 0, "bit leaves no packet refused", name);
    settle(seen->wrong == 0, "bit lets packets pass that are no business of it", name);
    settle(row != NULL && row->dialects == seen->dialects, "bit does not work where it should, or elsewhere", name);
}

int main(void)
{
    size_t rows = walk_the_corpus();
    settle(rows >= 1000, "too few packets", "corpus/malformed");
    rows = 0;
    for (uint32_t protocol = 0; protocol < GDV_PROTOCOL_COUNT; protocol += 1) {
        rows += walk_the_messages((gdv_protocol)protocol);
    }
    settle(rows >= 1000, "too few packets", "corpus/messages");
    for (size_t row = 0; row < COUNT_OF(calls); row += 1) {
        gdv_status given = calls[row].make();
        settle(given == calls[row].code, "call gives another code", gdv_status_name(calls[row].code));
        code_seen[(uint32_t)given % CODES] = true;
    }
    for (size_t row = 0; row < COUNT_OF(sessions); row += 1) {
        const gdv_status said = last_of(&sessions[row]);
        settle(said == sessions[row].code, "session ends with another code", gdv_status_name(sessions[row].code));
        code_seen[(uint32_t)said % CODES] = true;
    }
#define SETTLE_CODE(name, number, sentence) settle(code_seen[(number) % CODES], "code is never given", #name);
    GDV_STATUS_LIST(SETTLE_CODE)
#define SETTLE_MISREAD(name, sentence) settle(misread_seen[GDV_MISREAD_##name], "misreading is never reported", #name);
    GDV_MISREAD_LIST(SETTLE_MISREAD)
    for (size_t index = 0; index < COUNT_OF(numbers_of_bits); index += 1) {
        settle_bit(numbers_of_bits[index]);
    }
    printf("exercised: %zu passed, %zu failed\n", passed, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
