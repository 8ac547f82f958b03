/* SPDX-License-Identifier: MIT */
/* Fuzz target: schemas that a stranger writes, and packets judged by them. An input is the text of a schema, a NUL, a
 * packet, and one byte more that says which dialect. Promises of SECURITY.md, whatever the text holds:
 *
 *   1  nothing is read outside the text, the memory given and the packet, each in a block of exactly its size
 *   5  memory of the size that measuring says suffices, one byte less does not; equal texts give equal bytes
 *   6  what is wrong has a place in the text and a sentence; what compiles can be loaded from a copy of its bytes, and
 *      judges packets as before, and a bool or int in its short form as the plain one; what it lets pass is a packet that
 *      the document accepts; each remote method has a place in the order of names, by which it is found, as by its name; and
 *      proofs take nothing for granted of schema and document that they are not (tests/support/proof_words.h) */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv.h>

#include "fuzz/support/input.h"
#include "fuzz/support/schema_input.h"
#include "fuzz/support/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The place is in the text, and the message one line of printable characters. */
static void check_error(const schema_input *of, const gdv_schema_error *error)
{
    size_t lines = 1;
    const char *end = memchr(error->message, 0, GDV_SCHEMA_MESSAGE_SIZE);
    size_t length = end != NULL ? (size_t)(end - error->message) : 0;
    for (size_t index = 0; index < of->source.size; index += 1) {
        lines += of->text[index] == '\n' ? 1 : 0;
    }
    promise(error->source == 0 && error->line <= lines, "a mistake is in a line of the text");
    promise((error->line == 0) == (error->column == 0), "a place is a line and a column");
    promise(error->column <= of->source.size + 1, "a mistake is in its line");
    promise(length > 0, "a mistake has a sentence");
    for (size_t index = 0; index < length; index += 1) {
        promise(isprint((unsigned char)error->message[index]) != 0, "a sentence is printable");
    }
}

typedef struct ruling {
    gdv_status code;
    uint32_t packet;
    uint32_t line;
    uint64_t offset;
} ruling;

/* A policy NULL is the strict one. */
static ruling judge_by(const gdv_schema *schema, const schema_input *of, const gdv_policy *policy)
{
    static gdv_match match;
    gdv_violation violation = {.struct_size = sizeof violation};
    size_t capacity = gdv_document_bound(of->rest_size);
    gdv_node *nodes = fresh(NULL, capacity * sizeof *nodes);
    gdv_document document;
    char line[512];

    match.struct_size = sizeof match;
    gdv_status code = gdv_schema_check(schema, of->rest, of->rest_size, policy, nodes, capacity, &match, &violation);
    ruling said = {code, match.packet, violation.line, violation.report.offset};
    if (code == GDV_OK) {
        code = gdv_document_parse(&document, of->rest, of->rest_size, of->dialect, policy, nodes, capacity, NULL);
        promise(code == GDV_OK, "what a schema lets pass the document accepts");
        promise_of_document(&document);
    } else {
        promise(gdv_violation_format(&violation, line, sizeof line) > 0, "a refusal has a sentence");
    }
    free(nodes);
    return said;
}

static bool is_same(ruling one, ruling other)
{
    return one.code == other.code && one.packet == other.packet && one.line == other.line && one.offset == other.offset;
}

/* A bool or int made of the packet's first bytes, in an encoding: what stands in the place of the packet then. */
static schema_input with_number(const schema_input *of, const gdv_policy *policy)
{
    uint8_t bytes[16];
    uint8_t scratch[64];
    gdv_writer writer;
    schema_input made = *of;
    uint64_t number = 0;
    for (size_t index = 0; index < of->rest_size && index < sizeof number; index += 1) {
        number |= (uint64_t)of->rest[index] << 8 * index;
    }
    promise(gdv_writer_init(&writer, bytes, sizeof bytes, of->dialect, policy) == GDV_OK, "a writer");
    if (of->rest_size % 3 == 2) {
        gdv_write_bool(&writer, number % 2 != 0);
    } else {
        gdv_write_int(&writer, (int64_t)number);
    }
    promise(gdv_writer_finish(&writer, scratch, sizeof scratch, &made.rest_size) == GDV_OK, "a number is written");
    made.rest = fresh(bytes, made.rest_size);
    return made;
}

/* In the encoding of multiplayer packets the outermost value may be shorter than a header: it is judged as the same value
 * in the plain one, unless that is too many bytes for the schema. */
