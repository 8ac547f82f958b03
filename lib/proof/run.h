/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/run.h (docs/proof.md). No compiler reads this file. First come the names that contracts
 * use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_RUN_H
#define GDV_PROOF_RUN_H

/* GDV_CLASSES_SOUND: what the loop takes for granted of the classes of a wire table, which is sound
 * (tests/wire/test_classes.c checks them). GDV_RUN_SET: all that it reads of where it is. GDV_RUN_APART: the memory for
 * entries is there, and apart from what is read. GDV_RUN_KNOWN: the invariant of a run, but for where it is, and GDV_RUN_SOUND
 * all of it. GDV_RUN_FREE: bytes that nothing has been promised or paid with. GDV_RUN_PAID: what was promised was paid for. GDV_RUN_FITS: the entries do.
 * GDV_RUN_STANDS: what is known of the open containers, and that what is reserved is what they were promised. GDV_RUN_NOTES,
 * GDV_RUN_CHANGES: what it changes. */
#define GDV_CLASS_OF_ROW(table, class, id)                                                                             \
    (0 <= (class) <= GDV_CLASS_DICTIONARY && ((class) != GDV_CLASS_STEP ==> (id) < (table)->count))
#define GDV_CLASSES_SOUND(table)                                                                                       \
    ((table)->count > 0 && (table)->classes != \null && \valid_read((table)->classes) &&                              \
     \initialized((table)->classes) &&                                                                                \
     (\forall integer id; 0 <= id < GDV_CLASSES ==>                                                                    \
          GDV_CLASS_OF_ROW(table, (table)->classes->narrow[id], id)) &&                                                \
     (\forall integer id; 0 <= id < GDV_CLASSES ==>                                                                    \
          0 <= (table)->classes->wide[id] <= GDV_CLASS_DICTIONARY &&                                                   \
          ((table)->classes->wide[id] != GDV_CLASS_STEP ==> id < (table)->count) &&                                    \
          ((table)->classes->wide[id] == GDV_CLASS_STEP || (table)->classes->wide[id] == GDV_CLASS_RARE ||             \
           (table)->classes->wide[id] == GDV_CLASS_DOUBLE)))
#define GDV_RUN_SET(run)                                                                                               \
    (\initialized(&(run)->table) && \initialized(&(run)->max_depth) && \initialized(&(run)->max_values) &&             \
     \initialized(&(run)->max_elements) && \initialized(&(run)->max_string) && \initialized(&(run)->limited) &&        \
     \initialized(&(run)->pair) && \initialized(&(run)->depth) && \initialized(&(run)->promised) &&                    \
     \initialized(&(run)->used) && \initialized(&(run)->first) && \initialized(&(run)->deepest) &&                     \
     \initialized(&(run)->longest) && \initialized(&(run)->widest) && \initialized(&(run)->entries) &&                 \
     \initialized(&(run)->room))
#define GDV_RUN_APART(run)                                                                                             \
    ((run)->room <= GDV_MAX_BYTES && \valid(GDV_ENTRIES((run)->entries, (run)->room)) &&                               \
     \separated(GDV_ENTRIES((run)->entries, (run)->room), (run)->table) &&                                             \
     \separated(GDV_ENTRIES((run)->entries, (run)->room), (run)->table->classes) &&                                    \
     \separated(GDV_ENTRIES((run)->entries, (run)->room), (run)->in.bytes + (0 .. (run)->in.size - 1)) &&              \
     \separated(GDV_ENTRIES((run)->entries, (run)->room), GDV_ROWS((run)->table)))
#define GDV_RUN_KNOWN(run)                                                                                             \
    (GDV_RUN_SET(run) && GDV_PACKET(&(run)->in) && \initialized(&(run)->in.pos) && \initialized(&(run)->in.reserved) &&\
     GDV_WIRE_TABLE_SOUND((run)->table) && GDV_CLASSES_SOUND((run)->table) && GDV_RUN_APART(run) &&                    \
     (run)->max_depth <= GDV_MAX_DEPTH && (run)->depth <= (run)->max_depth && (run)->deepest <= (run)->max_depth &&    \
     1 <= (run)->pair <= 2)
#define GDV_RUN_SOUND(run)                                                                                             \
    (GDV_RUN_KNOWN(run) && (run)->in.pos + (run)->in.reserved <= (run)->in.size && (run)->in.reserved % 4 == 0)
