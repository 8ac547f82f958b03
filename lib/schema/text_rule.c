/* SPDX-License-Identifier: MIT */
/* Texts against a rule: a length in bytes or code points, a class of characters, or a set of members. Each is linear in
 * the text; a text that is too long is refused before it is looked through. */
#include "checking.h"
#include "index.h"

#ifdef __FRAMAC__
#include "../proof/text_rule_c.h"
#endif

static bool is_trailing_byte(uint8_t byte)
{
    return (byte & 0xc0) == 0x80;
}

static uint32_t code_points(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint32_t count = 0;
    /*@ GDV_CODE_POINTS_LOOP */
    for (uint32_t index = 0; index < size; index += 1) {
        count += is_trailing_byte(gdv_u8_at(in, at + index)) ? 0 : 1;
    }
    return count;
}

static bool all_ascii(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint32_t index = 0;
    /*@ GDV_ALL_ASCII_LOOP */
    while (index < size && (gdv_u8_at(in, at + index) & 0x80) == 0) {
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
    /*@ GDV_ALL_IDENTIFIER_LOOP */
    while (index < size &&
           (is_word_letter(gdv_u8_at(in, at + index)) || (index > 0 && is_word_digit(gdv_u8_at(in, at + index))))) {
        index += 1;
    }
    return size > 0 && index == size;
}

/* Whether a character of several bytes controls, is not seen, or turns the direction in which what is around it is read,
 * by the last four bytes up to its own last: U+0080-009F, U+00AD, U+061C, U+180E, U+200B, U+200E, U+200F, U+2028-202E,
 * U+2060-206F, U+FEFF, U+FFF9-FFFB, U+E0001, U+E0020-E007F. */
static bool character_controls(uint32_t recent)
{
    const uint32_t last = recent & 0xff;
    switch ((recent >> 8) & 0xffff) {
    case 0xe1a0:
        return last == 0x8e;
    case 0xe280:
        return last == 0x8b || last == 0x8e || last == 0x8f || (last >= 0xa8 && last <= 0xae);
    case 0xe281:
        return last >= 0xa0 && last <= 0xaf;
    case 0xefbb:
        return last == 0xbf;
    case 0xefbf:
        return last >= 0xb9 && last <= 0xbb;
    case 0xa080:
        return recent >> 24 == 0xf3 && (last == 0x81 || last >= 0xa0);
    case 0xa081:
        return recent >> 24 == 0xf3;
    default:
        break;
    }
    const uint32_t both = recent & 0xffff;
    return (both >= 0xc280 && both <= 0xc29f) || both == 0xc2ad || both == 0xd89c;
}

/* Bytes before the text are no part of it: those of a character are looked at from its last one. */
static bool all_printable(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    bool fine = true;
    uint32_t recent = 0;
    /*@ GDV_ALL_PRINTABLE_LOOP */
    for (uint32_t index = 0; fine && index < size; index += 1) {
        uint8_t byte = gdv_u8_at(in, at + index);
        recent = ((recent & 0xffffff) << 8) | byte;
        fine = byte < 0x80 ? byte >= ' ' && byte != 0x7f : !character_controls(recent);
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
