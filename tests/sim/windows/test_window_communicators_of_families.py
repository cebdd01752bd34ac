"""Windows of communicators with every mode of families ch3, oldqueue, synccount and shm, compared with a world."""

import functools
import json
import pathlib
import tempfile

import pytest
from rmasim_runner import rmasim, write_scenario

MEMBERS, EVERYBODY = 6, 18
# The 6 of 18 ranks, in order; ranks on a node: two members each.
SELECTIONS = {"first": ("rank < 6", "rank", 2, list(range(6))),
              "every third": ("rank % 3 == 1", "rank", 6, list(range(1, 18, 3))),
              "backwards": ("rank % 3 == 1", "-rank", 6, list(range(16, 0, -3)))}

# Starts are so far apart that no two ranks use the same resource at the same time.
APART = {"compute": {"ns": "200000 * {me}"}}
RIGHT, LEFT, ACROSS = "({me} + 1) % {size}", "({me} - 1) % {size}", "{size} - 1 - {me}"
PUT = {"put": {"target": RIGHT, "disp": "8 * {me}", "datatype": "int64", "value": "10 + {me}"}}
GET = {"get": {"target": ACROSS, "datatype": "int64", "into": {"win": "w", "disp": 128}}}
SUM = {"accumulate": {"target": 0, "disp": 64, "datatype": "int64", "value": "{me}"}}
MEET = {"barrier": {}}
LAST = {"fence": {"assert": ["nosucceed"]}}
TO_ALL = {"repeat": {"times": "{size}", "as": "to", "calls": [
    {"put": {"target": "({me} + to) % {size}", "disp": "8 * {me}", "datatype": "int64", "value": "{me} + to"}}]}}

FENCE = [{"fence": {}}, PUT, SUM, {"fence": {}}, GET, {"fence": {}}, TO_ALL, LAST]
OPENED = [{"fence": {"assert": ["noprecede"]}}, PUT, {"fence": {}}, SUM, LAST]
START = [{"post": {"group": [LEFT]}}, {"start": {"group": [RIGHT]}}, PUT, {"complete": {}}, {"wait": {}}]
START_ALL = [{"post": {"group": "all"}}, {"start": {"group": "0-5"}}, TO_ALL, {"complete": {}}, {"wait": {}}]
LOCK = [APART, {"lock": {"target": RIGHT, "type": "exclusive"}}, PUT, {"unlock": {"target": RIGHT}},
        {"lock": {"target": ACROSS, "type": "shared"}}, GET, {"unlock": {"target": ACROSS}}]
FLUSH = [APART, {"lock": {"target": RIGHT, "type": "exclusive"}}, PUT, {"flush": {"target": RIGHT}}, PUT,
         {"flush_local": {"target": RIGHT}}, {"unlock": {"target": RIGHT}}]
LOCK_ALL = [APART, {"lock_all": {}}, PUT, SUM, {"flush_all": {}}, GET, {"unlock_all": {}}]
# If all did this, ch3 might lose locks (CH3-HANG-10).
ONE_TO_ALL = [{"if": {"when": "{me} == 2", "calls": [{"lock_all": {}}, TO_ALL, SUM, {"unlock_all": {}}]}}]
NOCHECK = [APART, {"lock_all": {"assert": ["nocheck"]}}, TO_ALL, {"unlock_all": {}}]
CREATED = [{"win_create": {}}, {"fence": {"assert": ["noprecede"]}}, PUT, LAST, {"win_free": {}}, {"win_create": {}},
           {"fence": {"assert": ["noprecede"]}}, SUM, LAST, {"win_free": {}}]

FEW = {"target_pool": {"local": 2, "global": 0}, "op_pool": {"local": 2, "global": 2}, "slots": 2}
CH3 = {"fence": ({}, FENCE), "opened fence": ({}, OPENED), "start": ({}, START), "start, all": ({}, START_ALL),
       "lock": ({}, LOCK), "flush": ({}, FLUSH), "lock_all": ({}, LOCK_ALL), "lock_all, nocheck": ({}, NOCHECK),
       "fence by barrier": ({"scalable_fence_ranks": MEMBERS}, FENCE),
       "fence by counts": ({"scalable_fence_ranks": MEMBERS + 1}, FENCE),
       "lock_all, few elements": (FEW | {"fixed": True}, ONE_TO_ALL), "created": ({}, CREATED)}
OLDQUEUE = {"fence": ({}, FENCE), "fence by barrier": ({"fence": "barrier"}, FENCE), "start": ({}, START),
            "start, all": ({}, START_ALL), "lock": ({}, LOCK), "lock in a loop": ({"local_lock": "loop"}, LOCK),
            "told": ({"window_info": "all_to_all"}, FENCE), "asked": ({"window_info": "lazy"}, FENCE)}

