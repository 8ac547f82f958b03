/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "../decode/number.h"
#include "../decode/short_text.h"
#include "../decode/text.h"

/* No payload: more than any packet has room for. */
#define NO_PAYLOAD UINT32_MAX

/* What the loop has in hand while it runs. */
typedef struct hand {
    gdv_cursor in; /* the packet; where it stands is `at` */
    const gdv_wire_row *types;
    const gdv_classes *classes;
    uint32_t top;     /* the level of the innermost container */
    uint8_t *entries; /* of keys: they grow down from here */
    uint32_t used;    /* entries */
    uint32_t at;
    uint32_t room; /* bytes that no promised value needs */
    uint32_t pair; /* how many values of the innermost container go together: 2 where the first is looked at as a key */
} hand;

/* How it goes on after a value. */
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

static inline uint32_t most_of(uint32_t one, uint32_t other)
{
    return one > other ? one : other;
}

/* Text or bytes after the length word at `at`, of which `room` bytes after that word are free. Ensures: NO_PAYLOAD, or what
 * the word, the bytes and their padding take. */
static uint32_t padded_payload(gdv_run *run, uint32_t at, uint32_t room, bool is_text)
{
    uint32_t size = gdv_u32_at(&run->in, at);
    uint32_t ignored = 0;
    if (size > room || gdv_padded(size) > room || size > (is_text ? run->max_string : run->max_elements) ||
        !is_padded(&run->in, at + 4, size)) {
        return NO_PAYLOAD;
    }
    if (is_text &&
        gdv_text_check(&run->in, at + 4, size, (gdv_tolerance)run->table->tolerance, 0, &ignored) != GDV_OK) {
        return NO_PAYLOAD;
    }
    if (is_text) {
        run->longest = most_of(run->longest, size);
    } else {
        run->widest = most_of(run->widest, size);
    }
    return 4 + gdv_padded(size);
}

/* Numbers of `size` bytes together, at `at`. */
static uint32_t numbers_payload(const gdv_cursor *in, const gdv_wire_row *wire, uint32_t at, uint64_t size,
                                uint32_t room, bool wide)
{
    if (size > room) {
        return NO_PAYLOAD;
    }
    uint32_t end = at + (uint32_t)size;
    bool finite = !gdv_is_float(wire) || gdv_finite_until(in, at, end, wide ? 8 : gdv_narrow_width(wire)) == end;
    return finite ? (uint32_t)size : NO_PAYLOAD;
}

/* Numbers after their count at `at`, of which `room` bytes after that word are free. */
static uint32_t packed_payload(gdv_run *run, const gdv_wire_row *wire, uint32_t at, uint32_t room, bool wide)
{
    uint32_t n = gdv_u32_at(&run->in, at);
    uint64_t all = (uint64_t)n * (wide ? wire->wide : wire->size);
    uint32_t payload = n > run->max_elements ? NO_PAYLOAD : numbers_payload(&run->in, wire, at + 4, all, room, wide);
    if (payload != NO_PAYLOAD) {
        run->widest = most_of(run->widest, n);
        payload += 4;
    }
    return payload;
}

/* What is long or rare: the bytes that the payload after the header at `at` takes, of `room` that are free; NO_PAYLOAD where it
 * is not plain. */
GDV_COLD static uint32_t rare_payload(gdv_run *run, uint32_t header, uint32_t at, uint32_t room)
{
    bool wide = header >= GDV_FLAG_64;
    const gdv_wire_row *wire = gdv_row_of(run->table, header % GDV_FLAG_64);
    uint32_t size = wide ? wire->wide : wire->size;
    switch ((gdv_layout)wire->layout) {
    case GDV_LAYOUT_INT:
        return room < 8 || gdv_fits_int32(gdv_u64_at(&run->in, at + 4)) ? NO_PAYLOAD : 8;
    case GDV_LAYOUT_FIXED:
        return numbers_payload(&run->in, wire, at + 4, size, room, wide);
    case GDV_LAYOUT_TEXT:
    case GDV_LAYOUT_BYTES:
        return room < 4 ? NO_PAYLOAD : padded_payload(run, at + 4, room - 4, wire->layout == GDV_LAYOUT_TEXT);
    case GDV_LAYOUT_PACKED:
        return room < 4 ? NO_PAYLOAD : packed_payload(run, wire, at + 4, room - 4, wide);
    default:
        return NO_PAYLOAD;
    }
}

