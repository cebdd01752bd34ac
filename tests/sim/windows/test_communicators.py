"""Communicators: barriers and messages of some ranks, counted by hand, and illegal uses."""

import json

import pytest
from rmasim_runner import SCENARIOS, plain, result_of, rmasim, write_scenario

FAMILIES = ["newrma", "ch3", "ch4", "oldqueue", "shm", "synccount"]
ROWS = SCENARIOS / "communicators/rows.json"
CROSSED = SCENARIOS / "communicators/crossed.json"
GRID = {"row": {"colour": "rank / 2"}, "column": {"colour": "rank % 2"}}
ODD = {"odd": {"colour": "rank % 2 == 1 ? 0 : undefined"}}


def scenario(folder, ranks, communicators, programs, **more):
    return write_scenario(folder, ranks=ranks, communicators=communicators, programs=programs, **more)


def of_all(*calls):
    return [{"calls": list(calls)}]


def counts_as_expected(path):
    """Checks the scenario's expectations and returns its numbers of packets by kind."""
    finished = rmasim("run", path, "--format", "json", "--check-invariants")
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)["messages"]["by_kind"]


def windows_of(file, ranks):
    """Returns the bytes of each rank's window segment."""
    text = file.read_bytes()
    part = len(text) // ranks
    return [text[rank * part:(rank + 1) * part] for rank in range(ranks)]


SELECTIONS = {"first": ("rank < {k} ? 0 : undefined", "rank", False),
              "every third": ("rank % 3 == 1 ? 0 : undefined", "rank", False),
              "backwards": ("rank % 3 == 1 ? 0 : undefined", "-rank", True)}


def meeting(me, size, comm):
    """Returns barriers, and messages around a ring and across it. The messages across the ring have different lengths.
    Received data are stored in the window."""
    named = {"comm": comm} if comm else {}
    right, left, across = f"({me} + 1) % {size}", f"({me} - 1) % {size}", f"{size} - 1 - {me}"
    return [{"barrier": named},
            {"compute": {"ns": f"1000 * {me}"}},
            {"irecv": {**named, "source": left, "tag": 3, "count": 4, "datatype": "int64", "into": {}, "request": "r"}},
            {"send": {**named, "target": right, "tag": 3, "count": 4, "datatype": "int64", "value": f"100 * {me}",
                      "step": 1}},
            {"wait": {"request": "r"}},
            {"barrier": named},
            {"isend": {**named, "target": across, "count": f"8 + {me}", "value": f"{me}", "request": "s"}},
            {"recv": {**named, "source": across, "count": 64, "into": {"disp": 64}}},
            {"wait": {"request": "s"}}]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("selection", SELECTIONS)
def test_a_communicator_is_a_world(selection, family, tmp_path):
    """A program runs on 5 ranks, and on a communicator of 5 of 15 ranks. Packets, bytes, times and windows are the
    same. The windows of the other 10 ranks stay empty."""
    count, everybody = 5, 15
    colour, key, backwards = SELECTIONS[selection]
    protocol = {"family": family, "message_eager_bytes": 10}
    shared = {"platform": {"ranks_per_node": everybody}} if family == "shm" else {}
    windows = {"w": {"bytes": 256, **({"shared": True} if family == "shm" else {})}}
    alone = scenario(tmp_path, count, {"all": {"colour": 0}}, of_all(*meeting("rank", "size", None)),
                     protocol=protocol, windows=windows, **shared)
    memory = tmp_path / "alone"
    first = json.loads(rmasim("run", alone, "--format", "json", "--memory", memory).stdout)
    among = scenario(tmp_path, everybody, {"some": {"colour": colour.format(k=count), "key": key}},
                     [{"ranks": colour.format(k=count).replace("? 0 : undefined", ""),
                       "calls": meeting("some.rank", "some.size", "some")}],
                     protocol=protocol, windows=windows, **shared)
    other = tmp_path / "among"
    second = json.loads(rmasim("run", among, "--format", "json", "--memory", other).stdout)
    for key in ("total", "bytes", "by_kind"):
        assert first["messages"][key] == second["messages"][key]
    assert first["time_ns"] == second["time_ns"]
    parts, all_parts = windows_of(memory, count), windows_of(other, everybody)
    mine = range(count) if selection == "first" else range(1, everybody, 3)
    assert [all_parts[rank] for rank in (reversed(mine) if backwards else mine)] == parts
    assert all(not any(all_parts[rank]) for rank in range(everybody) if rank not in mine)


@pytest.mark.parametrize("family", FAMILIES)
def test_rows_and_columns_are_counted_by_hand_in_every_family(family, tmp_path):
    """The file contains the derivation and the expected counts. For family shm, all ranks are on one node."""
    rows = json.loads(ROWS.read_text()) | {"protocol": {"family": family}}
    if family == "shm":
        rows["platform"] = {"ranks_per_node": 8}
        rows["windows"]["w"]["shared"] = True
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(rows))
    finished = rmasim("run", path, "--check-invariants")
    assert finished.returncode == 0, finished.stderr


