/* SPDX-License-Identifier: MIT */
/* Claims about codes and reports: a code's number never changes and lies in the range that sorts it; names and
 * sentences are there, distinct, and written as the header says; a number that is no code does no harm; and a report
 * becomes one exact line, cut to whatever room there is as snprintf would cut it. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv.h>

/* Frozen: callers store these numbers. A new code is a new row; a row never changes. */
static const struct code_row {
    const char *name;
    uint32_t number;
} code_rows[] = {
    {"OK", 0},
    {"EMPTY", 1},
    {"TRUNCATED", 2},
    {"LENGTH", 3},
    {"COUNT", 4},
    {"PADDING_MISSING", 5},
    {"BAD_TYPE", 20},
    {"BAD_UTF8", 21},
    {"BAD_LENGTH", 22},
    {"BAD_NODE_PATH", 23},
    {"BAD_CLASS_NAME", 24},
    {"BAD_IMAGE", 25},
    {"BAD_INPUT_EVENT", 26},
    {"BAD_FRAME", 27},
    {"NONFINITE", 60},
    {"TRAILING", 61},
    {"PADDING", 62},
    {"WIDTH", 63},
    {"FLAGS", 64},
    {"BOOL", 65},
    {"TEXT_UTF8", 66},
    {"TEXT_NUL", 67},
    {"TEXT_BOM", 68},
    {"TEXT_TERMINATOR", 69},
    {"DUPLICATE_KEY", 70},
    {"OBJECT_ID", 71},
    {"OBJECT", 72},
    {"RID", 73},
    {"CALLABLE", 74},
    {"SIGNAL", 75},
    {"NODE_PATH", 76},
    {"ENGINE_MISREADS", 77},
    {"EMPTY_FRAME", 78},
    {"LIMIT_BYTES", 80},
    {"LIMIT_DEPTH", 81},
    {"LIMIT_VALUES", 82},
    {"LIMIT_ELEMENTS", 83},
    {"LIMIT_STRING", 84},
    {"LIMIT_FRAME", 85},
    {"MISSING", 100},
    {"WRONG_TYPE", 101},
    {"OUT_OF_RANGE", 102},
    {"MISSING_KEY", 103},
    {"UNKNOWN_KEY", 104},
    {"WRONG_LENGTH", 105},
    {"WRONG_TEXT", 106},
    {"NOT_A_MEMBER", 107},
    {"NO_SUCH_PACKET", 108},
    {"NO_ALTERNATIVE", 109},
    {"BAD_ARGUMENT", 120},
    {"BAD_DIALECT", 121},
    {"BAD_POLICY", 122},
    {"BAD_STRUCT", 123},
    {"OVERLAP", 124},
    {"NO_SCRATCH", 125},
    {"NO_SPACE", 126},
    {"NO_SUCH_TYPE", 127},
    {"NO_SUCH_LAYOUT", 128},
    {"BAD_NESTING", 129},
    {"BAD_COUNT", 130},
    {"SCHEMA_SYNTAX", 131},
    {"SCHEMA_FORM", 132},
    {"BAD_PROTOCOL", 133},
    {"MP_ENV_SHORT", 140},
    {"MP_ENV_TYPE", 141},
    {"MP_ENV_CHANNEL", 142},
    {"MP_ENV_SOURCE", 143},
    {"MP_ENV_TARGET", 144},
    {"MP_EMPTY", 145},
    {"MP_SHORT", 146},
    {"MP_COMMAND", 147},
    {"MP_FLAGS", 148},
    {"MP_DIRECTION", 149},
    {"MP_NODE_ID", 150},
    {"MP_NODE_ID_SIZE", 151},
    {"MP_PATH_OFFSET", 152},
    {"MP_PATH_NUL", 153},
    {"MP_PATH_TRAILING", 154},
    {"MP_PATH_EMPTY", 155},
    {"MP_PATH_LONG", 156},
    {"MP_PATH_UTF8", 157},
    {"MP_PATH_FORM", 158},
    {"MP_NAME_NUL", 159},
    {"MP_NAME_EMPTY", 160},
    {"MP_NAME_LONG", 161},
    {"MP_NAME_UTF8", 162},
    {"MP_NAME_FORM", 163},
    {"MP_ARG_MISSING", 164},
    {"MP_ARG_INVALID", 165},
    {"MP_ARG_WIDTH", 166},
    {"MP_ARG_POLICY", 167},
    {"MP_TRAILING", 168},
    {"MP_RAW_EMPTY", 169},
    {"MP_MD5", 170},
    {"MP_FLAG_VALUE", 171},
    {"MP_CONFIRM_SIZE", 172},
    {"MP_SPAWN_SIZE", 173},
    {"MP_SPAWN_NAME", 174},
    {"MP_NET_ID", 175},
    {"MP_RECORD_SIZE", 176},
    {"MP_RECORD_EMPTY", 177},
    {"MP_DELTA_INDEX", 178},
    {"MP_DELTA_COUNT", 179},
    {"MP_SYS_SUB", 180},
    {"MP_SYS_PEER", 181},
    {"MP_RELAY_EMPTY", 182},
    {"MP_RELAY_NESTED", 183},
    {"MP_LIMIT_ARGUMENTS", 184},
    {"MP_LIMIT_RECORDS", 185},
    {"RPC_COMMAND", 200},
    {"RPC_NODE_ID", 201},
    {"RPC_NODE", 202},
    {"RPC_METHOD", 203},
    {"RPC_RIGHTS", 204},
    {"RPC_TRANSFER", 205},
    {"RPC_ARGUMENTS", 206},
    {"RPC_CHECKSUM", 207},
    {"RPC_ID_TWICE", 208},
    {"RPC_CACHE_FULL", 209},
};