static inline gdv_class class_of(const gdv_classes *classes, uint32_t header)
{
    if (header < GDV_CLASSES) {
        return (gdv_class)classes->narrow[header];
    }
    bool wide = header >= GDV_FLAG_64 && header - GDV_FLAG_64 < GDV_CLASSES;
    return wide ? (gdv_class)classes->wide[header - GDV_FLAG_64] : GDV_CLASS_STEP;
}

/* The payload of a short text of ASCII alone whose header is at `at`: length word, text and padding. NO_PAYLOAD for any other.
 * Requires the length word to lie in the packet. */
GDV_INLINE uint32_t short_payload(gdv_run *run, const hand *of, bool counting)
{
    uint32_t size = gdv_u32_after(&of->in, of->at, 4);
    if (size > GDV_SHORT_TEXT) {
        return NO_PAYLOAD;
    }
    uint32_t padded = gdv_padded(size);
    if (padded + 4 > of->room || !gdv_is_short_plain(&of->in, of->at + 8, padded, size)) {
        return NO_PAYLOAD;
    }
    if (counting) {
        run->longest = most_of(run->longest, size);
    }
    return padded + 4;
}

/* Adds an entry of keys. Returns whether there was room for it. */
static inline bool add_entry(const gdv_run *run, hand *of, uint64_t entry)
{
    if (of->used >= run->room) {
        return false;
    }
    gdv_entry_set(of->entries, of->used, entry);
    of->used += 1;
    return true;
}

/* Reads a key that is a short text. What is promised, its header and that of its value, is where its length word may be. */
GDV_INLINE bool take_key(gdv_run *run, hand *of, bool counting)
{
    uint32_t header = gdv_u32_after(&of->in, of->at, 0);
    if (header >= GDV_CLASSES || of->classes->narrow[header] != GDV_CLASS_TEXT) {
        return false;
    }
    uint32_t payload = short_payload(run, of, counting);
    if (payload == NO_PAYLOAD) {
        return false;
    }
    uint64_t product = gdv_short_product_at(&of->in, of->at + 8, payload - 4);
    if (!add_entry(run, of, gdv_entry(gdv_fingerprint_short(product), of->at))) {
        return false;
    }
    of->room -= payload;
    of->at += payload + 4;
    return true;
}

/* What a value takes after its header if it is plain and opens nothing; else NO_PAYLOAD. */
GDV_INLINE uint32_t leaf_payload(gdv_run *run, const hand *of, gdv_class class, uint32_t header, bool counting)
{
    uint32_t payload = NO_PAYLOAD;
    switch (class) {
    case GDV_CLASS_WORDS:
        payload = of->types[header].size;
        return payload <= of->room ? payload : NO_PAYLOAD;
    case GDV_CLASS_FLOATS:
        payload = of->types[header].size;
        return payload <= of->room && gdv_are_finite16(&of->in, of->at + 4, payload) ? payload : NO_PAYLOAD;
    case GDV_CLASS_INT:
        return of->room >= 4 ? 4 : NO_PAYLOAD;
    case GDV_CLASS_BOOL:
        return of->room >= 4 && gdv_u32_after(&of->in, of->at, 4) <= 1 ? 4 : NO_PAYLOAD;
    case GDV_CLASS_FLOAT:
        return of->room >= 4 && !gdv_nonfinite32(gdv_u32_after(&of->in, of->at, 4)) ? 4 : NO_PAYLOAD;
    case GDV_CLASS_DOUBLE:
        return of->room >= 8 && !gdv_nonfinite64(gdv_u64_after(&of->in, of->at, 4)) &&
                       (gdv_u32_after(&of->in, of->at, 4) & 0x1fffffffu) != 0
                   ? 8
                   : NO_PAYLOAD;
    case GDV_CLASS_TEXT:
        payload = of->room < 4 ? NO_PAYLOAD : short_payload(run, of, counting);
        return payload != NO_PAYLOAD ? payload : rare_payload(run, header, of->at, of->room);
    case GDV_CLASS_RARE:
        return rare_payload(run, header, of->at, of->room);
    case GDV_CLASS_ARRAY: /* an empty one */
    case GDV_CLASS_DICTIONARY:
        return of->room >= 4 && gdv_u32_after(&of->in, of->at, 4) == 0 ? 4 : NO_PAYLOAD;
    case GDV_CLASS_STEP:
        break;
    }
    return NO_PAYLOAD;
}

/* What need not be asked of most packets: whether a container with n elements may open where `depth` of them are open. Where keys
 * are not looked at, one that is a container is for the step. */