static void check_compressed(const gdv_schema *schema, const schema_input *of)
{
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    schema_input plain = with_number(of, &policy);
    policy.encoding = GDV_ENCODING_COMPRESSED;
    schema_input compressed = with_number(of, &policy);
    ruling in_plain = judge_by(schema, &plain, NULL);
    ruling in_short = judge_by(schema, &compressed, &policy);
    promise(in_plain.code == GDV_E_LIMIT_BYTES || is_same(in_short, in_plain), "a short form is judged as a plain one");
    (void)judge_by(schema, of, &policy);
    free(compressed.rest);
    free(plain.rest);
}

/* The methods of one of a script's tables: as many as there are, each found by its number and by its name. */
static uint32_t check_table(const gdv_schema *schema, uint32_t script, bool node_level)
{
    gdv_text before = {"", 0};
    uint32_t count = 0;
    uint32_t method = gdv_schema_method_of_id(schema, script, node_level, 0);
    while (method != GDV_NONE) {
        const gdv_text name = gdv_schema_method_name(schema, method);
        const size_t least = name.size < before.size ? name.size : before.size;
        const int order = memcmp(before.bytes, name.bytes, least);
        promise(gdv_schema_method_of(schema, script, name) == method, "a method is found by its name");
        promise(order < 0 || (order == 0 && before.size < name.size), "methods are in the order of their names");
        before = name;
        count += 1;
        method = gdv_schema_method_of_id(schema, script, node_level, count);
    }
    return count;
}

static void check_methods(const gdv_schema *schema)
{
    uint32_t methods = 0;
    uint32_t found = 0;
    for (uint32_t packet = 0; packet < gdv_schema_packets(schema); packet += 1) {
        methods += gdv_schema_packet(schema, packet)->rpc != 0 ? 1 : 0;
    }
    for (uint32_t script = 0; script < gdv_schema_scripts(schema); script += 1) {
        found += check_table(schema, script, true) + check_table(schema, script, false);
    }
    promise(found == methods, "each method is that of one script");
}

static void check_compiled(const schema_input *of, const uint64_t *memory, const gdv_schema *schema, size_t size)
{
    uint8_t *copy = fresh(memory, size);
    gdv_schema loaded;
    gdv_schema_error error = {.struct_size = sizeof error};
    promise(gdv_schema_load(copy, size, &loaded, &error) == GDV_OK, "a compiled schema can be loaded");
    promise_of_schema(&loaded);
    check_methods(&loaded);
    ruling one = judge_by(schema, of, NULL);
    ruling other = judge_by(&loaded, of, NULL);
    promise(is_same(one, other), "a schema that was loaded judges as before");
    if (gdv_dialect_family(of->dialect) == GDV_FAMILY_GODOT4) {
        check_compressed(schema, of);
    }
    free(copy);
}

static void check_memory(const schema_input *of, size_t need)
{
    gdv_schema schema;
    gdv_schema_error error;
    uint64_t *memory = fresh(NULL, need);
    uint64_t *other = fresh(NULL, need);

    promise(schema_input_compile(of, memory, need - 1, &schema, &error) == GDV_E_NO_SPACE && error.need == need,
            "one byte less does not suffice");
    memset(memory, 0x00, need);
    memset(other, 0xff, need);
    gdv_status code = schema_input_compile(of, memory, need, &schema, &error);
    if (code == GDV_OK) {
        gdv_schema again;
        size_t size = (size_t)error.need;
        promise(size <= need, "the form lies in its memory");
        promise(schema_input_compile(of, other, need, &again, &error) == GDV_OK && error.need == size,
                "it compiles again");
        promise(memcmp(memory, other, size) == 0, "equal texts give equal bytes");
        check_compiled(of, memory, &schema, size);
    } else {
        promise(code == GDV_E_SCHEMA_SYNTAX || code == GDV_E_SCHEMA_FORM, "the memory that was measured suffices");
        if (code == GDV_E_SCHEMA_SYNTAX) {
            check_error(of, &error);
        }
    }
    free(other);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gdv_schema schema;
    gdv_schema_error error;
    if (size == 0) {
        return 0;
    }
    schema_input of = schema_input_of(data, size);
    gdv_status code = schema_input_compile(&of, NULL, 0, &schema, &error);
    promise(code == GDV_E_NO_SPACE || code == GDV_E_SCHEMA_SYNTAX, "measuring needs memory, or says what is wrong");
    if (code == GDV_E_NO_SPACE) {
        check_memory(&of, (size_t)error.need);
    } else {
        check_error(&of, &error);
    }
    schema_input_free(&of);
    return 0;
}
