"""Windows of communicators: each communicator is a world of its own, rows and columns are used together, and errors."""

import functools
import json

import pytest
from rmasim_runner import SCENARIOS, plain, rmasim, write_scenario

MEMBERS = 6
ODD = {"odd": {"colour": "rank % 2 == 1 ? 0 : undefined"}}
GRID = {"row": {"colour": "rank / 4", "key": "rank % 4"}, "column": {"colour": "rank % 4"}}

# 6 of 18 ranks, their order, and the ranks of a node: two of the members in each case.
SELECTIONS = {"first": ("rank < 6", "rank", 2),
              "every third": ("rank % 3 == 1", "rank", 6),
              "backwards": ("rank % 3 == 1", "-rank", 6)}
EVERYBODY = 18


def ranks_of(selection):
    """Returns the ranks of the members, by communicator rank."""
    ranks = {"first": range(6), "every third": range(1, 18, 3), "backwards": range(16, 0, -3)}
    return list(ranks[selection])


# Starts are so far apart that no two ranks use the same resource at the same time.
APART = {"compute": {"ns": "200000 * {me}"}}
RIGHT, LEFT, ACROSS = "({me} + 1) % {size}", "({me} - 1) % {size}", "{size} - 1 - {me}"
PUT = {"put": {"target": RIGHT, "disp": "8 * {me}", "datatype": "int64", "value": "10 + {me}"}}
GET = {"get": {"target": ACROSS, "datatype": "int64", "into": {"win": "w", "disp": 128}}}
SUM = {"accumulate": {"target": 0, "disp": 64, "datatype": "int64", "value": "{me}"}}
MEET = {"barrier": {}}
TO_ALL = {"repeat": {"times": "{size}", "as": "to", "calls": [
    {"put": {"target": "({me} + to) % {size}", "disp": "8 * {me}", "datatype": "int64", "value": "{me} + to"}}]}}
WITH_FEW_ELEMENTS = {"target_pool": {"local": 1, "global": 1}, "op_pool": {"local": 2, "global": 1},
                     "lock_all_requests": 2, "slots": 3}

MODES = {
    "fence": ({}, [{"fence": {}}, PUT, GET, SUM, {"fence": {}}, TO_ALL, {"fence": {"assert": ["nosucceed"]}}]),
    "fence, few elements": (WITH_FEW_ELEMENTS, [{"fence": {}}, TO_ALL, SUM, {"fence": {"assert": ["nosucceed"]}}]),
    "start": ({}, [{"post": {"group": [LEFT]}}, {"start": {"group": [RIGHT]}}, PUT, {"complete": {}}, {"wait": {}}]),
    "start, all": ({}, [{"post": {"group": "all"}}, {"start": {"group": "0-5"}}, TO_ALL, {"complete": {}},
                        {"wait": {}}]),
    "start, tree": ({"pscw_tree": 2}, [{"if": {"when": "{me} == 1", "calls": [{"post": {"group": "0,2-5"}}]}},
                                       {"if": {"when": "{me} != 1", "calls": [
                                           {"start": {"group": "1"}},
                                           {"put": {"target": 1, "disp": "8 * {me}", "datatype": "int64",
                                                    "value": "{me}"}},
                                           {"complete": {}}]}},
                                       {"if": {"when": "{me} == 1", "calls": [{"wait": {}}]}}]),
    "lock": ({}, [APART, {"lock": {"target": RIGHT, "type": "exclusive"}}, PUT, {"unlock": {"target": RIGHT}},
                  {"lock": {"target": ACROSS, "type": "shared"}}, GET, {"flush": {"target": ACROSS}}, GET,
                  {"unlock": {"target": ACROSS}}]),
    "lock_all": ({}, [APART, {"lock_all": {}}, PUT, SUM, {"flush_all": {}}, GET, {"unlock_all": {}}]),
    "lock_all, fall-back": (WITH_FEW_ELEMENTS, [APART, {"lock_all": {}}, TO_ALL, SUM, {"unlock_all": {}}]),
    "lock_all, nocheck": ({}, [APART, {"lock_all": {"assert": ["nocheck"]}}, TO_ALL, {"unlock_all": {}}]),
    "created": ({}, [{"win_create": {}}, {"fence": {}}, PUT, {"fence": {"assert": ["nosucceed"]}}, {"win_free": {}},
                     {"win_create": {}}, {"lock_all": {}}, PUT, {"unlock_all": {}}, {"win_free": {}}]),
}


def written(calls, me, size, comm):
    """Returns the calls of a member. The arguments name its communicator rank and its communicator."""
    text = json.dumps(calls).replace("{me}", me).replace("{size}", size)
    named = json.loads(text)
    return [{"barrier": {"comm": comm}} if call == MEET and comm else call for call in named]


