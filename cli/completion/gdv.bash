# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Completion of gdv for bash, 3.2 or later. Installed as bash-completion/completions/gdv, or sourced from ~/.bashrc.
# No verb, option or value is listed here: the command that is being completed says in its help what it takes.

_gdv_verbs() { # of the help of the command on standard input
    sed -n '/^Verbs:$/,/^$/s/^  \([a-z][a-z0-9-]*\) .*/\1/p'
}

_gdv_options() { # of the help of a verb on standard input
    sed -n '/^Options:$/,/^$/s/^  \(--[a-z0-9-]*\).*/\1/p'
}

# What the help calls the value of an option, such as N; nothing for an option without.
_gdv_value_name() { # _gdv_value_name OPTION <HELP
    sed -n "/^Options:\$/,/^\$/s/^  $1 \\([A-Z][^ ]*\\) .*/\\1/p"
}

# The values that the help explains one by one, as in "json: typed JSON" and "text (default): the engine's own".
_gdv_explained() { # _gdv_explained OPTION <HELP
    sed -n "/^  $1 /,/^\\(  --.*\\)\\{0,1\\}\$/{
        /^  $1 /!{/^  --/d;}
        s/^  $1 *[A-Z][^ ]*//
        s/^  *\\([a-z][a-z0-9.-]*\\)\\( (default)\\)\\{0,1\\}: .*/\\1/p
    }"
}

_gdv_permissions() { # of the help of a verb on standard input
    sed -n '/^Permissions/,/^$/s/^  \([a-z][a-z0-9-]*\) .*/\1/p'
}

_gdv_dialects() { # of the list of dialects as JSON lines on standard input, other names after the first
    sed -n 's/^{"dialect":"\([^"]*\)","aliases":\[\([^]]*\)\].*/\1,\2/p' | tr -d '"' | tr ',' '\n'
}

# Words that may stand as the value of an option.
_gdv_values() { # _gdv_values COMMAND HELP OPTION
    case $(_gdv_value_name "$3" <<<"$2") in
    D) "$1" types --jsonl 2>/dev/null | _gdv_dialects ;;
    BIT,..) _gdv_permissions <<<"$2" ;;
    *) _gdv_explained "$3" <<<"$2" ;;
    esac
}

_gdv_offer() { # _gdv_offer WORDS TYPED [BEFORE]: those that go on as typed, after what stands before them
    local word
    while IFS= read -r word; do
        [ -z "$word" ] || COMPREPLY+=("$word")
    done <<<"$(compgen ${3:+-P "$3"} -W "$1" -- "$2")" # no <(..): not every chroot has /dev/fd
}

# No names of files where none can stand.
_gdv_no_files() {
    compopt +o default +o bashdefault 2>/dev/null
}

_gdv() {
    local command=${COMP_WORDS[0]/#\~/$HOME} current=${COMP_WORDS[COMP_CWORD]} option='' before='' help verb
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        _gdv_no_files
        _gdv_offer "$("$command" help 2>/dev/null | _gdv_verbs) --help --version" "$current"
        return
    fi
    verb=${COMP_WORDS[1]}
    if [ "$verb" = help ]; then
        _gdv_no_files
        [ "$COMP_CWORD" -ne 2 ] || _gdv_offer "$("$command" help 2>/dev/null | _gdv_verbs)" "$current"
        return
    fi
    help=$("$command" help "$verb" 2>/dev/null)

    # "--format json", and "--format=json", which is one word or three: COMP_WORDBREAKS says.
    case $current in
    =) option=${COMP_WORDS[COMP_CWORD - 1]} current='' ;;
    --*=*) option=${current%%=*} before=${current%%=*}= current=${current#*=} ;;
    *)
        option=${COMP_WORDS[COMP_CWORD - 1]}
        [ "$option" != = ] || option=${COMP_WORDS[COMP_CWORD - 2]}
        ;;
    esac
    case $option in
    --*) [ -n "$(_gdv_value_name "$option" <<<"$help")" ] || option='' ;;
    *) option='' ;;
    esac
    if [ -n "$option" ]; then
        _gdv_no_files
        case $current in
        *,*) before=$before${current%,*}, current=${current##*,} ;;
        esac
        _gdv_offer "$(_gdv_values "$command" "$help" "$option")" "$current" "$before"
    elif [[ $current == -* ]]; then
        _gdv_no_files
        _gdv_offer "$(_gdv_options <<<"$help")" "$current"
    elif ! grep -q '^usage: .*FILE' <<<"$help"; then
        _gdv_no_files
    fi
}

# Names of files where nothing else is offered.
complete -o bashdefault -o default -F _gdv gdv
