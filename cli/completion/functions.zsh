_zet_players() {
    local -a files players
    local word
    for word in ${(Q)words[2,-1]}; do
        [[ -f $word || -d $word ]] && files+=($word)
    done
    (( $#files )) || return 1
    players=(${(f)"$(_call_program players timeout 3 zet names --format players -- ${(q)files} 2>/dev/null)"})
    compadd -a players
}

_zet_records() { _files -g '(#i)*.(yaml|yml|json|jsonl|csv|txt)(|.gz|.xz|.zst)(-.)'; }

_zet() {
    local -a zet_commands
    local context state state_descr line
    typeset -A opt_args
    _arguments -C '1:command:->command' '*::argument:->argument' && return
    case $state in
    command) _zet_command ;;
    argument) (( $+functions[_zet-$words[1]] )) && _zet-$words[1] ;;
    esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _zet "$@"; else compdef _zet zet; fi
