/* SPDX-License-Identifier: MIT */
/* Internal: the wire table itself, and what else sets one dialect apart from another; dialect.h is the public view of
 * it. Wire reference: sections 1-3, 5 and 10. */
#ifndef GDV_WIRE_H
#define GDV_WIRE_H

#include <stdint.h>

#include <gdv/dialect.h>

/* How the dialect's own decoder takes bytes that are not strict UTF-8 (section 7). */
typedef enum gdv_tolerance {
    GDV_TOLERANCE_ANY,   /* keeps what it could read, reports nothing: Godot 2, 3.0 */
    GDV_TOLERANCE_LAX,   /* takes surrogates, most overlong forms, up to six bytes: Godot 3.1-3.6, Pandemonium 3.5 */
    GDV_TOLERANCE_STRICT /* RFC 3629: Pandemonium 3.8 and later, Godot 4 */
} gdv_tolerance;

#define GDV_TRAIT_OLD_NODE_PATH 0x01u  /* reads node paths of the old form: one text, no padding (section 5.3) */
#define GDV_TRAIT_PROPERTY 0x02u       /* writes node path flag bit 1: a property follows the names */
#define GDV_TRAIT_SHARED 0x04u         /* bit 31 of a container's count means "shared" (section 5.5) */
#define GDV_TRAIT_NAME_IS_STRING 0x08u /* a StringName equals the String of the same text as a key (section 7) */
#define GDV_TRAIT_CONTENT_KEYS 0x10u   /* dictionaries are equal by content as keys, else by identity */
#define GDV_TRAIT_KEEPS_ROOT 0x20u     /* a path without names stays absolute, else "/" is read as "" (section 5.3) */
#define GDV_TRAIT_TEXT_GARBAGE                                                                                         \
    0x40u                           /* encoders leave the padding of names undefined, as they do that of text (EB-02) */
#define GDV_TRAIT_NEEDS_NAMES 0x80u /* a path without names is read as empty, whatever else it has (EB-36) */
#define GDV_TRAIT_BIT_KEYS 0x100u   /* floats are one key where their bits are, and NaN never is (section 7) */
#define GDV_TRAIT_DOUBLE_HASH 0x200u /* hashing a dictionary hashes each of its keys twice (EB-37) */

/* What a value is to the loop that reads most of them (run.h), by its header: it follows from the row. */
typedef enum gdv_class {
    GDV_CLASS_STEP, /* whatever that loop does not know: the step looks at it */
    GDV_CLASS_RARE, /* a long payload, or a wide one: of a function of its own */
    GDV_CLASS_BOOL,
    GDV_CLASS_INT,
    GDV_CLASS_FLOAT,
    GDV_CLASS_DOUBLE,
    GDV_CLASS_TEXT,
    GDV_CLASS_NIL,
    GDV_CLASS_WORDS8, /* of so many bytes, any bits: vectors of ints */
    GDV_CLASS_WORDS12,
    GDV_CLASS_WORDS16,
    GDV_CLASS_FLOATS8, /* of so many bytes */
    GDV_CLASS_FLOATS12,
    GDV_CLASS_FLOATS16,
    GDV_CLASS_ARRAY, /* these two may open, and come last */
    GDV_CLASS_DICTIONARY
} gdv_class;

/* Of each header without flags, and of each with GDV_FLAG_64 alone: by its type id. */
#define GDV_CLASSES 64u

typedef struct gdv_classes {
    uint8_t narrow[GDV_CLASSES];
    uint8_t wide[GDV_CLASSES];
    uint8_t types[GDV_CLASSES]; /* gdv_type: as the row has it */
} gdv_classes;

typedef struct gdv_wire_table {
    const gdv_wire_row *types;
    const char *const *names;
    const gdv_classes *classes;
    uint32_t count;
    uint32_t id_mask;  /* of the header: the bits that the engine takes for the type id (section 3) */
    uint16_t traits;   /* GDV_TRAIT_ bits */
    uint8_t tolerance; /* gdv_tolerance */
    uint8_t family;    /* gdv_family */
    const char *name;
    const char *alias;
    const char *versions; /* more names, a blank between each two */
    const char *engines;
    const char *judges; /* the builds that were run to see whether all this is so */
} gdv_wire_table;

extern const gdv_wire_table gdv_wire_tables[GDV_DIALECT_COUNT];

/* Type ids are below this in every dialect, so that an id fits a byte and GDV_ANY_ID is none. */
#define GDV_ANY_ID 0xffu

#ifdef __FRAMAC__
#include "../proof/wire.h"
#endif

/* The type id of a canonical type, GDV_ANY_ID where the dialect lacks it: a walk through the rows. Canonical types are
 * numbered as Godot 4 numbers its own, and there, as for the first five types everywhere, gdv_wire_table_id needs no
 * walk. */
uint32_t gdv_wire_table_walk(const gdv_wire_table *table, gdv_type type);

static inline uint32_t gdv_wire_table_id(const gdv_wire_table *table, gdv_type type)
{
    uint32_t same = (uint32_t)type;
    bool found = same < table->count && table->types[same].type == same;
    return found ? same : gdv_wire_table_walk(table, type);
}

/* The row of a type id; of an id that the dialect does not have, the first row, which is nil's: for ids that are read
 * again and may have changed. Ensures: a row of the table, whatever the id. */
static inline const gdv_wire_row *gdv_row_of(const gdv_wire_table *table, uint32_t id)
{
    return &table->types[id < table->count ? id : 0];
}

/* Godot 2: image formats, and for each input event type how many words follow the three of its header (section
 * 5.10). */
#define GDV_IMAGE_FORMATS 23u
#define GDV_IMAGE_CUSTOM 22u /* the last: of any length */
#define GDV_IMAGE_MAX_SIDE 16384u

/* How many bytes an image of a format has: a palette, and for each level its pixels times `bytes`, shifted down. Each
 * level has half of the pixels of the one before it in width and height, but no fewer than the least. */
typedef struct gdv_image_layout {
    uint16_t palette;
    uint8_t bytes;
    uint8_t shift;
    uint8_t least_width;
    uint8_t least_height;
} gdv_image_layout;
extern const gdv_image_layout gdv_image_layouts[GDV_IMAGE_CUSTOM];

#define GDV_INPUT_EVENTS 9u
extern const uint8_t gdv_input_event_words[GDV_INPUT_EVENTS];

/* The input events whose extra words are checked, and the modifier bits that a key event may have. */
#define GDV_INPUT_EVENT_KEY 1u
#define GDV_INPUT_EVENT_JOYSTICK_MOTION 4u
#define GDV_KEY_MODIFIERS 0x1e000000u

#endif
