/* SPDX-License-Identifier: MIT */
/* The wire table: a list for each dialect, in the order of its type ids; each entry is the dialect's own name and a
 * row. What a type looks like on the wire stands once, in the row macros; the lists say which id has it where. */
#include "wire.h"

#include <gdv/policy.h>

/* Rows by layout, each without its braces. MATH has 32-bit floats only; MATH64 doubles its size when GDV_FLAG_64 is set
 * (Godot 4). */
#define ROW(type, layout, size, wide, flags, component, permit, quirks)                                                \
    GDV_TYPE_##type, GDV_LAYOUT_##layout, size, wide, flags, GDV_COMPONENT_##component, permit, quirks
#define PLAIN(type, layout) ROW(type, layout, 0, 0, 0, NONE, 0, 0)
#define EMPTY(type, permit) ROW(type, FIXED, 0, 0, 0, NONE, permit, 0)
#define INTS(type, size) ROW(type, FIXED, size, 0, 0, INT32, 0, 0)
#define MATH(type, size) ROW(type, FIXED, size, 0, 0, FLOAT32, 0, 0)
#define MATH64(type, size) ROW(type, FIXED, size, 2 * (size), 1, FLOAT32, 0, 0)
#define MISREAD(type, size, component, quirk) ROW(type, FIXED, size, 0, 0, component, 0, quirk)
#define PACKED_INTS(type, size) ROW(type, PACKED, size, 0, 0, INT32, 0, 0)
#define PACKED_MATH(type, size) ROW(type, PACKED, size, 0, 0, FLOAT32, 0, 0)
#define PACKED_MATH64(type, size) ROW(type, PACKED, size, 2 * (size), 1, FLOAT32, 0, 0)
#define GARBAGE(type, layout) ROW(type, layout, 0, 0, 0, NONE, 0, GDV_QUIRK_ANY_PADDING)

/* Rows that more than one list has. */
#define NEW_STRINGS ROW(PACKED_STRING_ARRAY, STRINGS, 0, 0, 0, NONE, 0, GDV_QUIRK_NEGATIVE_EMPTY)
#define NIL_ROW EMPTY(NIL, 0)
#define BOOL_ROW ROW(BOOL, BOOL, 4, 0, 0, INT32, 0, 0)
#define INT32_ROW ROW(INT, INT, 4, 0, 0, INT32, 0, 0)
#define INT_ROW ROW(INT, INT, 4, 8, 1, INT32, 0, 0)
#define INT_ALWAYS_64_ROW ROW(INT, INT, 4, 8, 1, INT32, 0, GDV_QUIRK_ALWAYS_64)
#define FLOAT32_ROW ROW(FLOAT, FLOAT, 4, 0, 0, FLOAT32, 0, 0)
#define FLOAT_ROW ROW(FLOAT, FLOAT, 4, 8, 1, FLOAT32, 0, 0)
#define COLOR_ROW MATH(COLOR, 16)
#define NODE_PATH_ROW GARBAGE(NODE_PATH, NODE_PATH)
#define RID_ROW EMPTY(RID, 1 + GDV_PERMIT_BIT_RID)
#define RID64_ROW ROW(RID, FIXED, 8, 0, 0, INT64, 1 + GDV_PERMIT_BIT_RID, 0)
#define NULL_OBJECT_ROW EMPTY(OBJECT, 1 + GDV_PERMIT_BIT_OBJECT_ID)
#define OBJECT_ROW ROW(OBJECT, OBJECT, 0, 0, 1, NONE, 0, 0)
#define DICTIONARY_ROW ROW(DICTIONARY, DICTIONARY, 0, 0, 0, NONE, 0, GDV_QUIRK_FUTURE_FLAGS)
#define ARRAY_ROW ROW(ARRAY, ARRAY, 0, 0, 0, NONE, 0, GDV_QUIRK_FUTURE_FLAGS)
#define KINDED_DICTIONARY_ROW ROW(DICTIONARY, DICTIONARY, 0, 0, 0xf, NONE, 0, 0)
#define KINDED_ARRAY_ROW ROW(ARRAY, ARRAY, 0, 0, 3, NONE, 0, 0)

