/* SPDX-License-Identifier: MIT */
/* For a library whose packets change while it reads them: tests/BUILD compiles //tests:gdv_changing with this file before
 * everything else. Each read of packet bytes (lib/decode/cursor.h) first calls gdv_before_read, which the test defines and which
 * may write to the packet. */
#ifndef GDV_TESTS_CHANGING_H
#define GDV_TESTS_CHANGING_H

#include "lib/decode/cursor.h"

void gdv_before_read(const gdv_cursor *in);

#ifdef __clang__
#pragma clang diagnostic ignored "-Wdisabled-macro-expansion"
#endif

/* After the header, so that its own functions stay what they are; a macro's name is not replaced in its own text. */
#define gdv_u8_at(in, at) (gdv_before_read(in), gdv_u8_at(in, at))
#define gdv_u32_at(in, at) (gdv_before_read(in), gdv_u32_at(in, at))
#define gdv_short_int(in, at, mode) (gdv_before_read(in), gdv_short_int(in, at, mode))
#define gdv_u64_at(in, at) (gdv_before_read(in), gdv_u64_at(in, at))
#define gdv_u32_after(in, at, more) (gdv_before_read(in), gdv_u32_after(in, at, more))
#define gdv_u64_after(in, at, more) (gdv_before_read(in), gdv_u64_after(in, at, more))
#define gdv_16_before(in, at, more) (gdv_before_read(in), gdv_16_before(in, at, more))
#define gdv_16_at(in, at, more) (gdv_before_read(in), gdv_16_at(in, at, more))
#define gdv_odd16_at(in, at) (gdv_before_read(in), gdv_odd16_at(in, at))
#define gdv_has_nul16_at(in, at) (gdv_before_read(in), gdv_has_nul16_at(in, at))
#define gdv_u32_again(in, at) (gdv_before_read(in), gdv_u32_again(in, at))
#define gdv_u64_again(in, at) (gdv_before_read(in), gdv_u64_again(in, at))
#define gdv_span_at(in, at, span) (gdv_before_read(in), gdv_span_at(in, at, span))
#define gdv_order_between(one_in, one, other_in, other, size)                                                          \
    (gdv_before_read(one_in), gdv_order_between(one_in, one, other_in, other, size))

#endif
