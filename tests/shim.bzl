# SPDX-License-Identifier: MIT
"""The type of the build setting //tests:shim, so that it needs no skylib."""

def _bool_setting_impl(_ctx):
    return []

bool_setting = rule(
    implementation = _bool_setting_impl,
    build_setting = config.bool(flag = True),
)
