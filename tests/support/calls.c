/* SPDX-License-Identifier: MIT */
#include "tests/support/calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PARTS 64

static void give_up(const char *what, const char *where)
{
    fprintf(stderr, "tests/calls: %s: %s\n", what, where);
    abort();
}

/* One word of a row, taken apart in place. */
typedef struct word {
    char text[1024];
    const char *verb;
    char *argument; /* NULL where there is none */
} word;

/* Copies the next word; returns what follows it, NULL where there is none left. */
static const char *next_word(const char *calls, word *out)
{
    calls += strspn(calls, " ");
    size_t length = strcspn(calls, " ");
    if (length == 0) {
        return NULL;
    }
    if (length >= sizeof out->text) {
        give_up("word too long", calls);
    }
    memcpy(out->text, calls, length);
    out->text[length] = '\0';
    out->verb = out->text;
    out->argument = strpbrk(out->text, "=#");
    if (out->argument != NULL && *out->argument == '=') {
        *out->argument = '\0';
        out->argument += 1;
    }
    return calls + length;
}

/* Replaces %NN by the byte, in place. */
static gdv_text text_of(char *escaped)
{
    char *to = escaped;
    for (const char *from = escaped; *from != '\0'; from += 1) {
        if (*from == '%') {
            const char digits[3] = {from[1], from[2], '\0'};
            char *end = NULL;
            *to = (char)(unsigned char)strtoul(digits, &end, 16);
            if (end != digits + 2) {
                give_up("no escape", from);
            }
            from += 2;
        } else {
            *to = *from;
        }
        to += 1;
    }
    gdv_text text = {escaped, (size_t)(to - escaped)};
    return text;
}

/* Cuts at every separator, in place. */
static size_t split(char *text, char separator, char **parts)
{
    size_t n = 0;
    char *rest = text;
    while (rest != NULL) {
        if (n == MOST_PARTS) {
            give_up("too many parts", text);
        }
        parts[n] = rest;
        n += 1;
        rest = strchr(rest, separator);
        if (rest != NULL) {
            *rest = '\0';
            rest += 1;
        }
    }
    return n;
}

static uint64_t unsigned_of(const char *text)
{
    char *end = NULL;
    uint64_t value = strtoull(text, &end, 0);
    if (end == text || *end != '\0') {
        give_up("no number", text);
    }
    return value;
}

static uint32_t u32_of(const char *text)
{
    uint64_t value = unsigned_of(text);
    if (value > UINT32_MAX) {
        give_up("no u32", text);
    }
    return (uint32_t)value;
}

static int64_t signed_of(const char *text)
{
    char *end = NULL;
    int64_t value = strtoll(text, &end, 0);
    if (end == text || *end != '\0') {
        give_up("no number", text);
    }
    return value;
}

static uint64_t bits_of(const char *text)
{
    char *end = NULL;
    uint64_t bits = strtoull(text, &end, 16);
    if (end == text || *end != '\0') {
        give_up("no bits", text);
    }
    return bits;
}

/* Put where they belong, not returned: the x87 returns numbers in a register that quiets NaN. */
static void double_from(const char *text, double *value)
{
    char *end = NULL;
    if (*text == '#') {
        uint64_t bits = bits_of(text + 1);
        memcpy(value, &bits, sizeof *value);
        return;
    }
    *value = strtod(text, &end);
    if (end == text || *end != '\0') {
        give_up("no number", text);
    }
}

static void float_from(const char *text, float *value)
{
    double wide = 0;
    if (*text == '#') {
        uint32_t bits = (uint32_t)bits_of(text + 1);
        memcpy(value, &bits, sizeof *value);
        return;
    }
    double_from(text, &wide);
    *value = (float)wide;
}

/* A type by its canonical name; GDV_TYPE_COUNT for "nonsense". */
static gdv_type type_of(const char *name)
{
    for (int type = 0; type < GDV_TYPE_COUNT; type += 1) {
        if (strcmp(gdv_type_name((gdv_type)type), name) == 0) {
            return (gdv_type)type;
        }
    }
    if (strcmp(name, "nonsense") != 0) {
        give_up("no type", name);
    }
    return GDV_TYPE_COUNT;
}

