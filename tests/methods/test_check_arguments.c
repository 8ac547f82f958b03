/* SPDX-License-Identifier: MIT */
/* Arguments of a call against its parameters, by the function that gdv_message_check asks, which itself refuses a call of too
 * many before it asks. */
#include <criterion/criterion.h>
#include <string.h>

#include "lib/schema/checking.h"
#include "tests/support/calls.h"
#include "tests/support/schema_text.h"

enum { MOST_ARGUMENTS = 3 };

/* The method "a" has two parameters, after which stands that of "b", a String. */
static const char methods[] = "script Main at \"Main\"\n"
                              "rpc func a(one: int, two: int) any_peer\n"
                              "rpc func b(text: String) any_peer\n";

/* What "a" says of so many arguments, each the one that is written so, but for the last. */
static gdv_status said_of(size_t count, const char *argument, const char *last)
{
    const gdv_dialect dialect = GDV_DIALECT_GODOT4_4;
    schema_text made = schema_from_text(methods, dialect);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    uint8_t bytes[64];
    size_t size = 0;
    for (size_t index = 0; index < count; index += 1) {
        written one = written_by(dialect, NULL, index + 1 == count ? last : argument);
        cr_assert_eq(one.code, GDV_OK);
        cr_assert_leq(size + one.made.size, sizeof bytes);
        memcpy(bytes + size, one.made.bytes, one.made.size);
        size += one.made.size;
        packet_free(&one.made);
    }
    gdv_node nodes[MOST_ARGUMENTS + 2];
    size_t values = 0;
    gdv_match match = {.struct_size = sizeof match};
    cr_assert_eq(gdv_document_parse_values(&match.document, bytes, size, dialect, NULL, count, nodes,
                                           sizeof nodes / sizeof nodes[0], &values, NULL),
                 GDV_OK);
    cr_assert_eq(values, count);
    gdv_checking check;
    gdv_checking_set(&check, &made.schema, &match.document);
    const gdv_status status =
        gdv_check_arguments(&check, gdv_schema_method_of(&made.schema, 0, (gdv_text){"a", 1}), &match);
    schema_free(&made);
    return status;
}

Test(check_arguments, each_argument_is_held_to_the_parameter_of_its_place)
{
    cr_expect_eq(said_of(1, "int=1", "int=1"), GDV_OK);
    cr_expect_eq(said_of(2, "int=1", "int=2"), GDV_OK);
    cr_expect_eq(said_of(1, "int=1", "str=x"), GDV_E_WRONG_TYPE);
    cr_expect_eq(said_of(2, "int=1", "str=x"), GDV_E_WRONG_TYPE);
}

Test(check_arguments, what_follows_the_last_parameter_is_held_to_none)
{
    cr_expect_eq(said_of(MOST_ARGUMENTS, "int=1", "int=3"), GDV_OK);
    cr_expect_eq(said_of(MOST_ARGUMENTS, "int=1", "str=x"), GDV_OK);
}
