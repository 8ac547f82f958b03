/* SPDX-License-Identifier: MIT */
/* Prints the dictionary of //fuzz:schema: the words of the notation and the names of the types. */
#include <stdio.h>

#include <gdv/gdv.h>

int main(void)
{
    static const char *const words[] = {"packet p = ",
                                        "type A = ",
                                        "limits max_depth = 4",
                                        "max_bytes = ",
                                        "max_values = ",
                                        "max_elements = ",
                                        "max_string = ",
                                        "include ",
                                        "script A at \\\"M/:peer\\\"\\x0a",
                                        "rpc func f(a: ",
                                        "rpc var v: ",
                                        " any_peer",
                                        " rpc_config",
                                        "Variant",
                                        "number",
                                        "true",
                                        "false",
                                        "null",
                                        " of ",
                                        "PI/2",
                                        "TAU",
                                        "INF",
                                        "ascii",
                                        "printable",
                                        "chars",
                                        "identifier",
                                        "nonfinite",
                                        " | ",
                                        "...",
                                        "..",
                                        "?: ",
                                        "{ t: \\\"a\\\", ",
                                        "[1, ",
                                        "Array[",
                                        "Dictionary[",
                                        "\\\\u0041",
                                        "0x7f",
                                        "1e30",
                                        "-0.5"};
    for (size_t index = 0; index < sizeof words / sizeof words[0]; index += 1) {
        printf("\"%s\"\n", words[index]);
    }
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        printf("\"%s\"\n", gdv_type_name((gdv_type)type));
    }
    return 0;
}
