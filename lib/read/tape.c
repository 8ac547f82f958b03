/* SPDX-License-Identifier: MIT */
/* Builds the tape: by a loop over all that most packets are made of, as a verdict is given (run.h), and by the step where that
 * stops. The step decides; tests/support/two_paths.h and //fuzz:differential hold the loop equal to it, node by node. */
#include "tape.h"

#include "../decode/lone.h"
#include "../value/resolve.h"
#include "hand.h"

typedef gdv_tape builder;

#ifdef __FRAMAC__
#include "../proof/tape_c.h"
#endif

/* Add one node: of a name, of a value that a step has read, of a plain value. Require room for a node: 2 * used + 2 +
 * keys.used <= halves. Ensure: used is one more, and the nodes before it are as they were. */
static inline void push_name(builder *to, const gdv_scan *scan, uint32_t at)
{
    gdv_node_set_name(&to->nodes[to->used], to->used, &scan->in, at);
    to->used += 1;
    to->keys.room = to->halves - 2 * to->used;
}

static inline void push(builder *to, const gdv_scan *scan, const gdv_token *token)
{
    (void)scan;
    gdv_node_set(&to->nodes[to->used], to->used, token);
    to->used += 1;
    to->keys.room = to->halves - 2 * to->used;
}

GDV_INLINE void push_fast(builder *to, const gdv_scan *scan, const gdv_fast_token *fast)
{
    (void)scan;
    gdv_node_set_plain(&to->nodes[to->used], to->used, fast->at, fast->header, fast->count);
    to->used += 1;
    to->keys.room = to->halves - 2 * to->used;
}

/* Adds the node of a value that a step has read, after that of its name if it is a property; or refuses where there is
 * no room for them. */
static gdv_status add_nodes(builder *to, gdv_scan *scan, gdv_role role, const gdv_token *token)
{
    uint32_t more = role == GDV_ROLE_PROPERTY ? 2 : 1;
    uint32_t free = to->halves - 2 * to->used - to->keys.used;
    if (2 * more > free) {
        return gdv_refuse(scan, GDV_E_NO_SPACE, token->at, 0);
    }
    if (role == GDV_ROLE_PROPERTY) {
        push_name(to, scan, token->name);
        /*@ assert table: GDV_WIRE_TABLE_SOUND(scan->table); */
    }
    push(to, scan, token);
    return GDV_OK;
}

/* Makes the node added last the innermost open container, before which `depth` were open. While a container is open,
 * its `next` is the container around it; when it ends, the node after all that is in it. */
static void open_node(builder *to, const gdv_scan *scan, uint32_t depth, uint32_t layout)
{
    (void)scan;
    uint32_t index = to->used - 1;
    bool keyed = layout == GDV_LAYOUT_DICTIONARY || layout == GDV_LAYOUT_OBJECT;
    if (depth > 0 && to->nodes[to->open].shape < GDV_NODE_NESTED) {
        to->nodes[to->open].shape = (uint16_t)(to->nodes[to->open].shape + GDV_NODE_NESTED);
        /*@ assert around: CHAIN_AROUND(to, depth); */
    }
    /*@ assert around: CHAIN_AROUND(to, depth); */
    to->nodes[index].shape = (uint16_t)(keyed ? 0 : GDV_NODE_ARRAY);
    to->nodes[index].next = to->open;
    to->open = index;
    /*@ ghost gdv_opened[depth] = index; */
    /*@ assert around: CHAIN_AROUND(to, depth); */
    /*@ assert around: depth > 0 ==> to->nodes[index].next == gdv_opened[depth - 1]; */
    /*@ assert around: CHAIN_AROUND(to, depth + 1); */
    /*@ assert packet: GDV_CURSOR_SOUND(&scan->in); */
    /*@ assert table: TABLE_KEPT(Pre); */
    /*@ assert rows: ROWS_SET; */
    /*@ assert rows: ROWS_KEPT(Pre); */
}

