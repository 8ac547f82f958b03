/* SPDX-License-Identifier: MIT */
#include "tests/support/type_ids.h"

#include <stdio.h>
#include <stdlib.h>

#define T(type) GDV_TYPE_##type

/* Meanings of header bits: section 3. */
#define WIDE 0x1u
#define BY_ID 0x1u
#define KIND 0x3u
#define KINDS 0xfu

/* Verdicts: strict, engine. */
#define OK GDV_OK, GDV_OK
#define NEEDS(code) GDV_E_##code, GDV_OK
#define NEVER(code) GDV_E_##code, GDV_E_##code
#define MISREAD NEEDS(ENGINE_MISREADS)

/* Payloads: section 5, most of them as in the examples of section 12. */
#define TRUE_ " 01000000"
#define ONE " 01000000"
#define INT_1 " 01000000"
#define U64_5 " 05000000 00000000"
#define HALF " 0000003f"
#define TENTH " 9a999999 9999b93f"
#define XY " 0000803f 00000040"
#define XYZ XY " 00004040"
#define XYZW XYZ " 00008040"
#define SIX XYZW " 0000a040 0000c040"
#define NINE SIX " 0000e040 00000041 00001041"
#define IXY " 01000000 feffffff"
#define IXYZ IXY " 03000000"
#define IXYZW IXYZ " 04000000"
#define RGBA " 0000803f 0000003f 0000803e 0000803f"
#define TEXT_A " 01000000 61000000"
#define TEXTZ_A " 02000000 61000000"
#define PATH_A " 01000080 00000000 00000000" TEXT_A
#define PAIRS ONE " 04000000" TEXT_A " 01000000" TRUE_
#define ELEMENTS ONE " 01000000" TRUE_
#define BYTE_1 " 01000000"
#define INTS_7 " 02000000 01000000 02000000 07000000"
#define IMAGE_1X1 " 04000000 00000000 01000000 01000000 04000000 010203ff"
#define BUTTON_1 " 03000000 00000000 10000000 01000000"

static const type_row godot2[] = {
    {0, T(NIL), "NIL", 0, 0, 0, "00000000", OK},
    {1, T(BOOL), "BOOL", 4, 0, 0, "01000000" TRUE_, OK},
    {2, T(INT), "INT", 4, 0, 0, "02000000" INT_1, OK},
    {3, T(FLOAT), "REAL", 4, 0, 0, "03000000" HALF, OK},
    {4, T(STRING), "STRING", 0, 0, 0, "04000000" TEXT_A, OK},
    {5, T(VECTOR2), "VECTOR2", 8, 0, 0, "05000000" XY, OK},
    {6, T(RECT2), "RECT2", 16, 0, 0, "06000000" XYZW, OK},
    {7, T(VECTOR3), "VECTOR3", 12, 0, 0, "07000000" XYZ, OK},
    {8, T(TRANSFORM2D), "MATRIX32", 24, 0, 0, "08000000" SIX, OK},
    {9, T(PLANE), "PLANE", 16, 0, 0, "09000000" XYZW, OK},
    {10, T(QUATERNION), "QUAT", 16, 0, 0, "0a000000" XYZW, OK},
    {11, T(AABB), "AABB", 24, 0, 0, "0b000000" SIX, OK},
    {12, T(BASIS), "MATRIX3", 36, 0, 0, "0c000000" NINE, OK},
    {13, T(TRANSFORM3D), "TRANSFORM", 48, 0, 0, "0d000000" NINE XYZ, OK},
    {14, T(COLOR), "COLOR", 16, 0, 0, "0e000000" RGBA, OK},
    {15, T(IMAGE), "IMAGE", 0, 0, 0, "0f000000" IMAGE_1X1, OK},
    {16, T(NODE_PATH), "NODE_PATH", 0, 0, 0, "10000000" PATH_A, OK},
    {17, T(RID), "RID", 0, 0, 0, "11000000", NEEDS(RID)},
    {18, T(OBJECT), "OBJECT", 0, 0, 0, "12000000", NEEDS(OBJECT_ID)},
    {19, T(INPUT_EVENT), "INPUT_EVENT", 0, 0, 0, "13000000" BUTTON_1, OK},
    {20, T(DICTIONARY), "DICTIONARY", 0, 0, 0, "14000000" PAIRS, OK},
    {21, T(ARRAY), "ARRAY", 0, 0, 0, "15000000" ELEMENTS, OK},
    {22, T(PACKED_BYTE_ARRAY), "RAW_ARRAY", 0, 0, 0, "16000000" ONE BYTE_1, OK},
    {23, T(PACKED_INT32_ARRAY), "INT_ARRAY", 4, 0, 0, "17000000" ONE INT_1, OK},
    {24, T(PACKED_FLOAT32_ARRAY), "REAL_ARRAY", 4, 0, 0, "18000000" ONE HALF, OK},
    {25, T(PACKED_STRING_ARRAY), "STRING_ARRAY", 0, 0, 0, "19000000" ONE TEXTZ_A, OK},
    {26, T(PACKED_VECTOR2_ARRAY), "VECTOR2_ARRAY", 8, 0, 0, "1a000000" ONE XY, OK},
    {27, T(PACKED_VECTOR3_ARRAY), "VECTOR3_ARRAY", 12, 0, 0, "1b000000" ONE XYZ, OK},
    {28, T(PACKED_COLOR_ARRAY), "COLOR_ARRAY", 16, 0, 0, "1c000000" ONE RGBA, OK},
};

