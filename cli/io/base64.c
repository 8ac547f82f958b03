/* SPDX-License-Identifier: MIT */
#include "base64.h"

#include <string.h>

#include "say.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Four digits of one to three bytes. */
static void encode_group(const uint8_t *bytes, size_t count, char group[4])
{
    uint32_t bits = (uint32_t)bytes[0] << 16;
    bits |= count > 1 ? (uint32_t)bytes[1] << 8 : 0;
    bits |= count > 2 ? (uint32_t)bytes[2] : 0;
    for (size_t index = 0; index < 4; index += 1) {
        group[index] = '=';
        if (index <= count) {
            group[index] = digits[bits >> (18 - 6 * index) & 63u];
        }
    }
}

void base64_out(const uint8_t *bytes, size_t size)
{
    char line[4 * 256];
    size_t used = 0;

    for (size_t at = 0; at < size; at += 3) {
        encode_group(bytes + at, size - at < 3 ? size - at : 3, line + used);
        used += 4;
        if (used == sizeof line) {
            out_bytes(line, used);
            used = 0;
        }
    }
    out_bytes(line, used);
}

static bool digit_value(char digit, uint32_t *value)
{
    const char *found = digit == '\0' ? NULL : strchr(digits, digit);
    *value = found == NULL ? 0 : (uint32_t)(found - digits);
    return found != NULL;
}

/* One to three bytes of four digits; 0 where these are not base64. */
static size_t decode_group(const char group[4], uint8_t bytes[3])
{
    size_t count = group[3] != '=' ? 3 : group[2] != '=' ? 2 : 1;
    uint32_t bits = 0;

    for (size_t index = 0; index < 4; index += 1) {
        uint32_t value = 0;
        if (index <= count && !digit_value(group[index], &value)) {
            return 0;
        }
        bits = bits << 6 | value;
    }
    bytes[0] = (uint8_t)(bits >> 16);
    bytes[1] = (uint8_t)(bits >> 8 & 0xffu);
    bytes[2] = (uint8_t)(bits & 0xffu);
    /* bits that belong to no byte: another text for the same bytes */
    return (count < 3 && bytes[2] != 0) || (count < 2 && bytes[1] != 0) ? 0 : count;
}

bool base64_decode(const char *text, size_t length, uint8_t *bytes, size_t *size)
{
    bool fine = length % 4 == 0;
    *size = 0;
    for (size_t at = 0; fine && at < length; at += 4) {
        uint8_t group[3];
        size_t count = decode_group(text + at, group);
        fine = count == 3 || (count > 0 && at + 4 == length);
        memcpy(bytes + *size, group, fine ? count : 0);
        *size += fine ? count : 0;
    }
    return fine;
}
