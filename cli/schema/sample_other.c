/* SPDX-License-Identifier: MIT */
/* Values of which a schema says no more than a type, or nothing. */
#include "sampling.h"

void sample_named(sampling *now, gdv_type type)
{
    static const gdv_text names[] = {{"root", 4}, {"Player", 6}};
    const gdv_signal signal = {.name = names[1], .object = 0};
    switch (type) {
    case GDV_TYPE_NODE_PATH:
        (void)gdv_write_node_path(now->writer, true, names, 1 + (size_t)sample_below(now, 2), NULL, 0, NULL);
        break;
    case GDV_TYPE_RID:
        (void)gdv_write_rid(now->writer, 0);
        break;
    case GDV_TYPE_CALLABLE:
        (void)gdv_write_callable(now->writer);
        break;
    case GDV_TYPE_SIGNAL:
        (void)gdv_write_signal(now->writer, &signal);
        break;
    default:
        (void)gdv_write_object_id(now->writer, 0);
        break;
    }
}

void sample_other(sampling *now, uint64_t types)
{
    static const float zeros[2] = {0.0f, 0.0f};
    static const gdv_type kinds[] = {GDV_TYPE_NIL,    GDV_TYPE_BOOL,    GDV_TYPE_INT,       GDV_TYPE_FLOAT,
                                     GDV_TYPE_STRING, GDV_TYPE_VECTOR2, GDV_TYPE_NODE_PATH, GDV_TYPE_ARRAY};
    gdv_type kind = kinds[sample_below(now, sizeof kinds / sizeof kinds[0])];
    for (size_t tries = 0; (types >> kind & 1u) != 0 && tries < sizeof kinds / sizeof kinds[0]; tries += 1) {
        kind = kinds[tries];
    }
    switch (kind) {
    case GDV_TYPE_NIL:
        (void)gdv_write_nil(now->writer);
        break;
    case GDV_TYPE_BOOL:
        (void)gdv_write_bool(now->writer, true);
        break;
    case GDV_TYPE_INT:
        (void)gdv_write_int(now->writer, (int64_t)sample_below(now, 1000));
        break;
    case GDV_TYPE_FLOAT:
        (void)gdv_write_float(now->writer, 0.5);
        break;
    case GDV_TYPE_STRING:
        (void)gdv_write_string(now->writer, "any", 3);
        break;
    case GDV_TYPE_VECTOR2:
        (void)gdv_write_floats(now->writer, kind, zeros, 2);
        break;
    case GDV_TYPE_NODE_PATH:
        sample_named(now, kind);
        break;
    default:
        (void)gdv_begin_array(now->writer);
        (void)gdv_end(now->writer);
        break;
    }
}