GDV_COLD static bool may_open(const gdv_run *run, const gdv_stack *stack, uint32_t depth, uint32_t n, bool keyed)
{
    uint64_t promised = run->promised + (keyed ? 2 * (uint64_t)n : n);
    bool is_key = run->pair == 1 && depth > 0 && stack->levels[depth - 1].kind == GDV_LEVEL_DICTIONARY &&
                  stack->levels[depth - 1].left % 2 == 0;
    return n <= run->max_elements && promised <= run->max_values && !is_key;
}

/* With how many elements the container opens whose header is at `at`; 0 where it is empty, promises more than there is, or may not
 * open. keyed: it is a dictionary. */
GDV_INLINE uint32_t elements_of(const gdv_run *run, const hand *of, const gdv_stack *stack, bool keyed)
{
    uint32_t n = of->room < 4 ? 0 : gdv_u32_after(&of->in, of->at, 4);
    if (n == 0 || n > (of->room - 4) / (keyed ? 8 : 4)) {
        return 0;
    }
    return run->limited && !may_open(run, stack, of->at > 0 ? of->top + 1 : 0, n, keyed) ? 0 : n;
}

/* A dictionary begins. If its keys are looked at, there is an entry below theirs: what `first` was around it. Returns whether there
 * was room for it. */
GDV_INLINE bool begin_keys(gdv_run *run, hand *of, bool keyed)
{
    if (!keyed || run->pair == 1) {
        return true;
    }
    if (!add_entry(run, of, gdv_entry(0, run->first))) {
        return false;
    }
    run->first = of->used;
    return true;
}

/* The innermost container, at level `top`, has so many values to come. */
static inline void level_set(const hand *of, gdv_stack *stack, uint32_t values, bool keyed)
{
    stack->levels[of->top].left = values;
    stack->levels[of->top].kind = keyed ? GDV_LEVEL_DICTIONARY : GDV_LEVEL_ARRAY;
    stack->levels[of->top].key_id = GDV_ANY_ID;
    stack->levels[of->top].value_id = GDV_ANY_ID;
    stack->levels[of->top].constraints = 0;
    /*@ ghost gdv_owed[of->top + 1] = gdv_owed[of->top] + 4 * values; */
}

/* So many of them have been read. */
static inline void level_pass(const hand *of, gdv_stack *stack, uint32_t values)
{
    stack->levels[of->top].left -= values;
    /*@ ghost gdv_owed[of->top + 1] -= 4 * values; */
}

/* The innermost container has ended, and is in another one. */
static inline void level_leave(const gdv_run *run, hand *of, const gdv_stack *stack)
{
    of->top -= 1;
    of->pair = stack->levels[of->top].kind == GDV_LEVEL_DICTIONARY ? run->pair : 1;
}

/* Opens it, at level `top`. Requires n to be what elements_of has returned, and not 0. */
GDV_INLINE void open_at(gdv_run *run, hand *of, gdv_stack *stack, uint32_t n, bool keyed, bool counting)
{
    const uint32_t values = keyed ? 2 * n : n;
    level_set(of, stack, values, keyed);
    run->promised += values;
    of->room -= 4 + 4 * values;
    of->at += 8;
    of->pair = keyed ? run->pair : 1;
    if (counting) {
        run->widest = most_of(run->widest, n);
        run->deepest = most_of(run->deepest, of->top + 1);
    }
}

/* Opens the outermost container. */
GDV_INLINE bool open_outermost(gdv_run *run, hand *of, gdv_stack *stack, bool keyed, bool counting)
{
    uint32_t n = elements_of(run, of, stack, keyed);
    if (n == 0 || !begin_keys(run, of, keyed)) {
        return false;
    }
    /*@ ghost gdv_first = 0; */
    /*@ ghost gdv_owed[0] = 0; */
    open_at(run, of, stack, n, keyed, counting);
    return true;
}

/* Opens one in the innermost container, of which it is a value. */
GDV_INLINE bool open_inner(gdv_run *run, hand *of, gdv_stack *stack, bool keyed, bool counting)
{
    uint32_t n = of->top + 1 >= run->max_depth ? 0 : elements_of(run, of, stack, keyed);
    if (n == 0 || !begin_keys(run, of, keyed)) {
        return false;
    }
    level_pass(of, stack, of->pair);
    of->top += 1;
    open_at(run, of, stack, n, keyed, counting);
    return true;
}

