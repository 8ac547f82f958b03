/* SPDX-License-Identifier: MIT */
#include "fuzz/support/values.h"

#include <gdv/gdv_ffi.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/dialects.h"

/* ---- the walk ---- */

bool is_container(gdv_value value)
{
    gdv_text name = {"", 0};
    switch (gdv_type_of(value)) {
    case GDV_TYPE_DICTIONARY:
    case GDV_TYPE_ARRAY:
    case GDV_TYPE_TYPED_ARRAY:
    case GDV_TYPE_PACKED_TYPED_ARRAY:
        return true;
    case GDV_TYPE_OBJECT:
        return gdv_class_of(value, &name) == GDV_OK && name.size > 0;
    default:
        return false;
    }
}

void walk_start(walk *through, gdv_value root)
{
    through->room = 16;
    through->open = fresh(NULL, through->room * sizeof *through->open);
    through->depth = 0;
    through->next = root;
}

void walk_end(walk *through)
{
    free(through->open);
}

static gdv_role role_in(gdv_value container)
{
    gdv_type type = gdv_type_of(container);
    return type == GDV_TYPE_OBJECT ? GDV_ROLE_PROPERTY : type == GDV_TYPE_DICTIONARY ? GDV_ROLE_KEY : GDV_ROLE_ELEMENT;
}

static stop enter(walk *through, gdv_value value, gdv_role role)
{
    stop here = {GDV_EVENT_VALUE, role, through->depth, value};
    if (is_container(value)) {
        here.kind = GDV_EVENT_BEGIN;
        promise(through->depth <= GDV_MAX_DEPTH, "a document is no deeper than the cap");
        if (through->depth == through->room) {
            through->room *= 4;
            through->open = realloc(through->open, through->room * sizeof *through->open);
            promise(through->open != NULL, "memory for the harness");
        }
        gdv_iterate(value, &through->open[through->depth]);
        through->depth += 1;
    }
    return here;
}

stop walk_next(walk *through)
{
    stop here = {GDV_EVENT_DONE, GDV_ROLE_OUTERMOST, 0, gdv_missing()};
    if (gdv_exists(through->next)) {
        gdv_value value = through->next;
        through->next = gdv_missing();
        return enter(through, value, GDV_ROLE_OUTERMOST);
    }
    if (through->depth == 0) {
        return here;
    }
    gdv_iterator *innermost = &through->open[through->depth - 1];
    gdv_role role = role_in(innermost->container);
    /* a key that is a container comes back here with its value still to be given */
    if (role != GDV_ROLE_ELEMENT && gdv_exists(innermost->value)) {
        gdv_value value = innermost->value;
        innermost->value = gdv_missing();
        return enter(through, value, role == GDV_ROLE_KEY ? GDV_ROLE_VALUE : GDV_ROLE_PROPERTY);
    }
    if (!gdv_iterate_next(innermost)) {
        through->depth -= 1;
        here.kind = GDV_EVENT_END;
        here.depth = through->depth;
        here.value = innermost->container;
        return here;
    }
    if (role == GDV_ROLE_ELEMENT) {
        gdv_value value = innermost->value;
        promise(!gdv_exists(innermost->key), "an element has no key");
        return enter(through, value, role);
    }
    promise(gdv_exists(innermost->key) && gdv_exists(innermost->value), "a pair has both its halves");
    if (role == GDV_ROLE_KEY) {
        return enter(through, innermost->key, role);
    }
    here.kind = GDV_EVENT_NAME;
    here.role = role;
    here.depth = through->depth;
    here.value = innermost->key;
    return here;
}

/* ---- getters ---- */

/* Every byte that a getter points to lies in the packet. */
static void check_span(const void *bytes, size_t size, const reading *of, const char *what)
{
    uintptr_t begin = (uintptr_t)of->bytes;
    uintptr_t at = (uintptr_t)bytes;
    promise(bytes != NULL && at >= begin && at - begin <= of->size && size <= of->size - (at - begin), what);
}

static void check_text_span(gdv_text text, const reading *of)
{
    /* where there is none, a getter may give a "" of its own */
    if (text.size > 0) {
        check_span(text.bytes, text.size, of, "a text lies in the packet");
    }
    promise(text.bytes != NULL, "a text is never NULL");
}