static const type_row godot3_0[] = {
    {0, T(NIL), "NIL", 0, 0, 0, "00000000", OK},
    {1, T(BOOL), "BOOL", 4, 0, 0, "01000000" TRUE_, OK},
    {2, T(INT), "INT", 4, 8, WIDE, "02000100" U64_5, OK},
    {3, T(FLOAT), "REAL", 4, 8, WIDE, "03000000" HALF, OK},
    {4, T(STRING), "STRING", 0, 0, 0, "04000000" TEXT_A, OK},
    {5, T(VECTOR2), "VECTOR2", 8, 0, 0, "05000000" XY, OK},
    {6, T(RECT2), "RECT2", 16, 0, 0, "06000000" XYZW, OK},
    {7, T(VECTOR3), "VECTOR3", 12, 0, 0, "07000000" XYZ, OK},
    {8, T(TRANSFORM2D), "TRANSFORM2D", 24, 0, 0, "08000000" SIX, OK},
    {9, T(PLANE), "PLANE", 16, 0, 0, "09000000" XYZW, OK},
    {10, T(QUATERNION), "QUAT", 16, 0, 0, "0a000000" XYZW, OK},
    {11, T(AABB), "AABB", 24, 0, 0, "0b000000" SIX, OK},
    {12, T(BASIS), "BASIS", 36, 0, 0, "0c000000" NINE, OK},
    {13, T(TRANSFORM3D), "TRANSFORM", 48, 0, 0, "0d000000" NINE XYZ, OK},
    {14, T(COLOR), "COLOR", 16, 0, 0, "0e000000" RGBA, OK},
    {15, T(NODE_PATH), "NODE_PATH", 0, 0, 0, "0f000000" PATH_A, OK},
    {16, T(RID), "RID", 0, 0, 0, "10000000", NEEDS(RID)},
    {17, T(OBJECT), "OBJECT", 0, 0, BY_ID, "11000100" U64_5, NEEDS(OBJECT_ID)},
    {18, T(DICTIONARY), "DICTIONARY", 0, 0, 0, "12000000" PAIRS, OK},
    {19, T(ARRAY), "ARRAY", 0, 0, 0, "13000000" ELEMENTS, OK},
    {20, T(PACKED_BYTE_ARRAY), "POOL_BYTE_ARRAY", 0, 0, 0, "14000000" ONE BYTE_1, OK},
    {21, T(PACKED_INT32_ARRAY), "POOL_INT_ARRAY", 4, 0, 0, "15000000" ONE INT_1, OK},
    {22, T(PACKED_FLOAT32_ARRAY), "POOL_REAL_ARRAY", 4, 0, 0, "16000000" ONE HALF, OK},
    {23, T(PACKED_STRING_ARRAY), "POOL_STRING_ARRAY", 0, 0, 0, "17000000" ONE TEXTZ_A, OK},
    {24, T(PACKED_VECTOR2_ARRAY), "POOL_VECTOR2_ARRAY", 8, 0, 0, "18000000" ONE XY, OK},
    {25, T(PACKED_VECTOR3_ARRAY), "POOL_VECTOR3_ARRAY", 12, 0, 0, "19000000" ONE XYZ, OK},
    {26, T(PACKED_COLOR_ARRAY), "POOL_COLOR_ARRAY", 16, 0, 0, "1a000000" ONE RGBA, OK},
};

