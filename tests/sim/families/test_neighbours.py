"""Collective calls on neighbours, alltoallw, and reductions by operators of the scenario: their results by MPI's
definitions, their packets, and the errors of their arguments."""

import itertools
import struct

import pytest
from message_scenarios import WORD, results_of
from rmasim_runner import rmasim, write_scenario

FAMILIES = ["newrma", "ch3", "ch4", "oldqueue", "shm", "synccount"]
ROOM = 40
RESULTS = 5  # the number of results for which the window has room
FORMS = ["blocking", "nonblocking"]


def run_of(folder, family, ranks, calls, **more):
    shared = {"platform": {"ranks_per_node": ranks}} if family == "shm" else {}
    windows = {"w": {"bytes": RESULTS * ROOM * WORD, **({"shared": True} if family == "shm" else {})}}
    protocol = {"family": family, **more.pop("protocol", {})}
    programs = calls if calls and "calls" in calls[0] else [{"calls": calls}]
    return write_scenario(folder, ranks=ranks, programs=programs, windows=windows, protocol=protocol, **shared, **more)


def grid_neighbours(dims, periods, rank):
    """The ranks below and above in each dimension; None beyond an edge."""
    points = list(itertools.product(*map(range, dims)))
    found = []
    for dimension, (extent, periodic) in enumerate(zip(dims, periods)):
        for step in (-1, 1):
            point = list(points[rank])
            point[dimension] += step
            inside = 0 <= point[dimension] < extent
            point[dimension] %= extent
            found.append(points.index(tuple(point)) if inside or periodic else None)
    return found


def graph_of(ranks):
    """The next two ranks and the rank itself; the last rank sends nothing. Returns expressions and lists by rank."""
    last = ranks - 1
    destinations = [f"some.rank == {last} ? -1 : (some.rank + {step}) % {ranks}" for step in (1, 2, 0, 1)]
    sources = [f"(some.rank - {step}) % {ranks} == {last} ? -1 : (some.rank - {step}) % {ranks}"
               for step in (1, 2, 0, 1)]
    to = [[] if rank == last else [(rank + step) % ranks for step in (1, 2, 0, 1)] for rank in range(ranks)]
    source = [[one for one in ((rank - step) % ranks for step in (1, 2, 0, 1)) if one != last] for rank in range(ranks)]
    return {"graph": {"sources": sources, "destinations": destinations}}, source, to


def from_neighbours(sources, destinations, rank, block, opposite):
    """The blocks that a rank receives: the n-th from a process that is sent to it, or from the opposite direction."""
    words, seen = [], {}
    for slot, sender in enumerate(sources[rank]):
        if sender is None:
            words += [None] * len(block(rank, slot, rank))
            continue
        slots = [at for at, one in enumerate(destinations[sender]) if one == rank]
        at = slot ^ 1 if opposite else slots[seen.setdefault(sender, 0)]
        seen[sender] = seen.get(sender, 0) + 1
        words += block(sender, at, rank)
    return words


GRIDS = [([1], [True]), ([2], [True]), ([5], [False]), ([2, 3], [True, False]), ([3, 3], [True, True])]


def calls_on_neighbours(form, degree_in, degree_out):
    def call(name, nth, **arguments):
        data = {"comm": "some", "into": {"disp": ROOM * WORD * nth}, "step": 1, **arguments}
        return {name: data} if form == "blocking" else {"i" + name: {**data, "request": f"r{nth}"}}
    number = {"datatype": "int64", "value": "100 * some.rank"}
    counts = {"counts": [str(1 + k % 3) for k in range(degree_out)]}
    received = [str(1 + (k ^ 1) % 3) for k in range(degree_in)]
    calls = [call("neighbor_allgather", 0, count=2, **number),
             call("neighbor_alltoall", 1, count=2, **number),
             call("neighbor_allgatherv", 2, count=2, counts=[2] * degree_in, **number),
             call("neighbor_alltoallv", 3, **counts, receive_counts=received, **number)]
    return calls + ([] if form == "blocking" else [{"wait": {"requests": [f"r{nth}" for nth in range(4)][::-1]}}])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("dims", "periods"), GRIDS, ids=["x".join(map(str, dims)) for dims, _ in GRIDS])
