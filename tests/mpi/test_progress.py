"""The line that a long run of a program shows on a terminal."""

import os
import pty
import re
import subprocess

from mpi_runner import BINARY, WORKLOADS, built

ERASE = "\x1b[K"


def standard_error_of(command):
    """Runs a command with a terminal as standard error. Standard output is discarded."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        read = b""
        try:
            while part := os.read(ours, 4096):
                read += part
        except OSError:  # the other end is closed
            pass
    os.close(ours)
    assert process.returncode == 0
    return read.decode()


def test_on_a_terminal_a_long_run_says_how_far_it_is():
    """The line is renewed every 0.2 s, and erased at the end. The test runs longer and longer programs, because
    machines differ in speed."""
    program = built(WORKLOADS / "put_fence.c")
    runs = (standard_error_of([BINARY, "exec", "-n", "64", program, str(1000 * 4**times)]) for times in range(6))
    shown = next(filter(None, runs))
    line = re.compile(r"\rrmasim: [\d.,]+ [mun]?s of virtual time, [\d,]+ packets, [\d,]+/s" + re.escape(ERASE) + r"\r")
    assert line.match(shown)
    assert line.sub("", shown) == "\r" + ERASE


def test_elsewhere_nothing_is_shown():
    finished = subprocess.run([BINARY, "exec", "-n", "64", built(WORKLOADS / "put_fence.c"), "1000"],
                              capture_output=True, text=True, check=True)
    assert finished.stderr == ""
