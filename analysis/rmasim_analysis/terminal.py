"""Output of the subcommands. Control characters, which names may contain, are printed as "\x1b"."""

import contextlib
import os
import sys

from .errors import OutputFailed

LINE_END = 10
CONTROL = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if code != LINE_END}


def printable(text):
    return str(text).translate(CONTROL)


def say(text):
    """Prints lines on standard output."""
    try:
        print(printable(text))
    except OSError as error:
        raise OutputFailed("standard output", error) from None


def complain(text):
    """Prints lines on standard error. Lines that cannot be written are lost."""
    with contextlib.suppress(OSError):
        print(printable(text), file=sys.stderr)


def open_streams():
    """Replaces standard streams that the caller has closed by streams that fail. Otherwise another file would get the
    number of such a stream. The function also permits names of files that are not valid UTF-8."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            # The new file gets the lowest free number, which is the number of the stream.
            os.open(os.devnull, os.O_WRONLY if mode == "r" else os.O_RDONLY)
            setattr(sys, name, open(number, mode, closefd=False))
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")


def flush():
    """Flushes standard output. Raises OutputFailed if the output could not be written completely."""
    try:
        sys.stdout.flush()
    except OSError as error:
        raise OutputFailed("standard output", error) from None


def give_up_what_fails():
    """Discards output that cannot be written. Python would otherwise report the error itself at the end."""
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