/* Old engines leave the padding of text and bytes as their buffer held it (EB-02). Godot 2 writes neither type
 * flags nor wide numbers; images and input events are values there. */
#define GODOT2(R)                                                                                                      \
    R("Nil", NIL_ROW)                                                                                                  \
    R("bool", BOOL_ROW)                                                                                                \
    R("int", INT32_ROW)                                                                                                \
    R("real", FLOAT32_ROW)                                                                                             \
    R("String", GARBAGE(STRING, TEXT))                                                                                 \
    R("Vector2", MATH(VECTOR2, 8))                                                                                     \
    R("Rect2", MATH(RECT2, 16))                                                                                        \
    R("Vector3", MATH(VECTOR3, 12))                                                                                    \
    R("Matrix32", MATH(TRANSFORM2D, 24))                                                                               \
    R("Plane", MATH(PLANE, 16))                                                                                        \
    R("Quat", MATH(QUATERNION, 16))                                                                                    \
    R("AABB", MATH(AABB, 24))                                                                                          \
    R("Matrix3", MATH(BASIS, 36))                                                                                      \
    R("Transform", MATH(TRANSFORM3D, 48))                                                                              \
    R("Color", COLOR_ROW)                                                                                              \
    R("Image", GARBAGE(IMAGE, IMAGE))                                                                                  \
    R("NodePath", NODE_PATH_ROW)                                                                                       \
    R("RID", RID_ROW)                                                                                                  \
    R("Object", NULL_OBJECT_ROW)                                                                                       \
    R("InputEvent", PLAIN(INPUT_EVENT, INPUT_EVENT))                                                                   \
    R("Dictionary", PLAIN(DICTIONARY, DICTIONARY))                                                                     \
    R("Array", PLAIN(ARRAY, ARRAY))                                                                                    \
    R("RawArray", GARBAGE(PACKED_BYTE_ARRAY, BYTES))                                                                   \
    R("IntArray", PACKED_INTS(PACKED_INT32_ARRAY, 4))                                                                  \
    R("RealArray", PACKED_MATH(PACKED_FLOAT32_ARRAY, 4))                                                               \
    R("StringArray", GARBAGE(PACKED_STRING_ARRAY, STRINGS))                                                            \
    R("Vector2Array", PACKED_MATH(PACKED_VECTOR2_ARRAY, 8))                                                            \
    R("Vector3Array", PACKED_MATH(PACKED_VECTOR3_ARRAY, 12))                                                           \
    R("ColorArray", PACKED_MATH(PACKED_COLOR_ARRAY, 16))

/* Godot 3.0 and 3.1-3.6 have the same ids; they differ in how they write ints and padding. */
#define GODOT3_LIST(R, INTEGER_ROW, STRING_ROW, STRINGS_ROW)                                                           \
    R("Nil", NIL_ROW)                                                                                                  \
    R("bool", BOOL_ROW)                                                                                                \
    R("int", INTEGER_ROW)                                                                                              \
    R("float", FLOAT_ROW)                                                                                              \
    R("String", STRING_ROW)                                                                                            \
    R("Vector2", MATH(VECTOR2, 8))                                                                                     \
    R("Rect2", MATH(RECT2, 16))                                                                                        \
    R("Vector3", MATH(VECTOR3, 12))                                                                                    \
    R("Transform2D", MATH(TRANSFORM2D, 24))                                                                            \
    R("Plane", MATH(PLANE, 16))                                                                                        \
    R("Quat", MATH(QUATERNION, 16))                                                                                    \
    R("AABB", MATH(AABB, 24))                                                                                          \
    R("Basis", MATH(BASIS, 36))                                                                                        \
    R("Transform", MATH(TRANSFORM3D, 48))                                                                              \
    R("Color", COLOR_ROW)                                                                                              \
    R("NodePath", NODE_PATH_ROW)                                                                                       \
    R("RID", RID_ROW)                                                                                                  \
    R("Object", OBJECT_ROW)                                                                                            \
    R("Dictionary", DICTIONARY_ROW)                                                                                    \
    R("Array", ARRAY_ROW)                                                                                              \
    R("PoolByteArray", GARBAGE(PACKED_BYTE_ARRAY, BYTES))                                                              \
    R("PoolIntArray", PACKED_INTS(PACKED_INT32_ARRAY, 4))                                                              \
    R("PoolRealArray", PACKED_MATH(PACKED_FLOAT32_ARRAY, 4))                                                           \
    R("PoolStringArray", STRINGS_ROW)                                                                                  \
    R("PoolVector2Array", PACKED_MATH(PACKED_VECTOR2_ARRAY, 8))                                                        \
    R("PoolVector3Array", PACKED_MATH(PACKED_VECTOR3_ARRAY, 12))                                                       \
    R("PoolColorArray", PACKED_MATH(PACKED_COLOR_ARRAY, 16))

