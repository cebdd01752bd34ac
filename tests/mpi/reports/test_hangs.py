"""Programs that cannot finish because of messages, collective calls or ranks that exit early, and programs that are
ended by a signal: the report names what each rank waits for, what was sent and not received, and where the program
stopped. Both hosts run them."""

import pathlib
import re

import pytest
from mpi_runner import FOLDER, rmasim

PROGRAM = """#include <mpi.h>
#include <stdlib.h>
#include <string.h>
static int data[4];
int main(int argc, char** argv) {
    int rank;
    MPI_Comm again, few;
    MPI_Request request;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char* how = argv[1];
    const int first = rank == 0, second = rank == 1;
    if (!strcmp(how, "crash") && second) *(volatile int*)8 = argc;
#ifdef SPAWNS
    if (!strcmp(how, "spawn")) MPI_Comm_spawn("x", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &again, NULL);
#endif
    MPI_Comm_dup(MPI_COMM_WORLD, &again);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, 0, &few);
    MPI_Win_create(data, sizeof data, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (!strcmp(how, "return") && second) return 3;
    if (!strcmp(how, "exit") && second) exit(7);
    if (!strcmp(how, "quiet") && second) exit(0);
    if (!strcmp(how, "tag") && first) MPI_Recv(data, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(how, "tag") && second) MPI_Send(data, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
    if (!strcmp(how, "comm") && first) MPI_Recv(data, 1, MPI_INT, MPI_ANY_SOURCE, 7, few, MPI_STATUS_IGNORE);
    if (!strcmp(how, "comm") && second) MPI_Send(data, 1, MPI_INT, 0, 7, again);
    if (!strcmp(how, "wait") && first) MPI_Irecv(data, 1, MPI_INT, 1, MPI_ANY_TAG, again, &request);
    if (!strcmp(how, "wait") && first) MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (!strcmp(how, "send") && first) MPI_Ssend(data, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    if (!strcmp(how, "probe") && first) MPI_Probe(1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(how, "received") && first) MPI_Recv(data, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(how, "received") && first) MPI_Recv(data, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(how, "received") && second) MPI_Send(data, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    if (!strcmp(how, "barrier") && second) MPI_Recv(data, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(how, "barrier")) MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(how, "fence") && first) MPI_Recv(data, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(how, "crash")) MPI_Win_fence(0, win);
    if (!strcmp(how, "fence") && second) MPI_Send(data, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
"""


def compiled(name, *options):
    source = pathlib.Path(FOLDER.name) / name / "hangs.c"
    source.parent.mkdir()
    source.write_text(PROGRAM)
    finished = rmasim("cc", *options, "-std=gnu11", "-O1", "-o", source.with_suffix(""), source)
    assert finished.returncode == 0, finished.stderr
    return source.with_suffix("")


@pytest.fixture(scope="module", name="program", params=["own", "smpi"])
def the_program(request):
    return compiled("own") if request.param == "own" else request.getfixturevalue("smpi_program")


@pytest.fixture(scope="module", name="smpi_program")
def the_smpi_program():
    return compiled("smpi", "--smpi", "-DSPAWNS")


def is_own(program):
    return program.parent.name == "own"


def at(text):
    """The location of the last line that contains the text."""
    number = max(number for number, line in enumerate(PROGRAM.splitlines(), 1) if text in line)
    return f"hangs.c:{number} in main"


def hang(program, how):
    finished = rmasim("exec", "-n", 2, "--set", "polling.max_polls=5000", program, how)
    assert finished.returncode == 3, finished.stderr
    return finished.stderr