#define GDV_RUN_FREE(run) ((run)->in.size - (run)->in.pos - (run)->in.reserved + 4 * (run)->promised)
#define GDV_RUN_PAID(run) ((run)->in.reserved <= 4 * (run)->promised && GDV_RUN_FREE(run) <= (run)->in.size)
#define GDV_RUN_FITS(run) ((run)->used <= (run)->room)
#define GDV_RUN_STANDS(run, stack)                                                                                     \
    (gdv_owed[0] == 0 && (run)->in.reserved == gdv_owed[(run)->depth] &&                                               \
     (\forall integer i; 0 <= i < (run)->depth ==> GDV_LEVEL_SET((stack)->levels[i])) &&                               \
     (\forall integer i; 0 <= i < (run)->depth ==> GDV_LEVEL_DECLARES((stack)->levels[i], run)) &&                     \
     (\forall integer i; 0 <= i < (run)->depth ==>                                                                     \
          gdv_owed[i + 1] == gdv_owed[i] + GDV_DUE((stack)->levels[i])))
#define GDV_RUN_NOTES run->deepest, run->longest, run->widest
#define GDV_RUN_CHANGES                                                                                                \
    run->in.pos, run->in.reserved, run->depth, run->promised, run->used, run->first, GDV_RUN_NOTES, run->count, *stack,            \
        gdv_owed[0 .. GDV_MAX_DEPTH], gdv_first, run->entries[-8 * run->room .. -1]

/*@ requires policy != \null && \valid_read(policy) && \initialized(policy);
    terminates \true; exits \false;
    assigns \nothing;
    ensures size: \result ==> 4 <= size <= GDV_MAX_BYTES;
    ensures plain: \result ==> policy->encoding == GDV_ENCODING_PLAIN;
*/
static inline bool gdv_is_for_run(size_t size, const gdv_policy *policy);

/*@ requires table: GDV_WIRE_TABLE_SOUND(table) && GDV_CLASSES_SOUND(table);
    requires policy: policy != \null && \valid_read(policy) && \initialized(policy);
    requires packet: \valid_read(bytes + (0 .. size - 1)) && \initialized(bytes + (0 .. size - 1));
    terminates \true; exits \false;
    assigns *run;
    ensures set: GDV_RUN_SET(run) && \initialized(&run->in.pos) && \initialized(&run->in.reserved);
    ensures packet: GDV_PACKET(&run->in);
    ensures none: run->entries == \null && run->room == 0;
    ensures bounds: run->max_depth <= GDV_MAX_DEPTH && 1 <= run->pair <= 2 && run->deepest == 0;
    ensures of: run->in.bytes == bytes && run->in.size == (size <= GDV_MAX_BYTES ? size : 0) && run->table == table;
    ensures begins: run->in.pos == 0 && run->in.reserved == 4 && run->depth == 0 && run->promised == 1 && run->used == 0;
    ensures depth: run->max_depth == GDV_DEPTH_OF(policy);
*/
static inline void gdv_run_begin(gdv_run *run, const uint8_t *bytes, size_t size, const gdv_wire_table *table,
                              const gdv_policy *policy);

/* GDV_RUN_USED: how much of scratch memory a run uses. GDV_RUN_INSIDE: its entries are in there. */
#define GDV_RUN_USED(run, extent)                                                                                          \
    ((extent) < (run)->in.size + (run)->in.size / 3 + 8 ? (extent) : (run)->in.size + (run)->in.size / 3 + 8)
#define GDV_RUN_INSIDE(run, memory, extent)                                                                                \
    (((memory) == \null ==> (run)->room == 0) &&                                                                       \
     ((memory) != \null ==>                                                                                            \
          (run)->entries == (memory) + GDV_RUN_USED(run, extent) && 8 * (run)->room <= GDV_RUN_USED(run, extent)))

