/* SPDX-License-Identifier: MIT */
/* Internal: one reading of one packet: where it is, what it may accept, what it has seen, why it stopped; and the
 * checks that every kind of payload shares. Each check either passes or notes the refusal in the scan and returns its
 * code. */
#ifndef GDV_SCAN_H
#define GDV_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/policy.h>
#include <gdv/status.h>

#include "../wire/wire.h"
#include "cursor.h"

/* GDV_INLINE: hot path. GDV_COLD: keeps the error path out of it. */
#if defined(__GNUC__)
#define GDV_INLINE static inline __attribute__((always_inline))
#define GDV_COLD __attribute__((cold, noinline))
#else
#define GDV_INLINE static inline
#define GDV_COLD
#endif

/* A count or length of this or more is negative to engines, which read it as a C int. */
#define GDV_NEGATIVE 0x80000000u

#ifdef __FRAMAC__
#include "../proof/scan.h"
#endif

/* Sets out to read bytes[0 .. size-1] as one value, with a policy that gdv_policy_check passed. Returns
 * GDV_E_LIMIT_BYTES, GDV_E_EMPTY or GDV_E_TRUNCATED where there is not even a header to read; then scan->in.reserved is
 * 0. On GDV_OK one value is reserved, as gdv_scan_begin does it. */
gdv_status gdv_scan_start(gdv_scan *scan, const uint8_t *bytes, size_t size, const gdv_wire_table *table,
                          const gdv_policy *policy);

/* Promises the value that begins here and lies in no other: its four bytes, or what is left where a short form may have
 * fewer. Requires that nothing is promised and nothing open. Returns GDV_E_TRUNCATED where there cannot be one. */
gdv_status gdv_scan_begin(gdv_scan *scan);

/* Whether values are still to come: promised, and not yet read. */
static inline bool gdv_scan_more(const gdv_scan *scan)
{
    return scan->in.reserved != 0;
}

/* All values have been read: refuses what follows them. */
gdv_status gdv_scan_finish(gdv_scan *scan);

/* Where the packet breaks a rule: notes the offset and how many bytes are missing, and returns the code. */
GDV_COLD gdv_status gdv_refuse(gdv_scan *scan, gdv_status code, uint32_t error_offset, uint64_t need);

/* The engine reads this, strict does not: returns GDV_OK if one of the bits is permitted, else refuses with the code.
 */
gdv_status gdv_refuse_unless(gdv_scan *scan, uint32_t permit, gdv_status code, uint32_t error_offset);

/* The engine reads something else: returns GDV_E_ENGINE_MISREADS, unless that is permitted. gdv_never returns it
 * whatever is permitted. */
GDV_COLD gdv_status gdv_misreads(gdv_scan *scan, gdv_misread misread, uint32_t error_offset);
GDV_COLD gdv_status gdv_never(gdv_scan *scan, gdv_misread misread, uint32_t error_offset);

/* Moves past n bytes that no other value needs; or refuses with GDV_E_TRUNCATED at the cursor, which stays. */
static inline gdv_status gdv_take(gdv_scan *scan, uint32_t n)
{
    uint32_t room = gdv_free(&scan->in);
    if (n > room) {
        return gdv_refuse(scan, GDV_E_TRUNCATED, scan->in.pos, n - room);
    }
    gdv_skip(&scan->in, n);
    return GDV_OK;
}

/* Takes four bytes as gdv_take does, and puts the u32 there into *word. */
static inline gdv_status gdv_take_u32(gdv_scan *scan, uint32_t *word)
{
    uint32_t at = scan->in.pos;
    gdv_status status = gdv_take(scan, 4);
    if (status == GDV_OK) {
        *word = gdv_u32_at(&scan->in, at);
    }
    return status;
}

/* Moves past `size` bytes and the padding after them, as the length word at `error_offset` says; the caller looks at
 * the bytes next. Requires size < 2^31. Refuses with GDV_E_LENGTH at the length word, GDV_E_PADDING_MISSING or
 * GDV_E_TRUNCATED after the bytes; then the cursor stays. */
gdv_status gdv_take_padded(gdv_scan *scan, uint32_t size, uint32_t error_offset);

/* Refuses padding that is not zero after `size` bytes at `at`; not if any_padding != 0. Requires that bytes and padding
 * have been taken. */
gdv_status gdv_check_padding(gdv_scan *scan, uint32_t any_padding, uint32_t at, uint32_t size);

/* Checks a count that stood at `error_offset` and promises `size` bytes each, at most 128: GDV_E_COUNT,
 * GDV_E_LIMIT_ELEMENTS. Ensures on GDV_OK: count * size <= gdv_free(&scan->in). */
gdv_status gdv_check_count(gdv_scan *scan, uint32_t count, uint32_t size, uint32_t error_offset);

/* Reads the count word of an array whose elements are not values, and of at least `size` bytes each, at most 128.
 * Ensures on GDV_OK: token->count * size <= gdv_free(&scan->in). */
gdv_status gdv_count_read(gdv_scan *scan, gdv_token *token, uint32_t size);

#endif
