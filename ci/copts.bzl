# SPDX-License-Identifier: MIT
"""How our own C is compiled, whatever else the build adds (optimisation, sanitizers)."""

# Only warnings that both clang and gcc know: ci/all builds with each.
GDV_COPTS = [
    "-std=c11",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wshadow",
    "-Wcast-qual",
    "-Wcast-align",
    "-Wstrict-prototypes",
    "-Wmissing-prototypes",
    "-Wvla",
    "-Wundef",
    "-Werror",
]

# The library: what is not marked for export stays inside, and unused functions cost a static link nothing.
GDV_LIB_COPTS = GDV_COPTS + [
    "-fvisibility=hidden",
    "-ffunction-sections",
    "-fdata-sections",
]