#define GODOT3_0(R) GODOT3_LIST(R, INT_ALWAYS_64_ROW, GARBAGE(STRING, TEXT), GARBAGE(PACKED_STRING_ARRAY, STRINGS))
#define GODOT3(R) GODOT3_LIST(R, INT_ROW, PLAIN(STRING, TEXT), NEW_STRINGS)

#define PANDEMONIUM_33(R)                                                                                              \
    R("Nil", NIL_ROW)                                                                                                  \
    R("bool", BOOL_ROW)                                                                                                \
    R("int", INT_ROW)                                                                                                  \
    R("float", FLOAT_ROW)                                                                                              \
    R("String", PLAIN(STRING, TEXT))                                                                                   \
    R("Vector2", MATH(VECTOR2, 8))                                                                                     \
    R("Vector2i", INTS(VECTOR2I, 8))                                                                                   \
    R("Rect2", MATH(RECT2, 16))                                                                                        \
    R("Rect2i", INTS(RECT2I, 16))                                                                                      \
    R("Vector3", MATH(VECTOR3, 12))                                                                                    \
    R("Vector3i", INTS(VECTOR3I, 12))                                                                                  \
    R("Transform2D", MATH(TRANSFORM2D, 24))                                                                            \
    R("Plane", MATH(PLANE, 16))                                                                                        \
    R("Quat", MATH(QUATERNION, 16))                                                                                    \
    R("AABB", MATH(AABB, 24))                                                                                          \
    R("Basis", MATH(BASIS, 36))                                                                                        \
    R("Transform", MATH(TRANSFORM3D, 48))                                                                              \
    R("Color", COLOR_ROW)                                                                                              \
    R("NodePath", NODE_PATH_ROW)                                                                                       \
    R("RID", RID_ROW)                                                                                                  \
    R("Object", OBJECT_ROW)                                                                                            \
    R("StringName", PLAIN(STRING_NAME, TEXT))                                                                          \
    R("Dictionary", DICTIONARY_ROW)                                                                                    \
    R("Array", ARRAY_ROW)                                                                                              \
    R("PoolByteArray", PLAIN(PACKED_BYTE_ARRAY, BYTES))                                                                \
    R("PoolIntArray", PACKED_INTS(PACKED_INT32_ARRAY, 4))                                                              \
    R("PoolRealArray", PACKED_MATH(PACKED_FLOAT32_ARRAY, 4))                                                           \
    R("PoolStringArray", NEW_STRINGS)                                                                                  \
    R("PoolVector2Array", PACKED_MATH(PACKED_VECTOR2_ARRAY, 8))                                                        \
    R("PoolVector2iArray", PACKED_INTS(PACKED_VECTOR2I_ARRAY, 8))                                                      \
    R("PoolVector3Array", PACKED_MATH(PACKED_VECTOR3_ARRAY, 12))                                                       \
    R("PoolVector3iArray", PACKED_INTS(PACKED_VECTOR3I_ARRAY, 12))                                                     \
    R("PoolColorArray", PACKED_MATH(PACKED_COLOR_ARRAY, 16))

