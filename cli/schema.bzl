# SPDX-License-Identifier: MIT
"""Schemas as C: gdv_schema_library(name, schema, dialect).

    load("@gdv//cli:schema.bzl", "gdv_schema_library")
    gdv_schema_library(name = "game", schema = "game.gdvs", dialect = "godot4")
    cc_binary(name = "server", srcs = ["server.c"], deps = [":game"])

and in server.c, in a package at the folder net: #include "net/game.h". docs/schema.md, "Structs in C", says what it holds.
"""

load("@rules_cc//cc:defs.bzl", "cc_library")

def gdv_schema_library(name, schema, dialect, includes = [], prefix = "", **kwargs):
    """The library that gdv schema --c makes of a schema, with the headers of gdv.

    Args:
      name: of the library; of its header and source, with .h and .c
      schema: the file
      dialect: as --dialect has it
      includes: files that the schema includes; they lie below its folder
      prefix: as --prefix has it
      **kwargs: of cc_library
    """
    command = [
        "$(location %s)" % Label("//cli:gdv"),
        "schema --c",
        "--dialect",
        dialect,
        "--out $(@D)/" + name,
    ]
    if prefix:
        command += ["--prefix", prefix]
    native.genrule(
        name = name + "_source",
        srcs = [schema] + includes,
        outs = [
            name + ".c",
            name + ".h",
        ],
        cmd = " ".join(command + ["$(location %s)" % schema]),
        message = "Compiling the schema",
        tools = [Label("//cli:gdv")],
        visibility = ["//visibility:private"],
    )
    cc_library(
        name = name,
        srcs = [name + ".c"],
        hdrs = [name + ".h"],
        linkstatic = kwargs.pop("linkstatic", True),
        deps = kwargs.pop("deps", []) + [Label("//lib:gdv")],
        **kwargs
    )
