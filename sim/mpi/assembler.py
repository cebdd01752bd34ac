"""In place of the system's assembler, which the compiler calls with the name of one file: it edits what the compiler
has made, and lets the system's assemble that. It starts once for each file that is compiled, so it loads little."""

import os


def assemble(arguments, edited):
    """`edited`: the text to assemble, of the compiler's; None: as it is."""
    names = [one for one in arguments if one.endswith((".s", ".S"))]
    if len(names) == 1:
        with open(names[0], encoding="utf-8", errors="surrogateescape") as file:
            text = edited(file.read())
        if text is not None:
            becomes_standard_input(text)
            arguments = ["/proc/self/fd/0" if one == names[0] else one for one in arguments]
    os.execvp("as", ["as", *arguments])


def becomes_standard_input(text):
    memory = os.memfd_create("assembly")
    with open(memory, "w", encoding="utf-8", errors="surrogateescape", closefd=False) as file:
        file.write(text)
    os.lseek(memory, 0, os.SEEK_SET)
    os.dup2(memory, 0)
