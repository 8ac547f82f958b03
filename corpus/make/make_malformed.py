# SPDX-License-Identifier: MIT
"""Writes corpus/malformed: packets with one defect each, and the manifest that says what gdv must answer.

    make_malformed.py CORPUS
    make_malformed.py --matrix       prints how many packets each type of each dialect has of each defect

CORPUS is the folder corpus/ of the checkout. Two sources: rows written by hand, one for each defect that sections 7 and
10 of the wire reference name; and rows made for each type of each dialect from the tables of wire.py, here (by_type)
and in defects.py. Code, offset and need stand in the row, reasoned from the wire reference; judge.py must agree before
anything is written. A code written ENGINE_MISREADS:NAME goes into the manifest as the code, and NAME opens the reason.
"""

import os
import sys

import defects
import samples
import tree
import wire
from judge import judge
from wire import f32, f64, text, u32, u64

G2 = wire.Writer("godot2")
G30 = wire.Writer("godot3.0")
G3 = wire.Writer("godot3")
P33 = wire.Writer("pandemonium-33")
P38 = wire.Writer("pandemonium-38")
P40 = wire.Writer("pandemonium-40")
G40 = wire.Writer("godot4.0")
G43 = wire.Writer("godot4.3")
G44 = wire.Writer("godot4.4")
EVERY = [G2, G30, G3, P33, P38, P40, G40, G43, G44]

MOST = 0x7FFFFFFF

# [(dialect, name, packet, policy, code, offset, need, why)]
CASES = []


def case(w, name, packet, policy, code, offset, why, need=None):
    CASES.append((w.dialect, name, packet, policy, code, offset, need, why))


def nested(make, leaf, depth):
    return samples.nested(make, leaf, depth)


# --- too short

def short_packets():
    for w in EVERY:
        case(w, "empty", b"", "strict", "EMPTY", 0, "section 12.2: nothing at all; engines refuse it", 4)
        case(w, "one_byte_02", b"\x02", "strict", "TRUNCATED", 0, "section 3: fewer than 4 bytes are no header", 3)
        lie = w.head("STRING") + u32(100) + b"abcd"
        case(w, "string_100_of_4", lie, "strict", "LENGTH", 4,
             "section 4: length 100 with 4 bytes; crashes naive decoders",
             96)
    case(G3, "three_bytes", bytes(3), "strict", "TRUNCATED", 0, "section 12.2: len<4", 1)
    case(G3, "header_alone_int", G3.head("INT"), "strict", "TRUNCATED", 4, "section 5.1: INT has 4 bytes", 4)
    case(G30, "int64_of_4", G30.head("INT", wire.FLAG_64) + u32(5), "strict", "TRUNCATED", 4,
         "EB-20: 3.0 checks 4 bytes and reads 8", 4)
    case(G3, "int64_of_4", G3.head("INT", wire.FLAG_64) + u32(5), "engine", "TRUNCATED", 4,
         "section 12.2: int flag64 short",
         4)
    case(G3, "array_2_of_1", G3.array(G3.int(1))[:4] + u32(2) + G3.int(1), "strict", "TRUNCATED", 12,
         "debt: the int's payload is the room of the second element", 4)
    case(G3, "array_5_of_1", G3.head("ARRAY") + u32(5) + G3.nil(), "strict", "COUNT", 4,
         "section 12.2: array count big", 16)
    case(G3, "dictionary_short", G3.head("DICTIONARY") + u32(2) + G3.int(1) + G3.int(1), "strict", "TRUNCATED", 12,
         "section 12.2: dict short; the key's payload is the room of the second pair", 4)
    case(G3, "dictionary_without_value", G3.head("DICTIONARY") + u32(1) + G3.nil(), "strict", "COUNT", 4,
         "section 11 rule 3: a pair costs at least 8 bytes", 4)
    case(G3, "nodepath_11_bytes", G3.head("NODE_PATH") + u32(0x80000000) + u32(0) + b"\1\0\0", "strict", "TRUNCATED",
         12,
         "section 12.2: np 11 bytes", 1)
    case(G44, "signal_without_id", G44.head("SIGNAL") + text("s"), "strict+signal", "TRUNCATED", 12,
         "section 5.9: a u64 follows the name", 8)
    case(G3, "object_without_count", G3.head("OBJECT") + text("Reference"), "strict+object", "TRUNCATED", 20,
         "section 12.2: obj full allowed missing count", 4)
    case(G44, "typed_array_without_id", G44.head("ARRAY", 0x10000), "strict", "TRUNCATED", 4,
         "section 5.5: kind 1 is followed by a type id", 4)
    case(G44, "typed_array_without_count", G44.head("ARRAY", 0x10000) + u32(2), "strict", "TRUNCATED", 8,
         "section 5.5: the count follows the element type", 4)
    case(G44, "typed_dictionary_without_value_type", G44.head("DICTIONARY", 0x50000) + u32(2), "strict", "TRUNCATED", 8,
         "section 5.5: key type, value type, count", 4)
    case(G2, "image_head_short", G2.head("IMAGE") + bytes(19), "strict", "TRUNCATED", 20, "section 5.10: five words", 1)
    case(G2, "input_event_head_short", G2.head("INPUT_EVENT") + bytes(8), "strict", "TRUNCATED", 12,
         "EB-18: no length checks at all", 4)
    case(G2, "input_event_key_short", G2.head("INPUT_EVENT") + u32(1) + u32(0) + u32(20) + u32(0), "engine",
         "TRUNCATED", 20,
         "EB-18: reads past the packet", 4)


# --- counts and lengths that lie

def lies():
    for w in EVERY:
        most = w.head("STRING") + u32(MOST)
        case(w, "string_length_most", most, "strict", "LENGTH", 4, "EB-19: length 2^31-1 with no data", MOST)
        negative = w.head("STRING") + u32(0xFFFFFFFF) + b"aaaa"
        case(w, "string_length_negative", negative, "engine", "BAD_LENGTH", 4, "EB-19: godot2 and 3.0 let it pass")
    wraps = G3.head("STRING") + u32(0x7FFFFFFD) + b"aaaa"
    case(G3, "string_length_pads_over", wraps, "strict", "LENGTH", 4, "section 12.2: n + padding overflows an int",
         0x7FFFFFFD - 4)
    case(G2, "int_array_times_4_overflows", G2.head("PACKED_INT32_ARRAY") + u32(0x40000001) + u32(7), "engine", "COUNT",
         4,
         "EB-19: count * 4 is 4 in 32 bits", 4 * 0x40000001 - 4)
    case(G30, "vector2_array_times_8_overflows", G30.head("PACKED_VECTOR2_ARRAY") + u32(0x20000001) + bytes(8),
         "engine",
         "COUNT", 4, "EB-19: count * 8 is 8 in 32 bits", 8 * 0x20000001 - 8)
    case(G3, "strings_1_no_data", G3.head("PACKED_STRING_ARRAY") + u32(1), "strict", "COUNT", 4,
         "section 12.2: string array count 1 no data", 4)
    case(G3, "strings_element_length_most", G3.head("PACKED_STRING_ARRAY") + u32(1) + u32(MOST), "strict", "LENGTH", 8,
         "section 4: length of an element", MOST)
    case(G3, "strings_element_length_negative", G3.head("PACKED_STRING_ARRAY") + u32(1) + u32(0xFFFFFFFF), "strict",
         "BAD_LENGTH", 8, "section 4: length of an element, read as an i32")
    case(G44, "packed_vector3_wide_one_short", G44.packed("PACKED_VECTOR3_ARRAY", 1, 2, 3, wide=True)[:-8], "strict",
         "COUNT",
         4, "section 5.6: an element of 64-bit components has 24 bytes", 8)
    case(G3, "nodepath_names_most", G3.head("NODE_PATH") + u32(0xFFFFFFFF) + u32(0) + u32(0), "strict", "COUNT", 4,
         "section 5.3: 2^31-1 names", 4 * MOST)
    case(G3, "nodepath_subnames_most", G3.head("NODE_PATH") + u32(0x80000000) + u32(0xFFFFFFFF) + u32(0), "strict",
         "COUNT",
         8, "section 5.3: 2^32-1 sub-names do not wrap on their own", 4 * 0xFFFFFFFF)
    case(G3, "nodepath_obsolete_property_missing", G3.node_path(["a"], flags=2), "strict+node-path", "LENGTH", 16,
         "section 12.2: np flag2 missing property; the first name is the room of the second", 1)
    for w in (G3, P40, G40, G44):
        wrapped = w.head("NODE_PATH") + u32(0xFFFFFFFF) + u32(0x80000001) + u32(0)
        case(w, "nodepath_counts_wrap_to_0", wrapped, "strict", "ENGINE_MISREADS:COUNT_WRAPS", 4,
             "EB-05: 2^31-1 names and 2^31+1 sub-names are none at all")
        wrapped = w.head("NODE_PATH") + u32(0x80000002) + u32(0xFFFFFFFF) + u32(0) + text("a")
        case(w, "nodepath_counts_wrap_to_1", wrapped, "engine", "ENGINE_MISREADS:COUNT_WRAPS", 4,
             "EB-05: two names and 2^32-1 sub-names are one; gdv's engine policy refuses it too")
        for digits in (0x80000000, 0xFFFFFFFF):
            name = "strings_count_%08x" % digits
            case(w, name, w.head("PACKED_STRING_ARRAY") + u32(digits), "engine", "ENGINE_MISREADS:COUNT_NEGATIVE", 4,
                 "EB-04: read as an empty array; gdv's engine policy refuses it too")
    case(G3, "nodepath_obsolete_property_wraps",
         G3.head("NODE_PATH") + u32(0x80000001) + u32(0xFFFFFFFF) + u32(2) + text("a"),
         "strict+node-path", "ENGINE_MISREADS:COUNT_WRAPS", 4, "EB-05: flag bit 1 makes the sum wrap to one name")
    case(G3, "object_properties_most", G3.head("OBJECT") + text("Reference") + u32(MOST), "strict+object", "COUNT", 20,
         "section 5.4: 2^31-1 properties", 8 * MOST)
    case(G3, "object_properties_negative", G3.head("OBJECT") + text("Reference") + u32(0xFFFFFFFF), "strict+object",
         "BAD_LENGTH", 20, "EB-06: behaves as no property at all")
    case(G44, "object_properties_negative", G44.head("OBJECT") + text("RefCounted") + u32(0x80000000), "strict+object",
         "BAD_LENGTH", 20, "EB-06: behaves as no property at all")
    case(G2, "image_length_most", G2.head("IMAGE") + bytes(8) + u32(1) + u32(1) + u32(MOST), "strict", "LENGTH", 20,
         "section 5.10 and EB-19: huge allocation", MOST)
    case(G2, "image_length_negative", G2.head("IMAGE") + bytes(16) + u32(0x80000000), "strict", "BAD_LENGTH", 20,
         "EB-19: length passes as a negative int")
    class_lie = G44.head("ARRAY", 0x20000) + u32(50) + b"Node"
    case(G44, "typed_array_class_length", class_lie, "strict+object-id", "LENGTH", 4,
         "section 5.5: class name beyond the packet",
         46)


