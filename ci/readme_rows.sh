# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by tests that run what the table "Use it from" of README.md says, as it is printed there.

rows_of_readme() { # rows_of_readme: the first column, a line for each row
    awk -F ' *[|] *' '/^## / { inside = $0 == "## Use it from" }
        inside && /^[|]/ && ++n > 2 { print $2 }' README.md
}

# The commands of a cell stand in backquotes, one after the other.
printed() { # printed ROW once|build: a line for each; fails without any
    awk -F ' *[|] *' -v row="$1" -v column="$2" '
        /^## / { inside = $0 == "## Use it from" }
        inside && /^[|]/ && $2 == row {
            n = split(column == "once" ? $3 : $4, part, "`")
            for (i = 2; i <= n; i += 2) { print part[i]; found = 1 }
        }
        END { exit !found }' README.md
}
