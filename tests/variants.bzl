# SPDX-License-Identifier: MIT
"""The library with some of its files changed, for tests that the library as it ships cannot be used for."""

load("@rules_cc//cc:defs.bzl", "cc_library")

def _library_files_impl(ctx):
    files = [file for file in ctx.files.srcs if file.extension == "c"]
    left_out = ["lib/" + name for name in ctx.attr.leave_out]
    for path in left_out:
        if path not in [file.short_path for file in files]:
            fail("there is no such file: " + path)
    return [DefaultInfo(files = depset([file for file in files if file.short_path not in left_out]))]

_library_files = rule(
    implementation = _library_files_impl,
    attrs = {
        "leave_out": attr.string_list(),
        "srcs": attr.label_list(default = ["//lib:sources"], allow_files = True),
    },
    doc = "The C files of lib/, but for those named in `leave_out`.",
)

def variant(name, changed, changing = False):
    """A library like //lib:gdv, for tests only. What is changed is always linked, and comes before //lib:gdv: of that a linker
    takes no file whose names are all known by then.

    Args:
      name: of the library.
      changed: {file of lib/, as keys/digest.c: the label of what is compiled in its place}.
      changing: whether it calls gdv_before_read before each read of packet bytes (changing.h): whoever links it defines
        that, and may write to the packet. Then all of the library is compiled anew.
    """
    if changing:
        _library_files(
            name = name + "_sources",
            testonly = True,
            leave_out = changed.keys(),
            tags = ["manual"],
        )
    cc_library(
        name = name,
        testonly = True,
        srcs = ([name + "_sources"] if changing else []) + changed.values(),
        # As lib/BUILD; and what is changed lies elsewhere than the headers beside its original.
        copts = [
            "-std=c11",
            "-fvisibility=hidden",
            "-ffunction-sections",
            "-fdata-sections",
        ] + ["-iquotelib/" + room for room in sorted({file.split("/")[0]: None for file in changed})] +
                (["-include", "tests/support/changing.h"] if changing else []),
        linkstatic = True,
        local_defines = ["GDV_BUILDING"],
        tags = ["manual"],
        textual_hdrs = ["//tests:support/changing.h"] if changing else [],
        deps = ["//lib:internals"] + ([] if changing else ["//lib:gdv"]),
        alwayslink = True,
    )

def edited(name, src, command):
    """A file of lib/ as sed leaves it. Fails the build where sed changes nothing, so that no test is taken for another.

    Args:
      name: of the file that is made.
      src: the file of lib/.
      command: of sed.
    """
    native.genrule(
        name = name.replace("/", "_").replace(".", "_"),
        testonly = True,
        srcs = ["//lib:" + src],
        outs = [name],
        cmd = "sed '%s' $< >$@; ! cmp -s $< $@" % command,
        tags = ["manual"],
    )

def variants():
    """All of them but those with a planted bug, which are fuzz/planted.bzl's."""

    # Digests of one bit, so that nothing but comparing contents tells keys apart that were made to collide: chance alone
    # would not bring anyone there. For :test_keys_weak.
    edited(
        name = "weak/keys/digest.c",
        src = "keys/digest.c",
        command = "s/return (uint32_t)(all & 0xffffffffu);/return (uint32_t)(all \\& 1u);/",
    )
    variant(
        name = "gdv_weak",
        changed = {"keys/digest.c": ":weak/keys/digest.c"},
    )

    # Counts how often it compares two keys, how many values it reads again, how many words it digests, how far its last
    # sort moves entries, and how many nodes lookups pass. For :test_keys_work and :test_lookup_work, which ask whether
    # they count.
    edited(
        name = "counting/keys/digest.c",
        src = "keys/digest.c",
        command = """s/^#include "digest.h"/&\\nuint64_t gdv_digested;/
            s/^    digest->lanes\\[3\\] ^= word;/    gdv_digested += 1;\\n&/""",
    )
    edited(
        name = "counting/keys/key_entries.c",
        src = "keys/key_entries.c",
        command = """s/^#include "key_entries.h"/&\\nuint64_t gdv_moves;/
            s/^            hole -= 1;/            gdv_moves += 1;\\n&/""",
    )
    edited(
        name = "counting/keys/key_compare.c",
        src = "keys/key_compare.c",
        command = """s/^#include "key_compare.h"/&\\nuint32_t gdv_comparisons;/
            s/^    const gdv_wire_row \\*row_one = /    gdv_comparisons += 1;\\n&/""",
    )
    edited(
        name = "counting/read/lookup.c",
        src = "read/lookup.c",
        command = """s/^#include "lookup.h"/&\\nuint64_t gdv_passed;/
            s/gdv_node_after(/(uint32_t)((gdv_passed += 1) * 0) + &/""",
    )
    edited(
        name = "counting/keys/key_normalize.c",
        src = "keys/key_normalize.c",
        command = """s/^#include "key_normalize.h"/&\\nuint32_t gdv_rereads;/
            s/^    if (gdv_left(&again->in) < 4) {/    gdv_rereads += 1;\\n&/""",
    )
    variant(
        name = "gdv_counting",
        changed = {
            "keys/digest.c": ":counting/keys/digest.c",
            "keys/key_entries.c": ":counting/keys/key_entries.c",
            "keys/key_compare.c": ":counting/keys/key_compare.c",
            "read/lookup.c": ":counting/read/lookup.c",
            "keys/key_normalize.c": ":counting/keys/key_normalize.c",
        },
    )