def test_a_split_of_a_split_goes_by_the_ranks_of_that(tmp_path):
    """The row has 8 ranks in descending order: 7 6 5 4 3 2 1 0. Its even communicator ranks are ranks 7 5 3 1, and its
    odd ones are ranks 6 4 2 0."""
    calls = [{"store": {"datatype": "int64", "value": f"{name}.{what}", "disp": 8 * index}}
             for index, (name, what) in enumerate([("row", "rank"), ("half", "rank"), ("half", "size")])]
    path = scenario(tmp_path, 8, {"half": {"of": "row", "colour": "row.rank % 2"},
                                  "row": {"colour": 0, "key": "-rank"}}, of_all(*calls),
                    expect={"memory": [{"datatype": "int64", "values": ["7 - rank", "(7 - rank) / 2", 4]}]})
    assert counts_as_expected(path) == {}


def test_a_split_by_node_has_the_ranks_of_a_node(tmp_path):
    """With 7 ranks and 3 ranks on a node, the nodes have 3, 3 and 1 rank. A barrier of 3 ranks takes 2 rounds. The sum
    is 2 * 3 * 2 packets, because the barrier of one rank has none."""
    path = scenario(tmp_path, 7, {"node": {"split": "node"}},
                    of_all({"barrier": {"comm": "node"}},
                           {"store": {"datatype": "int64", "value": "10 * node.size + node.rank"}}),
                    platform={"ranks_per_node": 3},
                    expect={"memory": [{"datatype": "int64", "values": ["rank < 6 ? 30 + rank % 3 : 10"]}]})
    assert counts_as_expected(path) == {"BARRIER": 12}


def test_messages_of_two_communicators_never_match(tmp_path):
    """The messages have the same source, target and tag. They are received in the opposite order."""
    send = [{"send": {"target": 1, "datatype": "int64", "value": 10}},
            {"send": {"comm": "row", "target": 1, "datatype": "int64", "value": 20}},
            {"send": {"comm": "back", "target": 0, "datatype": "int64", "value": 30}}]
    receive = [{"recv": {"comm": "back", "source": 1, "datatype": "int64", "into": {"disp": 16}}},
               {"irecv": {"comm": "row", "source": 0, "datatype": "int64", "into": {"disp": 8}, "request": "r"}},
               {"recv": {"source": 0, "datatype": "int64", "into": {}}},
               {"wait": {"request": "r"}}]
    path = scenario(tmp_path, 2, {"row": {"colour": 0}, "back": {"colour": 0, "key": "-rank"}},
                    [{"ranks": "0", "calls": send}, {"ranks": "1", "calls": receive}],
                    expect={"memory": [{"ranks": "1", "datatype": "int64", "values": [10, 20, 30]}]})
    assert counts_as_expected(path) == {"SEND": 3}


def test_long_messages_of_two_communicators_never_match(tmp_path):
    """Each message has three packets: announcement, request and data."""
    send = [{"isend": {"comm": comm, "target": 1, "count": 8, "value": value, "request": f"r{value}"}}
            if comm else {"isend": {"target": 1, "count": 8, "value": value, "request": f"r{value}"}}
            for value, comm in ((1, None), (2, "row"))]
    receive = [{"recv": {"comm": "row", "source": 0, "count": 8, "into": {"disp": 8}}},
               {"recv": {"source": 0, "count": 8, "into": {}}}]
    path = scenario(tmp_path, 2, {"row": {"colour": 0}},
                    [{"ranks": "0", "calls": [*send, {"waitall": {"requests": ["r1", "r2"]}}]},
                     {"ranks": "1", "calls": receive}],
                    protocol={"family": "newrma", "message_eager_bytes": 4},
                    expect={"memory": [{"ranks": "1", "values": [1] * 8 + [2] * 8}]})
    assert counts_as_expected(path) == {"SEND_RTS": 2, "SEND_CTS": 2, "SEND_DATA": 2}


def test_a_rank_outside_may_not_name_the_communicator(tmp_path):
    path = scenario(tmp_path, 4, ODD, of_all({"barrier": {"comm": "odd"}}))
    refused = rmasim("run", path)
    assert refused.returncode == 2
    assert "programs[0].calls[0].barrier.comm (rank 0)" in refused.stderr
    assert 'rank 0 is in no communicator of "odd"' in refused.stderr


@pytest.mark.parametrize("where", ["rank", "size"])
def test_its_rank_and_size_are_an_error_where_there_is_none(where, tmp_path):
    """The error occurs only where the names are evaluated. The first call evaluates them on odd ranks only."""
    path = scenario(tmp_path, 4, ODD, of_all({"compute": {"ns": f"rank % 2 == 1 ? odd.{where} : 5"}},
                                             {"compute": {"ns": f"1 + odd.{where}"}}))
    refused = rmasim("run", path)
    assert refused.returncode == 2
    assert "programs[0].calls[1].compute.ns (rank 0)" in refused.stderr
    assert 'the rank is in no communicator of "odd"' in refused.stderr


