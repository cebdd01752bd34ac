"""rmasim convert otf2: OTF2's own reader reads the archives. The expected records of a program follow from MPI: when a
call returns, the operations that it guarantees are complete."""

import itertools
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from otf2 import events
from otf2.enums import CollectiveOp, LockType, RmaAtomicType, RmaSyncLevel
from otf2_archives import archive_of, lock, played, put, require_same_counts, traced
from rmasim_analysis.__main__ import main
from test_odd_inputs import ODD, paths_of, with_value
from verbs import SCENARIOS

SLOW = ["newrma/fence/put-right.json", "newrma/pscw/put.json", "newrma/threads/flush-beside-put.json",
        "newrma/progress/agent.json", "shm/windows/create-free.json", "oldqueue/lock/put.json", "ch3/lock-put.json",
        "synccount/counts/3-origins.json"]
EACH_KIND = ["newrma/lock/lock-put-get-unlock.json", *(pytest.param(name, marks=pytest.mark.long) for name in SLOW)]
LONG = [str(path.relative_to(SCENARIOS)) for path in sorted(SCENARIOS.rglob("*.json"))]


UNLOCK = {"unlock": {"target": 1}}


@pytest.mark.parametrize("name", EACH_KIND)
def test_calls_and_packets_are_those_of_the_run(name, tmp_path):
    require_same_counts(*archive_of(SCENARIOS / name, tmp_path))


@pytest.mark.long
@pytest.mark.parametrize("name", LONG)
def test_every_scenario_becomes_an_archive(name, tmp_path):
    if json.loads((SCENARIOS / name).read_text()).get("ranks", 0) not in range(1, 65):
        pytest.skip("no scenario, or a large one")
    try:
        traced(SCENARIOS / name, tmp_path)
    except json.JSONDecodeError:
        pytest.skip("refused, as its own test says")
    require_same_counts(*archive_of(SCENARIOS / name, tmp_path))


def test_time_is_that_of_the_run_and_its_unit_a_nanosecond(tmp_path):
    result, _, archive = archive_of(SCENARIOS / "newrma/lock/lock-put-get-unlock.json", tmp_path)
    assert archive.resolution == 10**9
    [unlocked] = [event for event in archive.events(events.Leave) if event.region.name == "MPI_Win_unlock"]
    assert abs(unlocked.time - result["time_ns"]) <= 1  # a trace cuts a time, and a result rounds it


def test_what_lies_inside_a_call_is_inside_its_region(tmp_path):
    archive = archive_of(SCENARIOS / "newrma/lock/lock-put-get-unlock.json", tmp_path)[2]
    within = {around for event, around in archive.of["rank 0"] if isinstance(event, events.MpiSend)}
    assert within == {("MPI_Get", "send LOCK"), ("MPI_Win_unlock", "handle LOCK_GRANTED", "send PUT"),
                      ("MPI_Win_unlock", "handle LOCK_GRANTED", "send GET+UNLOCK")}
    assert {around for _, around in archive.of["rank 1"] if "send LOCK_GRANTED" in around} == {
        ("handle LOCK", "send LOCK_GRANTED")}
    assert ("MPI_Win_unlock", "wait_lock") in {around for _, around in archive.of["rank 0"]}


def test_an_epoch_of_a_lock(tmp_path):
    archive = archive_of(SCENARIOS / "newrma/lock/lock-put-get-unlock.json", tmp_path)[2]
    assert [name for _, name in archive.story("rank 0")] == [
        "RmaWinCreate", "RmaRequestLock", "RmaAcquireLock", "RmaPut", "RmaGet", "RmaOpCompleteBlocking",
        "RmaOpCompleteBlocking", "RmaOpCompleteRemote", "RmaOpCompleteRemote", "RmaReleaseLock", "RmaWinDestroy"]
    assert [name for _, name in archive.story("rank 1")] == ["RmaWinCreate", "RmaWinDestroy"]
    [posted] = archive.events(events.RmaPut)
    assert (posted.win.name, posted.remote, posted.bytes, posted.matching_id) == ("w", 1, 8, 0)
    [asked] = archive.events(events.RmaRequestLock)
    assert (asked.remote, asked.lock_type) == (1, LockType.EXCLUSIVE)
    attribute = archive.definitions.attributes[0]
    entered = [event for event in archive.events(events.Enter) if event.region.name == "MPI_Put"]
    assert [event.attributes[attribute] for event in entered] == ["programs[0].calls[1].put"]


