/* SPDX-License-Identifier: MIT */
/* Result codes, and the report that says what was refused, where, and why.
 *
 * Codes are stable: a number never changes its meaning, and its range sorts it.
 *
 *      0          accepted
 *      1 ..  19   the packet ends too early: more bytes could mend it
 *     20 ..  59   malformed: the dialect's own engine rejects it too, or is broken by it (GDV_E_BAD_FRAME)
 *     60 ..  79   refused by the policy: the engine reads it, perhaps as something else
 *     80 ..  99   over one of the policy's limits
 *    100 .. 119   not what the caller asked for: missing, of another type, out of range
 *    120 .. 139   the caller's mistake
 *    140 .. 199   a packet of the multiplayer layer that no engine sends
 *    200 .. 219   a message that the methods of the schema do not take
 *
 * Nothing here reads packet bytes; every function takes constant time but for the length of its output. */
#ifndef GDV_STATUS_H
#define GDV_STATUS_H

#include <stddef.h>
#include <stdint.h>

#include "version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Name, number, sentence. The one list: the enum, the names and the sentences are made from it. */
#define GDV_STATUS_LIST(X)                                                                                             \
    X(OK, 0, "accepted")                                                                                               \
    X(EMPTY, 1, "there is not one byte")                                                                               \
    X(TRUNCATED, 2, "packet ends inside the value, or before the values that its headers promise")                     \
    X(LENGTH, 3, "length of text or bytes is more than the packet has left")                                           \
    X(COUNT, 4, "count promises more than the packet has bytes for")                                                   \
    X(PADDING_MISSING, 5, "packet ends before the padding that belongs to it")                                         \
    X(BAD_TYPE, 20, "type id does not exist in this dialect")                                                          \
    X(BAD_UTF8, 21, "string is not UTF-8")                                                                             \
    X(BAD_LENGTH, 22, "length or count is 2^31 or more, which engines read as negative")                               \
    X(BAD_NODE_PATH, 23, "node path has the old form, which this dialect does not read")                               \
    X(BAD_CLASS_NAME, 24, "class name of a typed array is not a StringName value")                                     \
    X(BAD_IMAGE, 25, "image format does not exist")                                                                    \
    X(BAD_INPUT_EVENT, 26, "input event type does not exist")                                                          \
    X(BAD_FRAME, 27, "frame length is 2^31 or more, which rewinds the engine's own buffer")                            \
    X(NONFINITE, 60, "number is infinite or not a number")                                                             \
    X(TRAILING, 61, "bytes follow the value")                                                                          \
    X(PADDING, 62, "padding is not zero")                                                                              \
    X(WIDTH, 63, "number is not in the width that an engine writes it in")                                             \
    X(FLAGS, 64, "header or count has bits set that mean nothing here")                                                \
    X(BOOL, 65, "bool is neither 0 nor 1")                                                                             \
    X(TEXT_UTF8, 66, "text is UTF-8 only to this engine's lax decoder")                                                \
    X(TEXT_NUL, 67, "text holds a NUL, where engines cut it")                                                          \
    X(TEXT_BOM, 68, "text begins with a byte order mark, which engines drop")                                          \
    X(TEXT_TERMINATOR, 69, "string array element does not end in its NUL")                                             \
    X(DUPLICATE_KEY, 70, "dictionary has this key twice; engines keep the last value silently")                        \
    X(OBJECT_ID, 71, "object reference is not permitted")                                                              \
    X(OBJECT, 72, "full object is not permitted")                                                                      \
    X(RID, 73, "RID is not permitted")                                                                                 \
    X(CALLABLE, 74, "callable is not permitted")                                                                       \
    X(SIGNAL, 75, "signal is not permitted")                                                                           \
    X(NODE_PATH, 76, "node path has a form or flags that no engine writes")                                            \
    X(ENGINE_MISREADS, 77, "the engine reads these bytes as something else")                                           \
    X(EMPTY_FRAME, 78, "frame of no bytes is not permitted")                                                           \
    X(LIMIT_BYTES, 80, "packet is longer than the limit")                                                              \
    X(LIMIT_DEPTH, 81, "values are nested deeper than the limit")                                                      \
    X(LIMIT_VALUES, 82, "packet holds more values than the limit")                                                     \
    X(LIMIT_ELEMENTS, 83, "container has more elements than the limit")                                                \
    X(LIMIT_STRING, 84, "text is longer than the limit")                                                               \
    X(LIMIT_FRAME, 85, "frame is longer than the limit")                                                               \
    X(MISSING, 100, "there is no such value")                                                                          \
    X(WRONG_TYPE, 101, "value is of another type")                                                                     \
    X(OUT_OF_RANGE, 102, "number, length or count is outside the range asked for")                                     \
    X(MISSING_KEY, 103, "dictionary lacks a key that the schema requires")                                             \
    X(UNKNOWN_KEY, 104, "dictionary has a key that is not expected")                                                   \
    X(WRONG_LENGTH, 105, "text, array or dictionary is shorter or longer than the schema allows")                      \
    X(WRONG_TEXT, 106, "text has characters that the schema does not allow")                                           \
    X(NOT_A_MEMBER, 107, "value is none of those that the schema lists")                                               \
    X(NO_SUCH_PACKET, 108, "the schema has no such packet")                                                            \
    X(NO_ALTERNATIVE, 109, "value is none of the alternatives of a union")                                             \
    X(BAD_ARGUMENT, 120, "a required argument is NULL")                                                                \
    X(BAD_DIALECT, 121, "there is no such dialect")                                                                    \
    X(BAD_POLICY, 122, "policy has an unknown permission bit or a wrong struct_size")                                  \
    X(BAD_STRUCT, 123, "a structure has a wrong struct_size")                                                          \
    X(OVERLAP, 124, "arguments overlap that must not")                                                                 \
    X(NO_SCRATCH, 125, "policy refuses duplicate keys, but no scratch memory was given to find them")                  \
    X(NO_SPACE, 126, "the memory given is too small")                                                                  \
    X(NO_SUCH_TYPE, 127, "this dialect has no such type")                                                              \
    X(NO_SUCH_LAYOUT, 128, "this dialect cannot write the value in this form")                                         \
    X(BAD_NESTING, 129, "begin, end, key and value are not in turn")                                                   \
    X(BAD_COUNT, 130, "that number of components or elements makes no value of this type")                             \
    X(SCHEMA_SYNTAX, 131, "text is no schema")                                                                         \
    X(SCHEMA_FORM, 132, "memory holds no compiled schema of this library")                                             \
    X(BAD_PROTOCOL, 133, "there is no such protocol")                                                                  \
    X(MP_ENV_SHORT, 140, "envelope is cut short")                                                                      \
    X(MP_ENV_TYPE, 141, "envelope has a type that is not sent in this direction")                                      \
    X(MP_ENV_CHANNEL, 142, "only a server sends packets in this envelope")                                             \
    X(MP_ENV_SOURCE, 143, "envelope's source is not the peer that sent it")                                            \
    X(MP_ENV_TARGET, 144, "envelope's target is the sender itself, or no peer")                                        \
    X(MP_EMPTY, 145, "message has not one byte")                                                                       \
    X(MP_SHORT, 146, "message ends inside its fixed fields")                                                           \
    X(MP_COMMAND, 147, "message has a command that the protocol lacks")                                                \
    X(MP_FLAGS, 148, "command byte has bits set that mean nothing here")                                               \
    X(MP_DIRECTION, 149, "only servers send this")                                                                     \
    X(MP_NODE_ID, 150, "node id is 0, or 2^31 or more")                                                                \
    X(MP_NODE_ID_SIZE, 151, "node id has a size that does not exist")                                                  \
    X(MP_PATH_OFFSET, 152, "offset of the path leads out of the message, or into what stands before it")               \
    X(MP_PATH_NUL, 153, "path does not end in its NUL")                                                                \
    X(MP_PATH_TRAILING, 154, "bytes follow the path")                                                                  \
    X(MP_PATH_EMPTY, 155, "path is empty")                                                                             \
    X(MP_PATH_LONG, 156, "path is longer than the limit")                                                              \
    X(MP_PATH_UTF8, 157, "path is not UTF-8, or begins with a byte order mark")                                        \
    X(MP_PATH_FORM, 158, "path has a form that no engine sends")                                                       \
    X(MP_NAME_NUL, 159, "name does not end in its NUL")                                                                \
    X(MP_NAME_EMPTY, 160, "name is empty")                                                                             \
    X(MP_NAME_LONG, 161, "name is longer than the limit")                                                              \
    X(MP_NAME_UTF8, 162, "name is not UTF-8, or begins with a byte order mark")                                        \
    X(MP_NAME_FORM, 163, "name is no identifier")                                                                      \
    X(MP_ARG_MISSING, 164, "message ends before all its values")                                                       \
    X(MP_ARG_INVALID, 165, "value does not decode")                                                                    \
    X(MP_ARG_WIDTH, 166, "value is not in the width that an engine writes it in")                                      \
    X(MP_ARG_POLICY, 167, "value is refused by the policy")                                                            \
    X(MP_TRAILING, 168, "bytes follow the last value")                                                                 \
    X(MP_RAW_EMPTY, 169, "raw message holds no data")                                                                  \
    X(MP_MD5, 170, "checksum is not 32 lowercase hex digits and a NUL")                                                \
    X(MP_FLAG_VALUE, 171, "flag is neither 0 nor 1")                                                                   \
    X(MP_CONFIRM_SIZE, 172, "confirmation is not of its one size")                                                     \
    X(MP_SPAWN_SIZE, 173, "sizes of a spawn are more than the message has left")                                       \
    X(MP_SPAWN_NAME, 174, "name of a spawned node is none that an engine sends")                                       \
    X(MP_NET_ID, 175, "net id is 0, has bit 31, or is there twice")                                                    \
    X(MP_RECORD_SIZE, 176, "record is longer than the message, or cut short")                                          \
    X(MP_RECORD_EMPTY, 177, "record is empty")                                                                         \
    X(MP_DELTA_INDEX, 178, "delta changes no property")                                                                \
    X(MP_DELTA_COUNT, 179, "delta has more or fewer values than bits")                                                 \
    X(MP_SYS_SUB, 180, "system message of a kind that does not exist")                                                 \
    X(MP_SYS_PEER, 181, "peer id is none that can be meant")                                                           \
    X(MP_RELAY_EMPTY, 182, "relay holds no message")                                                                   \
    X(MP_RELAY_NESTED, 183, "relay holds a system message")                                                            \
    X(MP_LIMIT_ARGUMENTS, 184, "call has more arguments than the limit")                                               \
    X(MP_LIMIT_RECORDS, 185, "message has more records or ids than the limit")                                         \
    X(RPC_COMMAND, 200, "the server takes no messages of this command")                                                \
    X(RPC_NODE_ID, 201, "no path was announced for this node id")                                                      \
    X(RPC_NODE, 202, "no script of the schema is at this path")                                                        \
    X(RPC_METHOD, 203, "the script has no such method")                                                                \
    X(RPC_RIGHTS, 204, "the peer may not call this method")                                                            \
    X(RPC_TRANSFER, 205, "the method is sent in another transfer mode")                                                \
    X(RPC_ARGUMENTS, 206, "call has fewer or more arguments than the method has parameters")                           \
    X(RPC_CHECKSUM, 207, "the sender's script has other methods than that of the schema")                              \
    X(RPC_ID_TWICE, 208, "this node id was announced before")                                                          \
    X(RPC_CACHE_FULL, 209, "the peer has announced more paths than there is room for")