def run(path, memory):
    finished = rmasim("run", path, "--check-invariants", "--format", "json", "--memory", memory)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def of_ranks(file, ranks):
    text = file.read_bytes()
    part = len(text) // ranks
    return [text[rank * part:(rank + 1) * part] for rank in range(ranks)]


def alone_and_among(folder, selection, protocol, calls, shared):
    """Returns the results of a program on 6 ranks and on a communicator of 6 of 18 ranks. Also returns the window of
    each member in both runs."""
    which, key, per_node = SELECTIONS[selection]
    protocol = {"family": "newrma", **protocol}
    window = {"bytes": 256, **({"shared": True} if shared else {})}
    calls = [MEET, *calls, MEET]
    alone = write_scenario(folder, ranks=MEMBERS, windows={"w": window}, protocol=protocol,
                           platform={"ranks_per_node": 2}, programs=[{"calls": written(calls, "rank", "size", None)}])
    first = run(alone, folder / "alone")
    among = write_scenario(folder, ranks=EVERYBODY, protocol=protocol, platform={"ranks_per_node": per_node},
                           communicators={"some": {"colour": f"{which} ? 0 : undefined", "key": key}},
                           windows={"w": {**window, "comm": "some"}},
                           programs=[{"ranks": which, "calls": written(calls, "some.rank", "some.size", "some")}])
    second = run(among, folder / "among")
    return first, second


@pytest.mark.parametrize("shared", [False, True], ids=["remote", "shared"])
@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("mode", MODES)
def test_a_communicator_is_a_world(mode, selection, shared, tmp_path):
    """The packets by kind, the bytes, the windows and the times are the same as for the members alone."""
    protocol, calls = MODES[mode]
    first, second = alone_and_among(tmp_path, selection, protocol, calls, shared)
    assert first["messages"]["total"] > 0
    for key in ("total", "bytes", "by_kind"):
        assert second["messages"][key] == first["messages"][key]
    if selection != "backwards":
        assert second["time_ns"] == first["time_ns"]
    if mode != "created":
        parts = of_ranks(tmp_path / "alone", MEMBERS)
        all_parts = (tmp_path / "among").read_bytes()
        assert all_parts == b"".join(part for _, part in sorted(zip(ranks_of(selection), parts)))


def scenario(folder, ranks, communicators, windows, programs, **more):
    return write_scenario(folder, ranks=ranks, communicators=communicators, windows=windows, programs=programs, **more)


def kinds_of(path):
    finished = rmasim("run", path, "--check-invariants", "--format", "json")
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)["messages"]["by_kind"]


def test_rows_fence_while_columns_lock_beside_a_window_of_all(tmp_path):
    """Two rows of 4 and four columns of 2. By hand:

    - each row has 3 fences with 2 rounds of 4 packets, both rows 3 * 2 * 8 = 48 BARRIERs; the window of all has 2 with
      3 rounds of 8: 48 more.
    - each rank puts once in its row, with RMA_DONE on it, which is acknowledged; that once to all, likewise.
    - each rank locks the other one of its column exclusively for one short put, which carries both: one packet, one
      acknowledgement.
    """
    put = {"datatype": "int64", "disp": 0, "value": "100 + rank"}
    calls = [{"fence": {"win": "r"}}, {"put": {"win": "r", "target": "(row.rank + 1) % row.size", **put}},
             {"lock": {"win": "c", "target": "1 - column.rank", "type": "exclusive"}},
             {"put": {"win": "c", "target": "1 - column.rank", **put}},
             {"unlock": {"win": "c", "target": "1 - column.rank"}},
             {"fence": {"win": "r"}}, {"fence": {"win": "r", "assert": ["nosucceed"]}},
             {"fence": {"win": "g"}}, {"put": {"win": "g", "target": "(rank + 4) % 8", **put}},
             {"fence": {"win": "g", "assert": ["nosucceed"]}}]
    path = scenario(tmp_path, 8, GRID, {"r": {"bytes": "8 * row.size", "comm": "row"},
                                        "c": {"bytes": 8, "comm": "column"}, "g": {"bytes": 8}}, [{"calls": calls}],
                    expect={"memory": [
                        {"win": "r", "datatype": "int64", "values": ["100 + rank / 4 * 4 + (rank - 1) % 4", 0, 0, 0]},
                        {"win": "c", "datatype": "int64", "values": ["100 + (rank + 4) % 8"]},
                        {"win": "g", "datatype": "int64", "values": ["100 + (rank + 4) % 8"]}]})
    assert kinds_of(path) == {"BARRIER": 48 + 48, "PUT+RMA_DONE": 16, "PUT+LOCK.X+UNLOCK": 8, "RMA_DONE_ACK": 24}


