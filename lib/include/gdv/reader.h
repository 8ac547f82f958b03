/* SPDX-License-Identifier: MIT */
/* Reads a packet value by value, without building anything: pull events with exact spans, zero copy, constant memory.
 *
 *      gdv_reader reader;
 *      const gdv_event *event;
 *      gdv_reader_init(&reader, bytes, size, GDV_DIALECT_GODOT4_4, NULL, scratch, scratch_size);
 *      while ((event = gdv_reader_pull(&reader)) != NULL) {
 *          ..
 *      }
 *      status = gdv_reader_finish(&reader, &report);
 *
 * A reader accepts and refuses exactly what gdv_validate does, with the same codes and offsets. The values before the
 * refused one have been given by then: undo what was done with them. Errors are sticky. Stopping early is safe and
 * free: there is nothing to release. A reader is 10.6 KiB, nearly all of it a stack that is not touched before something
 * nests. It must not be moved or copied while it is used. */
#ifndef GDV_READER_H
#define GDV_READER_H

#include <string.h>

#include "decoder_state.h"
#include "numbers.h"
#include "policy.h"
#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gdv_event_kind {
    GDV_EVENT_DONE,  /* the packet has been read to its end, and is accepted */
    GDV_EVENT_VALUE, /* a value without children */
    GDV_EVENT_BEGIN, /* array, typed array, dictionary or full object: children follow, none perhaps, then END */
    GDV_EVENT_NAME,  /* name of a full object's property: its value follows */
    GDV_EVENT_END    /* of the innermost BEGIN that is still open */
} gdv_event_kind;

/* The spans of all events but END and DONE tile the packet: each begins where the one before ended (bytes that
 * GDV_PERMIT_TRAILING lets pass aside). Those of END and DONE are empty. */
typedef struct gdv_event {
    gdv_event_kind kind;
    gdv_role role;   /* of a VALUE or BEGIN: what it is to the container around it; PROPERTY for a NAME */
    uint32_t depth;  /* containers that are open around it; of END, that of its BEGIN */
    uint32_t offset; /* of its first byte: header, or length word of a name */
    uint32_t size;   /* bytes: header and payload; of BEGIN up to the first child; of a name with its padding */
    gdv_type type;   /* of VALUE, BEGIN, NAME: as gdv_type_of says of the value; else GDV_TYPE_COUNT */
    uint32_t count;  /* elements, pairs, properties, bytes of text: all of them, where engines may keep less; else 0 */
    uint64_t bits;   /* the library's own: the last eight bytes, which hold the number of most bools, ints and floats */
    gdv_value value; /* of VALUE, BEGIN, NAME: for the getters of value.h, numbers.h and structured.h, until the next
                        call; else missing */
} gdv_event;

/* How many events are read ahead at the most. */
#define GDV_AHEAD 32u

/* An event, and the node of its value; of an END, which has none, that of null. The fields are the library's own. */
typedef struct gdv_unread {
    gdv_event event;
    gdv_node node;
} gdv_unread;

/* What has been read and not been given yet. The fields are the library's own. */
typedef struct gdv_ahead {
    gdv_unread values[GDV_AHEAD];
    const gdv_document *document; /* of one node: what the handles of their values point to */
    uint32_t count;               /* events */
    uint32_t given;               /* of them */
    uint32_t last;                /* that of the loop's last value without children */
    uint32_t ends;                /* END events after them, for which there was no room */
    uint32_t goes_on; /* 1 where the loop may be asked: it wants nothing but room, or what it was in has ended */
    gdv_status after; /* the error after them, or GDV_OK */
} gdv_ahead;

/* The fields are the library's own. */
typedef struct gdv_reader {
    gdv_scan scan; /* it and the keys stand after what has been read, some of which has not been given */
    gdv_keys keys;
    gdv_policy policy;
    gdv_dialect dialect;
    gdv_document document; /* of one node: the last event's value */
    gdv_status status;
    uint32_t stop; /* offset of the value to blame for a getter's error, or UINT32_MAX */
    size_t size;   /* of the packet, as it was given */
    const uint8_t *scratch;
    size_t scratch_size; /* all of it, of which the packet may need less */
    const void *clear;   /* where the last event was put, which overlaps nothing; NULL before it, and after an error */
    const void *self;    /* the reader that this was found of, which no copy is */
    gdv_ahead ahead;     /* what gdv_reader_init clears where it refuses ends before it */
    gdv_stack stack;
} gdv_reader;

