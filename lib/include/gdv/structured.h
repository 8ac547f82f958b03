/* SPDX-License-Identifier: MIT */
/* What else a value can say of itself: the shape of a node path, the declared types of a container, the class of an
 * object, a signal, and the images and input events of Godot 2. Each getter returns GDV_OK, GDV_E_MISSING,
 * GDV_E_WRONG_TYPE, or GDV_E_BAD_ARGUMENT for a NULL output; on failure the output is all zero, its texts empty.
 * Constant time: some read a header again. Wire reference: sections 5.3-5.5, 5.8-5.10. */
#ifndef GDV_STRUCTURED_H
#define GDV_STRUCTURED_H

#include "value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A node path's shape; its names are read by gdv_strings_begin (numbers.h): names first, then sub-names, then (Godot 2)
 * the property. A path of the old form (Godot 2, 3.0) is one name of the whole text, which is not taken apart. */
typedef struct gdv_node_path {
    bool absolute;
    bool property; /* the last of the strings is a property; Godot 2 alone */
    bool old_form;
    uint32_t names;
    uint32_t subnames;
} gdv_node_path;

GDV_API GDV_NODISCARD gdv_status gdv_to_node_path(gdv_value value, gdv_node_path *out);

/* What a typed container declares of its elements, or a dictionary of its keys or values. */
typedef enum gdv_element_kind {
    GDV_ELEMENT_ANY,   /* not typed */
    GDV_ELEMENT_TYPE,  /* `type`; for Pandemonium's arrays of objects sent as ids, GDV_TYPE_OBJECT */
    GDV_ELEMENT_CLASS, /* objects of the class `name` */
    GDV_ELEMENT_SCRIPT /* objects with the script at the path `name` */
} gdv_element_kind;

typedef struct gdv_element {
    gdv_element_kind kind;
    gdv_type type; /* GDV_TYPE_NIL for GDV_ELEMENT_ANY, GDV_TYPE_OBJECT for a class or script */
    gdv_text name;
} gdv_element;

/* Of an array's elements or a dictionary's keys. */
GDV_API GDV_NODISCARD gdv_status gdv_element_of(gdv_value value, gdv_element *out);

/* Of a dictionary's values. */
GDV_API GDV_NODISCARD gdv_status gdv_value_element_of(gdv_value value, gdv_element *out);

/* Whether an array or dictionary of Godot 2 is marked as shared; false for all else. */
GDV_API bool gdv_is_shared(gdv_value value);

/* The class of an object sent in full; GDV_E_WRONG_TYPE for one sent as an id; an empty text for null. */
GDV_API GDV_NODISCARD gdv_status gdv_class_of(gdv_value value, gdv_text *out);

/* Whether an object is sent as an id: then gdv_to_object_id reads it. */
GDV_API bool gdv_is_object_id(gdv_value value);

/* Godot 4: a signal's name and the id of its object. */
typedef struct gdv_signal {
    gdv_text name;
    uint64_t object;
} gdv_signal;

GDV_API GDV_NODISCARD gdv_status gdv_to_signal(gdv_value value, gdv_signal *out);

/* Godot 2: an image. */
typedef struct gdv_image {
    uint32_t format; /* 0 to 22 */
    uint32_t mipmaps;
    uint32_t width; /* pixels, 1 to 16384 where there is data */
    uint32_t height;
    const uint8_t *bytes; /* not NULL, even where there are none */
    size_t size;
} gdv_image;

GDV_API GDV_NODISCARD gdv_status gdv_to_image(gdv_value value, gdv_image *out);

/* Godot 2: an input event. What the words mean depends on the type (section 5.10). */
typedef struct gdv_input_event {
    uint32_t type; /* 0 to 8 */
    uint32_t device;
    uint32_t words;    /* 0 to 2 */
    uint32_t extra[2]; /* key: modifiers, scancode; button: index; motion of a joystick: axis, bits of a float */
} gdv_input_event;

GDV_API GDV_NODISCARD gdv_status gdv_to_input_event(gdv_value value, gdv_input_event *out);

#ifdef __cplusplus
}
#endif

#endif
