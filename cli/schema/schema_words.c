/* SPDX-License-Identifier: MIT */
#include "schema_words.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>

#include "../io/decimal.h"
#include "../io/say.h"

void schema_print_quoted(gdv_text text)
{
    out("\"");
    for (size_t index = 0; index < text.size; index += 1) {
        unsigned char byte = (unsigned char)text.bytes[index];
        if (byte == '"' || byte == '\\') {
            out_format("\\%c", byte);
        } else if (byte < 0x20 || byte == 0x7f) {
            out_format("\\u%04x", byte);
        } else {
            out_bytes(text.bytes + index, 1);
        }
    }
    out("\"");
}

bool schema_is_identifier(gdv_text text)
{
    bool good = text.size > 0 && !(text.bytes[0] >= '0' && text.bytes[0] <= '9');
    for (size_t index = 0; index < text.size; index += 1) {
        char letter = text.bytes[index];
        bool word = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                    (letter >= '0' && letter <= '9') || letter == '_';
        good = good && word;
    }
    return good;
}

void schema_print_double(double number)
{
    char text[DECIMAL_SIZE];
    if (isinf(number)) {
        out(number > 0 ? "INF" : "-INF");
    } else if (number == floor(number) && fabs(number) < 1e15) {
        out_format("%.0f", number);
    } else {
        decimal_of_double(number, text);
        out(text);
    }
}

void schema_print_ints(const gdv_rule *rule)
{
    if (rule->lowest == INT64_MIN && rule->highest == INT64_MAX) {
        return;
    }
    out(" ");
    if (rule->lowest != INT64_MIN) {
        out_format("%" PRId64, rule->lowest);
    }
    if (rule->lowest != rule->highest) {
        out("..");
        if (rule->highest != INT64_MAX) {
            out_format("%" PRId64, rule->highest);
        }
    }
}

void schema_print_floats(const gdv_rule *rule)
{
    double furthest = (rule->flags & GDV_RULE_NONFINITE) != 0 ? HUGE_VAL : DBL_MAX;
    bool from = rule->low > -furthest;
    bool up_to = rule->high < furthest;
    if (from || up_to) {
        out(" ");
        if (from) {
            schema_print_double(rule->low);
        }
        if (rule->low < rule->high || !from) {
            out("..");
            if (up_to) {
                schema_print_double(rule->high);
            }
        }
    }
    out((rule->flags & GDV_RULE_NONFINITE) != 0 ? " nonfinite" : "");
}

void schema_print_count(uint32_t least, uint32_t most)
{
    if (least == 0 && most == UINT32_MAX) {
        return;
    }
    out_format(" %" PRIu32, least);
    if (least != most) {
        out("..");
        if (most != UINT32_MAX) {
            out_format("%" PRIu32, most);
        }
    }
}
