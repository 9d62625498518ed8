_zet_players() {
    local word files=()
    for word in "${COMP_WORDS[@]:2}"; do
        word=${word/#\~\//$HOME/}
        [[ -f $word || -d $word ]] && files+=("$word")
    done
    ((${#files[@]})) && timeout 3 zet names --format players -- "${files[@]}" 2>/dev/null
}

# Words with blanks in them are quoted.
_zet_offer() {
    local IFS=$'\n' word
    for word in $1; do
        [[ $word == "$2"* ]] && COMPREPLY+=("$(printf %q "$word")")
    done
}

_zet() {
    local command=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]} option=
    local IFS=$' \t\n' line name kind place words word ends= mine=()
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "$_zet_commands --help --version" -- "$current"))
        return
    fi
    [[ $command == help ]] && {
        COMPREPLY=($(compgen -W "$_zet_commands" -- "$current"))
        return
    }
    # --option=value is three words here.
    if [[ $current == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 1]} current=
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    else
        option=${COMP_WORDS[COMP_CWORD - 1]}
    fi
    current=${current#[\"\']}
    for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
        [[ $word == -- ]] && ends=yes option=
    done
    while read -r name place words; do
        [[ $name == --* ]] && mine+=("$name")
        [[ $name == "$option" && $place != - ]] || [[ $name == . && -z $kind ]] || continue
        kind=$place
        line=$words
        [[ $name == . ]] || option=found
    done < <(_zet_table "$command")
    if [[ -z $ends && $option != found && $current == -* ]]; then
        COMPREPLY=($(compgen -W "${mine[*]}" -- "$current"))
        return
    fi
    case $kind in
    words) COMPREPLY=($(compgen -W "$line" -- "$current")) ;;
    list)
        compopt -o nospace
        name=${current##*,}
        place=${current%"$name"}
        for words in $line; do
            [[ $words == "$name"* && ,$place != *,"$words",* ]] && COMPREPLY+=("$place$words")
        done
        ;;
    player) _zet_offer "$(_zet_players)" "$current" ;;
    folder) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    records)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$current"; compgen -f -- "$current" |
            grep -Ei '\.(ya?ml|jsonl?|csv|txt)(\.(gz|xz|zst))?$')
        ;;
    esac
}

complete -F _zet zet
