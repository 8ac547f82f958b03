/* SPDX-License-Identifier: MIT */
/* gdv's entry points as subjects, each called as a server calls it: with its own memory, which is as large as any packet
 * of the workload may need, and without statistics or reports. */
#include "bench/packet.h"
#include "bench/subject.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEGMENT = 1400,          /* bytes of a packet of TCP, or about that */
    FRAME_CAP = 2 * 1048576, /* longest frame that is let in */
    PIECE = 64               /* numbers that are copied at a time */
};

typedef struct gdv_context {
    const workload *load;
    gdv_policy policy;
    gdv_node *nodes;
    size_t capacity; /* nodes */
    uint8_t *scratch;
    size_t scratch_size;
    uint8_t *out;
    size_t room;
    size_t answers; /* that were found, so that no lookup can be left out */
    uint64_t took;  /* something of each value, so that none goes unread */
    gdv_framer framer;
    gdv_schema schema;
    uint64_t form[2048]; /* of the schema */
} gdv_context;

static void give_up(const char *why)
{
    fprintf(stderr, "bench: %s\n", why);
    abort();
}

static gdv_context *begin(const workload *load, gdv_preset preset)
{
    gdv_context *context = message_memory(sizeof *context);
    *context = (gdv_context){.load = load,
                             .capacity = gdv_document_bound(load->longest),
                             .scratch_size = gdv_scratch_bound(load->longest),
                             .room = load->longest};
    gdv_policy_init(&context->policy, preset);
    context->nodes = message_memory(context->capacity * sizeof *context->nodes);
    context->scratch = message_memory(context->scratch_size);
    context->out = message_memory(context->room);
    return context;
}

static void end(void *context)
{
    gdv_context *ended = context;
    free(ended->nodes);
    free(ended->scratch);
    free(ended->out);
    free(ended);
}

static void *begin_strict(const workload *load)
{
    return begin(load, GDV_POLICY_STRICT);
}

/* A verdict says nothing of how it came about: that every value was read is seen here. */
static void *begin_validating(const workload *load, gdv_preset preset)
{
    gdv_context *context = begin(load, preset);
    for (size_t index = 0; index < load->count; index += 1) {
        const workload_packet *packet = &load->packets[index];
        gdv_stats stats = {.struct_size = sizeof stats};
        const gdv_status status = gdv_validate(packet->bytes, packet->size, GDV_DIALECT_GODOT4_4, &context->policy,
                                               context->scratch, context->scratch_size, &stats, NULL);
        if (status != GDV_OK || stats.values != packet->values || stats.bytes != packet->size) {
            give_up("gdv_validate does not see what a message holds");
        }
    }
    return context;
}

static void *begin_validating_strictly(const workload *load)
{
    return begin_validating(load, GDV_POLICY_STRICT);
}

/* The engine permits duplicate keys, so nobody looks for them. */
static void *begin_validating_as_engine(const workload *load)
{
    return begin_validating(load, GDV_POLICY_ENGINE);
}

static size_t validate(void *context, const workload_packet *packet)
{
    const gdv_context *with = context;
    const gdv_status status = gdv_validate(packet->bytes, packet->size, GDV_DIALECT_GODOT4_4, &with->policy,
                                           with->scratch, with->scratch_size, NULL, NULL);
    return status == GDV_OK ? packet->values : 0;
}