typedef enum gdv_status {
#define GDV_STATUS_ENUM(name, number, sentence) GDV_E_##name = (number),
    GDV_STATUS_LIST(GDV_STATUS_ENUM)
#undef GDV_STATUS_ENUM
        GDV_OK = GDV_E_OK
} gdv_status;

/* What the engine does with bytes that it misreads (GDV_E_ENGINE_MISREADS): name, sentence. The EB numbers are those
 * of the wire reference, section 10. */
#define GDV_MISREAD_LIST(X)                                                                                            \
    X(NONE, "nothing")                                                                                                 \
    X(VECTOR4, "Pandemonium counts 12 of these 16 bytes and reads w as the next value (EB-13)")                        \
    X(PROJECTION, "Pandemonium refuses a Projection unless 248 bytes follow its header (EB-14)")                       \
    X(VECTOR4_ARRAY, "Pandemonium copies z into w, and here they differ (EB-15)")                                      \
    X(TYPED_OBJECTS, "Pandemonium reads this array's count past the packet if it ends there (EB-16)")                  \
    X(ELEMENT_RANGE, "Pandemonium does not check the element type and drops every element (EB-16)")                    \
    X(ELEMENT_TYPE, "the engine drops this element, or stores it unchecked: it is not of the declared "                \
                    "type (EB-16, EB-26, EB-27)")                                                                      \
    X(PACKED_NIL, "Pandemonium stores bools for a packed typed array of nils (EB-17)")                                 \
    X(PACKED_REAL, "Pandemonium narrows this number to 32 bits (EB-17)")                                               \
    X(CONTAINER_FLAGS, "this engine ignores the container type and reads it as the count (EB-28)")                     \
    X(CONTAINER_TYPE, "the engine reads this container as untyped, or typed otherwise than it says")                   \
    X(CLASS_IGNORED, "the engine ignores this class or script and reads EncodedObjectAsID (section 5.5)")              \
    X(COUNT_WRAPS, "the engine adds the two counts in 32 bits, and the sum wraps (EB-05)")                             \
    X(COUNT_NEGATIVE, "the engine reads this count as negative and the array as empty (EB-04)")                        \
    X(IMAGE_SIZE, "the engine reads this image as empty, or counts its mipmaps one by one (section 5.10, EB-38)")      \
    X(EVENT_LENGTH, "the engine ignores this length and derives it from the type (EB-18)")                             \
    X(STRING_KEY, "the engine keeps this StringName as a String, for it is a key (EB-35)")                             \
    X(NO_NAMES, "the engine reads a node path without names as empty, whatever else it has (EB-36)")                   \
    X(KEY_IN_KEY, "the engine's time doubles with each container that is a key inside a key (EB-37)")

