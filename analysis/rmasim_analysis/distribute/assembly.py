"""Distributed work that one process of the simulator assembles (`--assemble`). This process requests tasks and receives
their results. Other processes execute one task each (`--pieces`), on this machine or on a cluster. The processes
communicate by lines of JSON.
"""

import contextlib
import json
import subprocess
import sys

from .. import signals
from ..errors import BAD_INPUT, SUCCESS, ProgramFailed
from ..layout import count
from ..program import find_program
from ..progress import progress_bar
from ..terminal import complain, flush, say
from .making import Shard, Task, make
from .options import pool_of, refuse_shard_alone
from .pieces import FLAGS, file_arguments, piece_of, pieces_of


def carry_out(subcommand, arguments, passed_on, what, made_of, no_influence, shows_progress=False):
    """Runs the subcommand as distributed tasks, and returns the exit code. The result is that of a single process.
    `what` names the contents of the folder of --parts: "exploration". `made_of` has the words for a task: "part",
    "explored". `no_influence` has the options of the program that do not change any task. `shows_progress` is True if
    the assembling process shows its own progress. It has a result at any time, so that a signal does not end the
    subcommand before this result is printed."""
    refuse_shard_alone(arguments)
    program = find_program()
    kept = without(passed_on, no_influence)
    one, done = made_of
    with Assembly([program, subcommand, *passed_on, "--assemble"]) as assembly:
        assembly.wanted(1)  # the program refuses bad input here, before anything is written
        with signals.delayed(assembly.process.pid), \
                pieces_of(arguments, what, program, file_arguments(kept), kept) as pieces, pool_of(arguments) as pool:
            command = [program, subcommand, *kept, "--pieces"]
            made = make_pieces(command, assembly, pieces, pool, Shard(arguments.shard), None if shows_progress else one)
        if signals.noted() is not None:
            assembly.interrupt()
        exit_code = SUCCESS if arguments.shard else assembly.report()
    complain(f"{count(made, one)} {done}, {count(len(pieces.entries) - made, 'was', 'were')} there already")
    if signals.noted() is not None:
        flush()
        signals.end_by(signals.noted())
    return exit_code


def without(arguments, options):
    """The arguments without `options` and their values."""
    kept, drops = [], False
    for one in arguments:
        if not drops and one.partition("=")[0] not in options:
            kept.append(one)
        drops = not drops and one in options and one not in FLAGS
    return kept


def make_pieces(command, assembly, pieces, pool, shard, shown):
    """Executes tasks until no task is requested. Returns their number. `shown` is the noun for the tasks in the
    progress bar. If it is None, there is no bar."""
    given = set()

    def give_new():
        for key in [key for key in pieces.entries if key not in given]:
            if not assembly.complete:
                assembly.add(pieces.entries[key])
            given.add(key)

    def wanted(most):
        give_new()
        return [Task(part["key"], command, json.dumps(part).encode() + b"\n", part["guessed"])
                for part in assembly.wanted(most)]

    def entry_of(_, played):
        return piece_of(f"a {shown or 'part'}", played)

    def interrupted():
        return signals.noted() is not None

    if not shown:
        made = make(wanted, pieces, pool, shard, entry_of, interrupted=interrupted)
        give_new()
        return made
    with progress_bar(None, shown, initial=len(pieces.entries)) as progress:
        made = make(wanted, pieces, pool, shard, entry_of, progress.update, interrupted)
        give_new()
        return made


class Assembly:
    """The process that assembles the results. The object is a context manager, which ends the process."""

    def __init__(self, command):
        self.process = signals.begin(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.complete = False  # True if the process requests no more tasks

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(BrokenPipeError):  # the process may have ended before it has read all results
            self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()
        signals.ended(self.process)

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise self.ended_early() from None

    def ended_early(self):
        """Reports that the process has ended early. The message of the process has the reason."""
        code = self.process.wait()
        return SystemExit(code) if code == BAD_INPUT else ProgramFailed(f"the assembly ended with exit code {code}")

    def add(self, piece):
        self.send(json.dumps(piece))

    def wanted(self, most):
        """The next tasks that the process requests: at most `most` tasks. Empty at the end."""
        if self.complete:
            return []
        self.send(str(most))
        parts = []
        while (line := self.process.stdout.readline()) != "\n":
            if not line:
                raise self.ended_early()
            parts.append(json.loads(line))
        self.complete = not parts
        return parts

    def interrupt(self):
        """Ends the search: the process requests no more tasks."""
        if not self.complete:
            self.send('{"interrupt": true}')
            self.wanted(1)

    def report(self):
        """Makes the process print the result. Returns the exit code."""
        self.process.stdin.close()
        printed = self.process.stdout.read()
        if printed:
            say(printed.removesuffix("\n"))
        sys.stdout.flush()
        return self.process.wait()