static const type_row godot3[] = {
    {0, T(NIL), "NIL", 0, 0, 0, "00000000", OK},
    {1, T(BOOL), "BOOL", 4, 0, 0, "01000000" TRUE_, OK},
    {2, T(INT), "INT", 4, 8, WIDE, "02000000" INT_1, OK},
    {3, T(FLOAT), "REAL", 4, 8, WIDE, "03000000" HALF, OK},
    {4, T(STRING), "STRING", 0, 0, 0, "04000000" TEXT_A, OK},
    {5, T(VECTOR2), "VECTOR2", 8, 0, 0, "05000000" XY, OK},
    {6, T(RECT2), "RECT2", 16, 0, 0, "06000000" XYZW, OK},
    {7, T(VECTOR3), "VECTOR3", 12, 0, 0, "07000000" XYZ, OK},
    {8, T(TRANSFORM2D), "TRANSFORM2D", 24, 0, 0, "08000000" SIX, OK},
    {9, T(PLANE), "PLANE", 16, 0, 0, "09000000" XYZW, OK},
    {10, T(QUATERNION), "QUAT", 16, 0, 0, "0a000000" XYZW, OK},
    {11, T(AABB), "AABB", 24, 0, 0, "0b000000" SIX, OK},
    {12, T(BASIS), "BASIS", 36, 0, 0, "0c000000" NINE, OK},
    {13, T(TRANSFORM3D), "TRANSFORM", 48, 0, 0, "0d000000" NINE XYZ, OK},
    {14, T(COLOR), "COLOR", 16, 0, 0, "0e000000" RGBA, OK},
    {15, T(NODE_PATH), "NODE_PATH", 0, 0, 0, "0f000000" PATH_A, OK},
    {16, T(RID), "RID", 0, 0, 0, "10000000", NEEDS(RID)},
    {17, T(OBJECT), "OBJECT", 0, 0, BY_ID, "11000100" U64_5, NEEDS(OBJECT_ID)},
    {18, T(DICTIONARY), "DICTIONARY", 0, 0, 0, "12000000" PAIRS, OK},
    {19, T(ARRAY), "ARRAY", 0, 0, 0, "13000000" ELEMENTS, OK},
    {20, T(PACKED_BYTE_ARRAY), "POOL_BYTE_ARRAY", 0, 0, 0, "14000000" ONE BYTE_1, OK},
    {21, T(PACKED_INT32_ARRAY), "POOL_INT_ARRAY", 4, 0, 0, "15000000" ONE INT_1, OK},
    {22, T(PACKED_FLOAT32_ARRAY), "POOL_REAL_ARRAY", 4, 0, 0, "16000000" ONE HALF, OK},
    {23, T(PACKED_STRING_ARRAY), "POOL_STRING_ARRAY", 0, 0, 0, "17000000" ONE TEXTZ_A, OK},
    {24, T(PACKED_VECTOR2_ARRAY), "POOL_VECTOR2_ARRAY", 8, 0, 0, "18000000" ONE XY, OK},
    {25, T(PACKED_VECTOR3_ARRAY), "POOL_VECTOR3_ARRAY", 12, 0, 0, "19000000" ONE XYZ, OK},
    {26, T(PACKED_COLOR_ARRAY), "POOL_COLOR_ARRAY", 16, 0, 0, "1a000000" ONE RGBA, OK},
};

