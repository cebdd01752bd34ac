"""--trace writes a Chrome trace: valid JSON, a named track a rank, and every arrow inside the slices it connects."""

import json

import pytest
from rmasim_runner import SCENARIOS, result_of, rmasim


SETTINGS = [[], ["--set", "progress=agent"], ["--set", "platform.network.reorder_ns=2000"]]


def trace_of(name, tmp_path, *settings):
    path = tmp_path / "trace.json"
    result = result_of(SCENARIOS / name, "--trace", path, *settings)
    return result, json.loads(path.read_text())["traceEvents"]


def packet_slices(events, verb):
    return [e for e in events if e["ph"] == "X" and e["name"].startswith(verb + " ")]


@pytest.mark.parametrize("settings", SETTINGS)
def test_every_message_is_an_arrow_between_two_slices(settings, tmp_path):
    result, events = trace_of("workloads/shared-counter.json", tmp_path, *settings)
    begins = {e["id"]: e for e in events if e["ph"] == "s"}
    ends = {e["id"]: e for e in events if e["ph"] == "f"}
    assert len(begins) == result["messages"]["total"]
    assert begins.keys() == ends.keys()
    slices = {(e["tid"], e["name"], e["ts"]) for e in packet_slices(events, "send") + packet_slices(events, "handle")}
    for arrow, begin in begins.items():
        end = ends[arrow]
        assert begin["name"] == end["name"]
        assert end["ts"] > begin["ts"]
        assert (begin["tid"], "send " + begin["name"], begin["ts"]) in slices
        assert (end["tid"], "handle " + end["name"], end["ts"]) in slices


def test_every_rank_has_a_named_track_and_every_call_its_place(tmp_path):
    result, events = trace_of("newrma/fence/put-right.json", tmp_path)
    names = {e["tid"]: e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
    assert names == {rank + 1: f"rank {rank}" for rank in range(result["ranks"])}
    calls = [(e["name"], e["args"]["place"]) for e in events if e["ph"] == "X" and e["cat"] == "call" and e["tid"] == 3]
    assert [name for name, _ in calls] == ["fence", "put", "fence"]
    assert all(place.startswith("programs[0].calls[") for _, place in calls)


def track_names(events):
    return {e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}


def test_threads_and_agents_have_tracks_of_their_own(tmp_path):
    _, events = trace_of("newrma/threads/put-beside-put.json", tmp_path)
    assert track_names(events) == {"rank 0", "rank 1", "rank 0 thread 0", "rank 0 thread 1"}
    _, events = trace_of("newrma/progress/agent.json", tmp_path)
    assert track_names(events) == {"rank 0", "rank 1", "rank 1 agent"}


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("name", [pytest.param("workloads/transpose.json", marks=pytest.mark.slow),
                                  "newrma/progress/calls.json", "newrma/threads/put-beside-put.json",
                                  "newrma/threads/flush-beside-put.json"])
def test_the_slices_of_a_track_lie_inside_each_other_or_apart(name, settings, tmp_path):
    _, events = trace_of(name, tmp_path, *settings)
    open_until = {}
    slices = [e for e in events if e["ph"] == "X"]
    for e in sorted(slices, key=lambda e: (e["tid"], e["ts"], -e["dur"])):
        begin_ns, end_ns = round(e["ts"] * 1000), round((e["ts"] + e["dur"]) * 1000)
        enclosing = [end for end in open_until.get(e["tid"], []) if end > begin_ns]
        assert all(end_ns <= end for end in enclosing), e
        open_until[e["tid"]] = [*enclosing, end_ns]


def test_state_changes_and_elements_are_in_the_trace(tmp_path):
    _, events = trace_of("newrma/lock/lock-put-put-unlock.json", tmp_path)
    notes = [e["name"] for e in events if e["ph"] == "i" and e["tid"] == 1]
    assert "w: UNSET -> PER_TARGET" in notes
    assert "w: target 1 LOCK_CALLED -> LOCK_ISSUED" in notes
    in_use = [e["args"]["in use"] for e in events if e["ph"] == "C" and e["name"] == "op elements of rank 0"]
    assert max(in_use) == 2 and in_use[-1] == 0


def test_counters_are_drawn_with_who_lowered_them(tmp_path):
    """By hand: count 3, lowered once by each of three origins."""
    _, events = trace_of("synccount/counts/3-origins.json", tmp_path)
    changes = [e["args"] for e in events if e.get("cat") == "counter"]
    assert [c["step"] for c in changes] == ["allocated", "init", "start", "lowered", "lowered", "lowered", "freed"]
    assert [c["to"] for c in changes] == [0, 3, 3, 2, 1, 0, 0]
    assert [c["count"] for c in changes] == [0, 3, 3, 3, 3, 3, 3]
    lowered_by = [c["by"] for c in changes if c["step"] == "lowered"]
    assert sorted(lowered_by) == [1, 2, 3]
    values = [e["args"]["value"] for e in events if e["ph"] == "C" and e["name"] == "w counter 0 of rank 0"]
    assert values == [0, 3, 3, 2, 1, 0, 0]


def test_a_trace_that_cannot_be_written_leaves_nothing(tmp_path):
    path = tmp_path / "no-such-folder" / "trace.json"
    finished = rmasim("run", SCENARIOS / "newrma/lock/lock-unlock.json", "--trace", path)
    assert finished.returncode == 2
    assert "--trace" in finished.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_failed_run_leaves_no_trace_behind(tmp_path):
    path = tmp_path / "trace.json"
    scenario = tmp_path / "bad.json"
    good = (SCENARIOS / "newrma/lock/lock-unlock.json").read_text()
    scenario.write_text(good.replace('"lock": { "target": 1', '"lock": { "target": "size"'))
    assert rmasim("run", scenario, "--trace", path).returncode == 2
    assert list(tmp_path.iterdir()) == [scenario]
