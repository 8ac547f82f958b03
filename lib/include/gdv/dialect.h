/* SPDX-License-Identifier: MIT */
/* The dialects and the wire table: for each dialect a row for each type id. Everything in the project that knows a
 * type number knows it from here: decoder, command, fuzz dictionary, generators, tables in the documentation.
 * Adding a dialect is adding a table. Wire reference: sections 1-5.
 *
 * All of it is constant data; every function takes constant time (names: a handful of comparisons). */
#ifndef GDV_DIALECT_H
#define GDV_DIALECT_H

#include <stdbool.h>
#include <stdint.h>

#include "version.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gdv_dialect {
    GDV_DIALECT_GODOT2,         /* Godot 1.x-2.1, Mole */
    GDV_DIALECT_GODOT3_0,       /* Godot 3.0.x */
    GDV_DIALECT_GODOT3,         /* Godot 3.1-3.6 */
    GDV_DIALECT_PANDEMONIUM_33, /* Pandemonium 3.5-3.7 */
    GDV_DIALECT_PANDEMONIUM_38, /* Pandemonium 3.8-4.9 */
    GDV_DIALECT_PANDEMONIUM_40, /* Pandemonium 5 */
    GDV_DIALECT_GODOT4_0,       /* Godot 4.0-4.2 */
    GDV_DIALECT_GODOT4_3,       /* Godot 4.3: typed arrays */
    GDV_DIALECT_GODOT4_4,       /* Godot 4.4 and later: typed dictionaries */
    GDV_DIALECT_COUNT
} gdv_dialect;

/* Engines that print values alike and tell the same keys apart, whatever their dialects differ in. */
typedef enum gdv_family {
    GDV_FAMILY_NONE, /* of a number that is no dialect */
    GDV_FAMILY_GODOT2,
    GDV_FAMILY_GODOT3,
    GDV_FAMILY_PANDEMONIUM,
    GDV_FAMILY_GODOT4
} gdv_family;

/* Canonical types, by Godot 4's names whatever the dialect calls them. The numbers are gdv's own; the wire's are in
 * the table alone. X(enumerator, text) */
#define GDV_TYPE_LIST(X)                                                                                               \
    X(NIL, "Nil")                                                                                                      \
    X(BOOL, "bool")                                                                                                    \
    X(INT, "int")                                                                                                      \
    X(FLOAT, "float")                                                                                                  \
    X(STRING, "String")                                                                                                \
    X(VECTOR2, "Vector2")                                                                                              \
    X(VECTOR2I, "Vector2i")                                                                                            \
    X(RECT2, "Rect2")                                                                                                  \
    X(RECT2I, "Rect2i")                                                                                                \
    X(VECTOR3, "Vector3")                                                                                              \
    X(VECTOR3I, "Vector3i")                                                                                            \
    X(TRANSFORM2D, "Transform2D")                                                                                      \
    X(VECTOR4, "Vector4")                                                                                              \
    X(VECTOR4I, "Vector4i")                                                                                            \
    X(PLANE, "Plane")                                                                                                  \
    X(QUATERNION, "Quaternion")                                                                                        \
    X(AABB, "AABB")                                                                                                    \
    X(BASIS, "Basis")                                                                                                  \
    X(TRANSFORM3D, "Transform3D")                                                                                      \
    X(PROJECTION, "Projection")                                                                                        \
    X(COLOR, "Color")                                                                                                  \
    X(STRING_NAME, "StringName")                                                                                       \
    X(NODE_PATH, "NodePath")                                                                                           \
    X(RID, "RID")                                                                                                      \
    X(OBJECT, "Object")                                                                                                \
    X(CALLABLE, "Callable")                                                                                            \
    X(SIGNAL, "Signal")                                                                                                \
    X(DICTIONARY, "Dictionary")                                                                                        \
    X(ARRAY, "Array")                                                                                                  \
    X(PACKED_BYTE_ARRAY, "PackedByteArray")                                                                            \
    X(PACKED_INT32_ARRAY, "PackedInt32Array")                                                                          \
    X(PACKED_INT64_ARRAY, "PackedInt64Array")                                                                          \
    X(PACKED_FLOAT32_ARRAY, "PackedFloat32Array")                                                                      \
    X(PACKED_FLOAT64_ARRAY, "PackedFloat64Array")                                                                      \
    X(PACKED_STRING_ARRAY, "PackedStringArray")                                                                        \
    X(PACKED_VECTOR2_ARRAY, "PackedVector2Array")                                                                      \
    X(PACKED_VECTOR3_ARRAY, "PackedVector3Array")                                                                      \
    X(PACKED_COLOR_ARRAY, "PackedColorArray")                                                                          \
    X(PACKED_VECTOR4_ARRAY, "PackedVector4Array")                                                                      \
    X(PACKED_VECTOR2I_ARRAY, "PackedVector2iArray")                                                                    \
    X(PACKED_VECTOR3I_ARRAY, "PackedVector3iArray")                                                                    \
    X(PACKED_VECTOR4I_ARRAY, "PackedVector4iArray")                                                                    \
    X(TYPED_ARRAY, "TypedArray")                                                                                       \
    X(PACKED_TYPED_ARRAY, "PackedTypedArray")                                                                          \
    X(IMAGE, "Image")                                                                                                  \
    X(INPUT_EVENT, "InputEvent")