#define CODES (sizeof code_rows / sizeof code_rows[0])

static const uint32_t listed[] = {
#define NUMBER_OF(name, number, sentence) number,
    GDV_STATUS_LIST(NUMBER_OF)
#undef NUMBER_OF
};

Test(codes, numbers_and_names_are_frozen)
{
    for (size_t index = 0; index < CODES; index += 1) {
        cr_assert_str_eq(gdv_status_name((gdv_status)code_rows[index].number), code_rows[index].name);
    }
}

Test(codes, none_is_missing_from_this_table)
{
    cr_assert_eq(sizeof listed / sizeof listed[0], CODES);
    for (size_t index = 0; index < CODES; index += 1) {
        cr_assert_eq(listed[index], code_rows[index].number, "%s", code_rows[index].name);
    }
}

Test(codes, numbers_are_unique)
{
    for (size_t one = 0; one < CODES; one += 1) {
        for (size_t other = 0; other < one; other += 1) {
            cr_assert_neq(listed[one], listed[other], "%s", code_rows[one].name);
        }
    }
}

/* The ranges of status.h, by the word with which each kind of name begins. */
Test(codes, number_lies_in_the_range_of_its_kind)
{
    for (size_t index = 0; index < CODES; index += 1) {
        uint32_t number = listed[index];
        bool in_a_range = number == 0 || (number >= 1 && number <= 19) || (number >= 20 && number <= 59) ||
                          (number >= 60 && number <= 79) || (number >= 80 && number <= 99) ||
                          (number >= 100 && number <= 119) || (number >= 120 && number <= 139) ||
                          (number >= 140 && number <= 199) || (number >= 200 && number <= 219);
        bool limit = strncmp(code_rows[index].name, "LIMIT_", 6) == 0;
        bool of_message = strncmp(code_rows[index].name, "MP_", 3) == 0;
        cr_assert_eq(of_message, number >= 140 && number <= 199, "%s", code_rows[index].name);
        bool of_methods = strncmp(code_rows[index].name, "RPC_", 4) == 0;
        cr_assert_eq(of_methods, number >= 200, "%s", code_rows[index].name);
        bool bad = strncmp(code_rows[index].name, "BAD_", 4) == 0;
        cr_assert(in_a_range, "%s", code_rows[index].name);
        cr_assert_eq(limit, number >= 80 && number <= 99, "%s", code_rows[index].name);
        cr_assert(!bad || (number >= 20 && number <= 59) || number >= 120, "%s", code_rows[index].name);
    }
}

Test(codes, sentences_are_there_and_distinct)
{
    for (size_t one = 0; one < CODES; one += 1) {
        const char *text = gdv_status_text((gdv_status)listed[one]);
        cr_assert_str_neq(text, "", "%s", code_rows[one].name);
        for (size_t other = 0; other < one; other += 1) {
            cr_assert_str_neq(text, gdv_status_text((gdv_status)listed[other]), "%s", code_rows[one].name);
        }
    }
}