# The member with communicator rank 0 gives the others handles; each puts and lowers the counter.
OF_FIRST = [{"win_alloc_sync_objects": {"as": "c"}},
            {"win_sync_object_init": {"counter": "c", "count": "{size} - 1", "request": "o"}},
            {"start": {"request": "o"}},
            {"repeat": {"times": "{size} - 1", "as": "to", "calls": [
                {"send": {"target": "to + 1", "datatype": "handle_sync", "value": "c"}}]}},
            {"wait": {"request": "o"}}, {"win_free_sync_objects": {"counters": ["c"]}}]
OF_OTHERS = [{"recv": {"source": 0, "datatype": "handle_sync", "as": "h"}},
             {"win_sync_ops_init": {"target": 0, "mode": ["put"], "counter": "h", "request": "r"}},
             {"start": {"request": "r"}},
             {"put": {"target": 0, "disp": "8 * {me}", "datatype": "int64", "value": "{me}"}},
             {"wait": {"request": "r"}}]
COUNTERS = [{"if": {"when": "{me} == 0", "calls": OF_FIRST, "else": OF_OTHERS}}]
SYNCCOUNT = {"counters": ({}, COUNTERS), "acknowledged": ({"completion": "ack"}, COUNTERS),
             "grown": ({}, [{"win_change_comm": {"ranks": "{size}", "peer": 1}}, *COUNTERS]),
             "shrunk": ({}, [{"win_change_comm": {"ranks": "{size}", "peer": 0}},
                             {"win_change_comm": {"ranks": 2, "peer": 1}}])}

ATOMIC = [{"fence": {}}, SUM, {"fetch_and_op": {"target": RIGHT, "disp": 72, "datatype": "int64", "value": "{me}",
                                                "as": "old"}}, {"fence": {}}, LAST]
STORES = [{"fence": {"assert": ["noput"]}}, GET, {"fence": {"assert": ["noput"]}},
          {"store": {"datatype": "int64", "value": "{me}"}}, {"fence": {}}, PUT, LAST]
SHM = {"fence": ({}, FENCE), "counts": ({"fence": "counts"}, FENCE), "accumulates": ({"region_bytes": 8}, ATOMIC),
       "stores": ({}, STORES), "stores, counts": ({"fence": "counts"}, STORES), "created": ({}, CREATED)}

CASES = [(family, mode, "remote") for family, modes in {"oldqueue": OLDQUEUE, "synccount": SYNCCOUNT}.items()
         for mode in modes]
CASES += [("ch3", mode, kind) for mode in CH3 for kind in ("remote", "held back", "shared")]
CASES += [("shm", mode, kind) for mode in SHM for kind in ("coherent", "not coherent")]
OF_FAMILY = {"ch3": CH3, "oldqueue": OLDQUEUE, "synccount": SYNCCOUNT, "shm": SHM}


def written(calls, me, size, comm):
    """Returns the calls of a member. The arguments name its communicator rank and its communicator."""
    named = json.loads(json.dumps(calls).replace("{me}", me).replace("{size}", size))

    def with_comm(call):
        [(verb, arguments)] = call.items()
        if comm and verb in ("barrier", "send", "recv"):
            return {verb: {**arguments, "comm": comm}}
        if isinstance(arguments, dict):
            nested = {key: [with_comm(one) for one in arguments[key]] for key in ("calls", "else") if key in arguments}
            return {verb: {**arguments, **nested}}
        return call
    return [with_comm(call) for call in named]


def run(path, memory):
    finished = rmasim("run", path, "--check-invariants", "--format", "json", "--memory", memory)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def of_ranks(file, ranks):
    text = file.read_bytes()
    part = len(text) // ranks
    return [text[rank * part:(rank + 1) * part] for rank in range(ranks)]


def scenario_of(family, mode, kind):
    """Returns the protocol, the window, the platform and the calls."""
    protocol, calls = OF_FAMILY[family][mode]
    protocol = {"family": family, **protocol}
    window = {"bytes": 256}
    platform = {}
    if family == "ch3":
        protocol["delay_issuing"] = kind == "held back"
    if family == "synccount" and "win_change_comm" in calls[0]:
        window["ranks"] = 3
    if kind == "not coherent":
        platform["memory"] = {"coherent": False}
    if family == "shm" or kind == "shared":
        window["shared"] = True
    return protocol, window, platform, [MEET, *calls, MEET]


