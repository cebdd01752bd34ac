"""Collective calls on three ranks, explored whole: blocking, and nonblocking beside messages and beside a fence.

The table has, for each call, the words that each rank receives, by hand from the definition in MPI, and the number of
distinguishable orders of the three scenarios.
"""

import json

import pytest
from explore_runner import explore

RANKS = 3
VALUE = "10 * rank + 1"  # the first element of each rank; element k is k times `step` more
CALLS = [
    # call, arguments, received by rank, orders: blocking, beside a message, beside a fence
    ("bcast", {"root": 1}, [[11], [11], [11]], 4, 30, 450),
    ("reduce", {"root": 2, "op": "sum"}, [[], [], [33]], 6, 36, 525),
    ("allreduce", {"op": "max"}, [[21], [21], [21]], 8, 231, 3117),
    ("gather", {"root": 0}, [[1, 11, 21], [], []], 6, 50, 525),
    ("scatter", {"root": 0, "step": 100}, [[1], [101], [201]], 4, 18, 450),
    ("allgather", {}, [[1, 11, 21], [1, 11, 21], [1, 11, 21]], 13, 560, 7838),
    ("alltoall", {"step": 100}, [[1, 11, 21], [101, 111, 121], [201, 211, 221]], 25, 2856, 20312),
    ("scan", {"op": "sum"}, [[1], [12], [33]], 12, 242, 3614),
    ("exscan", {"op": "sum"}, [[], [1], [12]], 12, 242, 3614),
    ("reduce_scatter_block", {"op": "sum", "step": 100}, [[33], [333], [633]], 8, 231, 3117),
]
NAMES = [case[0] for case in CALLS]


def calls_of(verb: str, arguments: dict, received: list) -> list:
    """Returns the call of each rank. A rank that receives nothing has no buffer."""
    calls = []
    for words in received:
        own = {"datatype": "int64", "value": VALUE} | arguments
        calls.append({verb: own | ({"into": {"win": "results"}} if words else {})})
    return calls


def orders(tmp_path, programs: list, received: list) -> int:
    """Explores all orders of the ranks' calls, and returns their number. In each, the ranks receive these words."""
    memory = [{"ranks": str(rank), "win": "results", "datatype": "int64", "values": words + [0] * (RANKS - len(words))}
              for rank, words in enumerate(received)]
    scenario = {
        "name": "collective", "ranks": RANKS, "windows": {"results": {"bytes": 8 * RANKS}, "w": {"bytes": 8}},
        "programs": [{"ranks": str(rank), "calls": calls} for rank, calls in enumerate(programs)],
        "protocol": {"collectives": {"allgather": "ring", "alltoall": "pairwise"}},  # the orders of the table
        "expect": {"memory": memory},
    }
    path = tmp_path / "collective.json"
    path.write_text(json.dumps(scenario))
    run = explore(path, "--format", "json")
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert found["exhausted"]
    assert found["failing"] == 0
    return found["executions"]


def nonblocking(name: str, arguments: dict, received: list, between: list) -> list:
    """Returns the programs of the nonblocking form. `between` has the other calls of each rank before the wait."""
    begins = calls_of("i" + name, arguments | {"request": "q"}, received)
    return [[begin, *others, {"wait": {"request": "q"}}] for begin, others in zip(begins, between)]


@pytest.mark.parametrize(("name", "arguments", "received", "blocking", "_message", "_fence"), CALLS, ids=NAMES)
def test_each_order_delivers_the_same(name, arguments, received, blocking, _message, _fence, tmp_path):
    assert orders(tmp_path, [[call] for call in calls_of(name, arguments, received)], received) == blocking


@pytest.mark.parametrize(("name", "arguments", "received", "_blocking", "message", "_fence"), CALLS, ids=NAMES)
def test_nonblocking_beside_a_message(name, arguments, received, _blocking, message, _fence, tmp_path):
    between = [[{"send": {"target": 1, "datatype": "int64", "value": 5}}],
               [{"recv": {"source": "any", "datatype": "int64"}}], []]
    assert orders(tmp_path, nonblocking(name, arguments, received, between), received) == message


@pytest.mark.parametrize(("name", "arguments", "received", "_blocking", "_message", "fence"), CALLS, ids=NAMES)
def test_nonblocking_beside_a_fence(name, arguments, received, _blocking, _message, fence, tmp_path):
    between = [[{"fence": {"win": "w"}}]] * RANKS
    assert orders(tmp_path, nonblocking(name, arguments, received, between), received) == fence
