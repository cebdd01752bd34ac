"""Small programs that SMPI, or an earlier host, ran wrongly or refused: what the own host does with each of them."""

import functools
import pathlib
import re

import pytest
from mpi_runner import FOLDER, UNDER_SMPI, rmasim

pytestmark = pytest.mark.skipif(UNDER_SMPI, reason="the programs are wrong there (sim/mpi/HOSTS.md)")
HERE = pathlib.Path(__file__).resolve().parent / "cases"
NULL = r"buffer is a null pointer; it must be the address of 4 bytes"
GONE = r"has passed memory to MPI that it does not have \(address 0x[0-9a-f]+"
NODE = ("--set", "platform.ranks_per_node=4")
RIGHT = r"\bright\b"
# The file, its arguments, the number of ranks, further options, the exit code, what standard output has so many times,
# and what standard error has.
CASES = [
    ("pointers.c 0", 2, (), 4, None, rf"rank 0: MPI_Put at pointers.c:17 in main: the origin {NULL}"),
    ("pointers.c 1", 2, (), 4, None, rf"rank 0: MPI_Get at pointers.c:22 in main: the result {NULL}"),
    ("pointers.c 2", 2, (), 4, None,
     rf"rank 1 {GONE}, in window \"window 1\" of MPI_Win_create at pointers.c:26 in main\); its last call of MPI is "
     r"MPI_Win_fence at pointers.c:29 in main"),
    ("pointers.c 3", 2, (), 4, None,
     rf"rank 0 {GONE}, the source buffer of MPI_Put at pointers.c:34 in main\); its last call of MPI is MPI_Win_fence "
     r"at pointers.c:36 in main"),
    ("pointers.c 4", 2, (), 0, (2, "done"), None),
    ("pointers.c 5", 2, (), 0, (2, "done"), None),
    ("pointers.c 6", 2, (), 4, None, r"rank 0 was ended by signal SIGSEGV at address 0x0 at pointers.c:59 in main"),
    ("null_base.c 1", 2, (), 4, None, rf"rank 1 {GONE}, in window \"window 0\" of MPI_Win_create at null_base.c:\d+"),
    ("null_base.c 2", 2, (), 0, None, None),
    ("null_origin.c", 2, (), 4, None, rf"rank 0: MPI_Put at null_origin.c:\d+ in main: the origin {NULL}"),
    ("big_shared_window.c", 4, NODE, 0, None, None),
    ("malloc_header.c", 2, (), 0, None, None),
    ("barrier_threads.c 0", 3, (), 0, (2, RIGHT), None),
    ("barrier_threads.c 1", 3, (), 0, (2, RIGHT), None),
    ("barrier_threads.c 2", 3, (), 0, (2, RIGHT), None),
    ("barrier_threads.c 3", 3, (), 0, (2, RIGHT), None),
    ("bcast_one_rank_threads.c", 1, (), 0, (1, "^end$"), None),
    ("put_subarrays.c", 2, (), 0, (6, RIGHT), None),
    ("accumulate_struct.c", 2, (), 0, (1, "^2 10$"), None),
    ("empty_type.c", 2, (), 0, (2, RIGHT), None),
    ("empty_bcast.c", 2, (), 0, (2, RIGHT), None),
    ("char_sum.c", 2, (), 0, (2, "^3 4$"), None),
    ("cas_const.cc", 2, (), 0, None, None),
    *((f"notify.c {kind}", 3, (), 0, (1, "^7$"), None) for kind in range(19)),
    ("intercomm_create.c", 4, (), 0, (4, r"^merged \d$"), None),
    *((f"ni.c {kind}", 2, (), 0, (2, "ok$"), None) for kind in (0, 1, 2, 3, 4, 6, 7)),
]


@functools.cache
def built(name):
    program = pathlib.Path(FOLDER.name) / f"case-{pathlib.Path(name).stem}"
    finished = rmasim("c++" if name.endswith(".cc") else "cc", "-o", program, HERE / name)
    assert finished.returncode == 0, finished.stderr
    return program


def run(command, ranks=2, *options):
    name, *arguments = command.split()
    return rmasim("exec", "-n", ranks, *options, built(name), *arguments)


@pytest.mark.parametrize("command, ranks, options, code, printed, said", CASES, ids=[one[0] for one in CASES])
def test_what_happens(command, ranks, options, code, printed, said):
    finished = run(command, ranks, *options)
    assert finished.returncode == code, finished.stderr
    if printed is not None:
        count, pattern = printed
        assert len(re.findall(pattern, finished.stdout, re.MULTILINE)) == count, finished.stdout
    assert (finished.stderr == "") == (said is None), finished.stderr
    assert said is None or re.search(said, finished.stderr), finished.stderr


def test_arithmetic_of_char_has_one_note():
    note = "Note: rank 0: MPI_Fetch_and_op at char_sum.c:12 in main: MPI_CHAR has no arithmetic (MPI 4.1, 6.9.2)"
    assert len(re.findall("^Note: .*MPI_CHAR", run("char_sum.c").stdout, re.MULTILINE)) == 1
    assert note.replace("rank 0", "rank") in re.sub(r"rank \d", "rank", run("char_sum.c").stdout)


def test_a_pause_by_polling_the_clock_has_few_rounds():
    """The pause of 10 ms ends at most 1% too late. Its first thousand rounds take no time; each further one takes 10 ns
    more, so there are 1,414 of them."""
    finished = run("wtime_spin.c", 2, "--format", "json")
    rounds = [int(line.split()[0]) for line in finished.stderr.splitlines() if line.endswith(" calls")]
    assert len(rounds) == 2 and all(1000 < count < 2500 for count in rounds), rounds
    time_ns = int(re.search(r'"time_ns": (\d+)', finished.stdout)[1])
    assert 10_000_000 <= time_ns <= 10_200_000


def test_each_failing_poll_takes_the_same_time():
    finished = run("iprobe_grows.c")
    times = re.findall(r"^failing \w+ \d: ([\d.]+) us$", finished.stdout, re.MULTILINE)
    assert len(times) == 15 and len(set(times)) == 1 and 0 < float(times[0]) < 1