def debt():
    size = 40000
    greedy = b"".join(G3.head("ARRAY") + u32((size - at - 8) // 4) for at in range(0, size, 8))
    for policy in ("strict", "engine"):
        case(G3, "debt_all_that_is_left_" + policy, greedy, policy, "TRUNCATED", 12,
             "debt: 5,000 nested arrays, each claiming all that is left; the second one's count has no room", 4)
    half = G3.head("ARRAY") + u32(5000)
    inner = b"".join(G3.head("ARRAY") + u32((size - at - 8) // 4) for at in range(8, size, 8))
    room = (size - 16) - 4 * 4999
    case(G3, "debt_half_then_all", half + inner, "engine", "COUNT", 12,
         "debt: the second array claims what the first owns",
         4 * ((size - 16) // 4) - room)
    pairs = b"".join(G44.head("DICTIONARY") + u32((size - at - 8) // 8 - 1) for at in range(0, size, 8))
    case(G44, "debt_dictionaries", pairs, "engine", "COUNT", 12, "debt: nested dictionaries, each but one pair modest",
         8 * ((size - 16) // 8 - 1) - ((size - 16) - 8 * ((size - 8) // 8 - 1) + 4))
    names = G3.array(G3.head("NODE_PATH") + u32(0x80000004) + u32(0) + u32(0) + bytes(16), G3.nil())[:-4]
    case(G3, "debt_nodepath_names", names, "strict", "COUNT", 12,
         "debt: the fourth name is the room of the second element", 4)
    strings = G3.array(G3.head("PACKED_STRING_ARRAY") + u32(2) + text_nul_pair(), G3.nil())[:-4]
    case(G3, "debt_string_in_array", strings, "strict", "LENGTH", 24,
         "debt: the last text is the room of the second element", 4)
    case(G3, "debt_string_padding", G3.head("ARRAY") + u32(2) + G3.head("STRING") + u32(1) + b"a" + G3.nil(), "engine",
         "TRUNCATED", 17,
         "debt: the padding is the room of the second element (section 12.2: byte array, then another)",
         3)


def text_nul_pair():
    """Two STRZ elements of 8 bytes each, the second with text to its last byte."""
    return wire.text_nul("a") + wire.text_nul("abc")


# --- types, header flags

def headers():
    for w in EVERY:
        case(w, "type_max", u32(len(w.types)) + u32(0), "engine", "BAD_TYPE", 0,
             "D-06: the table's max row is a count, no type")
        case(w, "type_255", u32(0xFF), "engine", "BAD_TYPE", 0, "section 12.2: type 0xff")
        inside = w.head("ARRAY") + u32(2) + w.nil() + u32(0xFE)
        case(w, "type_254_in_array", inside, "strict", "BAD_TYPE", 12, "section 3: id at or above the type count")
        key = w.head("DICTIONARY") + u32(1) + u32(len(w.types)) + w.nil()
        case(w, "type_max_as_key", key, "strict", "BAD_TYPE", 8, "section 3: id at or above the type count")
    case(G2, "byte_1", u32(0x0105) + f32(1) + f32(2), "engine", "BAD_TYPE", 0,
         "section 3: godot2 compares the whole word")
    case(G2, "bit_31", u32(0x80000000), "engine", "BAD_TYPE", 0, "section 3: godot2 compares the whole word")
    case(G2, "int_flag_64", u32(0x10002) + u64(5), "engine", "BAD_TYPE", 0, "D-09: godot2 has no wide ints")
    for w in (G3, P33, P40, G40, G44):
        case(w, "byte_1_vector2", u32(w.types.index("VECTOR2") | 0x100) + f32(1) + f32(2), "strict", "FLAGS", 0,
             "D-01: bits 8-15 are ignored, not part of the type")
        case(w, "string_flag_64", w.head("STRING", 0x10000) + text("a"), "strict", "FLAGS", 0,
             "section 12.2: string flag64 set")
        case(w, "int_flag_17", w.head("INT", 0x20000) + u32(5), "strict", "FLAGS", 0,
             "section 12.2: int flag bit17 only")
        case(w, "nil_bit_31_in_array", w.array(w.nil(), u32(0x80000000)), "strict", "FLAGS", 12,
             "section 12.2: nil flag bits")
    case(G3, "vector2_flag_64", G3.head("VECTOR2", 0x10000) + f32(1) + f32(2), "strict", "FLAGS", 0,
         "section 12.2: 64-bit math is Godot 4's alone")
    case(P40, "vector3_flag_64", P40.head("VECTOR3", 0x10000) + bytes(24), "strict", "FLAGS", 0,
         "section 5.7: no coherent double format outside Godot 4 (EB-24)")
    case(G44, "color_flag_64", G44.head("COLOR", 0x10000) + bytes(32), "strict", "FLAGS", 0,
         "section 5.7: colours stay 32-bit")
    case(G44, "color_array_flag_64", G44.head("PACKED_COLOR_ARRAY", 0x10000) + u32(0), "strict", "FLAGS", 0,
         "section 5.7: colours stay 32-bit")
    case(G44, "float64_array_flag_64", G44.head("PACKED_FLOAT64_ARRAY", 0x10000) + u32(0), "strict", "FLAGS", 0,
         "section 5.7: does not depend on the build")
    case(G3, "object_extra_flags", G3.head("OBJECT", 0xFFFF0000) + u64(5), "strict+object-id", "FLAGS", 0,
         "section 12.2: obj as id with extra flags")
    case(G3, "rid_flags", G3.head("RID", 0xFF0000), "strict+rid", "FLAGS", 0, "section 12.2: rid flags")
    case(G44, "array_flag_18", G44.head("ARRAY", 0x40000) + u32(0), "strict", "FLAGS", 0,
         "section 3: arrays have one kind")
    case(G44, "dictionary_flag_20", G44.head("DICTIONARY", 0x100000) + u32(0), "strict", "FLAGS", 0,
         "section 3: bits 16-19 are kinds, no other")
    for w in (G30, G3, P33, P38, P40, G40, G43, G44):
        case(w, "array_shared", w.array(w.nil(), shared=2**31), "strict", "FLAGS", 4,
             "D-19: the shared bit means nothing here")
        shared = w.dictionary((w.nil(), w.nil()), shared=2**31)
        case(w, "dictionary_shared", shared, "strict", "FLAGS", 4, "D-19: the shared bit means nothing here")
    case(P40, "typed_array_shared", P40.head("TYPED_ARRAY") + u32(2) + u32(0x80000000), "strict", "FLAGS", 8,
         "section 5.8: bit 31 of the count is ignored")
    case(P40, "typed_array_id_flag_on_int", P40.head("TYPED_ARRAY", 0x10000) + u32(2) + u32(0), "strict", "FLAGS", 0,
         "section 5.8: bit 16 means something for objects alone")
    case(G2, "event_key_modifiers", G2.input_event(1, 0, 1, 65), "strict", "FLAGS", 16,
         "section 5.10: modifiers are bits 25-28")
    case(G2, "event_key_modifier_bit_29", G2.input_event(1, 0, 0x20000000, 65), "strict", "FLAGS", 16,
         "section 5.10: modifiers are bits 25-28")


# --- numbers

def numbers():
    for w in (G3, P33, P38, P40, G40, G43, G44):
        case(w, "int_wide_5", w.head("INT", 0x10000) + u64(5), "strict", "WIDTH", 4, "section 6.1: 5 fits 32 bits")
        case(w, "int_wide_i32min", w.head("INT", 0x10000) + u64(-(2**31)), "strict", "WIDTH", 4,
             "section 6.1: fits 32 bits")
        case(w, "float_wide_half", w.head("FLOAT", 0x10000) + f64(0.5), "strict", "WIDTH", 4,
             "section 6.1: 0.5 fits 32 bits")
    case(G3, "int_wide_i32max", G3.head("INT", 0x10000) + u64(2**31 - 1), "strict", "WIDTH", 4,
         "section 6.1: fits 32 bits")
    case(G3, "float_wide_negzero", G3.head("FLOAT", 0x10000) + f64(-0.0), "strict", "WIDTH", 4,
         "section 6.1: -0 fits 32 bits")
    tiny = G3.head("FLOAT", 0x10000) + f64(samples.FLOAT32_TINY)
    case(G3, "float_wide_denormal", tiny, "strict", "WIDTH", 4, "section 6.1: a 32-bit denormal is exact")
    case(G30, "int_narrow", G30.head("INT") + u32(5), "strict", "WIDTH", 4, "EB-22: 3.0 sends every int wide")
    case(G30, "int_narrow_in_array", G30.array(G30.int(1), G30.head("INT") + u32(5)), "strict", "WIDTH", 24,
         "EB-22: 3.0 sends every int wide")
    case(G30, "float_wide_half", G30.head("FLOAT", 0x10000) + f64(0.5), "strict", "WIDTH", 4,
         "section 6.2: minimal in 3.0 too")
    case(G3, "float_inf_wide", G3.head("FLOAT", 0x10000) + wire.INF64, "strict+nonfinite", "WIDTH", 4,
         "section 6.1: infinities are exact in 32 bits")
    case(G3, "float_nan_narrow", G3.head("FLOAT") + wire.NAN32, "strict+nonfinite", "WIDTH", 4,
         "section 11 rule 6: NaN in the 8-byte form alone")
    case(G3, "float_snan_narrow", G3.head("FLOAT") + u32(0x7F800001), "strict", "NONFINITE", 4,
         "section 12.2: float32 sNaN becomes quiet when widened")
    case(G3, "float_negative_inf", G3.head("FLOAT") + u32(0xFF800000), "strict", "NONFINITE", 4,
         "section 7: NaN and infinities")
    case(G44, "vector3_inf_wide", G44.head("VECTOR3", 0x10000) + f64(1) + f64(2) + wire.INF64, "strict", "NONFINITE",
         20,
         "section 7: NaN bits are kept in vectors")
    case(G44, "vector2_array_nan_wide", G44.head("PACKED_VECTOR2_ARRAY", 0x10000) + u32(1) + f64(1) + wire.NAN64,
         "strict",
         "NONFINITE", 16, "section 7: NaN bits are kept in vectors")
    case(G3, "vector2_nan_in_dictionary", G3.dictionary((G3.string("p"), G3.head("VECTOR2") + f32(1) + wire.NAN32)),
         "strict",
         "NONFINITE", 28, "section 7: NaN bits are kept in vectors")
    case(G2, "event_joystick_inf", G2.input_event(4, 0, 1, wire.INF32), "strict", "NONFINITE", 20,
         "section 5.10: axis value")
    for value in (2, 0x100, 0x80000000, 0xFFFFFFFF):
        case(G3, "bool_%08x" % value, G3.head("BOOL") + u32(value), "strict", "BOOL", 4,
             "section 7: any nonzero u32 is true")
    for w in (G2, G30, P33, P38, P40, G40, G43, G44):
        case(w, "bool_2", w.head("BOOL") + u32(2), "strict", "BOOL", 4, "section 7: any nonzero u32 is true")
    case(G44, "bool_2_in_array", G44.array(G44.nil(), G44.head("BOOL") + u32(2)), "strict", "BOOL", 16,
         "section 7: any nonzero u32 is true")


# --- text

BAD_EVERYWHERE = {"ff": "ff", "continuation": "80", "cut_2": "c3", "cut_3": "e282", "cut_4": "f09f98", "c0_80": "c080",
                  "c1_bf": "c1bf", "bad_second": "c328", "bad_third": "e28228", "e0_80_80": "e08080",
                  "f0_80_80_af": "f08080af",
                  "f0_80_81_81": "f0808181", "f8_overlong": "f8808080af", "fe": "fe"}
LAX = {"surrogate": "eda080", "surrogate_pair": "eda0bdedb880", "above_10ffff": "f4908080", "f7": "f7bfbfbf",
       "five": "f888808080", "six": "fc8480808080", "e0_80_af": "e080af", "e0_81_81": "e08181", "e0_9f_bf": "e09fbf",
       "f0_81_81_81": "f0818181", "f0_8f_bf_bf": "f08fbfbf"}


def texts():
    for slug, digits in BAD_EVERYWHERE.items():
        raw = bytes.fromhex(digits)
        case(G3, "utf8_" + slug, G3.string(b"ab" + raw), "engine", "BAD_UTF8", 10,
             "section 12.2: refused by Godot 3.2 itself")
    for slug, digits in LAX.items():
        raw = bytes.fromhex(digits)
        packet = G3.string(b"ab" + raw)
        case(G3, "utf8_lax_" + slug, packet, "strict", "TEXT_UTF8", 10, "EB-07: Godot 3's decoder takes these bytes")
    for w in (P40, G40, G44):
        for slug in ("surrogate", "above_10ffff", "e0_81_81", "five"):
            packet = w.string(b"ab" + bytes.fromhex(LAX[slug]))
            case(w, "utf8_" + slug, packet, "engine", "BAD_UTF8", 10,
                 "EB-31 and section 7: strict since Pandemonium 3.8, Godot 4")
        case(w, "utf8_c0_80", w.string(b"\xc0\x80"), "engine", "BAD_UTF8", 8, "section 7: refused")
    case(P33, "utf8_surrogate", P33.string(b"\xed\xa0\x80"), "strict", "TEXT_UTF8", 8,
         "EB-07: Pandemonium 3.5-3.7 as Godot 3")
    case(P33, "utf8_c0_80", P33.string(b"\xc0\x80"), "engine", "BAD_UTF8", 8, "section 7: refused")
    for w in (G2, G30):
        for slug in ("ff", "cut_3", "c0_80"):
            packet = w.string(b"ab" + bytes.fromhex(BAD_EVERYWHERE[slug]))
            case(w, "utf8_" + slug, packet, "strict", "TEXT_UTF8", 10,
                 "section 7: godot2 and 3.0 ignore errors in UTF-8")
    case(G3, "utf8_after_long_ascii", G3.string(b"a" * 37 + b"\xff" + b"b" * 20), "strict", "BAD_UTF8", 45,
         "section 7: after several machine words of ASCII")
    case(G3, "utf8_sequence_ends_in_padding", G3.string(b"abc\xc3", b"\xa9") + b"", "strict", "BAD_UTF8", 11,
         "section 7: a sequence that the text cuts")
    case(G3, "utf8_sequence_completed_by_padding", G3.head("STRING") + u32(1) + b"\xc3\xa9\0\0", "strict", "BAD_UTF8",
         8,
         "section 7: the continuation lies in the padding")
    case(G3, "text_nul_inside", G3.string(b"a\0b"), "strict", "TEXT_NUL", 9, "EB-08: engines cut text at the first NUL")
    case(G3, "text_nul_first", G3.string(b"\0ab"), "strict", "TEXT_NUL", 8, "EB-08: engines read an empty string")
    case(G3, "text_nul_last", G3.string(b"a\0"), "strict", "TEXT_NUL", 9, "section 12.2: string trailing NUL in length")
    case(G3, "text_nul_hides_bad_utf8", G3.string(b"a\0\xff\xfe"), "strict", "TEXT_NUL", 9,
         "EB-08: what follows is not looked at")
    case(G3, "text_bad_utf8_before_nul", G3.string(b"\xff\0a"), "engine", "BAD_UTF8", 8,
         "section 7: refused before the NUL")
    case(G3, "text_bom", G3.string(b"\xef\xbb\xbfa"), "strict", "TEXT_BOM", 8, "EB-08: engines drop a leading BOM")
    case(G3, "text_bom_alone", G3.string(b"\xef\xbb\xbf"), "strict", "TEXT_BOM", 8,
         "EB-08: engines read an empty string")
    case(G3, "text_bom_twice", G3.string(b"\xef\xbb\xbf" * 2), "strict", "TEXT_BOM", 8,
         "section 12.2: only the first is dropped")
    case(G3, "text_bom_cut", G3.string(b"\xef\xbb"), "engine", "BAD_UTF8", 8, "section 12.2: string cut at BOM 2 bytes")
    for w in (G2, G30, P33, P38, P40, G40, G43, G44):
        case(w, "text_nul", w.string(b"abc\0defgh"), "strict", "TEXT_NUL", 11,
             "EB-08: engines cut text at the first NUL")
        case(w, "text_bom", w.string(b"\xef\xbb\xbfabc"), "strict", "TEXT_BOM", 8, "EB-08: engines drop a leading BOM")
    # The same rules wherever there is text.
    nul, bom = b"a\0b", b"\xef\xbb\xbfa"
    case(G3, "key_nul", G3.dictionary((G3.string(nul), G3.nil())), "strict", "TEXT_NUL", 17,
         "EB-08: as a dictionary key")
    case(G3, "key_bom", G3.dictionary((G3.string(bom), G3.nil())), "strict", "TEXT_BOM", 16,
         "EB-08: as a dictionary key")
    case(G44, "string_name_nul", G44.string_name(nul), "strict", "TEXT_NUL", 9, "EB-08: as a StringName")
    case(G44, "string_name_utf8", G44.string_name(b"\xff"), "strict", "BAD_UTF8", 8, "section 7: as a StringName")
    case(G3, "nodepath_name_nul", G3.node_path([nul]), "strict", "TEXT_NUL", 21, "EB-08: as a name of a node path")
    case(G3, "nodepath_subname_bom", G3.node_path(["a"], [bom]), "strict", "TEXT_BOM", 28, "EB-08: as a sub-name")
    case(G3, "nodepath_name_utf8", G3.node_path([b"ab\xff"]), "strict", "BAD_UTF8", 22,
         "section 7: as a name of a node path")
    case(G44, "signal_name_utf8", G44.signal(b"\xff", 0), "strict+signal", "BAD_UTF8", 8,
         "section 7: as a signal's name")
    case(G3, "object_class_nul", G3.object(b"Reference\0"), "strict+object", "TEXT_NUL", 17,
         "section 12.2: class with trailing NUL in name")
    case(G3, "object_property_utf8", G3.object("Reference", (b"\xff", G3.nil())), "strict+object", "BAD_UTF8", 28,
         "section 7: as a property's name")
    case(G3, "object_class_cut_to_nothing", G3.object(b"\0abc"), "strict+object+text-nul", "TRAILING", 12,
         "section 5.4 and EB-08: cut at the NUL the class is empty, so the object is null and nothing follows")
    case(G3, "object_class_is_bom", G3.object(b"\xef\xbb\xbf"), "strict+object+text-bom", "TRAILING", 12,
         "section 5.4 and EB-08: without the BOM the class is empty, so the object is null and nothing follows")
    case(G44, "typed_array_class_nul", G44.kinded_array("class:EncodedObjectAsID\0"), "strict+object-id", "TEXT_NUL",
         25,
         "section 5.5: class name")
    case(G30, "nodepath_old_nul", G30.head("NODE_PATH") + u32(3) + nul, "strict+node-path", "TEXT_NUL", 9,
         "section 5.3: the old form is text too")


def string_arrays():
    for w in EVERY:
        head = w.head("PACKED_STRING_ARRAY") + u32(1)
        case(w, "strings_without_nul", head + text("test"), "strict", "TEXT_TERMINATOR", 16,
             "section 4: STR in the place of STRZ")
    head = G3.head("PACKED_STRING_ARRAY") + u32(1)
    case(G3, "strings_length_0", head + text(""), "strict", "TEXT_TERMINATOR", 12,
         "section 12.2: string array elt empty len0")
    case(G3, "strings_nul_in_padding", head + text("abc"), "strict", "TEXT_TERMINATOR", 15,
         "section 12.2: string array elt no NUL")
    case(G3, "strings_two_nuls", head + text(b"abc\0\0"), "strict", "TEXT_NUL", 15,
         "section 12.2: string array elt two NUL")
    case(G3, "strings_nul_inside", head + text(b"a\0b\0"), "strict", "TEXT_NUL", 13,
         "section 12.2: string array elt NUL middle")
    case(G3, "strings_nul_inside_not_last", head + text(b"a\0b"), "strict", "TEXT_NUL", 13,
         "section 12.2: NUL but not at the end")
    case(G3, "strings_bom", head + wire.text_nul(b"\xef\xbb\xbfa"), "strict", "TEXT_BOM", 12, "EB-08: as an element")
    case(G3, "strings_utf8", head + wire.text_nul(b"ab\xff"), "engine", "BAD_UTF8", 14, "section 7: as an element")
    second = G3.head("PACKED_STRING_ARRAY") + u32(2) + wire.text_nul("a") + text("b")
    case(G3, "strings_second_without_nul", second, "strict", "TEXT_TERMINATOR", 21, "section 7: accepted, NUL or not")


def paddings():
    for w in (G3, P33, P38, P40, G40, G43, G44):
        case(w, "padding_string", w.string("a", b"\xff"), "strict", "PADDING", 9, "EB-02: these engines write zero")
        strings = w.strings("a", garbage=b"\xff")
        case(w, "padding_strings", strings, "strict", "PADDING", 14, "EB-02: these engines write zero")
    for w in (P33, P38, P40, G40, G43, G44):
        case(w, "padding_bytes", w.bytes(b"A", b"\xff"), "strict", "PADDING", 9, "EB-02: these engines write zero")
    case(G3, "padding_string_last_byte", G3.head("STRING") + u32(1) + b"a\0\0\1", "strict", "PADDING", 11,
         "section 7: nonzero padding is accepted everywhere")
    case(G44, "padding_string_name", G44.head("STRING_NAME") + u32(2) + b"ab\0x", "strict", "PADDING", 11,
         "section 7: nonzero padding is accepted everywhere")
    case(G3, "padding_object_class", G3.head("OBJECT") + text("abc", b"\1") + u32(0), "strict+object", "PADDING", 11,
         "section 7: nonzero padding is accepted everywhere")
    case(G44, "padding_signal", G44.head("SIGNAL") + text("s", b"\1") + u64(0), "strict+signal", "PADDING", 9,
         "section 7: nonzero padding is accepted everywhere")
    for w in EVERY:
        case(w, "padding_missing_bytes", w.bytes(b"A")[:-3], "strict", "PADDING_MISSING", 9,
             "EB-03: engines accept it and count 3 bytes that are not there", 3)
        case(w, "padding_missing_string", w.string("abcde")[:-1], "strict", "PADDING_MISSING", 15,
             "section 7: required since 3.1; absent is accepted by godot2 and 3.0", 1)
    for w in (G3, P40, G40, G44):
        inside = w.array(w.nil(), w.bytes(b"A"))[:-3]
        case(w, "padding_missing_bytes_in_array", inside, "engine", "PADDING_MISSING", 21,
             "EB-03: as the last nested value; gdv's engine policy refuses it too", 3)
        inside = w.dictionary((w.nil(), w.bytes(b"12345")))[:-2]
        case(w, "padding_missing_bytes_in_dictionary", inside, "engine", "PADDING_MISSING", 26,
             "EB-03: as the last nested value; gdv's engine policy refuses it too", 2)
    case(G3, "padding_missing_nodepath", G3.node_path(["a"])[:-3], "strict", "PADDING_MISSING", 21,
         "section 12.2: np missing pad", 3)
    case(G3, "padding_missing_strings", G3.strings("a")[:-2], "strict", "PADDING_MISSING", 14,
         "section 7: at the end of the buffer",
         2)
    case(G2, "padding_missing_image", G2.image(0, 0, 5, 1, b"12345")[:-3], "strict", "PADDING_MISSING", 29,
         "section 5.10: padding of image data", 3)


# --- node paths

def node_paths():
    for w in EVERY:
        case(w, "nodepath_flag_2", w.node_path(["a"], flags=4), "strict", "NODE_PATH", 12,
             "section 5.3: bits 2-31 are ignored")
        if w is not G2:
            obsolete = w.node_path(["a"], flags=2, last=["b"])
            case(w, "nodepath_obsolete_property", obsolete, "strict", "NODE_PATH", 12,
                 "D-11: bit 1 makes one more sub-name; no encoder sets it")
        old = w.old_node_path("root")
        if w in (G2, G30):
            case(w, "nodepath_old", old, "strict", "NODE_PATH", 4,
                 "D-12: the old form is read, and written by no engine")
            case(w, "nodepath_old_lie", w.head("NODE_PATH") + u32(5) + b"root", "strict+node-path", "LENGTH", 4,
                 "section 5.3: length of the old form", 1)
        else:
            case(w, "nodepath_old", old, "engine", "BAD_NODE_PATH", 4, "D-12: the old form is refused since 3.1")
    case(G3, "nodepath_flags_ffffffff", G3.node_path(["a"], flags=0xFFFFFFFF, last=["b"]), "strict", "NODE_PATH", 12,
         "section 12.2: np flags ffffffff")
    case(G2, "nodepath_flag_3", G2.node_path(["a"], flags=7, last=["p"]), "strict", "NODE_PATH", 12,
         "section 5.3: godot2 knows bits 0 and 1")
    case(G3, "nodepath_old_empty", G3.head("NODE_PATH") + u32(0), "strict", "BAD_NODE_PATH", 4, "D-12: the old form")


# --- dictionaries

def keys():
    def pair(w, one, other):
        return w.dictionary((one, w.int(1)), (other, w.int(2)))

    for w in EVERY:
        two = pair(w, w.string("a"), w.string("a"))
        size = len(w.int(1))
        case(w, "keys_string_twice", two, "strict", "DUPLICATE_KEY", 8 + 12 + size, "EB-30: duplicates merge silently")
        again = w.dictionary((w.int(1), w.nil()), (w.int(2), w.nil()), (w.int(1), w.nil()))
        case(w, "keys_a_b_a", again, "strict", "DUPLICATE_KEY", 8 + 2 * (size + 4),
             "section 12.2: dict dup keys order a,b,a")
    case(G3, "keys_nil_twice", pair(G3, G3.nil(), G3.nil()), "strict", "DUPLICATE_KEY", 20, "section 7: key equality")
    case(G3, "keys_bool_twice", pair(G3, G3.bool(True), G3.bool(True)), "strict", "DUPLICATE_KEY", 24,
         "section 7: key equality")
    case(G3, "keys_true_and_2", pair(G3, G3.bool(True), G3.head("BOOL") + u32(2)), "strict+bool", "DUPLICATE_KEY", 24,
         "section 7: any nonzero u32 is true")
    wide = G3.head("INT", 0x10000) + u64(1)
    case(G3, "keys_int_narrow_and_wide", pair(G3, G3.int(1), wide), "strict+wide", "DUPLICATE_KEY", 24,
         "section 7: both widths of one value are equal")
    case(G3, "keys_zero_and_negative_zero", pair(G3, G3.float(0.0), G3.float(-0.0)), "strict", "DUPLICATE_KEY", 24,
         "section 7: 0.0 = -0.0")
    wide = G3.head("FLOAT", 0x10000)
    nans = pair(G3, wide + u64(0x7FF8000000000000), wide + u64(0x7FF8000000000001))
    case(G3, "keys_nan_of_two_payloads", nans, "strict+nonfinite", "DUPLICATE_KEY", 28,
         "section 7: NaN = NaN whatever the payload")
    case(G3, "keys_float_narrow_and_wide", pair(G3, G3.float(0.5), wide + f64(0.5)), "strict+wide", "DUPLICATE_KEY", 24,
         "section 7: both widths of one value are equal")
    case(G3, "keys_empty_arrays", pair(G3, G3.array(), G3.array()), "strict", "DUPLICATE_KEY", 24,
         "section 12.2: dict array keys equal")
    deep = nested(G3.array, G3.string("x"), 3)
    case(G3, "keys_nested_arrays", pair(G3, deep, deep), "strict", "DUPLICATE_KEY", 8 + len(deep) + 8,
         "section 7: arrays compare by content")
    case(G3, "keys_vectors", pair(G3, G3.math("VECTOR2", 1, 0.0), G3.math("VECTOR2", 1, -0.0)), "strict",
         "DUPLICATE_KEY", 28,
         "section 7: components compare as floats")
    paths = pair(G3, G3.node_path(["a"]), G3.node_path(["a"], garbage=b"\xcc"))
    case(G3, "keys_nodepaths", paths, "strict", "DUPLICATE_KEY", 40, "section 7: padding is no part of the path")
    for w in (G30, G3, P33, P38, P40):
        paths = pair(w, w.node_path([]), w.node_path([], flags=1))
        case(w, "keys_nodepath_empty_and_slash", paths, "strict", "DUPLICATE_KEY", 24 + len(w.int(1)),
             "section 5.3: the absolute flag of a path without names is lost, so both are the empty path")
    case(G3, "keys_bytes", pair(G3, G3.bytes(b"abc"), G3.bytes(b"abc")), "strict", "DUPLICATE_KEY", 28,
         "section 7: by content")
    cut = pair(G3, G3.string("a"), G3.string(b"a\0b"))
    case(G3, "keys_equal_up_to_nul", cut, "strict+text-nul", "DUPLICATE_KEY", 28,
         "EB-08 and EB-30: cut at the NUL they are equal")
    cut = pair(G3, G3.string(b"\xef\xbb\xbfa"), G3.string("a"))
    case(G3, "keys_equal_after_bom", cut, "strict+text-bom", "DUPLICATE_KEY", 28,
         "EB-08 and EB-30: without the BOM they are equal")
    for w in (G40, G43, G44):
        policy = "strict" if w is G44 else "strict+misread"
        case(w, "keys_string_and_name", pair(w, w.string("a"), w.string_name("a")), policy, "DUPLICATE_KEY", 28,
             "section 7: Godot 4 takes String and StringName of one text for one key")
    for w in (G40, G43):
        key = w.dictionary((w.string_name("a"), w.nil()))
        case(w, "key_string_name", key, "strict", "ENGINE_MISREADS:STRING_KEY", 8, "EB-35: it is kept as a String")
        case(w, "key_string_name_in_key", w.dictionary((w.array(key), w.nil())), "strict",
             "ENGINE_MISREADS:STRING_KEY", 24, "EB-35: in every dictionary, those in keys too")
    case(G44, "keys_dictionaries", pair(G44, G44.dictionary(), G44.dictionary()), "strict", "DUPLICATE_KEY", 24,
         "section 7: Godot 4 compares dictionaries by content")
    inner = G3.dictionary((G3.string("k"), pair(G3, G3.int(7), G3.int(7))), (G3.string("z"), G3.nil()))
    case(G3, "keys_twice_in_inner", inner, "strict", "DUPLICATE_KEY", 44, "EB-30: in a nested dictionary")
    many = G3.dictionary(*[(G3.int(index % 999), G3.nil()) for index in range(1000)])
    case(G3, "keys_1000_last_repeats_first", many, "strict", "DUPLICATE_KEY", 8 + 999 * 12, "EB-30: among many keys")
    deleted = pair(G3, G3.string("[Deleted Object]"), G3.string("[Deleted Object]"))
    case(G3, "keys_deleted_objects", deleted, "strict", "DUPLICATE_KEY", 40,
         "EB-29: real output of 3.5+ with two freed objects as keys")


# --- objects and handles

def objects():
    for w in EVERY:
        case(w, "object_id", w.object_id(5), "strict", "OBJECT_ID", 0,
             "D-17: accepted by engines even when objects are disallowed")
        case(w, "rid", w.rid(), "strict", "RID", 0, "D-16: a value like others, of 0 or 8 bytes")
        if w is G2:
            continue
        name = "RefCounted" if wire.is_godot4(w.dialect) else "Reference"
        case(w, "object_full", w.object(name), "engine", "OBJECT", 0,
             "EB-34: instantiated while the rest is still unparsed")
        case(w, "object_full_null", w.object(""), "strict+object-id", "OBJECT", 0,
             "D-18: the u32-0 null form is a full object")
    nest = G3.object("Reference", ("script", G3.object("")))
    case(G3, "object_full_in_array", G3.array(G3.int(1), nest), "engine", "OBJECT", 16,
         "section 12.2: array containing full obj not allowed")
    case(G3, "object_id_in_dictionary", G3.dictionary((G3.string("o"), G3.object_id(0))), "strict", "OBJECT_ID", 20,
         "section 7: the null id too")
    for w in (G40, G43, G44):
        case(w, "callable", w.head("CALLABLE"), "strict", "CALLABLE", 0, "section 5.1: decodes to an empty Callable")
        case(w, "signal", w.signal("pressed", 9), "strict", "SIGNAL", 0, "section 5.9: a name and an object id")
    case(G3, "rid_of_8_bytes", G3.head("RID") + u64(1), "strict+rid", "TRAILING", 4,
         "D-16: godot3's RID has no payload")
    case(G44, "rid_of_0_bytes", G44.head("RID"), "strict+rid", "TRUNCATED", 4, "D-16: Godot 4's RID has 8 bytes", 8)
    case(G2, "object_with_id", G2.head("OBJECT") + u64(5), "strict+object-id", "TRAILING", 4,
         "section 5.4: header only in godot2")


# --- Pandemonium

def pandemonium():
    for w in (P38, P40):
        case(w, "vector4", w.math("VECTOR4", 1, 2, 3, 4), "strict", "ENGINE_MISREADS:VECTOR4", 0,
             "EB-13: consumes 16 bytes, reports 12")
        case(w, "vector4i", w.integers("VECTOR4I", 1, 2, 3, 4), "strict", "ENGINE_MISREADS:VECTOR4", 0,
             "EB-13: consumes 16 bytes, reports 12")
        hidden = w.head("ARRAY") + u32(2) + w.head("VECTOR4") + f32(1) + f32(2) + f32(3) + w.int(2) + u32(5)
        case(w, "vector4_hides_int", hidden, "strict", "ENGINE_MISREADS:VECTOR4", 8,
             "EB-13: the w component is read as the header of the next value")
        case(w, "vector4_hides_int_engine", hidden, "strict+misread+engine-span", "TRAILING", 32,
             "EB-13: the engine's own spans leave the real int over")
        case(w, "vector4_span", w.math("VECTOR4", 1, 2, 3, 4), "strict+misread+engine-span", "TRAILING", 16,
             "EB-13: consumed 12 bytes of payload, w left over")
        nil_in_w = w.head("ARRAY") + u32(2) + w.math("VECTOR4", 1, 2, 3, 0)
        case(w, "vector4_w_is_nil", nil_in_w, "strict+misread", "TRUNCATED", 12,
             "EB-13: w is the room of the second element; the engine, which counts 12 bytes, finds a nil there", 4)
        case(w, "projection", w.math("PROJECTION", *range(16)), "strict", "ENGINE_MISREADS:PROJECTION", 0,
             "EB-14: refuses its own encoder's output")
        case(w, "projection_demands_248", w.math("PROJECTION", *range(16)), "engine",
             "ENGINE_MISREADS:PROJECTION", 0, "EB-14: 248 bytes must follow the header although 64 are used")
        differ = w.packed("PACKED_VECTOR4_ARRAY", 1, 2, 3, 3, 5, 6, 7, 8)
        case(w, "vector4_array_w", differ, "strict", "ENGINE_MISREADS:VECTOR4_ARRAY", 36, "EB-15: copies z into w")
        zeros = w.packed("PACKED_VECTOR4_ARRAY", 1, 2, 0.0, -0.0)
        case(w, "vector4_array_w_negative_zero", zeros, "strict", "ENGINE_MISREADS:VECTOR4_ARRAY", 20,
             "EB-15: the bits differ although the numbers are equal")
        differ = w.packed("PACKED_VECTOR4I_ARRAY", 1, 2, 3, 4)
        case(w, "vector4i_array_w", differ, "strict", "ENGINE_MISREADS:VECTOR4_ARRAY", 20, "EB-15: copies z into w")
    w = P40
    for name, slug in (("TYPED_ARRAY", "typed"), ("PACKED_TYPED_ARRAY", "packed")):
        read_past = w.head(name) + u32(w.types.index("OBJECT")) + w.string_name("hello")
        case(w, slug + "_objects_over_read", read_past, "strict", "ENGINE_MISREADS:TYPED_OBJECTS", 0,
             "EB-16: the count is read after these 24 bytes (24-byte over-read)")
        case(w, slug + "_objects_over_read_engine", read_past, "engine", "TRUNCATED", 24,
             "EB-16: gdv's engine policy refuses to leave the packet", 4)
        whole = read_past + u32(0)
        case(w, slug + "_objects_whole", whole, "strict", "ENGINE_MISREADS:TYPED_OBJECTS", 0,
             "EB-16: refused even where it fits")
        unnamed = w.head(name) + u32(w.types.index("OBJECT")) + w.string("Node") + u32(0)
        case(w, slug + "_objects_class_is_string", unnamed, "engine", "BAD_CLASS_NAME", 8,
             "section 5.8: the class name is a StringName value")
        case(w, slug + "_object_ids", w.typed_array("OBJECT", w.object_id(5), name=name), "strict", "OBJECT_ID", 0,
             "section 5.8: objects as ids need the permission")
        wrong = w.typed_array("INT", w.int(1), w.float(0.5), name=name)
        case(w, slug + "_element_type", wrong, "strict", "ENGINE_MISREADS:ELEMENT_TYPE", 20, "EB-16: dropped silently")
        case(w, slug + "_element_nil", w.typed_array("INT", w.nil(), name=name), "strict",
             "ENGINE_MISREADS:ELEMENT_TYPE", 12,
             "EB-16: NIL is allowed among objects alone")
        among = w.typed_array("OBJECT", w.nil(), w.int(3), name=name)
        case(w, slug + "_element_int_among_objects", among, "strict+object-id", "ENGINE_MISREADS:ELEMENT_TYPE", 16,
             "EB-16: NIL or OBJECT")
        for number in (40, 0xFF, 0x80000002, 0xFFFFFFFF):
            packet = w.head(name) + u32(number) + u32(0)
            case(w, "%s_element_%08x" % (slug, number), packet, "strict", "ENGINE_MISREADS:ELEMENT_RANGE", 4,
                 "EB-16: element type not range-checked, bit 31 cleared")
        huge = w.head(name) + u32(2) + u32(MOST)
        case(w, slug + "_count_most", huge, "engine", "COUNT", 8, "section 5.8: 2^31-1 elements", 4 * MOST)
        case(w, slug + "_without_count", huge[:8], "strict", "TRUNCATED", 8, "section 5.8: the count is missing", 4)
    case(w, "packed_nil", w.typed_array("NIL", w.nil(), name="PACKED_TYPED_ARRAY"), "strict",
         "ENGINE_MISREADS:PACKED_NIL", 8,
         "EB-17: stores bools")
    case(w, "packed_real", w.typed_array("FLOAT", w.float(0.5), w.float(0.1), name="PACKED_TYPED_ARRAY"), "strict",
         "ENGINE_MISREADS:PACKED_REAL", 20, "EB-17: REAL is narrowed to 32 bits")


# --- typed containers of Godot 4.3 and 4.4

def typed_containers():
    int_array = G44.kinded_array("INT", G44.int(0))
    for w in (G30, G3, P33, P38, P40, G40):
        packet = u32(w.types.index("ARRAY") | 0x10000) + int_array[4:]
        case(w, "typed_array_from_4_3", packet, "strict", "ENGINE_MISREADS:CONTAINER_FLAGS", 0,
             "EB-28: the element type is read as the count")
        case(w, "typed_array_flag_and_none", w.head("ARRAY", 0x10000) + u32(0), "strict",
             "ENGINE_MISREADS:CONTAINER_FLAGS", 0, "EB-28: read as an empty array, if one means to read so")
        packet = w.head("DICTIONARY", 0x50000) + u32(2) + u32(4) + u32(0)
        case(w, "typed_dictionary_from_4_4", packet, "strict", "ENGINE_MISREADS:CONTAINER_FLAGS", 0,
             "EB-28: the key type is read as the count")
    for flags in (0x10000, 0x40000, 0x50000, 0xF0000):
        packet = G43.head("DICTIONARY", flags) + u32(0)
        case(G43, "typed_dictionary_%05x" % flags, packet, "strict", "ENGINE_MISREADS:CONTAINER_FLAGS", 0,
             "EB-28: 4.3 knows typed arrays alone")
    for w in (G43, G44):
        for number in (39, 0xFF, 0xFFFFFFFF):
            packet = w.head("ARRAY", 0x10000) + u32(number) + u32(0)
            case(w, "typed_array_of_%08x" % number, packet, "engine", "BAD_TYPE", 4,
                 "section 5.5: must be below the type count")
        case(w, "typed_array_of_nil", w.kinded_array("NIL"), "strict", "ENGINE_MISREADS:CONTAINER_TYPE", 4,
             "section 6.2: no encoder writes kind 1 with NIL")
        case(w, "typed_array_of_object", w.kinded_array("OBJECT"), "strict", "ENGINE_MISREADS:CONTAINER_TYPE", 4,
             "section 6.2: never kind 1 with type OBJECT")
        encoded = "class:EncodedObjectAsID"
        case(w, "typed_array_of_class", w.kinded_array(encoded), "strict", "OBJECT_ID", 0,
             "section 5.5: arrays of objects as ids")
        case(w, "typed_array_of_node", w.kinded_array("class:Node"), "strict+object-id",
             "ENGINE_MISREADS:CLASS_IGNORED", 4,
             "section 5.5: with objects disallowed the class text is ignored")
        case(w, "typed_array_of_no_class", w.kinded_array("class:"), "strict+object-id",
             "ENGINE_MISREADS:CLASS_IGNORED", 4,
             "section 5.5: with objects disallowed the class text is ignored")
        script = w.kinded_array("script:res://a.gd")
        case(w, "typed_array_of_script", script, "strict+object-id", "ENGINE_MISREADS:CLASS_IGNORED", 4,
             "section 5.5: with objects disallowed the path is ignored, else it is loaded")
        case(w, "typed_array_of_script_strict", script, "strict", "OBJECT_ID", 0,
             "section 5.5: a script would be loaded")
        case(w, "typed_array_int_has_float", w.kinded_array("INT", w.int(1), w.float(2.0)), "strict",
             "ENGINE_MISREADS:ELEMENT_TYPE", 20, "EB-26: dropped, the array gets shorter")
        case(w, "typed_array_float_has_int", w.kinded_array("FLOAT", w.int(16777217)), "strict",
             "ENGINE_MISREADS:ELEMENT_TYPE", 12, "EB-26: coerced through single precision")
        case(w, "typed_array_string_has_name", w.kinded_array("STRING", w.string_name("a")), "strict",
             "ENGINE_MISREADS:ELEMENT_TYPE", 12, "EB-26: String and StringName are converted")
        case(w, "typed_array_int_has_nil", w.kinded_array("INT", w.nil()), "strict", "ENGINE_MISREADS:ELEMENT_TYPE", 12,
             "EB-26: dropped, the array gets shorter")
        case(w, "typed_array_class_has_int", w.kinded_array(encoded, w.nil(), w.int(1)), "strict+object-id",
             "ENGINE_MISREADS:ELEMENT_TYPE", 36, "EB-26: OBJECT or NIL")
        inner = w.kinded_array("ARRAY", w.kinded_array("INT", w.string("a")))
        case(w, "typed_array_inner_element", inner, "strict", "ENGINE_MISREADS:ELEMENT_TYPE", 24,
             "EB-26: in a nested array")
    typed = G44.kinded_dictionary
    case(G44, "typed_dictionary_key", typed("STRING", None, (G44.int(1), G44.nil())), "strict",
         "ENGINE_MISREADS:ELEMENT_TYPE", 12,
         "EB-27: the pair is lost silently")
    case(G44, "typed_dictionary_value", typed(None, "INT", (G44.int(1), G44.string("x"))), "strict",
         "ENGINE_MISREADS:ELEMENT_TYPE", 20, "EB-27: stored unchecked")
    both = typed("INT", "STRING", (G44.int(1), G44.string("a")), (G44.int(2), G44.int(3)))
    case(G44, "typed_dictionary_second_value", both, "strict", "ENGINE_MISREADS:ELEMENT_TYPE", 44,
         "EB-27: stored unchecked")
    case(G44, "typed_dictionary_key_39", G44.head("DICTIONARY", 0x10000) + u32(39) + u32(0), "engine", "BAD_TYPE", 4,
         "section 5.5: must be below the type count")
    case(G44, "typed_dictionary_value_39", G44.head("DICTIONARY", 0x50000) + u32(2) + u32(39) + u32(0), "engine",
         "BAD_TYPE", 8,
         "section 5.5: must be below the type count")
    case(G44, "typed_dictionary_value_nil", typed("INT", "NIL"), "strict", "ENGINE_MISREADS:CONTAINER_TYPE", 8,
         "section 6.2: no encoder writes kind 1 with NIL")
    case(G44, "typed_dictionary_value_object", typed("INT", "OBJECT"), "strict", "ENGINE_MISREADS:CONTAINER_TYPE", 8,
         "section 6.2: never kind 1 with type OBJECT")
    case(G44, "typed_dictionary_value_class", typed("INT", "class:EncodedObjectAsID"), "strict", "OBJECT_ID", 0,
         "section 5.5: dictionaries of objects as ids")
    case(G44, "typed_dictionary_value_node", typed("INT", "class:Node"), "strict+object-id",
         "ENGINE_MISREADS:CLASS_IGNORED", 8,
         "section 5.5: with objects disallowed the class text is ignored")
    case(G44, "typed_dictionary_key_script", typed("script:res://k.gd", "script:res://v.gd"), "strict+object-id",
         "ENGINE_MISREADS:CLASS_IGNORED", 4, "EB-27: the value's script is taken from the key's")
    case(G44, "typed_dictionary_duplicate", typed("INT", None, (G44.int(1), G44.nil()), (G44.int(1), G44.nil())),
         "strict",
         "DUPLICATE_KEY", 24, "EB-30: duplicates merge silently")


# --- Godot 2

def godot2():
    w = G2
    for form in (23, 0xFFFFFFFF):
        case(w, "image_format_%08x" % form, w.image(form, 0, 0, 0, b""), "engine", "BAD_IMAGE", 4,
             "section 5.10: 23 formats")
    case(w, "image_format_in_array", w.array(w.nil(), w.image(23, 0, 1, 1, b"1234")), "strict", "BAD_IMAGE", 16,
         "section 5.10: 23 formats")
    for width, height, offset in ((0, 1, 12), (16385, 1, 12), (1, 0, 16), (1, 16385, 16), (0xFFFFFFFF, 1, 12)):
        packet = w.image(0, 0, width, height, b"abcd")
        case(w, "image_%dx%d" % (width, height), packet, "strict", "ENGINE_MISREADS:IMAGE_SIZE", offset,
             "section 5.10: an empty image, and success")
    for name, packet, offset in (
            ("length_minus_1", w.image(0, 0, 5, 1, bytes(4)), 20), ("length_plus_1", w.image(0, 0, 5, 1, bytes(6)), 20),
            ("2x2_of_1_byte", w.image(0, 0, 2, 2, b"\x01"), 20), ("mipmap_missing", w.image(3, 1, 2, 2, bytes(12)), 20),
            ("mipmap_too_much", w.image(3, 0, 2, 2, bytes(15)), 20), ("block_cut", w.image(9, 0, 4, 4, bytes(7)), 20),
            ("palette_missing", w.image(5, 0, 2, 2, bytes(4)), 20), ("empty_of_format_3", w.image(3, 0, 0, 0, b""), 4),
            ("empty_with_mipmaps", w.image(0, 1, 0, 0, b""), 8), ("empty_with_width", w.image(0, 0, 1, 0, b""), 12),
            ("empty_with_height", w.image(0, 0, 0, 1, b""), 16), ("custom_empty", w.image(22, 0, 1, 1, b""), 4)):
        case(w, "image_" + name, packet, "strict", "ENGINE_MISREADS:IMAGE_SIZE", offset,
             "section 5.10: an empty image, and success")
    for mipmaps, form in ((0x7FFFFFFF, 0), (0x80000000, 0), (0xFFFFFFFF, 3), (2, 0), (0x80000000, 22), (2, 22)):
        case(w, "image_mipmaps_%08x_of_format_%d" % (mipmaps, form), w.image(form, mipmaps, 1, 1, b"\x01"), "strict",
             "ENGINE_MISREADS:IMAGE_SIZE", 8, "EB-38: the engine counts them one by one")
    for suffix, packet in (("subname", w.node_path([], ["a"])), ("slash", w.node_path([], flags=1)),
                           ("property", w.node_path([], flags=2, last=["p"])),
                           ("empty_property", w.node_path([], flags=2, last=[""]))):
        case(w, "nodepath_no_names_but_" + suffix, packet, "strict", "ENGINE_MISREADS:NO_NAMES", 4,
             "EB-36: the empty path to the engine")
    for event in (9, 0xFFFFFFFF):
        case(w, "event_%08x" % event, w.input_event(event, 0), "engine", "BAD_INPUT_EVENT", 4,
             "section 5.10: nine event types")
    for event, words, length in ((1, (0, 65), 12), (2, (), 0), (3, (1,), 12), (4, (1, f32(0.5)), 16),
                                 (6, (0,), 0xFFFFFFFF)):
        packet = w.input_event(event, 0, *words, length=length)
        case(w, "event_%d_length_%d" % (event, length), packet, "strict", "ENGINE_MISREADS:EVENT_LENGTH", 12,
             "EB-18: the embedded length is ignored")
    old = w.input_event(4, 0, 1)
    case(w, "event_joystick_of_2_0", old, "strict", "ENGINE_MISREADS:EVENT_LENGTH", 12,
         "section 5.10: before 2016-04-23 an axis without a value")


# --- limits

def limits():
    for w in EVERY:
        case(w, "depth_33_arrays", nested(w.array, w.nil(), 33), "strict", "LIMIT_DEPTH", 256,
             "EB-09: unbounded recursion in godot2 and Godot up to 3.2.3; the strict limit is 32")
        case(w, "depth_1025_arrays", nested(w.array, w.nil(), 1025), "engine", "LIMIT_DEPTH", 8192,
             "section 7: engines with a limit refuse depth 1,025")
    values = nested(lambda value: G3.dictionary((G3.nil(), value)), G3.nil(), 33)
    case(G3, "depth_33_dictionary_values", values, "strict", "LIMIT_DEPTH", 32 * 12, "section 7: values count a level")
    inner = nested(lambda value: G3.dictionary((value, G3.nil())), G3.int(1), 33)
    case(G3, "depth_33_dictionary_keys", inner, "strict+misread", "LIMIT_DEPTH", 32 * 8,
         "section 7: keys count a level")
    for w in (G2, G30, G3):
        inner = w.dictionary((w.nil(), w.nil()))
        for name, packet, offset in (
                ("dictionary", w.dictionary((w.dictionary((inner, w.nil())), w.nil())), 16),
                ("array", w.dictionary((w.dictionary((w.array(), w.nil())), w.nil())), 16),
                ("in_array", w.dictionary((w.array(w.nil(), w.dictionary((inner, w.nil()))), w.nil())), 28),
                ("in_value", w.dictionary((w.dictionary((w.nil(), w.dictionary((inner, w.nil())))), w.nil())), 28),
                ("of_second", w.array(w.dictionary((inner, w.nil())), w.dictionary((w.array(inner), w.dictionary(
                    (w.array(w.dictionary((inner, w.nil()))), w.nil()))))), 0)):
            if offset == 0:
                offset = packet.rindex(inner)
            case(w, "key_in_key_" + name, packet, "strict", "ENGINE_MISREADS:KEY_IN_KEY", offset,
                 "EB-37: the engine's time doubles with each")
    typed = nested(lambda value: P40.typed_array("TYPED_ARRAY", value), P40.typed_array("INT", P40.int(1)), 32)
    case(P40, "depth_33_typed_arrays", typed, "strict", "LIMIT_DEPTH", 32 * 12, "section 7: typed arrays count a level")
    typed = nested(lambda value: G44.kinded_array("ARRAY", value), G44.kinded_array("INT", G44.int(1)), 32)
    case(G44, "depth_33_typed_arrays", typed, "strict", "LIMIT_DEPTH", 32 * 12, "section 7: typed arrays count a level")
    held = nested(lambda value: G3.object("A", ("p", value)), G3.nil(), 33)
    case(G3, "depth_33_object_properties", held, "strict+object", "LIMIT_DEPTH", 32 * 24,
         "section 7: properties count a level")
    mixed = nested(G3.array, G3.dictionary((G3.array(G3.int(1)), G3.nil())), 31)
    case(G3, "depth_33_mixed", mixed, "strict", "LIMIT_DEPTH", 31 * 8 + 8, "section 7: one counter for every kind")


# --- after the value

def trailing():
    for w in EVERY:
        case(w, "trailing_nil", w.nil() + bytes(4), "strict", "TRAILING", 4, "section 7: ignored by every reader")
        case(w, "trailing_byte", w.int(5) + b"\0", "strict", "TRAILING", len(w.int(5)),
             "section 7: ignored by every reader")
    case(G3, "trailing_array", G3.array(G3.nil()) + b"\xde\xad\xbe\xef", "strict", "TRAILING", 12,
         "section 12.2: array trailing")
    case(G3, "trailing_second_value", G3.string("a") + G3.string("b"), "strict", "TRAILING", 12,
         "section 11 rule 1: exactly one value")
    case(G3, "framed", u32(8) + G3.int(1), "engine", "TRUNCATED", 4,
         "section 8: a frame fed without taking its prefix off", 16)


# --- each type of each dialect

def last_byte_missing(w, name, packet):
    """Code and offset for the typical value of a type without its last byte (section 5); one byte is needed."""
    if len(packet) == 4:
        return "TRUNCATED", 0
    if name in ("STRING", "STRING_NAME"):
        return "LENGTH", 4
    if name == "PACKED_BYTE_ARRAY" or name in wire.PACKED:
        return "COUNT", 4
    return {"NODE_PATH": ("LENGTH", 24), "SIGNAL": ("TRUNCATED", 16), "DICTIONARY": ("TRUNCATED", 24),
            "ARRAY": ("TRUNCATED", 12), "TYPED_ARRAY": ("TRUNCATED", 16), "PACKED_TYPED_ARRAY": ("TRUNCATED", 16),
            "PACKED_STRING_ARRAY": ("LENGTH", 8), "IMAGE": ("LENGTH", 20),
            "INPUT_EVENT": ("TRUNCATED", 20)}.get(name, ("TRUNCATED", 4))


def not_finite(w, name):
    """(suffix, packet, offset) of values of the type with one component that is NaN."""
    found = []
    widths = [(4, 0, wire.NAN32, f32)]
    if wire.legal_flags(w.dialect, name) == wire.FLAG_64:
        widths.append((8, wire.FLAG_64, wire.NAN64, f64))
    for size, flags, nan, pack in widths:
        if name == "PACKED_FLOAT64_ARRAY":
            size, nan, pack = 8, wire.NAN64, f64
        suffix = "_wide" if flags else ""
        if name in wire.PACKED:
            parts = wire.PACKED[name][0]
            # The first component, so that the w of Pandemonium's vector4 arrays still equals z.
            body = u32(1) + nan + pack(1) * (parts - 1)
            found.append((suffix, w.head(name, flags) + body, 8))
        else:
            parts = wire.FLOATS.get(name, 1)
            found.append((suffix, w.head(name, flags) + pack(1) * (parts - 1) + nan, 4 + size * (parts - 1)))
    return found


def is_floating(name):
    return name == "FLOAT" or name in wire.FLOATS or (name in wire.PACKED and wire.PACKED[name][2])


def count_units(name):
    """Least bytes of an element, for types that begin with a count; None for others."""
    if name in wire.PACKED:
        parts, size, _ = wire.PACKED[name]
        return parts * size
    return {"DICTIONARY": 8, "ARRAY": 4, "PACKED_STRING_ARRAY": 4, "PACKED_BYTE_ARRAY": 1}.get(name)


def by_type():
    """Returns which types of which dialects got which defect of defects.py: [(writer, type, defect)]."""
    noted = []
    for w in EVERY:
        for number, name in enumerate(w.types):
            slug = name.lower()
            _, typical, _ = samples.samples(w, name)[0]
            needs = samples.permission(w.dialect, name)
            policy = "strict+" + needs if needs else "strict"
            code, offset = last_byte_missing(w, name, typical)
            noted.append((w, name, "cut"))
            case(w, "short_" + slug, typical[:-1], policy, code, offset,
                 "section 5: the last byte of the type's typical value is missing", 1)
            if w is not G2:
                bit = next(bit for bit in range(16, 32)
                           if not (wire.legal_flags(w.dialect, name) | wire.future_flags(w.dialect, name)) >> bit & 1)
                flagged = u32(number | 1 << bit) + typical[4:]
                noted.append((w, name, "flag"))
                case(w, "flag_%d_%s" % (bit, slug), flagged, policy, "FLAGS", 0,
                     "section 3: the lowest header bit that means nothing for the type")
            if is_floating(name):
                for suffix, packet, at in not_finite(w, name):
                    case(w, "nan_%s%s" % (slug, suffix), packet, policy, "NONFINITE", at, "section 7: NaN in this type")
            unit = count_units(name)
            if unit is not None:
                noted.append((w, name, "length" if name == "PACKED_BYTE_ARRAY" else "count"))
                case(w, "count_most_" + slug, w.head(name) + u32(MOST), "engine", "COUNT", 4,
                     "EB-19: 8 bytes that claim 2^31-1 elements hang or abort naive decoders", unit * MOST)
            if unit is not None and name not in ("ARRAY", "DICTIONARY", "PACKED_STRING_ARRAY"):
                case(w, "count_negative_" + slug, w.head(name) + u32(0x80000000), "engine", "BAD_LENGTH", 4,
                     "EB-19: a count that engines read as negative")
    return noted


def by_defect(noted):
    """Damages each type in each way, but for the packets that are there already."""
    stored = {(dialect, policy, packet) for dialect, _, packet, policy, *_ in CASES}
    damage = defects.walk(EVERY, stored, lambda *asked: judge(*asked).code == "OK")
    for w, name, defect in noted:
        damage.note(w, name, defect)
    for row in damage.rows:
        case(*row)
    return damage


HEADER = [
    "Every packet of this folder has one defect; this is what gdv must answer. Made by corpus/make/make_malformed.py.",
    "policy: a preset, and permissions added to it by '+'. need: bytes missing, '-' where the code is not 1-19.",
    "why: section, EB- or D- row of the wire reference; for ENGINE_MISREADS it opens with the name of the misreading.",
    "path\tdialect\tpolicy\tcode\toffset\tneed\twhy",
]


def make_cases():
    for section in (short_packets, lies, debt, headers, numbers, texts, string_arrays, paddings, node_paths, keys,
                    objects, pandemonium, typed_containers, godot2, limits, trailing):
        section()
    return by_defect(by_type())


def rows():
    wrong = 0
    for dialect, name, packet, policy, code, offset, need, why in CASES:
        verdict = judge(packet, dialect, policy)
        if (verdict.name(), verdict.offset, verdict.need) != (code, offset, need):
            wrong += 1
            print("%s/%s (%s): row says %s at %d need %s, judge says %s\n    %s"
                  % (dialect, name, policy, code, offset, need, verdict, packet.hex()[:160]), file=sys.stderr)
        code, _, misread = code.partition(":")
        why = "%s: %s" % (misread, why) if misread else why
        need = "-" if need is None else str(need)
        yield packet, ["%s/%s.bin" % (dialect, name), dialect, policy, code, str(offset), need, why]
    if wrong:
        sys.exit("%d rows disagree with judge.py; nothing written" % wrong)


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    matrix = defects.matrix(make_cases())
    if arguments == ["--matrix"]:
        print("\n".join(matrix))
        return
    folder = os.path.join(arguments[0], "malformed")
    print("%d packets" % tree.replace(folder, "manifest.tsv", HEADER, lambda row: True, list(rows())))
    regress = os.path.join(arguments[0], "regress", "manifest.tsv")
    if not os.path.exists(regress):
        tree.write_table(regress, ["What gdv must answer to packets that once broke it.", *HEADER[1:]], [])


if __name__ == "__main__":
    main(sys.argv[1:])
