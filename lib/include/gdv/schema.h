/* SPDX-License-Identifier: MIT */
/* What a packet may look like: a schema, compiled once, and the check that a packet is one of the packets it declares.
 *
 *      gdv_match match = {.struct_size = sizeof match};
 *      gdv_violation violation = {.struct_size = sizeof violation};
 *      if (gdv_schema_check(&schema, bytes, size, NULL, nodes, capacity, &match, &violation) == GDV_OK) {
 *          handle(match.packet, gdv_match_value(&match, MOVE_POS));
 *      } else {
 *          gdv_violation_format(&violation, line, sizeof line); // .pos.x: 5000 is not in -4096..4096 (type Position, ..
 *      }
 *
 * A schema comes from text (gdv_schema_compile, docs/schema.md), from a table of fields in C (schema_fields.h), or is
 * compiled already (gdv_schema_load). Its compiled form is one block of memory that the caller owns: no pointers, no
 * allocation. It may be written to a file and read on a machine of the same byte order. After the load it must not
 * change while any gdv_schema refers to it, as constants of a program must not: a file that others can write to is
 * copied first. Threads may share it. */
#ifndef GDV_SCHEMA_H
#define GDV_SCHEMA_H

#include "document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No rule, field, text, packet or value. */
#define GDV_NONE 0xffffffffu

/* ---- the compiled form, as what reads it sees it ---- */

/* Kinds of rules, and what of a gdv_rule they use beside name, line and source. X(enumerator, text)
 *
 *  ANY      whatever the policy lets pass
 *  NIL      null
 *  BOOL     lowest..highest: 0..1 both, 0..0 false, 1..1 true
 *  INT      lowest..highest, or with GDV_RULE_SET the members
 *  FLOAT    low..high (low32..high32 where the packet has 32 bits), or with GDV_RULE_SET the members
 *  NUMBER   INT or FLOAT, by what the packet has, without a set
 *  TEXT     least..most bytes, with GDV_RULE_CHARS code points; a class of characters; or with GDV_RULE_SET the members.
 *           GDV_RULE_STRING, GDV_RULE_NAME or both: whether a String, a StringName passes
 *  VALUE    a value of `type`, of any content: NodePath, RID, Object, Callable, Signal, Image, InputEvent
 *  MATH     a value of `type`, Vector2 to Color: each component lowest..highest or low..high
 *  BYTES    PackedByteArray of least..most bytes
 *  PACKED   packed array of numbers, `type`: least..most elements; each component as for MATH
 *  STRINGS  PackedStringArray: least..most elements, each as the TEXT rule `value` has it
 *  ARRAY    `type` (Array, TypedArray, PackedTypedArray): least..most elements, each as rule `value`
 *  TUPLE    Array: element i is fields[first + i]; least elements at least, which are not optional; GDV_RULE_OPEN: more
 *           elements than `count` may follow, of any kind
 *  MAP      Dictionary: least..most pairs, keys as rule `key`, values as rule `value`
 *  RECORD   Dictionary: text texts + i is the key of fields[first + i], int numbers + i that of fields[first + count +
 *           i]; `least` fields are not optional; GDV_RULE_OPEN: other keys may be there, of any value, `most` pairs in all
 *  UNION    by type: refs[first + t] is the rule of values whose canonical type is t, or GDV_NONE. No UNION is in a UNION
 *  TAGGED   dictionaries, by the value of the key text `key`, or where that is GDV_NONE of the key int `lowest`: a text
 *           texts + i is the RECORD refs[first + i]; an int numbers + i the RECORD refs[first + count + i]
 *  LED      arrays, by the value of element 0: as TAGGED, TUPLEs */
