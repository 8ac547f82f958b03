/* SPDX-License-Identifier: MIT */
#include "permits.h"

#include <string.h>

/* Names of several, which come after those of one bit. */
static const struct {
    const char *name;
    const char *text;
    permit_bits bits;
} groups[PERMIT_NAMES - PERMITS] = {
    {"text", "the four text-.. at once", {GDV_PERMIT_TEXT, 0}},
    {"all", "every one", {GDV_PERMIT_ALL, GDV_PERMIT_MP_ALL}},
};

bool permit_is_of_messages(uint32_t number)
{
    return number >= PERMITS_OF_VALUES && number < PERMITS;
}

const char *permit_name(uint32_t number)
{
    if (number >= PERMITS) {
        return groups[number - PERMITS].name;
    }
    return permit_is_of_messages(number) ? gdv_permit_mp_name(number - PERMITS_OF_VALUES) : gdv_permit_name(number);
}

const char *permit_text(uint32_t number)
{
    if (number >= PERMITS) {
        return groups[number - PERMITS].text;
    }
    return permit_is_of_messages(number) ? gdv_permit_mp_text(number - PERMITS_OF_VALUES) : gdv_permit_text(number);
}

permit_bits permit_bits_of(uint32_t number)
{
    permit_bits bits = {0, 0};
    if (number >= PERMITS) {
        bits = groups[number - PERMITS].bits;
    } else if (permit_is_of_messages(number)) {
        bits.messages = 1u << (number - PERMITS_OF_VALUES);
    } else {
        bits.values = 1u << number;
    }
    return bits;
}

uint32_t permit_from_name(const char *name)
{
    uint32_t number = 0;
    while (number < PERMIT_NAMES && strcmp(permit_name(number), name) != 0) {
        number += 1;
    }
    return number;
}
