"""Rows of the table of hostile programs, and the rules from which their expectations follow.

Exit codes (sim/frontend/cli/process/exit_code.h): 1 for a program that completes the run with a code other than 0; 2
for a file that is no MPI program, or a program that ends without MPI_Init; 3 if the other ranks wait for a rank that
has ended; 4 for a rank that ends without MPI_Finalize while nobody waits, or that a signal, an exception or the C
library ends at any time. `message` is a regular expression for the first line on standard error that is not the
program's own.
"""

import dataclasses

PROGRAM = r"^\S*{}: "


@dataclasses.dataclass(frozen=True)
class Row:
    kind: str
    name: str  # unique in a kind
    source: str
    arguments: tuple
    code: int
    message: str = ""  # empty: standard error is empty, but for the program's own lines
    own: str = ""  # the program's own lines on standard error
    ranks: int = 2
    options: tuple = ()
    environment: tuple = ()  # (name, value) pairs
    output: str = ""  # a regular expression that standard output matches
    left: tuple = ()  # files that the program itself leaves in its working directory
    limit_mb: int = 0  # of resident memory; 0: no limit

    @property
    def identity(self):
        return f"{self.kind}: {self.name}"


# ---- Moments: when a program ends, which rank ends so, and its last call of MPI.
@dataclasses.dataclass(frozen=True)
class Moment:
    last_call: str  # empty: before MPI_Init, when all ranks end so
    others_wait: bool = False
    finalized: bool = False

    def rank(self):
        return 1 if self.last_call else 0


MOMENTS = {
    "constructor": Moment(""),
    "library_constructor": Moment(""),
    "main": Moment(""),
    "init": Moment("MPI_Comm_size", others_wait=True),
    "handler": Moment("MPI_Comm_size", others_wait=True),
    "comparison": Moment("MPI_Comm_size", others_wait=True),
    "error_handler": Moment("MPI_Comm_call_errhandler", others_wait=True),
    "operator": Moment("MPI_Reduce_local", others_wait=True),
    "library": Moment("MPI_Comm_set_attr", others_wait=True),
    "barrier": Moment("MPI_Barrier"),
    "attribute": Moment("MPI_Finalize"),
    "finalized": Moment("MPI_Finalize", finalized=True),
    "atexit": Moment("MPI_Finalize", finalized=True),
    "destructor": Moment("MPI_Finalize", finalized=True),
    "library_destructor": Moment("MPI_Finalize", finalized=True),
    "thread_local": Moment("MPI_Finalize", finalized=True),
}
# The program of exceptions.cc calls other functions.
MOMENTS_IN_CPP = {**MOMENTS, "init": Moment("MPI_Op_free", others_wait=True)}
SEEN_IN = r" at {}:\d+ in "


def of_exit(moment, code):
    """Returns the exit code and the message of a run in which a program exits by itself."""
    if not moment.last_call:
        return 2, rf"found a program that ends without MPI_Init \(exit code {code}\); allowed: an MPI program$"
    if moment.finalized:
        return (1, rf"a rank has ended with exit code {code}$") if code else (0, "")
    with_code = f"with code {code} " if code else ""
    if moment.others_wait:
        return 3, rf"rank 0.* for rank 1.*, whose program has ended {with_code}without MPI_Finalize"
    return 4, rf"rank 1 has ended {with_code}without MPI_Finalize$"


def of_death(moment, text, source):
    """Returns the exit code and the message of a run in which a rank dies. `text` says how, from "rank N" on."""
    last = rf"its last call of MPI was {moment.last_call}" + SEEN_IN.format(source) if moment.last_call \
        else "it has not called MPI$"
    return 4, rf"rank {moment.rank()} {text}.*; {last}"
