/* SPDX-License-Identifier: MIT */
/* Calls as the engine's rpc() sends them, each treated as a server does that has its nodes announced: parsed, held
 * against the methods of a schema, or refused. Beside them the same arguments as an Array, which is what a call may cost
 * at least. */
#include "bench/packet.h"
#include "bench/subject.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEER = 7, NODES = 4, METHODS = 8, MOST_TEXT = 128 };

typedef enum fault { FAULT_NONE, FAULT_CUT, FAULT_NONFINITE } fault;

/* The methods of the one script, in the order of their names, which is that of their numbers. */
#define PARAMETERS "(serial: int 0.., a: Argument, b: Argument, c: Argument, time: float) any_peer\n"
static const char *const methods[METHODS] = {"apply_damage", "chat",       "jump",        "move_to",
                                             "open_door",    "set_target", "trade_offer", "use_item"};
static const char schema_text[] =
    "type Argument = null | bool | int | float | String 1..24 | Vector3 -1000..1000 | Vector2 -1000..1000\n"
    "              | PackedByteArray 1..16\n"
    "script Player at \"Main/Players/*\"\n"
    "rpc func apply_damage" PARAMETERS "rpc func chat" PARAMETERS "rpc func jump" PARAMETERS
    "rpc func move_to" PARAMETERS "rpc func open_door" PARAMETERS "rpc func set_target" PARAMETERS
    "rpc func trade_offer" PARAMETERS "rpc func use_item" PARAMETERS;
static const char *const paths[NODES] = {"Main/Players/1001", "Main/Players/1002", "Main/Players/1003",
                                         "Main/Players/1004"};

typedef struct rpc_context {
    gdv_policy values;
    gdv_message_policy policy;
    gdv_node *nodes;
    size_t capacity;
    gdv_message message;
    gdv_schema schema;
    gdv_peer_cache cache;
    gdv_cached_path paths[NODES];
    char text[MOST_TEXT];
    uint64_t form[4096]; /* of the schema */
    gdv_match match;
} rpc_context;

static void give_up(const char *why)
{
    fprintf(stderr, "bench: rpc: %s\n", why);
    abort();
}

/* ---- packets */

static gdv_text text_of(const char *text)
{
    return (gdv_text){text, strlen(text)};
}

/* The call of a message: which node and which method, its serial number says. */
static gdv_message call_of(gdv_protocol protocol, const message *tree, bool by_path)
{
    const size_t serial = (size_t)tree->items[0].integer;
    gdv_message call = {.struct_size = sizeof call, .command = GDV_COMMAND_CALL};
    if (by_path) {
        call.path = text_of(paths[serial % NODES]);
    } else {
        call.node = (uint32_t)(1 + serial % NODES);
    }
    if (protocol == GDV_PROTOCOL_GODOT3) {
        call.name = text_of(methods[serial / NODES % METHODS]);
    } else {
        call.method = (uint32_t)(serial / NODES % METHODS);
    }
    return call;
}

/* Its arguments are the message's items; the last one is a float, which may have to be none that is finite. */
static size_t encode_call(gdv_protocol protocol, const message *tree, bool by_path, fault with, uint8_t *out,
                          size_t capacity)
{
    const gdv_message call = call_of(protocol, tree, by_path);
    gdv_message_policy policy;
    gdv_message_writer writer;
    size_t size = 0;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.values.permit = GDV_PERMIT_NONFINITE;
    (void)gdv_message_writer_init(&writer, out, capacity, protocol, &policy, &call, NULL, 0);
    for (size_t index = 0; index < tree->count; index += 1) {
        gdv_writer *value = gdv_message_add_value(&writer);
        if (with == FAULT_NONFINITE && index == tree->count - 1) {
            (void)gdv_write_float(value, (double)INFINITY);
        } else {
            (void)packet_write(value, &tree->items[index]);
        }
    }
    const gdv_status status = gdv_message_writer_finish(&writer, &size);
    if (status != GDV_OK && status != GDV_E_NO_SPACE) {
        give_up(gdv_status_text(status));
    }
    return size;
}

static size_t encode_godot4(const message *tree, uint8_t *out, size_t capacity)
{
    return encode_call(GDV_PROTOCOL_GODOT4_4, tree, false, FAULT_NONE, out, capacity);
}