#define GDV_RULE_LIST(X)                                                                                               \
    X(ANY, "Variant")                                                                                                  \
    X(NIL, "null")                                                                                                     \
    X(BOOL, "bool")                                                                                                    \
    X(INT, "int")                                                                                                      \
    X(FLOAT, "float")                                                                                                  \
    X(NUMBER, "number")                                                                                                \
    X(TEXT, "text")                                                                                                    \
    X(VALUE, "value of a type")                                                                                        \
    X(MATH, "vector")                                                                                                  \
    X(BYTES, "PackedByteArray")                                                                                        \
    X(PACKED, "packed array")                                                                                          \
    X(STRINGS, "PackedStringArray")                                                                                    \
    X(ARRAY, "array")                                                                                                  \
    X(TUPLE, "positional array")                                                                                       \
    X(MAP, "dictionary of one kind")                                                                                   \
    X(RECORD, "dictionary with fields")                                                                                \
    X(UNION, "union by type")                                                                                          \
    X(TAGGED, "union by tag")                                                                                          \
    X(LED, "union by first element")

typedef enum gdv_rule_kind {
#define GDV_RULE_ENUM(name, text) GDV_RULE_##name,
    GDV_RULE_LIST(GDV_RULE_ENUM)
#undef GDV_RULE_ENUM
        GDV_RULE_COUNT
} gdv_rule_kind;

/* Flags of a rule. */
#define GDV_RULE_SET 0x0001u        /* INT, FLOAT, TEXT: a member of a set */
#define GDV_RULE_CHARS 0x0002u      /* TEXT: the length counts code points */
#define GDV_RULE_STRING 0x0004u     /* TEXT: a String passes */
#define GDV_RULE_NAME 0x0008u       /* TEXT: a StringName passes */
#define GDV_RULE_ASCII 0x0010u      /* TEXT: every byte is below 0x80 */
#define GDV_RULE_PRINTABLE 0x0020u  /* TEXT: nothing that controls: docs/schema.md */
#define GDV_RULE_IDENTIFIER 0x0040u /* TEXT: letters, digits and _ of ASCII, no digit first; not empty */
#define GDV_RULE_NONFINITE 0x0080u  /* FLOAT, NUMBER, MATH, PACKED: NaN passes, and infinities that the range admits */
#define GDV_RULE_OPEN 0x0100u       /* TUPLE, RECORD: more may be there */
#define GDV_RULE_PART 0x0200u       /* `name` is not the rule's own but that of what it is a part of */
#define GDV_RULE_OF_PACKET 0x0400u  /* `name` is that of a packet, else that of a type */
#define GDV_RULE_ROOT 0x0800u       /* TAGGED, LED: tells packets apart; nothing but the root refers to it */
#define GDV_RULE_ANY_NUMBER 0x1000u /* INT, FLOAT, NUMBER, MATH, PACKED: a range is written that every number passes */
#define GDV_RULE_ANY_LENGTH 0x2000u /* TEXT, BYTES, PACKED, STRINGS, ARRAY, MAP: the same of the length */

/* One rule, 104 bytes. Indexes count from 0 in the form's tables; what a kind does not use is 0, ranges that nobody gave
 * are the whole range. Range ends are compared in the width of the packet's number: low32 is the greatest float that is
 * not above low, high32 the least that is not below high, and finite unless low or high is infinite. Without
 * GDV_RULE_NONFINITE all four are finite, so that nothing else passes. */
typedef struct gdv_rule {
    uint8_t kind;    /* gdv_rule_kind */
    uint8_t type;    /* gdv_type: VALUE, MATH, PACKED, ARRAY */
    uint16_t flags;  /* GDV_RULE_ */
    uint32_t name;   /* text: the innermost named type or packet around it (GDV_RULE_PART) or its own; GDV_NONE */
    uint32_t line;   /* of the schema, from 1; of the field's own type. 0 for none */
    uint16_t source; /* which text of the schema `line` is in: text form->sources + source */
    uint16_t width;  /* RECORD, TUPLE, and unions of them: values that a match keeps for what is in it */
    uint32_t first;  /* of fields or refs */
    uint32_t count;
    uint32_t least; /* bytes, code points, elements, pairs, fields */
    uint32_t most;
    uint32_t key;     /* MAP: rule. TAGGED: text */
    uint32_t value;   /* MAP, ARRAY, STRINGS: rule */
    uint32_t texts;   /* RECORD, TAGGED, LED, TEXT with a set, TUPLE of a method: first of `count` texts */
    uint32_t slots;   /* first slot of the table in which those are found */
    uint32_t bits;    /* that table has 1 << bits slots; one free slot where count is 0 */
    uint32_t seed;    /* of its hash */
    uint32_t numbers; /* INT, FLOAT with a set, RECORD, TAGGED, LED: first of number_count, ascending */
    uint32_t number_count;
    int64_t lowest;
    int64_t highest;
    double low;
    double high;
    float low32;
    float high32;
} gdv_rule;

