#compdef rmasim
# Completion of rmasim for zsh: subcommands, the options of the subcommand (from its own help), and files.
_rmasim() {
    local -a subcommands options
    if ((CURRENT == 2)); then
        subcommands=(${(f)"$($words[1] --help | sed -n '/^Subcommands:/,$s/^  \([a-z+]*\)  */\1:/p')"})
        _describe subcommand subcommands
    elif [[ $words[CURRENT] == -* ]]; then
        options=(${(fu)"$($words[1] $words[2] --help | grep -oE -- '--[a-z][a-z-]*')"})
        compadd -- $options
    else
        _files
    fi
}
_rmasim "$@"