def completions(archive, location="rank 0"):
    """Returns (record, number of the operation) for each completion, in order."""
    kinds = events.RmaOpCompleteBlocking, events.RmaOpCompleteNonBlocking, events.RmaOpCompleteRemote, events.RmaOpTest
    return [(type(event).__name__.removeprefix("RmaOp"), event.matching_id)
            for event in archive.events(*kinds, location=location)]


def test_a_local_flush_promises_less_than_a_flush(tmp_path):
    archive = played(tmp_path, [lock(), put(), {"flush_local": {"target": 1}}, put(), {"flush": {"target": 1}}, UNLOCK])
    assert completions(archive) == [("CompleteBlocking", 0), ("CompleteBlocking", 1), ("CompleteRemote", 0),
                                    ("CompleteRemote", 1)]


def test_a_flush_is_for_one_target_or_for_all(tmp_path):
    archive = played(tmp_path, [{"lock_all": {}}, put(1), put(2), {"flush": {"target": 2}}, put(2), {"flush_all": {}},
                                {"unlock_all": {}}])
    assert completions(archive) == [("CompleteBlocking", 1), ("CompleteRemote", 1), ("CompleteBlocking", 0),
                                    ("CompleteBlocking", 2), ("CompleteRemote", 0), ("CompleteRemote", 2)]
    assert {event.remote for event in archive.events(events.RmaAcquireLock, events.RmaReleaseLock)} == {2**32 - 1}


def test_a_request_completes_its_operation_at_the_origin(tmp_path):
    rput = {"rput": {"target": 1, "count": 8, "request": "r"}}
    archive = played(tmp_path, [lock(), rput, {"wait": {"request": "r"}}, put(), UNLOCK])
    assert completions(archive) == [("CompleteNonBlocking", 0), ("CompleteBlocking", 1), ("CompleteRemote", 0),
                                    ("CompleteRemote", 1)]


def test_a_test_in_vain_is_recorded(tmp_path):
    """The test returns false, because the answer of a GET needs time."""
    rget = {"rget": {"target": 1, "count": 8, "request": "r"}}
    archive = played(tmp_path, [lock(), rget, {"test": {"request": "r", "as": "done"}}, {"wait": {"request": "r"}},
                                UNLOCK])
    assert completions(archive) == [("Test", 0), ("CompleteNonBlocking", 0), ("CompleteRemote", 0)]


def test_atomic_operations(tmp_path):
    """A COMPARE_AND_SWAP sends two elements, and NO_OP sends none."""
    of_int64 = {"target": 1, "datatype": "int64"}
    archive = played(tmp_path, [
        lock(), {"accumulate": {**of_int64, "count": 2, "op": "sum"}},
        {"get_accumulate": {**of_int64, "count": 2, "op": "no_op"}}, {"fetch_and_op": {**of_int64, "op": "sum"}},
        {"fetch_and_op": {**of_int64, "op": "replace"}}, {"fetch_and_op": {**of_int64, "op": "max"}},
        {"compare_and_swap": {**of_int64, "value": "1", "compare": "0"}}, UNLOCK])
    assert [(event.type, event.bytes_sent, event.bytes_received) for event in archive.events(events.RmaAtomic)] == [
        (RmaAtomicType.ACCUMULATE, 16, 0), (RmaAtomicType.FETCH_AND_ACCUMULATE, 0, 16),
        (RmaAtomicType.FETCH_AND_ADD, 8, 8), (RmaAtomicType.SWAP, 8, 8), (RmaAtomicType.FETCH_AND_ACCUMULATE, 8, 8),
        (RmaAtomicType.COMPARE_AND_SWAP, 16, 8)]


def test_fences_are_collective_and_complete_what_was_posted(tmp_path):
    fence = {"fence": {}}
    archive = played(tmp_path, {0: [fence, put(), fence], 1: [fence, fence], 2: [fence, fence]})
    assert [name for _, name in archive.story("rank 0")] == [
        "RmaWinCreate", "RmaCollectiveBegin", "RmaCollectiveEnd", "RmaPut", "RmaCollectiveBegin",
        "RmaOpCompleteBlocking", "RmaOpCompleteRemote", "RmaCollectiveEnd", "RmaWinDestroy"]
    assert len(archive.events(events.RmaCollectiveEnd)) == 6