@pytest.mark.parametrize("per_node", [2, 3])
def test_the_members_of_a_node_need_not_be_neighbours(per_node, tmp_path):
    """Ranks 0, 2 and 4 have the shared window "even". If nodes have 3 ranks, ranks 0 and 2 share a node. If nodes have
    2 ranks, no two of them do, and a put of rank 0 to rank 2 is a packet."""
    calls = [{"fence": {}}, {"if": {"when": "even.rank == 0", "calls": [
                {"put": {"target": 1, "datatype": "int64", "value": 7}}]}}, {"fence": {}},
             {"load": {"datatype": "int64", "as": "x"}},
             {"fence": {"assert": ["noprecede", "nosucceed"]}}]
    path = scenario(tmp_path, 6, {"even": {"colour": "rank % 2 == 0 ? 0 : undefined"}},
                    {"w": {"bytes": 8, "shared": True, "comm": "even"}}, [{"ranks": "rank % 2 == 0", "calls": calls}],
                    platform={"ranks_per_node": per_node},
                    expect={"memory": [{"ranks": "2", "datatype": "int64", "values": [7]}]})
    kinds = kinds_of(path)
    assert kinds.get("NODE_BARRIER", 0) == (2 if per_node == 3 else 0)
    assert sum(count for kind, count in kinds.items() if kind.startswith("PUT")) == (0 if per_node == 3 else 1)


NAMING = [
    ({"put": {"target": 0}}, "put.win", "w"), ({"fence": {}}, "fence.win", "w"),
    ({"store": {"value": 1}}, "store.win", "w"), ({"load": {"as": "x"}}, "load.win", "w"),
    ({"put": {"win": "g", "target": 0, "from": {"win": "w"}}}, "put.from", "w"),
    ({"send": {"target": 0, "from": {"win": "w"}}}, "send.from", "w"),
]


@pytest.mark.parametrize("call, location, name", NAMING, ids=[location for _, location, _ in NAMING])
def test_a_rank_outside_may_not_name_the_window(call, location, name, tmp_path):
    [(verb, arguments)] = call.items()
    named = {verb: arguments if "win" in arguments or verb == "send" else {"win": name, **arguments}}
    path = scenario(tmp_path, 4, ODD, {"w": {"bytes": 8, "comm": "odd"}, "g": {"bytes": 8}}, [{"calls": [named]}])
    refused = rmasim("run", path)
    assert refused.returncode == 2
    assert f"programs[0].calls[0].{location} (rank 0)" in refused.stderr
    assert '"w", a window of "odd"' in refused.stderr
    assert 'a window that the rank has: rank 0 is in no communicator of "odd"' in refused.stderr


@pytest.mark.parametrize("call, key", [({"lock": {"type": "shared", "target": "row.rank + 1"}}, "target"),
                                       ({"start": {"group": ["row.rank + 1"]}}, "group"),
                                       ({"start": {"group": "1"}}, "group")])
def test_a_target_beyond_the_communicator_is_refused(call, key, tmp_path):
    """Ranks 0 and 1 form one row, and rank 2 forms another."""
    path = scenario(tmp_path, 3, {"row": {"colour": "rank / 2"}}, {"w": {"bytes": 8, "comm": "row"}},
                    [{"ranks": "2", "calls": [call]}])
    refused = rmasim("run", path)
    assert refused.returncode == 2
    verb = next(iter(call))
    assert f"programs[0].calls[0].{verb}.{key} (rank 2)" in refused.stderr
    assert "0 to 0" in refused.stderr or "-1 to 0" in refused.stderr


def test_a_constant_target_beyond_every_communicator_is_found_when_the_file_is_read(tmp_path):
    path = scenario(tmp_path, 8, GRID, {"w": {"bytes": 8, "comm": "row"}},
                    [{"calls": [{"lock": {"target": 4, "type": "shared"}}]}])
    refused = rmasim("run", path)
    assert refused.returncode == 2
    assert "programs[0].calls[0].lock.target" in refused.stderr
    assert "an integer from 0 to 3" in refused.stderr


def test_a_name_that_is_no_communicator_is_refused(tmp_path):
    path = scenario(tmp_path, 8, GRID, {"w": {"bytes": 8, "comm": "rows"}}, [{"calls": [{"fence": {}}]}])
    refused = rmasim("run", path)
    assert refused.returncode == 2
    assert "windows.w.comm" in refused.stderr
    assert 'did you mean "row"?' in refused.stderr


