/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/frame/framer.c (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_FRAMER_C_H
#define GDV_PROOF_FRAMER_C_H

/* PREFIX_LENGTH: the length that a whole prefix states. TOLD: the fields for the caller have values. OWN: the framer's
 * own fields have values. KNOWN: both. CAPPED: the cap is at most what the buffer holds. FILLED: the buffer holds bytes
 * of a body only when the prefix is whole, and no more than fit. BEGUN: a body that began is within the cap and not yet
 * whole. OPEN: all three, the invariant of a stream that is not BAD. BUFFER: the buffer's memory. BYTES: what is left
 * of the chunk. HELD: those bytes can be read. WRITTEN: they have been written. AWAY: they lie outside the buffer. FED:
 * what every function that reads the chunk needs. MOVED: bytes were taken from the front of the chunk, none from beyond
 * its end. COUNTED: no other bytes were counted. ALONE: framer, buffer and the caller's variables share nothing.
 * STREAM_HOLDS: what stays true while bytes are taken, as clauses of the given kind. FRAME_ENSURES: what a frame that
 * is given satisfies, and what holds when none is given. */
#define PREFIX_LENGTH(framer)                                                                                          \
    ((framer)->prefix[0] + 0x100 * (framer)->prefix[1] + 0x10000 * (framer)->prefix[2] +                               \
     0x1000000 * (framer)->prefix[3])
#define TOLD(framer)                                                                                                   \
    (\initialized(&(framer)->status) && \initialized(&(framer)->bytes) && \initialized(&(framer)->frames) &&           \
     \initialized(&(framer)->skipped) && \initialized(&(framer)->discarded) && \initialized(&(framer)->offset) &&      \
     \initialized(&(framer)->length) && \initialized(&(framer)->need))
#define OWN(framer)                                                                                                    \
    (\initialized(&(framer)->buffer) && \initialized(&(framer)->capacity) && \initialized(&(framer)->max_frame) &&     \
     \initialized(&(framer)->have) && \initialized(&(framer)->begin) && \initialized(&(framer)->prefixed) &&           \
     \initialized(&(framer)->endian) && \initialized(&(framer)->empty_frames) &&                                       \
     (\forall integer i; 0 <= i < 4 ==> \initialized(&(framer)->prefix[i])))
#define KNOWN(framer) (TOLD(framer) && OWN(framer))
#define CAPPED(framer)                                                                                                 \
    ((framer)->prefixed <= GDV_FRAME_PREFIX_SIZE && ((framer)->buffer == \null ==> (framer)->capacity == 0) &&         \
     ((framer)->buffer != \null ==> (framer)->max_frame <= (framer)->capacity))
#define FILLED(framer)                                                                                                 \
    ((framer)->have > 0 ==>                                                                                            \
         (framer)->buffer != \null && (framer)->prefixed == GDV_FRAME_PREFIX_SIZE &&                                   \
         (framer)->have <= (framer)->capacity && \initialized((framer)->buffer + (0 .. (framer)->have - 1)))
#define BEGUN(framer)                                                                                                  \
    ((framer)->prefixed == GDV_FRAME_PREFIX_SIZE ==>                                                                   \
         0 < PREFIX_LENGTH(framer) <= (framer)->max_frame && (framer)->have < PREFIX_LENGTH(framer))
#define OPEN(framer) (CAPPED(framer) && FILLED(framer) && BEGUN(framer))
#define BUFFER(framer) ((framer)->buffer + (0 .. (framer)->capacity - 1))
#define BYTES(in) ((in)->at + (0 .. (in)->size - 1))
#define HELD(in) (\initialized(&(in)->at) && \initialized(&(in)->size) && \valid_read(BYTES(in)))
#define WRITTEN(in) \initialized(BYTES(in))
#define AWAY(framer, in) \separated(BUFFER(framer), BYTES(in))
#define FED(framer, in) (KNOWN(framer) && \valid(BUFFER(framer)) && HELD(in) && WRITTEN(in) && AWAY(framer, in))
#define MOVED(in)                                                                                                      \
    ((in)->size <= \at((in)->size, Pre) && (in)->at == \at((in)->at, Pre) + (\at((in)->size, Pre) - (in)->size))
#define COUNTED(framer, in)                                                                                            \
    ((framer)->bytes <= \at((framer)->bytes, Pre) + (\at((in)->size, Pre) - (in)->size))
#define ALONE(framer, chunk, left, frame, size)                                                                        \
    (\separated(framer, chunk, left, frame, size) && \separated(BUFFER(framer), chunk) &&                              \
     \separated(BUFFER(framer), left) && \separated(BUFFER(framer), frame) && \separated(BUFFER(framer), size))
#define STREAM_HOLDS(clause)                                                                                           \
    clause known: KNOWN(framer);                                                                                       \
    clause held: HELD(in);                                                                                             \
    clause away: AWAY(framer, in);                                                                                     \
    clause moved: MOVED(in);                                                                                           \
    clause counted: COUNTED(framer, in);
#define FRAME_ENSURES                                                                                                  \
    ensures used_up: \result == GDV_FRAMING_MORE && framer->buffer != \null ==> in->size == 0;                         \
    ensures need: \result == GDV_FRAMING_MORE ==> framer->need > 0;                                                    \
    ensures nothing: \result != GDV_FRAMING_READY ==> body->at == \old(body->at) && body->size == \old(body->size);    \
    ensures whole: \result == GDV_FRAMING_READY ==> body->size == framer->length;                                      \
    ensures cap: \result == GDV_FRAMING_READY ==> framer->length <= framer->max_frame;                                 \
    ensures positive: \result == GDV_FRAMING_READY ==> framer->length < ENGINE_NEGATIVE;                               \
    ensures valid: \result == GDV_FRAMING_READY ==> body->at != \null;                                                 \
    ensures there_held: \result == GDV_FRAMING_READY ==> \valid_read(body->at + (0 .. body->size - 1));                \
    ensures there_written: \result == GDV_FRAMING_READY ==> \initialized(body->at + (0 .. body->size - 1));            \
    ensures where: \result == GDV_FRAMING_READY ==> body->at == framer->buffer || body->at + body->size == in->at;     \
    ensures between: \result == GDV_FRAMING_READY ==> framer->prefixed == 0 && framer->have == 0;

/*@ requires \initialized(counter);
    terminates \true; exits \false;
    assigns *counter;
    ensures \initialized(counter);
    ensures *counter == (\old(*counter) + more > UINT64_MAX ? UINT64_MAX : \old(*counter) + more);
*/
static void count(uint64_t *counter, uint64_t more);

/*@ requires options != \null && \valid_read(options) && \initialized(options);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK || \result == GDV_E_BAD_STRUCT || \result == GDV_E_BAD_ARGUMENT;
*/
static gdv_status check_options(const gdv_framer_options *options);

/* What the answer says of addresses is assumed, not proved: the prover has no addresses as numbers, and loses what a
 * pointer to void points to. */
/*@ requires framer != \null;
    terminates \true; exits \false;
    assigns \nothing;
    ensures outside: !\result && buffer != \null ==> \separated(framer, buffer + (0 .. capacity - 1));
*/
static bool is_start_tangled(const gdv_framer *framer, const uint8_t *buffer, size_t capacity,
                             const gdv_framer_options *options);

/*@ requires framer != \null;
    requires options: options != \null ==> \valid_read(options) && \initialized(options);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK || \result == GDV_E_BAD_STRUCT || \result == GDV_E_BAD_ARGUMENT ||
        \result == GDV_E_OVERLAP;
    ensures outside: \result == GDV_OK && buffer != \null ==> \separated(framer, buffer + (0 .. capacity - 1));
    ensures given: \result == GDV_OK && buffer == \null ==> capacity == 0 && options != \null;
*/
static gdv_status check_start(const gdv_framer *framer, const uint8_t *buffer, size_t capacity,
                              const gdv_framer_options *options);

/*@ terminates \true; exits \false;
    assigns *framer;
    ensures told: TOLD(framer);
    ensures own: OWN(framer);
    ensures status: framer->status == status;
    ensures nothing: framer->bytes == 0 && framer->prefixed == 0 && framer->have == 0;
    ensures nowhere: framer->buffer == \null && framer->capacity == 0;
*/
static void reset(gdv_framer *framer, gdv_status status);

/*@ requires framer: framer != \null && \valid(framer);
    requires options: options != \null ==> \valid_read(options) && \initialized(options);
    terminates \true; exits \false;
    assigns *framer;
    ensures told: TOLD(framer);
    ensures own: OWN(framer);
    ensures status: framer->status == \result;
    ensures open: \result == GDV_OK ==> OPEN(framer);
    ensures outside: \result == GDV_OK ==> \separated(framer, BUFFER(framer));
    ensures where: \result == GDV_OK ==> framer->buffer == buffer && framer->capacity == capacity;
    ensures cap: \result == GDV_OK && buffer != \null ==> framer->max_frame <= capacity;
    ensures start: \result == GDV_OK ==> framer->prefixed == 0 && framer->have == 0 && framer->bytes == 0;
    ensures need: \result == GDV_OK ==> framer->need == GDV_FRAME_PREFIX_SIZE;
*/
static gdv_status start(gdv_framer *framer, uint8_t *buffer, size_t capacity, const gdv_framer_options *options);

/*@ requires framer: framer != \null ==> \valid(framer);
    requires options: options != \null ==> \valid_read(options) && \initialized(options);
    terminates \true; exits \false;
    assigns *framer;
    ensures missing: framer == \null ==> \result == GDV_E_BAD_ARGUMENT;
    ensures told: framer != \null ==> TOLD(framer);
    ensures own: framer != \null ==> OWN(framer);
    ensures status: framer != \null ==> framer->status == \result;
    ensures open: \result == GDV_OK ==> OPEN(framer);
    ensures outside: \result == GDV_OK ==> \separated(framer, BUFFER(framer));
    ensures where: \result == GDV_OK ==> framer->capacity == capacity;
    ensures start: \result == GDV_OK ==> framer->prefixed == 0 && framer->have == 0 && framer->bytes == 0;
    ensures need: \result == GDV_OK ==> framer->need == GDV_FRAME_PREFIX_SIZE;
*/
gdv_status gdv_framer_init(gdv_framer *framer, void *buffer, size_t capacity, const gdv_framer_options *options);

/*@ requires bytes: \initialized(&framer->bytes);
    requires held: HELD(in);
    requires written: WRITTEN(in);
    requires inside: n <= in->size;
    terminates \true; exits \false;
    assigns in->at, in->size, framer->bytes;
    ensures at: in->at == \old(in->at) + n;
    ensures size: in->size == \old(in->size) - n;
    ensures bytes: \initialized(&framer->bytes);
    ensures counted: COUNTED(framer, in);
    ensures held: HELD(in);
    ensures written: WRITTEN(in);
*/
static void consume(gdv_framer *framer, span *in, size_t n);

#define TAKE_PREFIX_LOOP                                                                                               \
    STREAM_HOLDS(loop invariant)                                                                                       \
    loop invariant written: WRITTEN(in);                                                                               \
    loop invariant steps: framer->prefixed == \at(framer->prefixed, Pre) + (\at(in->size, Pre) - in->size);            \
    loop invariant capped: CAPPED(framer);                                                                             \
    loop invariant filled: FILLED(framer);                                                                             \
    loop invariant begun: framer->prefixed == \at(framer->prefixed, Pre) ==>                                           \
        PREFIX_LENGTH(framer) == \at(PREFIX_LENGTH(framer), Pre);                                                      \
    loop invariant somewhere: framer->prefixed > \at(framer->prefixed, Pre) ==> in->at != \null;                       \
    loop assigns framer->prefix[0 .. 3], framer->prefixed, framer->bytes, in->at, in->size;                            \
    loop variant in->size;

/*@ requires FED(framer, in);
    requires CAPPED(framer) && FILLED(framer);
    terminates \true; exits \false;
    assigns framer->begin, framer->prefix[0 .. 3], framer->prefixed, framer->length, framer->bytes, in->at, in->size;
    STREAM_HOLDS(ensures)
    ensures written: WRITTEN(in);
    ensures complete: \result <==> framer->prefixed == GDV_FRAME_PREFIX_SIZE;
    ensures whole: \result ==> framer->length == PREFIX_LENGTH(framer);
    ensures capped: CAPPED(framer);
    ensures filled: FILLED(framer);
    ensures used_up: !\result ==> in->size == 0;
    ensures begun: \old(framer->prefixed) == GDV_FRAME_PREFIX_SIZE ==>
        PREFIX_LENGTH(framer) == \old(PREFIX_LENGTH(framer));
    ensures steps: framer->prefixed == \old(framer->prefixed) + (\old(in->size) - in->size);
    ensures somewhere: \old(framer->prefixed) < GDV_FRAME_PREFIX_SIZE && \result ==> in->at != \null;
*/
static bool take_prefix(gdv_framer *framer, span *in);

/*@ terminates \true; exits \false;
    assigns framer->prefixed, framer->have;
    ensures framer->prefixed == 0 && framer->have == 0;
    ensures \initialized(&framer->prefixed) && \initialized(&framer->have);
*/
static void next_prefix(gdv_framer *framer);

/*@ requires KNOWN(framer);
    terminates \true; exits \false;
    assigns \nothing;
    ensures cap: \result == GDV_OK ==> framer->length <= framer->max_frame && framer->length < ENGINE_NEGATIVE;
    ensures empty: \result == GDV_OK && framer->length == 0 ==> framer->empty_frames != GDV_EMPTY_FRAMES_REFUSE;
*/
static gdv_status check_length(const gdv_framer *framer);

/* Assumed, not proved: Frama-C's memcpy writes `char`, which its model keeps apart from `uint8_t`, and does not say
 * that what it wrote is initialised. */
/*@ requires valid: \valid(buffer + (have .. have + n - 1));
    requires held: \valid_read(from + (0 .. n - 1)) && \initialized(from + (0 .. n - 1));
    requires some: n > 0;
    requires apart: \separated(buffer + (have .. have + n - 1), from + (0 .. n - 1));
    terminates \true; exits \false;
    assigns buffer[have .. have + n - 1];
    ensures \initialized(buffer + (have .. have + n - 1));
*/
static void copy(uint8_t *buffer, size_t have, const uint8_t *from, size_t n);

/*@ requires FED(framer, in);
    requires filled: \initialized(framer->buffer + (0 .. framer->have - 1));
    requires inside: 0 < n <= in->size;
    requires room: framer->have + n <= framer->capacity;
    terminates \true; exits \false;
    assigns framer->buffer[framer->have .. framer->have + n - 1], framer->have, framer->bytes, in->at, in->size;
    ensures known: KNOWN(framer);
    ensures held: HELD(in);
    ensures written: WRITTEN(in);
    ensures away: AWAY(framer, in);
    ensures moved: MOVED(in) && in->size == \old(in->size) - n;
    ensures counted: COUNTED(framer, in);
    ensures have: framer->have == \old(framer->have) + n;
    ensures filled: \initialized(framer->buffer + (0 .. framer->have - 1));
*/
static void buffer_bytes(gdv_framer *framer, span *in, size_t n);

/*@ terminates \true; exits \false;
    assigns framer->need;
    ensures framer->need == need && \initialized(&framer->need) && \result == GDV_FRAMING_MORE;
*/
static gdv_framing wait_for(gdv_framer *framer, size_t need);

/*@ requires FED(framer, in) && \initialized(body);
    requires framer->status == GDV_OK && CAPPED(framer) && FILLED(framer);
    requires whole: framer->prefixed == GDV_FRAME_PREFIX_SIZE && framer->length == PREFIX_LENGTH(framer);
    requires cap: framer->length <= framer->max_frame && framer->length < ENGINE_NEGATIVE;
    requires begun: framer->have < framer->length || (framer->have == 0 && framer->length == 0 && in->at != \null);
    terminates \true; exits \false;
    assigns framer->bytes, framer->frames, framer->offset, framer->need, framer->have, framer->prefixed,
        framer->buffer[0 .. framer->capacity - 1], in->at, in->size, body->at, body->size;
    ensures result: \result == GDV_FRAMING_MORE || \result == GDV_FRAMING_READY;
    STREAM_HOLDS(ensures)
    ensures written: \initialized(body);
    ensures capped: CAPPED(framer);
    ensures filled: FILLED(framer);
    ensures begun: BEGUN(framer);
    FRAME_ENSURES
    ensures no_need: \result == GDV_FRAMING_READY ==> framer->need == \old(framer->need);
*/
static gdv_framing take_body(gdv_framer *framer, span *in, span *body);

#define NEXT_FRAME_LOOP                                                                                                \
    STREAM_HOLDS(loop invariant)                                                                                       \
    loop invariant written: WRITTEN(in);                                                                               \
    loop invariant open: framer->status == GDV_OK && OPEN(framer);                                                     \
    loop assigns framer->begin, framer->prefix[0 .. 3], framer->prefixed, framer->length, framer->bytes,               \
        framer->skipped, framer->have, in->at, in->size;                                                               \
    loop variant in->size + framer->prefixed;

/*@ requires FED(framer, in) && \initialized(body);
    requires framer->status == GDV_OK && OPEN(framer);
    terminates \true; exits \false;
    assigns framer->status, framer->skipped, framer->length, framer->begin, framer->prefix[0 .. 3],
        framer->bytes, framer->frames, framer->offset, framer->need, framer->have, framer->prefixed,
        framer->buffer[0 .. framer->capacity - 1], in->at, in->size, body->at, body->size;
    ensures result: \result == GDV_FRAMING_MORE || \result == GDV_FRAMING_READY || \result == GDV_FRAMING_BAD;
    ensures bad: \result == GDV_FRAMING_BAD ==> framer->status != GDV_OK;
    STREAM_HOLDS(ensures)
    ensures written: \initialized(body);
    ensures capped: \result != GDV_FRAMING_BAD ==> framer->status == GDV_OK && CAPPED(framer);
    ensures filled: \result != GDV_FRAMING_BAD ==> FILLED(framer);
    ensures begun: \result != GDV_FRAMING_BAD ==> BEGUN(framer);
    FRAME_ENSURES
    ensures no_need: \result == GDV_FRAMING_READY ==> framer->need == 0;
*/
static gdv_framing next_frame(gdv_framer *framer, span *in, span *body);

/*@ requires framer != \null && \valid_read(framer) && KNOWN(framer);
    requires \initialized(in);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_misplaced(const void *variable, size_t size, const gdv_framer *framer, const span *in);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static bool are_mixed(const void *chunk, const size_t *left, const void *frame, const size_t *size);

/* What the answer says of addresses is assumed, not proved: the prover has no addresses as numbers, and loses what a
 * pointer to void points to. */
/*@ requires framer != \null && \valid_read(framer) && KNOWN(framer);
    requires \initialized(in);
    terminates \true; exits \false;
    assigns \nothing;
    ensures alone: !\result ==> ALONE(framer, chunk, left, frame, size);
    ensures away: !\result ==> AWAY(framer, in);
    ensures apart: !\result ==> \separated(framer, BYTES(in));
*/
static bool next_arguments_overlap(const gdv_framer *framer, const uint8_t *const *chunk, const size_t *left,
                              const uint8_t *const *frame, const size_t *size, const span *in);

/*@ requires framer != \null && \valid_read(framer) && KNOWN(framer);
    requires \initialized(in);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK || \result == GDV_E_BAD_ARGUMENT || \result == GDV_E_OVERLAP;
    ensures valid: \result == GDV_OK ==> chunk != \null && left != \null && frame != \null && size != \null;
    ensures bytes: \result == GDV_OK ==> in->at != \null || in->size == 0;
    ensures alone: \result == GDV_OK ==> ALONE(framer, chunk, left, frame, size);
    ensures away: \result == GDV_OK ==> AWAY(framer, in);
    ensures apart: \result == GDV_OK ==> \separated(framer, BYTES(in));
*/
static gdv_status check_call(const gdv_framer *framer, const uint8_t *const *chunk, const size_t *left,
                             const uint8_t *const *frame, const size_t *size, const span *in);

/*@ requires KNOWN(framer);
    terminates \true; exits \false;
    assigns framer->status, framer->need, framer->bytes, framer->discarded;
    ensures sticky: framer->status == (\old(framer->status) == GDV_OK ? wrong : \old(framer->status));
    ensures known: KNOWN(framer);
    ensures counted: framer->bytes <= \old(framer->bytes) + n && framer->discarded <= \old(framer->discarded) + n;
*/
static void discard(gdv_framer *framer, gdv_status wrong, size_t n);

/*@ requires framer: framer != \null ==> \valid(framer) && KNOWN(framer);
    requires open: framer != \null && framer->status == GDV_OK ==> OPEN(framer);
    requires buffer: framer != \null && framer->status == GDV_OK ==> \valid(BUFFER(framer));
    requires chunk: chunk != \null ==> \valid(chunk) && \initialized(chunk);
    requires left: left != \null ==> \valid(left) && \initialized(left);
    requires frame: frame != \null ==> \valid(frame);
    requires size: size != \null ==> \valid(size);
    requires outside: framer != \null && framer->status == GDV_OK ==> \separated(framer, BUFFER(framer));
    requires bytes: framer != \null && framer->status == GDV_OK && chunk != \null && left != \null &&
        *chunk != \null ==> \valid_read(*chunk + (0 .. *left - 1)) && \initialized(*chunk + (0 .. *left - 1));
    terminates \true; exits \false;
    assigns *chunk, *left, *frame, *size, framer->status, framer->bytes, framer->frames, framer->skipped,
        framer->discarded, framer->offset, framer->length, framer->need, framer->have, framer->begin,
        framer->prefixed, framer->prefix[0 .. 3], framer->buffer[0 .. framer->capacity - 1];
    ensures result: \result == GDV_FRAMING_MORE || \result == GDV_FRAMING_READY || \result == GDV_FRAMING_BAD;
    ensures told: framer != \null ==> TOLD(framer);
    ensures own: framer != \null ==> OWN(framer);
    ensures open: framer != \null && framer->status == GDV_OK ==> OPEN(framer);
    ensures sticky: framer != \null && \old(framer->status) != GDV_OK ==>
        \result == GDV_FRAMING_BAD && framer->status == \old(framer->status);
    ensures bad: framer != \null ==> (\result == GDV_FRAMING_BAD <==> framer->status != GDV_OK);
    ensures missing: framer == \null || chunk == \null || left == \null || frame == \null || size == \null ==>
        \result == GDV_FRAMING_BAD;
    ensures alone: \result != GDV_FRAMING_BAD ==> ALONE(framer, chunk, left, frame, size);
    ensures consumed: \result != GDV_FRAMING_BAD ==>
        *left <= \old(*left) && *chunk == \old(*chunk) + (\old(*left) - *left);
    ensures counted: framer != \null && left != \null && ALONE(framer, chunk, left, frame, size) ==>
        framer->bytes <= \old(framer->bytes) + \old(*left);
    ensures consumed_bad: \result == GDV_FRAMING_BAD && chunk != \null && left != \null && frame != \null &&
        size != \null && framer != \null && ALONE(framer, chunk, left, frame, size) ==>
        *left == 0 && \old(*chunk) <= *chunk <= \old(*chunk) + \old(*left);
    ensures used_up: \result == GDV_FRAMING_MORE && framer->buffer != \null ==> *left == 0;
    ensures cap: \result == GDV_FRAMING_READY ==> *size <= framer->max_frame && *size < ENGINE_NEGATIVE;
    ensures whole: \result == GDV_FRAMING_READY ==> *size == framer->length;
    ensures valid: \result == GDV_FRAMING_READY ==>
        *frame != \null && \valid_read(*frame + (0 .. *size - 1)) && \initialized(*frame + (0 .. *size - 1));
    ensures where: \result == GDV_FRAMING_READY ==> *frame == framer->buffer || *frame + *size == *chunk;
    ensures between: \result == GDV_FRAMING_READY ==>
        framer->prefixed == 0 && framer->have == 0 && framer->need == 0;
    ensures nothing: \result == GDV_FRAMING_MORE ==> *frame == \null && *size == 0 && framer->need > 0;
    ensures unwritten: \result != GDV_FRAMING_BAD ==>
        \forall integer i; 0 <= i < \old(*left) ==> \at((*chunk)[i], Pre) == \at(\at(*chunk, Pre)[i], Post);
*/
gdv_framing gdv_framer_next(gdv_framer *framer, const uint8_t **chunk, size_t *left, const uint8_t **frame,
                            size_t *size);

/*@ requires framer != \null ==> \valid_read(framer) && KNOWN(framer);
    terminates \true; exits \false;
    assigns \nothing;
    ensures missing: framer == \null ==> \result == GDV_E_BAD_ARGUMENT;
    ensures sticky: framer != \null && framer->status != GDV_OK ==> \result == framer->status;
    ensures whole: framer != \null ==> (\result == GDV_OK <==> framer->status == GDV_OK && framer->prefixed == 0);
*/
gdv_status gdv_framer_finish(const gdv_framer *framer);

#endif
