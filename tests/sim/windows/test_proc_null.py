"""MPI_PROC_NULL (-1): operations and messages to it have no effect, in every family. Groups skip it."""

import json

import pytest
from rmasim_runner import result_of, rmasim, write_scenario

FENCE = {"fence": {}}, {"fence": {"assert": ["nosucceed"]}}
LOCK = {"lock": {"target": 1, "type": "shared"}}, {"unlock": {"target": 1}}
LOCK_ALL = {"lock_all": {}}, {"unlock_all": {}}
NONE = ()
PUT, GET = {"put": {"target": "-1"}}, {"get": {"target": -1, "into": {"disp": 0}}}
ADD = {"accumulate": {"target": -1, "disp": 1 << 20}}
# Family, epoch, and the calls to MPI_PROC_NULL in it.
OPERATIONS = [
    ("newrma", FENCE, [PUT, GET, ADD]), ("newrma", LOCK, [PUT, GET, ADD]), ("newrma", LOCK_ALL, [PUT, GET, ADD]),
    ("newrma", LOCK, [{"rput": {"target": -1, "request": "r"}}, {"wait": {"request": "r"}}]),
    ("newrma", LOCK, [{"fetch_and_op": {"target": -1, "as": "x"}}, {"compare_and_swap": {"target": -1, "compare": 0}}]),
    ("ch3", FENCE, [PUT, GET, ADD]), ("ch3", LOCK, [PUT, GET, ADD]), ("ch3", LOCK_ALL, [PUT, GET, ADD]),
    ("ch3", LOCK, [{"rget": {"target": -1, "request": "r"}}, {"wait": {"request": "r"}}]),
    ("ch4", FENCE, [PUT, GET, ADD]), ("ch4", LOCK, [PUT, GET, ADD]), ("ch4", LOCK_ALL, [PUT, GET, ADD]),
    ("oldqueue", FENCE, [PUT, GET, ADD]), ("oldqueue", LOCK, [PUT, GET, ADD]),
    ("shm", FENCE, [PUT, GET, ADD]),
    ("synccount", NONE, [PUT, GET, ADD]),
]
MESSAGES = [{"send": {"target": -1}}, {"recv": {"source": -1, "as": "x"}}, {"isend": {"target": -1, "request": "s"}},
            {"irecv": {"source": -1, "request": "r", "as": "x"}}, {"waitall": {"requests": ["s", "r"]}}]


def programs(epoch, calls):
    """Returns programs in which all ranks open the epoch. With locks, only rank 0 does."""
    around = [*epoch[:1], *calls, *epoch[1:]]
    return [{"ranks": "0" if epoch in (LOCK, LOCK_ALL) else "all", "calls": around}]


def machine(family):
    shared = {"platform": {"ranks_per_node": 2}, "windows": {"w": {"bytes": 64, "shared": True}}}
    return {"protocol": {"family": family}, "ranks": 2} | (shared if family == "shm" else {})


def messages(folder, family, epoch, calls):
    path = write_scenario(folder, **machine(family), programs=programs(epoch, calls))
    assert rmasim("run", path, "--check-invariants").returncode == 0
    assert rmasim("run", path, "--check-invariants", "--semantics", "separate").returncode == 0
    assert rmasim("explore", path, "--limit", 2000).returncode == 0
    return result_of(path)["messages"]


@pytest.mark.parametrize("family, epoch, calls", OPERATIONS)
def test_operations_send_nothing(tmp_path, family, epoch, calls):
    assert messages(tmp_path, family, epoch, calls) == messages(tmp_path, family, epoch, [])


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4", "oldqueue", "shm", "synccount"])
def test_messages_send_nothing_and_wait_for_nobody(tmp_path, family):
    assert messages(tmp_path, family, NONE, MESSAGES)["total"] == 0


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4", "oldqueue", "shm"])
def test_the_epoch_must_be_open(tmp_path, family):
    finished = rmasim("run", write_scenario(tmp_path, **machine(family), programs=programs(NONE, [PUT])))
    assert finished.returncode == 4 and "no access epoch is open" in finished.stderr


