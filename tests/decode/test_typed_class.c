/* SPDX-License-Identifier: MIT */
/* Claims about the class that a typed container of Godot 4.3 and later names (wire reference, 5.5): an engine that may
 * not decode objects makes it EncodedObjectAsID whatever it says, so that another name is misread. Which name it is
 * depends on the text that the engine sees, each letter of it: after a byte order mark, up to a NUL, without its
 * padding. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/support.h"

#define IDS GDV_PERMIT_OBJECT_ID
#define BOM GDV_PERMIT_TEXT_BOM
#define NUL GDV_PERMIT_TEXT_NUL

static const char engines_own[] = "EncodedObjectAsID";

/* An empty array of kind 2, its class name of `size` bytes after its length, its padding of the byte given. */
static verdict of_class(const char *name, size_t size, uint8_t padding, uint32_t permit)
{
    builder made = {NULL, 0, 0};
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, permit);
    put_u32(&made, id_of(GDV_DIALECT_GODOT4_3, GDV_TYPE_ARRAY) | 0x20000u);
    put_u32(&made, (uint32_t)size);
    put_bytes(&made, name, size);
    while (made.size % 4 != 0) {
        put_bytes(&made, &padding, 1);
    }
    put_u32(&made, 0);
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT4_3, &policy);
    builder_free(&made);
    return said;
}

static void misread(const char *name, size_t size, uint32_t permit)
{
    verdict said = of_class(name, size, 0, permit);
    cr_assert_eq(said.code, GDV_E_ENGINE_MISREADS, "\"%.*s\": %s", (int)size, name, gdv_status_name(said.code));
    cr_assert_eq(said.report.misread, GDV_MISREAD_CLASS_IGNORED, "\"%.*s\"", (int)size, name);
    cr_assert_eq(said.report.offset, 4, "\"%.*s\"", (int)size, name);
}

Test(godot4_class, each_letter_of_the_engines_own_counts)
{
    const size_t size = sizeof engines_own - 1;
    char name[sizeof engines_own];
    memcpy(name, engines_own, sizeof name);
    cr_assert_eq(of_class(name, size, 0, IDS).code, GDV_OK);
    for (size_t at = 0; at < size; at += 1) {
        name[at] = '.';
        misread(name, size, IDS);
        name[at] = engines_own[at];
    }
    for (size_t shorter = 0; shorter < size; shorter += 1) {
        misread(name, shorter, IDS);
    }
}

static const struct spelling {
    const char *name;
    const char *text;
    size_t size;
    uint8_t padding;
    uint32_t permit;
    gdv_status code;      /* with leave for ids alone */
    gdv_status permitted; /* with `permit` besides */
} key_encodings[] = {
    {"byte order mark",
     "\xef\xbb\xbf"
     "EncodedObjectAsID",
     20, 0, BOM, GDV_E_TEXT_BOM, GDV_OK},
    {"two marks, of which engines drop one",
     "\xef\xbb\xbf\xef\xbb\xbf"
     "EncodedObjectAsID",
     23, 0, BOM, GDV_E_TEXT_BOM, GDV_E_ENGINE_MISREADS},
    {"NUL and more", "EncodedObjectAsID\0s", 19, 0, NUL, GDV_E_TEXT_NUL, GDV_OK},
    {"NUL in the middle", "Encoded\0bjectAsID", 17, 0, NUL, GDV_E_TEXT_NUL, GDV_E_ENGINE_MISREADS},
    {"NUL first", "\0EncodedObjectAsID", 18, 0, NUL, GDV_E_TEXT_NUL, GDV_E_ENGINE_MISREADS},
    {"padding of letters", engines_own, 17, 's', GDV_PERMIT_PADDING, GDV_E_PADDING, GDV_OK},
};

Test(godot4_class, is_what_the_engine_makes_of_the_text)
{
    for (size_t index = 0; index < sizeof key_encodings / sizeof key_encodings[0]; index += 1) {
        const struct spelling *row = &key_encodings[index];
        verdict said = of_class(row->text, row->size, row->padding, IDS);
        verdict permitted = of_class(row->text, row->size, row->padding, IDS | row->permit);
        cr_assert_eq(said.code, row->code, "%s: %s", row->name, gdv_status_name(said.code));
        cr_assert_eq(permitted.code, row->permitted, "%s: %s", row->name, gdv_status_name(permitted.code));
        cr_assert(row->permitted == GDV_OK || permitted.report.misread == GDV_MISREAD_CLASS_IGNORED, "%s", row->name);
    }
}
