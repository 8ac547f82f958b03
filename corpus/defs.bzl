# SPDX-License-Identifier: MIT
"""Packets as one directory artifact instead of thousands of runfiles, which every test would have to link anew."""

def _corpus_dir_impl(ctx):
    out = ctx.actions.declare_directory(ctx.label.name)
    prefix = "%s/%s/" % (ctx.label.package, ctx.label.name)
    names = []
    for file in ctx.files.srcs:
        if not file.short_path.startswith(prefix):
            fail("%s is not below %s" % (file.short_path, prefix))
        names.append(file.short_path[len(prefix):])
    args = ctx.actions.args()
    args.add_all(names)
    args.set_param_file_format("multiline")
    args.use_param_file("%s", use_always = True)
    ctx.actions.run_shell(
        outputs = [out],
        inputs = ctx.files.srcs,
        # An empty list is a legal corpus; cp without operands is an error.
        command = """set -eu
list=$PWD/$1 out=$PWD/$2
[ -s "$list" ] || exit 0
cd "$3"
xargs -d '\\n' -a "$list" cp --parents -L -t "$out"
""",
        arguments = [args, out.path, prefix],
        mnemonic = "CorpusDir",
        progress_message = "Collecting %s" % prefix,
        execution_requirements = {"no-sandbox": "1"},
    )
    return [DefaultInfo(files = depset([out]), runfiles = ctx.runfiles([out]))]

corpus_dir = rule(
    implementation = _corpus_dir_impl,
    attrs = {"srcs": attr.label_list(allow_files = True)},
    doc = "The files below the folder called `name`, in runfiles under the very path they have in the checkout.",
)
