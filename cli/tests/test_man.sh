#!/bin/sh
# SPDX-License-Identifier: MIT
# The man page: well-formed, and as complete as the command's own lists.
set -eu
. cli/tests/cases.sh

page=cli/gdv.1
status_h=lib/include/gdv/status.h

page_has() {
    grep -Eq -e "$1" "$page" || fault "the page lacks: $1"
}

claim mandoc_has_nothing_to_warn_of
got=0
mandoc -T lint -W warning "$page" >"$work/out" 2>"$work/err" || got=$?
status 0
out ''
err ''

claim it_can_be_read_in_80_columns
got=0
mandoc -T ascii -O width=78 "$page" 2>"$work/err" | sed 's/.\x08//g' >"$work/out" || got=$?
status 0
[ "$(wc -l <"$work/out")" -gt 200 ] || fault "too short to be complete"
wide=$(awk 'length > 80' "$work/out")
[ -z "$wide" ] || fault "wider than 80 columns: $wide"

claim it_has_the_verbs_that_the_help_lists
# shellcheck disable=SC2086 # words
printf '%s\n' $verbs help | sort >"$work/verbs"
sed -n '/^\.Sh DESCRIPTION/,/^\.Sh OPTIONS/s/^\.It Cm \([a-z]*\).*/\1/p' "$page" | sort -u >"$work/out"
out "$(cat "$work/verbs")"
[ "$(wc -l <"$work/verbs")" -ge 7 ] || fault "no verbs in the help"

claim every_option_is_there
for verb in $verbs; do
    run "$verb" --help
    sed -n 's/^  --\([a-z0-9-]*\) .*/\1/p' "$work/out"
done | sort -u >"$work/options"
[ "$(wc -l <"$work/options")" -ge 20 ] || fault "no options in the help"
while read -r option; do
    page_has "^\.It Fl ..$option( |\$)"
done <"$work/options"
page_has '^\.Fl ..version'

claim every_dialect_is_there_with_its_alias
run types
tail -n +2 "$work/out" >"$work/dialects"
[ "$(wc -l <"$work/dialects")" -eq 9 ] || fault "not nine dialects"
while read -r dialect alias _; do
    [ "$alias" != - ] || alias='.&'
    page_has "^\.It $dialect Ta $alias Ta [GP]"
done <"$work/dialects"

# permissions_of FILE LIST: names and sentences, from the lists that the library is made of.
permissions_of() {
    python3 - "$@" <<'END'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
text = text[text.index("#define " + sys.argv[2]):]
text = re.sub(r'"\s*\\\n\s*"', "", text[:text.index("\n\n")])
for name, sentence in re.findall(r'X\(\w+, \d+, "([a-z0-9-]+)",\s*\\?\s*"([^"]*)"\)', text):
    print(name, sentence)
END
}
{
    permissions_of lib/include/gdv/policy.h GDV_PERMIT_LIST
    permissions_of lib/include/gdv/message.h GDV_PERMIT_MP_LIST
} >"$work/permits"
# Sentences are broken into lines in the help and on the page.
tr '\n' ' ' <"$page" >"$work/flat"

claim every_permission_is_there_with_its_sentence
[ "$(wc -l <"$work/permits")" -ge 22 ] || fault "not 22 permissions in the headers"
while read -r bit sentence; do
    grep -Fq -e ".It Cm $bit ${sentence%% (EB-*}" "$work/flat" || fault "the page lacks: $bit $sentence"
done <"$work/permits"
for group in text all; do
    page_has "^\.It Cm $group\$"
done

claim every_permission_is_in_the_help_of_verbs_that_read_messages
for verb in check dump get canon encode stats probe; do
    run help $verb
    tr -s '\n ' '  ' <"$work/out" >"$work/flat"
    while read -r bit sentence; do
        grep -Fq -e " $bit $sentence " "$work/flat" || fault "the help of $verb lacks: $bit $sentence"
    done <"$work/permits"
done

claim other_verbs_have_the_permissions_of_values_alone
for verb in diff schema; do
    run help $verb
    out_has '^  nonfinite '
    out_lacks '^  mp-'
done

claim every_code_is_there_with_its_sentence
python3 - "$status_h" >"$work/codes" <<'END'
import re, sys
text = open(sys.argv[1]).read()
text = text[text.index("#define GDV_STATUS_LIST"):text.index("typedef enum gdv_status")]
text = re.sub(r'"\s*\\\n\s*"', "", text)
for name, number, sentence in re.findall(r'X\((\w+), (\d+), "([^"]*)"\)', text):
    if 0 < int(number) < 120 or int(number) >= 140:
        print(name, sentence)
END
[ "$(wc -l <"$work/codes")" -ge 40 ] || fault "no codes in $status_h"
# Sentences are broken into lines there.
tr '\n' ' ' <"$page" >"$work/flat"
while read -r code sentence; do
    grep -Fq -e ".It Cm $code $sentence " "$work/flat" || fault "the page lacks: $code $sentence"
done <"$work/codes"

claim the_limits_are_those_of_the_help
run help check
sed -n '/^Limits of strict/,/^$/p' "$work/out" | grep -o '[0-9]\{2,\}' >"$work/numbers"
[ "$(wc -l <"$work/numbers")" -ge 6 ] || fault "no limits in the help"
while read -r number; do
    page_has "$number"
done <"$work/numbers"

finish
