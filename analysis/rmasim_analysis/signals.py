"""Signals end a verb as they end any program, but first what it began is ended and what it half wrote is removed.

The handler does this itself. An exception would be lost where Python ignores exceptions, for example in the callbacks
of its own import system.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import threading

NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

unfinished = set()  # paths of files and folders that must not stay; noted before they exist
running = set()  # numbers of the simulator's processes, which need not be in our process group
starting = threading.Lock()  # held while a process exists that is not in `running` yet
state = {"main thread starts": False, "pending": None}


def catch():
    for number in NUMBERS:
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup asks for with SIGHUP
            signal.signal(number, handle)


def handle(number, _):
    """Python calls handlers in the main thread, between any two of its steps."""
    if state["main thread starts"]:
        state["pending"] = number
    else:
        end_by(number)


def end_by(number):
    with starting:
        for process in tuple(running):
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGTERM)
        clean_up()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)


def clean_up():
    for path in tuple(unfinished):
        with contextlib.suppress(OSError):
            os.unlink(path)
        shutil.rmtree(path, ignore_errors=True)


def begin(*arguments, **options):
    """Like subprocess.Popen, for a process that a signal ends as well."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    if in_main_thread:
        state["main thread starts"] = True
    try:
        with starting:
            process = subprocess.Popen(*arguments, **options)
            running.add(process.pid)
    finally:
        if in_main_thread:
            state["main thread starts"] = False
            if state["pending"] is not None:
                end_by(state["pending"])
    return process


def ended(process):
    running.discard(process.pid)