/* A key of a RECORD or an element of a TUPLE. */
typedef struct gdv_rule_field {
    uint32_t rule;
    uint32_t line;
    uint16_t flags; /* GDV_FIELD_ */
    uint16_t value; /* where a match keeps it, counted from the value of what it is in; 0xffff: nowhere */
} gdv_rule_field;

#define GDV_FIELD_OPTIONAL 0x1u
#define GDV_FIELD_NESTED 0x2u /* values of what is in it are kept from `value` + 1 on, `width` of its rule */
#define GDV_FIELD_NOWHERE 0xffffu

/* Of a remote method: what it is, who may call it, how its calls are sent. */
#define GDV_RPC_METHOD 0x01u   /* a function */
#define GDV_RPC_PROPERTY 0x02u /* of Godot 3: a variable that SET sets */
#define GDV_RPC_NODE 0x04u     /* in the table of Node.rpc_config, not in that of the script */
#define GDV_RPC_ANY_PEER 0x08u
#define GDV_RPC_AUTHORITY 0x10u /* neither: disabled, which counts for the numbers of the others */
#define GDV_RPC_UNRELIABLE 0x20u
#define GDV_RPC_ORDERED 0x40u /* unreliable, and in order */

/* One packet, or one remote method: then its rule is a TUPLE of its parameters, and its name "Script.method". Its rule is
 * the one of its number. 0 in a limit: none but the schema's. */
typedef struct gdv_rule_packet {
    uint32_t name; /* text */
    uint32_t line;
    uint32_t max_bytes;
    uint32_t max_depth; /* 1 + the limit, as 0 is a depth */
    uint32_t max_values;
    uint32_t max_elements;
    uint32_t max_string;
    uint32_t source;
    uint32_t rpc;    /* GDV_RPC_ bits; 0: a packet */
    uint32_t script; /* of a method */
} gdv_rule_packet;

/* A script with remote methods. Each of its two tables is in the order of the names, by code point, so that a method's place
 * in it is the id that engines send. */
typedef struct gdv_rule_script {
    uint32_t name;         /* text */
    uint32_t paths;        /* text: where its nodes are, a path a line */
    uint32_t first;        /* of its methods */
    uint32_t node_methods; /* how many: of Node.rpc_config, then of the script */
    uint32_t methods;
} gdv_rule_script;

/* A compiled schema that was checked. Fill it with gdv_schema_load or gdv_schema_compile; the fields are the library's
 * own. No pointer of it is NULL after success; all are after failure. */
typedef struct gdv_schema {
    const struct gdv_form *form;
    const gdv_rule *rules;
    const gdv_rule_field *fields;
    const gdv_rule_packet *packets;
    const struct gdv_form_text *texts;
    const struct gdv_form_slot *slots;
    const uint32_t *refs;
    const uint64_t *numbers;
    const gdv_rule_script *scripts;
    const uint32_t *methods;
    const char *pool;
    gdv_dialect dialect;
} gdv_schema;

/* What is wrong with a schema. Set struct_size before the call; all else is written whatever the result. */
#define GDV_SCHEMA_MESSAGE_SIZE 160
typedef struct gdv_schema_error {
    size_t struct_size;
    gdv_status code;
    uint32_t source;                       /* which of the texts, from 0 */
    uint32_t line;                         /* from 1; 0 where no place of a text is to blame */
    uint32_t column;                       /* bytes of the line up to the fault, from 1 */
    uint64_t need;                         /* GDV_E_NO_SPACE: bytes in all. After GDV_OK: bytes that the form has */
    uint64_t offset;                       /* gdv_schema_load: of what is wrong with the form */
    char message[GDV_SCHEMA_MESSAGE_SIZE]; /* without line end, closed by NUL; "" after GDV_OK */
} gdv_schema_error;