/* The innermost open container ends before the node that is added next. One of many nodes gets links. Requires an open
 * container. */
static void close_node(builder *to, const gdv_scan *scan)
{
    (void)scan;
    to->nodes[to->open].next = to->used;
    /*@ assert packet: GDV_CURSOR_SOUND(&scan->in); */
    /*@ assert table: TABLE_KEPT(Pre); */
    /*@ assert rows: ROWS_SET; */
    /*@ assert rows: ROWS_KEPT(Pre); */
    /*@ assert kept: NEXT_KEPT(to->open, Pre); */
    if (to->nodes[to->open].shape == GDV_NODE_ARRAY + GDV_NODE_NESTED && to->used - to->open > GDV_LINKED_FROM) {
        /*@ assert within: to->used <= to->halves / 2; */
        gdv_links_add(to->nodes, to->used, to->open);
        /*@ assert packet: GDV_CURSOR_SOUND(&scan->in); */
        /*@ assert table: TABLE_KEPT(Pre); */
        /*@ assert rows: ROWS_SET; */
        /*@ assert rows: ROWS_KEPT(Pre); */
        /*@ assert kept: NEXT_KEPT(to->open, Pre); */
    }
}

/* Does that, and the container around it is the innermost. */
static void leave_node(builder *to, const gdv_scan *scan)
{
    const uint32_t around = to->nodes[to->open].next;
    close_node(to, scan);
    to->open = around;
}

/* Closes the nodes of the containers that the scan has closed, of which `depth` were open. Ensures: to->open is the
 * innermost container that is still open. */
static void close_nodes(builder *to, const gdv_scan *scan, uint32_t depth)
{
    /*@ CLOSE_NODES_LOOP */
    for (uint32_t closed = depth; closed > scan->depth; closed -= 1) {
        /*@ assert around: closed > 1 ==> to->nodes[to->open].next == gdv_opened[closed - 2]; */
        /*@ assert inside: to->open < to->used; */
        leave_node(to, scan);
        /*@ assert table: TABLE_KEPT(Pre); */
        /*@ assert rows: ROWS_SET; */
    }
}

/* Opens or closes containers after add_nodes: the node that it added last is that of a value of that layout with
 * `children`, before which `depth` containers were open. */
static void nest_nodes(builder *to, const gdv_scan *scan, uint32_t depth, uint32_t children, uint32_t layout)
{
    if (children > 0) {
        open_node(to, scan, depth, layout);
    } else {
        close_nodes(to, scan, depth);
    }
}

/* The functions of keys.h, in the array whose front is the nodes: they write above the nodes. Ensure: a key that is noted takes
 * one entry, a dictionary that opens one; GDV_E_NO_SPACE only where there was no room for them. */
static inline gdv_status note_step(builder *to, gdv_scan *scan, gdv_stack *stack, uint32_t depth, gdv_role role,
                                   const gdv_token *token)
{
    if (!to->unique) {
        return GDV_OK;
    }
    return gdv_keys_step(&to->keys, scan, stack, depth, role, token);
}

static inline gdv_status note_close(builder *to, gdv_scan *scan, gdv_stack *stack, uint32_t depth)
{
    if (!to->unique) {
        return GDV_OK;
    }
    return gdv_keys_close(&to->keys, scan, stack, depth);
}

/* The innermost container has ended: closes it, and those around it that end with it. Ensures on GDV_OK: the innermost
 * open container has values left. */
static inline gdv_status end_innermost(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    uint32_t depth = scan->depth;
    gdv_step_close(scan, stack);
    close_nodes(to, scan, depth);
    gdv_status status = note_close(to, scan, stack, depth);
    /*@ assert waits: GDV_STACK_PENDING(stack, scan); */
    /*@ assert chain: CHAIN_INNERMOST(to, scan->depth); */
    /*@ assert chain: CHAIN_READABLE(to, scan->depth); */
    /*@ assert chain: CHAIN_AROUND(to, scan->depth); */
    return status;
}

