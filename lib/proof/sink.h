/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/write/sink.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_SINK_H
#define GDV_PROOF_SINK_H

/* GDV_SINK_SET: the sink's own fields are set. GDV_SINK_READABLE: all of the buffer is there, or the sink only
 * measures. GDV_SINK_FILLED: as long as everything fitted, every byte of the buffer before pos has been written.
 * GDV_WRITTEN: n bytes have been written. GDV_PAD: the padding after n bytes. GDV_STOP: where the written bytes end
 * when n more are put: after them, or at pos if they do not fit. */
#define GDV_SINK_SET(out) (\initialized(&(out)->bytes) && \initialized(&(out)->capacity) && \initialized(&(out)->pos))
#define GDV_SINK_READABLE(out) ((out)->bytes != \null ==> \valid((out)->bytes + (0 .. (out)->capacity - 1)))
#define GDV_SINK_FILLED(out)                                                                                           \
    ((out)->bytes != \null && (out)->pos <= (out)->capacity ==> \initialized((out)->bytes + (0 .. (out)->pos - 1)))
#define GDV_SINK_SOUND(out) (GDV_SINK_SET(out) && GDV_SINK_READABLE(out) && GDV_SINK_FILLED(out))
#define GDV_WRITTEN(bytes, n)                                                                                          \
    (\forall uint8_t *byte; !\separated(byte, (bytes) + (0 .. (n) - 1)) ==> \initialized(byte))
#define GDV_PAD(n) ((4 - (n) % 4) % 4)
#define GDV_STOP(out, n)                                                                                               \
    ((out)->bytes != \null && (out)->pos + (n) <= (out)->capacity ? (out)->pos + (n) : (out)->pos)

/* GDV_PUT_ASKS, GDV_PUT_LEAVES: what putting n bytes requires, touches and leaves: it writes those n bytes of the
 * buffer alone, and none if they do not all fit. */
#define GDV_PUT_ASKS(n)                                                                                                \
    requires sound: GDV_SINK_SOUND(out);                                                                               \
    requires countable: out->pos + (n) <= UINT64_MAX;
#define GDV_PUT_LEAVES(n)                                                                                              \
    assigns out->pos, out->bytes[out->pos .. GDV_STOP(out, n) - 1];                                                    \
    ensures counted: out->pos == \old(out->pos) + (n);                                                                 \
    ensures set: GDV_SINK_SET(out);                                                                                    \
    ensures valid: GDV_SINK_READABLE(out);                                                                             \
    ensures filled: GDV_SINK_FILLED(out);

/*@ requires \initialized(&out->pos) && \initialized(&out->capacity);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> out->pos <= out->capacity;
*/
static inline bool gdv_sink_fits(const gdv_sink *out);

/*@ requires \valid(bytes + (0 .. 3));
    terminates \true; exits \false;
    assigns bytes[0 .. 3];
    ensures written: GDV_WRITTEN(bytes, 4);
    ensures word == bytes[0] + 0x100 * bytes[1] + 0x10000 * bytes[2] + 0x1000000 * bytes[3];
*/
static inline void gdv_store32(uint8_t *bytes, uint32_t word);

/*@ requires GDV_SINK_SET(out) && GDV_SINK_READABLE(out);
    requires countable: out->pos + n <= UINT64_MAX;
    terminates \true; exits \false;
    assigns out->pos;
    ensures counted: out->pos == \old(out->pos) + n && \initialized(&out->pos);
    ensures measured: \result == \null <==> (out->bytes == \null || out->pos > out->capacity);
    ensures room: \result != \null ==> \result == out->bytes + \old(out->pos);
    ensures inside: \result != \null ==> \valid(\result + (0 .. n - 1));
*/
static inline uint8_t *gdv_sink_room(gdv_sink *out, uint64_t n);

/*@ requires GDV_SINK_SET(out) && GDV_SINK_READABLE(out);
    requires fits: out->pos + n <= out->capacity;
    terminates \true; exits \false;
    assigns out->pos;
    ensures counted: out->pos == \old(out->pos) + n && \initialized(&out->pos);
    ensures measured: \result == \null <==> out->bytes == \null;
    ensures room: \result != \null ==> \result == out->bytes + \old(out->pos);
    ensures inside: \result != \null ==> \valid(\result + (0 .. n - 1));
*/
static inline uint8_t *gdv_sink_take(gdv_sink *out, uint64_t n);

