"""Patterns on communicators: each communicator runs the pattern among its own ranks, like a world of these ranks."""

import json

import pytest
from rmasim_runner import rmasim, write_scenario

MEMBERS = 6
# The 6 of 18 ranks, in order.
SELECTIONS = {"first": ("rank < 6", "rank", list(range(6))),
              "every third": ("rank % 3 == 1", "rank", list(range(1, 18, 3))),
              "backwards": ("rank % 3 == 1", "-rank", list(range(16, 0, -3)))}
EVERYBODY = 18

# random_access generates numbers that depend on the rank among all ranks, so it is the same on the first ranks only.
PATTERNS = {
    "halo_2d": ("newrma", {"bytes": 16, "iterations": 3}),
    "halo_2d, pscw": ("newrma", {"pattern": "halo_2d", "rows": 2, "bytes": 16, "periodic": False, "sync": "pscw"}),
    "halo_2d, lock_all": ("newrma", {"pattern": "halo_2d", "bytes": 16, "sync": "lock_all"}),
    "halo_3d": ("ch3", {"planes": 3, "bytes": 8}),
    "all_to_all": ("oldqueue", {"bytes": 8}),
    "all_to_all, lock": ("newrma", {"pattern": "all_to_all", "bytes": 8, "sync": "lock"}),
    "hot_spot": ("ch3", {"target": 2, "bytes": 8, "iterations": 2, "operation": "accumulate"}),
    "random_access": ("newrma", {"updates": 20, "table_entries_per_rank": 8}),
    "halo_counters, barrier": ("synccount", {"pattern": "halo_counters", "neighbours": [-1, 1], "bytes": 8,
                                             "iterations": 3, "signal": "barrier"}),
    "halo_counters, messages": ("synccount", {"pattern": "halo_counters", "neighbours": [-1, 1, -2, 2], "bytes": 8,
                                              "iterations": 3, "signal": "messages"}),
    "halo_counters, counters": ("synccount", {"pattern": "halo_counters", "neighbours": [-1, 1], "bytes": 8,
                                              "iterations": 3, "signal": "counters", "restart": True,
                                              "order": "safe"}),
}


def result_with_windows(path, memory):
    finished = rmasim("run", path, "--check-invariants", "--format", "json", "--memory", memory)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)["messages"], memory.read_bytes()


def counts_of(path):
    finished = rmasim("run", path, "--check-invariants", "--format", "json")
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)["messages"]["by_kind"]


def of_all(*calls):
    return [{"calls": list(calls)}]


def generate(pattern, **arguments):
    return {"generate": {"pattern": pattern, **arguments}}


@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("name", PATTERNS)
def test_a_communicator_runs_the_pattern_as_its_ranks_alone(name, selection, tmp_path):
    family, arguments = PATTERNS[name]
    pattern = {"pattern": name, **arguments}
    if pattern["pattern"] == "random_access" and selection != "first":
        pytest.skip("other ranks draw other numbers")
    which, key, ranks = SELECTIONS[selection]
    protocol, bytes_each = {"family": family}, 64
    alone = write_scenario(tmp_path, ranks=MEMBERS, protocol=protocol, windows={"w": {"bytes": bytes_each}},
                           programs=of_all({"generate": pattern}))
    messages, windows = result_with_windows(alone, tmp_path / "alone")
    among = write_scenario(tmp_path, ranks=EVERYBODY, protocol=protocol,
                           communicators={"some": {"colour": f"{which} ? 0 : undefined", "key": key}},
                           windows={"w": {"bytes": bytes_each, "comm": "some"}},
                           programs=[{"ranks": which, "calls": [{"generate": {**pattern, "comm": "some"}}]}])
    messages_among, windows_among = result_with_windows(among, tmp_path / "among")
    assert messages["total"] > 0
    for key in ("total", "bytes", "by_kind"):
        assert messages_among[key] == messages[key]
    parts = [windows[bytes_each * comm_rank:bytes_each * (comm_rank + 1)] for comm_rank in range(MEMBERS)]
    assert windows_among == b"".join(part for _, part in sorted(zip(ranks, parts)))


def test_two_communicators_each_run_a_halo(tmp_path):
    """The even and the odd ranks of 18 each form a grid of 3 x 3 ranks, and make two exchanges. Each grid has 3 fences
    of 4 rounds with 9 packets. In each exchange, each rank has 4 puts to four different ranks, which are acknowledged.
    """
    path = write_scenario(tmp_path, ranks=18, communicators={"half": {"colour": "rank % 2"}},
                          windows={"w": {"bytes": 32, "comm": "half"}},
                          programs=of_all(generate("halo_2d", comm="half", bytes=8, iterations=2)),
                          expect={"memory": [{"values": [
                              # The data that the northern neighbour sent south, direction 1, in the second exchange.
                              "(half.rank + 6) % 9 * 4 + 1 + 1"]}]})
    assert counts_of(path) == {"BARRIER": 2 * 3 * 4 * 9, "PUT+RMA_DONE": 2 * 2 * 4 * 9, "RMA_DONE_ACK": 2 * 2 * 4 * 9}


