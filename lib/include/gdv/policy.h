/* SPDX-License-Identifier: MIT */
/* What a server is willing to accept: limits, permissions and the encoding, as one value that threads may share.
 *
 * A limit is the highest value that passes. A permission is one named bit: it makes the library accept one kind of
 * packet that it otherwise refuses with a code of 60 to 79, and loosens nothing else. GDV_PERMIT_ENGINE_SPAN is the
 * exception: it changes how many bytes a value takes. (Empty frames, code 78, are the framer's to permit.)
 *
 * All bits clear is the strict reading, where each value has one encoding (wire reference, section 11), but for the
 * content of padding that the dialect's own encoder leaves uninitialised: that of node paths in every dialect, of byte
 * arrays in Godot 3, of all text and bytes in Godot 2 and 3.0 (GDV_QUIRK_ANY_PADDING). gdv_canonicalize sets it to
 * zero. */
#ifndef GDV_POLICY_H
#define GDV_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"
#include "version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The permissions, bits without gaps: name, bit number, name on the command line, what it lets pass. Numbers, their
 * count and the texts are made of this list. C cannot make macros of a list: a row's mask is a line of its own
 * below, and the library does not compile without it. */
#define GDV_PERMIT_LIST(X)                                                                                             \
    X(NONFINITE, 0, "nonfinite", "infinities and NaN")                                                                 \
    X(TRAILING, 1, "trailing", "bytes after the value")                                                                \
    X(PADDING, 2, "padding", "padding that is not zero")                                                               \
    X(WIDE, 3, "wide", "numbers not in the width that an engine writes them in")                                       \
    X(FLAGS, 4, "flags", "header and count bits that the engine ignores")                                              \
    X(BOOL, 5, "bool", "bools other than 0 and 1")                                                                     \
    X(TEXT_UTF8, 6, "text-utf8", "bytes that only the engine's own decoder takes for UTF-8")                           \
    X(TEXT_NUL, 7, "text-nul", "NUL in text, where engines cut it")                                                    \
    X(TEXT_BOM, 8, "text-bom", "a leading byte order mark, which engines drop")                                        \
    X(TEXT_TERMINATOR, 9, "text-terminator", "string array elements without their closing NUL")                        \
    X(DUPLICATE_KEYS, 10, "duplicate-keys", "equal keys in one dictionary; engines keep the last value")               \
    X(OBJECT_ID, 11, "object-id", "references to objects by id, and arrays of them")                                   \
    X(OBJECT, 12, "object", "full objects: class and properties")                                                      \
    X(RID, 13, "rid", "resource ids")                                                                                  \
    X(CALLABLE, 14, "callable", "callables, which decode to nothing")                                                  \
    X(SIGNAL, 15, "signal", "signals: a name and an object id")                                                        \
    X(NODE_PATH, 16, "node-path", "node path forms and flags that no engine writes")                                   \
    X(MISREAD, 17, "misread", "bytes that the engine reads as something else")                                         \
    X(ENGINE_SPAN, 18, "engine-span", "consume what the engine consumes, where that is wrong (EB-13, EB-14)")

enum {
#define GDV_PERMIT_ENUM(name, bit, text, what) GDV_PERMIT_BIT_##name,
    GDV_PERMIT_LIST(GDV_PERMIT_ENUM)
#undef GDV_PERMIT_ENUM
        GDV_PERMIT_BITS /* how many there are */
};

#define GDV_PERMIT_NONFINITE (1u << GDV_PERMIT_BIT_NONFINITE)
#define GDV_PERMIT_TRAILING (1u << GDV_PERMIT_BIT_TRAILING)
#define GDV_PERMIT_PADDING (1u << GDV_PERMIT_BIT_PADDING)
#define GDV_PERMIT_WIDE (1u << GDV_PERMIT_BIT_WIDE)
#define GDV_PERMIT_FLAGS (1u << GDV_PERMIT_BIT_FLAGS)
#define GDV_PERMIT_BOOL (1u << GDV_PERMIT_BIT_BOOL)
#define GDV_PERMIT_TEXT_UTF8 (1u << GDV_PERMIT_BIT_TEXT_UTF8)
#define GDV_PERMIT_TEXT_NUL (1u << GDV_PERMIT_BIT_TEXT_NUL)
#define GDV_PERMIT_TEXT_BOM (1u << GDV_PERMIT_BIT_TEXT_BOM)
#define GDV_PERMIT_TEXT_TERMINATOR (1u << GDV_PERMIT_BIT_TEXT_TERMINATOR)
#define GDV_PERMIT_DUPLICATE_KEYS (1u << GDV_PERMIT_BIT_DUPLICATE_KEYS)
#define GDV_PERMIT_OBJECT_ID (1u << GDV_PERMIT_BIT_OBJECT_ID)
#define GDV_PERMIT_OBJECT (1u << GDV_PERMIT_BIT_OBJECT)
#define GDV_PERMIT_RID (1u << GDV_PERMIT_BIT_RID)
#define GDV_PERMIT_CALLABLE (1u << GDV_PERMIT_BIT_CALLABLE)
#define GDV_PERMIT_SIGNAL (1u << GDV_PERMIT_BIT_SIGNAL)
#define GDV_PERMIT_NODE_PATH (1u << GDV_PERMIT_BIT_NODE_PATH)
#define GDV_PERMIT_MISREAD (1u << GDV_PERMIT_BIT_MISREAD)
#define GDV_PERMIT_ENGINE_SPAN (1u << GDV_PERMIT_BIT_ENGINE_SPAN)