/* Halves of nodes that a node takes; and those that a value may take, which is an entry of keys more where it is a dictionary. */
#define NODE_HALVES 2u
#define VALUE_HALVES 3u

/* Whether there is room for a value. */
static inline bool is_roomy(const builder *to, const gdv_hand *of)
{
    return of->free >= 2 * to->used + VALUE_HALVES;
}

/* Adds the node of what the loop has read at `at`. Requires room for it. */
GDV_INLINE void add_plain(builder *to, const gdv_scan *scan, uint32_t at, uint32_t header, uint32_t count)
{
    (void)scan;
    gdv_node_set_plain(&to->nodes[to->used], to->used, at, header, count);
    to->used += 1;
}

/* Reads a key that is a short text, and adds its node. Ensures if it has: there is room for its value. */
GDV_INLINE bool add_key(builder *to, const gdv_run *run, const gdv_scan *scan, gdv_hand *of)
{
    const uint32_t at = of->at;
    const uint32_t header = gdv_u32_after(&of->in, at, 0);
    const uint32_t size = gdv_take_key(run, of, header, 2 * to->used + NODE_HALVES + VALUE_HALVES);
    if (size == GDV_NO_PAYLOAD) {
        return false;
    }
    add_plain(to, scan, at, header, size);
    return true;
}

/* Adds the node of the container whose header is at `at`, which has just opened at level `top`. */
static inline void add_opened(builder *to, const gdv_scan *scan, const gdv_hand *of, const gdv_stack *stack,
                              uint32_t at, uint32_t header)
{
    const bool keyed = stack->levels[of->top].kind == GDV_LEVEL_DICTIONARY;
    const uint32_t values = stack->levels[of->top].left;
    add_plain(to, scan, at, header, keyed ? values / 2 : values);
    open_node(to, scan, of->top, keyed ? GDV_LAYOUT_DICTIONARY : GDV_LAYOUT_ARRAY);
}

/* Closes the containers that have ended, and their nodes, but for the one that the loop began in. Returns whether there are values
 * left in the innermost. */
GDV_INLINE bool leave_ended(builder *to, gdv_run *run, gdv_hand *of, const gdv_scan *scan, const gdv_stack *stack,
                            uint32_t first)
{
    /*@ LEAVE_ENDED_LOOP */
    while (stack->levels[of->top].left == 0) {
        if (of->top == first || (of->pair == 2 && gdv_hand_may_repeat(run, of))) {
            return false;
        }
        /*@ assert even: DUE(stack->levels[of->top].kind, stack->levels[of->top].left) == 0; */
        /*@ assert roomy: of->top == 1 ==> LOOP_ROOMY_AT(to, HAND_USED(run, of), of->at, of->top); */
        /*@ assert roomy: of->top == 2 ==> LOOP_ROOMY_AT(to, HAND_USED(run, of), of->at, of->top); */
        /*@ assert roomy: of->top > 2 ==> LOOP_ROOMY_AT(to, HAND_USED(run, of), of->at, of->top); */
        leave_node(to, scan);
        /*@ assert roomy: LOOP_ROOMY_AT(to, HAND_USED(run, of), of->at, of->top); */
        gdv_level_leave(run, of, stack);
    }
    return true;
}

/* Opens the container of that header, which comes next, and adds its node. Returns whether it is one that the loop knows. */
GDV_INLINE bool add_container(builder *to, gdv_run *run, gdv_hand *of, const gdv_scan *scan, gdv_stack *stack,
                              uint32_t header, bool keyed)
{
    const uint32_t at = of->at;
    if (!gdv_open_inner(run, of, stack, keyed, 2 * to->used + NODE_HALVES)) {
        return false;
    }
    add_opened(to, scan, of, stack, at, header);
    return true;
}

