/* SPDX-License-Identifier: MIT */
/* A program of somebody who uses gdv: C from C99 on, C++ from C++98 on. It wants a good packet accepted and read, and two
 * bad ones refused with the right code at the right offset; and prints the line that //ci:consumers_test waits for. Bytes,
 * codes and offsets are typed in from the wire reference. */
#include <stdio.h>
#include <string.h>

#include <gdv/gdv.h>

#if defined(GDV_WANTED) && GDV_WANTED != GDV_MAX_DEPTH
#error "compiled for another depth than the library that was found"
#endif

/* {"hp": 100} of Godot 4: Dictionary, one pair, String of two bytes, int */
static const unsigned char good[] = {27, 0, 0,   0,   1, 0, 0, 0, 4, 0, 0,   0, 2, 0,
                                     0,  0, 'h', 'p', 0, 0, 2, 0, 0, 0, 100, 0, 0, 0};

/* Type 99 does not exist: BAD_TYPE at the header. */
static const unsigned char unknown[] = {99, 0, 0, 0};

/* An Array that promises 2^31 - 1 values, and ends: COUNT at the count. */
static const unsigned char boastful[] = {28, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f};

static int refused(const unsigned char *packet, size_t size, gdv_status code, unsigned offset)
{
    unsigned char scratch[64];
    gdv_report why;

    memset(&why, 0, sizeof why);
    why.struct_size = sizeof why;
    return gdv_validate(packet, size, GDV_DIALECT_GODOT4_4, NULL, scratch, sizeof scratch, NULL, &why) == code &&
           why.code == code && why.offset == offset;
}

int main(void)
{
    gdv_node nodes[8];
    gdv_document document;

    if (gdv_abi() != GDV_ABI || gdv_version() != GDV_VERSION_NUMBER || strcmp(gdv_version_name(), GDV_VERSION) != 0) {
        printf("gdv: a library of another version than the headers\n");
        return 1;
    }
    if (gdv_document_parse(&document, good, sizeof good, GDV_DIALECT_GODOT4_4, NULL, nodes, 8, NULL) != GDV_OK ||
        gdv_int_or(gdv_find(gdv_root(&document), ".hp"), 0, 100, -1) != 100) {
        printf("gdv: does not read a good packet\n");
        return 1;
    }
    if (!refused(unknown, sizeof unknown, GDV_E_BAD_TYPE, 0) || !refused(boastful, sizeof boastful, GDV_E_COUNT, 4)) {
        printf("gdv: does not refuse a bad packet where it is bad\n");
        return 1;
    }
    printf("gdv %s serves\n", gdv_version_name());
    return 0;
}