static size_t encode_godot3(const message *tree, uint8_t *out, size_t capacity)
{
    return encode_call(GDV_PROTOCOL_GODOT3, tree, false, FAULT_NONE, out, capacity);
}

static size_t encode_godot3_path(const message *tree, uint8_t *out, size_t capacity)
{
    return encode_call(GDV_PROTOCOL_GODOT3, tree, true, FAULT_NONE, out, capacity);
}

static size_t encode_nonfinite4(const message *tree, uint8_t *out, size_t capacity)
{
    return encode_call(GDV_PROTOCOL_GODOT4_4, tree, false, FAULT_NONFINITE, out, capacity);
}

static size_t encode_nonfinite3(const message *tree, uint8_t *out, size_t capacity)
{
    return encode_call(GDV_PROTOCOL_GODOT3, tree, false, FAULT_NONFINITE, out, capacity);
}

static const workload_format call4 = {"godot4.4, call", encode_godot4};
static const workload_format call3 = {"godot3, call", encode_godot3};
static const workload_format call3_path = {"godot3, call with a path", encode_godot3_path};
static const workload_format nonfinite4 = {"godot4.4, call, not finite", encode_nonfinite4};
static const workload_format nonfinite3 = {"godot3, call, not finite", encode_nonfinite3};

/* ---- contexts */

static void *begin(const workload *load)
{
    rpc_context *context = message_memory(sizeof *context);
    memset(context, 0, sizeof *context);
    context->capacity = gdv_message_bound(load->longest);
    context->nodes = message_memory(context->capacity * sizeof *context->nodes);
    context->message.struct_size = sizeof context->message;
    context->match.struct_size = sizeof context->match;
    gdv_policy_init(&context->values, GDV_POLICY_STRICT);
    gdv_message_policy_init(&context->policy, GDV_POLICY_STRICT);
    return context;
}

static void end(void *context)
{
    rpc_context *ended = context;
    free(ended->nodes);
    free(ended);
}

/* Compiles the schema and announces the nodes. */
static void *begin_checking(const workload *load, gdv_protocol protocol)
{
    rpc_context *context = begin(load);
    const gdv_schema_source source = {"bench", schema_text, strlen(schema_text)};
    gdv_schema_error error = {.struct_size = sizeof error};
    if (gdv_schema_compile(&source, 1, gdv_protocol_dialect(protocol), context->form, sizeof context->form,
                           &context->schema, &error) != GDV_OK) {
        give_up(error.message);
    }
    char digits[GDV_MD5_SIZE];
    gdv_schema_md5(&context->schema, 0, digits);
    if (gdv_peer_cache_init(&context->cache, PEER, context->paths, NODES, context->text, MOST_TEXT) != GDV_OK) {
        give_up("no cache");
    }
    for (uint32_t node = 0; node < NODES; node += 1) {
        const gdv_message announced = {.struct_size = sizeof announced,
                                       .protocol = protocol,
                                       .command = GDV_COMMAND_SIMPLIFY_PATH,
                                       .id = node + 1,
                                       .path = text_of(paths[node]),
                                       .md5 = {digits, GDV_MD5_SIZE - 1}};
        if (gdv_message_check(&context->schema, &context->cache, &announced, NULL, &context->match, NULL) != GDV_OK) {
            give_up("a node cannot be announced");
        }
    }
    return context;
}

static void *begin_checking4(const workload *load)
{
    return begin_checking(load, GDV_PROTOCOL_GODOT4_4);
}

static void *begin_checking3(const workload *load)
{
    return begin_checking(load, GDV_PROTOCOL_GODOT3);
}

/* ---- what is counted */

static size_t build_array(rpc_context *with, gdv_dialect dialect, const workload_packet *packet)
{
    gdv_document document;
    const gdv_status status = gdv_document_parse(&document, packet->bytes, packet->size, dialect, &with->values,
                                                 with->nodes, with->capacity, NULL);
    return status == GDV_OK ? document.count : 0;
}

static size_t build_array4(void *context, const workload_packet *packet)
{
    return build_array(context, GDV_DIALECT_GODOT4_4, packet);
}