/* Pandemonium 3.8 and later: TYPED stands where version 5 put its two typed arrays, and nothing before. */
#define PANDEMONIUM_38_LIST(R, TYPED)                                                                                  \
    R("Nil", NIL_ROW)                                                                                                  \
    R("bool", BOOL_ROW)                                                                                                \
    R("int", INT_ROW)                                                                                                  \
    R("float", FLOAT_ROW)                                                                                              \
    R("String", PLAIN(STRING, TEXT))                                                                                   \
    R("Rect2", MATH(RECT2, 16))                                                                                        \
    R("Rect2i", INTS(RECT2I, 16))                                                                                      \
    R("Vector2", MATH(VECTOR2, 8))                                                                                     \
    R("Vector2i", INTS(VECTOR2I, 8))                                                                                   \
    R("Vector3", MATH(VECTOR3, 12))                                                                                    \
    R("Vector3i", INTS(VECTOR3I, 12))                                                                                  \
    R("Vector4", MISREAD(VECTOR4, 16, FLOAT32, GDV_QUIRK_SHORT_ADVANCE))                                               \
    R("Vector4i", MISREAD(VECTOR4I, 16, INT32, GDV_QUIRK_SHORT_ADVANCE))                                               \
    R("Plane", MATH(PLANE, 16))                                                                                        \
    R("Quaternion", MATH(QUATERNION, 16))                                                                              \
    R("AABB", MATH(AABB, 24))                                                                                          \
    R("Basis", MATH(BASIS, 36))                                                                                        \
    R("Transform", MATH(TRANSFORM3D, 48))                                                                              \
    R("Transform2D", MATH(TRANSFORM2D, 24))                                                                            \
    R("Projection", MISREAD(PROJECTION, 64, FLOAT32, GDV_QUIRK_LONG_REACH))                                            \
    R("Color", COLOR_ROW)                                                                                              \
    R("NodePath", NODE_PATH_ROW)                                                                                       \
    R("RID", RID_ROW)                                                                                                  \
    R("Object", OBJECT_ROW)                                                                                            \
    R("StringName", PLAIN(STRING_NAME, TEXT))                                                                          \
    R("Dictionary", DICTIONARY_ROW)                                                                                    \
    R("Array", ARRAY_ROW)                                                                                              \
    TYPED(R)                                                                                                           \
    R("PoolByteArray", PLAIN(PACKED_BYTE_ARRAY, BYTES))                                                                \
    R("PoolIntArray", PACKED_INTS(PACKED_INT32_ARRAY, 4))                                                              \
    R("PoolRealArray", PACKED_MATH(PACKED_FLOAT32_ARRAY, 4))                                                           \
    R("PoolStringArray", NEW_STRINGS)                                                                                  \
    R("PoolVector2Array", PACKED_MATH(PACKED_VECTOR2_ARRAY, 8))                                                        \
    R("PoolVector2iArray", PACKED_INTS(PACKED_VECTOR2I_ARRAY, 8))                                                      \
    R("PoolVector3Array", PACKED_MATH(PACKED_VECTOR3_ARRAY, 12))                                                       \
    R("PoolVector3iArray", PACKED_INTS(PACKED_VECTOR3I_ARRAY, 12))                                                     \
    R("PoolVector4Array", ROW(PACKED_VECTOR4_ARRAY, PACKED, 16, 0, 0, FLOAT32, 0, GDV_QUIRK_W_FROM_Z))                 \
    R("PoolVector4iArray", ROW(PACKED_VECTOR4I_ARRAY, PACKED, 16, 0, 0, INT32, 0, GDV_QUIRK_W_FROM_Z))                 \
    R("PoolColorArray", PACKED_MATH(PACKED_COLOR_ARRAY, 16))

#define NO_TYPED_ARRAYS(R)
#define TYPED_ARRAYS(R)                                                                                                \
    R("TypedArray", ROW(TYPED_ARRAY, TYPED_ARRAY, 0, 0, 1, NONE, 0, 0))                                                \
    R("PackedTypedArray", ROW(PACKED_TYPED_ARRAY, TYPED_ARRAY, 0, 0, 1, NONE, 0, GDV_QUIRK_PACKED))

