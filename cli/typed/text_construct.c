/* SPDX-License-Identifier: MIT */
/* Name(..): vectors, packed arrays, node paths, ids, and what Godot 2 alone sends. */
#include <math.h>
#include <string.h>

#include "text_read.h"

/* --- types */

static bool find_type(gdv_dialect dialect, gdv_text name, gdv_type *type)
{
    for (uint32_t id = 0; id < gdv_dialect_types(dialect); id += 1) {
        if (text_is(name, gdv_dialect_type_name(dialect, id))) {
            *type = (gdv_type)gdv_dialect_wire(dialect, id)->type;
            return true;
        }
    }
    return false;
}

bool text_type(const text_read *now, gdv_text name, gdv_type *type)
{
    bool found = find_type(now->dialect, name, type);
    if (!found && (text_is(name, "ByteArray") || text_is(name, "FloatArray"))) {
        *type = name.bytes[0] == 'B' ? GDV_TYPE_PACKED_BYTE_ARRAY : GDV_TYPE_PACKED_FLOAT32_ARRAY;
        return true;
    }
    for (int dialect = GDV_DIALECT_COUNT; !found && dialect > 0; dialect -= 1) {
        found = find_type((gdv_dialect)(dialect - 1), name, type);
    }
    return found;
}

/* --- numbers */

/* Beyond it a fraction is nearer to infinity than to the largest number of 32 bits; Godot rounds it as C does. */
static bool add_number(text_read *now, gdv_component component)
{
    text_number number;
    (void)text_peek(&now->scan);
    size_t at = now->scan.at;
    if (!text_number_read(&now->scan, &number)) {
        return false;
    }
    bool integer = component == GDV_COMPONENT_INT32 || component == GDV_COMPONENT_INT64;
    bool narrow = component == GDV_COMPONENT_INT32;
    if (integer && !number.whole) {
        return text_wrong_at(&now->scan, at, "an int expected");
    }
    if (narrow && (number.integer < INT32_MIN || number.integer > INT32_MAX)) {
        return text_wrong_at(&now->scan, at, "this int has more than 32 bits");
    }
    bool small = narrow || component == GDV_COMPONENT_FLOAT32;
    char *to = text_more(&now->scan, &now->numbers, small ? 4 : 8);
    if (to == NULL) {
        return false;
    }
    int32_t small_int = narrow ? (int32_t)number.integer : 0;
    float small_fraction = integer ? 0 : (float)number.fraction;
    if (integer) {
        memcpy(to, narrow ? (const void *)&small_int : (const void *)&number.integer, narrow ? 4 : 8);
    } else {
        memcpy(to, small ? (const void *)&small_fraction : (const void *)&number.fraction, small ? 4 : 8);
    }
    return true;
}

static gdv_status write_numbers(text_read *now, gdv_type type, gdv_component component, size_t count)
{
    /* no numbers need no memory, but an address */
    const void *numbers = now->numbers.bytes != NULL ? now->numbers.bytes : (const void *)now;
    switch (component) {
    case GDV_COMPONENT_INT32:
        return gdv_write_int32s(now->writer, type, numbers, count);
    case GDV_COMPONENT_INT64:
        return gdv_write_int64s(now->writer, type, numbers, count);
    case GDV_COMPONENT_FLOAT32:
        return gdv_write_floats(now->writer, type, numbers, count);
    default:
        return gdv_write_doubles(now->writer, type, numbers, count);
    }
}

/* Up to the closing bracket; a comma may stand before it. */
static bool list(text_read *now, gdv_component component, size_t *count)
{
    *count = 0;
    now->numbers.size = 0;
    while (!text_take(&now->scan, ')')) {
        if (*count > 0 && !text_take(&now->scan, ',')) {
            return text_wrong(&now->scan, ", or ) expected");
        }
        if (*count > 0 && text_take(&now->scan, ')')) {
            return true;
        }
        if (!add_number(now, component)) {
            return false;
        }
        *count += 1;
    }
    return true;
}

static bool numbers(text_read *now, gdv_type type, const gdv_wire_row *row, size_t at)
{
    size_t count = 0;
    gdv_component component = (gdv_component)row->component;
    bool wide = component == GDV_COMPONENT_INT64 || component == GDV_COMPONENT_FLOAT64;
    size_t columns = row->size / (wide ? 8u : 4u);
    bool packed = row->layout == GDV_LAYOUT_PACKED;

    if (!list(now, component, &count)) {
        return false;
    }
    if (packed ? count % columns != 0 : count != columns) {
        return text_wrong_at(&now->scan, at,
                             packed ? "a multiple of %zu numbers expected, %zu given"
                                    : "%zu numbers expected, %zu given",
                             columns, count);
    }
    return text_took(now, at, write_numbers(now, type, component, count));
}

static bool bytes_of(text_read *now)
{
    uint64_t byte = 0;
    size_t count = 0;
    now->numbers.size = 0;
    while (!text_take(&now->scan, ')')) {
        if (count > 0 && !text_take(&now->scan, ',')) {
            return text_wrong(&now->scan, ", or ) expected");
        }
        if (count > 0 && text_take(&now->scan, ')')) {
            return true;
        }
        char *to = text_more(&now->scan, &now->numbers, 1);
        if (to == NULL || !text_unsigned(&now->scan, 255, &byte)) {
            return false;
        }
        *to = (char)(unsigned char)byte;
        count += 1;
    }
    return true;
}

/* --- texts */

