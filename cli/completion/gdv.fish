# SPDX-License-Identifier: MIT
# Completion of gdv for fish, 3.1 or later, to be put in a folder of $fish_complete_path under this name.
# No verb, option or value is listed here: the command that is being completed says in its help what it takes.

# The lines of a section of the help, such as Verbs, on standard input.
function __gdv_section -a title
    sed -n "/^$title/,/^\$/p"
end

# What the help calls the value of an option, such as N; nothing for an option without.
function __gdv_value_name -a option
    __gdv_section Options: | string replace -rf -- "^  $option ([A-Z]\S*) .*" '$1'
end

# The values that the help explains one by one, as in "json: typed JSON" and "text (default): the engine's own".
function __gdv_explained -a option
    set -l inside no
    while read -l line
        if string match -qr -- '^  --' $line
            set inside no
            string match -qr -- "^  $option " $line; and set inside yes
            set line (string replace -r -- '^  --\S+ *[A-Z]\S*' '' $line)
        end
        test $inside = yes
        and string replace -rf -- '^ *([a-z][a-z0-9.-]*)(?: \(default\))?: (.*)' '$1\t$2' $line
    end
end

# Each dialect and its other names, with the engines that speak it, from the list of dialects as JSON lines.
function __gdv_dialects -a command
    for line in ($command types --jsonl 2>/dev/null)
        set -l parts (string match -r -- '^{"dialect":"([^"]*)","aliases":\[([^]]*)\],"engines":"([^"]*)"' $line)
        for name in $parts[2] (string split -n , (string replace -a '"' '' $parts[3]))
            printf '%s\t%s\n' $name $parts[4]
        end
    end
end

function __gdv_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l command $words[1]
    if test (count $words) -eq 1
        $command help 2>/dev/null | __gdv_section Verbs: | string replace -rf '^  ([a-z][a-z0-9-]*) +(.*)' '$1\t$2'
        string match -q -- '-*' $current
        and printf '%s\t%s\n' --help 'how to use gdv' --version 'which gdv this is'
        return
    end
    if test $words[2] = help
        test (count $words) -eq 2
        and $command help 2>/dev/null | __gdv_section Verbs: | string replace -rf '^  ([a-z][a-z0-9-]*) +(.*)' '$1\t$2'
        return
    end
    set -l help ($command help $words[2] 2>/dev/null)
    set -l option $words[-1]
    set -l before ''
    if string match -qr -- '^--[^=]*=' $current
        set option (string replace -r -- '=.*' '' $current)
        set before $option=
    end
    set -l value ''
    string match -q -- '--*' $option; and set value (printf '%s\n' $help | __gdv_value_name $option)
    switch "$value"
        case D
            printf '%s\n' $before(__gdv_dialects $command)
        case 'BIT,..'
            # What stands before the last comma stays.
            set before (string match -r -- "^$before(?:.*,)?" $current)
            printf '%s\n' $before(printf '%s\n' $help | __gdv_section Permissions | string replace -rf '^  ([a-z][a-z0-9-]*) +(.*)' '$1\t$2')
        case ''
            if string match -q -- '-*' $current
                printf '%s\n' $help | __gdv_section Options: |
                    string replace -rf '^  (--[a-z0-9-]+)(?: [A-Z]\S*)? +(.*)' '$1\t$2'
            else if string match -q -- 'usage: *FILE*' $help
                __fish_complete_path $current
            end
        case '*'
            printf '%s\n' $before(printf '%s\n' $help | __gdv_explained $option)
    end
end

complete -c gdv -f -a '(__gdv_complete)'