def test_groups_of_post_and_start(tmp_path):
    archive = played(tmp_path, {0: [{"start": {"group": "1-2"}}, put(), {"complete": {}}],
                                1: [{"post": {"group": "0"}}, {"wait": {}}], 2: [{"post": {"group": "0"}},
                                                                                 {"wait": {}}]})
    reported = {location: [(event.sync_level, [member.name for member in event.group.members])
                           for event in archive.events(events.RmaGroupSync, location=location)]
                for location in ("rank 0", "rank 1")}
    both, first = ["rank 1", "rank 2"], ["rank 0"]
    assert reported == {"rank 0": [(RmaSyncLevel.NONE, both), (RmaSyncLevel.MEMORY, both)],
                        "rank 1": [(RmaSyncLevel.NONE, first), (RmaSyncLevel.MEMORY, first)]}


def test_windows_that_calls_create_and_free(tmp_path):
    create, free, fence = ({name: {"win": "w"}} for name in ("win_create", "win_free", "fence"))
    every = [create, fence, fence, free]
    archive = played(tmp_path, dict.fromkeys(range(3), every))
    for location in archive.locations:
        assert [name for _, name in archive.story(location) if "Win" in name] == ["RmaWinCreate", "RmaWinDestroy"]
    created = archive.events(events.RmaWinCreate)
    assert all(event.time > 0 for event in created)


@pytest.mark.parametrize("name, members, lives", [
    ("2-to-5", 5, {"rank 0": (0, "end"), "rank 4": ("call", "end")}),
    ("4-to-2", 4, {"rank 0": (0, "end"), "rank 3": (0, "call")})])
def test_a_window_gets_and_loses_ranks(name, members, lives, tmp_path):
    archive = archive_of(SCENARIOS / f"synccount/counts/change-comm-{name}.json", tmp_path)[2]
    [window] = archive.definitions.rma_wins
    assert [member.name for member in window.comm.group.members] == [f"rank {rank}" for rank in range(members)]
    for location, (created, destroyed) in lives.items():
        [first] = [event.time for event in archive.events(events.RmaWinCreate, location=location)]
        [last] = [event.time for event in archive.events(events.RmaWinDestroy, location=location)]
        [returned] = [event.time for event in archive.events(events.Leave, location=location)
                      if event.region.name == "MPI_Win_change_comm"]
        end = max(event.time for event in archive.events(events.Leave))
        assert (first, last) == tuple({"call": returned, "end": end}.get(when, when) for when in (created, destroyed))


def test_messages_of_the_program(tmp_path):
    """A receive accepts up to 16 bytes. The message has 8 bytes."""
    archive = played(tmp_path, {
        0: [{"send": {"target": 1, "tag": 7, "count": 8}}, {"isend": {"target": 1, "count": 4, "request": "r"}},
            {"wait": {"request": "r"}}, {"barrier": {}}],
        1: [{"recv": {"source": 0, "tag": 7, "count": 16}}, {"irecv": {"source": 0, "count": 4, "request": "q"}},
            {"test": {"request": "q", "as": "done"}}, {"wait": {"request": "q"}}, {"barrier": {}}],
        2: [{"barrier": {}}]})
    of_program = [event for event in archive.events(events.MpiSend, events.MpiRecv, events.MpiIsend, events.MpiIrecv)
                  if event.communicator.name == "MPI_COMM_WORLD"]
    recorded = sorted((type(event).__name__, event.msg_tag, event.msg_length) for event in of_program)
    assert recorded == [("MpiIrecv", 0, 4), ("MpiIsend", 0, 4), ("MpiRecv", 7, 8), ("MpiSend", 7, 8)]
    [asked] = archive.events(events.MpiIrecvRequest)
    [received] = archive.events(events.MpiIrecv)
    assert asked.request_id == received.request_id
    assert len(archive.events(events.MpiIsendComplete)) == 1
    assert len(archive.events(events.MpiCollectiveEnd)) == 3


