/* SPDX-License-Identifier: MIT */
/* Internal: where the characters of typed JSON go, and what they are made of besides containers: texts, bytes, numbers. */
#ifndef GDV_JSON_SINK_H
#define GDV_JSON_SINK_H

#include <stddef.h>
#include <stdint.h>

#include <gdv/value.h>

/* What does not fit is counted and not written. */
typedef struct gdv_json {
    char *buffer;
    size_t size;
    uint64_t length;
} gdv_json;

/* Appends characters as they are. */
void gdv_json_bytes(gdv_json *to, const char *characters, size_t count);
void gdv_json_put(gdv_json *to, const char *characters);

/* A JSON string, or {"bytes":"base64"} for what is not UTF-8. */
void gdv_json_text(gdv_json *to, gdv_text text);

/* The name of a class or script between the brackets of a type: what is not plain is % and two digits. */
void gdv_json_class(gdv_json *to, gdv_text name);

/* A string of base64. */
void gdv_json_base64(gdv_json *to, const uint8_t *bytes, size_t size);

/* Digits as they are, or as a string. */
void gdv_json_natural(gdv_json *to, uint64_t number);
void gdv_json_number(gdv_json *to, int64_t number);
void gdv_json_id(gdv_json *to, uint64_t number);
void gdv_json_int(gdv_json *to, int64_t number);

/* A number by its bits, or a string where it is not finite. */
void gdv_json_double(gdv_json *to, double number);
void gdv_json_float(gdv_json *to, float number);

/* What stands after the type of a value that is no container, or of one whose children are not there. Requires a value
 * that exists. */
void gdv_json_leaf(gdv_json *to, gdv_value value, gdv_layout layout);

#endif