static const type_row pandemonium_33[] = {
    {0, T(NIL), "NIL", 0, 0, 0, "00000000", OK},
    {1, T(BOOL), "BOOL", 4, 0, 0, "01000000" TRUE_, OK},
    {2, T(INT), "INT", 4, 8, WIDE, "02000000" INT_1, OK},
    {3, T(FLOAT), "REAL", 4, 8, WIDE, "03000000" HALF, OK},
    {4, T(STRING), "STRING", 0, 0, 0, "04000000" TEXT_A, OK},
    {5, T(VECTOR2), "VECTOR2", 8, 0, 0, "05000000" XY, OK},
    {6, T(VECTOR2I), "VECTOR2I", 8, 0, 0, "06000000" IXY, OK},
    {7, T(RECT2), "RECT2", 16, 0, 0, "07000000" XYZW, OK},
    {8, T(RECT2I), "RECT2I", 16, 0, 0, "08000000" IXYZW, OK},
    {9, T(VECTOR3), "VECTOR3", 12, 0, 0, "09000000" XYZ, OK},
    {10, T(VECTOR3I), "VECTOR3I", 12, 0, 0, "0a000000" IXYZ, OK},
    {11, T(TRANSFORM2D), "TRANSFORM2D", 24, 0, 0, "0b000000" SIX, OK},
    {12, T(PLANE), "PLANE", 16, 0, 0, "0c000000" XYZW, OK},
    {13, T(QUATERNION), "QUAT", 16, 0, 0, "0d000000" XYZW, OK},
    {14, T(AABB), "AABB", 24, 0, 0, "0e000000" SIX, OK},
    {15, T(BASIS), "BASIS", 36, 0, 0, "0f000000" NINE, OK},
    {16, T(TRANSFORM3D), "TRANSFORM", 48, 0, 0, "10000000" NINE XYZ, OK},
    {17, T(COLOR), "COLOR", 16, 0, 0, "11000000" RGBA, OK},
    {18, T(NODE_PATH), "NODE_PATH", 0, 0, 0, "12000000" PATH_A, OK},
    {19, T(RID), "RID", 0, 0, 0, "13000000", NEEDS(RID)},
    {20, T(OBJECT), "OBJECT", 0, 0, BY_ID, "14000100" U64_5, NEEDS(OBJECT_ID)},
    {21, T(STRING_NAME), "STRING_NAME", 0, 0, 0, "15000000" TEXT_A, OK},
    {22, T(DICTIONARY), "DICTIONARY", 0, 0, 0, "16000000" PAIRS, OK},
    {23, T(ARRAY), "ARRAY", 0, 0, 0, "17000000" ELEMENTS, OK},
    {24, T(PACKED_BYTE_ARRAY), "POOL_BYTE_ARRAY", 0, 0, 0, "18000000" ONE BYTE_1, OK},
    {25, T(PACKED_INT32_ARRAY), "POOL_INT_ARRAY", 4, 0, 0, "19000000" ONE INT_1, OK},
    {26, T(PACKED_FLOAT32_ARRAY), "POOL_REAL_ARRAY", 4, 0, 0, "1a000000" ONE HALF, OK},
    {27, T(PACKED_STRING_ARRAY), "POOL_STRING_ARRAY", 0, 0, 0, "1b000000" ONE TEXTZ_A, OK},
    {28, T(PACKED_VECTOR2_ARRAY), "POOL_VECTOR2_ARRAY", 8, 0, 0, "1c000000" ONE XY, OK},
    {29, T(PACKED_VECTOR2I_ARRAY), "POOL_VECTOR2I_ARRAY", 8, 0, 0, "1d000000" ONE IXY, OK},
    {30, T(PACKED_VECTOR3_ARRAY), "POOL_VECTOR3_ARRAY", 12, 0, 0, "1e000000" ONE XYZ, OK},
    {31, T(PACKED_VECTOR3I_ARRAY), "POOL_VECTOR3I_ARRAY", 12, 0, 0, "1f000000" ONE IXYZ, OK},
    {32, T(PACKED_COLOR_ARRAY), "POOL_COLOR_ARRAY", 16, 0, 0, "20000000" ONE RGBA, OK},
};

