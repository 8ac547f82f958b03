/* SPDX-License-Identifier: MIT */
/* gdv: decides whether a packet of Godot-family Variants that a stranger sent is safe to touch. Include this one. */
#ifndef GDV_H
#define GDV_H

#include "dialect.h"
#include "policy.h"
#include "status.h"
#include "validate.h"

#define GDV_VERSION "0.1.0"

#endif
