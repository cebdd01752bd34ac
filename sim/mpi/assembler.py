"""In place of the system's assembler, which the compiler calls with the name of one file: it edits what the compiler
has made, and lets the system's assemble that."""

import os
import subprocess
import sys
import tempfile


def assemble(arguments, edited):
    """`edited`: the text to assemble, of the compiler's; None: as it is."""
    names = [one for one in arguments if one.endswith((".s", ".S"))]
    if len(names) != 1:
        os.execvp("as", ["as", *arguments])
    with open(names[0], encoding="utf-8", errors="surrogateescape") as file:
        text = edited(file.read())
    if text is None:
        os.execvp("as", ["as", *arguments])
    with tempfile.NamedTemporaryFile("w", suffix=".s", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)
        file.flush()
        made = [file.name if one == names[0] else one for one in arguments]
        sys.exit(subprocess.run(["as", *made], check=False).returncode)
