/* SPDX-License-Identifier: MIT */
#include "verb.h"

#define VERB_ADDRESS(name) &verb_##name,
const verb *const verbs[VERB_COUNT] = {VERB_LIST(VERB_ADDRESS)};