def test_a_peer_beyond_the_communicator_is_refused_with_its_size(tmp_path):
    path = scenario(tmp_path, 3, {"row": {"colour": "rank / 2"}},
                    of_all({"send": {"comm": "row", "target": "row.rank + 1"}}))
    refused = rmasim("run", path)
    assert refused.returncode == 2
    assert "send.target (rank 1)" in refused.stderr
    assert "this rank's \"row\" has 2 ranks" in refused.stderr


def test_crossed_barriers_are_a_deadlock_that_names_both():
    found = rmasim("run", CROSSED)
    assert found.returncode == 0
    assert ("a cycle of waits: rank 0 waits for rank 1 (BARRIER of row); rank 1 waits for rank 3 (BARRIER of column); "
            "rank 3 waits for rank 2 (BARRIER of row); rank 2 waits for rank 0 (BARRIER of column)"
            ) in plain(found.stderr)
    assert "waits for BARRIER round 0 from rank 3 (1 of column)" in found.stderr


def test_a_barrier_of_some_beside_one_of_all_is_named_so(tmp_path):
    path = scenario(tmp_path, 2, {"row": {"colour": 0}}, [{"ranks": "0", "calls": [{"barrier": {}}]},
                                                          {"ranks": "1", "calls": [{"barrier": {"comm": "row"}}]}])
    found = rmasim("run", path)
    assert found.returncode == 3
    assert "rank 0 waits for rank 1 (BARRIER of all ranks)" in plain(found.stderr)
    assert "rank 1 waits for rank 0 (BARRIER of row)" in plain(found.stderr)


def test_explore_finds_the_crossed_barriers():
    found = rmasim("explore", CROSSED)
    assert found.returncode == 0  # as expected
    assert "0>1 BARRIER round=0 comm=row" in found.stderr


def test_a_message_that_nobody_receives_names_the_ranks_of_its_communicator(tmp_path):
    """The RECV with the same tag is in another communicator."""
    path = scenario(tmp_path, 4, {"back": {"colour": 0, "key": "-rank"}},
                    [{"ranks": "3", "calls": [{"send": {"target": 0}}, {"send": {"comm": "back", "target": 3}}]},
                     {"ranks": "0", "calls": [{"recv": {"source": 3}}]}])
    found = rmasim("run", path)
    assert found.returncode == 4
    assert "rank 3 sent to rank 0 with tag 0, rank 0 to rank 3 of back, at programs[0].calls[1].send" in found.stderr


def test_a_barrier_orders_only_its_ranks(tmp_path):
    """Rank 0 stores into its window. Rank 2 puts there after the barrier of columns, so store and put are ordered. The
    barrier of rows orders nothing between these two ranks."""
    def program(comm):
        return [{"calls": [{"fence": {"assert": ["noprecede"]}}, {"fence": {"assert": ["nosucceed"]}},
                           {"if": {"when": "rank == 0", "calls": [{"store": {"value": 1}}]}},
                           {"barrier": {"comm": comm}},
                           {"if": {"when": "rank == 2", "calls": [
                               {"lock": {"target": 0, "type": "exclusive"}}, {"put": {"target": 0, "value": 2}},
                               {"unlock": {"target": 0}}]}}]}]
    ordered = scenario(tmp_path, 4, GRID, program("column"), semantics="unified")
    assert rmasim("run", ordered).returncode == 0
    unordered = scenario(tmp_path, 4, GRID, program("row"), semantics="unified")
    assert rmasim("run", unordered).returncode == 4


def test_a_trace_names_the_communicator(tmp_path):
    trace = tmp_path / "trace.json"
    assert rmasim("run", ROWS, "--trace", trace).returncode == 0
    events = json.loads(trace.read_text())["traceEvents"]
    calls = [(event["name"], event["args"].get("comm")) for event in events
             if event.get("cat") == "call" and event["tid"] == events[1]["tid"]]
    assert calls == [("barrier", None), ("barrier", "row"), ("barrier", "column"), ("send", "row"), ("recv", "row")]


def test_a_scenario_without_communicators_pays_nothing(tmp_path):
    """Communicators that are not used cost neither events nor memory: the run is identical to that without
    communicators."""
    program = of_all({"send": {"target": "(rank + 1) % size"}}, {"recv": {"source": "(rank - 1) % size"}},
                     {"barrier": {}})
    without = result_of(write_scenario(tmp_path, ranks=4, programs=program))
    having = result_of(scenario(tmp_path, 4, GRID, program))
    for result in (without, having):
        del result["wall_s"]
    assert without == having
