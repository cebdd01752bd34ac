"""rmasim convert ti: time-independent traces of SMPI as scenarios. Counts and times are calculated by hand.

Costs, overheads and the gap are 0 and the bandwidth is 8 Gb/s, so a byte takes a nanosecond. A message of 8 bytes with
its header of 32 bytes arrives 1,040 ns after it was sent.
"""

import json

import converting
import pytest
from rmasim_analysis.__main__ import main
from verbs import SCENARIOS


@pytest.fixture(name="convert")
def fixture_convert(tmp_path, capsys):
    """Returns a function that converts a text. It returns the exit code, and the scenario or the error messages."""
    return lambda text, *options: converting.converted("ti", text, tmp_path, capsys, *options)


@pytest.fixture(name="played")
def fixture_played(convert, tmp_path):
    """Returns a function that converts and runs a text. It returns the number of messages and the time."""
    def run(text, *options):
        code, scenario = convert(text, *options)
        assert code == 0, scenario
        return converting.played(scenario, tmp_path)

    return run


def calls_of(scenario, rank):
    [entry] = [entry for entry in scenario["programs"] if str(rank) in entry["ranks"].split(",")]
    return entry["calls"]


PAIR = """0 init
0 compute 1e6
0 isend 1 5 8 6
0 sleep 1e-6
0 wait 0 1 5
0 finalize
1 init
1 recv 0 5 8 6
1 finalize
"""


def test_messages_and_computations(convert, played):
    _, scenario = convert(PAIR)
    assert calls_of(scenario, 0) == [
        {"compute": {"ns": 1000000}}, {"isend": {"target": 1, "tag": 5, "count": 8, "request": "r0"}},
        {"compute": {"ns": 1000}}, {"wait": {"request": "r0"}}]
    assert calls_of(scenario, 1) == [{"recv": {"source": 0, "tag": 5, "count": 8}}]
    assert played(PAIR) == (1, 1_000_000 + 1040)
    assert played(PAIR, "--flops-per-s", "2e9") == (1, 500_000 + 1040)


def test_a_file_may_list_one_a_process(tmp_path, capsys):
    folder = tmp_path / "trace_files"
    folder.mkdir()
    lines = PAIR.splitlines(keepends=True)
    (folder / "0.txt").write_text("".join(line for line in lines if line.startswith("0")))
    (folder / "1.txt").write_text("".join(line for line in lines if line.startswith("1")))
    (tmp_path / "split.ti").write_text("trace_files/0.txt\ntrace_files/1.txt\n")
    (tmp_path / "one.ti").write_text(PAIR)
    for name in ("split", "one"):
        assert main(["convert", "ti", str(tmp_path / f"{name}.ti"), "-o", str(tmp_path / f"{name}.json")]) == 0
    split, one = (json.loads((tmp_path / f"{name}.json").read_text()) for name in ("split", "one"))
    assert split["programs"] == one["programs"]
    assert capsys.readouterr().out.endswith("one.json: 2 ranks, 1 message\n")
    assert main(["convert", "ti", str(tmp_path / "split.ti"), "-o", str(folder / "0.txt")]) == 2


def test_the_example(played):
    # 10,000 ns of computation; 100 doubles around the ring; one double up the tree and down again.
    assert played((SCENARIOS / "convert/ring.ti").read_text()) == (4 + 2 * 3, 10_000 + 1832 + 4 * 1040)


@pytest.mark.parametrize("datatype, size", list(enumerate([8, 4, 1, 2, 8, 4, 1])) + [(None, 1)])
def test_counts_are_of_a_datatype(convert, datatype, size):
    word = "" if datatype is None else f" {datatype}"
    _, scenario = convert(f"0 init\n0 send 1 0 10{word}\n1 init\n1 recv 0 0 10{word}\n")
    assert calls_of(scenario, 0) == [{"send": {"target": 1, "count": 10 * size}}]