/* Sets out to read bytes[0 .. size-1] as one packet. Arguments and requirements are those of gdv_validate: policy NULL
 * is strict; scratch is used while the reader is, none of it after its first gdv_scratch_bound(size) bytes, and may be
 * NULL only where duplicate keys are permitted. Bytes, scratch and the reader itself must not overlap. Returns GDV_OK;
 * GDV_E_EMPTY, GDV_E_TRUNCATED or GDV_E_LIMIT_BYTES, where the size alone decides; or GDV_E_BAD_ARGUMENT,
 * GDV_E_BAD_DIALECT, GDV_E_BAD_POLICY, GDV_E_NO_SCRATCH, GDV_E_OVERLAP.
 *
 * What it returns is sticky and need not be looked at: every call below says it again and reads nothing, and
 * gdv_reader_finish fills the report with it. There is no report before that: always call gdv_reader_finish, and let its
 * result count. A branch around it would return a code beside a report that still says OK. */
GDV_API gdv_status gdv_reader_init(gdv_reader *reader, const void *bytes, size_t size, gdv_dialect dialect,
                                   const gdv_policy *policy, void *scratch, size_t scratch_size);

/* What gdv_reader_next does, as a function to call: for those who cannot compile that one. */
GDV_API GDV_NODISCARD gdv_status gdv_reader_give(gdv_reader *reader, gdv_event *event);

/* What gdv_reader_pull does, as a function to call: for those who cannot compile that one. */
GDV_API const gdv_event *gdv_reader_pull_any(gdv_reader *reader);

/* Gives what was read before where it lies. The library's own. */
static inline const gdv_event *gdv_reader_pull_read(gdv_reader *reader)
{
    const gdv_unread *const unread = &reader->ahead.values[reader->ahead.given];
    reader->ahead.given += 1;
    reader->document.nodes = &unread->node;
    return &unread->event;
}

/* The next event, which lies in the reader until the next call on it. NULL after the last one, without a GDV_EVENT_DONE; where
 * anything is wrong, now and for ever; and for NULL: gdv_reader_finish says which. Its calls and those of gdv_reader_next may
 * follow each other.
 *
 * A fast path: gives by itself only what was read before. */
GDV_NODISCARD static inline const gdv_event *gdv_reader_pull(gdv_reader *reader)
{
    if (reader == NULL || reader->ahead.given >= reader->ahead.count) {
        return gdv_reader_pull_any(reader);
    }
    return gdv_reader_pull_read(reader);
}

/* The next event, a copy of it in *event. Returns GDV_OK; or what is wrong, now and for ever, with *event all zero. After
 * GDV_EVENT_DONE there is nothing but GDV_EVENT_DONE. GDV_E_BAD_ARGUMENT for NULL, GDV_E_OVERLAP where the event overlaps
 * the reader, the packet or the scratch memory: then nothing is read or written.
 *
 * A fast path: gives by itself only what was read before, into the event that was given last time. */
GDV_NODISCARD static inline gdv_status gdv_reader_next(gdv_reader *reader, gdv_event *event)
{
    if (reader == NULL || event == NULL || reader->clear != event || reader->self != reader ||
        reader->ahead.given >= reader->ahead.count) {
        return gdv_reader_give(reader, event);
    }
    *event = *gdv_reader_pull_read(reader);
    return GDV_OK;
}

/* Getters of an event that the caller compiles: each gives what the getter of value.h with that ending gives of
 * event->value, and the fallback for NULL. A number is the one that the packet had when the reader read it, whatever
 * became of the packet since. */
static inline bool gdv_event_bool_or(const gdv_event *event, bool fallback)
{
    if (event != NULL && event->type == GDV_TYPE_BOOL && event->size == 8) {
        return event->bits / 0x100000000u != 0;
    }
    return gdv_bool_or(event != NULL ? event->value : gdv_missing(), fallback);
}

static inline int64_t gdv_event_int_or(const gdv_event *event, int64_t lowest, int64_t highest, int64_t fallback)
{
    int64_t number = 0;
    if (event == NULL || event->type != GDV_TYPE_INT || (event->size != 8 && event->size != 12)) {
        return gdv_int_or(event != NULL ? event->value : gdv_missing(), lowest, highest, fallback);
    }
    if (event->size == 8) {
        const uint32_t word = (uint32_t)(event->bits / 0x100000000u);
        int32_t narrow = 0;
        memcpy(&narrow, &word, sizeof narrow);
        number = narrow;
    } else {
        memcpy(&number, &event->bits, sizeof number);
    }
    return number >= lowest && number <= highest ? number : fallback;
}

