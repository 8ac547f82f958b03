// SPDX-License-Identifier: MIT
/* Where Criterion keeps ParameterizedTest(); the shim has one header. */
#include "criterion.h"