#define PANDEMONIUM_38(R) PANDEMONIUM_38_LIST(R, NO_TYPED_ARRAYS)
#define PANDEMONIUM_40(R) PANDEMONIUM_38_LIST(R, TYPED_ARRAYS)

/* Godot 4: the math types carry their own width; 4.3 adds a type and typed arrays, 4.4 typed dictionaries. */
#define GODOT4_LIST(R, NAME_ROW, PAIRS_ROW, ELEMENTS_ROW)                                                              \
    R("Nil", NIL_ROW)                                                                                                  \
    R("bool", BOOL_ROW)                                                                                                \
    R("int", INT_ROW)                                                                                                  \
    R("float", FLOAT_ROW)                                                                                              \
    R("String", PLAIN(STRING, TEXT))                                                                                   \
    R("Vector2", MATH64(VECTOR2, 8))                                                                                   \
    R("Vector2i", INTS(VECTOR2I, 8))                                                                                   \
    R("Rect2", MATH64(RECT2, 16))                                                                                      \
    R("Rect2i", INTS(RECT2I, 16))                                                                                      \
    R("Vector3", MATH64(VECTOR3, 12))                                                                                  \
    R("Vector3i", INTS(VECTOR3I, 12))                                                                                  \
    R("Transform2D", MATH64(TRANSFORM2D, 24))                                                                          \
    R("Vector4", MATH64(VECTOR4, 16))                                                                                  \
    R("Vector4i", INTS(VECTOR4I, 16))                                                                                  \
    R("Plane", MATH64(PLANE, 16))                                                                                      \
    R("Quaternion", MATH64(QUATERNION, 16))                                                                            \
    R("AABB", MATH64(AABB, 24))                                                                                        \
    R("Basis", MATH64(BASIS, 36))                                                                                      \
    R("Transform3D", MATH64(TRANSFORM3D, 48))                                                                          \
    R("Projection", MATH64(PROJECTION, 64))                                                                            \
    R("Color", COLOR_ROW)                                                                                              \
    R("StringName", NAME_ROW)                                                                                          \
    R("NodePath", NODE_PATH_ROW)                                                                                       \
    R("RID", RID64_ROW)                                                                                                \
    R("Object", OBJECT_ROW)                                                                                            \
    R("Callable", EMPTY(CALLABLE, 1 + GDV_PERMIT_BIT_CALLABLE))                                                        \
    R("Signal", ROW(SIGNAL, SIGNAL, 0, 0, 0, NONE, 1 + GDV_PERMIT_BIT_SIGNAL, 0))                                      \
    R("Dictionary", PAIRS_ROW)                                                                                         \
    R("Array", ELEMENTS_ROW)                                                                                           \
    R("PackedByteArray", PLAIN(PACKED_BYTE_ARRAY, BYTES))                                                              \
    R("PackedInt32Array", PACKED_INTS(PACKED_INT32_ARRAY, 4))                                                          \
    R("PackedInt64Array", ROW(PACKED_INT64_ARRAY, PACKED, 8, 0, 0, INT64, 0, 0))                                       \
    R("PackedFloat32Array", PACKED_MATH(PACKED_FLOAT32_ARRAY, 4))                                                      \
    R("PackedFloat64Array", ROW(PACKED_FLOAT64_ARRAY, PACKED, 8, 0, 0, FLOAT64, 0, 0))                                 \
    R("PackedStringArray", NEW_STRINGS)                                                                                \
    R("PackedVector2Array", PACKED_MATH64(PACKED_VECTOR2_ARRAY, 8))                                                    \
    R("PackedVector3Array", PACKED_MATH64(PACKED_VECTOR3_ARRAY, 12))                                                   \
    R("PackedColorArray", PACKED_MATH(PACKED_COLOR_ARRAY, 16))

#define PACKED_VECTOR4(R) R("PackedVector4Array", PACKED_MATH64(PACKED_VECTOR4_ARRAY, 16))

