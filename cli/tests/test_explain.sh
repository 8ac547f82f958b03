#!/bin/sh
# SPDX-License-Identifier: MIT
# explain: that it knows every code, permission, limit, misreading and engine bug, says of each what the library and the
# reference say, and that what it says of permissions is so.
set -eu
. cli/tests/cases.sh

# --- all of them, by the lists that the library is made of

# so EXPRESSION: Python, true of `all`, what the library's headers and the reference list: kind -> {name: (number, text)};
# and of `rows`, the objects that explain prints without a word.
so() {
    run explain --jsonl
    status 0
    python3 - "$work/out" "$1" 2>"$work/python" <<'END' || fault "not so: $1 $(tail -n 1 "$work/python")"
import json, re, sys
def rows_of(path, name, pattern):
    text = open(path, encoding="utf-8").read()
    text = text[text.index("#define " + name):]
    text = text[:text.index("\n\n")]
    return re.findall(pattern, re.sub(r'"\s*\\\n\s*"', "", text))
status, policy = "lib/include/gdv/status.h", "lib/include/gdv/policy.h"
codes = {n: (int(k), s) for n, k, s in rows_of(status, "GDV_STATUS_LIST", r'X\((\w+), (\d+),\s*\\?\s*"([^"]*)"\)')}
misreads = {n: s for n, s in rows_of(status, "GDV_MISREAD_LIST", r'X\((\w+),\s*\\?\s*"([^"]*)"\)') if n != "NONE"}
permits = {}
for path, name in (policy, "GDV_PERMIT_LIST"), ("lib/include/gdv/message.h", "GDV_PERMIT_MP_LIST"):
    permits.update(rows_of(path, name, r'X\(\w+, \d+, "([a-z0-9-]+)",\s*\\?\s*"([^"]*)"\)'))
bugs = [[cell.strip().replace("**", "") for cell in line.strip()[1:-1].split("|")]
        for line in open("docs/wire-format.md", encoding="utf-8") if line.startswith("| EB-")]
sections = {(name, section) for name in ("wire-format", "multiplayer-format")
            for section in re.findall(r"^#+ ([0-9.]+?)\.? ", open("docs/%s.md" % name, encoding="utf-8").read(), re.M)}
ranges = {}
for first, last, text in re.findall(r"^ \* +(\d+) *\.\. +(\d+) +(.*)$", open(status).read(), re.M):
    ranges.update({number: text for number in range(int(first), int(last) + 1)})
rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
def kind(name):
    return [row for row in rows if row["kind"] == name]
sys.exit(0 if eval("(" + sys.argv[2] + ")") else 1)
END
}

claim every_code_has_its_number_and_sentence
so 'len(codes) >= 50 and {r["name"]: (r["number"], r["text"]) for r in kind("code")} == codes'

claim every_code_has_the_meaning_of_its_range
so 'len(ranges) > 100 and all(r["range"] == ranges[r["number"]] for r in kind("code") if r["number"] > 0)'

claim every_code_says_whose_fault_and_what_to_do
so 'all(r["fault"] and r["action"] for r in kind("code"))'

claim every_permission_is_there_with_its_text_and_risk
so 'len(permits) >= 22 and [(r["name"], r["text"]) for r in kind("permission")][:len(permits)] == list(permits.items())'
so '[r["name"] for r in kind("permission")][len(permits):] == ["text", "all"] and all(r["risk"] for r in kind("permission"))'

claim every_misreading_is_there_with_its_sentence
so 'len(misreads) >= 18 and {r["name"]: r["text"] for r in kind("misreading")} == misreads'

claim every_engine_bug_is_what_the_reference_says
so 'len(bugs) >= 39 and [[r["name"], r["engines"], r["where"], r["text"], r["evidence"], r["action"]]
    for r in kind("engine bug")] == bugs'

claim a_bug_has_the_misreadings_that_name_it
so 'all(set((r["misreading"] or "").split(", ")) - {""} == {n for n, s in misreads.items() if r["name"] in s}
    for r in kind("engine bug"))'