/* "one English sentence, without capital or full stop". Names in capitals, as RID, are names. */
Test(codes, sentences_have_neither_capital_nor_full_stop)
{
    for (size_t index = 0; index < CODES; index += 1) {
        const char *text = gdv_status_text((gdv_status)listed[index]);
        cr_assert(islower((unsigned char)text[0]) || isupper((unsigned char)text[1]), "%s", text);
        cr_assert_neq(text[strlen(text) - 1], '.', "%s", text);
        cr_assert_null(strchr(text, '\n'), "%s", text);
    }
}

static bool is_code(uint32_t number)
{
    for (size_t index = 0; index < CODES; index += 1) {
        if (code_rows[index].number == number) {
            return true;
        }
    }
    return false;
}

Test(codes, other_numbers_are_unknown_and_safe)
{
    static const uint32_t far_off[] = {0x100, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff};
    for (uint32_t number = 0; number < 256; number += 1) {
        bool unknown = strcmp(gdv_status_name((gdv_status)number), "UNKNOWN") == 0;
        cr_assert_eq(unknown, !is_code(number), "%u", number);
        cr_assert_str_neq(gdv_status_text((gdv_status)number), "", "%u", number);
    }
    for (size_t index = 0; index < sizeof far_off / sizeof far_off[0]; index += 1) {
        cr_assert_str_eq(gdv_status_name((gdv_status)far_off[index]), "UNKNOWN");
        cr_assert_str_neq(gdv_status_text((gdv_status)far_off[index]), "");
    }
}

Test(codes, text_of_an_unknown_number_is_no_codes_text)
{
    for (size_t index = 0; index < CODES; index += 1) {
        cr_assert_str_neq(gdv_status_text((gdv_status)255), gdv_status_text((gdv_status)listed[index]));
    }
}

Test(misreadings, sentences_are_there_and_distinct)
{
    for (uint32_t one = 0; one < (uint32_t)GDV_MISREAD_COUNT; one += 1) {
        const char *text = gdv_misread_text((gdv_misread)one);
        cr_assert_str_neq(text, "", "%u", one);
        for (uint32_t other = 0; other < one; other += 1) {
            cr_assert_str_neq(text, gdv_misread_text((gdv_misread)other), "%u", one);
        }
    }
}

Test(misreadings, each_says_where_the_wire_reference_has_it)
{
    static const struct {
        gdv_misread misread;
        const char *place;
    } rows[] = {
        {GDV_MISREAD_VECTOR4, "EB-13"},           {GDV_MISREAD_PROJECTION, "EB-14"},
        {GDV_MISREAD_VECTOR4_ARRAY, "EB-15"},     {GDV_MISREAD_TYPED_OBJECTS, "EB-16"},
        {GDV_MISREAD_ELEMENT_RANGE, "EB-16"},     {GDV_MISREAD_ELEMENT_TYPE, "EB-26, EB-27"},
        {GDV_MISREAD_PACKED_NIL, "EB-17"},        {GDV_MISREAD_PACKED_REAL, "EB-17"},
        {GDV_MISREAD_CONTAINER_FLAGS, "EB-28"},   {GDV_MISREAD_CLASS_IGNORED, "section 5.5"},
        {GDV_MISREAD_COUNT_WRAPS, "EB-05"},       {GDV_MISREAD_COUNT_NEGATIVE, "EB-04"},
        {GDV_MISREAD_IMAGE_SIZE, "section 5.10"}, {GDV_MISREAD_EVENT_LENGTH, "EB-18"},
        {GDV_MISREAD_STRING_KEY, "EB-35"},        {GDV_MISREAD_NO_NAMES, "EB-36"},
        {GDV_MISREAD_KEY_IN_KEY, "EB-37"},        {GDV_MISREAD_IMAGE_SIZE, "EB-38"},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        const char *text = gdv_misread_text(rows[index].misread);
        cr_assert_not_null(strstr(text, rows[index].place), "%s", text);
    }
}

Test(misreadings, none_and_unknown_numbers_are_nothing)
{
    cr_assert_str_eq(gdv_misread_text(GDV_MISREAD_NONE), "nothing");
    cr_assert_str_eq(gdv_misread_text(GDV_MISREAD_COUNT), "nothing");
    cr_assert_str_eq(gdv_misread_text((gdv_misread)0x7fffffff), "nothing");
    cr_assert_str_eq(gdv_misread_text((gdv_misread)0xffffffff), "nothing");
}

static gdv_report report_of(gdv_status code, gdv_misread misread, uint64_t offset, uint64_t need, const char *path)
{
    gdv_report report;
    memset(&report, 0, sizeof report);
    report.struct_size = sizeof report;
    report.code = code;
    report.misread = misread;
    report.offset = offset;
    report.need = need;
    report.type_name = "";
    memcpy(report.path, path, strlen(path) + 1);
    return report;
}