/*@ requires \valid(bytes + (0 .. 7));
    terminates \true; exits \false;
    assigns bytes[0 .. 7];
    ensures written: GDV_WRITTEN(bytes, 8);
*/
static inline void gdv_store64(uint8_t *bytes, uint64_t word);

/*@ GDV_PUT_ASKS(4)
    terminates \true; exits \false;
    GDV_PUT_LEAVES(4)
*/
static inline void gdv_put_u32(gdv_sink *out, uint32_t word);

/*@ GDV_PUT_ASKS(8)
    terminates \true; exits \false;
    GDV_PUT_LEAVES(8)
*/
static inline void gdv_put_u64(gdv_sink *out, uint64_t word);

/*@ requires some: n > 0;
    requires to: \valid(to + (0 .. n - 1));
    requires from: \valid_read(from + (0 .. n - 1)) && \initialized(from + (0 .. n - 1));
    requires apart: \separated(to + (0 .. n - 1), from + (0 .. n - 1));
    terminates \true; exits \false;
    assigns to[0 .. n - 1];
    ensures written: GDV_WRITTEN(to, n);
*/
static inline void gdv_bytes_copy(uint8_t *to, const uint8_t *from, size_t n);

/*@ requires some: n > 0;
    requires to: \valid(to + (0 .. n - 1));
    requires from: \valid_read(from + (0 .. n - 1)) && \initialized(from + (0 .. n - 1));
    terminates \true; exits \false;
    assigns to[0 .. n - 1];
    ensures written: GDV_WRITTEN(to, n);
*/
static inline void gdv_bytes_move(uint8_t *to, const uint8_t *from, size_t n);

/*@ requires from: \valid_read(bytes + (0 .. n - 1)) && \initialized(bytes + (0 .. n - 1));
    GDV_PUT_ASKS(n)
    terminates \true; exits \false;
    GDV_PUT_LEAVES(n)
*/
static inline void gdv_put_bytes(gdv_sink *out, const uint8_t *bytes, uint32_t n);

/*@ GDV_PUT_ASKS(GDV_PAD(n))
    terminates \true; exits \false;
    GDV_PUT_LEAVES(GDV_PAD(n))
*/
static inline void gdv_put_padding(gdv_sink *out, uint32_t n);

/*@ requires padded: size <= length <= padded <= length + 3 && padded <= GDV_MAX_BYTES + 4 && length <= size + 1;
    requires room: \valid(room + (0 .. padded + 3));
    requires from: \valid_read(text + (0 .. size - 1)) && \initialized(text + (0 .. size - 1));
    requires apart: \separated(text + (0 .. size - 1), room + (0 .. padded + 3));
    terminates \true; exits \false;
    assigns room[0 .. padded + 3];
    ensures written: GDV_WRITTEN(room, padded + 4);
*/
static inline void gdv_fill_text(uint8_t *room, const uint8_t *text, uint32_t size, uint32_t length, uint32_t padded);

/*@ requires size <= GDV_MAX_BYTES && terminator <= 1;
    requires from: \valid_read(text + (0 .. size - 1)) && \initialized(text + (0 .. size - 1));
    requires apart: out->bytes != \null ==> \separated(text + (0 .. size - 1), out->bytes + (0 .. out->capacity - 1));
    GDV_PUT_ASKS(4 + size + terminator + GDV_PAD(size + terminator))
    terminates \true; exits \false;
    GDV_PUT_LEAVES(4 + size + terminator + GDV_PAD(size + terminator))
*/
static inline void gdv_put_text(gdv_sink *out, const uint8_t *text, uint32_t size, uint32_t terminator);

