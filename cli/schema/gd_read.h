/* SPDX-License-Identifier: MIT */
/* What GDScript files declare that a schema may draft: classes, with the variables and enumerations in them, and functions
 * that a peer may call. Bodies are passed over by their indentation. Memory: the texts, and a struct for each
 * declaration; both are bounded. */
#ifndef GDV_CLI_GD_READ_H
#define GDV_CLI_GD_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "gd_parts.h"

/* More files, more bytes in all and more declarations are refused. A game has few hundred that travel. */
#define GD_MOST_FILES 64
#define GD_MOST_BYTES ((size_t)16 << 20)
#define GD_MOST_DECLARATIONS 8192u
#define GD_SLOTS 16411u
#define GD_MOST_NAME 100u /* bytes */
#define GD_NOWHERE UINT32_MAX

typedef enum gd_what { GD_CLASS, GD_ENUM, GD_VARIABLE, GD_FUNCTION } gd_what;

/* Texts point into the files. */
typedef struct gd_declaration {
    gd_what what;
    uint32_t file;
    uint32_t owner; /* the class that it is in; of that of a whole file, itself */
    uint32_t line;  /* of its name */
    uint32_t column;
    gdv_text name;  /* of no size for a file without class_name, and for an enum without a name */
    gd_lexer after; /* stands after the name */
    gdv_text base;  /* of a class: what it extends, dotted; or of no size */
    gdv_text hint;  /* of a variable: "export", "export_range", ..; or of no size */
    gd_lexer hint_after;
    bool remote;  /* a function, or a variable of Godot 3 that rset sets */
    uint32_t rpc; /* of these: GDV_RPC_ANY_PEER or GDV_RPC_AUTHORITY, and how it is sent */
    /* What gd_names.c finds out. */
    uint32_t leads[2];                /* of a variable: classes and enumerations of its type; GD_NOWHERE */
    uint32_t extends;                 /* of a class: the class that `base` is; GD_NOWHERE */
    bool used;                        /* an enumeration: some type is it */
    bool recursive;                   /* a class: it may hold itself, or what does */
    bool holds;                       /* a class: it holds one that may be recursive */
    char shown[GD_MOST_NAME * 2 + 8]; /* what the draft calls it; "" where it has no name there */
} gd_declaration;

typedef struct gd_scripts {
    const char *paths[GD_MOST_FILES];
    char *texts[GD_MOST_FILES];
    size_t sizes[GD_MOST_FILES];
    uint32_t files;
    gd_declaration *all;
    uint32_t count;
    uint32_t room;
    uint32_t slots[GD_SLOTS]; /* 1 + declaration, by what gd_names.c makes of owner and name; 0 for none */
} gd_scripts;

/* One more declaration, of nothing yet. NULL where there are too many, or not enough memory; else the others may have moved. */
gd_declaration *gd_scripts_add(gd_scripts *scripts, gd_what what);

/* Reads the files. Returns false, having said why on standard error, "FILE:LINE:COLUMN: message" where a place is at
 * fault. Free it in any case. */
bool gd_scripts_read(gd_scripts *scripts, char *const *paths, size_t count);
void gd_scripts_free(gd_scripts *scripts);

#endif
