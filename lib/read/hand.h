/* SPDX-License-Identifier: MIT */
/* Internal: the parts of the fast loops, which give verdicts (run.h), build documents (tape.c) and read ahead (ahead.c): each reads
 * one key, value or beginning of a container, with what the loop knows in a few numbers. Where it is not what most packets are
 * made of, a part says no and has changed nothing: the step looks at it then. */
#ifndef GDV_HAND_H
#define GDV_HAND_H

#include "../decode/number.h"
#include "../decode/short_text.h"
#include "run.h"

/* No payload: more than any packet has room for. */
#define GDV_NO_PAYLOAD UINT32_MAX

/* What a loop has in hand while it runs. */
typedef struct gdv_hand {
    gdv_cursor in; /* the packet; where it stands is `at` */
    const gdv_classes *classes;
    uint32_t top;    /* the level of the innermost container */
    uint8_t *lowest; /* entries of keys grow down to here */
    uint32_t free;   /* entries that fit below those that there are */
    uint32_t at;
    uint32_t room; /* bytes that no promised value needs */
    uint32_t pair; /* how many values of the innermost container go together: 2 where the first is looked at as a key */
} gdv_hand;

#ifdef __FRAMAC__
#include "../proof/hand.h"
#endif

/* What is long or rare: the bytes that the payload after the header at `at` takes, of `room` that are free; GDV_NO_PAYLOAD where it
 * is not plain. Else run->count is as in its node: bytes of text, elements, or 0. */
GDV_COLD uint32_t gdv_rare_payload(gdv_run *run, uint32_t header, uint32_t at, uint32_t room);

/* What need not be asked of most packets: whether a container with n elements may open where `depth` of them are open. Where keys
 * are not looked at, one that is a container is for the step. */
GDV_COLD bool gdv_may_open(const gdv_run *run, const gdv_stack *stack, uint32_t depth, uint32_t n, bool keyed);

static inline gdv_class gdv_header_class(const gdv_classes *classes, uint32_t header)
{
    const size_t id = header; /* no conversion where it is an index */
    if (id < GDV_CLASSES) {
        return (gdv_class)classes->narrow[id];
    }
    return id >= GDV_FLAG_64 && id - GDV_FLAG_64 < GDV_CLASSES ? (gdv_class)classes->wide[id - GDV_FLAG_64]
                                                               : GDV_CLASS_STEP;
}

/* Bytes of a short text of ASCII alone whose header is at `at`. GDV_NO_PAYLOAD for any other. Requires the length word to lie in
 * the packet. */
GDV_INLINE uint32_t gdv_short_size(const gdv_hand *of)
{
    uint32_t size = gdv_u32_after(&of->in, of->at, 4);
    if (size > GDV_SHORT_TEXT) {
        return GDV_NO_PAYLOAD;
    }
    uint32_t padded = gdv_padded(size);
    bool is_plain = padded + 4 <= of->room && gdv_is_short_plain(&of->in, of->at + 8, padded, size);
    return is_plain ? size : GDV_NO_PAYLOAD;
}

/* Entries that there are. */
static inline uint32_t gdv_hand_used(const gdv_run *run, const gdv_hand *of)
{
    return run->room - of->free;
}

/* Adds an entry of keys. Returns whether there was room for it above the lowest `kept` ones, which are for something else. */
static inline bool gdv_add_entry(const gdv_run *run, gdv_hand *of, uint64_t entry, uint32_t kept)
{
    (void)run;
    if (of->free <= kept) {
        return false;
    }
    gdv_entry_set(of->lowest + 8 * (size_t)of->free, 0, entry);
    of->free -= 1;
    return true;
}

/* Reads a key that is a short text, whose header was read before, and returns its bytes; GDV_NO_PAYLOAD for any other, and where
 * there is no room for its entry. What is promised, its header and that of its value, is where its length word may be. */
GDV_INLINE uint32_t gdv_take_key(const gdv_run *run, gdv_hand *of, uint32_t header, uint32_t kept)
{
    if (header >= GDV_CLASSES || of->classes->narrow[header] != GDV_CLASS_TEXT) {
        return GDV_NO_PAYLOAD;
    }
    uint32_t size = gdv_short_size(of);
    if (size == GDV_NO_PAYLOAD) {
        return GDV_NO_PAYLOAD;
    }
    const uint32_t padded = gdv_padded(size);
    const uint32_t taken = padded + 4;
    const uint32_t fingerprint = gdv_short_number_at(&of->in, of->at + 8, padded, size); /* gdv_fingerprint_text */
    if (!gdv_add_entry(run, of, gdv_entry(fingerprint, of->at), kept)) {
        return GDV_NO_PAYLOAD;
    }
    of->room -= taken;
    of->at += taken + 4;
    return size;
}