/* Every looseness of text at once. */
#define GDV_PERMIT_TEXT (GDV_PERMIT_TEXT_UTF8 | GDV_PERMIT_TEXT_NUL | GDV_PERMIT_TEXT_BOM | GDV_PERMIT_TEXT_TERMINATOR)

#define GDV_PERMIT_ALL ((1u << GDV_PERMIT_BITS) - 1u)

/* The longest packet there is: engines count bytes in a C int. */
#define GDV_MAX_BYTES 0x7fffffffu

/* How the outermost value of a packet is written; all that is in it has one form. */
typedef enum gdv_encoding {
    GDV_ENCODING_PLAIN, /* as var_to_bytes writes it: a header of four bytes, in every dialect */
    /* As Godot 4 writes the arguments, values and states of its multiplayer packets: a bool as one byte, an int as one
     * and 1, 2, 4 or 8 more, all else as plain (multiplayer format, section 5). A packet may have fewer than four bytes.
     * Dialects of other families have no such form: with them the policy is GDV_E_BAD_POLICY. */
    GDV_ENCODING_COMPRESSED
} gdv_encoding;

typedef struct gdv_policy {
    size_t struct_size;    /* sizeof(gdv_policy); gdv_policy_init sets it */
    size_t max_bytes;      /* of a packet; more than GDV_MAX_BYTES means GDV_MAX_BYTES */
    uint32_t max_depth;    /* of a value; the outermost has 0. More than GDV_MAX_DEPTH means GDV_MAX_DEPTH */
    uint32_t max_values;   /* in a packet, containers and keys included, elements of packed arrays not */
    uint32_t max_elements; /* of one array, packed array or node path, pairs of one dictionary */
    uint32_t max_string;   /* bytes of one text, with the closing NUL of a string array's element */
    uint32_t permit;       /* GDV_PERMIT_ bits; an unknown bit is GDV_E_BAD_POLICY */
    uint32_t encoding;     /* a gdv_encoding; another number is GDV_E_BAD_POLICY */
} gdv_policy;

typedef enum gdv_preset {
    /* What a server wants from strangers: canonical encodings, finite numbers, unique keys, no object, RID, callable
     * or signal. 8 MiB, depth 32, 2^20 values, 2^23 elements, 2^20 bytes of text. */
    GDV_POLICY_STRICT,
    /* All that the dialect's own decoder accepts with objects disallowed, and that can be read without leaving the
     * packet: so padding must be there (EB-03; Godot 2 and 3.0 read text without it too), and counts that the engine
     * takes for negative or wraps are refused, whatever is permitted (EB-04, EB-05). 2^31 - 1 bytes, depth 1024, no
     * other limit. */
    GDV_POLICY_ENGINE
} gdv_preset;

/* Fills a policy from a preset, with GDV_ENCODING_PLAIN. A preset that does not exist gives the strict one. NULL is
 * ignored. */
GDV_API void gdv_policy_init(gdv_policy *policy, gdv_preset preset);

/* GDV_OK, GDV_E_BAD_ARGUMENT for NULL, or GDV_E_BAD_POLICY for a wrong struct_size, an unknown permission bit or an
 * unknown encoding. */
GDV_API GDV_NODISCARD gdv_status gdv_policy_check(const gdv_policy *policy);

/* The bit number's name as the command line spells it, such as "text-nul"; "" where there is no such bit. */
GDV_API const char *gdv_permit_name(uint32_t bit);

/* What the bit lets pass, in a few words; "" where there is no such bit. */
GDV_API const char *gdv_permit_text(uint32_t bit);

/* Finds permission bits by name ("text" is all four of text, "all" every bit). Returns true and sets *permit, or
 * returns false and leaves it alone (NULL arguments too). */
GDV_API GDV_NODISCARD bool gdv_permit_from_name(const char *name, uint32_t *permit);

#ifdef __cplusplus
}
#endif

/* recipe: lib/README.md */
#endif