/* What Pandemonium has had since 3.8, up to its arrays. */
#define PANDEMONIUM_ROWS                                                                                               \
    {0, T(NIL), "NIL", 0, 0, 0, "00000000", OK}, {1, T(BOOL), "BOOL", 4, 0, 0, "01000000" TRUE_, OK},                  \
        {2, T(INT), "INT", 4, 8, WIDE, "02000000" INT_1, OK}, {3, T(FLOAT), "REAL", 4, 8, WIDE, "03000000" HALF, OK},  \
        {4, T(STRING), "STRING", 0, 0, 0, "04000000" TEXT_A, OK},                                                      \
        {5, T(RECT2), "RECT2", 16, 0, 0, "05000000" XYZW, OK},                                                         \
        {6, T(RECT2I), "RECT2I", 16, 0, 0, "06000000" IXYZW, OK},                                                      \
        {7, T(VECTOR2), "VECTOR2", 8, 0, 0, "07000000" XY, OK},                                                        \
        {8, T(VECTOR2I), "VECTOR2I", 8, 0, 0, "08000000" IXY, OK},                                                     \
        {9, T(VECTOR3), "VECTOR3", 12, 0, 0, "09000000" XYZ, OK},                                                      \
        {10, T(VECTOR3I), "VECTOR3I", 12, 0, 0, "0a000000" IXYZ, OK},                                                  \
        {11, T(VECTOR4), "VECTOR4", 16, 0, 0, "0b000000" XYZW, MISREAD},                                               \
        {12, T(VECTOR4I), "VECTOR4I", 16, 0, 0, "0c000000" IXYZW, MISREAD},                                            \
        {13, T(PLANE), "PLANE", 16, 0, 0, "0d000000" XYZW, OK},                                                        \
        {14, T(QUATERNION), "QUATERNION", 16, 0, 0, "0e000000" XYZW, OK},                                              \
        {15, T(AABB), "AABB", 24, 0, 0, "0f000000" SIX, OK}, {16, T(BASIS), "BASIS", 36, 0, 0, "10000000" NINE, OK},   \
        {17, T(TRANSFORM3D), "TRANSFORM", 48, 0, 0, "11000000" NINE XYZ, OK},                                          \
        {18, T(TRANSFORM2D), "TRANSFORM2D", 24, 0, 0, "12000000" SIX, OK},                                             \
        {19, T(PROJECTION), "PROJECTION", 64, 0, 0, "13000000" XYZW XYZW XYZW XYZW, NEVER(ENGINE_MISREADS)},           \
        {20, T(COLOR), "COLOR", 16, 0, 0, "14000000" RGBA, OK},                                                        \
        {21, T(NODE_PATH), "NODE_PATH", 0, 0, 0, "15000000" PATH_A, OK},                                               \
        {22, T(RID), "RID", 0, 0, 0, "16000000", NEEDS(RID)},                                                          \
        {23, T(OBJECT), "OBJECT", 0, 0, BY_ID, "17000100" U64_5, NEEDS(OBJECT_ID)},                                    \
        {24, T(STRING_NAME), "STRING_NAME", 0, 0, 0, "18000000" TEXT_A, OK},                                           \
        {25, T(DICTIONARY), "DICTIONARY", 0, 0, 0, "19000000" PAIRS, OK},                                              \
    {                                                                                                                  \
        26, T(ARRAY), "ARRAY", 0, 0, 0, "1a000000" ELEMENTS, OK                                                        \
    }

