#!/bin/bash -eu
# SPDX-License-Identifier: MIT
# The service runs a copy of this in $SRC; the build itself is the project's, and the same as OSS-Fuzz's.
exec bash "$SRC/gdv/fuzz/build.sh"
