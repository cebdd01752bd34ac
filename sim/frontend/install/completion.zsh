#compdef rmasim
# Completion of rmasim for zsh: verbs, the options of the verb (from its own help), and files.
_rmasim() {
    local -a verbs options
    if ((CURRENT == 2)); then
        verbs=(${(f)"$($words[1] --help | sed -n '/^Subcommands:/,$s/^  \([a-z]*\)  */\1:/p')"})
        _describe verb verbs
    elif [[ $words[CURRENT] == -* ]]; then
        options=(${(fu)"$($words[1] $words[2] --help | grep -oE -- '--[a-z][a-z-]*')"})
        compadd -- $options
    else
        _files
    fi
}
_rmasim "$@"