static bool is_expected(gdv_status status, bool applies)
{
    return status == (applies ? GDV_OK : GDV_E_WRONG_TYPE);
}

static uint64_t bits_of(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static bool same_double(double one, double other)
{
    return bits_of(one) == bits_of(other) || (isnan(one) && isnan(other));
}

static void check_scalars(gdv_value value, gdv_type type)
{
    bool flag = true;
    int64_t number = -1;
    double fraction = -1.0;
    double either = -1.0;

    gdv_status status = gdv_to_bool(value, &flag);
    promise(is_expected(status, type == GDV_TYPE_BOOL) && (status == GDV_OK || !flag), "a bool is read as one");
    promise(gdv_bool_or(value, true) == (status == GDV_OK ? flag : true), "bool or fallback");

    status = gdv_to_int(value, INT64_MIN, INT64_MAX, &number);
    promise(is_expected(status, type == GDV_TYPE_INT) && (status == GDV_OK || number == 0), "an int is read as one");
    promise(gdv_int_or(value, INT64_MIN, INT64_MAX, 77) == (status == GDV_OK ? number : 77), "int or fallback");
    if (status == GDV_OK) {
        int64_t again = -1;
        promise(gdv_to_int(value, number, number, &again) == GDV_OK && again == number, "an int is in its own range");
        promise(number == INT64_MAX ||
                    (gdv_to_int(value, number + 1, INT64_MAX, &again) == GDV_E_OUT_OF_RANGE && again == 0),
                "an int below the range is refused");
        promise(number == INT64_MIN ||
                    (gdv_to_int(value, INT64_MIN, number - 1, &again) == GDV_E_OUT_OF_RANGE && again == 0),
                "an int above the range is refused");
    }

    status = gdv_to_double(value, -INFINITY, INFINITY, &fraction);
    gdv_status both = gdv_to_number(value, -INFINITY, INFINITY, &either);
    bool refused = status == GDV_E_OUT_OF_RANGE;
    promise(refused ? type == GDV_TYPE_FLOAT : is_expected(status, type == GDV_TYPE_FLOAT), "a float is read as one");
    promise(status == GDV_OK || bits_of(fraction) == 0, "a float that was not read is zero");
    promise(type == GDV_TYPE_INT ? both == GDV_OK && same_double(either, (double)number)
                                 : both == status && same_double(either, fraction),
            "a number is an int or a float");
    promise(same_double(gdv_double_or(value, -INFINITY, INFINITY, 0.5), status == GDV_OK ? fraction : 0.5) &&
                same_double(gdv_number_or(value, -INFINITY, INFINITY, 0.5), both == GDV_OK ? either : 0.5),
            "float or fallback");
}

static void check_text(gdv_value value, gdv_type type, reading *of)
{
    gdv_text text = {NULL, 1};
    gdv_status status = gdv_to_text(value, &text);
    bool is_text = type == GDV_TYPE_STRING || type == GDV_TYPE_STRING_NAME;
    promise(is_expected(status, is_text), "a text is read as one");
    check_text_span(text, of);
    promise(status == GDV_OK || text.size == 0, "a text that was not read is empty");
    promise(status != GDV_OK || gdv_count(value) == text.size, "a text counts its bytes");

    gdv_text fallback = gdv_text_or(value, "else");
    promise(status == GDV_OK ? fallback.bytes == text.bytes && fallback.size == text.size
                             : fallback.size == 4 && memcmp(fallback.bytes, "else", 4) == 0,
            "text or fallback");

    size_t room = choose(of, text.size + 3);
    char *copy = fresh(NULL, room);
    memset(copy, 'x', room);
    promise(gdv_text_copy(value, room > 0 ? copy : NULL, room) == text.size, "a copy says how long the text is");
    if (room > 0) {
        size_t length = strlen(copy);
        promise(length < room && length <= text.size && memcmp(copy, text.bytes, length) == 0,
                "a copy is the text's front");
        promise(length + 4 >= room || length == text.size, "a copy is cut no shorter than it must");
        promise(gdv_text_is(value, copy) == (status == GDV_OK && length == text.size), "a text is itself and no other");
    }
    free(copy);
}

/* Whether a number in memory has the bits of the one on the wire, which is little-endian whatever the host is. */
static bool has_bits(const void *number, const uint8_t *wire, uint32_t width)
{
    uint32_t narrow = 0;
    uint64_t wide = 0;
    uint64_t bits = 0;
    memcpy(width == 4 ? (void *)&narrow : (void *)&wide, number, width);
    for (uint32_t left = width; left > 0; left -= 1) {
        bits = (bits << 8) | wire[left - 1];
    }
    return bits == (width == 4 ? narrow : wide);
}

static uint32_t width_of_part(gdv_component component)
{
    switch (component) {
    case GDV_COMPONENT_INT8:
        return 1;
    case GDV_COMPONENT_INT16:
        return 2;
    case GDV_COMPONENT_INT64:
    case GDV_COMPONENT_FLOAT64:
        return 8;
    default:
        return 4;
    }
}

/* What the copy functions take without loss (numbers.h). */
static void check_copies(const gdv_numbers *parts, reading *of)
{
    size_t all = parts->elements * parts->components;
    size_t first = choose(of, all + 2);
    size_t capacity = choose(of, 40);
    size_t n = first >= all ? 0 : all - first < capacity ? all - first : capacity;
    bool is_small = parts->component == GDV_COMPONENT_INT8 || parts->component == GDV_COMPONENT_INT16 ||
                    parts->component == GDV_COMPONENT_INT32;
    bool is_int = is_small || parts->component == GDV_COMPONENT_INT64;
    uint32_t width = width_of_part(parts->component);
    int32_t *int32s = fresh(NULL, capacity * sizeof *int32s);
    int64_t *int64s = fresh(NULL, capacity * sizeof *int64s);
    float *floats = fresh(NULL, capacity * sizeof *floats);
    double *doubles = fresh(NULL, capacity * sizeof *doubles);

    promise(gdv_copy_int32(parts, first, int32s, capacity) == (is_small ? n : 0) &&
                gdv_copy_int64(parts, first, int64s, capacity) == (is_int ? n : 0) &&
                gdv_copy_float(parts, first, floats, capacity) == (parts->component == GDV_COMPONENT_FLOAT32 ? n : 0) &&
                gdv_copy_double(parts, first, doubles, capacity) == (parts->component == GDV_COMPONENT_INT64 ? 0 : n),
            "copies are made of what fits without loss");
    for (size_t index = 0; index < n; index += 1) {
        size_t element = (first + index) / parts->components;
        size_t component = (first + index) % parts->components;
        const uint8_t *wire = parts->bytes + (first + index) * width;
        double number = gdv_component_double(parts, element, component);
        int64_t whole = gdv_component_int(parts, element, component);
        promise(is_int || whole == 0, "a fraction is no int");
        promise(parts->component == GDV_COMPONENT_INT64 || same_double(doubles[index], number),
                "a copied double is that part");
        promise(!is_int || (int64s[index] == whole && same_double(number, (double)whole)), "a copied int is that part");
        promise(!is_small || int32s[index] == whole, "a copied int32 is that part");
        promise(parts->component != GDV_COMPONENT_FLOAT32 || has_bits(&floats[index], wire, 4),
                "a copied float keeps its bits");
        promise(parts->component != GDV_COMPONENT_FLOAT64 || has_bits(&doubles[index], wire, 8),
                "a copied double keeps its bits");
    }
    promise(bits_of(gdv_component_double(parts, parts->elements, 0)) == 0 &&
                gdv_component_int(parts, 0, parts->components) == 0,
            "beyond the end there is zero");
    free(int32s);
    free(int64s);
    free(floats);
    free(doubles);
}

/* How many components a value of the type has; 0 where it is no row of numbers (section 5.1 of the wire reference). */
static uint32_t components_of(gdv_type type)
{
    switch (type) {
    case GDV_TYPE_INT:
    case GDV_TYPE_FLOAT:
    case GDV_TYPE_PACKED_INT32_ARRAY:
    case GDV_TYPE_PACKED_INT64_ARRAY:
    case GDV_TYPE_PACKED_FLOAT32_ARRAY:
    case GDV_TYPE_PACKED_FLOAT64_ARRAY:
        return 1;
    case GDV_TYPE_VECTOR2:
    case GDV_TYPE_VECTOR2I:
    case GDV_TYPE_PACKED_VECTOR2_ARRAY:
    case GDV_TYPE_PACKED_VECTOR2I_ARRAY:
        return 2;
    case GDV_TYPE_VECTOR3:
    case GDV_TYPE_VECTOR3I:
    case GDV_TYPE_PACKED_VECTOR3_ARRAY:
    case GDV_TYPE_PACKED_VECTOR3I_ARRAY:
        return 3;
    case GDV_TYPE_RECT2:
    case GDV_TYPE_RECT2I:
    case GDV_TYPE_VECTOR4:
    case GDV_TYPE_VECTOR4I:
    case GDV_TYPE_PLANE:
    case GDV_TYPE_QUATERNION:
    case GDV_TYPE_COLOR:
    case GDV_TYPE_PACKED_COLOR_ARRAY:
    case GDV_TYPE_PACKED_VECTOR4_ARRAY:
    case GDV_TYPE_PACKED_VECTOR4I_ARRAY:
        return 4;
    case GDV_TYPE_TRANSFORM2D:
    case GDV_TYPE_AABB:
        return 6;
    case GDV_TYPE_BASIS:
        return 9;
    case GDV_TYPE_TRANSFORM3D:
        return 12;
    case GDV_TYPE_PROJECTION:
        return 16;
    default:
        return 0;
    }
}

static bool is_packed(gdv_type type)
{
    return type >= GDV_TYPE_PACKED_INT32_ARRAY && type <= GDV_TYPE_PACKED_VECTOR4I_ARRAY &&
           type != GDV_TYPE_PACKED_STRING_ARRAY;
}

static void check_parts(gdv_value value, gdv_type type, reading *of)
{
    gdv_numbers parts;
    gdv_numbers same;
    memset(&parts, 0xa5, sizeof parts);
    memset(&same, 0xa5, sizeof same);
    gdv_status status = gdv_to_numbers(value, &parts);
    promise(is_expected(status, components_of(type) > 0), "numbers in rows are read as such");
    if (status != GDV_OK) {
        promise(parts.bytes == NULL && parts.elements == 0 && parts.components == 0 &&
                    parts.component == GDV_COMPONENT_NONE,
                "a view that was not given is empty");
        promise(gdv_component_int(&parts, 0, 0) == 0 && bits_of(gdv_component_double(&parts, 0, 0)) == 0,
                "and has no numbers");
        return;
    }
    uint32_t width = width_of_part(parts.component);
    promise(parts.components == components_of(type), "a type has its number of components");
    promise(parts.elements == (is_packed(type) ? gdv_count(value) : 1), "a packed array counts its elements");
    check_span(parts.bytes, parts.elements * parts.components * width, of, "numbers lie in the packet");
    promise(gdv_to_numbers_of(value, type, &same) == GDV_OK && same.bytes == parts.bytes &&
                same.elements == parts.elements && same.components == parts.components &&
                same.component == parts.component,
            "a view of the right type is the same view");
    promise(gdv_to_numbers_of(value, GDV_TYPE_NIL, &same) == GDV_E_WRONG_TYPE && same.bytes == NULL,
            "a view of another type is none");
    check_copies(&parts, of);
}

static void check_strings(gdv_value value, gdv_type type, const reading *of)
{
    gdv_strings strings;
    gdv_node_path path;
    gdv_text text = {NULL, 1};
    memset(&strings, 0xa5, sizeof strings);
    memset(&path, 0xa5, sizeof path);
    bool is_path = type == GDV_TYPE_NODE_PATH;
    gdv_status status = gdv_strings_begin(value, &strings);
    promise(is_expected(status, is_path || type == GDV_TYPE_PACKED_STRING_ARRAY), "strings are read as such");
    size_t n = 0;
    while (gdv_strings_next(&strings, &text)) {
        check_text_span(text, of);
        n += 1;
    }
    promise(text.size == 0 && text.bytes != NULL, "after the last string there is an empty one");
    promise(n == (status == GDV_OK ? gdv_count(value) : 0), "strings are as many as they are counted");

    promise(is_expected(gdv_to_node_path(value, &path), is_path), "a node path is read as one");
    size_t told = (size_t)path.names + path.subnames + (path.property ? 1u : 0u);
    promise(told == (is_path ? n : 0), "a path's names are as many as it says");
    promise(!path.old_form || (path.names == 1 && !path.absolute && !path.property), "an old path is one name");
}

static void check_element(const gdv_element *element, const reading *of)
{
    check_text_span(element->name, of);
    promise(element->kind <= GDV_ELEMENT_SCRIPT, "an element has a kind that exists");
    bool named = element->kind == GDV_ELEMENT_CLASS || element->kind == GDV_ELEMENT_SCRIPT;
    promise(named || element->name.size == 0, "only classes and scripts have names");
    promise(!named || element->type == GDV_TYPE_OBJECT, "classes and scripts are of objects");
    promise(element->kind != GDV_ELEMENT_ANY || element->type == GDV_TYPE_NIL, "any element has no type");
}

static void check_containers(gdv_value value, gdv_type type, const reading *of)
{
    gdv_element key;
    gdv_element element;
    memset(&key, 0xa5, sizeof key);
    memset(&element, 0xa5, sizeof element);
    bool pairs = type == GDV_TYPE_DICTIONARY;
    bool list = type == GDV_TYPE_ARRAY || type == GDV_TYPE_TYPED_ARRAY || type == GDV_TYPE_PACKED_TYPED_ARRAY;
    promise(is_expected(gdv_element_of(value, &key), pairs || list), "a container declares its elements");
    promise(is_expected(gdv_value_element_of(value, &element), pairs), "a dictionary declares its values");
    check_element(&key, of);
    check_element(&element, of);
    promise(pairs || list || key.kind == GDV_ELEMENT_ANY, "what is no container declares nothing");
    promise(pairs || element.kind == GDV_ELEMENT_ANY, "what is no dictionary declares no values");
    promise(!gdv_is_shared(value) || ((pairs || list) && gdv_dialect_family(of->dialect) == GDV_FAMILY_GODOT2),
            "only Godot 2 shares");
}

static void check_objects(gdv_value value, gdv_type type, const reading *of)
{
    gdv_text name = {NULL, 1};
    gdv_signal signal = {{NULL, 1}, 1};
    uint64_t id = 1;
    uint64_t rid = 1;
    gdv_status by_id = gdv_to_object_id(value, &id);
    gdv_status in_full = gdv_class_of(value, &name);
    bool object = type == GDV_TYPE_OBJECT;
    promise(object ? (by_id == GDV_OK) != (in_full == GDV_OK) : by_id != GDV_OK && in_full != GDV_OK,
            "an object is sent as an id or in full");
    promise((by_id == GDV_OK || by_id == GDV_E_WRONG_TYPE) && (in_full == GDV_OK || in_full == GDV_E_WRONG_TYPE),
            "what is no object is of another type");
    promise(gdv_is_object_id(value) == (by_id == GDV_OK) && (by_id == GDV_OK || id == 0), "an id is read as one");
    check_text_span(name, of);
    promise(in_full == GDV_OK || name.size == 0, "a class that was not read is empty");

    promise(is_expected(gdv_to_rid(value, &rid), type == GDV_TYPE_RID) && (type == GDV_TYPE_RID || rid == 0),
            "an RID is read as one");
    promise(rid == 0 || dialect_sends_rids(of->dialect), "only Godot 4 sends an id with an RID");
    promise(is_expected(gdv_to_signal(value, &signal), type == GDV_TYPE_SIGNAL), "a signal is read as one");
    check_text_span(signal.name, of);
    promise(type == GDV_TYPE_SIGNAL || (signal.name.size == 0 && signal.object == 0), "what is no signal is empty");
}

static void check_bytes(gdv_value value, gdv_type type, const reading *of)
{
    const uint8_t *bytes = of->bytes;
    size_t size = 1;
    gdv_image image;
    gdv_input_event event;
    memset(&image, 0xa5, sizeof image);
    memset(&event, 0xa5, sizeof event);

    promise(is_expected(gdv_to_bytes(value, &bytes, &size), type == GDV_TYPE_PACKED_BYTE_ARRAY),
            "bytes are read as such");
    if (type == GDV_TYPE_PACKED_BYTE_ARRAY) {
        check_span(bytes, size, of, "bytes lie in the packet");
        promise(size == gdv_count(value), "bytes are counted");
    } else {
        promise(bytes == NULL && size == 0, "bytes that were not read are none");
    }

    promise(is_expected(gdv_to_image(value, &image), type == GDV_TYPE_IMAGE), "an image is read as one");
    if (type == GDV_TYPE_IMAGE) {
        check_span(image.bytes, image.size, of, "an image lies in the packet");
        promise(image.format < 23, "an image has a format that exists");
    } else {
        promise(image.bytes == NULL && image.size == 0 && image.width == 0, "an image that was not read is none");
    }

    promise(is_expected(gdv_to_input_event(value, &event), type == GDV_TYPE_INPUT_EVENT), "an event is read as one");
    promise(event.type < 9 && event.words <= 2, "an event has a type that exists");
    promise(event.words > 1 || event.extra[1] == 0, "words that an event has not are zero");
    promise(event.words > 0 || event.extra[0] == 0, "words that an event has not are zero");
}

static bool counts(gdv_type type)
{
    return is_packed(type) || type == GDV_TYPE_STRING || type == GDV_TYPE_STRING_NAME || type == GDV_TYPE_NODE_PATH ||
           type == GDV_TYPE_OBJECT || type == GDV_TYPE_DICTIONARY || type == GDV_TYPE_ARRAY ||
           type == GDV_TYPE_TYPED_ARRAY || type == GDV_TYPE_PACKED_TYPED_ARRAY || type == GDV_TYPE_PACKED_BYTE_ARRAY ||
           type == GDV_TYPE_PACKED_STRING_ARRAY;
}

void check_getters(gdv_value value, reading *of)
{
    gdv_type type = gdv_type_of(value);
    promise(gdv_exists(value) && type < GDV_TYPE_COUNT, "a value exists, and has a type");
    promise(counts(type) || gdv_count(value) == 0, "what has nothing to count counts none");
    check_scalars(value, type);
    check_text(value, type, of);
    check_parts(value, type, of);
    check_strings(value, type, of);
    check_containers(value, type, of);
    check_objects(value, type, of);
    check_bytes(value, type, of);
}

/* ---- comparison ---- */

uint32_t next_point(const gdv_text *text, size_t *next)
{
    uint8_t lead = (uint8_t)text->bytes[*next];
    uint32_t length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : lead < 0xfc ? 5 : 6;
    uint32_t point = length == 1 ? lead : lead & (0x7fu >> length);
    *next += 1;
    for (uint32_t byte = 1; byte < length; byte += 1) {
        promise(*next < text->size, "a text ends with a whole character");
        point = point * 64 + ((uint8_t)text->bytes[*next] & 0x3fu);
        *next += 1;
    }
    return point;
}

static void check_same_text(gdv_text one, gdv_text other, bool any_spelling, const char *what)
{
    if (!any_spelling) {
        promise(one.size == other.size && (one.size == 0 || memcmp(one.bytes, other.bytes, one.size) == 0), what);
        return;
    }
    size_t in_one = 0;
    size_t in_other = 0;
    while (in_one < one.size && in_other < other.size) {
        promise(next_point(&one, &in_one) == next_point(&other, &in_other), what);
    }
    promise(in_one == one.size && in_other == other.size, what);
}

/* What a FLOAT is to the engine: a double, a quiet one where it was a signalling NaN in 32 bits. */
static uint64_t float_bits(gdv_value value)
{
    gdv_numbers parts;
    double number = 0.0;
    promise(gdv_to_numbers(value, &parts) == GDV_OK && gdv_copy_double(&parts, 0, &number, 1) == 1,
            "a float has a part");
    return bits_of(number);
}

static void check_same_parts(gdv_value one, gdv_value other)
{
    gdv_numbers first;
    gdv_numbers second;
    gdv_status status = gdv_to_numbers(one, &first);
    promise(gdv_to_numbers(other, &second) == status, "both are numbers, or neither");
    if (status != GDV_OK) {
        return;
    }
    size_t width = component_width(first.component);
    promise(first.component == second.component && first.elements == second.elements &&
                first.components == second.components,
            "rows of numbers have the same shape");
    promise(memcmp(first.bytes, second.bytes, first.elements * first.components * width) == 0,
            "rows of numbers have the same bits");
}

static void check_same_strings(gdv_value one, gdv_value other, bool any_spelling)
{
    gdv_strings first;
    gdv_strings second;
    gdv_text text_one;
    gdv_text text_other;
    gdv_node_path path_one;
    gdv_node_path path_other;
    promise(gdv_strings_begin(one, &first) == gdv_strings_begin(other, &second), "both have strings, or neither");
    bool more = gdv_strings_next(&first, &text_one);
    promise(gdv_strings_next(&second, &text_other) == more, "both have as many strings");
    promise(gdv_to_node_path(one, &path_one) == gdv_to_node_path(other, &path_other), "both are paths, or neither");
    promise(path_one.absolute == path_other.absolute && path_one.property == path_other.property &&
                path_one.old_form == path_other.old_form && path_one.names == path_other.names &&
                path_one.subnames == path_other.subnames,
            "paths have the same shape");
    while (more) {
        check_same_text(text_one, text_other, any_spelling && !path_one.old_form, "strings are the same");
        more = gdv_strings_next(&first, &text_one);
        promise(gdv_strings_next(&second, &text_other) == more, "both have as many strings");
    }
}

static void check_same_element(const gdv_element *one, const gdv_element *other, bool any_spelling)
{
    promise(one->kind == other->kind && one->type == other->type, "containers declare the same");
    check_same_text(one->name, other->name, any_spelling, "containers declare the same class");
}

static void check_same_compound(gdv_value one, gdv_value other, bool any_spelling)
{
    gdv_element element_one;
    gdv_element element_other;
    gdv_signal signal_one;
    gdv_signal signal_other;
    gdv_text name_one;
    gdv_text name_other;
    uint64_t id_one = 0;
    uint64_t id_other = 0;
    promise(gdv_element_of(one, &element_one) == gdv_element_of(other, &element_other), "both declare, or neither");
    check_same_element(&element_one, &element_other, any_spelling);
    promise(gdv_value_element_of(one, &element_one) == gdv_value_element_of(other, &element_other),
            "both declare values");
    check_same_element(&element_one, &element_other, any_spelling);
    promise(gdv_is_shared(one) == gdv_is_shared(other), "both are shared, or neither");
    promise(gdv_class_of(one, &name_one) == gdv_class_of(other, &name_other), "both have a class, or neither");
    check_same_text(name_one, name_other, any_spelling, "objects have the same class");
    promise(gdv_to_object_id(one, &id_one) == gdv_to_object_id(other, &id_other) && id_one == id_other, "object ids");
    promise(gdv_to_rid(one, &id_one) == gdv_to_rid(other, &id_other) && id_one == id_other, "RIDs");
    promise(gdv_to_signal(one, &signal_one) == gdv_to_signal(other, &signal_other), "both are signals, or neither");
    check_same_text(signal_one.name, signal_other.name, any_spelling, "signals have the same name");
    promise(signal_one.object == signal_other.object, "signals have the same object");
}

static void check_same_bytes(gdv_value one, gdv_value other)
{
    const uint8_t *bytes_one = NULL;
    const uint8_t *bytes_other = NULL;
    size_t size_one = 0;
    size_t size_other = 0;
    gdv_image image_one;
    gdv_image image_other;
    gdv_input_event event_one;
    gdv_input_event event_other;
    gdv_status status = gdv_to_bytes(one, &bytes_one, &size_one);
    promise(gdv_to_bytes(other, &bytes_other, &size_other) == status && size_one == size_other &&
                (size_one == 0 || memcmp(bytes_one, bytes_other, size_one) == 0),
            "bytes are the same");

    status = gdv_to_image(one, &image_one);
    promise(gdv_to_image(other, &image_other) == status && image_one.format == image_other.format &&
                image_one.mipmaps == image_other.mipmaps && image_one.width == image_other.width &&
                image_one.height == image_other.height && image_one.size == image_other.size &&
                (image_one.size == 0 || memcmp(image_one.bytes, image_other.bytes, image_one.size) == 0),
            "images are the same");

    status = gdv_to_input_event(one, &event_one);
    /* bits that are no modifier of a key event are ignored (section 5.10): shift, alt, meta, ctrl */
    uint32_t mask = event_one.type == 1 ? 0x1e000000u : UINT32_MAX;
    promise(gdv_to_input_event(other, &event_other) == status && event_one.type == event_other.type &&
                event_one.device == event_other.device && event_one.words == event_other.words &&
                (event_one.extra[0] & mask) == (event_other.extra[0] & mask) &&
                event_one.extra[1] == event_other.extra[1],
            "input events are the same");
}

bool check_kept(gdv_dialect dialect, gdv_role role, gdv_value given, gdv_value written)
{
    gdv_node_path path;
    gdv_text text = {NULL, 0};
    gdv_text kept = {NULL, 0};
    if (dialect_keeps_strings(dialect) && role == GDV_ROLE_KEY && gdv_type_of(given) == GDV_TYPE_STRING_NAME) {
        promise(gdv_type_of(written) == GDV_TYPE_STRING, "a name that is a key is written as a String");
        promise(gdv_to_text(given, &text) == GDV_OK && gdv_to_text(written, &kept) == GDV_OK, "both are texts");
        check_same_text(text, kept, false, "the String has the name's text");
        return true;
    }
    if (gdv_dialect_family(dialect) == GDV_FAMILY_GODOT2 && gdv_to_node_path(given, &path) == GDV_OK &&
        path.names == 0) {
        promise(gdv_type_of(written) == GDV_TYPE_NODE_PATH && gdv_count(written) == 0,
                "a path without names is written as the empty path");
        return true;
    }
    return false;
}

void check_same(gdv_value one, gdv_value other, bool any_spelling)
{
    gdv_type type = gdv_type_of(one);
    gdv_text text_one;
    gdv_text text_other;
    promise(gdv_type_of(other) == type, "values have the same type");
    gdv_status status = gdv_to_text(one, &text_one);
    promise(gdv_to_text(other, &text_other) == status, "both are texts, or neither");
    promise((status == GDV_OK && any_spelling) || gdv_count(one) == gdv_count(other), "values count the same");
    check_same_text(text_one, text_other, any_spelling, "texts are the same");
    promise(gdv_bool_or(one, false) == gdv_bool_or(other, false), "bools are the same");
    if (type == GDV_TYPE_FLOAT) {
        promise(float_bits(one) == float_bits(other), "floats have the same bits");
    } else if (type == GDV_TYPE_INT) {
        promise(gdv_int_or(one, INT64_MIN, INT64_MAX, 0) == gdv_int_or(other, INT64_MIN, INT64_MAX, 0),
                "ints are the same");
    } else {
        check_same_parts(one, other);
    }
    check_same_strings(one, other, any_spelling);
    check_same_compound(one, other, any_spelling);
    check_same_bytes(one, other);
}

/* Goes through a text that is to be JSON without a blank; returns the brackets that are open at its end. Those that are
 * open are kept as bits, as many as there are characters. */
static size_t open_brackets(const char *text, char *open)
{
    size_t depth = 0;
    bool quoted = false;
    for (size_t at = 0; text[at] != '\0'; at += 1) {
        char here = text[at];
        promise((unsigned char)here >= ' ', "no control character is in JSON");
        if (quoted) {
            at += here == '\\' ? 1 : 0;
            quoted = here != '"';
        } else if (here == '{' || here == '[') {
            open[depth] = here == '{' ? '}' : ']';
            depth += 1;
        } else if (here == '}' || here == ']') {
            promise(depth > 0 && open[depth - 1] == here, "each bracket closes its own");
            depth -= 1;
        } else {
            quoted = here == '"';
        }
    }
    promise(!quoted, "each string closes");
    return depth;
}

void check_json(gdv_value value)
{
    uint64_t length = 0;
    uint64_t again = 0;
    promise(gdv_to_json(value, NULL, 0, &length) == GDV_OK && length > 0, "a value can be measured as JSON");
    char *text = fresh(NULL, (size_t)length + 1);
    char *open = fresh(NULL, (size_t)length);
    promise(gdv_to_json(value, text, (size_t)length, &again) == GDV_E_NO_SPACE, "a character less is too few");
    promise(gdv_to_json(value, text, (size_t)length + 1, &again) == GDV_OK, "what was measured is enough");
    promise(again == length && strlen(text) == length, "JSON is as long as was measured");
    promise(text[0] == '{' && open_brackets(text, open) == 0, "all brackets close");
    free(open);
    free(text);
}