/* Returns NULL for "-". */
static const gdv_element *element_of(char *text, gdv_element *element)
{
    memset(element, 0, sizeof *element);
    if (strcmp(text, "-") == 0) {
        return NULL;
    }
    if (strncmp(text, "class.", 6) == 0) {
        element->kind = GDV_ELEMENT_CLASS;
        element->name = text_of(text + 6);
    } else if (strncmp(text, "script.", 7) == 0) {
        element->kind = GDV_ELEMENT_SCRIPT;
        element->name = text_of(text + 7);
    } else if (strcmp(text, "any") != 0) {
        element->kind = GDV_ELEMENT_TYPE;
        element->type = type_of(text);
    }
    return element;
}

static gdv_status write_strings(gdv_writer *writer, char *argument)
{
    char *parts[MOST_PARTS];
    gdv_text texts[MOST_PARTS];
    size_t n = argument != NULL ? split(argument, ',', parts) : 0;
    for (size_t index = 0; index < n; index += 1) {
        texts[index] = text_of(parts[index]);
    }
    return gdv_write_strings(writer, n > 0 ? texts : NULL, n);
}

static gdv_status write_path(gdv_writer *writer, char *argument)
{
    char *parts[MOST_PARTS];
    gdv_text names[MOST_PARTS];
    gdv_text subnames[MOST_PARTS];
    gdv_text property = {NULL, 0};
    char *mark = strchr(argument, '!');
    if (mark != NULL) {
        *mark = '\0';
        property = text_of(mark + 1);
    }
    char *colon = strchr(argument, ':');
    size_t subname_count = 0;
    if (colon != NULL) {
        *colon = '\0';
        subname_count = split(colon + 1, ':', parts);
        for (size_t index = 0; index < subname_count; index += 1) {
            subnames[index] = text_of(parts[index]);
        }
    }
    bool absolute = argument[0] == '/';
    argument += absolute ? 1 : 0;
    size_t name_count = argument[0] != '\0' ? split(argument, '/', parts) : 0;
    for (size_t index = 0; index < name_count; index += 1) {
        names[index] = text_of(parts[index]);
    }
    return gdv_write_node_path(writer, absolute, name_count > 0 ? names : NULL, name_count,
                               subname_count > 0 ? subnames : NULL, subname_count, mark != NULL ? &property : NULL);
}

/* verb: i32, i64, f32 or f64. */
static gdv_status write_rows(gdv_writer *writer, const char *verb, char *argument)
{
    char *parts[MOST_PARTS];
    int32_t int32s[MOST_PARTS];
    int64_t int64s[MOST_PARTS];
    float floats[MOST_PARTS];
    double doubles[MOST_PARTS];
    size_t n = split(argument, ',', parts) - 1;
    gdv_type type = type_of(parts[0]);
    bool ints = verb[0] == 'i';
    for (size_t index = 0; index < n; index += 1) {
        int64s[index] = ints ? signed_of(parts[index + 1]) : 0;
        int32s[index] = (int32_t)int64s[index];
        if (!ints) {
            float_from(parts[index + 1], &floats[index]);
            double_from(parts[index + 1], &doubles[index]);
        }
    }
    if (ints) {
        return verb[1] == '3' ? gdv_write_int32s(writer, type, int32s, n) : gdv_write_int64s(writer, type, int64s, n);
    }
    return verb[1] == '3' ? gdv_write_floats(writer, type, floats, n) : gdv_write_doubles(writer, type, doubles, n);
}