def test_results_and_requests_are_as_mpi_says(tmp_path):
    """The variable keeps its value. The request is complete and not a null request, so WAITANY finds it (MM-NULL-1)."""
    calls = [{"let": {"x": 7}}, {"store": {"disp": 0, "datatype": "int64", "value": 5}}, LOCK[0],
             {"rget": {"target": -1, "datatype": "int64", "into": {"disp": 0}, "request": "r"}},
             {"fetch_and_op": {"target": -1, "datatype": "int64", "as": "x"}},
             {"waitany": {"requests": ["r"], "as": "which"}}, LOCK[1],
             {"store": {"disp": 8, "datatype": "int64", "value": "x"}},
             {"store": {"disp": 16, "datatype": "int64", "value": "which"}}]
    expect = {"memory": [{"ranks": "0", "win": "w", "datatype": "int64", "values": [5, 7, 0]}]}
    path = write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "calls": calls}], expect=expect)
    finished = rmasim("run", path)
    assert finished.returncode == 0, finished.stderr


@pytest.mark.parametrize("call", [LOCK[0] | {"lock": {"target": -1, "type": "shared"}}, {"flush": {"target": -1}},
                                  {"put": {"target": -2}}, {"send": {"target": -2}}, {"post": {"group": [-2]}}])
def test_other_calls_and_numbers_name_ranks(tmp_path, call):
    finished = rmasim("validate", write_scenario(tmp_path, ranks=2, programs=[{"calls": [call]}]))
    assert finished.returncode == 2


@pytest.mark.parametrize("group", [[1, -1], ["rank == 0 ? 1 : -1", "-1"], "to"])
def test_groups_leave_it_out(tmp_path, group):
    calls = [{"array": {"to": 3}}, {"let": {"to[0]": -1, "to[1]": 1, "to[2]": "-1"}}, {"start": {"group": group}},
             {"put": {"target": 1}}, {"put": {"target": -1}}, {"complete": {}}]
    target = [{"post": {"group": [0, "-1"]}}, {"wait": {}}]
    both = [{"ranks": "0", "calls": calls}, {"ranks": "1", "calls": target}]
    path = write_scenario(tmp_path, ranks=2, programs=both)
    plain = [{"ranks": "0", "calls": [{"start": {"group": [1]}}, {"put": {"target": 1}}, {"complete": {}}]},
             {"ranks": "1", "calls": [{"post": {"group": [0]}}, {"wait": {}}]}]
    assert rmasim("run", path, "--check-invariants").returncode == 0
    found = result_of(path)["messages"]
    assert found == result_of(write_scenario(tmp_path, ranks=2, programs=plain))["messages"]


def test_a_rank_twice_is_an_error_as_in_mpi(tmp_path):
    calls = [{"let": {"x": 1}}, {"start": {"group": [1, "x"]}}]
    finished = rmasim("run", write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "calls": calls}]))
    assert finished.returncode == 2
    assert "scenario.json:1:" in finished.stderr
    assert "found rank 1 twice; allowed: each rank at most once, as in MPI_Group_incl" in finished.stderr


# ---- The halo patterns: puts have the same targets under every synchronisation.
SHAPES = [("halo_2d", {"rows": rows}) for rows in (1, 2, 3)] + [("halo_3d", {"planes": planes}) for planes in (1, 2)]


@pytest.mark.parametrize("periodic", [True, False])
@pytest.mark.parametrize("pattern, extent", SHAPES)
def test_halos_under_each_synchronisation(tmp_path, pattern, extent, periodic):
    memory, puts = [], []
    for sync in ("fence", "pscw", "lock_all"):
        halo = {"pattern": pattern, "bytes": 8, "iterations": 3, "periodic": periodic, "sync": sync}
        call = {"generate": halo | extent}
        path = write_scenario(tmp_path, ranks=6, programs=[{"calls": [call]}])
        finished = rmasim("run", path, "--format", "json", "--check-invariants", "--semantics", "unified", "--memory",
                          tmp_path / "memory")
        assert finished.returncode == 0, finished.stderr
        kinds = json.loads(finished.stdout)["messages"]["by_kind"]
        puts.append(sum(count for kind, count in kinds.items() if kind.startswith("PUT")))
        memory.append((tmp_path / "memory").read_bytes())
    assert puts[0] == puts[1] == puts[2] > 0
    assert memory[0] == memory[1] == memory[2]


def test_counts_of_a_halo_with_groups(tmp_path):
    """A grid of 3 x 4 ranks, not periodic, has 17 edges. Each edge is used in both directions, twice, with four packets
    each."""
    halo = {"pattern": "halo_2d", "rows": 3, "bytes": 8, "iterations": 2, "periodic": False, "sync": "pscw"}
    path = write_scenario(tmp_path, ranks=12, programs=[{"calls": [{"generate": halo}]}])
    kinds = dict.fromkeys(("COMPLETE", "POST", "PUT+RMA_DONE", "RMA_DONE_ACK"), 68)
    assert result_of(path)["messages"]["by_kind"] == kinds
