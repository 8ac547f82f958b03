/* SPDX-License-Identifier: MIT */
/* libFuzzer's hooks: linked into a target whose inputs are packets, they replace its own choice of mutations. */
#include "fuzz/mutator/mutate.h"
#include "fuzz/mutator/untraced.h"

/* The engine itself is not built under MSan, which therefore takes what it wrote, words of the dictionary above all, for
 * uninitialised. */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define WRITTEN(bytes, size) __msan_unpoison(bytes, size)
#endif
#endif
#ifndef WRITTEN
#define WRITTEN(bytes, size) ((void)(bytes), (void)(size))
#endif

/* The engine's. Weak, because AFL++'s driver and the replay link this file too, and never call it. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
                                 size_t max_out_size, unsigned int seed);

UNTRACED_BEGIN

static size_t mutate_by_engine(uint8_t *data, size_t size, size_t max_size)
{
    size_t mutated = LLVMFuzzerMutate(data, size, max_size);
    WRITTEN(data, mutated);
    return mutated;
}

static edit_bytes *byte_mutations(void)
{
    return LLVMFuzzerMutate != NULL ? mutate_by_engine : mutate_plain;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    WRITTEN(data, size);
    return mutate(data, size, max_size, seed, byte_mutations());
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2, uint8_t *out,
                                 size_t max_out_size, unsigned int seed)
{
    WRITTEN(data1, size1);
    WRITTEN(data2, size2);
    /* The engine would cross in every second call; where that gives nothing, it mutates. */
    return seed % 4 != 0 ? 0 : mutate_cross(data1, size1, data2, size2, out, max_out_size, seed, byte_mutations());
}

UNTRACED_END