/* Before 4.4 a dictionary stores a StringName key as a String. */
#define STRING_KEY_ROW ROW(STRING_NAME, TEXT, 0, 0, 0, NONE, 0, GDV_QUIRK_STRING_KEY)

#define GODOT4_0(R) GODOT4_LIST(R, STRING_KEY_ROW, DICTIONARY_ROW, ARRAY_ROW)
#define GODOT4_3(R) GODOT4_LIST(R, STRING_KEY_ROW, DICTIONARY_ROW, KINDED_ARRAY_ROW) PACKED_VECTOR4(R)
#define GODOT4_4(R) GODOT4_LIST(R, PLAIN(STRING_NAME, TEXT), KINDED_DICTIONARY_ROW, KINDED_ARRAY_ROW) PACKED_VECTOR4(R)

/* A class whose name ends with the size, where there is one. */
#define BY_SIZE(size, none, many)                                                                                      \
    ((size) == 0    ? GDV_CLASS_##none                                                                                 \
     : (size) == 8  ? GDV_CLASS_##many##8                                                                              \
     : (size) == 12 ? GDV_CLASS_##many##12                                                                             \
     : (size) == 16 ? GDV_CLASS_##many##16                                                                             \
                    : GDV_CLASS_RARE)

/* What the fast loop does with a row's header: one without flags, and one with GDV_FLAG_64 alone. */
#define NARROW_CLASS(type, layout, size, wide, flags, component, permit, quirks)                                       \
    (uint8_t)((permit) != 0                               ? GDV_CLASS_STEP                                             \
              : ((quirks) & ~GDV_QUIRK_FUTURE_FLAGS) != 0 ? GDV_CLASS_STEP                                             \
              : (layout) == GDV_LAYOUT_BOOL               ? GDV_CLASS_BOOL                                             \
              : (layout) == GDV_LAYOUT_INT                ? GDV_CLASS_INT                                              \
              : (layout) == GDV_LAYOUT_FLOAT              ? GDV_CLASS_FLOAT                                            \
              : (layout) == GDV_LAYOUT_TEXT               ? GDV_CLASS_TEXT                                             \
              : (layout) == GDV_LAYOUT_ARRAY              ? GDV_CLASS_ARRAY                                            \
              : (layout) == GDV_LAYOUT_DICTIONARY         ? GDV_CLASS_DICTIONARY                                       \
              : (layout) == GDV_LAYOUT_BYTES              ? GDV_CLASS_RARE                                             \
              : (layout) == GDV_LAYOUT_PACKED             ? GDV_CLASS_RARE                                             \
              : (layout) != GDV_LAYOUT_FIXED              ? GDV_CLASS_STEP                                             \
              : (component) == GDV_COMPONENT_FLOAT32      ? BY_SIZE(size, RARE, FLOATS)                                \
                                                          : BY_SIZE(size, NIL, WORDS)),
#define WIDE_CLASS(type, layout, size, wide, flags, component, permit, quirks)                                         \
    (uint8_t)((wide) == 0 || (permit) != 0 || (quirks) != 0 ? GDV_CLASS_STEP                                           \
              : (layout) == GDV_LAYOUT_FLOAT                ? GDV_CLASS_DOUBLE                                         \
                                                            : GDV_CLASS_RARE),
#define TYPE_FIRST(type, ...) (type),

#define ROW_OF(name, ...) {__VA_ARGS__},
#define NAME_OF(name, ...) name,
#define NARROW_OF(name, ...) NARROW_CLASS(__VA_ARGS__)
#define WIDE_OF(name, ...) WIDE_CLASS(__VA_ARGS__)
#define TYPE_OF(name, ...) TYPE_FIRST(__VA_ARGS__)
#define TABLE(list, dialect)                                                                                           \
    static const gdv_wire_row dialect##_types[] = {list(ROW_OF)};                                                      \
    static const char *const dialect##_names[] = {list(NAME_OF)};                                                      \
    static const gdv_classes dialect##_classes = {{list(NARROW_OF)}, {list(WIDE_OF)}, {list(TYPE_OF)}};