claim every_limit_has_a_code_and_what_the_policies_have
so '[(r["name"], r["limit"], r["strict"], r["engine"]) for r in kind("limit")] == [
    ("max-bytes", "--max-bytes N", "8388608", "2147483647"), ("max-depth", "--max-depth N", "32", "1024"),
    ("max-values", "--max-values N", "1048576", "4294967295"),
    ("max-elements", "--max-elements N", "8388608", "4294967295"), ("max-string", "--max-string N", "1048576", "4294967295")]'
so 'all(r["code"] and r["risk"] for r in kind("limit")) and all(
    (r["limit"] is not None) == (80 <= r["number"] <= 99) for r in kind("code"))'

claim every_section_that_is_named_exists
so 'len([1 for r in rows if r["see"]]) > 90 and all(re.fullmatch(r"docs/(.*).md, section (.*)", r["see"]).groups() in sections
    for r in rows if r["see"])'

claim every_bug_that_advice_names_exists
so '{n for r in rows if r["kind"] != "engine bug" for v in r.values() for n in re.findall("EB-[0-9]+", str(v))} <= {b[0] for b in bugs}'

claim every_verb_and_option_that_advice_names_exists
so '{w for r in rows if r["kind"] != "engine bug" for w in re.findall(r"gdv ([a-z]+)", str(r["action"]))} <=
    {"canon", "check", "dump", "probe", "schema", "stats", "types", "explain"}'

claim all_have_one_shape
run explain --jsonl
json 'len({tuple(k) for k in keys}) == 1'

# --- what is said of permissions is so: each code goes away by its permission, and by no other

claim a_permission_lets_its_code_pass_and_no_other_does
python3 - "$GDV" >"$work/out" 2>"$work/err" <<'END' || fault "$(tail -n 1 "$work/err")"
import glob, json, os, subprocess, sys
gdv = sys.argv[1]
def run(*words):
    done = subprocess.run([gdv, *words], capture_output=True)
    return [json.loads(line) for line in done.stdout.splitlines()]
permits = {r["name"]: r["permission"].split()[1] for r in run("explain", "--jsonl")
           if r["kind"] == "code" and r["permission"] and not r["name"].startswith("MP_")} # those: test_messages.sh
misreads = {r["text"]: r["permission"] for r in run("explain", "--jsonl") if r["kind"] == "misreading"}
seen, wrong = set(), []
for folder in sorted(glob.glob("corpus/malformed/*/")):
    dialect = os.path.basename(os.path.dirname(folder))
    rows = run("check", "--dialect", dialect, "--jsonl", *sorted(glob.glob(folder + "*.bin")))
    for code in sorted({r["code"] for r in rows} & set(permits)):
        these = [r for r in rows if r["code"] == code][:8 if code == "ENGINE_MISREADS" else 3]
        files = [r["file"] for r in these]
        one = run("check", "--dialect", dialect, "--jsonl", "--permit", permits[code], *files)
        # an array of objects passes by `object` as well
        forbidden = permits[code] + ",engine-span" + ",object" * (code == "OBJECT_ID")
        rest = run("check", "--dialect", dialect, "--jsonl", "--permit", "all", "--forbid", forbidden, *files)
        for before, with_it, without in zip(these, one, rest, strict=True):
            seen.add(code)
            if code == "ENGINE_MISREADS" and misreads[before["message"]] is None:
                if with_it["code"] != code: # refused whatever is permitted
                    wrong.append((before["file"], code, with_it["code"]))
            elif (with_it["code"], with_it["offset"]) == (code, before["offset"]) or without["code"] != code:
                wrong.append((before["file"], code, with_it["code"], without["code"]))
print(wrong, file=sys.stderr)
print(sorted(set(permits) - seen), "have no packet", file=sys.stderr)
sys.exit(1 if wrong or set(permits) != seen else 0)
END

# --- how a word may be written

title() { # title LINE WORDS..: the first line of what is printed
    expected=$1
    shift
    run explain "$@"
    status 0
    err ''
    [ "$(head -n 1 "$work/out")" = "$expected" ] || fault "not: $expected"
}

