"""Work of which one process of the simulator puts the pieces together (`--assemble`): it says which are wanted, and
takes them. Other processes make a piece each (`--pieces`), here or on a cluster. Both talk in lines of JSON.
"""

import contextlib
import json
import subprocess
import sys

from .. import signals
from ..errors import BAD_INPUT, SUCCESS, ProgramFailed
from ..program import find_program
from ..progress import progress_bar
from ..terminal import complain, say
from .making import Share, Task, make
from .options import pool_of, refuse_part_alone
from .pieces import file_arguments, piece_of, pieces_of


def carry_out(verb, arguments, passed_on, what, made_of, no_influence):
    """The verb in pieces, with the result of one process. `what` the folder of --parts is of: "exploration"; `made_of`
    what a piece is of: "part", "explored"; `no_influence`: options of the program that change no piece. Returns the
    exit code."""
    refuse_part_alone(arguments)
    program = find_program()
    kept = without(passed_on, no_influence)
    one, done = made_of
    with Assembly([program, verb, *passed_on, "--assemble"]) as assembly:
        assembly.wanted(1)  # the program refuses what it does not take, before anything is written
        with pieces_of(arguments, what, program, file_arguments(kept), kept) as pieces, pool_of(arguments) as pool:
            command = [program, verb, *kept, "--pieces"]
            made = make_pieces(command, assembly, pieces, pool, Share(arguments.part), one)
        complain(f"{made:,} {one}s {done}, {len(pieces.entries) - made:,} were there already")
        if arguments.part:
            return SUCCESS
        return assembly.report()


def without(arguments, options):
    """The arguments without these options and their values."""
    kept, drops = [], False
    for one in arguments:
        if not drops and one.partition("=")[0] not in options:
            kept.append(one)
        drops = not drops and one in options
    return kept


def make_pieces(command, assembly, pieces, pool, share, one):
    """Makes the pieces that are wanted until there are none. Returns how many it made."""
    given = set()

    def wanted(most):
        for key in [key for key in pieces.entries if key not in given]:
            assembly.add(pieces.entries[key])
            given.add(key)
        return [Task(part["key"], command, json.dumps(part).encode() + b"\n", part["guessed"])
                for part in assembly.wanted(most)]

    with progress_bar(None, one, initial=len(pieces.entries)) as progress:
        return make(wanted, pieces, pool, share, lambda _, played: piece_of(f"a {one}", played), progress.update)


class Assembly:
    """The process that puts the search together. A context manager, which ends it."""

    def __init__(self, command):
        self.process = signals.begin(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(BrokenPipeError):  # what a process that has ended was not told is still in the buffer
            self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()
        signals.ended(self.process)

    def tell(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise self.ended_early() from None

    def ended_early(self):
        """It has said why."""
        code = self.process.wait()
        return SystemExit(code) if code == BAD_INPUT else ProgramFailed(f"the assembly ended with exit code {code}")

    def add(self, piece):
        self.tell(json.dumps(piece))

    def wanted(self, most):
        """The next parts, at most so many; empty at the end."""
        self.tell(str(most))
        parts = []
        while (line := self.process.stdout.readline()) != "\n":
            if not line:
                raise self.ended_early()
            parts.append(json.loads(line))
        return parts

    def report(self):
        """Prints the result. Returns the exit code."""
        self.process.stdin.close()
        printed = self.process.stdout.read()
        if printed:
            say(printed.removesuffix("\n"))
        sys.stdout.flush()
        return self.process.wait()