def test_each_start_of_a_persistent_request_is_a_message(tmp_path):
    """The receive accepts up to 16 bytes. Both messages have 8 bytes. MPI_Ssend is a message, too."""
    twice = [{"start": {"request": "r"}}, {"wait": {"request": "r"}}, {"startall": {"requests": ["r"]}},
             {"wait": {"request": "r"}}, {"request_free": {"request": "r"}}]
    archive = played(tmp_path, {
        0: [{"send_init": {"target": 1, "tag": 7, "count": 8, "request": "r"}}, *twice, {"ssend": {"target": 1}}],
        1: [{"recv_init": {"source": 0, "tag": 7, "count": 16, "request": "r"}}, *twice, {"recv": {"source": 0}}]})
    recorded = [(type(event).__name__, event.msg_tag, event.msg_length)
                for event in archive.events(events.MpiSend, events.MpiRecv, events.MpiIsend, events.MpiIrecv)
                if event.communicator.name == "MPI_COMM_WORLD"]
    assert sorted(recorded) == [*[("MpiIrecv", 7, 8)] * 2, *[("MpiIsend", 7, 8)] * 2, ("MpiRecv", 0, 1),
                                ("MpiSend", 0, 1)]
    starts = [event.time for event in archive.events(events.Enter)
              if event.region.name in ("MPI_Start", "MPI_Startall")]
    begins = [event.time for event in archive.events(events.MpiIsend, events.MpiIrecvRequest)
              if not hasattr(event, "communicator") or event.communicator.name == "MPI_COMM_WORLD"]
    assert sorted(begins) == sorted(starts)


def test_each_start_of_a_collective_call_is_one(tmp_path):
    """ALLREDUCE of 16 bytes is started twice; IBCAST of 8 bytes from rank 1 is sent and received once."""
    calls = [{"allreduce_init": {"count": 2, "datatype": "int64", "request": "r"}},
             {"start": {"request": "r"}}, {"wait": {"request": "r"}}, {"startall": {"requests": ["r"]}},
             {"wait": {"request": "r"}}, {"request_free": {"request": "r"}},
             {"ibcast": {"root": 1, "count": 8, "request": "q"}}, {"ibarrier": {"request": "b"}},
             {"waitall": {"requests": ["b", "q"]}}]
    archive = played(tmp_path, dict.fromkeys(range(3), calls))
    for location in archive.locations:
        sent = 8 if location == "rank 1" else 0
        complete = archive.events(events.NonBlockingCollectiveComplete, location=location)
        assert [(event.collective_op, event.root, event.size_sent, event.size_received) for event in complete] == [
            (CollectiveOp.ALLREDUCE, 2**32 - 1, 16, 16), (CollectiveOp.ALLREDUCE, 2**32 - 1, 16, 16),
            (CollectiveOp.BARRIER, 2**32 - 1, 0, 0), (CollectiveOp.BCAST, 1, sent, 8)]
        begun = archive.events(events.NonBlockingCollectiveRequest, location=location)
        assert sorted(event.request_id for event in begun) == sorted(event.request_id for event in complete)
        assert len({event.request_id for event in begun}) == 4


def test_matched_receives_are_messages(tmp_path):
    """The sizes are those of the messages. IMPROBE finds nothing before rank 0 has sent."""
    archive = played(tmp_path, {
        0: [{"barrier": {}}, {"send": {"target": 1, "tag": 7, "count": 8}}, {"send": {"target": 1, "count": 4}}],
        1: [{"improbe": {"source": 0, "tag": 7, "message": "m", "as": "found"}}, {"barrier": {}},
            {"mprobe": {"source": "any", "tag": "any", "message": "m"}}, {"mprobe": {"source": 0, "message": "n"}},
            {"imrecv": {"message": "n", "count": 16, "request": "r"}}, {"mrecv": {"message": "m", "count": 16}},
            {"wait": {"request": "r"}}],
        2: [{"barrier": {}}]})
    received = [(type(event).__name__, event.sender, event.msg_tag, event.msg_length)
                for event in archive.events(events.MpiRecv, events.MpiIrecv, location="rank 1")
                if event.communicator.name == "MPI_COMM_WORLD"]
    assert sorted(received) == [("MpiIrecv", 0, 0, 4), ("MpiRecv", 0, 7, 8)]


def test_counters_complete_the_operations_of_their_modes(tmp_path):
    """The records are derived by hand. Each of the three origins calls one PUT, which is complete with the request that
    waits for puts."""
    archive = archive_of(SCENARIOS / "synccount/counts/3-origins.json", tmp_path)[2]
    for rank in (1, 2, 3):
        assert completions(archive, f"rank {rank}") == [("CompleteNonBlocking", 0)]
    values = [event.values for event in archive.events(events.Metric, location="rank 0")
              if event.metric.member.name == "w counter 0"]
    assert values == [[0], [3], [3], [2], [1], [0], [0]]


