"""The handling of signals. A signal ends a subcommand as it ends any program. Before, its processes are ended and
incomplete files are removed.

The handler itself does this work. It raises no exception, because Python ignores exceptions in some places, for example
in the callbacks of its own import system.

A subcommand that has a result at any time may delay signals (`delayed`). The first SIGINT or SIGTERM is then only
recorded, and sent to the subcommand's processes, which print their results.
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
SAME_S = 0.5  # signals within this time count as one, because a terminal and a parent may both send a signal
PROCESSES_END_S = 3  # after this time the signal is sent to the processes again, which ends them

unfinished = set()  # the paths of files and folders to remove; a path is recorded before its file exists
running = set()  # the process ids of simulators, which may be in another process group
starting = threading.Lock()  # locked while a process exists that is not in `running` yet
state = {"main thread starts": False, "pending": None, "ending": False,
         "spared": None,  # if signals are delayed: the process that does not get the signal
         "words": None,  # a function that returns the text to print before the subcommand is ended by a signal
         "noted": None, "noted at": 0.0}


def catch():
    for number in NUMBERS:
        # Signals that are ignored stay ignored; for example, nohup ignores SIGHUP.
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handle)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    # Python writes the number of each signal to this pipe at once, as a byte.
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=insist, args=(reading,), daemon=True).start()


def insist(reading):
    """Sends a signal again until it is handled. Python calls handlers in the main thread, between two steps. If a
    signal arrives just before the main thread begins to wait, its handler would otherwise be called only after the
    wait."""
    while True:
        number = os.read(reading, 1)[0]
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
        handle_now(number)


def handle_now(number):
    if is_same():
        return
    if state["spared"] is None or state["noted"] is not None or number not in MAY_BE_DELAYED:
        end_by(number)
    state["noted at"], state["noted"] = time.monotonic(), number
    terminate_processes()
    again = threading.Timer(PROCESSES_END_S, terminate_processes)
    again.daemon = True
    again.start()


def terminate_processes():
    with starting:
        for process in running - {state["spared"]}:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGTERM)


@contextlib.contextmanager
def delayed(spared):
    """In the block, the first signal is only recorded. `spared` is a process that reads the output of the others. It
    does not get the signal."""
    state["spared"] = spared
    try:
        yield
    finally:
        if state["noted"] is None:
            state["spared"] = None


@contextlib.contextmanager
def saying(words):
    """In the block, a signal that ends the subcommand first prints the text that `words()` returns."""
    state["words"] = words
    try:
        yield
    finally:
        state["words"] = None


def noted():
    """The signal that was recorded, or None."""
    return state["noted"]


def end_by(number):
    state["ending"] = True
    with starting:
        for process in tuple(running):
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGTERM)
        clean_up()
        if number in NUMBERS and state["words"] is not None:
            # The first line end leaves the line of a progress bar. A write to the stream might be interrupted itself.
            text = ("\n" if os.isatty(2) else "") + state["words"]() + "\n"
            with contextlib.suppress(OSError):
                os.write(2, text.encode())
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)


def clean_up():
    for path in tuple(unfinished):
        with contextlib.suppress(OSError):
            os.unlink(path)
        shutil.rmtree(path, ignore_errors=True)


def begin(*arguments, **options):
    """Starts a process like subprocess.Popen. Signals to this program also end the process."""
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
                handle_now(state["pending"])
    return process


def ended(process):
    running.discard(process.pid)
