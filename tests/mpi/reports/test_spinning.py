"""Programs that wait in a loop for an event that never happens: the run ends with exit code 3 and names the loop. With
progress by an agent, or with a higher limit, the same programs may end."""

import pathlib

import pytest
from mpi_runner import FOLDER, built, rmasim

PROGRAM = """#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
static volatile int* flag;
static atomic_int* shared;
static MPI_Win win;
static MPI_Request request;
static int done, received, one = 1;
static void wait_in(const char* loop) {
    struct timeval time;
    const double begin = MPI_Wtime();
    if (!strcmp(loop, "sleep")) while (*flag != 1) usleep(1);
    if (!strcmp(loop, "test")) while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (!strcmp(loop, "testall")) while (!done) MPI_Testall(1, &request, &done, MPI_STATUSES_IGNORE);
    if (!strcmp(loop, "iprobe")) while (!done) MPI_Iprobe(0, 7, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
    if (!strcmp(loop, "sync")) while (*flag != 2) MPI_Win_sync(win);
    if (!strcmp(loop, "flush")) while (*flag != 2) MPI_Win_flush_local_all(win);
    if (!strcmp(loop, "yield")) while (*flag != 2) sched_yield();
    if (!strcmp(loop, "wtime")) while (MPI_Wtime() - begin < 0.01) {}
    if (!strcmp(loop, "gettimeofday")) do gettimeofday(&time, NULL); while (time.tv_sec < 1000000);
    if (!strcmp(loop, "load")) while (*flag != 2) {}
    if (!strcmp(loop, "until")) while (*flag != 1) {}
    if (!strcmp(loop, "loads")) while (*flag != 2 && flag[2] != 3) {}
    if (!strcmp(loop, "walk")) for (int i = 0; i < 20000; ++i) done += flag[i];
    if (!strcmp(loop, "atomic")) while (atomic_load(shared) != 2) {}
    if (!strcmp(loop, "probe")) MPI_Probe(0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
int main(int argc, char** argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(20000 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win);
    *flag = 0;
    shared = (atomic_int*)flag;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(argc > 2 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    } else {
        MPI_Irecv(&received, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, &request);
        MPI_Win_lock_all(0, win);
        wait_in(argv[1]);
        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
    if (rank == 0) MPI_Send(&one, 1, MPI_INT, 1, 8, MPI_COMM_WORLD);
    if (rank == 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
"""
FEW = ("--set", "polling.max_polls=5000")


def line_of(loop):
    return next(number for number, line in enumerate(PROGRAM.splitlines(), 1) if f'"{loop}"' in line)


@pytest.fixture(scope="module", name="folder")
def folder_with_programs():
    folder = pathlib.Path(FOLDER.name) / "spinning"
    folder.mkdir()
    (folder / "spins.c").write_text(PROGRAM)
    for name, options in (("plain", ()), ("watched", ("--watch",))):
        compiled = rmasim("cc", "-O1", *options, "-o", folder / name, folder / "spins.c")
        assert compiled.returncode == 0, compiled.stderr
    return folder


def spin(folder, loop, *options, program="plain"):
    return rmasim("exec", "-n", 2, *options, folder / program, loop)


@pytest.mark.parametrize("loop, call", [
    ("sleep", "usleep"), ("test", "MPI_Test"), ("testall", "MPI_Testall"), ("iprobe", "MPI_Iprobe"),
    ("sync", "MPI_Win_sync"), ("flush", "MPI_Win_flush_local_all"), ("yield", "sched_yield")])
def test_polls_without_progress_end_the_run(folder, loop, call):
    finished = spin(folder, loop, *FEW)
    assert finished.returncode == 3, finished.stderr
    assert "rank 1 polled 5,000 times without any progress of the run (polling.max_polls)" in finished.stderr
    assert f"rank 1: {call} at spins.c:{line_of(loop)} in wait_in" in finished.stderr
    assert finished.stderr == spin(folder, loop, *FEW).stderr


def test_a_probe_for_a_message_that_nobody_sends_ends_the_run(folder):
    finished = spin(folder, "probe", *FEW)
    assert finished.returncode == 3, finished.stderr
    assert f"rank 1: MPI_Probe at spins.c:{line_of('probe')} in wait_in" in finished.stderr


