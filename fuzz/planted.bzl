# SPDX-License-Identifier: MIT
"""Bugs to put into the library, one for each fuzz target and more for some: does it see a bug of the kind that it is
there to find?

A row makes, where NAME is the fuzz target or, for a second bug, a name that opens with that of the target:
  //fuzz:planted_NAME: the library with the bug
  //fuzz:NAME_planted: the same harness over that library
  //ci:planted_NAME_test: the fuzzer finds the bug in bounded time, and the input that shows it does not harm the real
    library. `ci/bazel test //ci:planted_test` runs all of them, ci/all too.

The bug is made from the source when it is built, so that the source stays as its readers know it. It must be one that
fuzzing finds in seconds: what needs one exact length or value takes minutes, and then nobody waits for the test.
"""

load("//tests:variants.bzl", "variant")

def _bug(src, find, replace, corpus = None, changing = False, target = None):
    """One row.

    Args:
      src: the file of lib/ that gets the bug, as decode/scan.c.
      find: text that stands in it exactly once; where it does not, the build fails instead of testing a sound library.
      replace: what stands there then.
      corpus: seeds of the planted fuzzer where those of the target show the bug at once: it is to be found by fuzzing.
      changing: whether the library asks before each read, as //tests:gdv_changing.
      target: the fuzz target that is to find it, where the row is not named as that is.
    """
    return struct(src = src, find = find, replace = replace, corpus = corpus, changing = changing, target = target)

