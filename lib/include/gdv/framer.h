/* SPDX-License-Identifier: MIT */
/* Cuts a stream of length-prefixed frames into packets: a u32 length, then that many bytes. That is what
 * StreamPeer.put_var, File.store_var and PacketPeerStream of Godot send over TCP and into files (wire reference,
 * section 8). The stream may come in chunks of any size, one byte at a time included; how it is cut never changes the
 * frames, nor how it ends.
 *
 * The attack: a prefix is four bytes that a stranger chose. 7fffffff makes Godot's own StreamPeer allocate two
 * gigabytes before any of them came (EB-11); f0ffffff moves the read position of its PacketPeerStream backwards, so
 * that it parses one frame for ever (EB-10). Here a length above the cap is refused when its prefix is complete, before
 * one byte of the body is awaited or stored. After that the stream has no known frame boundary, and none is guessed:
 * all that follows is discarded and counted, until the caller hangs up.
 *
 * No allocation: a frame that comes in pieces is put together in the caller's buffer. Work: each byte is copied once at
 * most, and not at all where a frame lies whole in one chunk. Nothing points into a framer, so it may be moved.
 *
 *      const uint8_t *chunk = received;
 *      size_t left = received_size;
 *      while (gdv_framer_next(&framer, &chunk, &left, &frame, &size) == GDV_FRAMING_READY) ..
 *      if (framer.status != GDV_OK) .. hang up */
#ifndef GDV_FRAMER_H
#define GDV_FRAMER_H

#include <stddef.h>
#include <stdint.h>

#include "status.h"
#include "version.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GDV_FRAME_PREFIX_SIZE 4

typedef enum gdv_endian { GDV_ENDIAN_LITTLE, GDV_ENDIAN_BIG } gdv_endian;

/* What becomes of frames of no bytes. Godot's readers give null and an error for one. */
typedef enum gdv_empty_frames {
    GDV_EMPTY_FRAMES_REFUSE, /* GDV_E_EMPTY_FRAME */
    GDV_EMPTY_FRAMES_SKIP,   /* passed over and counted */
    GDV_EMPTY_FRAMES_GIVE    /* READY with size 0 */
} gdv_empty_frames;

/* What a stream is allowed. Set struct_size to sizeof(gdv_framer_options). */
typedef struct gdv_framer_options {
    size_t struct_size;
    size_t max_frame;  /* cap on the body's bytes; with a buffer, no more than its size */
    gdv_endian endian; /* of the prefix; the packet is little-endian always */
    gdv_empty_frames empty_frames;
} gdv_framer_options;

typedef enum gdv_framing {
    GDV_FRAMING_MORE,  /* the chunk holds no more frames; framer.need more bytes complete the prefix or the frame */
    GDV_FRAMING_READY, /* a frame; the rest of the chunk may hold more */
    GDV_FRAMING_BAD    /* framer.status says why; the rest of the chunk is discarded */
} gdv_framing;

/* The first part may be read; the rest is the library's own. Counters stop at their highest value. */
typedef struct gdv_framer {
    gdv_status status;  /* GDV_OK, or why the stream is BAD; sticky */
    uint64_t bytes;     /* taken so far, prefixes and what was discarded included */
    uint64_t frames;    /* that were READY */
    uint64_t skipped;   /* empty frames passed over */
    uint64_t discarded; /* bytes after the prefix or the call that was refused */
    uint64_t offset;    /* in the stream: of the prefix of the last READY frame, or of the refused one */
    uint32_t length;    /* what the last complete prefix said: of the READY frame, or of the refused one */
    size_t need;        /* after init and MORE: bytes missing from the prefix, or from the body; else 0 */

    uint8_t *buffer;
    size_t capacity;
    size_t max_frame;
    size_t have;                           /* bytes of the body in the buffer */
    uint64_t begin;                        /* offset of the prefix being read */
    uint32_t prefixed;                     /* bytes of the prefix so far, 0 to 4 */
    uint8_t prefix[GDV_FRAME_PREFIX_SIZE]; /* least significant byte first, whatever the stream has */
    gdv_endian endian;
    gdv_empty_frames empty_frames;
} gdv_framer;

/* Sets out to read a stream, with buffer[0 .. capacity-1] to put frames together in; it is used as long as the framer
 * is. options NULL: little-endian, the buffer's size as cap, empty frames refused.
 *
 * Without a buffer (NULL, capacity 0) the caller keeps the bytes of unfinished frames, in memory that may grow with
 * what arrives: see gdv_framer_next. Then options are required, as they alone hold the cap.
 *
 * The buffer is written from its front, no further than a frame is long, however large it is said to be.
 *
 * Returns GDV_OK; GDV_E_BAD_ARGUMENT (framer NULL; buffer NULL with a capacity, or without options; a capacity that
 * wraps, which is more than SIZE_MAX less the address; an endian or empty_frames that does not exist),
 * GDV_E_BAD_STRUCT, GDV_E_OVERLAP (framer, buffer, options). A framer that is there is then BAD with that status. */
GDV_API GDV_NODISCARD gdv_status gdv_framer_init(gdv_framer *framer, void *buffer, size_t capacity,
                                                 const gdv_framer_options *options);

/* Takes bytes from the front of the chunk: *chunk and *left move past what was taken. Call it again until it says MORE
 * or BAD. *frame and *size are NULL and 0 on both.
 *
 * READY: *frame and *size are the body. It lies in the chunk where all of it came in this one, else in the buffer, and
 * is valid until the next call or until the caller reuses the chunk. *frame is not NULL, even where *size is 0.
 *
 * MORE with a buffer, and inside a prefix: *left is 0. MORE without a buffer, inside a body: none of the body was
 * taken. *chunk is where it begins, *left says how much of it there is, and framer->need how much is missing. Hand in
 * those bytes again, with more after them.
 *
 * BAD, now and for ever: *left is 0, and *chunk stands after the prefix in it that was refused. The status:
 *   GDV_E_LIMIT_FRAME     longer than the cap
 *   GDV_E_BAD_FRAME       2^31 or more, whatever the cap
 *   GDV_E_EMPTY_FRAME     empty, and the options refuse that
 *   GDV_E_BAD_ARGUMENT    an argument is NULL, but *chunk may be where *left is 0; or *left wraps. NULL outputs are not
 *                         written
 *   GDV_E_OVERLAP         the chunk, the buffer, the framer, or the four variables overlap one another */
GDV_API GDV_NODISCARD gdv_framing gdv_framer_next(gdv_framer *framer, const uint8_t **chunk, size_t *left,
                                                  const uint8_t **frame, size_t *size);

/* What it means if the stream ends here: GDV_OK between frames; GDV_E_TRUNCATED inside a prefix or frame, framer->need
 * bytes missing; or the sticky status. GDV_E_BAD_ARGUMENT for NULL. Changes nothing: a stream may go on after it. */
GDV_API GDV_NODISCARD gdv_status gdv_framer_finish(const gdv_framer *framer);

#ifdef __cplusplus
}
#endif

#endif