static size_t build_array3(void *context, const workload_packet *packet)
{
    return build_array(context, GDV_DIALECT_GODOT3, packet);
}

static gdv_status parse(rpc_context *with, gdv_protocol protocol, const uint8_t *bytes, size_t size)
{
    return gdv_message_parse(protocol, bytes, size, &with->policy, with->nodes, with->capacity, &with->message, NULL);
}

/* Its values, and one for the array that a call has not. */
static size_t values_of(const rpc_context *with)
{
    return with->message.values + 1;
}

static size_t parse4(void *context, const workload_packet *packet)
{
    const gdv_status status = parse(context, GDV_PROTOCOL_GODOT4_4, packet->bytes, packet->size);
    return status == GDV_OK ? values_of(context) : 0;
}

static size_t parse3(void *context, const workload_packet *packet)
{
    const gdv_status status = parse(context, GDV_PROTOCOL_GODOT3, packet->bytes, packet->size);
    return status == GDV_OK ? values_of(context) : 0;
}

static size_t check(rpc_context *with, gdv_protocol protocol, const workload_packet *packet)
{
    gdv_status status = parse(with, protocol, packet->bytes, packet->size);
    if (status == GDV_OK) {
        status = gdv_message_check(&with->schema, &with->cache, &with->message, NULL, &with->match, NULL);
    }
    return status == GDV_OK ? values_of(with) : 0;
}

static size_t check4(void *context, const workload_packet *packet)
{
    return check(context, GDV_PROTOCOL_GODOT4_4, packet);
}

static size_t check3(void *context, const workload_packet *packet)
{
    return check(context, GDV_PROTOCOL_GODOT3, packet);
}

/* A packet that lacks its last byte; one of which the last argument decodes, but is not finite. */
static size_t refuse(void *context, gdv_protocol protocol, const workload_packet *packet, size_t size, gdv_status code)
{
    return parse(context, protocol, packet->bytes, size) == code ? packet->values : 0;
}

static size_t refuse_cut4(void *context, const workload_packet *packet)
{
    return refuse(context, GDV_PROTOCOL_GODOT4_4, packet, packet->size - 1, GDV_E_MP_ARG_INVALID);
}

static size_t refuse_cut3(void *context, const workload_packet *packet)
{
    return refuse(context, GDV_PROTOCOL_GODOT3, packet, packet->size - 1, GDV_E_MP_ARG_INVALID);
}

static size_t refuse_nonfinite4(void *context, const workload_packet *packet)
{
    return refuse(context, GDV_PROTOCOL_GODOT4_4, packet, packet->size, GDV_E_MP_ARG_POLICY);
}

static size_t refuse_nonfinite3(void *context, const workload_packet *packet)
{
    return refuse(context, GDV_PROTOCOL_GODOT3, packet, packet->size, GDV_E_MP_ARG_POLICY);
}

static const subject subjects[] = {
    {"rpc/array4", "the arguments as an Array of Godot 4, a node for each", &packet_format, begin, build_array4, end},
    {"rpc/parse4", "a call of Godot 4, its node by id", &call4, begin, parse4, end},
    {"rpc/check4", "that, and held against the methods of a schema", &call4, begin_checking4, check4, end},
    {"rpc/cut4", "a call of Godot 4 that lacks its last byte: refused", &call4, begin, refuse_cut4, end},
    {"rpc/nonfinite4", "one whose last argument is infinite: refused", &nonfinite4, begin, refuse_nonfinite4, end},
    {"rpc/array3", "the arguments as an Array of Godot 3", &packet_format_godot3, begin, build_array3, end},
    {"rpc/parse3", "a call of Godot 3, its node by id, its method by name", &call3, begin, parse3, end},
    {"rpc/parse3_path", "one with the path of its node", &call3_path, begin, parse3, end},
    {"rpc/check3", "as check4", &call3, begin_checking3, check3, end},
    {"rpc/cut3", "as cut4", &call3, begin, refuse_cut3, end},
    {"rpc/nonfinite3", "as nonfinite4", &nonfinite3, begin, refuse_nonfinite3, end},
};

const subject *subjects_of_rpc(size_t *count)
{
    *count = sizeof subjects / sizeof subjects[0];
    return subjects;
}