static gdv_status write_parts(gdv_writer *writer, const char *verb, char *argument)
{
    char *parts[MOST_PARTS];
    size_t n = split(argument, ',', parts);
    if (strcmp(verb, "signal") == 0 && n == 2) {
        gdv_signal signal = {text_of(parts[0]), unsigned_of(parts[1])};
        return gdv_write_signal(writer, &signal);
    }
    if (strcmp(verb, "image") == 0 && n == 5) {
        packet bytes = packet_from_hex(parts[4]);
        gdv_image image = {u32_of(parts[0]), u32_of(parts[1]), u32_of(parts[2]),
                           u32_of(parts[3]), bytes.bytes,      bytes.size};
        gdv_status status = gdv_write_image(writer, &image);
        packet_free(&bytes);
        return status;
    }
    if (strcmp(verb, "event") == 0 && n >= 2 && n <= 4) {
        gdv_input_event event = {u32_of(parts[0]), u32_of(parts[1]), (uint32_t)n - 2, {0, 0}};
        for (size_t index = 2; index < n; index += 1) {
            event.extra[index - 2] = u32_of(parts[index]);
        }
        return gdv_write_input_event(writer, &event);
    }
    if (strcmp(verb, "tdict") == 0 && n == 2) {
        gdv_element key;
        gdv_element value;
        const gdv_element *of_key = element_of(parts[0], &key);
        return gdv_begin_typed_dictionary(writer, of_key, element_of(parts[1], &value));
    }
    give_up("no such call", verb);
    return GDV_OK;
}

static gdv_status make_with(gdv_writer *writer, const char *verb, char *argument)
{
    if (strcmp(verb, "int") == 0) {
        return gdv_write_int(writer, signed_of(argument));
    }
    if (strncmp(verb, "float", 5) == 0) {
        double value = 0;
        double_from(argument, &value);
        return gdv_write_float(writer, value);
    }
    if (strcmp(verb, "strs") == 0) {
        return write_strings(writer, argument);
    }
    if (strcmp(verb, "path") == 0) {
        return write_path(writer, argument);
    }
    if (strcmp(verb, "i32") == 0 || strcmp(verb, "i64") == 0 || strcmp(verb, "f32") == 0 || strcmp(verb, "f64") == 0) {
        return write_rows(writer, verb, argument);
    }
    if (strcmp(verb, "rid") == 0) {
        return gdv_write_rid(writer, unsigned_of(argument));
    }
    if (strcmp(verb, "id") == 0) {
        return gdv_write_object_id(writer, unsigned_of(argument));
    }
    if (strcmp(verb, "bytes") == 0) {
        packet bytes = packet_from_hex(argument);
        gdv_status status = gdv_write_bytes(writer, bytes.bytes, bytes.size);
        packet_free(&bytes);
        return status;
    }
    if (strcmp(verb, "tarray") == 0 || strcmp(verb, "parray") == 0) {
        gdv_element element;
        const gdv_element *of = element_of(argument, &element);
        return verb[0] == 't' ? gdv_begin_typed_array(writer, of) : gdv_begin_packed_typed_array(writer, of);
    }
    if (strchr(argument, ',') != NULL) {
        return write_parts(writer, verb, argument);
    }
    gdv_text text = text_of(argument);
    if (strcmp(verb, "str") == 0) {
        return gdv_write_string(writer, text.bytes, text.size);
    }
    if (strcmp(verb, "name") == 0) {
        return gdv_write_string_name(writer, text.bytes, text.size);
    }
    if (strcmp(verb, "object") == 0) {
        return gdv_begin_object(writer, text.bytes, text.size);
    }
    if (strcmp(verb, "prop") == 0) {
        return gdv_write_name(writer, text.bytes, text.size);
    }
    give_up("no such call", verb);
    return GDV_OK;
}

static gdv_status make_plain(gdv_writer *writer, const char *verb)
{
    static const struct {
        const char *verb;
        gdv_status (*call)(gdv_writer *writer);
    } plain[] = {{"nil", gdv_write_nil},         {"callable", gdv_write_callable}, {"array", gdv_begin_array},
                 {"dict", gdv_begin_dictionary}, {"shared", gdv_mark_shared},      {"end", gdv_end}};
    for (size_t index = 0; index < sizeof plain / sizeof plain[0]; index += 1) {
        if (strcmp(verb, plain[index].verb) == 0) {
            return plain[index].call(writer);
        }
    }
    if (strcmp(verb, "strs") == 0) {
        return write_strings(writer, NULL);
    }
    if (strcmp(verb, "true") != 0 && strcmp(verb, "false") != 0) {
        give_up("no such call", verb);
    }
    return gdv_write_bool(writer, verb[0] == 't');
}

gdv_status calls_make(gdv_writer *writer, const char *calls)
{
    gdv_status status = GDV_OK;
    word made;
    for (calls = next_word(calls, &made); calls != NULL; calls = next_word(calls, &made)) {
        status = made.argument != NULL ? make_with(writer, made.verb, made.argument) : make_plain(writer, made.verb);
    }
    return status;
}

