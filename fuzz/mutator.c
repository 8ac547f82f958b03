/* SPDX-License-Identifier: MIT */
/* libFuzzer's hooks: linked into a target whose inputs are packets, they replace its own choice of mutations. */
#include "fuzz/mutate.h"
#include "fuzz/untraced.h"

/* The engine's. Weak, because AFL++'s driver and the replay link this file too, and never call it. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
                                 size_t max_out_size, unsigned int seed);

UNTRACED_BEGIN

static edit_bytes *byte_mutations(void)
{
    return LLVMFuzzerMutate != NULL ? LLVMFuzzerMutate : mutate_plain;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    return mutate(data, size, max_size, seed, byte_mutations());
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
                                 size_t max_out_size, unsigned int seed)
{
    /* The engine would cross in every second call; where it is told that nothing came of it, it mutates. */
    return seed % 4 != 0 ? 0 : mutate_cross(data1, size1, data2, size2, out, max_out_size, seed, byte_mutations());
}

UNTRACED_END