static const type_row pandemonium_38[] = {
    PANDEMONIUM_ROWS,
    {27, T(PACKED_BYTE_ARRAY), "POOL_BYTE_ARRAY", 0, 0, 0, "1b000000" ONE BYTE_1, OK},
    {28, T(PACKED_INT32_ARRAY), "POOL_INT_ARRAY", 4, 0, 0, "1c000000" ONE INT_1, OK},
    {29, T(PACKED_FLOAT32_ARRAY), "POOL_REAL_ARRAY", 4, 0, 0, "1d000000" ONE HALF, OK},
    {30, T(PACKED_STRING_ARRAY), "POOL_STRING_ARRAY", 0, 0, 0, "1e000000" ONE TEXTZ_A, OK},
    {31, T(PACKED_VECTOR2_ARRAY), "POOL_VECTOR2_ARRAY", 8, 0, 0, "1f000000" ONE XY, OK},
    {32, T(PACKED_VECTOR2I_ARRAY), "POOL_VECTOR2I_ARRAY", 8, 0, 0, "20000000" ONE IXY, OK},
    {33, T(PACKED_VECTOR3_ARRAY), "POOL_VECTOR3_ARRAY", 12, 0, 0, "21000000" ONE XYZ, OK},
    {34, T(PACKED_VECTOR3I_ARRAY), "POOL_VECTOR3I_ARRAY", 12, 0, 0, "22000000" ONE IXYZ, OK},
    {35, T(PACKED_VECTOR4_ARRAY), "POOL_VECTOR4_ARRAY", 16, 0, 0, "23000000" ONE XYZW, MISREAD},
    {36, T(PACKED_VECTOR4I_ARRAY), "POOL_VECTOR4I_ARRAY", 16, 0, 0, "24000000" ONE IXYZW, MISREAD},
    {37, T(PACKED_COLOR_ARRAY), "POOL_COLOR_ARRAY", 16, 0, 0, "25000000" ONE RGBA, OK},
};

static const type_row pandemonium_40[] = {
    PANDEMONIUM_ROWS,
    {27, T(TYPED_ARRAY), "TYPED_ARRAY", 0, 0, BY_ID, "1b000000" INTS_7, OK},
    {28, T(PACKED_TYPED_ARRAY), "PACKED_TYPED_ARRAY", 0, 0, BY_ID, "1c000000" INTS_7, OK},
    {29, T(PACKED_BYTE_ARRAY), "POOL_BYTE_ARRAY", 0, 0, 0, "1d000000" ONE BYTE_1, OK},
    {30, T(PACKED_INT32_ARRAY), "POOL_INT_ARRAY", 4, 0, 0, "1e000000" ONE INT_1, OK},
    {31, T(PACKED_FLOAT32_ARRAY), "POOL_REAL_ARRAY", 4, 0, 0, "1f000000" ONE HALF, OK},
    {32, T(PACKED_STRING_ARRAY), "POOL_STRING_ARRAY", 0, 0, 0, "20000000" ONE TEXTZ_A, OK},
    {33, T(PACKED_VECTOR2_ARRAY), "POOL_VECTOR2_ARRAY", 8, 0, 0, "21000000" ONE XY, OK},
    {34, T(PACKED_VECTOR2I_ARRAY), "POOL_VECTOR2I_ARRAY", 8, 0, 0, "22000000" ONE IXY, OK},
    {35, T(PACKED_VECTOR3_ARRAY), "POOL_VECTOR3_ARRAY", 12, 0, 0, "23000000" ONE XYZ, OK},
    {36, T(PACKED_VECTOR3I_ARRAY), "POOL_VECTOR3I_ARRAY", 12, 0, 0, "24000000" ONE IXYZ, OK},
    {37, T(PACKED_VECTOR4_ARRAY), "POOL_VECTOR4_ARRAY", 16, 0, 0, "25000000" ONE XYZW, MISREAD},
    {38, T(PACKED_VECTOR4I_ARRAY), "POOL_VECTOR4I_ARRAY", 16, 0, 0, "26000000" ONE IXYZW, MISREAD},
    {39, T(PACKED_COLOR_ARRAY), "POOL_COLOR_ARRAY", 16, 0, 0, "27000000" ONE RGBA, OK},
};

