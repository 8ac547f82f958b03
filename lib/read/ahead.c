/* SPDX-License-Identifier: MIT */
/* The step decides; tests/support/two_paths.h and //fuzz:differential hold the loop equal to it, value by value. */
#include "ahead.h"

#include "../value/resolve.h"
#include "hand.h"

#ifdef __FRAMAC__
#include "../proof/ahead_c.h"
#endif

/* Adds an event of that type, which ends at `end`; `bits` are its last eight bytes. Requires room for it. */
GDV_INLINE void queue_event(gdv_ahead *to, const gdv_node *node, gdv_event_kind kind, gdv_role role, uint32_t depth,
                            gdv_type type, uint32_t end, uint64_t bits)
{
    to->values[to->count].event.kind = kind;
    to->values[to->count].event.role = role;
    to->values[to->count].event.depth = depth;
    to->values[to->count].event.offset = node->offset;
    to->values[to->count].event.size = end - node->offset;
    to->values[to->count].event.type = type;
    to->values[to->count].event.count = node->count;
    to->values[to->count].event.bits = bits;
    to->values[to->count].event.value.document = kind == GDV_EVENT_END ? NULL : to->document;
    to->values[to->count].event.value.index = 0;
    to->values[to->count].node = *node;
    to->count += 1;
}

/* Of so many open containers all but `left` end at `at`: adds their ends, as far as there is room. */
static inline void queue_ends(gdv_ahead *to, uint32_t open, uint32_t left, uint32_t at)
{
    uint32_t depth = open;
    /*@ QUEUE_ENDS_LOOP */
    while (depth > left && to->count < GDV_AHEAD) {
        gdv_node none;
        depth -= 1;
        gdv_node_set_plain(&none, 0, at, 0, 0);
        queue_event(to, &none, GDV_EVENT_END, GDV_ROLE_OUTERMOST, depth, GDV_TYPE_COUNT, at, 0);
    }
    to->ends += depth - left;
}

/* Adds what the loop has read from `at` to where the hand is. */
GDV_INLINE void queue_plain(gdv_ahead *to, const gdv_hand *of, gdv_event_kind kind, gdv_role role, uint32_t depth,
                            uint32_t at, uint32_t header, uint32_t count)
{
    gdv_node node;
    const gdv_type type = (gdv_type)of->classes->types[header % GDV_FLAG_64];
    const uint64_t bits = gdv_u64_at(&of->in, of->at - 8);
    gdv_node_set_plain(&node, 0, at, header, count);
    queue_event(to, &node, kind, role, depth, type, of->at, bits);
}

/* Reads a key that is a short text. */
GDV_INLINE bool queue_key(gdv_ahead *to, const gdv_run *run, gdv_hand *of)
{
    const uint32_t at = of->at;
    const uint32_t header = gdv_u32_after(&of->in, at, 0);
    const uint32_t size = gdv_take_key(run, of, header, 0);
    if (size == GDV_NO_PAYLOAD) {
        return false;
    }
    queue_plain(to, of, GDV_EVENT_VALUE, GDV_ROLE_KEY, of->top + 1, at, header, size);
    return true;
}

/* Adds the container whose header is at `at`, which has just opened at level `top`. */
GDV_INLINE void queue_opened(gdv_ahead *to, const gdv_hand *of, const gdv_stack *stack, gdv_role role, uint32_t at,
                             uint32_t header)
{
    const uint32_t values = stack->levels[of->top].left;
    const bool keyed = stack->levels[of->top].kind == GDV_LEVEL_DICTIONARY;
    queue_plain(to, of, GDV_EVENT_BEGIN, role, of->top, at, header, keyed ? values / 2 : values);
}

/* Opens the container of that header, which comes next. Returns whether it is one that the loop knows. */
GDV_INLINE bool queue_container(gdv_ahead *to, gdv_run *run, gdv_hand *of, gdv_stack *stack, gdv_role role,
                                uint32_t header, bool keyed)
{
    const uint32_t at = of->at;
    if (!gdv_open_inner(run, of, stack, keyed, 0)) {
        return false;
    }
    queue_opened(to, of, stack, role, at, header);
    return true;
}

