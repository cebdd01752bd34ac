"""Exit codes, as the simulator has them (README.md), and errors: where, what was found, what is allowed."""

import errno

SUCCESS = 0  # everything was as expected
CHANGED = 1  # an expectation failed
BAD_INPUT = 2
CANNOT_FINISH = 3
ERRONEOUS = 4
INTERNAL_ERROR = 5


class BadInput(Exception):
    """Ends a subcommand with exit code 2. `place` is a file, or a file and a path in it: "sweep.json: vary.slots"."""

    def __init__(self, place, found, allowed):
        super().__init__(f"{place}: found {found}; allowed: {allowed}")
        self.place, self.found, self.allowed = place, found, allowed


def unreadable(error):
    """What was found in the place of a file that can be read, as the simulator says it. `error`: the OSError."""
    known = {errno.ENOENT: "no such file", errno.EISDIR: "a directory"}
    return known.get(error.errno, f"a file that cannot be read ({error.strerror})")


class Failed(Exception):
    """Ends a subcommand with exit code 5."""


class ProgramFailed(Failed):
    """The simulator itself failed: exit code 5, a signal, or it is gone."""


class OutputFailed(Failed):
    """An output could not be written to its end. `what`: "standard output" or a path; `error`: the OSError."""

    def __init__(self, what, error):
        super().__init__(f"{what} could not be written: {error.strerror or error}")
        # The reader of a pipe has gone, as after `| head`: no failure of ours.
        self.reader_has_gone = error.errno == errno.EPIPE
