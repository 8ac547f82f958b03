/* SPDX-License-Identifier: MIT */
#include "fuzz/mutator/selector.h"

#include "fuzz/mutator/untraced.h"

UNTRACED_BEGIN

#define TAIL_FACTOR 33u

bool selector_in(size_t size)
{
    return size % 4 == SELECTOR_SIZE;
}

selector selector_read(const uint8_t *input, size_t size)
{
    uint32_t tail = 0;
    size_t taken = selector_in(size) ? SELECTOR_SIZE : size < 8 ? size : 8;
    for (size_t index = size - taken; index < size; index += 1) {
        tail = (tail * TAIL_FACTOR + input[index]) & 0xffffffu;
    }
    return (selector){(gdv_dialect)(tail % GDV_DIALECT_COUNT), tail / GDV_DIALECT_COUNT};
}

void selector_write(selector of, uint8_t bytes[SELECTOR_SIZE])
{
    uint32_t tail = of.rest * GDV_DIALECT_COUNT + (uint32_t)of.dialect;
    bytes[0] = (uint8_t)(tail / TAIL_FACTOR);
    bytes[1] = (uint8_t)(tail % TAIL_FACTOR);
}

UNTRACED_END
