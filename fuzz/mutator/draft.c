/* SPDX-License-Identifier: MIT */
#include "fuzz/mutator/draft.h"

#include <string.h>

#include "fuzz/mutator/untraced.h"

UNTRACED_BEGIN

bool draft_splice(draft *to, size_t at, size_t removed, const void *with, size_t added)
{
    size_t kept = to->size - removed;
    if (added > to->room || kept > to->room - added) {
        return false;
    }
    memmove(to->bytes + at + added, to->bytes + at + removed, to->size - at - removed);
    if (added > 0) {
        memcpy(to->bytes + at, with, added);
    }
    to->size = kept + added;
    return true;
}

bool draft_add(draft *to, const void *with, size_t added)
{
    return draft_splice(to, to->size, 0, with, added);
}

bool draft_word(draft *to, uint32_t word)
{
    uint8_t bytes[4];
    word_put(bytes, word);
    return draft_add(to, bytes, sizeof bytes);
}

bool draft_pad(draft *to)
{
    static const uint8_t zeros[4];
    return draft_add(to, zeros, padding_of(to->size));
}

uint32_t word_from(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

void word_put(uint8_t *bytes, uint32_t word)
{
    for (unsigned index = 0; index < 4; index += 1) {
        bytes[index] = (uint8_t)(word >> (8 * index) & 0xffu);
    }
}

size_t padding_of(size_t size)
{
    return (4 - size % 4) % 4;
}

UNTRACED_END