@functools.cache
def alone(family, mode, kind):
    """Returns the result of the members without other ranks, and the contents of their windows."""
    protocol, window, platform, calls = scenario_of(family, mode, kind)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path = write_scenario(folder, ranks=MEMBERS, windows={"w": window}, protocol=protocol,
                              platform=platform | {"ranks_per_node": MEMBERS if family == "shm" else 2},
                              programs=[{"calls": written(calls, "rank", "size", None)}])
        return run(path, folder / "memory"), of_ranks(folder / "memory", MEMBERS)


@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("family, mode, kind", CASES, ids=[", ".join(case) for case in CASES])
def test_a_communicator_is_a_world(family, mode, kind, selection, tmp_path):
    """The packets by kind and the windows are the same as for the members alone. So is the time, if no two events are
    simultaneous.
    """
    which, key, per_node, ranks = SELECTIONS[selection]
    protocol, window, platform, calls = scenario_of(family, mode, kind)
    first, parts = alone(family, mode, kind)
    among = write_scenario(tmp_path, ranks=EVERYBODY, protocol=protocol,
                           platform=platform | {"ranks_per_node": EVERYBODY if family == "shm" else per_node},
                           communicators={"some": {"colour": f"{which} ? 0 : undefined", "key": key}},
                           windows={"w": {**window, "comm": "some"}},
                           programs=[{"ranks": which, "calls": written(calls, "some.rank", "some.size", "some")}])
    second = run(among, tmp_path / "among")
    assert first["messages"]["total"] > 0
    for figure in ("total", "bytes", "by_kind"):
        assert second["messages"][figure] == first["messages"][figure]
    if selection != "backwards" and kind != "not coherent":
        assert second["time_ns"] == first["time_ns"]
    if mode != "created":
        assert (tmp_path / "among").read_bytes() == b"".join(part for _, part in sorted(zip(ranks, parts)))


FENCING = {"ch3": {}, "oldqueue": {}, "shm": {}}
SQUARE = {"row": {"colour": "rank / 3"}, "column": {"colour": "rank % 3"}}


@pytest.mark.parametrize("family", FENCING)
def test_communicators_of_one_name_go_their_own_pace(family, tmp_path):
    """Row 0 has 2 epochs and row 1 has 5 epochs. Each row has the same number of packets as a world of its ranks."""
    def rounds(times):
        return [{"repeat": {"times": times, "calls": [{"fence": {}}, {"put": {
            "target": "(row.rank + 1) % 3", "datatype": "int64", "value": "rank"}}]}}, LAST]

    def kinds(rows):
        shared = {"shared": True} if family == "shm" else {}
        programs = [{"ranks": f"{3 * row}-{3 * row + 2}", "calls": rounds([2, 5][row])} for row in rows]
        path = write_scenario(tmp_path, ranks=6, communicators=SQUARE, protocol={"family": family}, programs=programs,
                              windows={"w": {"bytes": 8, "comm": "row", **shared}},
                              platform={"ranks_per_node": 6 if family == "shm" else 1})
        finished = rmasim("run", path, "--check-invariants", "--format", "json")
        assert finished.returncode == 0, finished.stderr
        return json.loads(finished.stdout)["messages"]["by_kind"]

    both, upper, lower = kinds([0, 1]), kinds([0]), kinds([1])
    assert upper and set(both) == set(upper) | set(lower)
    assert both == {kind: upper.get(kind, 0) + lower.get(kind, 0) for kind in both}
    assert sum(lower.values()) > sum(upper.values())


@pytest.mark.parametrize("family", ["ch3", "oldqueue"])
def test_the_window_of_a_row_and_of_a_column_are_open_at_once(family, tmp_path):
    """Between two fences of its row, each rank locks the next rank of its column."""
    put = {"datatype": "int64", "value": "100 + rank"}
    calls = [{"fence": {"win": "r"}}, {"put": {"win": "r", "target": "(row.rank + 1) % 3", **put}},
             {"lock": {"win": "c", "target": "1 - column.rank", "type": "exclusive"}},
             {"put": {"win": "c", "target": "1 - column.rank", **put}},
             {"unlock": {"win": "c", "target": "1 - column.rank"}},
             {"fence": {"win": "r", "assert": ["nosucceed"]}}]
    path = write_scenario(tmp_path, ranks=6, communicators=SQUARE, protocol={"family": family},
                          windows={"r": {"bytes": 8, "comm": "row"}, "c": {"bytes": 8, "comm": "column"}},
                          programs=[{"calls": calls}],
                          expect={"memory": [
                              {"win": "r", "datatype": "int64", "values": ["100 + rank / 3 * 3 + (rank + 2) % 3"]},
                              {"win": "c", "datatype": "int64", "values": ["100 + (rank + 3) % 6"]}]})
    finished = rmasim("run", path, "--check-invariants")
    assert finished.returncode == 0, finished.stderr
