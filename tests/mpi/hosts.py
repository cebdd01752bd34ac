"""The two hosts of MPI programs: rmasim's own, and SimGrid's SMPI. The tests of this folder run with programs for the
own host; with RMASIM_MPI_HOST=smpi they run with programs of `cc --smpi`. Where results differ, the tests take the
expected text from the table of differences. The page sim/mpi/HOSTS.md shows the table.

    /usr/bin/python3 tests/pages/pages.py --write mpi/HOSTS
"""

import dataclasses

from batches import programs
from mpi_runner import UNDER_SMPI


@dataclasses.dataclass(frozen=True)
class Difference:
    """`own` and `smpi` describe the results, `clause` is the section of MPI 4.1. `texts` are what tests expect."""
    subject: str
    own: str
    smpi: str
    clause: str
    texts: tuple = ("", "")


DIFFERENCES = {
    "packets": Difference(
        "messages and collective calls", "packets of the core, counted by kind, in order with those of windows",
        "SimGrid transfers them; they are not counted", "3.4: MPI does not say how messages are sent"),
    "message_time": Difference(
        "time of a message", "as of a packet: LogGP or flow, with the CPU time of both ranks; a long message waits for "
        "its receive", "latency and bandwidth of the route, shared by SimGrid's model; no CPU time", "none"),
    "receive": Difference(
        "a receive that waits in vain", "the report has its source, tag and communicator, and those of messages that "
        "the rank has not received", "and the lines of these messages' sends, and of a nonblocking receive", "3.4"),
    "names": Difference(
        "names of messages and collective calls in traces", "those of scenarios", "those of MPI", "none",
        ("recv", "MPI_Recv")),
    "signal": Difference(
        "a rank that dies by a signal", "the report has the address, and the last call of any function of MPI",
        "the report has the last call in which the rank communicated", "9.3",
        ("SIGSEGV at address 0x0 at wrong.c:{} in main; its last call of MPI was",
         "SIGSEGV at wrong.c:{} in main; the last call in which it communicated was")),
    "same_error": Difference(
        "an error of several ranks at the same time", "the first rank's error ends the run",
        "the report has the other ranks, too", "9.3: the state after an error is undefined",
        ("rank 1", "rank 0 (likewise rank 1)")),
    "start": Difference(
        "MPI_Start of a request of an RMA operation", "an error of the program: exit code 4", "refused: exit code 2",
        "3.9", ((4, "the request is not persistent"), (2, "found the request of an RMA operation; allowed: requests"))),
    "active": Difference(
        "a request that is active at MPI_Finalize", "an error of the program: exit code 4", "not reported", "11.2.2"),
    "variables": Difference(
        "address of a variable or function", "the same in all ranks; contents are exchanged when another rank runs",
        "each rank has a copy of the program, if it has variables", "11.6: processes have separate memory", (1, 3)),
    "ranks": Difference(
        "number of ranks", "more than Linux has mappings for", "limited by Linux's vm.max_map_count", "none", (0, 2)),
    "missing": Difference(
        "functions that are not there (files, dynamic processes, sessions)", "an error of the linker",
        "the call ends the run, for functions that SMPI's header declares", "none"),
    "extents": Difference(
        "extent of subarrays, and of vectors with negative strides", "as MPI says",
        "4 bytes of a subarray of int; the lower bound of such a vector is 0: further elements land elsewhere",
        "5.1.3, 5.1.7"),
    "barrier": Difference(
        "MPI_Barrier with MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE", "no rank leaves before the last one enters",
        "ranks leave at once", "6.3"),
    "bcast": Difference(
        "MPI_Bcast on one rank with MPI_THREAD_MULTIPLE", "returns", "never returns", "6.4"),
    "polls": Difference(
        "time of a test or probe that finds nothing", "constant", "grows with each call", "none"),
    "private": Difference(
        "a buffer of an operation in a threadprivate variable, when its parallel region has ended",
        "an error: the rank does not have the memory", "used", "none: OpenMP keeps such variables"),
    "structures": Difference(
        "an accumulate with a structure of one basic datatype", "done", "refused if the structure has no gaps",
        "12.3.4"),
    "empty": Difference("a broadcast of an empty datatype from a null pointer", "moves nothing", "ends the run", "6.4"),
    "headers": Difference(
        "malloc.h before mpi.h, and the constant arguments of MPI_Compare_and_swap in C++", "compile", "do not compile",
        "12.3.4, A.3"),
}


def has_difference(program):
    """True for a program that only one host runs."""
    return "own host" in program.keys


def said(name):
    """Returns what the host in use says or does, for a row with texts."""
    return DIFFERENCES[name].texts[UNDER_SMPI]


HEAD = """# The hosts of MPI programs

`rmasim exec` runs a program in one of two hosts, and sees at the executable which one the program needs. The head of
the report names the host.

- `rmasim cc`, `rmasim c++` and `rmasim fc` build for rmasim's own host (`sim/mpi/process`, `sim/mpi/hosted`). Each rank
  has what a process has, and all functions of MPI are ours ([list](api/FUNCTIONS.md)).
- The same commands with `--smpi` build for SimGrid's SMPI. Only the functions of windows are ours
  ([list](FUNCTIONS.md)).

An object file of one host is not linked for the other one. The tests in `tests/mpi` run with both hosts. Their results
are the same but for this table, which `tests/mpi/hosts.py` has. The clauses are sections of MPI 4.1.

| subject | own host | SMPI | clause |
|---|---|---|---|
"""


def page():
    """Returns the page. test_conformance.py runs the programs of its last sentence with both hosts."""
    count = len([one for one in programs() if not has_difference(one)])
    rows = "".join(f"| {one.subject} | {one.own} | {one.smpi} | {one.clause} |\n" for one in DIFFERENCES.values())
    return (f"{HEAD}{rows}\nBoth hosts run {count} of the {len(programs())} programs of `tests/mpi/programs` in C, C++ "
            "and Fortran; SMPI runs the others.\n")
