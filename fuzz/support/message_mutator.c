/* SPDX-License-Identifier: MIT */
/* libFuzzer's hook of the targets whose inputs are messages, as fuzz/mutator/mutator.c is of those whose inputs are Variants. */
#include "fuzz/mutator/message_mutate.h"
#include "fuzz/mutator/untraced.h"

/* As in mutator.c: the engine itself is not built under MSan. */
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

UNTRACED_BEGIN

static size_t by_engine(uint8_t *data, size_t size, size_t max_size)
{
    const size_t mutated = LLVMFuzzerMutate(data, size, max_size);
    WRITTEN(data, mutated);
    return mutated;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    WRITTEN(data, size);
    return message_mutate(data, size, max_size, seed, LLVMFuzzerMutate != NULL ? by_engine : mutate_plain);
}

UNTRACED_END