def test_communicators_of_two_sizes_each_exchange_all_blocks(tmp_path):
    """The rows have 3 and 2 ranks. They have 2 fences of 2 * 3 and 1 * 2 packets, and 3 * 2 and 2 * 1 puts. The window
    has room for one block of each rank of the row."""
    path = write_scenario(tmp_path, ranks=5, communicators={"row": {"colour": "rank / 3"}},
                          windows={"w": {"bytes": "8 * row.size", "comm": "row"}},
                          programs=of_all(generate("all_to_all", comm="row", bytes=8)),
                          expect={"memory": [{"ranks": "0,3", "disp": 8, "values": [1] * 8},
                                             {"ranks": "1,2,4", "values": [0] * 8},
                                             {"ranks": "0-1", "disp": 16, "values": [2] * 8}]})
    assert counts_of(path) == {"BARRIER": 2 * (6 + 2), "PUT+RMA_DONE": 8, "RMA_DONE_ACK": 8}


def test_each_communicator_has_its_own_hot_spot(tmp_path):
    """There are two rows of 4 ranks. In each, three origins twice send a packet that locks, puts and unlocks, and
    receive its acknowledgement."""
    path = write_scenario(tmp_path, ranks=8, communicators={"row": {"colour": "rank / 4"}},
                          windows={"w": {"bytes": 8, "comm": "row"}},
                          programs=of_all(generate("hot_spot", comm="row", target=1, bytes=8, iterations=2,
                                                   operation="put")))
    assert counts_of(path) == {"PUT+LOCK.X+UNLOCK": 12, "RMA_DONE_ACK": 12}


GRID = {"row": {"colour": "rank / 4"}, "column": {"colour": "rank % 4"}}


def by_rows(folder, **more):
    return write_scenario(folder, ranks=12, communicators=GRID,
                          windows={"r": {"bytes": 16, "comm": "row"}, "c": {"bytes": 16, "comm": "column"}},
                          programs=of_all(generate("halo_2d_by_rows", row_win="r", column_win="c", bytes=8,
                                                   iterations=2, **more)))


def test_a_halo_by_rows_fences_rows_and_columns_only(tmp_path):
    """There are 3 rows of 4 ranks and 4 columns of 3 ranks. Each fence takes 2 rounds, which have 2 * 12 packets in
    rows and as many in columns. There are three fences. Each rank has 4 puts in each exchange. A barrier of all twelve
    ranks would have four rounds."""
    assert counts_of(by_rows(tmp_path)) == {"BARRIER": 2 * 3 * 2 * 12, "PUT+RMA_DONE": 2 * 4 * 12,
                                            "RMA_DONE_ACK": 2 * 4 * 12}


@pytest.mark.parametrize("periodic", [True, False])
@pytest.mark.parametrize("sync", ["fence", "pscw", "lock_all"])
def test_a_halo_by_rows_leaves_what_the_halo_leaves(sync, periodic, tmp_path):
    """halo_2d has the buffers from north, south, west and east in a single window."""
    more = {"sync": sync, "periodic": periodic}
    _, apart = result_with_windows(by_rows(tmp_path, **more), tmp_path / "apart")
    whole = write_scenario(tmp_path, ranks=12, windows={"w": {"bytes": 32}},
                           programs=of_all(generate("halo_2d", rows=3, columns=4, bytes=8, iterations=2, **more)))
    _, at_once = result_with_windows(whole, tmp_path / "whole")
    rows, columns = apart[:16 * 12], apart[16 * 12:]
    assert any(at_once)
    for rank in range(12):
        part = slice(16 * rank, 16 * (rank + 1))
        assert columns[part] + rows[part] == at_once[32 * rank:32 * (rank + 1)]


def test_a_rank_outside_may_not_call_the_pattern(tmp_path):
    path = write_scenario(tmp_path, ranks=4, communicators={"odd": {"colour": "rank % 2 == 1 ? 0 : undefined"}},
                          windows={"w": {"bytes": 64, "comm": "odd"}},
                          programs=of_all(generate("halo_2d", comm="odd", bytes=8)))
    refused = rmasim("run", path)
    assert refused.returncode == 2
    assert "programs[0].calls[0].generate" in refused.stderr and "(rank 0)" in refused.stderr
    assert 'is in no communicator of "odd"' in refused.stderr