@pytest.mark.parametrize("where", ["world", "every third rank"])
def test_calls_in_a_grid(dims, periods, form, where, tmp_path):
    size = 1
    for extent in dims:
        size *= extent
    some = where != "world"
    ranks, members = (3 * size, range(1, 3 * size, 3)) if some else (size, range(size))
    neighbours = [grid_neighbours(dims, periods, rank) for rank in range(size)]
    degree = 2 * len(dims)
    colour = "rank % 3 == 1 ? 0 : undefined" if some else 0
    calls = calls_on_neighbours(form, degree, degree)
    path = run_of(tmp_path, "newrma", ranks, [{"calls": calls, **({"ranks": "rank % 3 == 1"} if some else {})}],
                  communicators={"some": {"colour": colour, "cart": {"dims": dims, "periods": periods}}})
    found, words = results_of(tmp_path, path, ranks, "--semantics", "unified")
    edges = sum(one is not None and one != rank for rank in range(size) for one in neighbours[rank])
    expected = {"NEIGHBOR_ALLGATHER": 2 * edges, "NEIGHBOR_ALLTOALL": 2 * edges}
    assert found == {kind: count for kind, count in expected.items() if count}

    def own(sender, _, __):
        return [100 * sender, 100 * sender + 1]

    def two_each(sender, slot, _):
        return [100 * sender + 2 * slot, 100 * sender + 2 * slot + 1]

    def some_each(sender, slot, _):
        first = sum(1 + k % 3 for k in range(slot))
        return [100 * sender + k for k in range(first, first + 1 + slot % 3)]
    for rank, member in enumerate(members):
        for nth, block in enumerate((own, two_each, own, some_each)):
            result = from_neighbours(neighbours, neighbours, rank, block, opposite=True)
            if nth == 3:  # a neighbour that is missing leaves room for as many words as from the opposite direction
                result = []
                for slot, sender in enumerate(neighbours[rank]):
                    result += [None] * (1 + (slot ^ 1) % 3) if sender is None else some_each(sender, slot ^ 1, rank)
            got = words[member][ROOM * nth:ROOM * nth + ROOM]
            assert got == [word or 0 for word in result] + [0] * (ROOM - len(result)), f"rank {rank}: call {nth}"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("form", FORMS)
def test_calls_in_a_graph(family, form, tmp_path):
    """Neighbours that occur twice, a rank that is its own neighbour, and one that sends nothing."""
    ranks = 4
    topology, sources, destinations = graph_of(ranks)
    programs = [{"ranks": str(rank), "calls": calls_in_graph(form, sources, destinations, rank)}
                for rank in range(ranks)]
    path = run_of(tmp_path, family, ranks, programs, communicators={"some": {"colour": 0, **topology}})
    found, words = results_of(tmp_path, path, ranks, "--semantics", "unified")
    edges = sum(one != rank for rank in range(ranks) for one in destinations[rank])
    assert found == {"NEIGHBOR_ALLGATHER": edges, "NEIGHBOR_ALLTOALL": edges}

    def own(sender, _, __):
        return [100 * sender, 100 * sender + 1]

    def each(sender, slot, receiver):
        first = sum(1 + (sender + one) % 3 for one in destinations[sender][:slot])
        return [100 * sender + k for k in range(first, first + 1 + (sender + receiver) % 3)]
    for rank in range(ranks):
        for nth, block in enumerate((own, each)):
            result = from_neighbours(sources, destinations, rank, block, opposite=False)
            assert words[rank][ROOM * nth:ROOM * nth + ROOM] == result + [0] * (ROOM - len(result))


