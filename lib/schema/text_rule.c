/* SPDX-License-Identifier: MIT */
/* Texts against a rule: a length in bytes or code points, a class of characters, or a set of members. Each is linear in
 * the text; a text that is too long is refused before it is looked through. */
#include "checking.h"
#include "index.h"

static bool is_trailing_byte(uint8_t byte)
{
    return byte >= 0x80 && byte < 0xc0;
}

static uint32_t code_points(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint32_t count = 0;
    for (uint32_t index = 0; index < size; index += 1) {
        count += is_trailing_byte(gdv_u8_at(in, at + index)) ? 0 : 1;
    }
    return count;
}

static bool all_ascii(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint32_t index = 0;
    while (index < size && gdv_u8_at(in, at + index) < 0x80) {
        index += 1;
    }
    return index == size;
}

static bool is_word_letter(uint8_t byte)
{
    uint32_t lower = byte | 0x20u;
    return byte == '_' || (lower >= 'a' && lower <= 'z');
}

static bool is_word_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

static bool all_identifier(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint32_t index = 0;
    while (index < size &&
           (is_word_letter(gdv_u8_at(in, at + index)) || (index > 0 && is_word_digit(gdv_u8_at(in, at + index))))) {
        index += 1;
    }
    return size > 0 && index == size;
}

/* Of three bytes: what is not seen, or turns the direction in which what is around it is read: U+200B, U+200E, U+200F,
 * U+2028-202E, U+2060-206F, U+FEFF, U+180E, U+FFF9-FFFB. */
static bool controls_of_three(uint8_t first, uint8_t second, uint8_t third)
{
    if (first == 0xef) {
        return (second == 0xbb && third == 0xbf) || (second == 0xbf && third >= 0xb9 && third <= 0xbb);
    }
    if (first == 0xe1) {
        return second == 0xa0 && third == 0x8e;
    }
    if (first != 0xe2) {
        return false;
    }
    if (second == 0x81) {
        return third >= 0xa0 && third <= 0xaf;
    }
    return second == 0x80 && (third == 0x8b || third == 0x8e || third == 0x8f || (third >= 0xa8 && third <= 0xae));
}

/* Bytes before the text are no part of it: those of a character are looked at from its last one. */
static bool all_printable(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    bool fine = true;
    uint8_t before = ' ';
    uint8_t second = ' ';
    for (uint32_t index = 0; fine && index < size; index += 1) {
        uint8_t byte = gdv_u8_at(in, at + index);
        bool controls = byte < 0x20 || byte == 0x7f || (before == 0xc2 && byte < 0xa0) ||
                        (before == 0xd8 && byte == 0x9c); /* C1, and U+061C */
        fine = !controls && !controls_of_three(second, before, byte);
        second = before;
        before = byte;
    }
    return fine;
}

gdv_status gdv_check_text(const gdv_checking *check, const gdv_rule *rule, uint32_t at, uint32_t size, uint64_t *count)
{
    const gdv_cursor *in = &check->in;
    if ((rule->flags & GDV_RULE_SET) != 0) {
        bool member = gdv_index_find(check->schema, rule, in, at, size) != GDV_NONE;
        return member ? GDV_OK : GDV_E_NOT_A_MEMBER;
    }
    uint32_t length = (rule->flags & GDV_RULE_CHARS) == 0 ? size : code_points(in, at, size);
    if (length < rule->least || length > rule->most) {
        *count = length;
        return GDV_E_WRONG_LENGTH;
    }
    bool ascii = (rule->flags & GDV_RULE_ASCII) == 0 || all_ascii(in, at, size);
    bool printable = (rule->flags & GDV_RULE_PRINTABLE) == 0 || all_printable(in, at, size);
    bool identifier = (rule->flags & GDV_RULE_IDENTIFIER) == 0 || all_identifier(in, at, size);
    return ascii && printable && identifier ? GDV_OK : GDV_E_WRONG_TEXT;
}
