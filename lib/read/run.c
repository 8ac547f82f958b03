/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "../decode/text.h"
#include "hand.h"

/* How the loop goes on after a value. */
typedef enum outcome {
    GOES_ON,
    STOPS, /* before a value that it does not know, or where keys may be equal */
    ENDS   /* after the container that it began in */
} outcome;

#ifdef __FRAMAC__
#include "../proof/run_c.h"
#endif

/* Whether the padding of `size` bytes at `at` is zero. Requires it to lie in the packet. */
static bool is_padded(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    bool zero = true;
    /*@ IS_PADDED_LOOP */
    for (uint32_t index = size; index < gdv_padded(size); index += 1) {
        zero = zero && gdv_u8_at(in, at + index) == 0;
    }
    return zero;
}

/* Text or bytes after the length word at `at`, of which `room` bytes after that word are free. Ensures: GDV_NO_PAYLOAD, or what
 * the word, the bytes and their padding take. */
static uint32_t padded_payload(gdv_run *run, uint32_t at, uint32_t room, bool is_text)
{
    uint32_t size = gdv_u32_at(&run->in, at);
    uint32_t ignored = 0;
    if (size > room || gdv_padded(size) > room || size > (is_text ? run->max_string : run->max_elements) ||
        !is_padded(&run->in, at + 4, size)) {
        return GDV_NO_PAYLOAD;
    }
    if (is_text &&
        gdv_text_check(&run->in, at + 4, size, (gdv_tolerance)run->table->tolerance, 0, &ignored) != GDV_OK) {
        return GDV_NO_PAYLOAD;
    }
    run->count = size;
    return 4 + gdv_padded(size);
}

/* Numbers of `size` bytes together, at `at`. */
static uint32_t numbers_payload(const gdv_cursor *in, const gdv_wire_row *wire, uint32_t at, uint64_t size,
                                uint32_t room, bool wide)
{
    if (size > room) {
        return GDV_NO_PAYLOAD;
    }
    uint32_t end = at + (uint32_t)size;
    bool finite = !gdv_is_float(wire) || gdv_finite_until(in, at, end, wide ? 8 : gdv_narrow_width(wire)) == end;
    return finite ? (uint32_t)size : GDV_NO_PAYLOAD;
}

/* Numbers after their count at `at`, of which `room` bytes after that word are free. */
static uint32_t packed_payload(gdv_run *run, const gdv_wire_row *wire, uint32_t at, uint32_t room, bool wide)
{
    uint32_t n = gdv_u32_at(&run->in, at);
    uint64_t all = (uint64_t)n * (wide ? wire->wide : wire->size);
    uint32_t payload =
        n > run->max_elements ? GDV_NO_PAYLOAD : numbers_payload(&run->in, wire, at + 4, all, room, wide);
    if (payload != GDV_NO_PAYLOAD) {
        run->count = n;
        payload += 4;
    }
    return payload;
}

uint32_t gdv_rare_payload(gdv_run *run, uint32_t header, uint32_t at, uint32_t room)
{
    bool wide = header >= GDV_FLAG_64;
    const gdv_wire_row *wire = gdv_row_of(run->table, header % GDV_FLAG_64);
    uint32_t size = wide ? wire->wide : wire->size;
    run->count = 0;
    switch ((gdv_layout)wire->layout) {
    case GDV_LAYOUT_INT:
        return room < 8 || gdv_fits_int32(gdv_u64_at(&run->in, at + 4)) ? GDV_NO_PAYLOAD : 8;
    case GDV_LAYOUT_FIXED:
        return numbers_payload(&run->in, wire, at + 4, size, room, wide);
    case GDV_LAYOUT_TEXT:
    case GDV_LAYOUT_BYTES:
        return room < 4 ? GDV_NO_PAYLOAD : padded_payload(run, at + 4, room - 4, wire->layout == GDV_LAYOUT_TEXT);
    case GDV_LAYOUT_PACKED:
        return room < 4 ? GDV_NO_PAYLOAD : packed_payload(run, wire, at + 4, room - 4, wide);
    default:
        return GDV_NO_PAYLOAD;
    }
}

bool gdv_may_open(const gdv_run *run, const gdv_stack *stack, uint32_t depth, uint32_t n, bool keyed)
{
    uint64_t promised = run->promised + (keyed ? 2 * (uint64_t)n : n);
    bool is_key = run->pair == 1 && depth > 0 && stack->levels[depth - 1].kind == GDV_LEVEL_DICTIONARY &&
                  stack->levels[depth - 1].left % 2 == 0;
    return n <= run->max_elements && promised <= run->max_values && !is_key;
}

static inline uint32_t most_of(uint32_t one, uint32_t other)
{
    return one > other ? one : other;
}

/* Notes a container that has opened. */
static inline void note_opened(gdv_run *run, const gdv_hand *of, const gdv_stack *stack)
{
    const uint32_t per_element = stack->levels[of->top].kind == GDV_LEVEL_DICTIONARY ? 2 : 1;
    run->widest = most_of(run->widest, stack->levels[of->top].left / per_element);
    run->deepest = most_of(run->deepest, of->top + 1);
}

/* Notes the size of a value that opens nothing, as gdv_leaf_payload has counted it. */
static inline void note_leaf(gdv_run *run, gdv_class class)
{
    if (class == GDV_CLASS_TEXT) {
        run->longest = most_of(run->longest, run->count);
    } else {
        run->widest = most_of(run->widest, run->count);
    }
}