/* Floats of `size` bytes together, at most 16. */
GDV_INLINE uint32_t gdv_floats_payload(const gdv_hand *of, uint32_t size)
{
    return size <= of->room && gdv_are_finite16(&of->in, of->at + 4, size) ? size : GDV_NO_PAYLOAD;
}

/* What a value takes after its header if it is plain and opens nothing; else GDV_NO_PAYLOAD. counting: it sets
 * run->count as gdv_rare_payload does. */
GDV_INLINE uint32_t gdv_leaf_payload(gdv_run *run, const gdv_hand *of, gdv_class class, uint32_t header, bool counting)
{
    uint32_t size = GDV_NO_PAYLOAD;
    if (counting) {
        run->count = 0;
    }
    switch (class) {
    case GDV_CLASS_NIL:
        return 0;
    case GDV_CLASS_WORDS8:
        return of->room >= 8 ? 8 : GDV_NO_PAYLOAD;
    case GDV_CLASS_WORDS12:
        return of->room >= 12 ? 12 : GDV_NO_PAYLOAD;
    case GDV_CLASS_WORDS16:
        return of->room >= 16 ? 16 : GDV_NO_PAYLOAD;
    case GDV_CLASS_FLOATS8:
        return gdv_floats_payload(of, 8);
    case GDV_CLASS_FLOATS12:
        return gdv_floats_payload(of, 12);
    case GDV_CLASS_FLOATS16:
        return gdv_floats_payload(of, 16);
    case GDV_CLASS_INT:
        return of->room >= 4 ? 4 : GDV_NO_PAYLOAD;
    case GDV_CLASS_BOOL:
        return of->room >= 4 && gdv_u32_after(&of->in, of->at, 4) <= 1 ? 4 : GDV_NO_PAYLOAD;
    case GDV_CLASS_FLOAT:
        return of->room >= 4 && !gdv_nonfinite32(gdv_u32_after(&of->in, of->at, 4)) ? 4 : GDV_NO_PAYLOAD;
    case GDV_CLASS_DOUBLE:
        return of->room >= 8 && !gdv_nonfinite64(gdv_u64_after(&of->in, of->at, 4)) &&
                       (gdv_u32_after(&of->in, of->at, 4) & 0x1fffffffu) != 0
                   ? 8
                   : GDV_NO_PAYLOAD;
    case GDV_CLASS_TEXT:
        size = of->room < 4 ? GDV_NO_PAYLOAD : gdv_short_size(of);
        if (size == GDV_NO_PAYLOAD) {
            return gdv_rare_payload(run, header, of->at, of->room);
        }
        if (counting) {
            run->count = size;
        }
        return gdv_padded(size) + 4;
    case GDV_CLASS_RARE:
        return gdv_rare_payload(run, header, of->at, of->room);
    case GDV_CLASS_ARRAY: /* an empty one */
    case GDV_CLASS_DICTIONARY:
        return of->room >= 4 && gdv_u32_after(&of->in, of->at, 4) == 0 ? 4 : GDV_NO_PAYLOAD;
    case GDV_CLASS_STEP:
        break;
    }
    return GDV_NO_PAYLOAD;
}

/* With how many elements the container opens whose header is at `at`; 0 where it is empty, promises more than there is, or may not
 * open. keyed: it is a dictionary. */
GDV_INLINE uint32_t gdv_elements_of(const gdv_run *run, const gdv_hand *of, const gdv_stack *stack, bool keyed)
{
    uint32_t n = of->room < 4 ? 0 : gdv_u32_after(&of->in, of->at, 4);
    if (n == 0 || n > (of->room - 4) / (keyed ? 8 : 4)) {
        return 0;
    }
    return run->limited && !gdv_may_open(run, stack, of->at > 0 ? of->top + 1 : 0, n, keyed) ? 0 : n;
}

/* A dictionary begins. If its keys are looked at, there is an entry below theirs: what `first` was around it. Returns whether there
 * was room for it. */
GDV_INLINE bool gdv_begin_keys(gdv_run *run, gdv_hand *of, bool keyed, uint32_t kept)
{
    if (!keyed || run->pair == 1) {
        return true;
    }
    if (!gdv_add_entry(run, of, gdv_entry(0, run->first), kept)) {
        return false;
    }
    run->first = gdv_hand_used(run, of);
    return true;
}

/* The innermost container, at level `top`, has so many values to come. */
static inline void gdv_level_begin(const gdv_hand *of, gdv_stack *stack, uint32_t values, bool keyed)
{
    stack->levels[of->top].left = values;
    stack->levels[of->top].kind = keyed ? GDV_LEVEL_DICTIONARY : GDV_LEVEL_ARRAY;
    stack->levels[of->top].key_id = GDV_ANY_ID;
    stack->levels[of->top].value_id = GDV_ANY_ID;
    stack->levels[of->top].constraints = 0;
    /*@ ghost gdv_owed[of->top + 1] = gdv_owed[of->top] + 4 * values; */
}

