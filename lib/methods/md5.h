/* SPDX-License-Identifier: MIT */
/* Internal: MD5 (RFC 1321), for the checksum of method names that engines compare. It protects nothing. */
#ifndef GDV_MD5_H
#define GDV_MD5_H

#include <stdint.h>

typedef struct gdv_md5 {
    uint32_t state[4];
    uint32_t size; /* bytes so far */
    uint8_t block[64];
} gdv_md5;

gdv_md5 gdv_md5_begin(void);
void gdv_md5_add(gdv_md5 *sum, const char *bytes, uint32_t size);

/* Writes 32 lowercase hex digits, and no NUL. Nothing may be added after that. */
void gdv_md5_end(gdv_md5 *sum, char *digits);

#endif
