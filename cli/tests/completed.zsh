# SPDX-License-Identifier: MIT
# Prints what zsh offers when TAB is typed after LINE: a real shell on a terminal of its own, whose every offer is noted.
#
#     zsh -f completed.zsh FOLDER-OF-_gdv SCRATCH LINE
zmodload zsh/zpty || exit 1
offers=$2/offers ready=$2/ready done=$2/done
rm -f $ready $done
: >$offers

wait_for() { # wait_for FILE: reads what the shell prints meanwhile, or it would block
    local said
    for _ in {1..600}; do
        zpty -r -t shell said
        [[ ! -e $1 ]] || return 0
        sleep 0.02
    done
    zpty -d shell
    exit 1
}

zpty shell zsh -f -i
# Keys are typed when the line editor is there to take them: before, the terminal would.
zpty -w shell "fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word
answered() { : >${(q)done} }
zle -N answered
bindkey '^G' answered
compadd() {
    local -a hits
    if (( ! \${@[(I)-[OAD]]} )); then
        builtin compadd -O hits \"\$@\"
        (( \$#hits )) && print -rl -- \$IPREFIX\${^hits} >>${(q)offers}
    fi
    builtin compadd \"\$@\"
}
zle-line-init() { : >${(q)ready} }
zle -N zle-line-init"
wait_for $ready
zpty -w -n shell "$3"$'\t\C-g'
wait_for $done
zpty -d shell
sort -u $offers
