# SPDX-License-Identifier: MIT
"""How our own C is compiled, whatever else the build adds (optimisation, sanitizers).

Warnings are not in here: .bazelrc has them, so that they are errors in this workspace and nowhere else.
"""

GDV_COPTS = ["-std=c11"]
