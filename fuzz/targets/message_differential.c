/* SPDX-License-Identifier: MIT */
/* Fuzz target: packets of the multiplayer layer, the library against a second decoder, tests/reference/naive_message.h, which is
 * recursive, shares no code with it and was written from docs/multiplayer-format.md alone. On every input, in every protocol, envelope
 * and direction, under permissions and limits of the input's choice, the two agree:
 *
 *   4  limits: both refuse the same value at the same limit
 *   6  errors: the same code at the same offset, for the same value and the same reason in it
 *   7  values: the same fields, texts at the same place, records and values, numbers bit by bit
 *
 * The target `message` holds the library against itself, so it cannot see what is read wrongly everywhere. */
#include <stdlib.h>

#include "fuzz/support/message_input.h"
#include "tests/support/message_alike.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    message_reading of;
    if (!message_reading_set(&of, data, size)) {
        return 0;
    }
    const message_case compared = {of.protocol, of.policy, of.bytes, of.size};
    gdv_node *nodes = fresh(NULL, gdv_message_bound(of.size) * sizeof *nodes);
    const char *what = message_differs(&compared, nodes, NULL);
    promise(what == NULL, what == NULL ? "" : what);
    free(nodes);
    message_reading_free(&of);
    return 0;
}
