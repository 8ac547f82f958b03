/* SPDX-License-Identifier: MIT */
/* What the wire reference says of each type id of each dialect (sections 2, 3, 5 and 10), typed in from there and never
 * taken from the library: what several tests hold the library's wire table and its verdicts against. */
#ifndef GDV_TESTS_TYPE_IDS_H
#define GDV_TESTS_TYPE_IDS_H

#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

typedef struct type_row {
    uint32_t id;
    gdv_type type;      /* canonical */
    const char *name;   /* the dialect's own, as in section 2, with the "_ARRAY" that it omits for width */
    uint32_t size;      /* payload bytes (5.1), or bytes of an element (5.6); 0 where neither is fixed */
    uint32_t wide;      /* the same with header bit 16; 0 where there is no such form */
    uint32_t legal;     /* header bits above the id that mean something (section 3), shifted down by 16 */
    const char *packet; /* one value of the type, in hex, in its canonical form */
    gdv_status strict;  /* what the strict policy owes it */
    gdv_status engine;  /* what the dialect's own decoder makes of it */
} type_row;

typedef struct dialect_row {
    gdv_dialect dialect;
    const char *name;
    const char *alias; /* "" for none */
    const type_row *types;
    uint32_t count;
    uint32_t announced; /* section 1's number of type ids: the table is complete when it equals count */
} dialect_row;

extern const dialect_row dialect_rows[GDV_DIALECT_COUNT];

/* One reported test for each dialect: the suite's name is the claim, and claim(dialect) checks it. */
#define TEST_EACH_DIALECT(suite, claim)                                                                                \
    Test(suite, godot2)                                                                                                \
    {                                                                                                                  \
        claim(GDV_DIALECT_GODOT2);                                                                                     \
    }                                                                                                                  \
    Test(suite, godot3_0)                                                                                              \
    {                                                                                                                  \
        claim(GDV_DIALECT_GODOT3_0);                                                                                   \
    }                                                                                                                  \
    Test(suite, godot3)                                                                                                \
    {                                                                                                                  \
        claim(GDV_DIALECT_GODOT3);                                                                                     \
    }                                                                                                                  \
    Test(suite, pandemonium_33)                                                                                        \
    {                                                                                                                  \
        claim(GDV_DIALECT_PANDEMONIUM_33);                                                                             \
    }                                                                                                                  \
    Test(suite, pandemonium_38)                                                                                        \
    {                                                                                                                  \
        claim(GDV_DIALECT_PANDEMONIUM_38);                                                                             \
    }                                                                                                                  \
    Test(suite, pandemonium_40)                                                                                        \
    {                                                                                                                  \
        claim(GDV_DIALECT_PANDEMONIUM_40);                                                                             \
    }                                                                                                                  \
    Test(suite, godot4_0)                                                                                              \
    {                                                                                                                  \
        claim(GDV_DIALECT_GODOT4_0);                                                                                   \
    }                                                                                                                  \
    Test(suite, godot4_3)                                                                                              \
    {                                                                                                                  \
        claim(GDV_DIALECT_GODOT4_3);                                                                                   \
    }                                                                                                                  \
    Test(suite, godot4_4)                                                                                              \
    {                                                                                                                  \
        claim(GDV_DIALECT_GODOT4_4);                                                                                   \
    }

/* The row of a canonical type; aborts where the dialect lacks it. */
const type_row *row_of(gdv_dialect dialect, gdv_type type);

#endif