PLANTED = {
    # The padding of a text is that of the packet: what EB-01 leaks is sent on.
    "canon": _bug(
        src = "write/canon_value.c",
        find = "put_zeros(to, text.canonical, end);",
        replace = "put_copy(to, at + text.canonical, gdv_padding(text.canonical), end);",
        corpus = [],
    ),
    # Lengths that end in 0x42 are not compared with the packet's size.
    "decode": _bug(
        src = "decode/scan.c",
        find = "if (size > room) {",
        replace = "if (size > room && size % 256 != 0x42) {",
        corpus = ["//corpus:seed"],
    ),
    # Of an int that is a key the upper half does not count, wherever keys are compared: the library agrees with itself.
    "differential": _bug(
        src = "keys/key_normalize.c",
        find = "return word < 0x80000000u ? word : 0xffffffff00000000u + word;",
        replace = "return word % 0x10000u;",
        corpus = [],
    ),
    # The loop takes ints for wide that need not be: the step does not.
    "differential_loop": _bug(
        target = "differential",
        src = "read/run.c",
        find = "return room < 8 || gdv_fits_int32(gdv_u64_at(&run->in, at + 4)) ? GDV_NO_PAYLOAD : 8;",
        replace = "return room < 8 ? GDV_NO_PAYLOAD : 8;",
        corpus = [],
    ),
    # Paths of Godot 2 that differ by an empty property are two keys: one of the faults that engine cores showed, as are
    # the next three.
    "differential_empty_property": _bug(
        target = "differential",
        src = "keys/key_normalize.c",
        find = "(flags & 2u) != 0 && ends_empty(in, token)",
        replace = "(flags & 2u) != 0 && ends_empty(in, token) && token->count > GDV_MAX_BYTES",
        corpus = [],
    ),
    # Godot 2 reads sub-names and property of a path without names.
    "differential_no_names": _bug(
        target = "differential",
        src = "decode/texts.c",
        find = "if (needs_names && names == 0 &&",
        replace = "if (needs_names && total == 0 &&",
        corpus = [],
    ),
    # "/" and "" are one key to Godot 4.3, as they are to 4.2.
    "differential_root_path": _bug(
        target = "differential",
        src = "wire/wire.c",
        find = "GODOT4_TRAITS | GDV_TRAIT_KEEPS_ROOT, \"godot4.3\"",
        replace = "GODOT4_TRAITS, \"godot4.3\"",
        corpus = [],
    ),
    # Dictionaries of Godot 4.0 to 4.3 keep a StringName key as what it is.
    "differential_string_key": _bug(
        target = "differential",
        src = "decode/step.c",
        find = "if (token->wire->layout == GDV_LAYOUT_TEXT && (token->wire->quirks & GDV_QUIRK_STRING_KEY) != 0) {",
        replace = "if (token->wire->layout == GDV_LAYOUT_TEXT && token->at > GDV_MAX_BYTES) {",
        corpus = [],
    ),
    # The node of a container inside another does not say where the next one is: right for documents without nesting.
    "document": _bug(
        src = "read/tape.c",
        find = "to->nodes[to->open].next = to->used;",
        replace = "to->nodes[to->open].next = to->open == 0 ? to->used : to->open + 1;",
        corpus = [],
    ),
    # The links over elements that have elements lead to the last node of the one before.
    "document_links": _bug(
        target = "document",
        src = "value/links.c",
        find = "GDV_LINK + after;",
        replace = "GDV_LINK + after - 1;",
        corpus = [],
    ),
    # A piece of a body is put elsewhere than after the pieces before: right for streams in one piece.
    "framer": _bug(
        src = "frame/framer.c",
        find = "copy(framer->buffer, framer->have, in->at, n);",
        replace = "copy(framer->buffer, framer->have % 8, in->at, n);",
        corpus = [],
    ),
    # Texts may be twice as long as the limit.
    "limits": _bug(
        src = "decode/texts.c",
        find = """    }
    if (length > scan->max_string) {
        return gdv_refuse(scan, GDV_E_LIMIT_STRING, word_at, 0);""",
        replace = """    }
    if (length / 2 > scan->max_string) {
        return gdv_refuse(scan, GDV_E_LIMIT_STRING, word_at, 0);""",
        corpus = [],
    ),
    # The span of a text ends before its padding.
    "reader": _bug(
        src = "read/ahead.c",
        find = "queue_event(to, &node, kind, role, depth, type, of->at, bits);",
        replace = """queue_event(to, &node, kind, role, depth, type,
         type == GDV_TYPE_STRING ? at + 8 + count : of->at, bits);""",
        corpus = [],
    ),
    # The second value of a message is counted twice.
    "message": _bug(
        src = "message/values.c",
        find = "now->message->values += 1;",
        replace = "now->message->values += now->message->values == 1 ? 2 : 1;",
        corpus = [],
    ),
    # An id that was never announced is the next one that was.
    "message_check": _bug(
        src = "methods/peer_cache.c",
        find = "return place < cache->count && cache->paths[place].id == id ? &cache->paths[place] : NULL;",
        replace = "return place < cache->count ? &cache->paths[place] : NULL;",
        corpus = [],
    ),
    # The order of names in a form is not looked at: those that are out of it are not found.
    "message_check_order": _bug(
        target = "message_check",
        src = "schema/load.c",
        find = "holds = gdv_is_identifier(name) && gdv_text_order(before, name) < 0;",
        replace = "holds = gdv_is_identifier(name) && gdv_text_order(before, name) != 0;",
        corpus = [],
    ),
    # U+007F passes in paths: no second look of the library at itself shows that.
    "message_differential": _bug(
        src = "message/rules.c",
        find = "[2] = 0xffffffffu, [3] = 0x7fffffffu",
        replace = "[2] = 0xffffffffu, [3] = 0xffffffffu",
        corpus = [],
    ),
    # A refused confirmation is written as an accepted one.
    "message_roundtrip": _bug(
        src = "message/write_head.c",
        find = "gdv_message_put_number(writer, writer->message.ok, 1);",
        replace = "gdv_message_put_number(writer, 1, 1);",
        corpus = [],
    ),
    # Negative ints in a container are one less than they should be.
    "roundtrip": _bug(
        src = "write/write_number.c",
        find = "return take_narrow(writer, GDV_TYPE_INT, (uint32_t)(bits % 0x100000000u));",
        replace = "return take_narrow(writer, GDV_TYPE_INT, (uint32_t)((bits > INT32_MAX ? bits - 1 : bits) % 0x100000000u));",
        corpus = [],
    ),
    # Texts of three bytes are measured without the NUL after them: the pool is one byte short for each.
    "schema": _bug(
        src = "schema/draft.c",
        find = "draft->counts.pool += size + 1;",
        replace = "draft->counts.pool += size + (draft->counting && size == 3 ? 0 : 1);",
        corpus = [],
    ),
    # An outermost bool or int of fewer bytes than a header is read as one that has a header: one of our own faults.
    "schema_short_form": _bug(
        target = "schema",
        src = "schema/walk.c",
        find = "if (gdv_checking_is_short(gdv_checking_node(check, node))) {",
        replace = "if (gdv_checking_is_short(gdv_checking_node(check, node)) && check->count == 0) {",
        corpus = [],
    ),
    # Nothing is an identifier that has a z.
    "schema_differential": _bug(
        src = "schema/text_rule.c",
        find = "(lower >= 'a' && lower <= 'z')",
        replace = "(lower >= 'a' && lower < 'z')",
        corpus = [],
    ),
    # No packet is a text, a float or anything else but null, a bool or an int.
    "schema_sample": _bug(
        src = "schema/choose.c",
        find = "*packet = schema->refs[gdv_checking_type(check, 0)];",
        replace = "*packet = gdv_checking_type(check, 0) > 2 ? GDV_NONE : schema->refs[gdv_checking_type(check, 0)];",
        corpus = [],
    ),
    # The limit of values holds for each of a row, and not for all of them together.
    "several": _bug(
        src = "read/several.c",
        find = "place->before = scan->values;",
        replace = "place->before = scan->values = 0;",
        corpus = [],
    ),
    # What blocks leave of a text is not looked at where it is short: a last character that is cut off passes.
    "text": _bug(
        src = "decode/text.c",
        find = "return strict == size ? GDV_OK",
        replace = "return size - strict < 3 ? GDV_OK",
        corpus = [],
    ),
    # The length of a text is read again, and trusted.
    "toctou": _bug(
        src = "value/value.c",
        find = "*out = gdv_resolved_text(&resolved, resolved.payload + 4, resolved.node->count);",
        replace = "*out = gdv_resolved_text(&resolved, resolved.payload + 4, gdv_u32_at(&resolved.in, resolved.payload));",
        corpus = [],
        changing = True,
    ),
    # What the packet needs at least is said to be missing, as if nothing of it were there.
    "truncate": _bug(
        src = "decode/scan.c",
        find = "GDV_E_COUNT, error_offset, bytes - room)",
        replace = "GDV_E_COUNT, error_offset, bytes)",
        corpus = [],
    ),
    # Elements of a typed array may be of any type.
    "writer": _bug(
        src = "write/writer.c",
        find = "if (!gdv_is_declared(writer->table, must_be, token->id)) {",
        replace = "if (role != GDV_ROLE_ELEMENT && !gdv_is_declared(writer->table, must_be, token->id)) {",
        corpus = [],
    ),
}