/* Reads the value of that header, if it opens nothing and the loop knows it, and adds its node. */
GDV_INLINE bool add_leaf(builder *to, gdv_run *run, gdv_hand *of, const gdv_scan *scan, gdv_stack *stack,
                         gdv_class class, uint32_t header)
{
    const uint32_t payload = gdv_leaf_payload(run, of, class, header, true);
    if (payload == GDV_NO_PAYLOAD) {
        return false;
    }
    add_plain(to, scan, of->at, header, run->count);
    of->room -= payload;
    of->at += payload + 4;
    gdv_level_pass(of, stack, of->pair);
    return true;
}

/* Reads the value that comes next, whose key has been read if it has one, and adds its node. Returns whether the loop goes on. */
GDV_INLINE bool add_read(builder *to, gdv_run *run, gdv_hand *of, const gdv_scan *scan, gdv_stack *stack,
                         uint32_t first)
{
    const uint32_t header = gdv_u32_after(&of->in, of->at, 0);
    const gdv_class class = of->pair == 2 || is_roomy(to, of) ? gdv_header_class(of->classes, header) : GDV_CLASS_STEP;
    if ((class == GDV_CLASS_ARRAY && add_container(to, run, of, scan, stack, header, false)) ||
        (class == GDV_CLASS_DICTIONARY && add_container(to, run, of, scan, stack, header, true))) {
        return true;
    }
    if (!add_leaf(to, run, of, scan, stack, class, header)) {
        gdv_level_pass(of, stack, of->pair - 1); /* the key has been read */
        return false;
    }
    return stack->levels[of->top].left > 0 || leave_ended(to, run, of, scan, stack, first);
}

/* Reads a value, where it is a dictionary's a key and a value, and adds their nodes. Returns whether the loop goes on. */
GDV_INLINE bool add_next(builder *to, gdv_run *run, gdv_hand *of, const gdv_scan *scan, gdv_stack *stack,
                         uint32_t first)
{
    /*@ assert before: of->pair == 2 ==> PAIR_ROOMY(to, of); */
    if (of->pair == 2 && !add_key(to, run, scan, of)) {
        return false;
    }
    return add_read(to, run, of, scan, stack, first);
}

/* Goes on from where the run is. */
GDV_INLINE void build_each(builder *to, gdv_run *run, const gdv_scan *scan, gdv_stack *stack)
{
    gdv_hand of;
    gdv_hand_take(run, &of);
    if (run->depth > 0) {
        gdv_hand_resume(run, stack, &of);
    } else {
        const uint32_t header = gdv_u32_after(&of.in, 0, 0);
        if (run->room < VALUE_HALVES || !gdv_hand_begin(run, &of, stack, header, NODE_HALVES)) {
            return;
        }
        add_opened(to, scan, &of, stack, 0, header);
    }
    const uint32_t first = of.top;
    bool goes_on = true;
    /*@ BUILD_EACH_LOOP */
    while (goes_on) {
        goes_on = add_next(to, run, &of, scan, stack, first);
    }
    gdv_hand_leave(run, &of, false);
}

/* A fast path: does what gdv_tape_build does, as gdv_run_on does it, until there is anything that the loop does not know, or no room.
 * Works on a copy, which compilers need not write back with each node. */
static void build_on(builder *to, gdv_run *run, const gdv_scan *scan, gdv_stack *stack)
{
    builder here = *to;
    build_each(&here, run, scan, stack);
    to->used = here.used;
    to->open = here.open;
}

/* The loop goes on from where the step and keys.h are. */
static inline void before_loop(const builder *to, const gdv_scan *scan, gdv_run *run)
{
    gdv_run_set(run, scan, &to->keys, to->unique);
    run->room = to->halves;
}

/* Adds what comes next by the loop, if it may: after the value that the step has read, or from the beginning. */
static gdv_status build_fast(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    gdv_run run;
    if (!gdv_run_may_be_asked(scan, &to->keys)) {
        return GDV_OK;
    }
    before_loop(to, scan, &run);
    if (scan->depth > 0 && !gdv_run_may_go_on(&run, stack)) {
        return GDV_OK;
    }
    build_on(to, &run, scan, stack);
    if (run.in.pos == 0) {
        return GDV_OK;
    }
    gdv_run_to(&run, scan, &to->keys);
    to->keys.room = to->halves - 2 * to->used;
    return end_innermost(to, scan, stack);
}