@pytest.mark.parametrize("loop", ["sleep", "yield"])
def test_the_report_names_the_packets_that_an_agent_would_handle(folder, loop):
    """A put has arrived, and only a call of MPI or an agent handles it. The loop "yield" waits for another value."""
    finished = spin(folder, loop, *FEW)
    assert ("1 packet waits for a call of MPI by rank 1; --set progress=agent would handle it without such a call"
            in finished.stderr)
    with_agent = spin(folder, loop, *FEW, "--set", "progress=agent")
    assert with_agent.returncode == (0 if loop == "sleep" else 3), with_agent.stderr
    assert "progress=agent" not in with_agent.stderr


def test_an_agent_grants_no_lock_that_is_held(folder):
    for agent in ((), ("--set", "progress=agent")):
        finished = rmasim("exec", "-n", 2, *FEW, *agent, folder / "plain", "sleep", "exclusive")
        assert finished.returncode == 3
        assert (", but grant no lock that is held" in finished.stderr) == (agent == ())


def test_without_a_waiting_packet_an_agent_would_not_help(folder):
    assert "progress=agent would not help, because no packet waits" in spin(folder, "flush", *FEW).stderr


def test_loops_that_poll_the_clock_have_a_limit_of_virtual_time(folder):
    assert spin(folder, "wtime", *FEW).returncode == 0
    finished = spin(folder, "wtime", "--set", "polling.max_clock_ns=1000000")
    assert finished.returncode == 3
    assert "polled only the clock for 1,000.0 us of virtual time" in finished.stderr
    assert f"rank 1: MPI_Wtime at spins.c:{line_of('wtime')} in wait_in" in finished.stderr
    finished = spin(folder, "gettimeofday", "--set", "polling.max_clock_ns=10000000")
    assert finished.returncode == 3
    assert f"rank 1: gettimeofday at spins.c:{line_of('gettimeofday')} in wait_in" in finished.stderr


@pytest.mark.parametrize("semantics", [(), ("--semantics", "unified")])
@pytest.mark.parametrize("loop, what", [("load", "a volatile load"), ("loads", "a volatile load"),
                                        ("atomic", "an atomic load")])
def test_loads_of_watched_programs_are_polls(folder, loop, what, semantics):
    finished = spin(folder, loop, *FEW, *semantics, program="watched")
    assert finished.returncode == 3, finished.stderr
    assert "rank 1 polled 5,000 times without any progress of the run (polling.max_polls)" in finished.stderr
    assert f"rank 1: {what} at spins.c:{line_of(loop)} in wait_in" in finished.stderr


def test_loads_of_many_bytes_are_no_polls(folder):
    """The program reads an array with more elements than the limit, once."""
    finished = spin(folder, "walk", *FEW, program="watched")
    assert finished.returncode == 0, finished.stderr


def test_a_loop_of_loads_ends_when_the_value_changes(folder):
    """The put of rank 0 arrives by its agent, while rank 1 only loads."""
    finished = spin(folder, "until", "--set", "progress=agent", program="watched")
    assert finished.returncode == 0, finished.stderr


def test_other_loops_have_a_limit_of_cpu_time(folder):
    finished = spin(folder, "load", "--set", "polling.max_cpu_s=1")
    assert finished.returncode == 3, finished.stderr
    assert "rank 1 computed for 1 s of CPU time without any call (polling.max_cpu_s" in finished.stderr
    assert "not reproducible" in finished.stderr
    assert f"rank 1: a loop at spins.c:{line_of('load')} in wait_in" in finished.stderr


def test_a_limit_that_is_no_number_is_bad_input(folder):
    finished = spin(folder, "sleep", "--set", "polling.max_polls=-1")
    assert finished.returncode == 2
    assert "polling.max_polls: found -1; allowed: an integer from 0 to" in finished.stderr


def test_progress_restarts_the_count():
    """Rank 1 polls for messages that arrive one after another: far more polls in all than the limit."""
    source = pathlib.Path(FOLDER.name) / "progresses.c"
    source.write_text("""#include <mpi.h>
#include <unistd.h>
int main(int argc, char** argv) {
    int rank, value = 0, done, polls = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 30; ++i) {
        MPI_Request request;
        if (rank == 0) {
            usleep(8000);
            MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
            for (done = 0; !done; ++polls) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        }
    }
    MPI_Finalize();
    return rank == 1 && polls < 300;
}
""")
    finished = rmasim("exec", "-n", 2, "--set", "polling.max_polls=200", built(source))
    assert finished.returncode == 0, finished.stderr
