/* SPDX-License-Identifier: MIT */
/* gdv: decides whether a packet of Godot-family Variants that a stranger sent is safe to touch. Include this one. */
#ifndef GDV_H
#define GDV_H

#include "canon.h"
#include "dialect.h"
#include "document.h"
#include "framer.h"
#include "message.h"
#include "message_writer.h"
#include "methods.h"
#include "numbers.h"
#include "policy.h"
#include "reader.h"
#include "schema.h"
#include "schema_fields.h"
#include "status.h"
#include "structured.h"
#include "validate.h"
#include "value.h"
#include "version.h"
#include "writer.h"

#endif