def test_threads_and_agents_are_locations_of_their_rank(tmp_path):
    archive = archive_of(SCENARIOS / "newrma/threads/put-beside-put.json", tmp_path)[2]
    assert archive.locations == ["rank 0", "rank 0 thread 0", "rank 0 thread 1", "rank 1"]
    assert [location.group.name for location in archive.definitions.locations] == ["rank 0"] * 3 + ["rank 1"]
    assert {around[0] for _, around in archive.of["rank 0 thread 1"] if around} >= {"MPI_Put"}
    agent = archive_of(SCENARIOS / "newrma/progress/agent.json", tmp_path)[2]
    assert any(around[-1:] and around[-1].startswith("handle ") for _, around in agent.of["rank 1 agent"])


def test_elements_in_use_and_states_are_recorded(tmp_path):
    archive = archive_of(SCENARIOS / "newrma/lock/lock-put-put-unlock.json", tmp_path)[2]
    in_use = [event.value for event in archive.events(events.Metric, location="rank 0")
              if event.metric.member.name == "op elements"]
    assert max(in_use) == 2 and in_use[-1] == 0
    states = [event.string for event in archive.events(events.ParameterString, location="rank 0")]
    assert "w: UNSET -> PER_TARGET" in states


@pytest.mark.long
def test_a_lost_packet_is_sent_and_never_received(tmp_path):
    result, _, archive = archive_of(SCENARIOS / "faults/lost-packet.json", tmp_path)
    sent, received = archive.packets(events.MpiSend), archive.packets(events.MpiRecv)
    assert len(sent) == result["messages"]["total"] > len(received)


def test_a_call_that_never_returned_is_a_region_until_the_end(tmp_path):
    """The two UNLOCKs of crossed locks never return. The archive has the reasons, and the locks are not released."""
    result, _, archive = archive_of(SCENARIOS / "errors/crossed-locks.json", tmp_path)
    stuck = [e for e in archive.events(events.Enter) if any(one.name == "stuck" for one in e.attributes or {})]
    assert [event.region.name for event in stuck] == ["MPI_Win_unlock"] * 2
    reasons = [value for event in stuck for one, value in event.attributes.items() if one.name == "stuck"]
    assert reasons == [call["reason"] for call in result["stuck"]]
    left = {event.time for event in archive.events(events.Leave) if event.region.name == "MPI_Win_unlock"}
    assert len(left) == 1 and left.pop() >= int(result["time_ns"]) and not archive.events(events.RmaReleaseLock)


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_same_run_gives_the_same_archive(tmp_path):
    """The archives are equal except for the identifier that OTF2 generates for each archive, in its anchor."""
    _, trace = traced(SCENARIOS / "newrma/pscw/put.json", tmp_path)
    for name in ("one", "other"):
        assert main(["convert", "otf2", str(trace), "-o", str(tmp_path / name)]) == 0
    one, other = contents(tmp_path / "one"), contents(tmp_path / "other")
    assert len(one.pop("traces.otf2")) == len(other.pop("traces.otf2"))
    assert one == other and len(one) > 2


def test_it_says_what_it_wrote_and_replaces_an_older_archive(tmp_path, capsys):
    result, trace = traced(SCENARIOS / "newrma/lock/lock-put-get-unlock.json", tmp_path)
    packets = result["messages"]["total"]
    folder = tmp_path / "new/archive"
    for _ in range(2):
        assert main(["convert", "otf2", str(trace), "-o", str(folder)]) == 0
        assert capsys.readouterr().out == f"{folder}/traces.otf2: 2 ranks, 4 calls, {packets} packets\n"
    (folder / "traces/left-over").touch()
    assert main(["convert", "otf2", str(trace), "-o", str(folder)]) == 0
    assert not (folder / "traces/left-over").exists()
    assert [path.name for path in folder.parent.iterdir()] == ["archive"]


def refused(capsys, *arguments):
    code = main(["convert", "otf2", *map(str, arguments)])
    return code, capsys.readouterr().err


def test_only_archives_are_replaced(tmp_path, capsys):
    _, trace = traced(SCENARIOS / "newrma/lock/lock-put-get-unlock.json", tmp_path)
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious/thesis.txt").write_text("mine")
    (tmp_path / "file").touch()
    for name, found in (("precious", "a folder with other things and no traces.otf2"), ("file", "a file"),
                        ("trace.json", "trace.json, the file of an input"), ("file/below", "file/below: found")):
        code, said = refused(capsys, trace, "-o", tmp_path / name)
        assert code == 2 and found in said
    assert (tmp_path / "precious/thesis.txt").read_text() == "mine"
    assert refused(capsys, trace) == (2, "-o: found nothing; allowed: a folder for the archive\n")