/*@ requires \valid_read(number + (0 .. 3)) && \initialized(number + (0 .. 3));
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_native32(const uint8_t *number);

/*@ requires \valid_read(number + (0 .. 7)) && \initialized(number + (0 .. 7));
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint64_t gdv_native64(const uint8_t *number);

#define GDV_FILL_NATIVE32_LOOP                                                                                         \
    loop invariant index <= n;                                                                                         \
    loop invariant written: GDV_WRITTEN(room, 4 * index);                                                              \
    loop invariant from: \initialized(numbers + (0 .. 4 * n - 1));                                                     \
    loop assigns index, room[0 .. 4 * n - 1];                                                                          \
    loop variant n - index;

/*@ requires room: \valid(room + (0 .. 4 * n - 1));
    requires from: \valid_read(numbers + (0 .. 4 * n - 1)) && \initialized(numbers + (0 .. 4 * n - 1));
    requires apart: \separated(numbers + (0 .. 4 * n - 1), room + (0 .. 4 * n - 1));
    terminates \true; exits \false;
    assigns room[0 .. 4 * n - 1];
    ensures written: GDV_WRITTEN(room, 4 * n);
*/
static inline void gdv_fill_native32(uint8_t *room, const uint8_t *numbers, uint32_t n);

/*@ requires some: n > 0;
    requires room: \valid(room + (0 .. 4 * n - 1));
    requires from: \valid_read(numbers + (0 .. 4 * n - 1)) && \initialized(numbers + (0 .. 4 * n - 1));
    requires apart: \separated(numbers + (0 .. 4 * n - 1), room + (0 .. 4 * n - 1));
    terminates \true; exits \false;
    assigns room[0 .. 4 * n - 1];
    ensures written: GDV_WRITTEN(room, 4 * n);
*/
static inline void gdv_fill_few32(uint8_t *room, const uint8_t *numbers, uint32_t n);

/*@ requires from: \valid_read(numbers + (0 .. 4 * n - 1)) && \initialized(numbers + (0 .. 4 * n - 1));
    requires apart:
        out->bytes != \null ==> \separated(numbers + (0 .. 4 * n - 1), out->bytes + (0 .. out->capacity - 1));
    GDV_PUT_ASKS(4 * n)
    terminates \true; exits \false;
    GDV_PUT_LEAVES(4 * n)
*/
static inline void gdv_put_native32(gdv_sink *out, const uint8_t *numbers, uint32_t n);

/*@ requires from: \valid_read(numbers + (0 .. 4 * n - 1)) && \initialized(numbers + (0 .. 4 * n - 1));
    requires apart:
        out->bytes != \null ==> \separated(numbers + (0 .. 4 * n - 1), out->bytes + (0 .. out->capacity - 1));
    requires some: n > 0;
    requires fits: out->pos + 4 + 4 * n <= out->capacity;
    GDV_PUT_ASKS(4 + 4 * n)
    terminates \true; exits \false;
    GDV_PUT_LEAVES(4 + 4 * n)
*/
static inline void gdv_take_native32_value(gdv_sink *out, uint32_t header, const uint8_t *numbers, uint32_t n);

#define GDV_PUT_NATIVE64_LOOP                                                                                          \
    loop invariant index <= n;                                                                                         \
    loop invariant written: room != \null ==> GDV_WRITTEN(room, 8 * index);                                            \
    loop invariant from: \initialized(numbers + (0 .. 8 * n - 1));                                                     \
    loop assigns index, room[0 .. 8 * n - 1];                                                                          \
    loop variant n - index;

/*@ requires from: \valid_read(numbers + (0 .. 8 * n - 1)) && \initialized(numbers + (0 .. 8 * n - 1));
    requires apart:
        out->bytes != \null ==> \separated(numbers + (0 .. 8 * n - 1), out->bytes + (0 .. out->capacity - 1));
    GDV_PUT_ASKS(8 * n)
    terminates \true; exits \false;
    GDV_PUT_LEAVES(8 * n)
*/
static inline void gdv_put_native64(gdv_sink *out, const uint8_t *numbers, uint32_t n);

/*@ requires sound: GDV_SINK_SOUND(out);
    requires put_before: at + 4 <= out->pos;
    terminates \true; exits \false;
    assigns out->bytes[at .. (out->bytes != \null && at + 4 <= out->capacity ? at + 4 : at) - 1];
    ensures filled: GDV_SINK_FILLED(out);
*/
static inline void gdv_patch_u32(gdv_sink *out, uint64_t at, uint32_t word);

#endif
