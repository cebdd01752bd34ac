# Completion of rmasim for fish: subcommands, options, their values, paths of settings, and files. `rmasim complete`
# prints the candidates.
function __rmasim_candidates
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer ($words[1] complete $words[2..] "$current" 2>/dev/null)
    if test (count $answer) -gt 1
        printf '%s\n' $answer[2..]
    end
    if test "$answer[1]" = files
        set -l option (string match -r -- '^-[^=]*=' "$current")
        string join \n -- "$option"(__fish_complete_path (string replace -- "$option" '' "$current"))
    end
end
complete -c rmasim -f -a '(__rmasim_candidates)'
