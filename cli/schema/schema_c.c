/* SPDX-License-Identifier: MIT */
#include "schema_c.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "schema_c_member.h"
#include "schema_methods.h"

/* ---- names of files and of what is in them */

typedef struct c_output {
    c_text path;  /* without .h and .c */
    c_text shown; /* the last part of it, as #include spells it */
    c_text header;
    c_text source;
} c_output;

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Whether a name can stand in an #include and in a comment. */
static bool is_plain_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.+";
    return name[0] != '\0' && name[0] != '.' && name[strspn(name, letters)] == '\0';
}

static bool set_path(c_output *out, const schema_file *files, const char *base)
{
    const char *file = last_part(files->paths[0]);
    size_t length = strlen(file);
    bool named = length > 5 && strcmp(file + length - 5, ".gdvs") == 0;
    if (base == NULL && strcmp(file, "-") == 0) {
        complain("--c of standard input needs --out, the name of the files");
        return false;
    }
    if (base != NULL) {
        c_text_add(&out->path, "%s", base);
    } else {
        c_text_add(&out->path, "%.*s", (int)(named ? length - 5 : length), file);
    }
    c_text_add(&out->shown, "%s", last_part(c_text_of(&out->path)));
    if (!is_plain_name(c_text_of(&out->shown))) {
        complain("'%s' cannot be the name of a header: letters, digits, _ - . and + alone; --out sets another",
                 c_text_of(&out->shown));
        return false;
    }
    return true;
}

static bool set_stem(c_maker *maker, const c_output *out, const char *prefix)
{
    const char *stem = prefix != NULL ? prefix : c_text_of(&out->shown);
    const gdv_text text = {stem, strlen(stem)};
    if (!c_part_of_text(text, maker->stem) || (prefix != NULL && strcmp(prefix, maker->stem) != 0)) {
        complain("'%.80s' cannot begin a name in C", stem);
        return false;
    }
    maker->before[0] = '\0';
    if (prefix != NULL) {
        (void)snprintf(maker->before, sizeof maker->before, "%s_", prefix);
    }
    return true;
}

/* Takes a name of the files' scope. */
static bool take(c_maker *maker, uint32_t packet, const char *what, const char *one, const char *two, const char *three)
{
    char name[3 * C_NAME_SIZE];
    (void)snprintf(name, sizeof name, "%s%s%s", one, two, three);
    const char *other = c_names_add(&maker->names, name, what);
    const gdv_rule_packet *of = gdv_schema_packet(maker->schema, packet);
    return other == NULL ||
           c_refuse(maker, packet, of->line, "%s and %s would both be called %s in C", other, what, name);
}

/* The name of a packet as part of others; and all of those taken. */
static bool take_packet(c_maker *maker, uint32_t packet, char name[C_NAME_SIZE])
{
    char what[128];
    const char *known = gdv_schema_packet_name(maker->schema, packet);
    const gdv_rule_packet *of = gdv_schema_packet(maker->schema, packet);
    if (!c_packet_part(maker, packet, name)) {
        return c_refuse(maker, packet, of->line, "its name is none in C");
    }
    const bool is_method = schema_is_method(maker->schema, packet);
    (void)snprintf(what, sizeof what, "%s %.80s", is_method ? "method" : "packet", known);
    return take(maker, packet, what, maker->before, name, "_fields") &&
           take(maker, packet, what, maker->before, name, "_from_match") &&
           (is_method || (take(maker, packet, what, maker->before, name, "_from_packet") &&
                          take(maker, packet, what, maker->before, name, "_to_packet"))) &&
           take(maker, packet, what, maker->stem, "_packet_", name);
}

/* ---- the header */

/* A name in capitals, for the guard. */
static void put_guard(const c_maker *maker, c_text *to)
{
    c_text_add(to, "GDV_SCHEMA_");
    for (const char *letter = maker->stem; *letter != '\0'; letter += 1) {
        c_text_add(to, "%c", *letter >= 'a' && *letter <= 'z' ? *letter - 'a' + 'A' : *letter);
    }
    c_text_add(to, "_H");
}

static void put_header_begin(const c_maker *maker, c_text *to)
{
    c_put_head(
        maker, to,
        "What each packet of a schema holds, and functions\n"
        " * that read and write it. Texts, bytes and gdv_numbers of a struct that was filled point into the packet,\n"
        " * each gdv_value into the match: both must outlive it. gdv's docs/schema.md, \"Structs in C\", says the "
        "rest.");
    c_text_add(to, "#ifndef ");
    put_guard(maker, to);
    c_text_add(to, "\n#define ");
    put_guard(maker, to);
    c_text_add(to, "\n\n#include <gdv/gdv.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    c_text_add(
        to,
        "/* The compiled schema, which is constant data: once for a program, whose threads may share it. Returns\n"
        " * GDV_OK, or GDV_E_SCHEMA_FORM where the library is of another version. */\n"
        "gdv_status %s_schema(gdv_schema *schema);\n\n",
        maker->stem);
}