/*@ requires table: GDV_WIRE_TABLE_SOUND(table) && GDV_CLASSES_SOUND(table);
    requires policy: policy != \null && \valid_read(policy) && \initialized(policy);
    requires packet: \valid_read(bytes + (0 .. size - 1)) && \initialized(bytes + (0 .. size - 1));
    requires scratch: \valid(scratch + (0 .. scratch_size - 1)) && (scratch == \null ==> scratch_size == 0);
    requires apart: \separated(scratch + (0 .. scratch_size - 1), table) &&
        \separated(scratch + (0 .. scratch_size - 1), table->classes) &&
        \separated(scratch + (0 .. scratch_size - 1), bytes + (0 .. size - 1)) &&
        \separated(scratch + (0 .. scratch_size - 1), GDV_ROWS(table));
    terminates \true; exits \false;
    assigns *run;
    ensures set: GDV_RUN_SET(run) && \initialized(&run->in.pos) && \initialized(&run->in.reserved);
    ensures packet: GDV_PACKET(&run->in);
    ensures table: GDV_WIRE_TABLE_SOUND(run->table) && GDV_CLASSES_SOUND(run->table);
    ensures apart: GDV_RUN_APART(run);
    ensures inside: GDV_RUN_INSIDE(run, scratch, scratch_size);
    ensures bounds: run->max_depth <= GDV_MAX_DEPTH && 1 <= run->pair <= 2 && run->deepest == 0;
    ensures of: run->in.bytes == bytes && run->in.size == (size <= GDV_MAX_BYTES ? size : 0) && run->table == table;
    ensures begins: run->in.pos == 0 && run->in.reserved == 4 && run->depth == 0 && run->promised == 1 && run->used == 0;
    ensures depth: run->max_depth == GDV_DEPTH_OF(policy);
*/
static inline void gdv_run_start(gdv_run *run, const uint8_t *bytes, size_t size, const gdv_wire_table *table,
                                 const gdv_policy *policy, uint8_t *scratch, size_t scratch_size);

/*@ requires sound: GDV_SCAN_SOUND(scan) && \initialized(&keys->key);
    terminates \true; exits \false;
    assigns \nothing;
    ensures begins: \result && scan->depth == 0 ==> scan->in.pos == 0 && scan->in.reserved == 4;
*/
static inline bool gdv_run_may_be_asked(const gdv_scan *scan, const gdv_keys *keys);

/*@ requires sound: GDV_SCAN_SOUND(scan) && GDV_CLASSES_SOUND(scan->table);
    requires keys: \initialized(&keys->end) && \initialized(&keys->room) && \initialized(&keys->used) &&
        \initialized(&keys->first) && keys->used <= keys->room <= GDV_MAX_BYTES;
    requires entries: \valid(GDV_ENTRIES(keys->end, keys->room)) &&
        \separated(GDV_ENTRIES(keys->end, keys->room), scan->table) &&
        \separated(GDV_ENTRIES(keys->end, keys->room), scan->table->classes) &&
        \separated(GDV_ENTRIES(keys->end, keys->room), scan->in.bytes + (0 .. scan->in.size - 1)) &&
        \separated(GDV_ENTRIES(keys->end, keys->room), GDV_ROWS(scan->table));
    requires paid: GDV_PAID(scan, 0);
    terminates \true; exits \false;
    assigns *run;
    ensures sound: GDV_RUN_SOUND(run) && GDV_RUN_FITS(run);
    ensures of: run->in.bytes == scan->in.bytes && run->in.size == scan->in.size && run->table == scan->table;
    ensures of: run->max_depth == scan->max_depth && run->pair == (unique ? 2 : 1);
    ensures entries: run->entries == keys->end && run->room == keys->room && run->used == keys->used &&
        run->first == keys->first;
    ensures at: run->in.pos == scan->in.pos && run->in.reserved == scan->in.reserved && run->depth == scan->depth;
    ensures promised: run->promised == scan->values + scan->in.reserved / 4;
    ensures paid: GDV_RUN_PAID(run) && GDV_RUN_FREE(run) + 4 * scan->strings <= run->in.size;
*/
void gdv_run_set(gdv_run *run, const gdv_scan *scan, const gdv_keys *keys, bool unique);

/*@ requires GDV_SCAN_SET(scan) && \initialized(&scan->in.pos) && \initialized(&scan->in.reserved);
    requires \initialized(&keys->room) && \initialized(&keys->used) && \initialized(&keys->first);
    requires few: scan->values + scan->in.reserved / 4 <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns run->in.pos, run->in.reserved, run->depth, run->promised, run->room, run->used, run->first;
    ensures at: \initialized(&run->in.pos) && run->in.pos == scan->in.pos;
    ensures at: \initialized(&run->in.reserved) && run->in.reserved == scan->in.reserved;
    ensures depth: \initialized(&run->depth) && run->depth == scan->depth;
    ensures promised: \initialized(&run->promised) && run->promised == scan->values + scan->in.reserved / 4;
    ensures keys: \initialized(&run->room) && run->room == keys->room && \initialized(&run->used) && run->used == keys->used;
    ensures keys: \initialized(&run->first) && run->first == keys->first;
*/
void gdv_run_from(gdv_run *run, const gdv_scan *scan, const gdv_keys *keys);