/* Checks a compiled form, memory[0 .. size-1], that may come from anywhere, and makes a schema of it that refers to the
 * memory. Requires memory aligned to 8, which an array of uint64_t need not be on a 32-bit machine: _Alignas(8). Time:
 * linear in the form.
 *
 * Returns GDV_OK; GDV_E_SCHEMA_FORM where it is no form, or of another version or byte order, or anything in it leads
 * out of it; GDV_E_BAD_ARGUMENT (memory nowhere or not aligned, schema NULL), GDV_E_BAD_STRUCT (error), GDV_E_OVERLAP of
 * schema or error with one another or the memory. error may be NULL. On failure the schema is empty, and no check
 * passes with it. */
GDV_API GDV_NODISCARD gdv_status gdv_schema_load(const void *memory, size_t size, gdv_schema *schema,
                                                 gdv_schema_error *error);

/* One text of a schema. */
typedef struct gdv_schema_source {
    const char *name; /* as `include` spells it, and as messages do; closed by NUL */
    const char *text;
    size_t size;
} gdv_schema_source;

/* Compiles sources[0], and of the others those that it includes by name, into memory[0 .. size-1]. Requires memory
 * aligned to 8, or NULL with size 0, which measures: GDV_E_NO_SPACE with error->need. The memory serves as work space
 * too; error->need after GDV_OK is how much of its front the form keeps.
 *
 * Returns GDV_OK; GDV_E_SCHEMA_SYNTAX for anything that is wrong with the text, with line and column; GDV_E_NO_SPACE;
 * GDV_E_BAD_ARGUMENT, GDV_E_BAD_DIALECT, GDV_E_BAD_STRUCT, GDV_E_OVERLAP. On failure the schema is empty. */
GDV_API GDV_NODISCARD gdv_status gdv_schema_compile(const gdv_schema_source *sources, size_t count, gdv_dialect dialect,
                                                    void *memory, size_t size, gdv_schema *schema,
                                                    gdv_schema_error *error);

/* Bytes of the compiled form, which begins at the memory it was compiled to or loaded from: what to write to a file. 0 for
 * NULL and for an empty schema. */
GDV_API size_t gdv_schema_size(const gdv_schema *schema);

/* Reading a schema, for tools. NULL, 0 or an empty text where the number does not exist or the schema is empty. */
GDV_API uint32_t gdv_schema_rules(const gdv_schema *schema);
GDV_API uint32_t gdv_schema_packets(const gdv_schema *schema);
GDV_API const gdv_rule *gdv_schema_rule(const gdv_schema *schema, uint32_t rule);
/* GDV_NONE: the schema's own limits. */
GDV_API const gdv_rule_packet *gdv_schema_packet(const gdv_schema *schema, uint32_t packet);
GDV_API const gdv_rule_field *gdv_schema_field(const gdv_schema *schema, uint32_t field);
GDV_API uint32_t gdv_schema_ref(const gdv_schema *schema, uint32_t ref);   /* GDV_NONE */
GDV_API gdv_text gdv_schema_text(const gdv_schema *schema, uint32_t text); /* closed by NUL */
GDV_API int64_t gdv_schema_int(const gdv_schema *schema, uint32_t number);
GDV_API double gdv_schema_double(const gdv_schema *schema, uint32_t number);

/* What a text of the schema is called; "" where there is no such text. Never NULL. */
GDV_API const char *gdv_schema_source_name(const gdv_schema *schema, uint32_t source);

/* Lowers the limits of a policy to those of the schema, and takes the permission of duplicate keys from it. NULL is
 * ignored. */
GDV_API void gdv_schema_narrow(const gdv_schema *schema, gdv_policy *policy);

/* Name of a packet, closed by NUL; "" where there is none. Never NULL. And the packet of a name, or GDV_NONE. */
GDV_API const char *gdv_schema_packet_name(const gdv_schema *schema, uint32_t packet);
GDV_API uint32_t gdv_schema_packet_of(const gdv_schema *schema, const char *name);

/* ---- the check ---- */

/* Values that a match keeps. */
#define GDV_MATCH_VALUES 256u

