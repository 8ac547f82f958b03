# SPDX-License-Identifier: MIT
"""The library with some of its files changed, for tests that the library as it ships cannot be used for."""

load("@rules_cc//cc:defs.bzl", "cc_library")

def _library_files_impl(ctx):
    files = [file for file in ctx.files.srcs if file.extension == ctx.attr.extension]
    names = [file.basename for file in files]
    for left_out in ctx.attr.leave_out:
        if left_out not in names:
            fail("lib/ has no such file: " + left_out)
    return [DefaultInfo(files = depset([file for file in files if file.basename not in ctx.attr.leave_out]))]

_library_files = rule(
    implementation = _library_files_impl,
    attrs = {
        "extension": attr.string(mandatory = True),
        "leave_out": attr.string_list(),
        "srcs": attr.label_list(default = ["//lib:sources"], allow_files = True),
    },
    doc = "The files of lib/ that end in `extension`, but for those named in `leave_out`.",
)

def variant(name, changed, changing = False):
    """A library like //lib:gdv, for tests only.

    Args:
      name: of the library.
      changed: {file of lib/: the label of what is compiled in its place}.
      changing: whether it calls gdv_before_read before each read of packet bytes (changing.h): whoever links it defines
        that, and may write to the packet.
    """
    _library_files(
        name = name + "_sources",
        testonly = True,
        extension = "c",
        leave_out = changed.keys(),
        tags = ["manual"],
    )
    _library_files(
        name = name + "_headers",
        testonly = True,
        extension = "h",
        tags = ["manual"],
    )
    cc_library(
        name = name,
        testonly = True,
        srcs = [name + "_sources"] + changed.values(),
        hdrs = [name + "_headers"],
        # As lib/BUILD; and what is changed lies elsewhere than the headers beside its original.
        copts = [
            "-std=c11",
            "-fvisibility=hidden",
            "-ffunction-sections",
            "-fdata-sections",
            "-iquotelib",
        ] + (["-include", "tests/changing.h"] if changing else []),
        linkstatic = True,
        tags = ["manual"],
        textual_hdrs = ["//tests:changing.h"] if changing else [],
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
        name = "weak/digest.c",
        src = "digest.c",
        command = "s/return (uint32_t)(all & 0xffffffffu);/return (uint32_t)(all \\& 1u);/",
    )
    variant(
        name = "gdv_weak",
        changed = {"digest.c": ":weak/digest.c"},
    )

    # Counts how often it compares two keys, how many values it reads again, how many words it digests, how far its last
    # sort moves entries, and how many nodes lookups pass. For :test_keys_work and :test_lookup_work, which ask whether
    # they count.
    edited(
        name = "counting/digest.c",
        src = "digest.c",
        command = """s/^#include "text.h"/&\\nuint64_t gdv_digested;/
            s/^    digest->lanes\\[3\\] ^= word;/    gdv_digested += 1;\\n&/""",
    )
    edited(
        name = "counting/entries.c",
        src = "entries.c",
        command = """s/^#include "entries.h"/&\\nuint64_t gdv_moves;/
            s/^            hole -= 1;/            gdv_moves += 1;\\n&/""",
    )
    edited(
        name = "counting/equal.c",
        src = "equal.c",
        command = """s/^#include "text.h"/&\\nuint32_t gdv_comparisons;/
            s/^    const gdv_wire \\*row_one = /    gdv_comparisons += 1;\\n&/""",
    )
    edited(
        name = "counting/lookup.c",
        src = "lookup.c",
        command = """s/^#include "lookup.h"/&\\nuint64_t gdv_passed;/
            s/gdv_node_after(/(uint32_t)((gdv_passed += 1) * 0) + &/""",
    )
    edited(
        name = "counting/normal.c",
        src = "normal.c",
        command = """s/^#include "value.h"/&\\nuint32_t gdv_rereads;/
            s/^    if (gdv_left(&again->in) < 4) {/    gdv_rereads += 1;\\n&/""",
    )
    variant(
        name = "gdv_counting",
        changed = {
            "digest.c": ":counting/digest.c",
            "entries.c": ":counting/entries.c",
            "equal.c": ":counting/equal.c",
            "lookup.c": ":counting/lookup.c",
            "normal.c": ":counting/normal.c",
        },
    )