claim words_of_codes
for word in BAD_UTF8 bad_utf8 21 GDV_E_BAD_UTF8 gdv_e_bad_utf8 bad-utf8; do
    title 'BAD_UTF8 (code 21): string is not UTF-8' "$word"
done

claim words_of_bugs
for word in EB-08 eb-8 EB8 Eb08; do
    title 'EB-08 (engine bug): strips one leading BOM, stops at NUL' "$word"
done

claim words_of_permissions
for word in text-nul GDV_PERMIT_TEXT_NUL; do
    title 'text-nul (permission): NUL in text, where engines cut it' "$word"
done

claim words_of_limits
title 'max-depth (limit): of nesting; the outermost value has 0' max-depth
title 'max-depth (limit): of nesting; the outermost value has 0' -- --max-depth

claim words_of_misreadings
for word in PACKED_REAL GDV_MISREAD_PACKED_REAL packed_real; do
    title 'PACKED_REAL (misreading): Pandemonium narrows this number to 32 bits (EB-17)' "$word"
done

claim case_tells_apart_and_otherwise_both_are_explained
run explain OBJECT
[ "$(grep -c '^[a-zA-Z]' "$work/out")" -eq 1 ] || fault "not one"
out_has '^OBJECT \(code 72\)'
run explain object
[ "$(grep -c '^[a-zA-Z]' "$work/out")" -eq 1 ] || fault "not one"
out_has '^object \(permission\)'
run explain Object
[ "$(grep -c '^[a-zA-Z]' "$work/out")" -eq 2 ] || fault "not two"

claim several_words_one_after_another
run explain BAD_UTF8 EB-08
status 0
[ "$(grep -c '^[A-Z]' "$work/out")" -eq 2 ] || fault "not two"
grep -q '^$' "$work/out" || fault "no line between them"

claim the_text_says_all
run explain WIDTH
out_has '^  means   refused by the policy: the engine reads it, perhaps as something else$'
out_has '^  fault   the sender'
out_has '^  do      '
out_has '^  permit  --permit wide$'
out_has '^  see     docs/wire-format.md, section 6.1$'

claim lines_are_at_most_80_columns
for words in '' "$("$GDV" explain --jsonl | sed 's/.*"name":"\([^"]*\)".*/\1/' | tr '\n' ' ')"; do
    # shellcheck disable=SC2086 # words
    run explain $words
    status 0
    python3 -c 'import sys; sys.exit(any(len(line) > 81 for line in open(sys.argv[1], encoding="utf-8")))' "$work/out" ||
        fault "wider than 80 columns"
done

claim the_list_has_every_word_once
run explain
for word in $("$GDV" explain --jsonl | sed 's/.*"name":"\([^"]*\)".*/\1/'); do
    [ "$(grep -c -e "^  $word  *[^ ]" "$work/out")" -ge 1 ] || fault "not in the list: $word"
done

# --- words that are none

while IFS='|' read -r word message; do
    claim "unknown_$word"
    run explain "$word"
    one_line_of_usage "$message"
done <<'END'
BAD_UTF9|^gdv explain: unknown word 'BAD_UTF9': did you mean BAD_UTF8\? \(gdv explain lists all\)$
bad_uft8|did you mean BAD_UTF8\?
utf8|did you mean BAD_UTF8, TEXT_UTF8, MP_PATH_UTF8, MP_NAME_UTF8, text-utf8\?
xyzzy|^gdv explain: unknown word 'xyzzy' \(gdv explain lists all\)$
EB-99|^gdv explain: unknown word 'EB-99'
EB-|^gdv explain: unknown word 'EB-': did you mean EB-01, 
19|^gdv explain: unknown word '19'
NONE|^gdv explain: unknown word 'NONE'
|^gdv explain: unknown word ''
END

claim known_words_are_explained_beside_an_unknown_one
run explain BAD_UTF8 xyzzy
status 2
out_has '^BAD_UTF8'
err_has "^gdv explain: unknown word 'xyzzy'"

claim a_full_disk_is_noticed
got=0
"$GDV" explain >/dev/full 2>"$work/err" || got=$?
status 2
err 'gdv explain: cannot write to standard output: No space left on device'

finish