/* Adds any other value, and closes what ends with it. Requires a value to come. The array refuses nothing of a packet
 * for which it has as many nodes as gdv_document_bound says: what is refused then, the step has refused, or a key is
 * there twice. */
static inline gdv_status build_general(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    gdv_token token;
    uint32_t depth = scan->depth;
    gdv_role role = gdv_next_role(scan, stack);
    gdv_status status = gdv_step_general(scan, stack, &token);
    if (status != GDV_OK) {
        return status;
    }
    /*@ ghost uint32_t asks = HALVES(to) + (role == GDV_ROLE_PROPERTY ? 4 : 2) + GDV_KEYS_OF(role, &token); */
    /*@ assert words: LEAF ==> WORDS(scan) == \at(WORDS(scan), Pre) + 1 || WORDS(scan) >= \at(WORDS(scan), Pre) + 2; */
    /*@ assert first: depth == 0 && !LEAF ==> scan->in.reserved >= 4; */
    /*@ assert first: depth == 0 ==> asks <= 3 && (token.wire->layout != GDV_LAYOUT_DICTIONARY ==> asks == 2); */
    /*@ assert first: depth == 0 && !LEAF ==> scan->depth == 1 && stack->levels[0].left == token.children; */
    /*@ assert first: depth == 0 && !LEAF ==> WORDS(scan) == 2 || WORDS(scan) >= 3; */
    /*@ assert key: BUILD_GENERAL_KEY; */
    /*@ assert value: STAYS ==> !GDV_VALUE_NEXT(stack->levels[depth - 1]); */
    /*@ assert asks: BUILD_GENERAL_ASKS; */
    /*@ assert roomy: depth == 0 && token.wire->layout == GDV_LAYOUT_DICTIONARY ==> FITS; */
    /*@ assert roomy: depth == 0 && token.wire->layout != GDV_LAYOUT_DICTIONARY ==> FITS; */
    /*@ assert roomy: depth > 0 && LEAF && role == GDV_ROLE_KEY ==> FITS; */
    /*@ assert roomy: depth == 1 && STAYS ==> FITS; */
    /*@ assert roomy: depth == 2 && STAYS ==> FITS; */
    /*@ assert roomy: depth > 2 && STAYS ==> FITS; */
    /*@ assert roomy: depth > 0 && LEAF && scan->depth < depth ==> FITS; */
    /*@ assert roomy: depth == 1 && !LEAF ==> FITS; */
    /*@ assert roomy: depth > 1 && !LEAF ==> FITS; */
    /*@ assert roomy: FITS; */
    /*@ assert enough: ENOUGH(to, scan) ==> asks <= to->halves; */
    const uint32_t layout = token.wire->layout;
    status = add_nodes(to, scan, role, &token);
    /*@ assert enough: ENOUGH(to, scan) ==> status == GDV_OK; */
    if (status != GDV_OK) {
        return status;
    }
    /*@ assert chain: CHAIN_INNERMOST(to, depth); */
    /*@ assert chain: CHAIN_READABLE(to, depth); */
    /*@ assert chain: CHAIN_AROUND(to, depth); */
    nest_nodes(to, scan, depth, token.children, layout);
    status = note_step(to, scan, stack, depth, role, &token);
    /*@ assert enough: ENOUGH(to, scan) ==> status == GDV_OK || status == GDV_E_DUPLICATE_KEY; */
    /*@ assert waits: GDV_STACK_PENDING(stack, scan); */
    /*@ assert chain: CHAIN_INNERMOST(to, scan->depth); */
    /*@ assert chain: CHAIN_READABLE(to, scan->depth); */
    /*@ assert chain: CHAIN_AROUND(to, scan->depth); */
    return status;
}