/*@ requires GDV_RUN_SET(run) && \initialized(&run->in.pos) && \initialized(&run->in.reserved);
    requires paid: run->in.reserved / 4 <= run->promised;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->depth, scan->values, scan->keyed, keys->used, keys->first;
    ensures at: \initialized(&scan->in.pos) && scan->in.pos == run->in.pos;
    ensures at: \initialized(&scan->in.reserved) && scan->in.reserved == run->in.reserved;
    ensures depth: \initialized(&scan->depth) && scan->depth == run->depth;
    ensures values: \initialized(&scan->values) && scan->values == run->promised - run->in.reserved / 4;
    ensures keyed: \initialized(&scan->keyed);
    ensures keys: \initialized(&keys->used) && keys->used == run->used;
    ensures keys: \initialized(&keys->first) && keys->first == run->first;
*/
void gdv_run_to(const gdv_run *run, gdv_scan *scan, gdv_keys *keys);

/* For the proof alone: the level of the container that the loop began in. */
/*@ ghost extern uint32_t gdv_first; */

/*@ requires sound: GDV_RUN_SET(run) && 0 < run->depth <= GDV_MAX_DEPTH;
    requires set: GDV_LEVEL_SET(stack->levels[run->depth - 1]);
    terminates \true; exits \false;
    assigns \nothing;
    ensures plain: \result ==> stack->levels[run->depth - 1].constraints == 0;
    ensures whole: \result && run->pair == 2 && stack->levels[run->depth - 1].kind == GDV_LEVEL_DICTIONARY ==>
        stack->levels[run->depth - 1].left % 2 == 0;
*/
bool gdv_run_may_go_on(const gdv_run *run, const gdv_stack *stack);

/* Of a loop, which begins with the outermost container or goes on in one that is open. */
#define GDV_RUN_ON_REQUIRES                                                                                            \
    requires sound: GDV_RUN_SOUND(run) && GDV_RUN_PAID(run) && GDV_RUN_FITS(run);                                      \
    requires begun: run->depth == 0 ==>                                                                                \
        run->in.pos == 0 && run->in.reserved == 4 && run->promised == 1 && run->used == 0;                             \
    requires stands: run->depth > 0 ==> GDV_RUN_STANDS(run, stack) && run->in.pos >= 8;                                \
    requires waits: run->depth > 0 ==> stack->levels[run->depth - 1].left > 0;                                         \
    requires plain: run->depth > 0 ==> stack->levels[run->depth - 1].kind != GDV_LEVEL_OBJECT;                         \
    requires pairs: run->depth > 0 && run->pair == 2 &&                                                                \
        stack->levels[run->depth - 1].kind == GDV_LEVEL_DICTIONARY ==> stack->levels[run->depth - 1].left % 2 == 0;
#define GDV_RUN_ON_ENSURES                                                                                             \
    ensures sound: GDV_RUN_SOUND(run) && GDV_RUN_FITS(run);                                                            \
    ensures paid: run->in.reserved <= 4 * run->promised && GDV_RUN_FREE(run) <= \old(GDV_RUN_FREE(run));               \
    ensures begun: run->in.pos == 0 ==> run->depth == 0;                                                               \
    ensures stands: run->in.pos > 0 ==> GDV_RUN_STANDS(run, stack) && run->in.pos >= 8;                                \
    ensures moved: \old(run->in.pos) <= run->in.pos;

/*@ GDV_RUN_ON_REQUIRES
    requires begins: run->depth == 0;
    terminates \true; exits \false;
    assigns GDV_RUN_CHANGES;
    GDV_RUN_ON_ENSURES
    ensures whole: \result ==> run->in.pos == run->in.size;
*/
bool gdv_run_whole(gdv_run *run, gdv_stack *stack);

/*@ GDV_RUN_ON_REQUIRES
    requires inside: run->depth > 0;
    terminates \true; exits \false;
    assigns GDV_RUN_CHANGES;
    GDV_RUN_ON_ENSURES
*/
void gdv_run_on(gdv_run *run, gdv_stack *stack);

#endif
