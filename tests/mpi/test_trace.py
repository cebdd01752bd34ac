"""`exec --trace`: the traces of MPI programs have the same contents as traces of scenarios. They contain the calls with
function and line, windows that are created and freed, functions that SMPI executes, and calls that never return.
`report` and `convert otf2` read these traces."""

import json

import pytest
from hosts import said
from mpi_runner import WORKLOADS, built, result, rmasim, run

# Two halves with a window each; then rank 0 leaves it, and all make another one.
WINDOWS = """#include <mpi.h>
int main(int argc, char** argv) {
    int rank, data[2] = {0, 0};
    MPI_Win half, all;
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &comm);
    MPI_Win_create(data, 8, 4, MPI_INFO_NULL, comm, &half);
    MPI_Win_fence(0, half);
    MPI_Put(&rank, 1, MPI_INT, 1, 1, 1, MPI_INT, half);
    MPI_Win_fence(0, half);
    MPI_Win_free(&half);
    MPI_Win_create(data, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &all);
    MPI_Win_fence(0, all);
    if (rank == WRONG) MPI_Recv(data, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_free(&all);
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture(scope="module")
def windows(tmp_path_factory):
    folder = tmp_path_factory.mktemp("windows")
    source = folder / "windows.c"
    source.write_text(WINDOWS)
    for name, wrong in (("right", -1), ("waits", 3)):
        finished = rmasim("cc", f"-DWRONG={wrong}", "-o", folder / name, source)
        assert finished.returncode == 0, finished.stderr
    return folder


def traced(program, folder, *options, ranks=4, code=0):
    path = folder / "trace.json"
    finished = rmasim("exec", "-n", ranks, "--trace", path, *options, program)
    assert finished.returncode == code, finished.stderr
    return json.loads(path.read_text()), finished


def calls_of(trace, rank=None):
    calls = [event for event in trace["traceEvents"] if event["ph"] == "X" and event["cat"] == "call"]
    return [call for call in calls if rank is None or call["tid"] == rank + 1]


def test_calls_are_named_by_their_lines(windows, tmp_path):
    trace, _ = traced(windows / "right", tmp_path)
    assert [(call["name"], call["args"]["place"]) for call in calls_of(trace, 0)] == [
        ("MPI_Comm_split", "windows.c:8 in main"), ("win_create", "windows.c:9 in main"),
        ("fence", "windows.c:10 in main"), ("put", "windows.c:11 in main"), ("fence", "windows.c:12 in main"),
        ("win_free", "windows.c:13 in main"), ("win_create", "windows.c:14 in main"), ("fence", "windows.c:15 in main"),
        ("win_free", "windows.c:17 in main")]


def test_each_window_has_a_name_of_its_own(windows, tmp_path):
    trace, _ = traced(windows / "right", tmp_path)
    assert trace["otherData"]["windows"] == []
    first, second, last = trace["windows"]
    assert [first["ranks"], second["ranks"], last["ranks"]] == [2, 2, 4]
    groups = trace["communicators"]
    assert groups[first["comm"]] == [[0, 1]] and groups[second["comm"]] == [[2, 3]] and "comm" not in last
    used = [{call["args"]["win"] for call in calls_of(trace, rank) if "win" in call["args"]} for rank in range(4)]
    assert used == 2 * [{first["name"], last["name"]}] + 2 * [{second["name"], last["name"]}]


def test_packets_are_those_of_the_result(tmp_path):
    source = WORKLOADS / "halo_fence.c"
    path = tmp_path / "trace.json"
    found = result(source, 3, options=("--trace", path))
    trace = json.loads(path.read_text())
    sent = [event["name"] for event in trace["traceEvents"] if event["name"].startswith("send ")]
    assert len(sent) == found["messages"]["total"]
    for kind, count in found["messages"]["by_kind"].items():
        assert sent.count(f"send {kind}") == count
    assert found["digest"] == result(source, 3)["digest"]


def test_a_part_of_the_events(tmp_path):
    path = tmp_path / "trace.json"
    run(WORKLOADS / "halo_fence.c", 3, options=("--trace", path, "--trace-ranks", "0", "--trace-kinds", "calls"))
    trace = json.loads(path.read_text())
    assert {event["tid"] for event in trace["traceEvents"] if "tid" in event} == {1}
    assert {event["cat"] for event in trace["traceEvents"] if event["ph"] == "X"} == {"call"}
    assert trace["otherData"]["selection"] == {"ranks": [0], "kinds": ["calls"]}
    path.unlink()
    refused = run(WORKLOADS / "halo_fence.c", 3, options=("--trace", path, "--trace-ranks", "9"))
    assert refused.returncode == 2 and "--trace-ranks" in refused.stderr and not path.exists()


def test_a_program_is_not_overwritten():
    program = built(WORKLOADS / "halo_fence.c")
    refused = rmasim("exec", "-n", 2, "--trace", program, program)
    assert refused.returncode == 2 and "--trace" in refused.stderr


def test_calls_that_never_return_are_drawn_to_the_end(windows, tmp_path):
    trace, finished = traced(windows / "waits", tmp_path, code=3)
    stuck = {call["tid"] - 1: call for call in calls_of(trace) if "stuck" in call["args"]}
    assert sorted(stuck) == [0, 1, 2, 3]
    assert stuck[3]["name"] == said("names") and stuck[3]["args"]["place"] == "windows.c:16 in main"
    assert stuck[0]["name"] == "win_free" and stuck[0]["args"]["place"] == "windows.c:17 in main"
    assert len({round(call["ts"] + call["dur"], 6) for call in stuck.values()}) == 1
    awaited = "a message from rank 0 with tag 7"
    assert f"rank 3: MPI_Recv at windows.c:16 in main waits for {awaited}" in finished.stderr


def test_archives_of_a_program(windows, tmp_path):
    traced(windows / "right", tmp_path)
    finished = rmasim("convert", "otf2", tmp_path / "trace.json", "-o", tmp_path / "archive")
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.split(": ")[1].startswith("4 ranks, ")


@pytest.mark.long
def test_pages_of_a_trace(windows, tmp_path):
    """test_program_file.py tests the page of the same program when `report` makes the trace itself."""
    traced(windows / "right", tmp_path)
    page = tmp_path / "page.html"
    finished = rmasim("report", tmp_path / "trace.json", "-o", page)
    assert finished.returncode == 0, finished.stderr
    assert "windows.c:11 in main" in page.read_text()