/* Reads the value of that header, if it opens nothing and the loop knows it. begins: an empty container, which begins and ends. */
GDV_INLINE bool queue_leaf(gdv_ahead *to, gdv_run *run, gdv_hand *of, gdv_stack *stack, gdv_role role, gdv_class class,
                           uint32_t header, bool begins)
{
    const uint32_t at = of->at;
    const uint32_t payload = gdv_leaf_payload(run, of, class, header, true);
    if (payload == GDV_NO_PAYLOAD) {
        return false;
    }
    of->room -= payload;
    of->at += payload + 4;
    to->last = to->count;
    queue_plain(to, of, begins ? GDV_EVENT_BEGIN : GDV_EVENT_VALUE, role, of->top + 1, at, header, run->count);
    if (begins) {
        queue_ends(to, of->top + 2, of->top + 1, of->at);
    }
    gdv_level_pass(of, stack, of->pair);
    return true;
}

/* Closes the containers that have ended, but for the one that the loop began in. Returns whether there are values left in the
 * innermost. */
GDV_INLINE bool queue_ended(gdv_ahead *to, gdv_run *run, gdv_hand *of, const gdv_stack *stack, uint32_t first)
{
    /*@ QUEUE_ENDED_LOOP */
    while (stack->levels[of->top].left == 0) {
        if (of->top == first || (of->pair == 2 && gdv_hand_may_repeat(run, of))) {
            return false;
        }
        queue_ends(to, of->top + 1, of->top, of->at);
        gdv_level_leave(run, of, stack);
    }
    return true;
}

/* Reads the value that comes next, whose key has been read if it has one. Returns whether the loop goes on. */
GDV_INLINE bool queue_next_value(gdv_ahead *to, gdv_run *run, gdv_hand *of, gdv_stack *stack, uint32_t first)
{
    const uint32_t header = gdv_u32_after(&of->in, of->at, 0);
    const gdv_class class = gdv_header_class(of->classes, header);
    const gdv_role role = of->pair == 2 ? GDV_ROLE_VALUE : gdv_level_role(&stack->levels[of->top]);
    bool read = false;
    if (class < GDV_CLASS_ARRAY) {
        read = queue_leaf(to, run, of, stack, role, class, header, false);
    } else {
        const bool opened = class == GDV_CLASS_ARRAY ? queue_container(to, run, of, stack, role, header, false)
                                                     : queue_container(to, run, of, stack, role, header, true);
        if (opened) {
            return true;
        }
        read = queue_leaf(to, run, of, stack, role, class, header, true);
    }
    if (!read) {
        gdv_level_pass(of, stack, of->pair - 1); /* the key has been read */
        return false;
    }
    return stack->levels[of->top].left > 0 || queue_ended(to, run, of, stack, first);
}

/* Reads a value, where it is a dictionary's a key and a value. Returns whether the loop goes on. */
GDV_INLINE bool queue_next(gdv_ahead *to, gdv_run *run, gdv_hand *of, gdv_stack *stack, uint32_t first)
{
    if (of->pair == 2 && !queue_key(to, run, of)) {
        return false;
    }
    return queue_next_value(to, run, of, stack, first);
}

/* Closes the container that the loop began in, where the loop stopped, if it has ended. Returns whether it did. */
GDV_INLINE bool queue_first(gdv_ahead *to, gdv_run *run, gdv_hand *of, const gdv_stack *stack, uint32_t first)
{
    if (of->top != first || stack->levels[first].left > 0 || (of->pair == 2 && gdv_hand_may_repeat(run, of))) {
        return false;
    }
    queue_ends(to, first + 1, first, of->at);
    return true;
}

/* A fast path: reads what the step would read one by one, until there is anything that the loop does not know, or no room. */
static void queue_on(gdv_ahead *to, gdv_run *run, gdv_stack *stack)
{
    gdv_hand of;
    gdv_hand_take(run, &of);
    if (run->depth > 0) {
        gdv_hand_resume(run, stack, &of);
    } else {
        const uint32_t header = gdv_u32_after(&of.in, 0, 0);
        if (!gdv_hand_begin(run, &of, stack, header, 0)) {
            return;
        }
        queue_opened(to, &of, stack, GDV_ROLE_OUTERMOST, 0, header);
    }
    const uint32_t first = of.top;
    bool goes_on = true;
    /*@ QUEUE_ON_LOOP */
    while (goes_on && to->count + 2 <= GDV_AHEAD) {
        goes_on = queue_next(to, run, &of, stack, first);
    }
    const bool ended = queue_first(to, run, &of, stack, first);
    to->goes_on = goes_on || ended ? 1 : 0; /* where it has ended, in the container around it */
    gdv_hand_leave(run, &of, ended);
}