static inline double gdv_event_double_or(const gdv_event *event, double lowest, double highest, double fallback)
{
    double number = 0.0;
    if (event == NULL || event->type != GDV_TYPE_FLOAT) {
        return gdv_double_or(event != NULL ? event->value : gdv_missing(), lowest, highest, fallback);
    }
    if (event->size == 8) {
        const uint32_t word = (uint32_t)(event->bits / 0x100000000u);
        float narrow = 0.0f;
        memcpy(&narrow, &word, sizeof narrow);
        number = narrow;
    } else {
        memcpy(&number, &event->bits, sizeof number);
    }
    return number >= lowest && number <= highest ? number : fallback;
}

/* Of a VALUE or a NAME. */
static inline gdv_text gdv_event_text_or(const gdv_event *event, const char *fallback)
{
    gdv_text text;
    if (event == NULL || event->value.document == NULL ||
        (event->type != GDV_TYPE_STRING && event->type != GDV_TYPE_STRING_NAME) ||
        (event->value.document->permit & (GDV_PERMIT_TEXT_NUL | GDV_PERMIT_TEXT_BOM)) != 0) {
        return gdv_text_or(event != NULL ? event->value : gdv_missing(), fallback);
    }
    text.bytes = (const char *)event->value.document->bytes + event->offset + (event->kind == GDV_EVENT_NAME ? 4 : 8);
    text.size = event->count;
    return text;
}

/* After BEGIN: reads on past its END, checking all of it. After NAME: reads the property's value with all that is in
 * it. After any other event nothing. Returns GDV_OK or the sticky status. */
GDV_API gdv_status gdv_reader_skip(gdv_reader *reader);

/* Reads what is left, and returns the verdict on the whole packet: that of gdv_validate, or the first error of a getter
 * below. Fills the report, which may be NULL; one with a wrong struct_size is not written, and the result is
 * GDV_E_BAD_STRUCT; nor one that overlaps the reader, the packet or the scratch memory: GDV_E_OVERLAP. Where the
 * scratch memory ran out, report->need is what all of the packet takes, as gdv_validate counts it: a reader that is set
 * up again with that much does not stop there. */
GDV_API GDV_NODISCARD gdv_status gdv_reader_finish(gdv_reader *reader, gdv_report *report);

/* The status so far, without reading. GDV_E_BAD_ARGUMENT for NULL. */
GDV_API gdv_status gdv_reader_status(const gdv_reader *reader);

/* For packets whose shape is known: each reads the next event and expects it to be what its name says. Where it is not,
 * GDV_E_WRONG_TYPE, GDV_E_OUT_OF_RANGE (too long or too many as well) or GDV_E_MISSING (the container or the packet
 * ends instead) becomes the reader's sticky status; then, and after any earlier error, the result is zero, empty or
 * false, so that one look at gdv_reader_finish at the end is enough. NaN is in no range. */
GDV_API void gdv_read_nil(gdv_reader *reader);
GDV_API bool gdv_read_bool(gdv_reader *reader);
GDV_API int64_t gdv_read_int(gdv_reader *reader, int64_t lowest, int64_t highest);
GDV_API double gdv_read_double(gdv_reader *reader, double lowest, double highest);
GDV_API double gdv_read_number(gdv_reader *reader, double lowest, double highest);

/* A String or StringName of at most `longest` bytes. */
GDV_API gdv_text gdv_read_text(gdv_reader *reader, size_t longest);

/* A packed byte array of at most `most` bytes: their address, or NULL. Without a place for *size, or with
 * one in what the reader uses, GDV_E_BAD_ARGUMENT or GDV_E_OVERLAP becomes the sticky status. */
GDV_API const uint8_t *gdv_read_bytes(gdv_reader *reader, size_t most, size_t *size);

/* A math value or packed array of numbers of that type, at most `most` elements. */
GDV_API gdv_numbers gdv_read_numbers(gdv_reader *reader, gdv_type type, size_t most);

/* The BEGIN of an array or dictionary with at most `most` elements or pairs: how many there are. */
GDV_API size_t gdv_read_array(gdv_reader *reader, size_t most);
GDV_API size_t gdv_read_dictionary(gdv_reader *reader, size_t most);

/* The END of the innermost container. */
GDV_API void gdv_read_end(gdv_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