/* Adds all that is still to come. */
static gdv_status build_to_end(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    gdv_status status = GDV_OK;
    /*@ BUILD_LOOP */
    while (status == GDV_OK && gdv_scan_more(scan)) {
        status = build_general(to, scan, stack);
        /*@ assert count: scan->table->count == \at(scan->table->count, LoopCurrent); */
        /*@ assert narrow: NARROW_KEPT(LoopCurrent); */
        /*@ assert wide: WIDE_KEPT(LoopCurrent); */
        if (status == GDV_OK) {
            status = build_fast(to, scan, stack);
        }
    }
    if (status != GDV_OK) {
        return status;
    }
    return gdv_scan_finish(scan);
}

gdv_status gdv_tape_build(gdv_tape *to, gdv_scan *scan, gdv_stack *stack)
{
    gdv_status status = scan->in.pos == 0 ? build_fast(to, scan, stack) : GDV_OK;
    return status == GDV_OK ? build_to_end(to, scan, stack) : status;
}

/* The outermost container has ended, as nothing is left that it could wait for: does what end_innermost would do, unless its keys may be equal. */
static bool end_outermost(builder *to, gdv_run *run, const gdv_scan *scan, const gdv_stack *stack)
{
    if (run->pair == 2 && stack->levels[0].kind == GDV_LEVEL_DICTIONARY &&
        gdv_keys_may_repeat(run->entries, &run->used, &run->first)) {
        return false;
    }
    close_node(to, scan);
    return true;
}

bool gdv_tape_whole(gdv_tape *to, gdv_run *run, const gdv_scan *scan, gdv_stack *stack)
{
    build_on(to, run, scan, stack);
    return run->in.pos == run->in.size && run->depth == 1 && end_outermost(to, run, scan, stack);
}

gdv_status gdv_tape_rest(gdv_tape *to, const gdv_run *run, gdv_scan *scan, gdv_stack *stack)
{
    gdv_status status = GDV_OK;
    if (run->in.pos > 0) {
        gdv_run_to(run, scan, &to->keys);
        to->keys.room = to->halves - 2 * to->used;
        status = end_innermost(to, scan, stack);
    }
    return status == GDV_OK ? build_to_end(to, scan, stack) : status;
}

/* A fast path: adds the value that begins here if it is plain and lies in no other, as most arguments do, and does all
 * that gdv_tape_build would do with it. If false, nothing has changed. */
GDV_INLINE bool add_lone_fast(gdv_tape *tape, gdv_scan *scan, gdv_status *status)
{
    gdv_fast_token fast;
    fast.end = 0; /* it is set where the next call says yes, which gcc 12 does not see at -O1 */
    if (scan->values >= scan->max_values || !gdv_lone_fast(scan, &fast)) {
        return false;
    }
    scan->values += 1;
    gdv_skip(&scan->in, fast.end - fast.at);
    if (2 > tape->halves - 2 * tape->used - tape->keys.used) {
        *status = gdv_refuse(scan, GDV_E_NO_SPACE, fast.at, 0);
    } else {
        push_fast(tape, scan, &fast);
    }
    return true;
}

/* What follows the value is the caller's to judge, so that gdv_tape_build lets it pass. */
static gdv_status add_value(gdv_tape *tape, gdv_scan *scan, gdv_stack *stack)
{
    const uint32_t permit = scan->permit;
    gdv_status status = gdv_scan_begin(scan);
    if (status != GDV_OK) {
        return status;
    }
    scan->permit |= GDV_PERMIT_TRAILING;
    status = gdv_tape_build(tape, scan, stack);
    scan->permit = permit;
    return status;
}

gdv_status gdv_tape_value(gdv_tape *tape, gdv_scan *scan, gdv_stack *stack)
{
    gdv_status status = GDV_OK;
    return add_lone_fast(tape, scan, &status) ? status : add_value(tape, scan, stack);
}