static inline bool wants_unique_keys(const gdv_scan *scan)
{
    return (scan->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
}

/* What the loop has read, as the step and keys.h know it; containers are closed that ended where it stopped. If they have equal
 * keys, neither the value that they ended with nor an end is among what is to be given. */
static void after_queue(gdv_ahead *to, const gdv_run *run, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys)
{
    gdv_run_to(run, scan, keys);
    gdv_step_close(scan, stack);
    if (scan->depth == run->depth) {
        return;
    }
    to->after = run->pair == 2 ? gdv_keys_close(keys, scan, stack, run->depth) : GDV_OK;
    if (to->after == GDV_OK) {
        queue_ends(to, run->depth, scan->depth, run->in.pos);
        to->goes_on = 1;
    } else {
        to->count = to->last;
        to->ends = 0;
        to->goes_on = 0;
    }
}

/* Reads what the loop knows, if it may be asked. */
static void queue_fast(gdv_ahead *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys)
{
    gdv_run run;
    to->goes_on = 0;
    if (!gdv_run_may_be_asked(scan, keys)) {
        return;
    }
    gdv_run_set(&run, scan, keys, wants_unique_keys(scan));
    if (scan->depth > 0 && !gdv_run_may_go_on(&run, stack)) {
        return;
    }
    queue_on(to, &run, stack);
    /*@ assert still: run.in.pos == \at(scan->in.pos, Pre) ==> to->goes_on == 0; */
    if (run.in.pos > 0) {
        /*@ assert still: run.in.pos == \at(scan->in.pos, Pre) ==> run.depth > 0 && stack->levels[run.depth - 1].left > 0; */
        after_queue(to, &run, scan, stack, keys);
    }
}

/* Adds what a step has read, of that role, before which `depth` containers were open: after its name, if it is a property. */
static void queue_token(gdv_ahead *to, const gdv_scan *scan, uint32_t depth, gdv_role role, const gdv_token *token)
{
    gdv_node node;
    if (role == GDV_ROLE_PROPERTY) {
        gdv_node_set_name(&node, 0, &scan->in, token->name);
        queue_event(to, &node, GDV_EVENT_NAME, role, depth, GDV_TYPE_STRING, token->at, 0);
    }
    const uint32_t begins = token->open != 0 ? 1 : 0;
    const uint64_t bits = token->end >= 8 ? gdv_u64_at(&scan->in, token->end - 8) : 0;
    gdv_node_set(&node, 0, token);
    queue_event(to, &node, begins != 0 ? GDV_EVENT_BEGIN : GDV_EVENT_VALUE, role, depth, (gdv_type)token->wire->type,
                token->end, bits);
    queue_ends(to, depth + begins, token->children == 0 ? scan->depth : depth + begins, token->end);
}

/* Reads one value, whatever it is. */
static gdv_status queue_step(gdv_ahead *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys)
{
    gdv_token token;
    const uint32_t depth = scan->depth;
    const gdv_role role = gdv_next_role(scan, stack);
    gdv_status status = gdv_step_general(scan, stack, &token);
    if (status == GDV_OK && wants_unique_keys(scan)) {
        status = gdv_keys_step(keys, scan, stack, depth, role, &token);
    }
    if (status == GDV_OK) {
        queue_token(to, scan, depth, role, &token);
    }
    return status;
}

/* Reads what the loop knows, as far as there is room. */
static void queue_known(gdv_ahead *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys)
{
    /*@ QUEUE_KNOWN_LOOP */
    while (to->goes_on != 0 && to->count + 2 <= GDV_AHEAD) {
        queue_fast(to, scan, stack, keys);
    }
}

gdv_status gdv_ahead_read(gdv_ahead *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys)
{
    const uint32_t ends = to->ends;
    to->count = 0;
    to->given = 0;
    to->last = 0;
    to->ends = 0;
    queue_ends(to, scan->depth + ends, scan->depth, scan->in.pos);
    queue_known(to, scan, stack, keys);
    if (to->count == 0 && to->after == GDV_OK) {
        to->after = queue_step(to, scan, stack, keys);
        if (to->after == GDV_OK) {
            to->goes_on = 1;
            queue_known(to, scan, stack, keys);
        }
    }
    return to->count > 0 ? GDV_OK : to->after;
}
