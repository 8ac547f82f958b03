/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/cursor.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_CURSOR_H
#define GDV_PROOF_CURSOR_H

/* GDV_PACKET: all bytes of the packet that a cursor reads can be read. GDV_CURSOR_SOUND: the invariant stated at the
 * top of cursor.h. GDV_HOLDS: n bytes at an offset lie in the packet. GDV_WORD: the u32 there. GDV_SHORT_BYTES: of an
 * int in its short form. */
#define GDV_PACKET(in)                                                                                                 \
    (\initialized(&(in)->bytes) && \initialized(&(in)->size) && (in)->size <= GDV_MAX_BYTES &&                         \
     \valid_read((in)->bytes + (0 .. (in)->size - 1)) && \initialized((in)->bytes + (0 .. (in)->size - 1)))
#define GDV_CURSOR_SOUND(in)                                                                                           \
    (GDV_PACKET(in) && \initialized(&(in)->pos) && \initialized(&(in)->reserved) &&                                    \
     (in)->pos + (in)->reserved <= (in)->size && (in)->reserved % 4 == 0)
#define GDV_HOLDS(in, at, n) (0 <= (at) && 0 <= (n) && (at) + (n) <= (in)->size)
#define GDV_SHORT_BYTES(mode) ((mode) == 0 ? 1 : (mode) == 1 ? 2 : (mode) == 2 ? 4 : 8)
#define GDV_WORD(in, at)                                                                                               \
    ((in)->bytes[at] + 0x100 * (in)->bytes[(at) + 1] + 0x10000 * (in)->bytes[(at) + 2] +                               \
     0x1000000 * (in)->bytes[(at) + 3])

/*@ requires GDV_CURSOR_SOUND(in);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == in->size - in->pos;
*/
static inline uint32_t gdv_left(const gdv_cursor *in);

/*@ requires GDV_CURSOR_SOUND(in);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == in->size - in->pos - in->reserved;
*/
static inline uint32_t gdv_free(const gdv_cursor *in);

/*@ requires GDV_CURSOR_SOUND(in);
    requires free: n <= in->size - in->pos - in->reserved;
    terminates \true; exits \false;
    assigns in->pos;
    ensures in->pos == \old(in->pos) + n && \initialized(&in->pos);
    ensures GDV_CURSOR_SOUND(in);
*/
static inline void gdv_skip(gdv_cursor *in, uint32_t n);

/*@ requires GDV_CURSOR_SOUND(in);
    requires free: 4 * n <= in->size - in->pos - in->reserved;
    terminates \true; exits \false;
    assigns in->reserved;
    ensures in->reserved == \old(in->reserved) + 4 * n && \initialized(&in->reserved);
    ensures GDV_CURSOR_SOUND(in);
*/
static inline void gdv_reserve(gdv_cursor *in, uint32_t n);

/*@ requires GDV_CURSOR_SOUND(in);
    requires promised: in->reserved >= 4;
    terminates \true; exits \false;
    assigns in->reserved;
    ensures in->reserved == \old(in->reserved) - 4 && \initialized(&in->reserved);
    ensures GDV_CURSOR_SOUND(in);
*/
static inline void gdv_release(gdv_cursor *in);

/*@ requires \valid_read(bytes + (0 .. 3)) && \initialized(bytes + (0 .. 3));
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == bytes[0] + 0x100 * bytes[1] + 0x10000 * bytes[2] + 0x1000000 * bytes[3];
*/
static inline uint32_t gdv_load32(const uint8_t *bytes);

/*@ requires \valid_read(bytes + (0 .. 7)) && \initialized(bytes + (0 .. 7));
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint64_t gdv_load64(const uint8_t *bytes);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (bits < 0x80000000 ? bits : bits - 0x100000000);
*/
static inline int32_t gdv_signed32(uint32_t bits);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (bits < 0x8000000000000000 ? bits : bits - 0x10000000000000000);
*/
static inline int64_t gdv_signed64(uint64_t bits);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, 1);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == in->bytes[at];
*/
static inline uint8_t gdv_u8_at(const gdv_cursor *in, uint32_t at);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, 4);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_WORD(in, at);
*/
static inline uint32_t gdv_u32_at(const gdv_cursor *in, uint32_t at);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, 8);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint64_t gdv_u64_at(const gdv_cursor *in, uint32_t at);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at + more, 4);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_WORD(in, at + more);
*/
static inline uint32_t gdv_u32_after(const gdv_cursor *in, uint32_t at, uint32_t more);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at + more, 8);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint64_t gdv_u64_after(const gdv_cursor *in, uint32_t at, uint32_t more);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result == flags / GDV_TOKEN_MODE % 4;
*/
static inline uint32_t gdv_short_mode(uint32_t flags);

/*@ requires GDV_PACKET(in) && mode < 4;
    requires inside: GDV_HOLDS(in, at, GDV_SHORT_BYTES(mode));
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline int64_t gdv_short_int(const gdv_cursor *in, uint32_t at, uint32_t mode);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_is_plain_ascii(uint64_t eight);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, 16);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= 0xffff;
*/
static inline uint32_t gdv_odd16_at(const gdv_cursor *in, uint32_t at);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, 16);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_has_nul16_at(const gdv_cursor *in, uint32_t at);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (n < most ? n : most);
*/
static inline uint32_t gdv_at_most(uint32_t n, uint32_t most);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (4 - n % 4) % 4;
*/
static inline uint32_t gdv_padding(uint32_t n);

/*@ requires \initialized(&in->size);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> GDV_HOLDS(in, at, n);
*/
static inline bool gdv_holds(const gdv_cursor *in, uint32_t at, uint32_t n);

/*@ requires GDV_PACKET(in);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_u32_again(const gdv_cursor *in, uint32_t at);

/*@ requires GDV_PACKET(in);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint64_t gdv_u64_again(const gdv_cursor *in, uint32_t at);

/*@ requires GDV_PACKET(in);
    terminates \true; exits \false;
    assigns *span;
    ensures \initialized(span);
    ensures inside: GDV_HOLDS(in, span->at, span->size);
    ensures next: span->next == GDV_NOWHERE || span->at + span->size <= span->next <= in->size + 3;
    ensures moved: span->next == GDV_NOWHERE || at + 4 <= span->next;
    ensures nothing: span->next == GDV_NOWHERE ==> span->size == 0;
*/
static inline void gdv_span_at(const gdv_cursor *in, uint32_t at, gdv_span *span);

/*@ requires GDV_PACKET(in_one) && GDV_PACKET(in_other);
    requires inside: GDV_HOLDS(in_one, one, size) && GDV_HOLDS(in_other, other, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline int gdv_order_between(const gdv_cursor *in_one, uint32_t one, const gdv_cursor *in_other, uint32_t other,
                                    uint32_t size);

/*@ requires n < 32;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == 1 << n;
    ensures some: \result >= 1;
*/
static inline uint32_t gdv_bit(uint32_t n);

#define GDV_SAME_AT_WORDS                                                                                              \
    loop invariant index <= size - 1;                                                                                  \
    loop assigns index;                                                                                                \
    loop variant size - index;
#define GDV_SAME_AT_BYTES                                                                                              \
    loop invariant index <= size;                                                                                      \
    loop assigns index, same;                                                                                          \
    loop variant size - index;

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    requires own: \valid_read(text + (0 .. size - 1)) && \initialized(text + (0 .. size - 1));
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_same_at(const gdv_cursor *in, uint32_t at, const char *text, uint32_t size);

#endif