def calls_in_graph(form, sources, destinations, rank):
    def call(name, nth, **arguments):
        data = {"comm": "some", "into": {"disp": ROOM * WORD * nth}, "datatype": "int64", "value": 100 * rank,
                "step": 1, **arguments}
        return {name: data} if form == "blocking" else {"i" + name: {**data, "request": f"r{nth}"}}
    calls = [call("neighbor_allgather", 0, count=2),
             call("neighbor_alltoallv", 1, counts=[1 + (rank + one) % 3 for one in destinations[rank]] or [0],
                  receive_counts=[1 + (rank + one) % 3 for one in sources[rank]] or [0])]
    return calls + ([] if form == "blocking" else [{"wait": {"requests": ["r0", "r1"]}}])


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("form", FORMS)
def test_blocks_of_different_datatypes(family, form, tmp_path):
    """Rank r sends r + 1 elements to each rank: of int32 to even ranks, of int64 to odd ones."""
    ranks, size = 3, {"int32": 4, "int64": 8}
    types = ["int32", "int64", "int32"]
    totals = [sum(size[one] * (rank + 1) for one in types) for rank in range(ranks)]
    programs = []
    for rank in range(ranks):
        call = {"counts": [rank + 1] * ranks, "datatypes": types, "receive_counts": [1, 2, 3],
                "receive_datatypes": types[rank], "value": 10 * rank, "step": 1, "into": {}}
        made = [{"alltoallw": call}] if form == "blocking" else [{"ialltoallw": {**call, "request": "r"}},
                                                                 {"wait": {"request": "r"}}]
        programs.append({"ranks": str(rank), "calls": made})
    path = run_of(tmp_path, family, ranks, programs)
    found, words = results_of(tmp_path, path, ranks, "--semantics", "unified")
    assert found == {"ALLTOALL": 6}
    sent = [bytes((10 * rank + k) % 256 for k in range(totals[rank])) for rank in range(ranks)]
    for rank in range(ranks):
        result = b""
        for sender in range(ranks):
            first = sum(size[one] * (sender + 1) for one in types[:rank])
            result += sent[sender][first:first + size[types[rank]] * (sender + 1)]
        assert struct.pack(f"{len(words[rank])}q", *words[rank]).startswith(result)


def test_a_block_of_another_datatype_is_an_error(tmp_path):
    programs = [{"ranks": str(rank), "calls": [{"alltoallw": {
        "counts": [1, 2 - rank], "receive_counts": [1 + rank, 1], "datatypes": ["int64", "int32"],
        "receive_datatypes": ["int64", "int64" if rank == 0 else "int32"], "into": {}}}]} for rank in range(2)]
    programs[1]["calls"][0]["alltoallw"] |= {"counts": [1, 1], "receive_counts": [1, 1],
                                             "receive_datatypes": ["int64", "int32"]}
    refused = rmasim("run", run_of(tmp_path, "newrma", 2, programs))
    assert refused.returncode == 4
    assert "2 elements of int32 instead of 1 of int64" in refused.stderr


OPERATORS = {
    "last": {"value": "b", "commutative": False},
    # The function x -> 16 f + s maps x to f x + s, modulo 16; first a, then b.
    "compose": {"value": "(a / 16) * (b / 16) % 16 * 16 + ((b / 16) * (a % 16) + b % 16) % 16", "commutative": False},
    "added": {"value": "a + b"}}