/* Which packet it is, and the value of each of its fields. Set struct_size before the call. */
typedef struct gdv_match {
    size_t struct_size;
    uint32_t packet; /* GDV_NONE where no packet was recognised */
    uint32_t count;  /* values kept: those of the packet's fields, in the order of the schema */
    gdv_document document;
    uint32_t values[GDV_MATCH_VALUES]; /* node of each; GDV_NONE for an optional field that is not there */
} gdv_match;

/* What is wrong with a packet. Set struct_size before the call; all else is written whatever the result. The texts are
 * closed by NUL, printable ASCII but for names of the schema, and cut with ".." where they are longer. */
#define GDV_VIOLATION_TEXT 80
#define GDV_VIOLATION_METHOD 2u
typedef struct gdv_violation {
    size_t struct_size;
    gdv_report report; /* code, offset, depth, type, path: of the value at fault; of the dictionary for a missing key */
    uint32_t packet;   /* GDV_NONE */
    uint32_t rule;     /* GDV_NONE where no rule is to blame, but the packet's bytes are */
    uint32_t line;     /* of the rule */
    uint32_t source;
    uint32_t is_packet;                /* name is that of a packet, or GDV_VIOLATION_METHOD, not of a type */
    char part[32];                     /* which part of the value, after its path: "", ".x", "[3]", "[3].y" */
    char name[GDV_VIOLATION_TEXT];     /* the rule's */
    char found[GDV_VIOLATION_TEXT];    /* 5000 */
    char expected[GDV_VIOLATION_TEXT]; /* -4096..4096 */
} gdv_violation;

/* Whether bytes[0 .. size-1] are one of the schema's packets: gdv_document_parse in the schema's dialect, with the
 * policy (NULL: strict) narrowed by the schema's limits and without duplicate keys whatever it permits; then every value
 * against its rule. Time: linear in the packet, whatever it holds (lib/schema/README.md).
 *
 * Returns GDV_OK, and match->document, packet and values can be read; whatever gdv_document_parse returns; or
 *   GDV_E_WRONG_TYPE, GDV_E_OUT_OF_RANGE (number), GDV_E_WRONG_LENGTH (text, array, dictionary), GDV_E_WRONG_TEXT (class
 *   of characters), GDV_E_NOT_A_MEMBER (of a set, or not the literal), GDV_E_MISSING_KEY, GDV_E_UNKNOWN_KEY,
 *   GDV_E_NO_SUCH_PACKET, GDV_E_NO_ALTERNATIVE (of a union), GDV_E_LIMIT_.. (of the packet);
 * or GDV_E_BAD_ARGUMENT (schema NULL or empty, match NULL), GDV_E_BAD_STRUCT (match, violation: none is written),
 * GDV_E_OVERLAP (match, violation or nodes overlap one another or anything handed in; nothing is written). violation may
 * be NULL. On failure match->document is empty; match->packet says which packet it was taken for. */
GDV_API GDV_NODISCARD gdv_status gdv_schema_check(const gdv_schema *schema, const void *bytes, size_t size,
                                                  const gdv_policy *policy, gdv_node *nodes, size_t capacity,
                                                  gdv_match *match, gdv_violation *violation);

/* Value `number` of a match, in constant time; missing where the field is not there. For a document that was parsed
 * again the values are those of the new one or missing. */
GDV_API gdv_value gdv_match_value(const gdv_match *match, uint32_t number);

/* Where gdv_match_value finds what `path` leads to (".pos", ".from.x", "[1]") in any match of that packet; GDV_NONE where
 * the schema declares no such field, or keeps no value for it: elements of arrays, what a union may be, what is deeper
 * in a recursion, and what is beyond GDV_MATCH_VALUES. A key is spelled as it is, without escapes, in at most
 * GDV_PATH_SIZE bytes. */
GDV_API uint32_t gdv_schema_value_of(const gdv_schema *schema, uint32_t packet, const char *path);

/* Writes ".pos.x: 5000 is not in -4096..4096 (type Position, line 6)" into text[0 .. size-1] as gdv_report_format does;
 * what that writes where no rule is to blame. Returns the length of the whole message. */
GDV_API size_t gdv_violation_format(const gdv_violation *violation, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