/* Closes the containers that have ended, up to the one that the loop began in. */
GDV_INLINE outcome close_ended(gdv_run *run, gdv_hand *of, const gdv_stack *stack, uint32_t first)
{
    /*@ CLOSE_ENDED_LOOP */
    while (stack->levels[of->top].left == 0) {
        if (of->pair == 2 && gdv_hand_may_repeat(run, of)) {
            return STOPS;
        }
        if (of->top == first) {
            return ENDS;
        }
        gdv_level_leave(run, of, stack);
    }
    return GOES_ON;
}

/* Reads a value, where it is a dictionary's a key and a value. */
GDV_INLINE outcome take_next(gdv_run *run, gdv_hand *of, gdv_stack *stack, uint32_t first, bool counting)
{
    if (of->pair == 2) {
        const uint32_t size = gdv_take_key(run, of, gdv_u32_after(&of->in, of->at, 0), 0);
        if (size == GDV_NO_PAYLOAD) {
            return STOPS;
        }
        if (counting) {
            run->longest = most_of(run->longest, size);
        }
    }
    uint32_t header = gdv_u32_after(&of->in, of->at, 0);
    gdv_class class = gdv_header_class(of->classes, header);
    if ((class == GDV_CLASS_ARRAY && gdv_open_inner(run, of, stack, false, 0)) ||
        (class == GDV_CLASS_DICTIONARY && gdv_open_inner(run, of, stack, true, 0))) {
        if (counting) {
            note_opened(run, of, stack);
        }
        return GOES_ON;
    }
    uint32_t payload = gdv_leaf_payload(run, of, class, header, counting);
    if (payload == GDV_NO_PAYLOAD) {
        gdv_level_pass(of, stack, of->pair - 1); /* the key has been read */
        return STOPS;
    }
    if (counting) {
        note_leaf(run, class);
    }
    of->room -= payload;
    of->at += payload + 4;
    gdv_level_pass(of, stack, of->pair);
    return close_ended(run, of, stack, first);
}

bool gdv_run_may_go_on(const gdv_run *run, const gdv_stack *stack)
{
    const uint32_t top = run->depth - 1;
    const bool keyed = run->pair == 2 && stack->levels[top].kind == GDV_LEVEL_DICTIONARY;
    return stack->levels[top].constraints == 0 && run->max_string >= GDV_SHORT_TEXT &&
           run->promised <= run->max_values && (!keyed || stack->levels[top].left % 2 == 0);
}

void gdv_run_from(gdv_run *run, const gdv_scan *scan, const gdv_keys *keys)
{
    run->in.pos = scan->in.pos;
    run->in.reserved = scan->in.reserved;
    run->depth = scan->depth;
    run->promised = scan->values + scan->in.reserved / 4;
    run->room = keys->room;
    run->used = keys->used;
    run->first = keys->first;
}

void gdv_run_set(gdv_run *run, const gdv_scan *scan, const gdv_keys *keys, bool unique)
{
    const uint32_t left = gdv_left(&scan->in);
    run->in = scan->in;
    run->table = scan->table;
    run->max_depth = scan->max_depth;
    run->max_values = scan->max_values;
    run->max_elements = scan->max_elements;
    run->max_string = scan->max_string;
    run->pair = unique ? 2 : 1;
    run->limited = !unique || left > scan->max_elements || scan->values + (uint64_t)left / 4 > scan->max_values;
    run->deepest = 0;
    run->longest = 0;
    run->widest = 0;
    run->entries = keys->end;
    gdv_run_from(run, scan, keys);
}

void gdv_run_to(const gdv_run *run, gdv_scan *scan, gdv_keys *keys)
{
    scan->in.pos = run->in.pos;
    scan->in.reserved = run->in.reserved;
    scan->depth = run->depth;
    scan->values = run->promised - run->in.reserved / 4;
    scan->keyed = 0;
    keys->used = run->used;
    keys->first = run->first;
}

/* Reads on until the container that the hand stands in has ended, or there is a value that the loop does not know. Returns whether
 * that was the packet's end. */
GDV_INLINE bool run_on(gdv_run *run, gdv_hand *of, gdv_stack *stack, bool counting)
{
    const uint32_t first = of->top;
    outcome next = GOES_ON;
    /*@ RUN_ON_LOOP */
    while (next == GOES_ON) {
        next = take_next(run, of, stack, first, counting);
    }
    /*@ assert owed: next == ENDS ==> HAND_PROMISED(of) == gdv_owed[of->top]; */
    /*@ assert owed: next != ENDS ==> HAND_PROMISED(of) == gdv_owed[of->top + 1]; */
    gdv_hand_leave(run, of, next == ENDS);
    return run->depth == 0 && of->room == 0;
}

bool gdv_run_whole(gdv_run *run, gdv_stack *stack)
{
    gdv_hand of;
    gdv_hand_take(run, &of);
    return gdv_hand_begin(run, &of, stack, gdv_u32_after(&of.in, 0, 0), 0) && run_on(run, &of, stack, false);
}

void gdv_run_on(gdv_run *run, gdv_stack *stack)
{
    gdv_hand of;
    gdv_hand_take(run, &of);
    gdv_hand_resume(run, stack, &of);
    (void)run_on(run, &of, stack, true);
}
