/* SPDX-License-Identifier: MIT */
#include "infer_shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* NOLINTBEGIN(misc-no-recursion): as deep as values are nested, which the policy limits */

struct shape_block {
    struct shape_block *next;
};

static void *take(shape_memory *memory, size_t size)
{
    struct shape_block *block = calloc(1, sizeof *block + size);
    if (block == NULL) {
        memory->failed = true;
        return NULL;
    }
    block->next = memory->blocks;
    memory->blocks = block;
    return block + 1;
}

void shape_free(shape_memory *memory)
{
    while (memory->blocks != NULL) {
        struct shape_block *block = memory->blocks;
        memory->blocks = block->next;
        free(block);
    }
}

shape *shape_new(shape_memory *memory)
{
    shape *made = take(memory, sizeof *made);
    if (made != NULL) {
        made->lowest = INT64_MAX;
        made->highest = INT64_MIN;
        made->least = UINT64_MAX;
        made->shortest = UINT64_MAX;
        made->last = &made->fields;
    }
    return made;
}

/* ---- leaves */

static void add_length(shape *to, uint64_t length)
{
    to->least = length < to->least ? length : to->least;
    to->most = length > to->most ? length : to->most;
}

static void add_int(shape *to, int64_t number)
{
    to->lowest = number < to->lowest ? number : to->lowest;
    to->highest = number > to->highest ? number : to->highest;
    to->ints += 1;
}

static void add_float(shape *to, double number)
{
    to->low = to->floats == 0 || number < to->low ? number : to->low;
    to->high = to->floats == 0 || number > to->high ? number : to->high;
    to->floats += 1;
}

static void add_numbers(shape *to, gdv_value value)
{
    gdv_numbers numbers;
    if (gdv_to_numbers(value, &numbers) != GDV_OK) {
        return;
    }
    for (size_t row = 0; row < numbers.elements; row += 1) {
        for (size_t part = 0; part < numbers.components; part += 1) {
            bool ints = numbers.component == GDV_COMPONENT_INT32 || numbers.component == GDV_COMPONENT_INT64;
            if (ints) {
                add_int(to, gdv_component_int(&numbers, row, part));
            } else {
                add_float(to, gdv_component_double(&numbers, row, part));
            }
        }
    }
}

static void add_member(shape_memory *memory, shape *to, gdv_text text)
{
    for (size_t index = 0; index < to->member_count; index += 1) {
        if (to->member_sizes[index] == text.size && memcmp(to->members[index], text.bytes, text.size) == 0) {
            return;
        }
    }
    if (to->member_count == SHAPE_TEXTS) {
        return;
    }
    char *copy = take(memory, text.size + 1);
    if (copy != NULL) {
        memcpy(copy, text.bytes, text.size);
        to->members[to->member_count] = copy;
        to->member_sizes[to->member_count] = text.size;
        to->member_count += 1;
    }
}

/* ---- containers */

static shape *made_once(shape_memory *memory, shape **which)
{
    *which = *which != NULL ? *which : shape_new(memory);
    return *which;
}

static void add_to(shape_memory *memory, shape **which, gdv_value value)
{
    shape *to = made_once(memory, which);
    if (to != NULL) {
        shape_add(memory, to, value);
    }
}

static void add_array(shape_memory *memory, shape *to, gdv_value value)
{
    gdv_iterator each;
    size_t count = gdv_count(value);
    to->arrays += 1;
    to->shortest = count < to->shortest ? count : to->shortest;
    to->longest = count > to->longest ? count : to->longest;
    gdv_iterate(value, &each);
    for (size_t index = 0; gdv_iterate_next(&each); index += 1) {
        add_to(memory, &to->element, each.value);
        if (index < SHAPE_TUPLE) {
            add_to(memory, &to->elements[index], each.value);
        }
    }
}

static shape_field *field_of(shape_memory *memory, shape *to, gdv_text key)
{
    for (shape_field *field = to->fields; field != NULL; field = field->next) {
        if (field->size == key.size && memcmp(field->key, key.bytes, key.size) == 0) {
            return field;
        }
    }
    shape_field *field = take(memory, sizeof *field);
    char *copy = take(memory, key.size + 1);
    if (field == NULL || copy == NULL) {
        return NULL;
    }
    memcpy(copy, key.bytes, key.size);
    *field = (shape_field){.key = copy, .size = key.size};
    *to->last = field;
    to->last = &field->next;
    to->field_count += 1;
    return field;
}

/* Keys beyond that are those of a dictionary of one kind, whatever they are. */
#define MOST_FIELDS 256

static void add_dictionary(shape_memory *memory, shape *to, gdv_value value)
{
    gdv_iterator each;
    to->dictionaries += 1;
    gdv_iterate(value, &each);
    while (gdv_iterate_next(&each)) {
        gdv_text key;
        bool text = gdv_to_text(each.key, &key) == GDV_OK;
        shape_field *field = text && to->field_count < MOST_FIELDS ? field_of(memory, to, key) : NULL;
        to->other_keys += field == NULL ? 1 : 0;
        add_to(memory, &to->key, each.key);
        add_to(memory, &to->value, each.value);
        if (field != NULL) {
            field->seen += 1;
            add_to(memory, &field->value, each.value);
        }
    }
}

/* ---- any */

/* Recursion is as deep as values are nested, which the policy limits. */
void shape_add(shape_memory *memory, shape *to, gdv_value value)
{
    gdv_type type = gdv_type_of(value);
    gdv_text text;
    int64_t whole = 0;
    double number = 0;
    to->types |= (uint64_t)1 << type;
    to->seen += 1;
    if (gdv_to_text(value, &text) == GDV_OK) {
        to->texts += 1;
        add_length(to, text.size);
        add_member(memory, to, text);
    } else if (gdv_to_int(value, INT64_MIN, INT64_MAX, &whole) == GDV_OK) {
        add_int(to, whole);
    } else if (type == GDV_TYPE_FLOAT) {
        add_float(to, gdv_double_or(value, -HUGE_VAL, HUGE_VAL, number));
    } else if (type == GDV_TYPE_ARRAY) {
        add_length(to, gdv_count(value));
        add_array(memory, to, value);
    } else if (type == GDV_TYPE_DICTIONARY) {
        add_length(to, gdv_count(value));
        add_dictionary(memory, to, value);
    } else {
        add_length(to, gdv_count(value));
        add_numbers(to, value);
    }
}

/* NOLINTEND(misc-no-recursion) */
