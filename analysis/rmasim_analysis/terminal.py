"""What the subcommands print. Control characters, which names may contain, are printed as "\\x1b"."""

import contextlib
import os
import sys

from .errors import OutputFailed

LINE_END = 10
CONTROL = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if code != LINE_END}


def printable(text):
    return str(text).translate(CONTROL)


def say(text):
    """Lines on standard output."""
    try:
        print(printable(text))
    except OSError as error:
        raise OutputFailed("standard output", error) from None


def complain(text):
    """Lines on standard error. What cannot be written there cannot be reported anywhere, and is dropped."""
    with contextlib.suppress(OSError):
        print(printable(text), file=sys.stderr)


def open_streams():
    """Replaces standard streams that the caller has closed by some that fail, so that no other file gets their place;
    and names of files need not be valid UTF-8."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            # It gets the lowest number that is free, which is this one.
            os.open(os.devnull, os.O_WRONLY if mode == "r" else os.O_RDONLY)
            setattr(sys, name, open(number, mode, closefd=False))
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")


def flush():
    """Raises OutputFailed if not all reached standard output."""
    try:
        sys.stdout.flush()
    except OSError as error:
        raise OutputFailed("standard output", error) from None


def give_up_what_fails():
    """At the end, Python writes what is left, and would complain in its own way."""
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