Test(report_text, is_the_codes_sentence)
{
    for (size_t index = 0; index < CODES; index += 1) {
        gdv_report report = report_of((gdv_status)listed[index], GDV_MISREAD_NONE, 0, 0, "");
        cr_assert_str_eq(gdv_report_text(&report), gdv_status_text((gdv_status)listed[index]));
    }
}

Test(report_text, is_the_misreadings_sentence_where_there_is_one)
{
    for (uint32_t misread = 1; misread < (uint32_t)GDV_MISREAD_COUNT; misread += 1) {
        gdv_report report = report_of(GDV_E_ENGINE_MISREADS, (gdv_misread)misread, 0, 0, "");
        cr_assert_str_eq(gdv_report_text(&report), gdv_misread_text((gdv_misread)misread));
    }
}

/* One code, three sentences: which, the type of the value tells. */
Test(report_text, says_what_is_out_of_range)
{
    static const char number[] = "number is outside the range asked for";
    static const char length[] = "length is outside the range asked for";
    static const char count[] = "count is outside the range asked for";
    static const char either[] = "count, or an element, is outside the range asked for";
    static const char any[] = "number, length or count is outside the range asked for";
    static const char *const sentences[GDV_TYPE_COUNT] = {
        [GDV_TYPE_NIL] = any,
        [GDV_TYPE_BOOL] = any,
        [GDV_TYPE_INT] = number,
        [GDV_TYPE_FLOAT] = number,
        [GDV_TYPE_STRING] = length,
        [GDV_TYPE_VECTOR2] = number,
        [GDV_TYPE_VECTOR2I] = number,
        [GDV_TYPE_RECT2] = number,
        [GDV_TYPE_RECT2I] = number,
        [GDV_TYPE_VECTOR3] = number,
        [GDV_TYPE_VECTOR3I] = number,
        [GDV_TYPE_TRANSFORM2D] = number,
        [GDV_TYPE_VECTOR4] = number,
        [GDV_TYPE_VECTOR4I] = number,
        [GDV_TYPE_PLANE] = number,
        [GDV_TYPE_QUATERNION] = number,
        [GDV_TYPE_AABB] = number,
        [GDV_TYPE_BASIS] = number,
        [GDV_TYPE_TRANSFORM3D] = number,
        [GDV_TYPE_PROJECTION] = number,
        [GDV_TYPE_COLOR] = number,
        [GDV_TYPE_STRING_NAME] = length,
        [GDV_TYPE_NODE_PATH] = count,
        [GDV_TYPE_RID] = number,
        [GDV_TYPE_OBJECT] = count,
        [GDV_TYPE_CALLABLE] = any,
        [GDV_TYPE_SIGNAL] = any,
        [GDV_TYPE_DICTIONARY] = count,
        [GDV_TYPE_ARRAY] = count,
        [GDV_TYPE_PACKED_BYTE_ARRAY] = length,
        [GDV_TYPE_PACKED_INT32_ARRAY] = either,
        [GDV_TYPE_PACKED_INT64_ARRAY] = either,
        [GDV_TYPE_PACKED_FLOAT32_ARRAY] = either,
        [GDV_TYPE_PACKED_FLOAT64_ARRAY] = either,
        [GDV_TYPE_PACKED_STRING_ARRAY] = count,
        [GDV_TYPE_PACKED_VECTOR2_ARRAY] = either,
        [GDV_TYPE_PACKED_VECTOR3_ARRAY] = either,
        [GDV_TYPE_PACKED_COLOR_ARRAY] = either,
        [GDV_TYPE_PACKED_VECTOR4_ARRAY] = either,
        [GDV_TYPE_PACKED_VECTOR2I_ARRAY] = either,
        [GDV_TYPE_PACKED_VECTOR3I_ARRAY] = either,
        [GDV_TYPE_PACKED_VECTOR4I_ARRAY] = either,
        [GDV_TYPE_TYPED_ARRAY] = count,
        [GDV_TYPE_PACKED_TYPED_ARRAY] = count,
        [GDV_TYPE_IMAGE] = any,
        [GDV_TYPE_INPUT_EVENT] = any,
    };
    for (int32_t type = 0; type < (int32_t)GDV_TYPE_COUNT; type += 1) {
        gdv_report report = report_of(GDV_E_OUT_OF_RANGE, GDV_MISREAD_NONE, 0, 0, "");
        char line[128];
        report.type = type;
        cr_assert_not_null(sentences[type], "%s", gdv_type_name((gdv_type)type));
        cr_expect_str_eq(gdv_report_text(&report), sentences[type], "%s", gdv_type_name((gdv_type)type));
        gdv_report_format(&report, line, sizeof line);
        cr_expect_str_eq(line + strlen("OUT_OF_RANGE at 0: "), sentences[type]);
        report.code = GDV_E_WRONG_TYPE;
        cr_expect_str_eq(gdv_report_text(&report), gdv_status_text(GDV_E_WRONG_TYPE), "of no other code");
    }
    static const int32_t none[] = {-1, GDV_TYPE_COUNT, INT32_MAX, INT32_MIN, 255, 256};
    for (size_t index = 0; index < sizeof none / sizeof none[0]; index += 1) {
        gdv_report report = report_of(GDV_E_OUT_OF_RANGE, GDV_MISREAD_NONE, 0, 0, "");
        report.type = none[index];
        cr_expect_str_eq(gdv_report_text(&report), any, "%d", (int)none[index]);
    }
}