def test_init_says_that_doubles_are_meant(convert):
    _, scenario = convert("0 init 1\n0 send 1 0 10\n1 init 1\n1 recv 0 0 10\n")
    assert calls_of(scenario, 1) == [{"recv": {"source": 0, "count": 80}}]


def test_a_receive_that_does_not_know_its_size_takes_the_largest(convert):
    _, scenario = convert("0 init\n0 send 1 0 10\n0 send 1 0 30\n1 init\n1 recv 0 0 -1\n1 irecv 0 0 0\n")
    assert [next(iter(call.values()))["count"] for call in calls_of(scenario, 1)[:2]] == [30, 30]


def test_what_is_pending_is_waited_for(convert, played):
    trace = """p0 init
p0 Irecv 1 1 8
p0 irecv 1 2 8
p0 test 1 0 2
p0 waitAll
p0 isend 1 3 8
p0 finalize
p1 init
p1 send 0 1 8
p1 send 0 2 8
p1 recv 0 3 8
"""
    _, scenario = convert(trace)
    assert [next(iter(call)) for call in calls_of(scenario, 0)] == [
        "irecv", "irecv", "test", "waitall", "isend", "waitall"]
    assert played(trace) == (3, 1080 + 1040)  # the second message leaves at 40


# The traces of SimGrid 3.32 when four processes call the MPI functions of these names.
RECORDED = """{rank} init
{rank} irecv {left} 7 100 0
{rank} isend {right} 7 100 0
{rank} waitall 2
{rank} barrier
{rank} irecv {left} 9 10 1
{rank} test {left} {rank} 9
{rank} testall
{rank} send {right} 9 10 1
{rank} wait {left} {rank} 9
{rank} allreduce 5 0 0
{rank} bcast 5 1 0
{rank} reduce 5 0 2 0
{rank} gather 1 1 0 1 1
{rank} alltoall 1 1 1 1
{rank} allgather 1 1 1 1
{rank} scatter 1 1 1 1 1
{rank} sendRecv 4 {right} 4 {left} 2 2
{rank} compute 100000
{rank} finalize
"""


def test_a_recorded_trace(played):
    trace = "".join(RECORDED.format(rank=rank, left=(rank - 1) % 4, right=(rank + 1) % 4) for rank in range(4))
    ring, tree, all_pairs = 4, 3, 12
    assert played(trace)[0] == 3 * ring + 6 * tree + 2 * all_pairs


def collective(ranks, line):
    return "".join(f"{rank} init\n{rank} {line}\n" for rank in range(ranks))


# For n ranks: trees have an edge for each rank but the root; rings and all-to-all a message for each pair.
@pytest.mark.parametrize("ranks", [1, 2, 3, 4, 5, 8])
@pytest.mark.parametrize("line, messages", [
    ("bcast 8 {root} 6", lambda n: n - 1), ("reduce 8 0 {root} 6", lambda n: n - 1),
    ("allreduce 8 0 6", lambda n: 2 * (n - 1)), ("gather 8 8 {root} 6 6", lambda n: n - 1),
    ("scatter 8 8 {root} 6 6", lambda n: n - 1), ("allgather 8 8 6 6", lambda n: n * (n - 1)),
    ("alltoall 8 8 6 6", lambda n: n * (n - 1)), ("barrier", lambda n: 0)])
def test_collective_calls_are_messages(played, ranks, line, messages):
    assert played(collective(ranks, line.format(root=ranks - 1)))[0] == messages(ranks)


@pytest.mark.parametrize("line, time", [
    # Four ranks. A tree: 0 sends to 2, then to 1; 2 has it at 1,040 and sends on to 3.
    ("bcast 8", 2080),
    # 1 and 3 send at once; 2 sends on at 1,040; then each computes 1,000 flops.
    ("reduce 8 1000", 3080),
    ("allreduce 8 1000", 2080 + 2080 + 1000),
    # Three messages one behind the other through the interface of rank 0.
    ("gather 8 8", 1000 + 3 * 40), ("scatter 8 8", 1000 + 3 * 40), ("alltoall 8 8", 1000 + 3 * 40),
    # Three steps around the ring.
    ("allgather 8 8", 3 * 1040)])