/* So many of them have been read. */
static inline void gdv_level_pass(const gdv_hand *of, gdv_stack *stack, uint32_t values)
{
    stack->levels[of->top].left -= values;
    /*@ ghost gdv_owed[of->top + 1] -= 4 * values; */
}

/* The innermost container has ended, and is in another one. */
static inline void gdv_level_leave(const gdv_run *run, gdv_hand *of, const gdv_stack *stack)
{
    of->top -= 1;
    of->pair = stack->levels[of->top].kind == GDV_LEVEL_DICTIONARY ? run->pair : 1;
}

/* Opens it, at level `top`. Requires n to be what gdv_elements_of has returned, and not 0. */
GDV_INLINE void gdv_open_at(gdv_run *run, gdv_hand *of, gdv_stack *stack, uint32_t n, bool keyed)
{
    const uint32_t values = keyed ? 2 * n : n;
    gdv_level_begin(of, stack, values, keyed);
    run->promised += values;
    of->room -= 4 + 4 * values;
    of->at += 8;
    of->pair = keyed ? run->pair : 1;
}

/* Opens the outermost container. */
GDV_INLINE bool gdv_open_outermost(gdv_run *run, gdv_hand *of, gdv_stack *stack, bool keyed, uint32_t kept)
{
    uint32_t n = gdv_elements_of(run, of, stack, keyed);
    if (n == 0 || !gdv_begin_keys(run, of, keyed, kept)) {
        return false;
    }
    /*@ ghost gdv_first = 0; */
    /*@ ghost gdv_owed[0] = 0; */
    gdv_open_at(run, of, stack, n, keyed);
    return true;
}

/* Opens one in the innermost container, of which it is a value. */
GDV_INLINE bool gdv_open_inner(gdv_run *run, gdv_hand *of, gdv_stack *stack, bool keyed, uint32_t kept)
{
    uint32_t n = of->top + 1 >= run->max_depth ? 0 : gdv_elements_of(run, of, stack, keyed);
    if (n == 0 || !gdv_begin_keys(run, of, keyed, kept)) {
        return false;
    }
    gdv_level_pass(of, stack, of->pair);
    of->top += 1;
    gdv_open_at(run, of, stack, n, keyed);
    return true;
}

/* The hand of a run, which stands nowhere yet. Where there is no room, nothing is subtracted from an end that may be NULL. */
static inline void gdv_hand_take(const gdv_run *run, gdv_hand *of)
{
    of->in = run->in;
    of->classes = run->table->classes;
    of->lowest = run->room == 0 ? run->entries : run->entries - 8 * (size_t)run->room;
}

/* Begins with the outermost container, of that header: all else that a loop reads has eight bytes before it. */
GDV_INLINE bool gdv_hand_begin(gdv_run *run, gdv_hand *of, gdv_stack *stack, uint32_t header, uint32_t kept)
{
    of->at = 0;
    of->room = of->in.size - 4;
    of->free = run->room;
    of->top = 0;
    of->pair = 1;
    gdv_class class = gdv_header_class(of->classes, header);
    return run->max_depth > 0 && run->max_string >= GDV_SHORT_TEXT &&
           ((class == GDV_CLASS_ARRAY && gdv_open_outermost(run, of, stack, false, kept)) ||
            (class == GDV_CLASS_DICTIONARY && gdv_open_outermost(run, of, stack, true, kept)));
}

/* Goes on where the step stopped. */
static inline void gdv_hand_resume(const gdv_run *run, const gdv_stack *stack, gdv_hand *of)
{
    of->at = of->in.pos;
    of->room = gdv_free(&of->in);
    of->free = run->room - run->used;
    of->top = run->depth - 1;
    /*@ ghost gdv_first = run->depth - 1; */
    of->pair = stack->levels[of->top].kind == GDV_LEVEL_DICTIONARY ? run->pair : 1;
}

/* The run is where the hand is, which it gives back; `ended`: the container that it began in has ended. */
static inline void gdv_hand_leave(gdv_run *run, const gdv_hand *of, bool ended)
{
    run->in.pos = of->at;
    run->in.reserved = of->in.size - of->at - of->room;
    run->depth = of->top + (ended ? 0 : 1);
    run->used = gdv_hand_used(run, of);
}

/* The innermost dictionary has ended. Returns whether its keys may be equal; if not, they are dropped. */
GDV_INLINE bool gdv_hand_may_repeat(gdv_run *run, gdv_hand *of)
{
    uint32_t used = gdv_hand_used(run, of);
    uint32_t first = run->first;
    bool found = gdv_keys_may_repeat(run->entries, &used, &first);
    of->free = run->room - used;
    run->first = first;
    return found;
}

#endif