typedef enum gdv_type {
#define GDV_TYPE_ENUM(name, text) GDV_TYPE_##name,
    GDV_TYPE_LIST(GDV_TYPE_ENUM)
#undef GDV_TYPE_ENUM
        GDV_TYPE_COUNT
} gdv_type;

/* How a payload is laid out (wire reference, section 5). X(enumerator, text) */
#define GDV_LAYOUT_LIST(X)                                                                                             \
    X(FIXED, "fixed size")                                                                                             \
    X(BOOL, "u32, 0 or 1")                                                                                             \
    X(INT, "i32 or i64")                                                                                               \
    X(FLOAT, "f32 or f64")                                                                                             \
    X(TEXT, "u32 length, UTF-8, padding")                                                                              \
    X(NODE_PATH, "counts, flags, names")                                                                               \
    X(OBJECT, "u64 id, or class and properties")                                                                       \
    X(SIGNAL, "name, u64 object id")                                                                                   \
    X(DICTIONARY, "u32 count, key and value each")                                                                     \
    X(ARRAY, "u32 count, elements")                                                                                    \
    X(TYPED_ARRAY, "element type, u32 count, elements")                                                                \
    X(BYTES, "u32 count, bytes, padding")                                                                              \
    X(PACKED, "u32 count, fixed-size elements")                                                                        \
    X(STRINGS, "u32 count, NUL-terminated texts")                                                                      \
    X(IMAGE, "format, mipmaps, width, height, length, bytes")                                                          \
    X(INPUT_EVENT, "type, device, length, fields")

typedef enum gdv_layout {
#define GDV_LAYOUT_ENUM(name, text) GDV_LAYOUT_##name,
    GDV_LAYOUT_LIST(GDV_LAYOUT_ENUM)
#undef GDV_LAYOUT_ENUM
        GDV_LAYOUT_COUNT
} gdv_layout;

/* What the components of fixed-size payloads and of packed elements are, while GDV_FLAG_64 is clear. */
typedef enum gdv_component {
    GDV_COMPONENT_NONE,
    GDV_COMPONENT_INT32,
    GDV_COMPONENT_INT64,
    GDV_COMPONENT_FLOAT32,
    GDV_COMPONENT_FLOAT64,
    GDV_COMPONENT_INT8, /* these two of short forms alone (policy.h) */
    GDV_COMPONENT_INT16
} gdv_component;

/* Header bits above the type id. Which of them a type may carry is in its row. */
#define GDV_FLAG_64 0x10000u         /* INT, FLOAT, math types: 64-bit components */
#define GDV_FLAG_OBJECT_ID 0x10000u  /* OBJECT, typed arrays of Pandemonium: objects as ids */
#define GDV_FLAG_KIND 0x30000u       /* ARRAY of Godot 4.3, key of a DICTIONARY of 4.4: container kind */
#define GDV_FLAG_VALUE_KIND 0xc0000u /* value of a DICTIONARY of 4.4: container kind */

