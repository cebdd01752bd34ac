"""An interactive zsh on its own terminal. A test types into it as a user does."""

import os
import pty
import re
import select
import subprocess
import time

PATIENCE_S = 30
# ^X shows the line as it is, between marks that are not in what was typed.
SETUP = """PS1= PS2= RPS1=; unsetopt zle_bracketed_paste; bindkey '^I' complete-word
show() {{ print -r -- "<${{:-<}}$BUFFER>${{:->}}" }}; zle -N show; bindkey '^X' show
fpath=({completions} $fpath); autoload -Uz compinit; compinit -D -u; print rea''dy
"""


class Zsh:
    def __init__(self, program, completions, folder):
        self.terminal, other = pty.openpty()
        environment = {"PATH": f"{program.parent}:/usr/bin:/bin", "HOME": str(folder), "TERM": "dumb",
                       "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(["zsh", "-f", "-i"], stdin=other, stdout=other, stderr=other, cwd=folder,
                                        env=environment, start_new_session=True)
        os.close(other)
        self.type(SETUP.format(completions=completions))
        self.read_until("ready")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, pattern):
        """Reads until `pattern` matches the text on the terminal, and returns the match."""
        shown, ends = "", time.monotonic() + PATIENCE_S
        while not (match := re.search(pattern, shown)):
            if not select.select([self.terminal], [], [], max(0, ends - time.monotonic()))[0]:
                raise AssertionError(f"{pattern} was not shown, but {shown!r}")
            shown += os.read(self.terminal, 4096).decode(errors="replace")
        return match

    def completed(self, typed):
        """Types the text, completes it with the tabulator, and returns the resulting line."""
        self.type(f"{typed}\t\x18")
        line = self.read_until("<<(.*)>>")[1]
        self.type("\x15")  # deletes the line
        return line

    def end(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)