/* Begins with the outermost container: all else that the loop reads has eight bytes before it. */
GDV_INLINE bool begin(gdv_run *run, hand *of, gdv_stack *stack, bool counting)
{
    of->at = 0;
    of->room = of->in.size - 4;
    of->used = 0;
    of->top = 0;
    of->pair = 1;
    gdv_class class = class_of(of->classes, gdv_u32_after(&of->in, 0, 0));
    return run->max_depth > 0 && run->max_string >= GDV_SHORT_TEXT &&
           ((class == GDV_CLASS_ARRAY && open_outermost(run, of, stack, false, counting)) ||
            (class == GDV_CLASS_DICTIONARY && open_outermost(run, of, stack, true, counting)));
}

/* Goes on where the step stopped. */
static inline void resume(const gdv_run *run, const gdv_stack *stack, hand *of)
{
    of->at = of->in.pos;
    of->room = gdv_free(&of->in);
    of->used = run->used;
    of->top = run->depth - 1;
    /*@ ghost gdv_first = run->depth - 1; */
    of->pair = stack->levels[of->top].kind == GDV_LEVEL_DICTIONARY ? run->pair : 1;
}

/* The innermost dictionary has ended. Returns whether its keys may be equal; if not, they are dropped. */
GDV_INLINE bool keys_may_repeat(gdv_run *run, hand *of)
{
    uint32_t used = of->used;
    uint32_t first = run->first;
    bool found = gdv_keys_may_repeat(of->entries, &used, &first);
    of->used = used;
    run->first = first;
    return found;
}

/* Closes the containers that have ended, up to the one that the loop began in. */
GDV_INLINE outcome close_ended(gdv_run *run, hand *of, const gdv_stack *stack, uint32_t first)
{
    /*@ CLOSE_ENDED_LOOP */
    while (stack->levels[of->top].left == 0) {
        if (of->pair == 2 && keys_may_repeat(run, of)) {
            return STOPS;
        }
        if (of->top == first) {
            return ENDS;
        }
        level_leave(run, of, stack);
    }
    return GOES_ON;
}

/* Reads a value, where it is a dictionary's a key and a value. */
GDV_INLINE outcome take_next(gdv_run *run, hand *of, gdv_stack *stack, uint32_t first, bool counting)
{
    if (of->pair == 2 && !take_key(run, of, counting)) {
        return STOPS;
    }
    uint32_t header = gdv_u32_after(&of->in, of->at, 0);
    gdv_class class = class_of(of->classes, header);
    if ((class == GDV_CLASS_ARRAY && open_inner(run, of, stack, false, counting)) ||
        (class == GDV_CLASS_DICTIONARY && open_inner(run, of, stack, true, counting))) {
        return GOES_ON;
    }
    uint32_t payload = leaf_payload(run, of, class, header, counting);
    if (payload == NO_PAYLOAD) {
        level_pass(of, stack, of->pair - 1); /* the key has been read */
        return STOPS;
    }
    of->room -= payload;
    of->at += payload + 4;
    level_pass(of, stack, of->pair);
    return close_ended(run, of, stack, first);
}

bool gdv_run_may_go_on(const gdv_run *run, const gdv_stack *stack)
{
    const uint32_t top = run->depth - 1;
    const bool keyed = run->pair == 2 && stack->levels[top].kind == GDV_LEVEL_DICTIONARY;
    return stack->levels[top].constraints == 0 && run->max_string >= GDV_SHORT_TEXT &&
           run->promised <= run->max_values && (!keyed || stack->levels[top].left % 2 == 0);
}

GDV_INLINE bool run_on(gdv_run *run, gdv_stack *stack, bool counting)
{
    hand of;
    of.in = run->in;
    of.types = run->table->types;
    of.classes = run->table->classes;
    of.entries = run->entries;
    if (run->depth > 0) {
        resume(run, stack, &of);
    } else if (!begin(run, &of, stack, counting)) {
        return false;
    }
    const uint32_t first = of.top;
    outcome next = GOES_ON;
    /*@ RUN_ON_LOOP */
    while (next == GOES_ON) {
        next = take_next(run, &of, stack, first, counting);
    }
    run->in.pos = of.at;
    run->in.reserved = of.in.size - of.at - of.room;
    run->depth = of.top + (next == ENDS ? 0 : 1);
    run->used = of.used;
    return run->depth == 0 && of.room == 0;
}

bool gdv_run_on(gdv_run *run, gdv_stack *stack)
{
    return run_on(run, stack, false);
}

bool gdv_run_on_counting(gdv_run *run, gdv_stack *stack)
{
    return run_on(run, stack, true);
}
