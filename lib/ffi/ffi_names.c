/* SPDX-License-Identifier: MIT */
/* All lists of names and numbers, row by row. They are made elsewhere: here each list gets its rows. */
#include <gdv/gdv_ffi.h>

#include <stdbool.h>

#include <gdv/dialect.h>

#include "../value/resolve.h"

static const uint8_t code_numbers[] = {
#define CODE_NUMBER(name, number, sentence) (number),
    GDV_STATUS_LIST(CODE_NUMBER)
#undef CODE_NUMBER
};
#define CODES (uint32_t)(sizeof code_numbers / sizeof code_numbers[0])

static const char *const layout_names[GDV_LAYOUT_COUNT] = {
#define LAYOUT_NAME(name, text) #name,
    GDV_LAYOUT_LIST(LAYOUT_NAME)
#undef LAYOUT_NAME
};

static const char *const misread_names[GDV_MISREAD_COUNT] = {
#define MISREAD_NAME(name, sentence) #name,
    GDV_MISREAD_LIST(MISREAD_NAME)
#undef MISREAD_NAME
};

uint32_t gdv_ffi_rows(uint32_t list)
{
    static const uint32_t rows[GDV_FFI_LISTS] = {GDV_DIALECT_COUNT, GDV_TYPE_COUNT, GDV_LAYOUT_COUNT, CODES,
                                                 GDV_MISREAD_COUNT, GDV_PERMIT_BITS};
    return list < (uint32_t)GDV_FFI_LISTS ? rows[list] : 0;
}

uint32_t gdv_ffi_row_number(uint32_t list, uint32_t row)
{
    if (row >= gdv_ffi_rows(list)) {
        return GDV_FFI_NONE;
    }
    if (list == (uint32_t)GDV_FFI_CODES) {
        return code_numbers[row];
    }
    return list == (uint32_t)GDV_FFI_PERMITS ? (uint32_t)1 << row : row;
}

const char *gdv_ffi_row_name(uint32_t list, uint32_t row)
{
    if (row >= gdv_ffi_rows(list)) {
        return "";
    }
    switch ((gdv_ffi_list)list) {
    case GDV_FFI_DIALECTS:
        return gdv_dialect_name((gdv_dialect)row);
    case GDV_FFI_TYPES:
        return gdv_type_name((gdv_type)row);
    case GDV_FFI_LAYOUTS:
        return layout_names[row];
    case GDV_FFI_CODES:
        return gdv_status_name((gdv_status)code_numbers[row]);
    case GDV_FFI_MISREADS:
        return misread_names[row];
    default: /* of permits: what is no list has no row */
        return gdv_permit_name(row);
    }
}

const char *gdv_ffi_row_text(uint32_t list, uint32_t row)
{
    if (row >= gdv_ffi_rows(list)) {
        return "";
    }
    switch ((gdv_ffi_list)list) {
    case GDV_FFI_DIALECTS:
        return gdv_dialect_engines((gdv_dialect)row);
    case GDV_FFI_TYPES:
        return "";
    case GDV_FFI_LAYOUTS:
        return gdv_layout_text((gdv_layout)row);
    case GDV_FFI_CODES:
        return gdv_status_text((gdv_status)code_numbers[row]);
    case GDV_FFI_MISREADS:
        return gdv_misread_text((gdv_misread)row);
    default: /* of permits: what is no list has no row */
        return gdv_permit_text(row);
    }
}

uint32_t gdv_ffi_number_of(uint32_t list, const char *name)
{
    gdv_dialect dialect;
    uint32_t found = GDV_FFI_NONE;
    if (name == NULL) {
        return GDV_FFI_NONE;
    }
    /* these have more names than one */
    if (list == (uint32_t)GDV_FFI_DIALECTS) {
        return gdv_dialect_from_name(name, &dialect) ? (uint32_t)dialect : GDV_FFI_NONE;
    }
    if (list == (uint32_t)GDV_FFI_PERMITS) {
        return gdv_permit_from_name(name, &found) ? found : GDV_FFI_NONE;
    }
    const gdv_text wanted = gdv_text_of(name);
    for (uint32_t row = 0; found == GDV_FFI_NONE && row != gdv_ffi_rows(list); row += 1) {
        bool same = gdv_same_text(gdv_text_of(gdv_ffi_row_name(list, row)), wanted);
        found = same ? gdv_ffi_row_number(list, row) : GDV_FFI_NONE;
    }
    return found;
}