/* Where this row's dialect departs from its siblings: how its encoder leaves padding, what its decoder misreads. */
#define GDV_QUIRK_ANY_PADDING 0x01u    /* encoders leave padding uninitialised (EB-01, EB-02): any is accepted */
#define GDV_QUIRK_SHORT_ADVANCE 0x02u  /* decoder takes 16 bytes and counts 12 (EB-13) */
#define GDV_QUIRK_LONG_REACH 0x04u     /* decoder demands 248 bytes after the header (EB-14) */
#define GDV_QUIRK_W_FROM_Z 0x08u       /* decoder copies z into w (EB-15) */
#define GDV_QUIRK_FUTURE_FLAGS 0x10u   /* a later dialect's container kinds would be ignored (EB-28) */
#define GDV_QUIRK_ALWAYS_64 0x20u      /* encoder writes every number wide (EB-22) */
#define GDV_QUIRK_PACKED 0x40u         /* typed array that forgets the width of its elements (EB-17) */
#define GDV_QUIRK_NEGATIVE_EMPTY 0x80u /* STRINGS: decoder takes a negative count for an empty array (EB-04) */
#define GDV_QUIRK_STRING_KEY 0x80u     /* TEXT: a dictionary keeps it as a String where it is a key (EB-35) */

/* One row: all that the decoder needs to know of a type id, in eight bytes. */
typedef struct gdv_wire_row {
    uint8_t type;      /* gdv_type */
    uint8_t layout;    /* gdv_layout */
    uint8_t size;      /* payload bytes (FIXED, BOOL, INT, FLOAT) or bytes of an element (PACKED); else 0 */
    uint8_t wide;      /* the same where GDV_FLAG_64 is set; 0 where the row has no wide form */
    uint8_t flags;     /* legal header bits, as header >> 16 */
    uint8_t component; /* gdv_component */
    uint8_t permit;    /* 1 + number of the permission bit that this type needs, 0 for none (see policy.h) */
    uint8_t quirks;    /* GDV_QUIRK_ bits */
} gdv_wire_row;

/* The dialect's name, such as "godot4.4"; "" for a number that is no dialect. Never NULL. */
GDV_API const char *gdv_dialect_name(gdv_dialect dialect);

/* Another name for it, such as "godot4" for godot4.4; "" where there is none. Never NULL. */
GDV_API const char *gdv_dialect_alias(gdv_dialect dialect);

/* More names for it, by version, a blank between each two, such as "godot4.5 godot4.6"; "" where there are none. Never
 * NULL. */
GDV_API const char *gdv_dialect_versions(gdv_dialect dialect);

/* The family of engines that speak it; GDV_FAMILY_NONE for a number that is no dialect. */
GDV_API gdv_family gdv_dialect_family(gdv_dialect dialect);

/* The engine builds that were run to see whether what gdv says of the dialect is so (wire reference, section 13), for
 * people; "" for a number that is no dialect. Never NULL. */
GDV_API const char *gdv_dialect_judges(gdv_dialect dialect);

/* The engines and releases that speak it, for people; "" for a number that is no dialect. Never NULL. */
GDV_API const char *gdv_dialect_engines(gdv_dialect dialect);

/* Finds a dialect by name, alias or version, letter case as given. Returns true and sets *dialect, or returns false
 * and leaves it alone (NULL arguments too). */
GDV_API GDV_NODISCARD bool gdv_dialect_from_name(const char *name, gdv_dialect *dialect);

/* How many type ids the dialect has; ids run from 0 to that number less one. 0 for a number that is no dialect. */
GDV_API uint32_t gdv_dialect_types(gdv_dialect dialect);

/* The row of a type id; NULL where dialect or id does not exist. */
GDV_API const gdv_wire_row *gdv_dialect_wire(gdv_dialect dialect, uint32_t id);

/* The dialect's own name for a type id, such as "PoolIntArray"; "" where dialect or id does not exist. Never NULL. */
GDV_API const char *gdv_dialect_type_name(gdv_dialect dialect, uint32_t id);

/* The type id of a canonical type in a dialect: returns true and sets *id, or false where the dialect lacks it or id is
 * NULL. */
GDV_API GDV_NODISCARD bool gdv_dialect_type_id(gdv_dialect dialect, gdv_type type, uint32_t *id);

/* The canonical name of a type, such as "PackedInt32Array"; "" for a number that is no type. Never NULL. */
GDV_API const char *gdv_type_name(gdv_type type);

/* How a payload of that layout is laid out, in a few words; "" for a number that is no layout. Never NULL. */
GDV_API const char *gdv_layout_text(gdv_layout layout);

#ifdef __cplusplus
}
#endif

/* recipe: lib/README.md */
#endif
