"""Endings by second threads: of the process, of threads, of the first thread, in C and C++.

The kinds of ends are those of the first thread. What differs: the rank's last call of MPI may be of another thread; the
first thread may end before the process; and threads may wait for each other.
"""

import errno

from endings_table import ABORTS, CRASHES, EXCEPTIONS, EXITS, EXITS_OF_LIBC, OWN, SIGNALS, WHAT
from hostile_rows import Moment, Row, of_death, of_exit

CODE = 7
AT = {
    "main": Moment(""),
    "init": Moment("MPI_Comm_rank", others_wait=True),
    "in_mpi": Moment("MPI_Recv", others_wait=True),
    "finalized": Moment("MPI_Finalize", finalized=True),
}


def exits():
    for name, ways in [("main", EXITS[:4]), ("init", EXITS), ("in_mpi", EXITS), ("finalized", EXITS[2:])]:
        for way in ways:
            code, message = of_exit(AT[name], CODE)
            yield row(f"exit by a thread at {name}", way, name, code, message)
    for way, own in EXITS_OF_LIBC.items():
        code, message = of_exit(AT["in_mpi"], CODE)
        yield row("exit by a thread in libc", way, "in_mpi", code, message, own.replace("endings", "threads"))


def deaths():
    for name, ways in [("main", ["abort", "null"]), ("init", ["assert", "raise_abort", "divide", "call_null"]),
                       ("in_mpi", ["abort", "kill_abort", "null", "wild", "illegal", "bus"]),
                       ("finalized", ["abort", "smash", "trap", "constant"])]:
        for way in ways:
            own, text = ABORTS.get(way, ("", CRASHES.get(way)))
            code, message = of_death(AT[name], text, "threads.c")
            yield row(f"death by a thread at {name}", way, name, code, message, own)
    for way in ("term", "hangup", "user", "quit"):
        code, message = of_death(AT["in_mpi"], f"was ended by signal {SIGNALS[way]}", "threads.c")
        yield row("signal of a thread", way, "in_mpi", code, message)
    code, message = of_death(AT["in_mpi"], "was ended by signal SIGUSR1", "threads.c")
    yield row("signal of a thread", "main", "in_mpi", code, message)
    for name in ("main", "init", "in_mpi", "finalized", "small_stack"):
        code, message = of_death(AT.get(name, AT["init"]), CRASHES["overflow"], "threads.c")
        yield Row("stack overflow of a thread", name, "threads.c", ("overflow", name), code, message)
    for way in ("exit", "_exit", "abort", "null"):
        text = ABORTS.get(way, ("", CRASHES.get(way)))[1]
        code, message = of_exit(AT["init"], CODE) if way in EXITS else of_death(AT["init"], text, "threads.c")
        yield row("end in a destructor of a key", way, "key", code, message)


def first_threads():
    """The first thread calls pthread_exit. The process ends with code 0 when its last thread has ended."""
    others_wait = Moment("MPI_Comm_rank", others_wait=True)
    for way, code in [("return", 0), ("pthread_exit", 0), ("exit", CODE)]:
        yield row("first thread that has left", way, "left", *of_exit(others_wait, code))
    code, message = of_death(others_wait, CRASHES["null"], "threads.c")
    yield row("first thread that has left", "null", "left", code, message)
    for way, code in [("return", 0), ("sleep", 0), ("exit", CODE)]:
        yield row("first thread that leaves at the end", way, "exited", *of_exit(AT["finalized"], code))
    code, message = of_death(AT["finalized"], r"called abort\(\)", "threads.c")
    yield row("first thread that leaves at the end", "abort", "exited", code, message)


def left_behind():
    """A thread that is not joined ends with the process, whatever it does."""
    for way in ("mutex", "condition", "thread_barrier", "sleep"):
        yield row("thread that still runs at the end", way, "detached", 0, "")


def waits():
    """The first thread joins a thread that waits for ever, and rank 0 waits for rank 1."""
    for way in ("mutex", "condition", "thread_barrier", "join", "receive"):
        yield row("thread that waits for ever", way, "init", 3, r"cannot finish")
    for way in ("mutex", "condition", "thread_barrier", "join"):
        yield row("thread that waits for ever after MPI_Finalize", way, "finalized", 4,
                  "the threads of rank 1 wait for each other after MPI_Finalize$")


def mpi_calls():
    for way, function in [("barrier", "MPI_Barrier"), ("send", "MPI_Send"), ("rank", "MPI_Comm_rank")]:
        yield row("MPI call of a thread after MPI_Finalize", way, "finalized", 4,
                  rf"rank 1 calls {function} at threads.c:\d+ in call_mpi.* after MPI_Finalize")
        yield row("MPI call of a thread before MPI_Init", way, "main", 4,
                  rf"rank 0 calls {function} at threads.c:\d+ in call_mpi.* before MPI_Init")
    yield row("MPI call of a thread after MPI_Finalize", "finalized", "finalized", 0, "", output="^finalized 1$")
    for way in ("barrier", "send"):
        yield row("MPI call of a thread without a thread level", way, "single", 4,
                  "found thread 1; allowed: the first thread, with MPI_THREAD_SINGLE")
    for name in ("init", "in_mpi"):
        yield Row("MPI_Abort by a thread", name, "threads.c", ("MPI_Abort", name), 1,
                  r"rank 1 calls MPI_Abort with code 7 at threads.c:\d+ in call_mpi")


def joins():
    """POSIX leaves the results of most wrong joins open: those of glibc."""
    for way, results in [("twice", f"0 {errno.ESRCH}"), ("itself", f"0 {errno.EDEADLK}"),
                         ("detached", f"0 {errno.EINVAL}"), ("detached_twice", f"0 {errno.EINVAL}"),
                         ("after_end", f"0 {errno.ESRCH}")]:
        yield row("wrong join", way, "waiting", 0, "", output=f"^{results}$")
    yield row("wrong join", "twice_at_once", "waiting", 0, "", output=f"^{errno.EINVAL}\n0$")


def in_cpp():
    init = AT["init"]
    for way, text in [("runtime_error", EXCEPTIONS["runtime_error"]), ("int", EXCEPTIONS["int"]),
                      ("noexcept", EXCEPTIONS["noexcept"])]:
        code, message = of_death(init, text, "threads.cc")
        yield Row("exception of a thread", way, "threads.cc", (way,), code, message, WHAT)
    code, message = of_death(init, EXCEPTIONS["runtime_error"].replace("reason", "in a destructor"), "threads.cc")
    yield Row("exception of a thread", "thread_local", "threads.cc", ("thread_local",), code, message, WHAT)
    yield Row("exception of a thread", "caught", "threads.cc", ("caught",), 0)
    code, message = of_death(init, EXCEPTIONS["terminate"], "threads.cc")
    for way in ("terminate", "joinable"):
        yield Row("std::terminate in a thread", way, "threads.cc", (way,), code, message, OWN["terminate"])
    code, message = of_death(init, r"did not catch an exception of type std::system_error: ", "threads.cc")
    yield Row("std::terminate in a thread", "joined", "threads.cc", ("joined",), code, message, WHAT)
    code, message = of_exit(init, CODE)
    yield Row("std::terminate in a thread", "exit", "threads.cc", ("exit",), code, message)


def row(kind, way, moment, code, message, own="", **more):
    return Row(kind, way, "threads.c", (way, moment), code, message, own, **more)


ROWS = [*exits(), *deaths(), *first_threads(), *left_behind(), *waits(), *mpi_calls(), *joins(), *in_cpp()]
