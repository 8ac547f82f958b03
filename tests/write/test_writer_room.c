/* SPDX-License-Identifier: MIT */
/* Claims about when the writer finds that there is no room: not before a part that still fits, and before it looks at
 * parts that cannot. What each limit comes to is test_writer_limits.c's. Promises 1 and 4. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/support/calls.h"

/* A name that ends where the packet must is written: it is the value after it that there is no room for. */
Test(writer_room, name_that_just_fits_is_written)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_OBJECT);
    gdv_writer *writer = malloc(sizeof *writer);
    uint8_t buffer[64];
    gdv_report report;
    report.struct_size = sizeof report;
    policy.max_bytes = 24;
    cr_assert_not_null(writer);
    cr_assert_eq(gdv_writer_init(writer, buffer, sizeof buffer, GDV_DIALECT_GODOT3, &policy), GDV_OK);
    cr_expect_eq(calls_make(writer, "object=A prop=name"), GDV_OK);
    cr_expect_eq(gdv_write_nil(writer), GDV_E_LIMIT_BYTES);
    cr_assert_eq(gdv_writer_report(writer, &report), GDV_OK);
    cr_expect_eq(report.type, GDV_TYPE_NIL);
    cr_expect_eq(report.offset, 24);
    free(writer);
}

/* Each text takes four bytes at least: ten of them after what stands before them. Of more than there is room for none is
 * looked at, as these, which are no UTF-8, would show. */
Test(writer_room, texts_that_there_is_no_room_for_are_not_looked_at)
{
    gdv_writer *writer = malloc(sizeof *writer);
    enum { TEXTS = 10 };
    gdv_text texts[TEXTS];
    cr_assert_not_null(writer);
    for (size_t index = 0; index < TEXTS; index += 1) {
        texts[index] = (gdv_text){"\xff", 1};
    }
    for (uint32_t bytes = 0; bytes <= 16 + 40; bytes += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        uint8_t buffer[64];
        policy.max_bytes = bytes;
        cr_assert_eq(gdv_writer_init(writer, buffer, sizeof buffer, GDV_DIALECT_GODOT3, &policy), GDV_OK);
        gdv_status status = gdv_write_strings(writer, texts, TEXTS);
        cr_expect(bytes >= 8 + 40 || status == GDV_E_LIMIT_BYTES, "strings in %u: %s", bytes, gdv_status_name(status));
        cr_assert_eq(gdv_writer_init(writer, buffer, sizeof buffer, GDV_DIALECT_GODOT3, &policy), GDV_OK);
        status = gdv_write_node_path(writer, true, texts, TEXTS, NULL, 0, NULL);
        cr_expect(bytes >= 16 + 40 || status == GDV_E_LIMIT_BYTES, "names in %u: %s", bytes, gdv_status_name(status));
    }
    free(writer);
}