typedef enum gdv_misread {
#define GDV_MISREAD_ENUM(name, sentence) GDV_MISREAD_##name,
    GDV_MISREAD_LIST(GDV_MISREAD_ENUM)
#undef GDV_MISREAD_ENUM
        GDV_MISREAD_COUNT
} gdv_misread;

/* Bytes of a path in a report, its closing NUL included. A longer path ends in "...". Its pieces, outermost first:
 *
 *      [3]          element of an array
 *      .name        value of a key, or of an object's property, that is text and looks like an identifier
 *      ["a b"]      of any other text; what is not printable ASCII is \xNN, and text above 48 bytes ends in ".."
 *      {5}          of an int key
 *      {@72}        of a key of another type, whose header is at offset 72
 *      {key}        inside a key itself
 *      {property}   inside the name of a property */
#define GDV_PATH_SIZE 256

/* What was refused. Set struct_size to sizeof(gdv_report) before the call. Every call that takes a report writes the
 * rest of it, whatever its result, so that no field is undefined; except that GDV_E_BAD_STRUCT and GDV_E_OVERLAP may
 * leave it as it was. After GDV_OK all of it is zero. */
typedef struct gdv_report {
    size_t struct_size;
    gdv_status code;
    gdv_misread misread; /* with GDV_E_ENGINE_MISREADS, else GDV_MISREAD_NONE */
    uint64_t offset;     /* of the first byte of the field that is wrong; at most the packet's size */
    uint64_t need;       /* codes 1-19: at least this many bytes are missing. GDV_E_NO_SPACE: bytes, or nodes, in all */
    uint32_t depth;      /* of the value that holds the offset; the outermost value has 0 */
    int32_t type;        /* its canonical type (a gdv_type); -1 where none was read, or no value is to blame */
    const char *type_name;    /* the dialect's own name of that type, or ""; static, never NULL after a call */
    char path[GDV_PATH_SIZE]; /* to that value; "" for the outermost. Always ends in NUL */
} gdv_report;

