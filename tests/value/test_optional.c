/* SPDX-License-Identifier: MIT */
/* Where a value begins, and the getters of values that may be left out: of a missing value the fallback, of any other
 * what the getter without a fallback says. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/support/corpus.h"
#include "tests/support/parsed.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ---- offsets ---- */

/* Those of a reader's events, which are the library's other account of where each value lies. */
Test(value_offset, of_every_value_is_that_of_its_event)
{
    size_t values = 0;
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_OBJECT);
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            parsed made;
            parsed_from(&made, each.bytes.bytes, each.bytes.size, (gdv_dialect)dialect, &policy);
            reading *from = reading_of(&each.bytes, each.bytes.size, (gdv_dialect)dialect, &policy);
            gdv_event event = {.kind = GDV_EVENT_VALUE};
            gdv_value value = {&made.document, 0};
            while (made.code == GDV_OK && gdv_reader_next(&from->reader, &event) == GDV_OK &&
                   event.kind != GDV_EVENT_DONE) {
                if (event.kind != GDV_EVENT_END) {
                    cr_expect_eq(gdv_value_offset(value), event.offset, "%s: node %u", each.name, value.index);
                    cr_expect_eq(gdv_value_offset(event.value), event.offset, "%s: node %u", each.name, value.index);
                    value.index += 1;
                    values += 1;
                }
            }
            reading_free(from);
            parsed_free(&made);
        }
    }
    cr_assert_gt(values, 1000, "%zu values", values);
}

Test(value_offset, of_a_missing_value_is_0)
{
    cr_expect_eq(gdv_value_offset(gdv_missing()), 0);
}

/* ---- what may be left out ---- */

/* {"b": true, "i": 5, "f": 0.5, "t": "Ann", "n": null} of Godot 4 */
static const char some[] = "1b000000 05000000"
                           "04000000 01000000 62000000 01000000 01000000"
                           "04000000 01000000 69000000 02000000 05000000"
                           "04000000 01000000 66000000 03000000 0000003f"
                           "04000000 01000000 74000000 04000000 03000000 416e6e00"
                           "04000000 01000000 6e000000 00000000";

Test(optional, that_is_there_is_what_the_getter_says)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", some);
    bool truth = false;
    int64_t number = 7;
    double real = 7.0;
    gdv_text text = {NULL, 7};
    cr_expect_eq(gdv_optional_bool(gdv_get(root, "b"), false, &truth), GDV_OK);
    cr_expect(truth);
    cr_expect_eq(gdv_optional_int(gdv_get(root, "i"), 0, 5, -1, &number), GDV_OK);
    cr_expect_eq(number, 5);
    cr_expect_eq(gdv_optional_double(gdv_get(root, "f"), 0.0, 1.0, -1.0, &real), GDV_OK);
    cr_expect(same_double(real, 0.5));
    cr_expect_eq(gdv_optional_number(gdv_get(root, "i"), 0.0, 9.0, -1.0, &real), GDV_OK);
    cr_expect(same_double(real, 5.0));
    cr_expect_eq(gdv_optional_text(gdv_get(root, "t"), "nobody", &text), GDV_OK);
    cr_expect(same_text(text, "Ann"));
    parsed_free(&made);
}

Test(optional, that_is_missing_is_the_fallback)
{
    gdv_value none = gdv_missing();
    bool truth = false;
    int64_t number = 7;
    double real = 7.0;
    gdv_text text = {NULL, 7};
    cr_expect_eq(gdv_optional_bool(none, true, &truth), GDV_OK);
    cr_expect(truth);
    cr_expect_eq(gdv_optional_int(none, 0, 5, -1, &number), GDV_OK);
    cr_expect_eq(number, -1, "it may be out of the range");
    cr_expect_eq(gdv_optional_double(none, 0.0, 1.0, -1.0, &real), GDV_OK);
    cr_expect(same_double(real, -1.0));
    cr_expect_eq(gdv_optional_number(none, 0.0, 1.0, INFINITY, &real), GDV_OK);
    cr_expect(same_double(real, (double)INFINITY));
    cr_expect_eq(gdv_optional_text(none, "nobody", &text), GDV_OK);
    cr_expect(same_text(text, "nobody"));
    cr_expect_eq(gdv_optional_text(none, NULL, &text), GDV_OK);
    cr_expect(same_text(text, "") && text.bytes != NULL);
}

/* What gdv_int_or and its like would take for a value that is not there. */
Test(optional, that_is_wrong_is_refused_and_the_output_zero)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", some);
    static const char *const keys[] = {"b", "i", "f", "t", "n"};
    for (size_t index = 0; index < COUNT_OF(keys); index += 1) {
        gdv_value value = gdv_get(root, keys[index]);
        const char key = keys[index][0];
        bool truth = true;
        int64_t number = 7;
        double real = 7.0;
        gdv_text text = {NULL, 7};
        if (key != 'b') {
            cr_expect_eq(gdv_optional_bool(value, true, &truth), GDV_E_WRONG_TYPE, "%c", key);
            cr_expect(!truth, "%c", key);
        }
        cr_expect_eq(gdv_optional_int(value, 6, 9, 8, &number), key == 'i' ? GDV_E_OUT_OF_RANGE : GDV_E_WRONG_TYPE,
                     "%c", key);
        cr_expect_eq(number, 0, "%c", key);
        cr_expect_eq(gdv_optional_double(value, 6.0, 9.0, 8.0, &real),
                     key == 'f' ? GDV_E_OUT_OF_RANGE : GDV_E_WRONG_TYPE, "%c", key);
        cr_expect(same_double(real, 0.0), "%c", key);
        real = 7.0;
        cr_expect_eq(gdv_optional_number(value, 6.0, 9.0, 8.0, &real),
                     key == 'f' || key == 'i' ? GDV_E_OUT_OF_RANGE : GDV_E_WRONG_TYPE, "%c", key);
        cr_expect(same_double(real, 0.0), "%c", key);
        if (key != 't') {
            cr_expect_eq(gdv_optional_text(value, "nobody", &text), GDV_E_WRONG_TYPE, "%c", key);
            cr_expect(same_text(text, ""), "%c", key);
        }
    }
    parsed_free(&made);
}

Test(optional, needs_a_place_to_go_to)
{
    cr_expect_eq(gdv_optional_bool(gdv_missing(), true, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_optional_int(gdv_missing(), 0, 9, 5, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_optional_double(gdv_missing(), 0.0, 9.0, 5.0, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_optional_number(gdv_missing(), 0.0, 9.0, 5.0, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_optional_text(gdv_missing(), "nobody", NULL), GDV_E_BAD_ARGUMENT);
}