/* What Godot 4 has had from the beginning. Header bits for container kinds came later: of a dictionary, of an array. */
#define GODOT4_ROWS(pairs, elements)                                                                                   \
    {0, T(NIL), "NIL", 0, 0, 0, "00000000", OK}, {1, T(BOOL), "BOOL", 4, 0, 0, "01000000" TRUE_, OK},                  \
        {2, T(INT), "INT", 4, 8, WIDE, "02000000" INT_1, OK}, {3, T(FLOAT), "FLOAT", 4, 8, WIDE, "03000000" HALF, OK}, \
        {4, T(STRING), "STRING", 0, 0, 0, "04000000" TEXT_A, OK},                                                      \
        {5, T(VECTOR2), "VECTOR2", 8, 16, WIDE, "05000000" XY, OK},                                                    \
        {6, T(VECTOR2I), "VECTOR2I", 8, 0, 0, "06000000" IXY, OK},                                                     \
        {7, T(RECT2), "RECT2", 16, 32, WIDE, "07000000" XYZW, OK},                                                     \
        {8, T(RECT2I), "RECT2I", 16, 0, 0, "08000000" IXYZW, OK},                                                      \
        {9, T(VECTOR3), "VECTOR3", 12, 24, WIDE, "09000000" XYZ, OK},                                                  \
        {10, T(VECTOR3I), "VECTOR3I", 12, 0, 0, "0a000000" IXYZ, OK},                                                  \
        {11, T(TRANSFORM2D), "TRANSFORM2D", 24, 48, WIDE, "0b000000" SIX, OK},                                         \
        {12, T(VECTOR4), "VECTOR4", 16, 32, WIDE, "0c000000" XYZW, OK},                                                \
        {13, T(VECTOR4I), "VECTOR4I", 16, 0, 0, "0d000000" IXYZW, OK},                                                 \
        {14, T(PLANE), "PLANE", 16, 32, WIDE, "0e000000" XYZW, OK},                                                    \
        {15, T(QUATERNION), "QUATERNION", 16, 32, WIDE, "0f000000" XYZW, OK},                                          \
        {16, T(AABB), "AABB", 24, 48, WIDE, "10000000" SIX, OK},                                                       \
        {17, T(BASIS), "BASIS", 36, 72, WIDE, "11000000" NINE, OK},                                                    \
        {18, T(TRANSFORM3D), "TRANSFORM3D", 48, 96, WIDE, "12000000" NINE XYZ, OK},                                    \
        {19, T(PROJECTION), "PROJECTION", 64, 128, WIDE, "13000000" XYZW XYZW XYZW XYZW, OK},                          \
        {20, T(COLOR), "COLOR", 16, 0, 0, "14000000" RGBA, OK},                                                        \
        {21, T(STRING_NAME), "STRING_NAME", 0, 0, 0, "15000000" TEXT_A, OK},                                           \
        {22, T(NODE_PATH), "NODE_PATH", 0, 0, 0, "16000000" PATH_A, OK},                                               \
        {23, T(RID), "RID", 8, 0, 0, "17000000" U64_5, NEEDS(RID)},                                                    \
        {24, T(OBJECT), "OBJECT", 0, 0, BY_ID, "18000100" U64_5, NEEDS(OBJECT_ID)},                                    \
        {25, T(CALLABLE), "CALLABLE", 0, 0, 0, "19000000", NEEDS(CALLABLE)},                                           \
        {26, T(SIGNAL), "SIGNAL", 0, 0, 0, "1a000000" TEXT_A U64_5, NEEDS(SIGNAL)},                                    \
        {27, T(DICTIONARY), "DICTIONARY", 0, 0, pairs, "1b000000" PAIRS, OK},                                          \
        {28, T(ARRAY), "ARRAY", 0, 0, elements, "1c000000" ELEMENTS, OK},                                              \
        {29, T(PACKED_BYTE_ARRAY), "PACKED_BYTE_ARRAY", 0, 0, 0, "1d000000" ONE BYTE_1, OK},                           \
        {30, T(PACKED_INT32_ARRAY), "PACKED_INT32_ARRAY", 4, 0, 0, "1e000000" ONE INT_1, OK},                          \
        {31, T(PACKED_INT64_ARRAY), "PACKED_INT64_ARRAY", 8, 0, 0, "1f000000" ONE U64_5, OK},                          \
        {32, T(PACKED_FLOAT32_ARRAY), "PACKED_FLOAT32_ARRAY", 4, 0, 0, "20000000" ONE HALF, OK},                       \
        {33, T(PACKED_FLOAT64_ARRAY), "PACKED_FLOAT64_ARRAY", 8, 0, 0, "21000000" ONE TENTH, OK},                      \
        {34, T(PACKED_STRING_ARRAY), "PACKED_STRING_ARRAY", 0, 0, 0, "22000000" ONE TEXTZ_A, OK},                      \
        {35, T(PACKED_VECTOR2_ARRAY), "PACKED_VECTOR2_ARRAY", 8, 16, WIDE, "23000000" ONE XY, OK},                     \
        {36, T(PACKED_VECTOR3_ARRAY), "PACKED_VECTOR3_ARRAY", 12, 24, WIDE, "24000000" ONE XYZ, OK},                   \
    {                                                                                                                  \
        37, T(PACKED_COLOR_ARRAY), "PACKED_COLOR_ARRAY", 16, 0, 0, "25000000" ONE RGBA, OK                             \
    }

