/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/keys/key_entries.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_KEY_ENTRIES_H
#define GDV_PROOF_KEY_ENTRIES_H

/* GDV_ENTRIES: entries 0 .. n - 1 below `end`. GDV_MAX_ENTRIES: no packet has memory for more. */
#define GDV_ENTRIES(end, n) ((end) + (-8 * (n) .. -1))
#define GDV_MAX_ENTRIES 0x7fffffff

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint64_t gdv_entry(uint32_t upper, uint32_t lower);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_upper(uint64_t entry);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_lower(uint64_t entry);

/*@ requires \valid(GDV_ENTRIES(end, index + 1));
    terminates \true; exits \false;
    assigns end[-8 * (index + 1) .. -8 * index - 1];
*/
static inline void gdv_entry_set(uint8_t *end, uint32_t index, uint64_t entry);

/*@ requires \valid_read(GDV_ENTRIES(end, index + 1));
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint64_t gdv_entry_at(const uint8_t *end, uint32_t index);

/*@ requires \valid_read(place + (0 .. 7));
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint64_t gdv_entry_load(const uint8_t *place);

/*@ requires \valid(GDV_ENTRIES(end, stop)) && begin <= stop <= GDV_MAX_ENTRIES;
    terminates \true; exits \false;
    assigns end[-8 * stop .. -8 * begin - 1];
*/
void gdv_entries_sort(uint8_t *end, uint32_t begin, uint32_t stop);

/*@ requires \valid_read(place + (0 .. 8 * n - 1));
    terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_entries_repeat(const uint8_t *place, uint32_t n);

/*@ requires \valid_read(numbers + (0 .. n - 1)) && \initialized(numbers + (0 .. n - 1));
    terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_numbers_repeat(const uint32_t *numbers, uint32_t n);

#define GDV_ENTRIES_ALIKE_LOOP                                                                                         \
    loop invariant begin < next <= stop;                                                                               \
    loop assigns next;                                                                                                 \
    loop variant stop - next;

/*@ requires \valid_read(GDV_ENTRIES(end, stop)) && begin < stop;
    terminates \true; exits \false;
    assigns \nothing;
    ensures begin < \result <= stop;
*/
static inline uint32_t gdv_entries_alike(const uint8_t *end, uint32_t begin, uint32_t stop);

#endif
