"""Signals end a subcommand as they end any program, but first what it began is ended and what it half wrote is removed.

The handler does this itself. An exception would be lost where Python ignores exceptions, for example in the callbacks
of its own import system.

A subcommand that has a result at any time may ask for a delay (`delayed`): the first SIGINT or SIGTERM is then only
noted, and handed on to its processes, which print what they have.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import time

NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
MAY_BE_DELAYED = (signal.SIGINT, signal.SIGTERM)
AGAIN_S = 0.05
SAME_S = 0.5  # what comes within this time is the same signal: a terminal and a parent may both send it
PROCESSES_END_S = 3  # then they are told again, which ends them

unfinished = set()  # paths of files and folders that must not stay; noted before they exist
running = set()  # numbers of the simulator's processes, which need not be in our process group
starting = threading.Lock()  # held while a process exists that is not in `running` yet
state = {"main thread starts": False, "pending": None, "ending": False,
         "spared": None,  # set if signals are delayed: the process that is not told
         "noted": None, "noted at": 0.0}


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
    while True:
        number = os.read(came, 1)[0]
        is_first = state["noted"] is None
        if number not in NUMBERS or is_same():
            continue
        while is_first == (state["noted"] is None):
            time.sleep(AGAIN_S)
            if is_first == (state["noted"] is None):
                signal.pthread_kill(threading.main_thread().ident, number)


def is_same():
    return state["noted"] is not None and time.monotonic() - state["noted at"] < SAME_S


def handle(number, _):
    if state["main thread starts"]:
        state["pending"] = number
    elif not state["ending"]:
        came(number)


def came(number):
    if is_same():
        return
    if state["spared"] is None or state["noted"] is not None or number not in MAY_BE_DELAYED:
        end_by(number)
    state["noted at"], state["noted"] = time.monotonic(), number
    tell_processes()
    again = threading.Timer(PROCESSES_END_S, tell_processes)
    again.daemon = True
    again.start()


def tell_processes():
    with starting:
        for process in running - {state["spared"]}:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGTERM)


@contextlib.contextmanager
def delayed(spared):
    """In it, the first signal is noted. `spared`: a process that takes what the others print, and is not told."""
    state["spared"] = spared
    try:
        yield
    finally:
        if state["noted"] is None:
            state["spared"] = None


def noted():
    """The signal that was noted, if one was."""
    return state["noted"]


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
            if state["noted"] is not None and state["spared"] is not None:
                process.terminate()
    finally:
        if in_main_thread:
            state["main thread starts"] = False
            if state["pending"] is not None:
                came(state["pending"])
    return process


def ended(process):
    running.discard(process.pid)