static const type_row godot4_0[] = {GODOT4_ROWS(0, 0)};

#define VECTOR4_ROW {38, T(PACKED_VECTOR4_ARRAY), "PACKED_VECTOR4_ARRAY", 16, 32, WIDE, "26000000" ONE XYZW, OK}

static const type_row godot4_3[] = {GODOT4_ROWS(0, KIND), VECTOR4_ROW};

static const type_row godot4_4[] = {GODOT4_ROWS(KINDS, KIND), VECTOR4_ROW};

#define TABLE(types) types, (uint32_t)(sizeof(types) / sizeof((types)[0]))

/* Names and aliases: section 3 of the design. Numbers of ids: section 1 of the wire reference. */
const dialect_row dialect_rows[GDV_DIALECT_COUNT] = {
    {GDV_DIALECT_GODOT2, "godot2", "mole", TABLE(godot2), 29},
    {GDV_DIALECT_GODOT3_0, "godot3.0", "", TABLE(godot3_0), 27},
    {GDV_DIALECT_GODOT3, "godot3", "", TABLE(godot3), 27},
    {GDV_DIALECT_PANDEMONIUM_33, "pandemonium-33", "", TABLE(pandemonium_33), 33},
    {GDV_DIALECT_PANDEMONIUM_38, "pandemonium-38", "pandemonium", TABLE(pandemonium_38), 38},
    {GDV_DIALECT_PANDEMONIUM_40, "pandemonium-40", "", TABLE(pandemonium_40), 40},
    {GDV_DIALECT_GODOT4_0, "godot4.0", "", TABLE(godot4_0), 38},
    {GDV_DIALECT_GODOT4_3, "godot4.3", "", TABLE(godot4_3), 39},
    {GDV_DIALECT_GODOT4_4, "godot4.4", "godot4", TABLE(godot4_4), 39},
};

const type_row *row_of(gdv_dialect dialect, gdv_type type)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        if (row->types[id].type == type) {
            return &row->types[id];
        }
    }
    fprintf(stderr, "tests/type_ids: %s has no type %d\n", row->name, (int)type);
    abort();
}
