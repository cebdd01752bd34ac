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
import time

NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
AGAIN_S = 0.05

unfinished = set()  # paths of files and folders that must not stay; noted before they exist
running = set()  # numbers of the simulator's processes, which need not be in our process group
starting = threading.Lock()  # held while a process exists that is not in `running` yet
state = {"main thread starts": False, "pending": None, "ending": False}


def catch():
    for number in NUMBERS:
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup asks for with SIGHUP
            signal.signal(number, handle)
    came, comes = os.pipe()
    os.set_blocking(comes, False)
    signal.set_wakeup_fd(comes, warn_on_full_buffer=False)  # the number of each signal, as a byte, at once
    threading.Thread(target=insist, args=(came,), daemon=True).start()


def insist(came):
    """Python calls handlers in the main thread, between any two of its steps. A signal that comes just before the main
    thread begins to wait is not seen until the wait is over, so it is sent again."""
    while (number := os.read(came, 1)[0]) not in NUMBERS:
        pass
    while True:
        time.sleep(AGAIN_S)
        signal.pthread_kill(threading.main_thread().ident, number)


def handle(number, _):
    if state["main thread starts"]:
        state["pending"] = number
    elif not state["ending"]:
        end_by(number)


def end_by(number):
    state["ending"] = True
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