@pytest.mark.parametrize("how, call, awaited", [
    ("tag", "MPI_Recv", "a message from rank 1 with tag 7 on MPI_COMM_WORLD; sent to rank 0 and not received: one from "
     f"rank 1 with tag 8 on MPI_COMM_WORLD (MPI_Send at {at('0, 8')})"),
    ("comm", "MPI_Recv", "a message from any rank with tag 7 on a communicator of 2 ranks; sent to rank 0 and not "
     f"received: one from rank 1 with tag 7 on a communicator of 2 ranks (MPI_Send at {at('0, 7, again')})"),
    ("wait", "MPI_Wait", "a message from rank 1 with any tag on a communicator of 2 ranks (MPI_Irecv at "
     f"{at('MPI_Irecv')})"),
    ("send", "MPI_Ssend", "rank 1 to receive a message with tag 3 on MPI_COMM_WORLD"),
    ("probe", "MPI_Probe", "a message from rank 1 with tag 2 on MPI_COMM_WORLD"),
    ("received", "MPI_Recv", "a message from rank 1 with tag 2 on MPI_COMM_WORLD"),
])
def test_a_call_names_the_message_that_it_waits_for(program, how, call, awaited):
    report = hang(program, how)
    where = at(f'"{how}") && first')
    if is_own(program):  # the core records no lines of messages
        awaited = re.sub(r" \(MPI_\w+ at hangs.c:\d+ in main\)", "", awaited)
    assert f"\n  rank 0: {call} at {where} waits for {awaited}\n" in report
    cycle = f"a cycle of waits: rank 0 waits in {call} at {where} for rank 1 ({awaited}); rank 1 waits in MPI_Win_fence"
    # Under SMPI, a receive from any rank waits for no particular one, and MPI_Probe polls, so its run ends by the limit
    # of polls.
    assert (cycle in report) == (is_own(program) or how not in ("comm", "probe")), report


def test_a_collective_call_names_the_ranks_that_have_not_called_it(program):
    report = hang(program, "barrier")
    barrier = "BARRIER" if is_own(program) else "MPI_Barrier on MPI_COMM_WORLD, which rank 1 has not called"
    assert (f"a cycle of waits: rank 0 waits in MPI_Barrier at {at('MPI_Barrier')} for rank 1 ({barrier}); rank 1 "
            f"waits in MPI_Recv at {at('0, 5')} for rank 0 (a message from rank 0 with tag 5 on MPI_COMM_WORLD)"
            ) in report


def test_a_fence_and_a_receive_are_a_cycle(program):
    report = hang(program, "fence")
    receive = at('"fence") && first')
    assert f"a cycle of waits: rank 0 waits in MPI_Recv at {receive} for rank 1 (a message from rank 1" in report
    assert "; rank 1 waits in MPI_Win_fence" in report


@pytest.mark.parametrize("how, ended", [("return", "with code 3 without"), ("exit", "with code 7 without"),
                                        ("quiet", "without")])
def test_a_rank_that_has_exited_without_finalize_is_the_cause(program, how, ended):
    report = hang(program, how)
    fence = at('"crash")) MPI')
    assert (f": the run cannot finish: rank 0 waits in MPI_Win_fence at {fence} for rank 1 "
            '(rank 0 has called MPI_Win_fence on window "window 0" once, rank 1 never), whose program has ended '
            f"{ended} MPI_Finalize\n") in report


def test_a_signal_names_the_line_and_the_last_call(program):
    crash = rmasim("exec", "-n", 2, program, "crash")
    assert crash.returncode == 4
    said = (f"SIGSEGV at address 0x8 at {at('= argc')}; its last call of MPI was MPI_Comm_rank at {at('_rank')}"
            if is_own(program) else f"SIGSEGV at {at('= argc')}; it has not communicated since MPI_Init")
    assert crash.stderr == f"{program}: rank 1 was ended by signal {said}\n"


def test_a_function_that_smpi_does_not_have_is_named(smpi_program):
    spawn = rmasim("exec", "-n", 2, smpi_program, "spawn")
    assert (spawn.returncode, spawn.stderr) == (
        2, f"{smpi_program}: found a call of MPI_Comm_spawn; allowed: the functions of MPI that SimGrid's SMPI has\n")