#define SPARE 64
#define MARK 0xa5

/* Into a heap block of `capacity` bytes, of which the packet may use `room`; what lies after the packet stays as it
 * was. `buffer` NULL measures. */
static gdv_status write_into(uint8_t *buffer, size_t room, size_t capacity, gdv_dialect dialect,
                             const gdv_policy *policy, const char *calls, size_t *size, gdv_report *report)
{
    gdv_writer *writer = malloc(sizeof *writer);
    size_t scratch_size = gdv_scratch_bound(capacity);
    void *scratch = malloc(scratch_size);
    if (writer == NULL || scratch == NULL) {
        give_up("out of memory", calls);
    }
    if (buffer != NULL) {
        memset(buffer, MARK, capacity);
    }
    gdv_status status = gdv_writer_init(writer, buffer, room, dialect, policy);
    if (status != GDV_OK) {
        give_up("writer does not start", gdv_status_name(status));
    }
    status = calls_make(writer, calls);
    gdv_status finished = gdv_writer_finish(writer, scratch, scratch_size, size);
    if (status != GDV_OK && status != finished && finished != GDV_E_BAD_NESTING) {
        give_up("an error did not stick", calls);
    }
    report->struct_size = sizeof *report;
    if (gdv_writer_report(writer, report) != GDV_OK || report->code != finished) {
        give_up("report disagrees with the code", calls);
    }
    size_t used = finished == GDV_OK ? *size : room;
    for (size_t index = used; buffer != NULL && index < capacity; index += 1) {
        if (buffer[index] != MARK) {
            give_up("a byte after the packet was written", calls);
        }
    }
    free(scratch);
    free(writer);
    return finished;
}

static void check_accepted(const packet *made, gdv_dialect dialect, const gdv_policy *policy, const char *calls)
{
    verdict said = verdict_of(made->bytes, made->size, dialect, policy);
    if (said.code != GDV_OK || said.stats.bytes != made->size) {
        give_up(gdv_status_name(said.code), calls);
    }
    size_t scratch_size = gdv_scratch_bound(made->size);
    size_t size = 0;
    void *scratch = malloc(scratch_size);
    packet canonical = packet_from_bytes(made->bytes, made->size);
    if (scratch == NULL) {
        give_up("out of memory", calls);
    }
    gdv_status status = gdv_canonicalize(made->bytes, made->size, dialect, policy, scratch, scratch_size,
                                         canonical.bytes, canonical.size, &size, NULL);
    if (status != GDV_OK || size != made->size || memcmp(canonical.bytes, made->bytes, size) != 0) {
        give_up("the packet is not canonical", calls);
    }
    packet_free(&canonical);
    free(scratch);
}

written written_by(gdv_dialect dialect, const gdv_policy *policy, const char *calls)
{
    written out;
    size_t measured = 0;
    size_t size = 0;
    gdv_report report;

    memset(&out, 0, sizeof out);
    gdv_status said = write_into(NULL, 0, 0, dialect, policy, calls, &measured, &report);
    packet roomy = {malloc(measured + SPARE), measured + SPARE};
    if (roomy.bytes == NULL) {
        give_up("out of memory", calls);
    }
    out.code = write_into(roomy.bytes, roomy.size, roomy.size, dialect, policy, calls, &size, &out.report);
    if (out.code != said && !(said == GDV_OK && out.code == GDV_E_DUPLICATE_KEY)) {
        give_up("measuring says otherwise", calls);
    }
    if (out.code == GDV_OK) {
        if (size != measured) {
            give_up("measured another size", calls);
        }
        /* a heap block of its own, so that AddressSanitizer sees one byte too far */
        out.made = packet_from_bytes(roomy.bytes, size);
        said = write_into(out.made.bytes, size, size, dialect, policy, calls, &size, &report);
        if (said != GDV_OK || size != measured || memcmp(out.made.bytes, roomy.bytes, size) != 0) {
            give_up("a buffer of exactly the size gives another packet", calls);
        }
        check_accepted(&out.made, dialect, policy, calls);
    }
    packet_free(&roomy);
    return out;
}
