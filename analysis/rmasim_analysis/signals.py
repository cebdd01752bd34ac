"""Signals end a verb as an exception, so that it can clean up; then they end the process as usual.

What has to happen in any case is registered here, because the exception may come at any moment, even while another one
is handled.
"""

import contextlib
import os
import signal

NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """A signal that ends the process. No `except Exception` stops it."""

    def __init__(self, number):
        super().__init__(number)
        self.number = number


unfinished = set()  # paths of files that are being written
running = set()  # numbers of the simulator's processes; they need not be in our process group


def catch():
    for number in NUMBERS:
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup asks for with SIGHUP
            signal.signal(number, stop)


def stop(number, _):
    """A second signal ends the process at once."""
    for other in NUMBERS:
        signal.signal(other, signal.SIG_DFL)
    for process in tuple(running):
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGTERM)
    raise Stopped(number)


def clean_up():
    for path in tuple(unfinished):
        with contextlib.suppress(OSError):
            os.unlink(path)


def end_by(number):
    clean_up()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
