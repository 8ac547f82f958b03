/* SPDX-License-Identifier: MIT */
#include "uninstrumented.h"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define UNDER_MSAN 1
#endif
#endif

#ifdef UNDER_MSAN

#include <jansson.h>
#include <sanitizer/msan_interface.h>
#include <stdlib.h>

/* What was zero counts as written. */
static void *allocate_zeroed(size_t size)
{
    return calloc(1, size);
}

void uninstrumented_start(void)
{
    json_set_alloc_funcs(allocate_zeroed, free);
}

void uninstrumented_enter(void)
{
    __msan_scoped_disable_interceptor_checks();
}

void uninstrumented_leave(void)
{
    __msan_scoped_enable_interceptor_checks();
}

void uninstrumented_wrote(const void *bytes, size_t size)
{
    __msan_unpoison(bytes, size);
}

#else

void uninstrumented_start(void) {}
void uninstrumented_enter(void) {}
void uninstrumented_leave(void) {}

void uninstrumented_wrote(const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
}

#endif
