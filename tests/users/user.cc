// SPDX-License-Identifier: MIT
#include "program.inc"
