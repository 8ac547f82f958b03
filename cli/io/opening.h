/* SPDX-License-Identifier: MIT */
/* What stands around a list of numbers or a literal in pasted source code:
 *
 *      [   {   "   b'   (b'   bytes([   bytearray(b'   PoolByteArray(   PackedByteArray([
 *      data = [        static const unsigned char packet[12] = {
 *
 * Anything else in front is no opening: there is no language here, only these. */
#ifndef GDV_CLI_OPENING_H
#define GDV_CLI_OPENING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest opening, in characters. */
#define OPENING_MOST 128

typedef enum opening_kind { OPENING_NONE, OPENING_MORE, OPENING_LIST, OPENING_LITERAL } opening_kind;

typedef struct opening {
    opening_kind kind;
    size_t size;       /* characters of it; the first of a literal is its quote or the b before it */
    uint8_t closes;    /* what ends the list */
    uint32_t brackets; /* round ones that are open around it */
    bool declared;     /* "something =" stood in front: a semicolon may end it */
    bool measured;     /* it has, and the length that xxd -i writes may follow */
} opening;

/* Looks at the beginning of a text, white space left out. OPENING_MORE: what there is of it decides nothing yet. */
opening opening_find(const char *text, size_t size);

#endif