def test_crossed_fences_of_two_communicators_are_a_named_deadlock(tmp_path):
    """Four ranks form a square. Ranks 0 and 3 first call the fence of their row, and ranks 1 and 2 first call the fence
    of their column."""
    rows_first = [{"fence": {"win": "r"}}, {"fence": {"win": "c"}}]
    square = {"row": {"colour": "rank / 2"}, "column": {"colour": "rank % 2"}}
    path = scenario(tmp_path, 4, square, {"r": {"bytes": 8, "comm": "row"}, "c": {"bytes": 8, "comm": "column"}},
                    [{"ranks": "0,3", "calls": rows_first}, {"ranks": "1,2", "calls": rows_first[::-1]}],
                    expect={"outcome": "deadlock"})
    found = rmasim("run", path)
    assert found.returncode == 0, found.stderr
    assert 'rank 0 waits for rank 1 (rank 0 has called fence on window "r" once, rank 1 never)' in plain(found.stderr)
    assert 'rank 1 waits for rank 3 (rank 1 has called fence on window "c" once, rank 3 never)' in plain(found.stderr)
    assert "waits for rank 3 (1 of column): rank 1 has called fence" in found.stderr
    assert rmasim("explore", path).returncode == 0


ROWS_AND_COLUMNS = SCENARIOS / "scale/rows-and-columns.json"


@functools.cache
def grid(*changes):
    sets = [part for change in changes for part in ("--set", change)]
    finished = rmasim("run", ROWS_AND_COLUMNS, "--format", "json", *sets)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


@pytest.mark.parametrize(("row", "column", "node"), [(5, 5, 4), (10, 4, 4), (3, 2, 0)])
def test_rows_and_columns_at_once_at_any_size(row, column, node, tmp_path):
    """The sizes are 1,024 ranks in rows of 32, 16,384 ranks in rows of 1,024, and 32 ranks, each on a node of its own,
    whose window then belongs to that rank alone. The file has the expected packets as formulas of these parameters."""
    document = json.loads(ROWS_AND_COLUMNS.read_text())
    document["params"] |= {"row_rounds": row, "column_rounds": column, "node_rounds": node}
    path = tmp_path / "grid.json"
    path.write_text(json.dumps(document))
    assert set(document["expect"]["messages"]) == {"total", "by_kind"}
    finished = rmasim("run", path)
    assert finished.returncode == 0, finished.stderr
    assert "As the scenario expects." in finished.stdout


def test_windows_of_rows_columns_and_nodes_take_what_one_window_takes_each():
    """16,384 ranks in rows of 1,024 have four windows. The protocol's bytes per rank are at most 1.15 times those of
    four programs that do the same with one window of all ranks."""
    size = ["params.row_rounds=10", "params.column_rounds=4", "params.node_rounds=4"]
    together = grid(*size)["memory_bytes_per_rank"]["total"]
    whole = {"fence": [{"fence": {}}, {"put": {"target": "(rank + 1) % size", "count": 8}}, {"fence": {}}],
             "lock": [{"lock": {"target": "(rank + 1) % size", "type": "exclusive"}},
                      {"put": {"target": "(rank + 1) % size", "count": 8}},
                      {"unlock": {"target": "(rank + 1) % size"}}]}
    single = {name: grid(*size, 'windows={"w":{"bytes":8}}', "communicators={\"any\":{\"colour\":0}}",
                         f"programs={json.dumps([{'calls': calls}])}")["memory_bytes_per_rank"]["total"]
              for name, calls in whole.items()}
    assert together <= 1.15 * (3 * single["fence"] + single["lock"])


def test_a_row_takes_no_more_memory_than_all_ranks(tmp_path):
    """4,096 ranks have a window of all ranks and a window for each row of 256 ranks. They call two fences on each
    window: one with 12 rounds and one with 8 rounds."""
    def round_on(window, target):
        return [{"fence": {"win": window}}, {"put": {"win": window, "target": target, "count": 8}},
                {"fence": {"win": window, "assert": ["nosucceed"]}}]

    calls = round_on("all", "(rank + 1) % size") + round_on("panel", "(row.rank + 1) % row.size")
    ranks, width = 4096, 256
    results = []
    for comm in ({"comm": "row"}, {}):
        path = write_scenario(tmp_path, ranks=ranks, data=False, communicators={"row": {"colour": f"rank / {width}"}},
                              windows={"all": {"bytes": 64}, "panel": {"bytes": 64, **comm}},
                              programs=[{"calls": calls}])
        results.append(json.loads(rmasim("run", path, "--format", "json").stdout))
    of_rows, of_all = results
    assert of_rows["messages"]["by_kind"] == {"BARRIER": 2 * ranks * (12 + 8), "PUT+RMA_DONE": 2 * ranks,
                                              "RMA_DONE_ACK": 2 * ranks}
    assert of_rows["memory_bytes_per_rank"] == of_all["memory_bytes_per_rank"]
