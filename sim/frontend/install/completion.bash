# Completion of rmasim for bash: subcommands, the options of the subcommand (from its own help), and files.
_rmasim() {
    local cur prev words cword choices
    _init_completion || return
    if ((cword == 1)); then
        choices=$("${words[0]}" --help | sed -n '/^Subcommands:/,$s/^  \([a-z+]*\) .*/\1/p')
        COMPREPLY=($(compgen -W "$choices --help --version" -- "$cur"))
    elif [[ $cur == -* ]]; then
        choices=$("${words[0]}" "${words[1]}" --help | grep -oE -- '--[a-z][a-z-]*' | sort -u)
        COMPREPLY=($(compgen -W "$choices" -- "$cur"))
    else
        _filedir
    fi
} && complete -F _rmasim rmasim