Test(report_text, says_so_when_there_is_no_report)
{
    cr_assert_str_eq(gdv_report_text(NULL), "the caller gave no report");
}

/* The line, as the header and section 4 of the design spell it. */
static const struct line_row {
    gdv_status code;
    gdv_misread misread;
    uint64_t offset;
    uint64_t need;
    const char *path;
    const char *line;
} line_rows[] = {
    {GDV_OK, GDV_MISREAD_NONE, 0, 0, "", "OK: accepted"},
    {GDV_E_BAD_UTF8, GDV_MISREAD_NONE, 72, 0, ".players[3].name",
     "BAD_UTF8 at 72 (.players[3].name): string is not UTF-8"},
    {GDV_E_BAD_UTF8, GDV_MISREAD_NONE, 8, 0, "", "BAD_UTF8 at 8: string is not UTF-8"},
    {GDV_E_BOOL, GDV_MISREAD_NONE, 0, 0, "[0]", "BOOL at 0 ([0]): bool is neither 0 nor 1"},
    {GDV_E_EMPTY, GDV_MISREAD_NONE, 0, 4, "", "EMPTY at 0: there is not one byte; at least 4 bytes missing"},
    {GDV_E_TRUNCATED, GDV_MISREAD_NONE, 4, 1, "",
     "TRUNCATED at 4: packet ends inside the value, or before the values that its headers promise; at least "
     "1 byte "
     "missing"},
    {GDV_E_COUNT, GDV_MISREAD_NONE, 2147483647, 18446744073709551615u, ".a",
     "COUNT at 2147483647 (.a): count promises more than the packet has bytes for; at least "
     "18446744073709551615 bytes "
     "missing"},
    {GDV_E_RID, GDV_MISREAD_NONE, 18446744073709551615u, 0, "", "RID at 18446744073709551615: RID is not permitted"},
    {GDV_E_ENGINE_MISREADS, GDV_MISREAD_VECTOR4, 8, 0, "[0]",
     "ENGINE_MISREADS at 8 ([0]): Pandemonium counts 12 of these 16 bytes and reads w as the next value "
     "(EB-13)"},
    {GDV_E_LIMIT_DEPTH, GDV_MISREAD_NONE, 1234567890, 0, "[0][0]",
     "LIMIT_DEPTH at 1234567890 ([0][0]): values are nested deeper than the limit"},
    {GDV_E_BAD_DIALECT, GDV_MISREAD_NONE, 0, 0, "", "BAD_DIALECT: there is no such dialect"},
    {GDV_E_NO_SCRATCH, GDV_MISREAD_NONE, 0, 0, "",
     "NO_SCRATCH: policy refuses duplicate keys, but no scratch memory was given to find them"},
    {GDV_E_NO_SPACE, GDV_MISREAD_NONE, 0, 16, "", "NO_SPACE: the memory given is too small; takes 16"},
    {GDV_E_MISSING, GDV_MISREAD_NONE, 20, 0, "", "MISSING at 20: there is no such value"},
    {GDV_E_WRONG_TYPE, GDV_MISREAD_NONE, 52, 0, ".players[0].name",
     "WRONG_TYPE at 52 (.players[0].name): value is of another type"},
    {GDV_E_OUT_OF_RANGE, GDV_MISREAD_NONE, 0, 0, "",
     "OUT_OF_RANGE at 0: number, length or count is outside the range asked for"},
    {GDV_E_BAD_FRAME, GDV_MISREAD_NONE, 36, 0, "",
     "BAD_FRAME at 36: frame length is 2^31 or more, which rewinds the engine's own buffer"},
    {GDV_E_BAD_NESTING, GDV_MISREAD_NONE, 0, 0, "", "BAD_NESTING: begin, end, key and value are not in turn"},
    {(gdv_status)255, GDV_MISREAD_NONE, 0, 0, "", "UNKNOWN: this is no code of gdv"},
};