def test_collective_calls_take_their_time(played, line, time):
    assert played(collective(4, line))[1] == time


def test_their_tag_is_of_no_other_message(convert):
    _, scenario = convert("0 init\n0 send 1 7 8\n0 bcast 8\n1 init\n1 recv 0 7 8\n1 bcast 8\n")
    assert calls_of(scenario, 0)[1] == {"send": {"target": 1, "tag": 8, "count": 8}}


@pytest.mark.parametrize("text, line, complaint", [
    ("", None, "found no action; allowed: a trace, such as"),
    ("0 init\n0 send 1 0 8\n", 2, "found partner 1; allowed: a whole number from 0 to 0"),
    ("0 init\n2 init\n", None, "found no action of process 1; allowed: actions of each process, 0 to 2"),
    ("zero init\n", 1, 'found "zero init"; allowed: PROCESS ACTION [ARGUMENT]...'),
    ("0 init\n0\n", 2, 'found "0"; allowed: PROCESS ACTION'),
    ("0 compute 5\n", 1, "found compute; allowed: init as the first action"),
    ("0 init\n0 dance 5\n", 2, 'found "dance"; allowed: init, finalize, '),
    ("0 init\n0 alltoallv 5\n", 2, "found alltoallv; allowed: an action that has a counterpart in scenarios: init"),
    ("0 init\n0 compute\n", 2, "found 0 arguments of compute; allowed: compute flops"),
    ("0 init\n1 init\n0 send 1 8\n", 3, "found 2 arguments of send; allowed: send partner tag count [datatype]"),
    ("0 init\n1 init\n0 send 1 -1 8\n", 3, "found tag -1; allowed: a whole number from 0 to 2,147,483,647"),
    ("0 init\n1 init\n0 send 1 0 -1\n", 3, "found count -1"),
    ("0 init\n1 init\n0 send 1 0 1.5\n", 3, "found count 1.5"),
    ("0 init\n1 init\n0 send 1 0 8 7\n", 3, "found datatype 7; allowed: a whole number from 0 to 6"),
    ("0 init\n1 init\n0 send 1 0 2e9 0\n", 3, "found 16,000,000,000 bytes"),
    ("0 init\n0 recv -333 5 8\n", 2, "found partner -333, MPI_ANY_SOURCE; allowed: a receive that names its source"),
    ("0 init\n0 recv 0 -444 8\n", 2, "found tag -444, MPI_ANY_TAG"),
    ("0 init\n0 waitAny 1\n", 2, "found waitany; allowed: an action that has a counterpart"),
    ("0 init\n0 compute nan\n", 2, "found flops nan; allowed: a number of at least 0"),
    ("0 init\n0 sleep -1\n", 2, "found seconds -1"),
    ("0 init\n1 init\n0 wait 0 1 5\n", 3, "found wait 0 1 5; allowed: the source, target and tag of an isend or irecv"),
    ("0 init\n1 init\n0 send 1 5 8\n", 3, "found 1 sends and 0 receives from rank 0 to rank 1 with tag 5"),
])
def test_what_has_no_counterpart_is_refused(convert, text, line, complaint):
    code, said = convert(text)
    location = "it.ti: " if line is None else f"it.ti: line {line}: "
    assert code == 2 and location in said and complaint in said


@pytest.mark.parametrize("option", ["0", "-1", "inf", "nan", "fast"])
def test_a_speed_is_above_0(convert, option):
    code, said = convert(PAIR, "--flops-per-s", option)
    assert code == 2 and f"--flops-per-s: found {option}; allowed: a number above 0" in said


def test_without_a_file_it_is_printed(tmp_path, capsys):
    (tmp_path / "it.ti").write_text(PAIR)
    assert main(["convert", "ti", str(tmp_path / "it.ti")]) == 0
    assert json.loads(capsys.readouterr().out)["ranks"] == 2