def composed(values):
    factor, summand = 1, 0
    for one in values:
        factor, summand = factor * (one // 16) % 16, (one // 16 * summand + one % 16) % 16
    return 16 * factor + summand


REDUCTIONS = {"reduce": ["binomial", "linear", "halving", "mpich"],
              "allreduce": ["recursive_doubling", "reduce_bcast", "halving", "mpich"],
              "reduce_scatter": ["halving", "pairwise", "reduce_scatter", "butterfly", "recursive_doubling", "mpich"],
              "scan": ["recursive_doubling", "linear"], "exscan": ["recursive_doubling", "linear"]}


@pytest.mark.parametrize(("call", "algorithm"), [(call, one) for call, some in REDUCTIONS.items() for one in some])
@pytest.mark.parametrize("ranks", [1, 2, 3, 5, 8])
def test_operators_keep_the_order_of_ranks(call, algorithm, ranks, tmp_path):
    root = ranks // 2
    count = 1 if call == "reduce_scatter" else ranks
    name = {"reduce_scatter": "reduce_scatter_block"}.get(call, call)
    made = {name: {"op": "compose", "datatype": "int64", "count": count, "value": "16 * (rank * 2 + 3) + rank + 5",
                   "step": 7, "into": {}, **({"root": root} if call == "reduce" else {})}}
    path = run_of(tmp_path, "newrma", ranks, [made], operators=OPERATORS,
                  protocol={"collectives": {call: algorithm}})
    _, words = results_of(tmp_path, path, ranks)

    def reduced(ranks_in, k):
        return composed([16 * (rank * 2 + 3) + rank + 5 + 7 * k for rank in ranks_in])
    for rank in range(ranks):
        part = {"scan": range(rank + 1), "exscan": range(rank)}.get(call, range(ranks))
        elements = [rank] if call == "reduce_scatter" else range(ranks)
        missing = (call == "reduce" and rank != root) or (call == "exscan" and rank == 0)
        result = [] if missing else [reduced(part, k) for k in elements]
        assert words[rank][:len(result) + 1] == [*result, 0], f"rank {rank}"


@pytest.mark.parametrize("ranks", [2, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("counts", ["equal", "different"])
def test_reduce_scatter_in_the_order_of_ranks(ranks, counts, tmp_path):
    """MPICH's choice: butterfly for equal blocks and a power of two, otherwise recursive doubling. Their numbers of
    packets differ only for 5, 6 and 7 ranks, but not their results."""
    sizes = [1 if counts == "equal" else (rank * 2 + 1) % 3 for rank in range(ranks)]
    made = {"reduce_scatter": {"op": "compose", "datatype": "int64", "counts": sizes, "step": 7, "into": {},
                               "value": "16 * (rank * 2 + 3) + rank + 5"}}
    by_kind, words = results_of(tmp_path, run_of(tmp_path, "newrma", ranks, [made], operators=OPERATORS), ranks)
    first = 0
    for rank, size in enumerate(sizes):
        result = [composed([16 * (one * 2 + 3) + one + 5 + 7 * k for one in range(ranks)])
                  for k in range(first, first + size)]
        assert words[rank][:size + 1] == [*result, 0], f"rank {rank}"
        first += size
    # By hand: in the round of bit 1, 2 or 4, all processes receive, except those of a last subtree without a partner.
    assert by_kind == {"REDUCE_SCATTER_BLOCK": {2: 2, 4: 8, 5: 4 + 4 + 5, 6: 6 + 4 + 6, 7: 6 + 7 + 7, 8: 24}[ranks]}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("form", FORMS)
def test_operators_in_each_family(family, form, tmp_path):
    calls = {"allreduce": {"op": "last"}, "scan": {"op": "added"}, "reduce": {"op": "compose", "root": 1}}
    made = [{("" if form == "blocking" else "i") + name: {
        "datatype": "int32", "value": "17 + rank", "into": {"disp": 8 * nth}, **arguments,
        **({} if form == "blocking" else {"request": f"r{nth}"})}}
        for nth, (name, arguments) in enumerate(calls.items())]
    waits = [] if form == "blocking" else [{"wait": {"requests": ["r2", "r1", "r0"]}}]
    path = run_of(tmp_path, family, 3, [*made, *waits], operators=OPERATORS)
    _, words = results_of(tmp_path, path, 3)
    sums = [17, 35, 54]
    assert [one[:3] for one in words] == [[19, sums[rank], composed([17, 18, 19]) if rank == 1 else 0]
                                          for rank in range(3)]


def test_an_exploration_with_an_operator_has_one_end(tmp_path):
    path = run_of(tmp_path, "newrma", 3, [
        {"iallreduce": {"op": "compose", "datatype": "int64", "value": "16 * (rank + 2) + 1", "into": {},
                        "request": "r"}},
        {"wait": {"request": "r"}}], operators=OPERATORS,
        expect={"memory": [{"datatype": "int64", "values": [composed([33, 49, 65])]}]})
    found = rmasim("explore", path)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "There is 1 end state" in found.stdout


def test_an_exploration_on_neighbours_has_one_end(tmp_path):
    path = run_of(tmp_path, "newrma", 2, [
        {"ineighbor_alltoall": {"comm": "some", "datatype": "int64", "value": "10 * rank", "step": 1, "into": {},
                                "request": "r"}},
        {"send": {"target": "1 - rank"}}, {"recv": {"source": "any"}}, {"wait": {"request": "r"}}],
        communicators={"some": {"colour": 0, "cart": {"dims": ["size"], "periods": [True]}}},
        expect={"memory": [{"ranks": str(rank), "datatype": "int64",
                            "values": [10 * (1 - rank) + 1, 10 * (1 - rank)]} for rank in range(2)]})
    found = rmasim("explore", path)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "There is 1 end state" in found.stdout


@pytest.mark.parametrize(("operators", "calls", "code", "words"), [
    ({"sum": {"value": "a"}}, [], 2, "none of MPI's operators"),
    ({"f": {"value": "a + c"}}, [], 2, "a, of lower ranks"),
    ({"f": {"value": "random(2)"}}, [], 2, "random() is not allowed here"),
    ({"f": {"value": "a"}}, [{"allreduce": {"op": "g"}}], 2, "g"),
    ({"f": {"value": "a"}}, [{"allreduce": {"op": "f", "datatype": "float64"}}], 2, "reduce integers"),
    ({"f": {"value": "a"}}, [{"accumulate": {"op": "f", "target": 0}}], 2, "f"),
    ({"f": {"value": "a / (b - b)"}}, [{"allreduce": {"op": "f", "datatype": "int64"}}], 4, 'operator "f"'),
    ({"f": {"value": "a"}, "g": {"value": "b"}},
     [{"if": {"when": "rank", "calls": [{"allreduce": {"op": "f"}}], "else": [{"allreduce": {"op": "g"}}]}}], 4,
     'and op "g"')])
def test_bad_operators(operators, calls, code, words, tmp_path):
    refused = rmasim("run", run_of(tmp_path, "newrma", 2, [{"calls": calls}], operators=operators))
    assert refused.returncode == code, refused.stderr
    assert words in refused.stderr


@pytest.mark.parametrize("processes", [1, 2])
def test_different_operators_are_named(processes, tmp_path):
    """By the rules of calls, and in a run over two processes by the core, which compares messages."""
    calls = [{"if": {"when": "rank", "calls": [{"allreduce": {"op": "last"}}],
                     "else": [{"allreduce": {"op": "added"}}]}}]
    path = run_of(tmp_path, "newrma", 2, calls, operators=OPERATORS)
    refused = rmasim("run", path, "-j", str(processes))
    assert refused.returncode == 4, refused.stderr
    assert '"last"' in refused.stderr and '"added"' in refused.stderr


RING = {"graph": {"sources": ["(some.rank - 1) % size"], "destinations": ["(some.rank + 1) % size"]}}


@pytest.mark.parametrize(("topology", "call", "words"), [
    ({"cart": {"dims": [2]}}, {}, "extents of 3 processes"),
    ({"cart": {"dims": []}}, {}, "dims"),
    ({"cart": {"dims": [3], "periods": [True, True]}}, {}, "periods"),
    ({"cart": {"dims": ["rank + 1"]}}, {}, "extents of 3 processes"),
    ({"cart": {"dims": [3]}, **RING}, {}, 'either "cart" or "graph"'),
    ({"graph": {"sources": [], "destinations": [0]}}, {}, 'an edge from 0 to 0 that is only in "destinations"'),
    ({"graph": {"sources": ["rank == 2 ? 1 : -1"], "destinations": []}}, {},
     'an edge from 1 to 2 that is only in "sources"'),
    ({"graph": {"sources": [3], "destinations": []}}, {}, "a communicator rank, or -1"),
    ({}, {"neighbor_allgather": {"comm": "some"}}, 'a communicator with "cart" or "graph"'),
    (RING, {"neighbor_allgather": {}}, 'a communicator with "cart" or "graph"'),
    ({"cart": {"dims": [3]}}, {"neighbor_allgatherv": {"comm": "some", "counts": [1]}},
     "one number for each of the 2 neighbours"),
    (RING, {"neighbor_alltoallw": {"comm": "some", "counts": [1], "receive_counts": [1], "datatypes": [],
                                   "receive_datatypes": "byte"}}, "one for each of the 1 blocks"),
    ({"graph": {"sources": ["rank"], "destinations": ["rank"]}},
     {"neighbor_alltoallv": {"comm": "some", "counts": [1], "receive_counts": [2]}}, "2, which is the number")])
def test_bad_topologies(topology, call, words, tmp_path):
    path = run_of(tmp_path, "newrma", 3, [{"calls": [call] if call else []}],
                  communicators={"some": {"colour": 0, **topology}})
    refused = rmasim("run", path)
    assert refused.returncode == 2, refused.stdout
    assert words in refused.stderr


@pytest.mark.parametrize(("reader", "ordered"), [(1, True), (2, False)])
def test_order_of_memory_on_neighbours(reader, ordered, tmp_path):
    """Rank 0 is a source of rank 1 only: its put is ordered before a get of rank 1, and not before one of rank 2."""
    calls = [{"lock_all": {}},
             {"if": {"when": "rank == 0", "calls": [{"put": {"target": 0, "value": 1}}, {"flush": {"target": 0}}]}},
             {"neighbor_allgather": {"comm": "some"}},
             {"if": {"when": f"rank == {reader}", "calls": [{"get": {"target": 0}}]}}, {"unlock_all": {}}]
    path = run_of(tmp_path, "newrma", 3, calls, communicators={"some": {"colour": 0, **RING}})
    finished = rmasim("run", path, "--semantics", "unified")
    assert finished.returncode == (0 if ordered else 4), finished.stderr
