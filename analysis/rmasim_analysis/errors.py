"""Exit codes, which are those of the simulator (README.md), and errors. An error has a location, what was found, and
what is allowed."""

import errno

SUCCESS = 0  # everything was as expected
CHANGED = 1  # an expectation failed
BAD_INPUT = 2
CANNOT_FINISH = 3
ERRONEOUS = 4
INTERNAL_ERROR = 5


class BadInput(Exception):
    """Ends a subcommand with exit code 2. `location` is a file, or a file and a path in the file: "sweep.json:
    vary.slots"."""

    def __init__(self, location, found, allowed):
        super().__init__(f"{location}: found {found}; allowed: {allowed}")
        self.location, self.found, self.allowed = location, found, allowed


def unreadable(error):
    """The text for a file that cannot be read. It is the simulator's text. `error` is the OSError."""
    known = {errno.ENOENT: "no such file", errno.EISDIR: "a directory"}
    return known.get(error.errno, f"a file that cannot be read ({error.strerror})")


class Failed(Exception):
    """Ends a subcommand with exit code 5."""


class ProgramFailed(Failed):
    """The simulator itself failed. It ended with exit code 5 or by a signal, or the program is missing."""


class OutputFailed(Failed):
    """An output could not be written completely. `what` is "standard output" or a path. `error` is the OSError."""

    def __init__(self, what, error):
        super().__init__(f"{what} could not be written: {error.strerror or error}")
        # The reader of a pipe has exited, as `| head` does. This is no failure.
        self.reader_has_gone = error.errno == errno.EPIPE