/* Sizes in `numbers`, bytes one after another in `string`; then the texts in `second`. */
static bool texts(text_read *now, size_t at)
{
    size_t count = 0;
    size_t used = 0;
    now->string.size = 0;
    now->numbers.size = 0;
    while (!text_take(&now->scan, ')')) {
        size_t before = now->string.size;
        if (count > 0 && !text_take(&now->scan, ',')) {
            return text_wrong(&now->scan, ", or ) expected");
        }
        if (count > 0 && text_take(&now->scan, ')')) {
            break;
        }
        if (!text_string(&now->scan, &now->string)) {
            return false;
        }
        size_t size = now->string.size - before;
        char *to = text_more(&now->scan, &now->numbers, sizeof size);
        if (to == NULL) {
            return false;
        }
        memcpy(to, &size, sizeof size);
        count += 1;
    }
    now->second.size = 0;
    char *all = text_more(&now->scan, &now->second, (count + 1) * sizeof(gdv_text));
    if (all == NULL) {
        return false;
    }
    for (size_t index = 0; index < count; index += 1) {
        size_t size = 0;
        memcpy(&size, now->numbers.bytes + index * sizeof size, sizeof size);
        const gdv_text one = {now->string.bytes != NULL ? now->string.bytes + used : "", size};
        memcpy(all + index * sizeof one, &one, sizeof one);
        used += size;
    }
    const void *array = all; /* as malloc aligns it */
    return text_took(now, at, gdv_write_strings(now->writer, array, count));
}

/* "/map/a:x": names between strokes, then sub-names after colons; in Godot 2 the last of these is the property. */
bool text_node_path(text_read *now)
{
    size_t at = now->scan.at;
    now->string.size = 0;
    now->second.size = 0;
    if (!text_string(&now->scan, &now->string)) {
        return false;
    }
    const char *text = now->string.bytes != NULL ? now->string.bytes : "";
    size_t size = now->string.size;
    bool absolute = size > 0 && text[0] == '/';
    size_t counts[2] = {0, 0};
    size_t next = absolute ? 1 : 0;
    char before = '/';
    while (next < size || (next == size && before == ':')) {
        size_t length = 0;
        while (next + length < size && text[next + length] != ':' && (before == ':' || text[next + length] != '/')) {
            length += 1;
        }
        const gdv_text one = {text + next, length};
        bool empty = before == '/' && length == 0; /* strokes in a row, and a colon at once */
        char *to = empty ? NULL : text_more(&now->scan, &now->second, sizeof one);
        if (to == NULL && !empty) {
            return false;
        }
        if (to != NULL) {
            memcpy(to, &one, sizeof one);
            counts[before == ':' ? 1 : 0] += 1;
        }
        next += length;
        before = '\0';
        if (next < size) {
            before = text[next];
        }
        next += 1;
    }
    const void *array = now->second.bytes; /* as malloc aligns it */
    const gdv_text *all = array;
    return text_took(now, at,
                     gdv_write_node_path(now->writer, absolute, all, counts[0], all != NULL ? all + counts[0] : NULL,
                                         counts[1], NULL));
}

/* --- names */

static bool identifier(text_read *now, size_t at, gdv_type type)
{
    uint64_t id = 0;
    const gdv_signal none = {{"", 0}, 0};
    if (type == GDV_TYPE_RID && text_peek(&now->scan) != ')' && !text_unsigned(&now->scan, UINT64_MAX, &id)) {
        return false;
    }
    if (!text_demand(&now->scan, ')')) {
        return false;
    }
    return text_took(now, at,
                     type == GDV_TYPE_RID        ? gdv_write_rid(now->writer, id)
                     : type == GDV_TYPE_CALLABLE ? gdv_write_callable(now->writer)
                                                 : gdv_write_signal(now->writer, &none));
}

bool text_construct(text_read *now, gdv_text name, size_t name_at)
{
    gdv_type type = GDV_TYPE_NIL;
    uint32_t id = 0;
    if (!text_type(now, name, &type)) {
        return text_wrong_at(&now->scan, name_at, "'%.*s' is no type", (int)(name.size < 60 ? name.size : 60),
                             name.bytes);
    }
    if (!gdv_dialect_type_id(now->dialect, type, &id)) {
        (void)text_wrong_at(&now->scan, name_at, "%s has no such type", gdv_dialect_name(now->dialect));
        now->scan.fault.code = GDV_E_NO_SUCH_TYPE;
        return false;
    }
    const gdv_wire_row *row = gdv_dialect_wire(now->dialect, id);
    if (!text_demand(&now->scan, '(')) {
        return false;
    }
    switch (type) {
    case GDV_TYPE_NODE_PATH:
        return text_node_path(now) && text_demand(&now->scan, ')');
    case GDV_TYPE_RID:
    case GDV_TYPE_CALLABLE:
    case GDV_TYPE_SIGNAL:
        return identifier(now, name_at, type);
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        return bytes_of(now) &&
               text_took(now, name_at,
                         gdv_write_bytes(now->writer, now->numbers.bytes != NULL ? now->numbers.bytes : "",
                                         now->numbers.size));
    case GDV_TYPE_PACKED_STRING_ARRAY:
        return texts(now, name_at);
    default:
        break;
    }
    if (row->layout != GDV_LAYOUT_FIXED && row->layout != GDV_LAYOUT_PACKED) {
        return text_wrong_at(&now->scan, name_at, "%.*s(..) is not read here: use typed JSON", (int)name.size,
                             name.bytes);
    }
    return numbers(now, type, row, name_at);
}
