/* SPDX-License-Identifier: MIT */
/* What the files of the naive decoder (naive.h) share. Everything is refused by a jump out of the recursion, so each
 * function reads as the wire reference does: what is demanded comes in order, and what follows was granted.
 *
 * `owed` is how many bytes at the packet's end the values need that the headers around have promised and that come
 * after the one being read: four each (design section 1, promise 3). Nothing else may use these bytes. */
#ifndef GDV_TESTS_NAIVE_READER_H
#define GDV_TESTS_NAIVE_READER_H

#include <setjmp.h>

#include "tests/reference/naive.h"
#include "tests/support/type_ids.h"

/* Where engines take a length or count for negative. */
#define NAIVE_HALF 0x80000000u

typedef struct naive_reader {
    const uint8_t *bytes;
    size_t size;
    size_t pos;
    gdv_dialect dialect;
    const dialect_row *row;
    gdv_policy policy;
    uint32_t max_depth;
    uint32_t values; /* headers read so far */
    uint32_t keys;   /* keys that the value being read is, or is in */
    naive_verdict verdict;
    size_t *looked; /* of the verdict, so that looking leaves the reader as it was */
    jmp_buf refused;
} naive_reader;

static inline bool naive_is_pandemonium(const naive_reader *in)
{
    return gdv_dialect_family(in->dialect) == GDV_FAMILY_PANDEMONIUM;
}

static inline bool naive_is_godot4(const naive_reader *in)
{
    return gdv_dialect_family(in->dialect) == GDV_FAMILY_GODOT4;
}

/* The dialects of before the fixes of 2018: Godot 2 and 3.0. */
static inline bool naive_is_old(const naive_reader *in)
{
    return in->dialect == GDV_DIALECT_GODOT2 || in->dialect == GDV_DIALECT_GODOT3_0;
}

/* Whose dictionaries keep a StringName as a String (EB-35). */
static inline bool naive_keeps_strings(const naive_reader *in)
{
    return in->dialect == GDV_DIALECT_GODOT4_0 || in->dialect == GDV_DIALECT_GODOT4_3;
}

/* Whose time doubles with each container that is a key inside a key (EB-37). */
static inline bool naive_doubles(const naive_reader *in)
{
    return naive_is_old(in) || in->dialect == GDV_DIALECT_GODOT3;
}

static inline bool naive_permits(const naive_reader *in, uint32_t permission)
{
    return (in->policy.permit & permission) != 0;
}

/* The bytes of the packet from `at` on, of which `size` are looked at: the one way to them. */
static inline const uint8_t *naive_look(const naive_reader *in, size_t at, size_t size)
{
    if (size > 0 && at + size > *in->looked) {
        *in->looked = at + size;
    }
    return in->bytes + at;
}

/* ---- naive.c ---- */

/* Memory that lives as long as the verdict, all zero. */
void *naive_take(naive_reader *in, size_t count, size_t size);

/* Each ends the reading. */
_Noreturn void naive_refuse(naive_reader *in, gdv_status code, size_t offset);
_Noreturn void naive_end(naive_reader *in, gdv_status code, size_t offset, uint64_t need);

/* Ends the reading unless the policy permits it. */
void naive_forbid(naive_reader *in, uint32_t permission, gdv_status code, size_t offset);
void naive_misreads(naive_reader *in, gdv_misread kind, size_t offset);

/* Bytes from here that no promised value needs. */
uint64_t naive_room(const naive_reader *in, uint64_t owed);

/* Ends the reading where fewer than `size` are. */
void naive_demand(naive_reader *in, uint64_t size, uint64_t owed, gdv_status code, size_t offset);

uint32_t naive_word_at(const naive_reader *in, size_t at);

/* The next word or two. */
uint32_t naive_u32(naive_reader *in, uint64_t owed);
uint64_t naive_u64(naive_reader *in, uint64_t owed);

/* As many values or names, of `each` bytes at least, as the word before this place counts. */
void naive_promise(naive_reader *in, uint64_t count, uint64_t each, uint64_t owed);

/* What the values of a container may be. */
typedef struct naive_allowed {
    bool any;
    gdv_type types[2]; /* either; GDV_TYPE_COUNT is none */
    bool key;          /* the value is a key */
} naive_allowed;

/* The next value, whose own four bytes have been promised and are no longer owed. */
void naive_value_read(naive_reader *in, uint32_t depth, uint64_t owed, naive_allowed allowed, bool packed,
                      naive_value *value);

/* ---- naive_text.c ---- */

/* Characters from `at` to `end`, checked: what the engine keeps of them. */
naive_text naive_characters(naive_reader *in, size_t at, size_t end);

/* STR (section 4); with `closed`, STRZ. */
naive_text naive_string(naive_reader *in, uint64_t owed, bool any_padding, bool closed);

/* Padding after `size` bytes must be there, and nobody else's. */
void naive_demand_padding(naive_reader *in, uint64_t size, uint64_t owed);

/* Skips `size` bytes, and their padding, which is zero unless the encoder leaves it undefined. */
void naive_skip_padded(naive_reader *in, size_t size, bool any_padding);

void naive_string_value(naive_reader *in, uint64_t owed, naive_value *value);
void naive_node_path(naive_reader *in, uint64_t owed, naive_value *value);
void naive_string_array(naive_reader *in, uint64_t owed, naive_value *value);
void naive_byte_array(naive_reader *in, uint64_t owed, naive_value *value);

/* ---- naive_number.c ---- */

void naive_int(naive_reader *in, bool wide, uint64_t owed, naive_value *value);
void naive_float(naive_reader *in, bool wide, uint64_t owed, naive_value *value);
void naive_math(naive_reader *in, bool wide, uint64_t owed, naive_value *value);
void naive_packed(naive_reader *in, bool wide, uint64_t owed, naive_value *value);

/* One number; ends the reading where it is not finite and must be. */
uint64_t naive_component(naive_reader *in, gdv_component part);

/* The bits of a number as a double. */
double naive_double(gdv_component part, uint64_t bits);

/* Whether an element of a PackedTypedArray keeps its value (EB-17). */
bool naive_bears_narrowing(uint64_t bits);

/* ---- naive_container.c ---- */

void naive_array(naive_reader *in, uint32_t flags, uint32_t depth, uint64_t owed, naive_value *value);
void naive_dictionary(naive_reader *in, uint32_t flags, uint32_t depth, uint64_t owed, naive_value *value);
void naive_typed_array(naive_reader *in, bool ids, uint32_t depth, uint64_t owed, naive_value *value);
void naive_object(naive_reader *in, bool by_id, uint32_t depth, uint64_t owed, naive_value *value);

/* ---- naive_godot2.c ---- */

void naive_image(naive_reader *in, uint64_t owed, naive_value *value);
bool naive_image_is_kept(const naive_value *image);
void naive_input_event(naive_reader *in, uint64_t owed, naive_value *value);

/* ---- naive_equal.c ---- */

/* Whether the engine takes two keys for one (section 7). */
bool naive_same_key(gdv_dialect dialect, const naive_value *one, const naive_value *other);

#endif
