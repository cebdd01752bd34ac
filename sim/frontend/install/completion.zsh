#compdef rmasim
# Completion of rmasim for zsh: subcommands, options, their values, paths of settings, and files. `rmasim complete`
# prints the candidates.
_rmasim() {
    local -a answer
    answer=(${(f)"$($words[1] complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)"})
    compadd -S '' -- ${(M)answer[2,-1]:#*=}
    compadd -- ${answer[2,-1]:#*=}
    if [[ ${answer[1]-files} == files ]]; then
        [[ $words[CURRENT] != -*=* ]] || compset -P '*='
        _files
    fi
}
_rmasim "$@"