/* The code's name without its prefix, such as "BAD_UTF8"; "UNKNOWN" for a number that is no code. Never NULL. */
GDV_API const char *gdv_status_name(gdv_status code);

/* One English sentence for the code, without capital or full stop. Never NULL. */
GDV_API const char *gdv_status_text(gdv_status code);

/* What the engine does instead, as a sentence; "nothing" for GDV_MISREAD_NONE and unknown numbers. Never NULL. */
GDV_API const char *gdv_misread_text(gdv_misread misread);

/* The sentence that says most about a report: that of the misreading where there is one, else that of the code. For
 * GDV_E_OUT_OF_RANGE the report's type tells what was out of range: "number is outside the range asked for" of an int, a
 * float or a math value, "length .." of text or bytes, "count .." of a container, "count, or an element, .." of a packed
 * array of numbers. "the caller gave no report" for NULL. Never NULL. */
GDV_API const char *gdv_report_text(const gdv_report *report);

/* Writes "BAD_UTF8 at 72 (.players[3].name): string is not UTF-8" into text[0 .. size-1], cut to fit and always
 * closed by NUL where size > 0. Codes 1-19 add how many bytes are missing, GDV_E_NO_SPACE what would have been enough.
 * Returns the length of the whole message without its NUL, as snprintf does; 0 for a NULL report, and where size wraps
 * (it is more than SIZE_MAX less the address of text). No more is written than the message takes. text may be NULL
 * where size is 0. */
GDV_API size_t gdv_report_format(const gdv_report *report, char *text, size_t size);

#ifdef __cplusplus
}
#endif

/* recipe: lib/README.md */
#endif