TABLE(GODOT2, godot2)
TABLE(GODOT3_0, godot3_0)
TABLE(GODOT3, godot3)
TABLE(PANDEMONIUM_33, pandemonium_33)
TABLE(PANDEMONIUM_38, pandemonium_38)
TABLE(PANDEMONIUM_40, pandemonium_40)
TABLE(GODOT4_0, godot4_0)
TABLE(GODOT4_3, godot4_3)
TABLE(GODOT4_4, godot4_4)

#define WIRE_TABLE(family, dialect, mask, tolerance, traits, name, alias, versions, engines, judges)                   \
    {dialect##_types,                                                                                                  \
     dialect##_names,                                                                                                  \
     &dialect##_classes,                                                                                               \
     (uint32_t)(sizeof(dialect##_types) / sizeof((dialect##_types)[0])),                                               \
     mask,                                                                                                             \
     traits,                                                                                                           \
     tolerance,                                                                                                        \
     GDV_FAMILY_##family,                                                                                              \
     name,                                                                                                             \
     alias,                                                                                                            \
     versions,                                                                                                         \
     engines,                                                                                                          \
     judges}

#define OLD_TRAITS (GDV_TRAIT_OLD_NODE_PATH | GDV_TRAIT_TEXT_GARBAGE | GDV_TRAIT_DOUBLE_HASH)
#define GODOT2_TRAITS (OLD_TRAITS | GDV_TRAIT_PROPERTY | GDV_TRAIT_SHARED | GDV_TRAIT_NEEDS_NAMES | GDV_TRAIT_BIT_KEYS)
#define GODOT4_TRAITS (GDV_TRAIT_NAME_IS_STRING | GDV_TRAIT_CONTENT_KEYS)

/* Godot 2 compares the whole header with the number of types; later engines look at its low byte (section 3). */
#define WHOLE_HEADER 0xffffffffu
#define LOW_BYTE 0xffu

const gdv_wire_table gdv_wire_tables[GDV_DIALECT_COUNT] = {
    [GDV_DIALECT_GODOT2] = WIRE_TABLE(GODOT2, godot2, WHOLE_HEADER, GDV_TOLERANCE_ANY, GODOT2_TRAITS, "godot2", "mole",
                                      "godot2.0 godot2.1", "Godot 1.x-2.1, Mole", "Godot 2.1"),
    [GDV_DIALECT_GODOT3_0] = WIRE_TABLE(GODOT3, godot3_0, LOW_BYTE, GDV_TOLERANCE_ANY, OLD_TRAITS, "godot3.0", "", "",
                                        "Godot 3.0.x", "Godot 3.0"),
    [GDV_DIALECT_GODOT3] =
        WIRE_TABLE(GODOT3, godot3, LOW_BYTE, GDV_TOLERANCE_LAX, GDV_TRAIT_DOUBLE_HASH, "godot3", "",
                   "godot3.1 godot3.2 godot3.3 godot3.4 godot3.5 godot3.6", "Godot 3.1-3.6", "Godot 3.1, 3.2.3, 3.5.3"),
    [GDV_DIALECT_PANDEMONIUM_33] =
        WIRE_TABLE(PANDEMONIUM, pandemonium_33, LOW_BYTE, GDV_TOLERANCE_LAX, 0, "pandemonium-33", "",
                   "pandemonium-3.5 pandemonium-3.6 pandemonium-3.7", "Pandemonium 3.5-3.7", "Pandemonium 3.5.0"),
    [GDV_DIALECT_PANDEMONIUM_38] =
        WIRE_TABLE(PANDEMONIUM, pandemonium_38, LOW_BYTE, GDV_TOLERANCE_STRICT, 0, "pandemonium-38", "pandemonium",
                   "pandemonium-3.8 pandemonium-3.9 pandemonium-4.0 pandemonium-4.1 pandemonium-4.2 pandemonium-4.3 "
                   "pandemonium-4.4 pandemonium-4.5 pandemonium-4.6 pandemonium-4.7 pandemonium-4.8 pandemonium-4.9",
                   "Pandemonium 3.8-4.9", "Pandemonium 3.8.0"),
    [GDV_DIALECT_PANDEMONIUM_40] = WIRE_TABLE(
        PANDEMONIUM, pandemonium_40, LOW_BYTE, GDV_TOLERANCE_STRICT, 0, "pandemonium-40", "",
        "pandemonium-5.0 pandemonium-5.1 pandemonium-5.2 pandemonium-5.3", "Pandemonium 5", "Pandemonium 5.3-dev"),
    [GDV_DIALECT_GODOT4_0] = WIRE_TABLE(GODOT4, godot4_0, LOW_BYTE, GDV_TOLERANCE_STRICT, GODOT4_TRAITS, "godot4.0", "",
                                        "godot4.1 godot4.2", "Godot 4.0-4.2", "Godot 4.2.3"),
    [GDV_DIALECT_GODOT4_3] =
        WIRE_TABLE(GODOT4, godot4_3, LOW_BYTE, GDV_TOLERANCE_STRICT, GODOT4_TRAITS | GDV_TRAIT_KEEPS_ROOT, "godot4.3",
                   "", "", "Godot 4.3", "Godot 4.3"),
    [GDV_DIALECT_GODOT4_4] =
        WIRE_TABLE(GODOT4, godot4_4, LOW_BYTE, GDV_TOLERANCE_STRICT, GODOT4_TRAITS | GDV_TRAIT_KEEPS_ROOT, "godot4.4",
                   "godot4", "godot4.5 godot4.6", "Godot 4.4 and later", "Godot 4.4-dev, 4.6-dev"),
};

const gdv_image_layout gdv_image_layouts[GDV_IMAGE_CUSTOM] = {
    {0, 1, 0, 1, 1},    /* grayscale */
    {0, 1, 0, 1, 1},    /* intensity */
    {0, 2, 0, 1, 1},    /* grayscale, alpha */
    {0, 3, 0, 1, 1},    /* RGB */
    {0, 4, 0, 1, 1},    /* RGBA */
    {768, 1, 0, 1, 1},  /* indexed: 256 colours */
    {1024, 1, 0, 1, 1}, /* indexed, alpha */
    {0, 2, 0, 1, 1},    /* YUV 4:2:2 */
    {0, 3, 0, 1, 1},    /* YUV 4:4:4 */
    {0, 1, 1, 4, 4},    /* BC1 */
    {0, 1, 0, 4, 4},    /* BC2 */
    {0, 1, 0, 4, 4},    /* BC3 */
    {0, 1, 1, 4, 4},    /* BC4 */
    {0, 1, 0, 4, 4},    /* BC5 */
    {0, 1, 2, 16, 8},   /* PVRTC2 */
    {0, 1, 2, 16, 8},   /* PVRTC2, alpha */
    {0, 1, 1, 8, 8},    /* PVRTC4 */
    {0, 1, 1, 8, 8},    /* PVRTC4, alpha */
    {0, 1, 1, 4, 4},    /* ETC */
    {0, 1, 1, 8, 8},    /* ATC */
    {0, 1, 0, 8, 8},    /* ATC, alpha explicit */
    {0, 1, 0, 8, 8},    /* ATC, alpha interpolated */
};

const uint8_t gdv_input_event_words[GDV_INPUT_EVENTS] = {
    0, /* none */
    2, /* key: modifiers, scancode */
    0, /* mouse motion */
    1, /* mouse button: index */
    2, /* joystick motion: axis, value */
    1, /* joystick button: index */
    1, /* screen touch: index */
    0, /* screen drag */
    0, /* action */
};

#ifdef __FRAMAC__
#include "../proof/wire_c.h"
#endif

uint32_t gdv_wire_table_walk(const gdv_wire_table *table, gdv_type type)
{
    uint32_t id = 0;
    /*@ GDV_WIRE_TABLE_WALK_LOOP */
    while (id < table->count && table->types[id].type != (uint32_t)type) {
        id += 1;
    }
    return id < table->count ? id : GDV_ANY_ID;
}