#define LINES (sizeof line_rows / sizeof line_rows[0])

static gdv_report report_of_row(const struct line_row *row)
{
    return report_of(row->code, row->misread, row->offset, row->need, row->path);
}

Test(report_format, gives_the_exact_line)
{
    for (size_t index = 0; index < LINES; index += 1) {
        gdv_report report = report_of_row(&line_rows[index]);
        char line[512];
        size_t length = gdv_report_format(&report, line, sizeof line);
        cr_assert_str_eq(line, line_rows[index].line);
        cr_assert_eq(length, strlen(line_rows[index].line), "%s", line);
    }
}

/* As snprintf: what fits is written and closed by NUL, the length is that of the whole. The block has exactly the size
 * that is given, so that AddressSanitizer sees one byte too many. */
Test(report_format, is_cut_to_any_size)
{
    for (size_t index = 0; index < LINES; index += 1) {
        gdv_report report = report_of_row(&line_rows[index]);
        const size_t full = strlen(line_rows[index].line);
        for (size_t size = 1; size <= full + 2; size += 1) {
            char *line = malloc(size);
            cr_assert_not_null(line);
            memset(line, 'x', size);
            size_t length = gdv_report_format(&report, line, size);
            size_t kept = full < size ? full : size - 1;
            cr_assert_eq(length, full, "%s: size %zu", line_rows[index].line, size);
            cr_assert_eq(memcmp(line, line_rows[index].line, kept), 0, "%s: size %zu", line_rows[index].line, size);
            cr_assert_eq(line[kept], '\0', "%s: size %zu", line_rows[index].line, size);
            cr_assert(kept + 1 == size || line[kept + 1] == 'x', "%s: size %zu", line_rows[index].line, size);
            free(line);
        }
    }
}

Test(report_format, measures_without_memory)
{
    for (size_t index = 0; index < LINES; index += 1) {
        gdv_report report = report_of_row(&line_rows[index]);
        char untouched = 'x';
        cr_assert_eq(gdv_report_format(&report, NULL, 0), strlen(line_rows[index].line));
        cr_assert_eq(gdv_report_format(&report, &untouched, 0), strlen(line_rows[index].line));
        cr_assert_eq(untouched, 'x');
    }
}

Test(report_format, of_no_report_is_empty)
{
    char line[4] = "xyz";
    cr_assert_eq(gdv_report_format(NULL, line, sizeof line), 0);
    cr_assert_str_eq(line, "");
    line[0] = 'x';
    cr_assert_eq(gdv_report_format(NULL, line, 0), 0);
    cr_assert_eq(line[0], 'x');
    cr_assert_eq(gdv_report_format(NULL, NULL, 0), 0);
}

Test(report_format, holds_the_longest_path)
{
    gdv_report report = report_of(GDV_E_BOOL, GDV_MISREAD_NONE, 7, 0, "");
    char line[512];
    char expected[512];
    memset(report.path, 'p', sizeof report.path - 1);
    size_t length = gdv_report_format(&report, line, sizeof line);
    int printed = snprintf(expected, sizeof expected, "BOOL at 7 (%s): bool is neither 0 nor 1", report.path);
    cr_assert_str_eq(line, expected);
    cr_assert_eq(length, (size_t)printed);
}

/* What gdv_validate reports is what the line says. */
Test(report_format, puts_a_real_report_into_words)
{
    static const uint8_t packet[] = {0x13, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 0x61, 0xff, 0, 0};
    gdv_report report;
    uint64_t scratch[8] = {0};
    char line[128];
    report.struct_size = sizeof report;
    gdv_status code =
        gdv_validate(packet, sizeof packet, GDV_DIALECT_GODOT3, NULL, scratch, sizeof scratch, NULL, &report);
    cr_assert_eq(code, GDV_E_BAD_UTF8);
    cr_assert_eq(gdv_report_format(&report, line, sizeof line), strlen(line));
    cr_assert_str_eq(line, "BAD_UTF8 at 17 ([0]): string is not UTF-8");
}
