/* SPDX-License-Identifier: MIT */
/* The parts of a GDScript declaration, read from where a lexer stands: types, the values of defaults, parameters,
 * enumerators, the arguments of annotations and of Godot 3's export(..). A declaration is read where it is found, to see
 * that it can be, and again where it is drafted, so that nothing of it need be kept. */
#ifndef GDV_CLI_GD_PARTS_H
#define GDV_CLI_GD_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "gd_reading.h"

/* A type as it is written. */
typedef struct gd_type {
    gdv_text name; /* dotted; of no size where there is no type */
    gdv_text key;  /* Dictionary[key, of] */
    gdv_text of;   /* Array[of] */
    bool strange;  /* it has brackets that no version has */
} gd_type;

/* What stands after an equals sign. */
typedef enum gd_worth {
    GD_WORTH_NONE,    /* nothing does */
    GD_WORTH_NULL,    /* null */
    GD_WORTH_TYPE,    /* a single literal, of the type `name` */
    GD_WORTH_MEMBER,  /* `name` alone, dotted: Color.RED */
    GD_WORTH_CALL,    /* `name`(..) */
    GD_WORTH_UNKNOWN, /* anything else */
} gd_worth;

/* A variable or a parameter. */
typedef struct gd_variable {
    gd_token name;
    gd_type type;
    bool inferred; /* := */
    bool rest;     /* ...args */
    gd_worth worth;
    gdv_text value; /* name of the worth */
} gd_variable;

/* Each reads a part and goes to after it; false where in->fault says why it cannot. */
bool gd_dotted(gd_reading *in, gdv_text *name);
bool gd_read_type(gd_reading *in, gd_type *type);
bool gd_read_parameter(gd_reading *in, gd_variable *out); /* up to the comma or bracket after it */
bool gd_read_variable(gd_reading *in, gd_variable *out);  /* from after its name */

/* Passes over what opens or separates a list in brackets. Returns false after its last, or where in->fault says why. */
bool gd_list_goes_on(gd_reading *in, bool *first);

/* One of an enumeration. `value` is that of the one before; *known says whether this and that are known. */
bool gd_read_enumerator(gd_reading *in, gdv_text *name, int64_t *value, bool *known);

typedef enum gd_argument_kind {
    GD_ARGUMENT_NUMBER,
    GD_ARGUMENT_STRING,
    GD_ARGUMENT_NAME,
    GD_ARGUMENT_OTHER
} gd_argument_kind;

typedef struct gd_argument {
    gd_argument_kind kind;
    gdv_text text; /* of a STRING, between its quotes; of a NAME */
    double number;
} gd_argument;

bool gd_read_argument(gd_reading *in, gd_argument *out);

/* The number that digits mean. false where they are longer than any number needs. */
bool gd_number_of(gdv_text digits, double *number);

#endif
