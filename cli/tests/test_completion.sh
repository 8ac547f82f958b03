#!/bin/sh
# SPDX-License-Identifier: MIT
# Completion in bash, zsh and fish: real shells are asked what they offer after a line, and all of it comes from the
# command's own help. A row that stands here is true of each of the three.
set -eu
. cli/tests/cases.sh

scripts=$PWD/cli/completion
shells="bash zsh fish"
mkdir -p "$work/bin" "$work/files" "$work/config" "$work/zsh"
ln -s "$GDV" "$work/bin/gdv"
PATH=$work/bin:$PATH
export PATH XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/config" XDG_CACHE_HOME="$work/config" HOME="$work/config"
: >"$work/files/packet.bin"
there=$PWD

# Words as bash has them: '=' is one of its own, and what follows the last space is being typed.
offers_of_bash() {
    # shellcheck disable=SC2016 # for that bash
    bash --norc -c '
        . "$1"
        line=${2//=/ = } COMP_WORDS=()
        read -r -a COMP_WORDS <<<"$line"
        [[ $2 != *" " ]] || COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _gdv gdv
        [ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}"
    ' bash "$scripts/gdv.bash" "$1"
}
offers_of_zsh() {
    zsh -f "$there/cli/tests/completed.zsh" "$scripts" "$work/zsh" "$1"
}
offers_of_fish() {
    fish --no-config -c "source '$scripts/gdv.fish'; complete -C '$1'" | cut -f 1
}

# offers SHELL LINE: what it offers, sorted, one a line. "--format=hex" and "hex" replace different words and are one offer.
offers() {
    (cd "$work/files" && "offers_of_$1" "$2" 2>"$work/err") | sed 's/^--[a-z-]*=//' | sort -u >"$work/out"
    err ''
}

# In each shell LINE gives exactly these WORDS.
all_offer() { # all_offer LINE [WORD..]
    line=$1
    shift
    printf '%s\n' "$@" | sed '/^$/d' | sort -u >"$work/wanted"
    for shell in $shells; do
        offers "$shell" "$line"
        diff "$work/wanted" "$work/out" >"$work/diff" || fault "$shell, '$line': $(cat "$work/diff")"
    done
}

for shell in $shells; do
    command -v "$shell" >/dev/null || skip "$shell is missing"
done

claim each_script_is_one_that_its_shell_reads
got=0
bash -n "$scripts/gdv.bash" 2>"$work/err" && zsh -n "$scripts/_gdv" 2>>"$work/err" &&
    fish --no-execute "$scripts/gdv.fish" 2>>"$work/err" || got=$?
status 0
err ''

claim a_verb_is_completed
all_offer 'gdv ch' check
all_offer 'gdv help ch' check

claim after_gdv_come_the_verbs_of_its_help
# shellcheck disable=SC2086 # words
all_offer 'gdv help ' $verbs help
for shell in bash fish; do
    offers "$shell" 'gdv --'
    out "$(printf '%s\n' --help --version)"
done

claim an_option_is_completed
all_offer 'gdv check --dia' --dialect
all_offer 'gdv dump --no-such-option'

claim each_verb_has_the_options_of_its_help
for verb in $verbs; do
    # shellcheck disable=SC2046 # words
    all_offer "gdv $verb --" $("$GDV" "$verb" --help | sed -n 's/^  \(--[a-z0-9-]*\) .*/\1/p')
done

claim the_values_of_an_option_are_those_that_the_help_explains
all_offer 'gdv check --policy ' strict engine
all_offer 'gdv check --policy=' strict engine
all_offer 'gdv check --policy=e' engine
all_offer 'gdv dump --format h' hex
all_offer 'gdv dump --protocol godot4' godot4.0 godot4.3 godot4.4
all_offer 'gdv canon --envelope=' none enet3 enet3-sys ws3 ws4-id
all_offer 'gdv encode --direction ' c2s s2c
all_offer 'gdv dump --ses' --session

claim dialects_have_all_their_names
all_offer 'gdv check --dialect godot2' godot2 godot2.0 godot2.1
all_offer 'gdv probe packet.bin --dialect mo'
all_offer 'gdv dump --dialect=mo' mole
"$GDV" types | sed 1d | cut -d ' ' -f 1 >"$work/dialects"
offers bash 'gdv canon --dialect '
[ "$(wc -l <"$work/dialects")" -eq "$(grep -cxFf "$work/dialects" "$work/out")" ] || fault "dialects are missing"

claim permissions_are_completed_after_a_comma_too
all_offer 'gdv check --permit nonf' nonfinite
all_offer 'gdv check --permit mp-path-u' mp-path-unique
all_offer 'gdv check --permit object,text-n' object,text-nul
all_offer 'gdv check --forbid=rid,pad' rid,padding

claim a_number_is_not_guessed
all_offer 'gdv check --max-depth '
all_offer 'gdv check --max-bytes='

claim files_are_offered_to_verbs_that_read_them
for shell in zsh fish; do
    offers "$shell" 'gdv check pack'
    out packet.bin
    offers "$shell" 'gdv types pack'
    out ''
done
# bash names files of its own where the function offers nothing.
grep -q '^complete .*-o default .*gdv$' "$scripts/gdv.bash" || fault "bash is not asked for names of files"

# What a later version says of itself is what it is completed by: nothing here is a list that grows stale.
claim a_verb_and_an_option_of_tomorrow_are_completed
cat >"$work/tomorrow" <<'COMMAND'
#!/bin/sh
case $1-${2:-} in
help-) printf 'Verbs:\n  wobble  does it wobble?\n  help    how to\n\n' ;;
help-wobble)
    printf 'usage: gdv wobble [FILE..]\n\nOptions:\n'
    printf '  --speed S             slow (default): as a snail\n                        fast: as light\n  --loud                louder\n\n'
    ;;
types---jsonl) echo '{"dialect":"godot9","aliases":["godot9.1"],"engines":"Godot 9"}' ;;
esac
COMMAND
chmod +x "$work/tomorrow"
ln -sf "$work/tomorrow" "$work/bin/gdv"
all_offer 'gdv help ' wobble help
all_offer 'gdv wo' wobble
all_offer 'gdv wobble --' --speed --loud
all_offer 'gdv wobble --loud --speed ' slow fast
all_offer 'gdv wobble --speed=f' fast

claim without_a_command_nothing_is_said
rm "$work/bin/gdv"
printf '#!/bin/sh\necho "broken" >&2\nexit 1\n' >"$work/bin/gdv"
chmod +x "$work/bin/gdv"
all_offer 'gdv wo'
all_offer 'gdv check --dialect '

finish
