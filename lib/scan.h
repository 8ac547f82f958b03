/* SPDX-License-Identifier: MIT */
/* Internal: one reading of one packet: where it is, what it may accept, what it has seen, why it stopped; and the
 * checks that every kind of payload shares. Each check either passes or notes the refusal in the scan and returns its
 * code. */
#ifndef GDV_SCAN_H
#define GDV_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cursor.h"
#include "policy.h"
#include "status.h"
#include "wire.h"

/* For the few functions that lose half of their worth when they are called; and for those where refusals are made, which
 * are to stay out of the way of what is read. */
#if defined(__GNUC__)
#define GDV_INLINE static inline __attribute__((always_inline))
#define GDV_COLD __attribute__((cold, noinline))
#else
#define GDV_INLINE static inline
#define GDV_COLD
#endif

/* A count or length of this or more is negative to engines, which read it as a C int. */
#define GDV_NEGATIVE 0x80000000u

/* Sets out to read bytes[0 .. size-1] as one value, with a policy that gdv_policy_check passed.
 * Returns GDV_E_LIMIT_BYTES, GDV_E_EMPTY or GDV_E_TRUNCATED where there is not even a header to read. */
gdv_status gdv_scan_start(gdv_scan *scan, const uint8_t *bytes, size_t size, const gdv_grammar *grammar,
                          const gdv_policy *policy);

/* Whether values are still to come: promised, and not yet read. */
static inline bool gdv_scan_more(const gdv_scan *scan)
{
    return scan->in.reserved != 0;
}

/* All values have been read: refuses what follows them. */
gdv_status gdv_scan_finish(gdv_scan *scan);

/* Where the packet breaks a rule: notes offset and missing bytes, returns the code. */
GDV_COLD gdv_status gdv_refuse(gdv_scan *scan, gdv_status code, uint32_t wrong, uint64_t need);

/* The engine reads this, strict does not: passes where one of the bits is set. */
gdv_status gdv_refuse_unless(gdv_scan *scan, uint32_t permit, gdv_status code, uint32_t wrong);

/* The engine reads something else: GDV_E_ENGINE_MISREADS, unless that is permitted. gdv_never: whatever is
 * permitted. */
GDV_COLD gdv_status gdv_misreads(gdv_scan *scan, gdv_misread misread, uint32_t wrong);
GDV_COLD gdv_status gdv_never(gdv_scan *scan, gdv_misread misread, uint32_t wrong);

/* Moves past n bytes that no other value needs, or refuses: GDV_E_TRUNCATED at the cursor. */
static inline gdv_status gdv_take(gdv_scan *scan, uint32_t n)
{
    uint32_t room = gdv_free(&scan->in);
    if (n > room) {
        return gdv_refuse(scan, GDV_E_TRUNCATED, scan->in.pos, n - room);
    }
    gdv_skip(&scan->in, n);
    return GDV_OK;
}

/* The same for a u32, which goes to *word. */
static inline gdv_status gdv_take_u32(gdv_scan *scan, uint32_t *word)
{
    uint32_t at = scan->in.pos;
    gdv_status status = gdv_take(scan, 4);
    if (status == GDV_OK) {
        *word = gdv_u32_at(&scan->in, at);
    }
    return status;
}

/* Moves past `size` bytes and the padding behind them, as the length word at `wrong` says: GDV_E_LENGTH there,
 * GDV_E_PADDING_MISSING or GDV_E_TRUNCATED behind the bytes. The caller looks at the bytes next. */
gdv_status gdv_take_padded(gdv_scan *scan, uint32_t size, uint32_t wrong);

/* The padding behind `size` bytes at `at`, which have been taken, is zero; any_padding != 0 where it need not be. */
gdv_status gdv_check_padding(gdv_scan *scan, uint32_t any_padding, uint32_t at, uint32_t size);

/* A count that stood at `wrong` promises `size` bytes each, 1 to 128: GDV_E_COUNT, GDV_E_LIMIT_ELEMENTS. */
gdv_status gdv_check_count(gdv_scan *scan, uint32_t count, uint32_t size, uint32_t wrong);

/* Reads the count word of an array whose elements are not values, `size` bytes each at least. */
gdv_status gdv_count_read(gdv_scan *scan, gdv_head *head, uint32_t size);

#endif