def test_a_trace_that_lacks_something_leaves_nothing(tmp_path, capsys):
    _, path = traced(SCENARIOS / "newrma/lock/lock-put-get-unlock.json", tmp_path)
    trace = json.loads(path.read_text())
    overlapping = json.loads(path.read_text())
    unlock = next(event for event in overlapping["traceEvents"] if event["name"] == "unlock")
    unlock["dur"] -= 0.001
    nameless = json.loads(path.read_text())
    del next(event for event in nameless["traceEvents"] if event["name"] == "put")["args"]["target"]
    older = {**trace, "otherData": {"scenario": "mine"}}
    for document, found in ((older, "a trace of an older version"), (overlapping, "slices that overlap"),
                            (nameless, "an incomplete trace (KeyError('target'))"),
                            ({"name": "mine"}, "'traceEvents'")):
        path.write_text(json.dumps(document))
        code, said = refused(capsys, path, "-o", tmp_path / "archive")
        assert code == 2 and found in said, said
        assert [left.name for left in tmp_path.iterdir()] == ["trace.json"]


@pytest.mark.long
def test_odd_traces_are_refused_whole(tmp_path, capsys):
    """Replaces one value in ten by the values of test_odd_inputs."""
    source = traced(SCENARIOS / "newrma/lock/lock-put-unlock.json", tmp_path)[1]
    document, odd, folder = json.loads(source.read_text()), tmp_path / "odd.json", tmp_path / "archive"
    outcomes = set()
    for path, text in itertools.islice(itertools.product(paths_of(document), ODD), 0, None, 10):
        odd.write_text(with_value(document, path, text))
        code, said = refused(capsys, odd, "-o", folder)
        assert code in (0, 2) and folder.exists() == (code == 0), (path, text, said)
        assert code == 0 or ("odd.json" in said and ": found " in said), (path, text, said)
        outcomes.add(code)
        shutil.rmtree(folder, ignore_errors=True)
    assert outcomes == {0, 2}


def test_without_the_module_it_says_what_to_install(tmp_path, capsys, monkeypatch):
    _, trace = traced(SCENARIOS / "newrma/lock/lock-put-get-unlock.json", tmp_path)
    for name in list(sys.modules):
        if name.startswith("rmasim_analysis.convert.otf2") and not name.endswith("write"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "otf2", None)
    assert refused(capsys, trace, "-o", tmp_path / "archive") == (
        2, "convert otf2: found no otf2; allowed: the Python package otf2 (apt-get install python3-otf2 python3-six)\n")
    assert not Path(tmp_path, "archive").exists()


def test_the_archive_is_read_by_the_tools_of_otf2(tmp_path):
    archive = archive_of(SCENARIOS / "newrma/fence/put-right.json", tmp_path)[2]
    anchor = tmp_path / "archive/traces.otf2"
    printed = subprocess.run(["otf2-print", anchor], capture_output=True, text=True, check=True)
    assert printed.stderr == ""
    assert printed.stdout.count("\nRMA_PUT ") == len(archive.events(events.RmaPut)) > 0


@pytest.mark.parametrize("option, value", [("--trace-ranks", "0"), ("--trace-time", "1us-"),
                                           ("--trace-kinds", "calls,waits")])
def test_a_part_of_a_trace_is_refused_with_a_reason(tmp_path, capsys, option, value):
    scenario = SCENARIOS / "newrma/lock/lock-put-get-unlock.json"
    trace = traced(scenario, tmp_path, option, value)[1]
    assert main(["convert", "otf2", str(trace), "-o", str(tmp_path / "archive")]) == 2
    complaint = capsys.readouterr().err
    assert "a part of a trace" in complaint and f"without {option}" in complaint
    assert not (tmp_path / "archive").exists()


def test_a_trace_of_calls_and_packets_is_converted(tmp_path):
    scenario = SCENARIOS / "newrma/lock/lock-put-get-unlock.json"
    trace = traced(scenario, tmp_path, "--trace-kinds", "calls,packets")[1]
    assert main(["convert", "otf2", str(trace), "-o", str(tmp_path / "archive")]) == 0
