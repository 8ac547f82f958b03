/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share: from an input to packets that are read in some way, each in a heap
 * block of exactly its size, and the verdict on them.
 *
 * Inputs are those of decode.c, so that targets take over each other's finds: a packet, and after it two bytes that
 * say how it is read (dialect, preset, permissions to toggle, limits), known by a size that leaves two over when
 * divided by four. Without them its last bytes decide, or, with GDV_EVERY_DIALECT in the environment, it is read in all
 * dialects under both presets, and once more under limits of exactly what it uses.
 *
 * Each reading in a dialect of Godot 4 is followed by one in the compressed encoding, of the same bytes or of those with an
 * outermost bool or int in its short form: no input means anything else than it did. */
#ifndef GDV_FUZZ_INPUT_H
#define GDV_FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* One packet, and one way to read it. */
typedef struct reading {
    const uint8_t *bytes; /* a heap block of exactly `size` bytes */
    size_t size;
    gdv_dialect dialect;
    gdv_policy policy;
    uint8_t *scratch; /* gdv_scratch_bound(size) bytes, undefined */
    size_t scratch_size;
    uint64_t choices; /* what `choose` has left */
} reading;

/* Ends the program, and says which promise was broken, unless it was kept. */
void promise(bool kept, const char *what);

/* A heap block of exactly `size` bytes, with those of `from` where it is not NULL: blocks that are used again for
 * inputs of the same size would hide what a fresh one shows. The caller frees it. */
void *fresh(const void *from, size_t size);

/* Whether GDV_EVERY_DIALECT is set: inputs that do not say how they are to be read are then read in all dialects. */
bool every_dialect(void);

/* Calls `check` for each way in which the input is to be read. */
void for_each_reading(const uint8_t *data, size_t size, void (*check)(reading *of));

/* A number below `below`, which is not 0: the input's choice. */
size_t choose(reading *of, size_t below);

/* gdv_validate's verdict. *report is filled; it may be NULL. */
gdv_status judge(const reading *of, gdv_report *report);

/* Bytes of the short form that begins with `first`, as Godot 4 has them of a bool or int; 0 of another type. */
size_t short_form_size(gdv_dialect dialect, uint8_t first);

/* Gives a bool or int of `size` bytes in plain form, at least 5, a short form in its place: in a mode that the input
 * chooses, with what there is of the number. Returns its bytes then. */
size_t shorten(reading *of, uint8_t *bytes, size_t size);

/* Bytes of a number on the wire. */
size_t component_width(gdv_component component);

/* Whether two reports say the same, to the last character of the path. */
bool same_report(const gdv_report *one, const gdv_report *other);

#endif