static uint64_t bits_of(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* Of vectors and packed arrays each number, as peers give each on its own. */
static uint64_t take_floats(gdv_value value)
{
    float floats[PIECE];
    gdv_numbers numbers;
    uint64_t took = 0;
    size_t first = 0;
    size_t copied = gdv_to_numbers(value, &numbers) == GDV_OK ? PIECE : 0;
    while (copied == PIECE) {
        copied = gdv_copy_float(&numbers, first, floats, PIECE);
        first += copied;
        for (size_t index = 0; index < copied; index += 1) {
            took += bits_of((double)floats[index]);
        }
    }
    return took;
}

/* Something of a value, so that none goes unread: what the peers' walks take of theirs. */
static uint64_t take(const gdv_event *event)
{
    const uint8_t *bytes = NULL;
    size_t size = 0;
    switch (event->type) {
    case GDV_TYPE_BOOL:
        return gdv_event_bool_or(event, false) ? 1 : 0;
    case GDV_TYPE_INT:
        return (uint64_t)gdv_event_int_or(event, INT64_MIN, INT64_MAX, 0);
    case GDV_TYPE_FLOAT:
        return bits_of(gdv_event_double_or(event, -DBL_MAX, DBL_MAX, 0.0));
    case GDV_TYPE_STRING:
        return gdv_event_text_or(event, "").size;
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        return gdv_to_bytes(event->value, &bytes, &size) == GDV_OK ? size : 0;
    case GDV_TYPE_VECTOR2:
    case GDV_TYPE_VECTOR3:
    case GDV_TYPE_PACKED_FLOAT32_ARRAY:
        return take_floats(event->value);
    default:
        return 0; /* null, and containers, of which there is nothing to take but what they hold */
    }
}

static size_t read_events(void *context, const workload_packet *packet)
{
    gdv_context *with = context;
    size_t values = 0;
    uint64_t took = 0;
    gdv_reader reader;
    const gdv_event *event = NULL;
    gdv_reader_init(&reader, packet->bytes, packet->size, GDV_DIALECT_GODOT4_4, &with->policy, with->scratch,
                    with->scratch_size);
    while ((event = gdv_reader_pull(&reader)) != NULL) {
        values += event->kind == GDV_EVENT_VALUE || event->kind == GDV_EVENT_BEGIN ? 1 : 0;
        took += event->kind == GDV_EVENT_VALUE ? take(event) : 0;
    }
    with->took += took;
    return gdv_reader_status(&reader) == GDV_OK ? values : 0;
}

/* That nothing is left out is seen here. */
static uint64_t owed_by(const message *tree)
{
    uint64_t owed = 0;
    switch (tree->kind) {
    case MESSAGE_BOOL:
        return tree->boolean ? 1 : 0;
    case MESSAGE_INT:
        return (uint64_t)tree->integer;
    case MESSAGE_FLOAT:
        return bits_of(tree->number);
    case MESSAGE_TEXT:
    case MESSAGE_BYTES:
        return tree->count;
    case MESSAGE_VECTOR:
    case MESSAGE_FLOATS:
        for (size_t index = 0; index < tree->count; index += 1) {
            owed += bits_of((double)tree->floats[index]);
        }
        return owed;
    case MESSAGE_ARRAY:
    case MESSAGE_DICTIONARY:
        for (size_t index = 0; index < tree->count * (tree->kind == MESSAGE_ARRAY ? 1 : 2); index += 1) {
            owed += owed_by(&tree->items[index]);
        }
        return owed;
    case MESSAGE_NIL:
    case MESSAGE_KINDS:
        break;
    }
    return 0;
}

static void *begin_reading(const workload *load)
{
    gdv_context *context = begin(load, GDV_POLICY_STRICT);
    for (size_t index = 0; index < load->count; index += 1) {
        const workload_packet *packet = &load->packets[index];
        context->took = 0;
        if (read_events(context, packet) != packet->values ||
            context->took != owed_by(&load->messages.messages[packet->index])) {
            give_up("a reader gives something else than the message has");
        }
    }
    return context;
}

static gdv_status parse(const gdv_context *with, const workload_packet *packet, gdv_document *document)
{
    return gdv_document_parse(document, packet->bytes, packet->size, GDV_DIALECT_GODOT4_4, &with->policy, with->nodes,
                              with->capacity, NULL);
}

static size_t build(void *context, const workload_packet *packet)
{
    const gdv_context *with = context;
    gdv_document document;
    const gdv_status status = parse(with, packet, &document);
    return status == GDV_OK ? document.count : 0;
}

/* The ten questions of message_questions, as a server has them in its code. */
static void ask_call(gdv_value root, gdv_value found[MESSAGE_QUESTIONS])
{
    found[0] = gdv_get_text(root, GDV_KEY("id"));
    found[1] = gdv_get_text(root, GDV_KEY("call"));
    found[2] = gdv_get_text(root, GDV_KEY("args"));
    found[3] = gdv_at(gdv_get_text(root, GDV_KEY("args")), 0);
    found[4] = gdv_get_text(gdv_get_text(root, GDV_KEY("args")), GDV_KEY("speed"));
    found[5] = gdv_at(root, 0);
    found[6] = gdv_at(root, 1);
    found[7] = gdv_at(root, 2);
    found[8] = gdv_at(gdv_at(root, 2), 0);
    found[9] = gdv_at(gdv_at(root, 2), 1);
}

static gdv_value entity_of(gdv_value root, size_t index)
{
    return gdv_at(gdv_get_text(root, GDV_KEY("entities")), index);
}

static void ask_snapshot(gdv_value root, gdv_value found[MESSAGE_QUESTIONS])
{
    found[0] = gdv_get_text(root, GDV_KEY("tick"));
    found[1] = gdv_get_text(root, GDV_KEY("time"));
    found[2] = gdv_get_text(root, GDV_KEY("map"));
    found[3] = gdv_get_text(entity_of(root, 2), GDV_KEY("name"));
    found[4] = gdv_get_text(entity_of(root, 2), GDV_KEY("position"));
    found[5] = gdv_get_text(entity_of(root, 9), GDV_KEY("name"));
    found[6] = gdv_get_text(entity_of(root, 9), GDV_KEY("flags"));
    found[7] = gdv_get_text(entity_of(root, 15), GDV_KEY("id"));
    found[8] = gdv_get_text(entity_of(root, 15), GDV_KEY("alive"));
    found[9] = gdv_get_text(entity_of(root, 15), GDV_KEY("target"));
}

static void ask(const gdv_document *document, message_workload kind, gdv_value found[MESSAGE_QUESTIONS])
{
    const gdv_value root = gdv_root(document);
    if (kind == MESSAGES_TINY) {
        ask_call(root, found);
    } else {
        ask_snapshot(root, found);
    }
}

static size_t build_and_ask(void *context, const workload_packet *packet)
{
    gdv_context *with = context;
    gdv_document document;
    gdv_value found[MESSAGE_QUESTIONS];
    const gdv_status status = parse(with, packet, &document);
    if (status != GDV_OK) {
        return 0;
    }
    ask(&document, with->load->kind, found);
    size_t answers = 0;
    for (size_t index = 0; index < MESSAGE_QUESTIONS; index += 1) {
        answers += gdv_exists(found[index]) ? 1 : 0;
    }
    with->answers += answers;
    return document.count;
}

/* Numbers are not compared: that they are read right is for the tests to say. */
static void expect_answers(const gdv_context *with, const workload_packet *packet)
{
    gdv_document document;
    gdv_value found[MESSAGE_QUESTIONS];
    const message_question *questions = message_questions(with->load->kind);
    if (parse(with, packet, &document) != GDV_OK) {
        give_up("a packet to be asked is refused");
    }
    ask(&document, with->load->kind, found);
    for (size_t index = 0; index < MESSAGE_QUESTIONS; index += 1) {
        const message *owed = message_answer(&with->load->messages.messages[packet->index], &questions[index]);
        const bool is_text = owed != NULL && owed->kind == MESSAGE_TEXT;
        const gdv_text text = gdv_text_or(found[index], "");
        if (gdv_exists(found[index]) != (owed != NULL) ||
            (is_text && (text.size != owed->count || memcmp(text.bytes, owed->text, text.size) != 0))) {
            give_up("a lookup finds something else than the message has there");
        }
    }
}

static void *begin_asking(const workload *load)
{
    if (message_questions(load->kind) == NULL) {
        return NULL;
    }
    gdv_context *context = begin(load, GDV_POLICY_STRICT);
    for (size_t index = 0; index < load->count; index += 1) {
        expect_answers(context, &load->packets[index]);
    }
    return context;
}

/* ---- by a schema */

static size_t check(void *context, const workload_packet *packet)
{
    static gdv_match match;
    const gdv_context *with = context;
    match.struct_size = sizeof match;
    const gdv_status status = gdv_schema_check(&with->schema, packet->bytes, packet->size, &with->policy, with->nodes,
                                               with->capacity, &match, NULL);
    return status == GDV_OK ? match.document.count : 0;
}

/* That it tells anything apart is seen here: a packet that lacks its last value's last word is none. */
static void *begin_checking(const workload *load)
{
    const char *text = message_schema(load->kind);
    if (text == NULL) {
        return NULL;
    }
    gdv_context *context = begin(load, GDV_POLICY_STRICT);
    const gdv_schema_source source = {"bench", text, strlen(text)};
    gdv_schema_error error = {.struct_size = sizeof error};
    if (gdv_schema_compile(&source, 1, GDV_DIALECT_GODOT4_4, context->form, sizeof context->form, &context->schema,
                           &error) != GDV_OK) {
        give_up(error.message);
    }
    for (size_t index = 0; index < load->count; index += 1) {
        const workload_packet *packet = &load->packets[index];
        const workload_packet shorter = {.bytes = packet->bytes, .size = packet->size - 4};
        if (check(context, packet) != packet->values || check(context, &shorter) != 0) {
            give_up("a message is not what its schema says");
        }
    }
    return context;
}

static size_t canonicalize(void *context, const workload_packet *packet)
{
    const gdv_context *with = context;
    size_t size = 0;
    const gdv_status status = gdv_canonicalize(packet->bytes, packet->size, GDV_DIALECT_GODOT4_4, &with->policy,
                                               with->scratch, with->scratch_size, with->out, with->room, &size, NULL);
    return status == GDV_OK && size == packet->size ? packet->values : 0;
}

static size_t write_message(void *context, const workload_packet *packet)
{
    const gdv_context *with = context;
    gdv_writer writer;
    size_t size = 0;
    gdv_status status = gdv_writer_init(&writer, with->out, with->room, GDV_DIALECT_GODOT4_4, &with->policy);
    if (status == GDV_OK) {
        packet_write(&writer, &with->load->messages.messages[packet->index]);
        status = gdv_writer_finish(&writer, with->scratch, with->scratch_size, &size);
    }
    return status == GDV_OK && size == packet->size ? packet->values : 0;
}

/* ---- frames: a packet after its length */

static void put_length(uint8_t out[GDV_FRAME_PREFIX_SIZE], size_t length)
{
    for (size_t index = 0; index < GDV_FRAME_PREFIX_SIZE; index += 1) {
        out[index] = (uint8_t)(length >> (8 * index));
    }
}

static size_t encode_frame(const message *tree, uint8_t *out, size_t capacity)
{
    uint8_t *body = capacity < GDV_FRAME_PREFIX_SIZE ? NULL : out + GDV_FRAME_PREFIX_SIZE;
    const size_t size =
        packet_encode(GDV_DIALECT_GODOT4_4, tree, body, body == NULL ? 0 : capacity - GDV_FRAME_PREFIX_SIZE);
    if (body != NULL) {
        put_length(out, size);
    }
    return size + GDV_FRAME_PREFIX_SIZE;
}

static const workload_format frame_format = {"godot4.4, framed", encode_frame};

static void start_stream(gdv_context *with)
{
    const gdv_framer_options options = {.struct_size = sizeof options, .max_frame = FRAME_CAP};
    const gdv_status status = gdv_framer_init(&with->framer, with->out, with->room, &options);
    if (status != GDV_OK) {
        give_up(gdv_status_text(status));
    }
}

static void *begin_stream(const workload *load)
{
    gdv_context *context = begin(load, GDV_POLICY_STRICT);
    start_stream(context);
    return context;
}

/* All frames are one stream. */
static size_t cut_frame(void *context, const workload_packet *packet)
{
    gdv_context *with = context;
    size_t framed = 0;
    for (size_t at = 0; at < packet->size;) {
        const uint8_t *chunk = packet->bytes + at;
        size_t left = packet->size - at < SEGMENT ? packet->size - at : SEGMENT;
        at += left;
        const uint8_t *frame = NULL;
        size_t size = 0;
        gdv_framing framing = GDV_FRAMING_READY;
        while (framing == GDV_FRAMING_READY) {
            framing = gdv_framer_next(&with->framer, &chunk, &left, &frame, &size);
            framed += framing == GDV_FRAMING_READY ? size : 0;
        }
    }
    return framed + GDV_FRAME_PREFIX_SIZE == packet->size ? packet->values : 0;
}

static const subject subjects[] = {
    {"validate/strict", "the verdict: canonical, finite, unique keys, UTF-8", &packet_format, begin_validating_strictly,
     validate, end},
    {"validate/engine", "the verdict of Godot 4's own decoder", &packet_format, begin_validating_as_engine, validate,
     end},
    {"reader", "strict, and each value as an event and taken", &packet_format, begin_reading, read_events, end},
    {"document", "strict, and a node for each value", &packet_format, begin_strict, build, end},
    {"document+10", "document, and ten lookups by key and index", &packet_format, begin_asking, build_and_ask, end},
    {"schema", "document, and each value held against a schema", &packet_format, begin_checking, check, end},
    {"canonicalize", "strict, and the canonical packet in another buffer", &packet_format, begin_strict, canonicalize,
     end},
    {"writer", "writes the message, tree walk included; unique keys, UTF-8", &packet_format, begin_strict,
     write_message, end},
    {"framer", "cuts a stream that comes in segments of 1,400 bytes; looks at lengths alone", &frame_format,
     begin_stream, cut_frame, end},
};

const subject *subjects_of_gdv(size_t *count)
{
    *count = sizeof subjects / sizeof subjects[0];
    return subjects;
}