/* The numbers of packets, and a list of them for tables. */
static bool put_packet_numbers(c_maker *maker, c_text *to)
{
    uint32_t packets = gdv_schema_packets(maker->schema);
    char name[C_NAME_SIZE];
    bool fine = take(maker, 0, "the schema", maker->stem, "_schema", "") &&
                take(maker, 0, "the numbers of packets", maker->stem, "_packet", "") &&
                take(maker, 0, "the list of packets", maker->stem, "_packets", "");
    c_text_add(to, "/* What match.packet is. */\nenum %s_packet {\n", maker->stem);
    for (uint32_t packet = 0; fine && packet < packets; packet += 1) {
        fine = take_packet(maker, packet, name);
        c_text_add(to, "    %s_packet_%s = %" PRIu32 "%s\n", maker->stem, name, packet,
                   packet + 1 < packets ? "," : "");
    }
    c_text_add(to,
               "};\n\n/* For tables of all packets: what their names begin with, in the order of those numbers. */\n"
               "#define %s_packets(X)",
               maker->stem);
    for (uint32_t packet = 0; fine && packet < packets; packet += 1) {
        (void)c_packet_part(maker, packet, name);
        c_text_add(to, " \\\n    X(%s%s)", maker->before, name);
    }
    c_text_add(to, "\n\n");
    return fine;
}

/* The first packet that is no method; GDV_NONE. */
static uint32_t first_bare(const gdv_schema *schema)
{
    for (uint32_t packet = 0; packet < gdv_schema_packets(schema); packet += 1) {
        if (!schema_is_method(schema, packet)) {
            return packet;
        }
    }
    return GDV_NONE;
}

/* Of a method there are no functions of whole packets. */
static bool put_declarations(c_maker *maker, c_text *to, uint32_t packet)
{
    char name[C_NAME_SIZE];
    const char *before = maker->before;
    const bool is_method = schema_is_method(maker->schema, packet);
    const bool first = !is_method && first_bare(maker->schema) == packet;
    c_packet_part(maker, packet, name);
    c_text_add(to, "typedef struct %s%s_fields {\n", before, name);
    bool fine = c_put_struct(maker, to, packet);
    c_text_add(to, "} %s%s_fields;\n\n", before, name);
    if (first) {
        c_text_add(
            to,
            "/* gdv_schema_check, and the struct filled where it is this packet. Returns what that does; and\n"
            " * GDV_E_NO_SUCH_PACKET where it is another one, which match->packet says. On failure *to is zero. */\n");
    }
    if (!is_method) {
        c_put_prototype(maker, to, C_FROM_PACKET, packet);
        c_text_add(to, ";\n");
    }
    if (packet == 0) {
        c_text_add(
            to, "/* The struct alone, of a match that gdv_schema_check or, of a method's arguments, gdv_message_check\n"
                " * has filled: GDV_OK, GDV_E_NO_SUCH_PACKET, GDV_E_MISSING where that refused the packet,\n"
                " * GDV_E_BAD_ARGUMENT for NULL. */\n");
    }
    c_put_prototype(maker, to, C_FROM_MATCH, packet);
    c_text_add(to, is_method ? ";\n\n" : ";\n");
    if (first) {
        c_text_add(
            to, "/* Writes it to buffer[0 .. capacity-1]; *size becomes its size. Ranges and lengths are not checked.\n"
                " * scratch is aligned to 8; four times the packet's bytes, and no less than 1024, suffice.\n"
                " * Returns what the writer does;\n"
                " * GDV_E_NO_SPACE, GDV_E_NO_SCRATCH where scratch is too small to copy to, *size is 0 then;\n"
                " * GDV_E_MISSING for a gdv_value that does not exist; GDV_E_BAD_ARGUMENT (NULL, not aligned). */\n");
    }
    if (!is_method) {
        c_put_prototype(maker, to, C_TO_PACKET, packet);
        c_text_add(to, ";\n\n");
    }
    return fine;
}

static bool make_header(c_maker *maker, c_output *out)
{
    c_text *to = &out->header;
    put_header_begin(maker, to);
    bool fine = put_packet_numbers(maker, to);
    for (uint32_t packet = 0; fine && packet < gdv_schema_packets(maker->schema); packet += 1) {
        fine = put_declarations(maker, to, packet);
    }
    c_text_add(to, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    return fine;
}

/* ---- both */

static bool write_both(c_output *out)
{
    c_text header = {.bytes = NULL};
    c_text source = {.bytes = NULL};
    c_text_add(&header, "%s.h", c_text_of(&out->path));
    c_text_add(&source, "%s.c", c_text_of(&out->path));
    bool fine = !out->header.failed && !out->source.failed && !header.failed && !source.failed;
    if (!fine) {
        complain("not enough memory");
    }
    fine = fine && c_text_write(&out->header, c_text_of(&header)) && c_text_write(&out->source, c_text_of(&source));
    c_text_free(&header);
    c_text_free(&source);
    return fine;
}

bool schema_c_write(const gdv_schema *schema, const schema_file *files, const char *base, const char *prefix)
{
    c_maker maker = {.schema = schema, .files = files};
    c_output out = {.path = {.bytes = NULL}};
    bool fine = set_path(&out, files, base) && set_stem(&maker, &out, prefix) && make_header(&maker, &out);
    if (fine) {
        c_put_source(&maker, &out.source, c_text_of(&out.shown));
        fine = write_both(&out);
    }
    c_names_free(&maker.names);
    c_text_free(&out.path);
    c_text_free(&out.shown);
    c_text_free(&out.header);
    c_text_free(&out.source);
    return fine;
}