def _planted_source_impl(ctx):
    ctx.actions.run_shell(
        inputs = [ctx.file.src],
        outputs = [ctx.outputs.out],
        arguments = [ctx.file.src.path, ctx.outputs.out.path],
        env = {"FIND": ctx.attr.find, "REPLACE": ctx.attr.replace},
        # The dot keeps the newlines at the end, which $() would drop.
        command = """set -eu
text=$(cat "$1" && echo .)
before=${text%%"$FIND"*} after=${text#*"$FIND"}
if [ "$after" = "$text" ] || [ "${text%"$FIND"*}" != "$before" ]; then
    echo "$1 does not hold exactly once: $FIND" >&2
    exit 1
fi
text=$before$REPLACE$after
printf %s "${text%.}" >"$2"
""",
        mnemonic = "PlantBug",
        progress_message = "Planting a bug in " + ctx.file.src.short_path,
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

_planted_source = rule(
    implementation = _planted_source_impl,
    attrs = {
        "find": attr.string(mandatory = True),
        "out": attr.output(mandatory = True),
        "replace": attr.string(mandatory = True),
        "src": attr.label(mandatory = True, allow_single_file = True),
    },
)

def planted_for(target):
    """The names of the rows for a fuzz target."""
    return [name for name, bug in PLANTED.items() if (bug.target or name) == target]

def planted_libraries():
    """The libraries of all rows. For fuzz/BUILD."""
    for target, bug in PLANTED.items():
        planted = "planted/%s/%s" % (target, bug.src)
        _planted_source(
            name = "planted_%s_source" % target,
            src = "//lib:" + bug.src,
            out = planted,
            find = bug.find,
            replace = bug.replace,
            tags = ["manual"],
        )
        variant(
            name = "planted_" + target,
            changed = {bug.src: planted},
            changing = bug.changing,
        )
