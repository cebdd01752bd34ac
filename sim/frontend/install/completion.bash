# Completion of rmasim for bash: subcommands, options, their values, paths of settings, and files. `rmasim complete`
# prints the candidates.
_rmasim() {
    local cur prev words cword answer word
    _init_completion -n = || return
    mapfile -t answer < <("${words[0]}" complete "${words[@]:1:cword}" 2>/dev/null)
    COMPREPLY=()
    for word in "${answer[@]:1}"; do
        # Readline also separates words at "=".
        if [[ $COMP_WORDBREAKS == *=* && $cur == *=* ]]; then
            word=${word#"${cur%"${cur##*=}"}"}
        fi
        COMPREPLY+=("$word")
    done
    [[ ${answer[1]-} != *= ]] || compopt -o nospace
    if [[ ${answer[0]-files} == files ]]; then
        cur=${cur##*=}
        _filedir
    fi
} && complete -F _rmasim rmasim
