/* SPDX-License-Identifier: MIT */
/* The mutator as a library that AFL++ loads (AFL_CUSTOM_MUTATOR_LIBRARY). AFL++ keeps its own byte mutations beside it,
 * so this makes few of them. One state for a process: afl-fuzz has one. */
#include <stdlib.h>

#include "fuzz/mutator/mutate.h"

/* AFL++'s names and types, from its documentation of custom mutators; its own state is nothing that we look at. */
void *afl_custom_init(void *afl, unsigned int seed);
size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t buf_size, uint8_t **out_buf, uint8_t *add_buf,
                       size_t add_buf_size, size_t max_size);
void afl_custom_deinit(void *data);

typedef struct afl_mutator {
    chance from;
    uint8_t *out; /* what afl_custom_fuzz returned last */
    size_t room;
} afl_mutator;

void *afl_custom_init(void *afl, unsigned int seed)
{
    (void)afl;
    afl_mutator *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->from = chance_from(seed);
        mutate_plain_seed(seed);
    }
    return made;
}

/* Returns 0, for "skip this one", where there is no memory or nothing to be made. */
size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t buf_size, uint8_t **out_buf, uint8_t *add_buf,
                       size_t add_buf_size, size_t max_size)
{
    afl_mutator *of = data;
    size_t size = 0;
    *out_buf = NULL;
    if (max_size > of->room) {
        uint8_t *larger = realloc(of->out, max_size);
        if (larger == NULL) {
            return 0;
        }
        of->out = larger;
        of->room = max_size;
    }
    *out_buf = of->out;
    uint32_t seed = (uint32_t)(chance_bits(&of->from) >> 32);
    if (add_buf != NULL && add_buf_size > 0 && chance_one(&of->from, 4)) {
        size = mutate_cross(buf, buf_size, add_buf, add_buf_size, of->out, max_size, seed, mutate_plain);
    }
    if (size == 0) {
        draft copy = {of->out, 0, max_size};
        size = draft_add(&copy, buf, buf_size) ? mutate(of->out, buf_size, max_size, seed, mutate_plain) : 0;
    }
    return size;
}

void afl_custom_deinit(void *data)
{
    afl_mutator *of = data;
    free(of->out);
    free(of);
}
