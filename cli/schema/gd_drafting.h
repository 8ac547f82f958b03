/* SPDX-License-Identifier: MIT */
/* One draft: what its parts share. */
#ifndef GDV_CLI_GD_DRAFTING_H
#define GDV_CLI_GD_DRAFTING_H

#include <stdbool.h>
#include <stdint.h>

#include "gd_read.h"
#include "gd_rule.h"

/* Classes that a class extends, with itself. More are not drafted. */
#define GD_MOST_BASES 16

typedef struct gd_drafting {
    gd_ruling ruling;
    const gd_scripts *scripts;
    uint64_t warnings;
    uint32_t fields;
    uint32_t packets; /* or methods */
} gd_drafting;

/* A name for people: of any length, and of any script. */
void gd_draft_shown(gdv_text text);

/* "# FILE:LINE" after an empty line; and at the end of a line a name, and what is to be said of the rule before. */
void gd_draft_place(const gd_drafting *now, const gd_declaration *one);
void gd_draft_comment(const gd_drafting *now, gdv_text name);

/* Warn of a name, and of what is to be said of the rule of a variable or parameter. */
void gd_draft_warn(gd_drafting *now, const gd_declaration *in, uint32_t line, uint32_t column, gdv_text name,
                   const char *what);
void gd_draft_warn_of_notes(gd_drafting *now, const gd_declaration *in, const gd_variable *variable);

/* The class and those that it extends, the furthest first. Returns how many. */
uint32_t gd_draft_chain(const gd_scripts *scripts, uint32_t class, uint32_t chain[GD_MOST_BASES]);

/* Scripts and their methods, as the engine's own rpc() calls them. */
void gd_draft_scripts(gd_drafting *now);

#endif
