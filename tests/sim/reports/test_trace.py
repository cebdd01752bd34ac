"""--trace writes a Chrome trace: valid JSON, a named track per rank, and every arrow inside the slices that it
connects."""

import json
import re

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
    assert all(location.startswith("programs[0].calls[") for _, location in calls)


def track_names(events):
    return {e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}


def test_threads_and_agents_have_tracks_of_their_own(tmp_path):
    _, events = trace_of("newrma/threads/put-beside-put.json", tmp_path)
    assert track_names(events) == {"rank 0", "rank 1", "rank 0 thread 0", "rank 0 thread 1"}
    _, events = trace_of("newrma/progress/agent.json", tmp_path)
    assert track_names(events) == {"rank 0", "rank 1", "rank 1 agent"}


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("name", [pytest.param("workloads/transpose.json", marks=pytest.mark.long),
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
    """Derived by hand: the counter has the count 3, and each of three origins decrements it once."""
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


# ---- A part of the events.

TRANSPOSE = ("workloads/transpose.json", "--set", "ranks=8")


def traced(tmp_path, *options, scenario=TRANSPOSE):
    """Runs the scenario and returns the finished run. Its trace is part.json."""
    done = rmasim("run", SCENARIOS / scenario[0], *scenario[1:], "--trace", tmp_path / "part.json", *options)
    assert done.returncode == 0, done.stderr
    return done


def document_of(tmp_path, *options, scenario=TRANSPOSE):
    done = traced(tmp_path, *options, scenario=scenario)
    return json.loads((tmp_path / "part.json").read_text()), done


def arrows(events):
    return {e["id"] for e in events if e["ph"] == "s"}, {e["id"] for e in events if e["ph"] == "f"}


def test_a_trace_of_some_ranks_has_the_arrows_between_them(tmp_path):
    whole, _ = document_of(tmp_path)
    part, _ = document_of(tmp_path, "--trace-ranks", "rank < 2")
    assert part["otherData"]["selection"] == {"ranks": [0, 1]} and "selection" not in whole["otherData"]
    assert track_names(part["traceEvents"]) == {"rank 0", "rank 1"}
    kept = [e for e in whole["traceEvents"] if e.get("tid") in (1, 2) and e["ph"] not in "sf"]
    assert [e for e in part["traceEvents"] if "tid" in e and e["ph"] not in "sf"] == kept
    begun, ended = arrows(part["traceEvents"])
    between = [e for e in packet_slices(part["traceEvents"], "send") if e["args"]["to"] < 2]
    assert begun == ended and len(begun) == len(between) > 0


def test_a_trace_of_an_interval_has_what_overlaps_it(tmp_path):
    """A packet that is sent in the interval may be handled after its end."""
    whole, _ = document_of(tmp_path)
    part, _ = document_of(tmp_path, "--trace-time", "2us-4us")
    assert part["otherData"]["selection"] == {"from_ns": 2000, "to_ns": 4000}

    def overlaps(event):
        return event["ts"] <= 4 and event["ts"] + event.get("dur", 0) >= 2

    others = [e for e in whole["traceEvents"] if e["ph"] in "XiC" and not e["name"].startswith("handle ")]
    assert [e for e in part["traceEvents"] if e["ph"] in "XiC" and not e["name"].startswith("handle ")] == \
        [e for e in others if overlaps(e)]
    begun, ended = arrows(part["traceEvents"])
    assert begun == ended and begun
    sends = [e for e in whole["traceEvents"] if e["ph"] == "s"]
    assert len(begun) == len([e for e in packet_slices(whole["traceEvents"], "send") if overlaps(e)]) < len(sends)


def test_a_trace_of_some_kinds(tmp_path):
    whole, _ = document_of(tmp_path)
    part, _ = document_of(tmp_path, "--trace-kinds", "packets,waits")
    assert part["otherData"]["selection"] == {"kinds": ["waits", "packets"]}
    assert {e.get("cat", e["ph"]) for e in part["traceEvents"]} == {"M", "wait", "packet"}
    assert [e for e in part["traceEvents"] if e.get("cat") == "packet"] == \
        [e for e in whole["traceEvents"] if e.get("cat") == "packet"]
    counters, _ = document_of(tmp_path, "--trace-kinds", "counters")
    assert {e["ph"] for e in counters["traceEvents"]} == {"M", "C"}


def test_a_trace_ends_at_its_limit(tmp_path):
    """The trace ends at 1 MB, and calls that have begun by then are complete. The run announces that the trace is too
    large. The result of the run is complete."""
    scenario = ("workloads/transpose.json", "--set", "ranks=48")
    part, done = document_of(tmp_path, "--trace-limit-mb", "1", scenario=scenario)
    size = (tmp_path / "part.json").stat().st_size
    assert 1_000_000 < size < 1_500_000
    at_ns = part["truncated"]["at_ns"]
    assert part["truncated"]["limit_bytes"] == 1_000_000
    assert all(e["ts"] * 1000 <= at_ns for e in part["traceEvents"] if e["ph"] == "s")
    begun, ended = arrows(part["traceEvents"])
    assert begun == ended
    assert f"at {at_ns:,} ns of virtual time" in done.stderr
    assert "the trace of this run would take about" in done.stderr
    alone = rmasim("run", SCENARIOS / scenario[0], *scenario[1:])
    assert without_time(alone.stdout) == without_time(done.stdout)
    whole, done = document_of(tmp_path, "--trace-limit-mb", "0", scenario=scenario)
    assert "truncated" not in whole and done.stderr == ""


@pytest.mark.parametrize("name", ["workloads/transpose", "scale/put-fence", "scale/lock-all-random",
                                  "scale/shared-halo"])
def test_the_announced_size_is_about_that_of_the_trace(tmp_path, name):
    """The announced size is within a factor of two of the real one. The numbers of rounds of the scenarios' loops are
    variables."""
    scenario = (f"{name}.json",)
    done = traced(tmp_path, "--trace-limit-mb", "1", scenario=scenario)
    announced = re.search(r"would take about ([\d,]+) MB", done.stderr)
    traced(tmp_path, scenario=scenario)
    whole_mb = (tmp_path / "part.json").stat().st_size / 1e6
    assert whole_mb / 2 < int(announced[1].replace(",", "")) < whole_mb * 2


def announced_mb(tmp_path, scenario):
    """Returns the file of the scenario, and the announced size of its trace."""
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps({"name": "announced", "windows": {"w": {"bytes": 64}}, **scenario}))
    done = rmasim("run", file, "--trace", tmp_path / "trace.json", "--trace-limit-mb", "1")
    announced = re.search(r"would take about ([\d,]+) MB", done.stderr)
    return file, int(announced[1].replace(",", ""))


ROWS = {"ranks": 64, "communicators": {"row": {"colour": "rank / 4"}}}


@pytest.mark.parametrize("calls", [
    [{"repeat": {"times": "20 * row.size", "calls": [{"put": {"target": "(rank + 1) % size"}}]}}],
    [{"let": {"rounds": "row.rank + 80"}},
     {"repeat": {"times": "rounds", "calls": [{"put": {"target": "(rank + 1) % size"}}]}}],
    [{"repeat": {"times": 100, "calls": [{"barrier": {"comm": "row"}}]}}],
    [{"repeat": {"times": 12, "as": "i",
                 "calls": [{"repeat": {"times": "i", "calls": [{"put": {"target": "(rank + 1) % size"}}]}}]}}],
    [{"array": {"sizes": 4}}, {"let": {"sizes[2]": 80}},
     {"repeat": {"times": "sizes[2]", "calls": [{"put": {"target": "(rank + 1) % size"}}]}}]],
    ids=["a size", "a place", "barriers of rows", "a triangle", "an array"])
def test_the_announced_size_knows_communicators_and_loops(tmp_path, calls):
    programs = [{"calls": [{"fence": {}}, *calls, {"fence": {}}]}]
    file, announced = announced_mb(tmp_path, {**ROWS, "programs": programs})
    rmasim("run", file, "--trace", tmp_path / "trace.json")
    size = (tmp_path / "trace.json").stat().st_size / 1e6
    assert size / 2 < announced < size * 2


def test_a_loop_whose_rounds_only_the_run_knows_is_announced_as_one(tmp_path):
    """The number of rounds is a variable that gets its value in the run, perhaps in an earlier round of the loop around
    it. The announcement counts one round."""
    put = {"repeat": {"times": 60, "calls": [{"put": {"target": "(rank + 1) % size"}}]}}

    def announced(before, times):
        calls = [{"fence": {}}, *before, {"repeat": {"times": times, "calls": [put]}}, {"fence": {}}]
        return announced_mb(tmp_path, {"ranks": 64, "programs": [{"calls": calls}]})[1]

    for before, times in [
            ([{"load": {"datatype": "int64", "disp": 0, "as": "n"}}], "n + 1"),
            ([{"send": {"target": "(rank + 1) % size", "datatype": "int64", "value": 2}},
              {"recv": {"source": "(rank - 1) % size", "datatype": "int64", "as": "n"}}], "n"),
            ([{"let": {"n": 0}}, {"repeat": {"times": 2, "calls": [{"let": {"n": "n + 1"}}]}}], "n"),
            ([{"let": {"n": "random(2) + 1"}}], "n")]:
        assert announced(before, times) == announced(before, 1) > 3


def without_time(printed):
    return [line for line in printed.splitlines() if "to simulate" not in line]


@pytest.mark.parametrize("option, value, complaint", [
    ("--trace-ranks", "0-99", "ranks from 0 to 7"),
    ("--trace-ranks", "rank <", "--trace-ranks"),
    ("--trace-time", "20us-10us", "FROM-TO"),
    ("--trace-time", "10-20", "FROM-TO"),
    ("--trace-time", "-", "FROM-TO"),
    ("--trace-kinds", "packet", "packets"),
    ("--trace-limit-mb", "-1", "0 to"),
])
def test_what_selects_nothing_is_refused(tmp_path, option, value, complaint):
    done = rmasim("run", SCENARIOS / TRANSPOSE[0], *TRANSPOSE[1:], "--trace", tmp_path / "t.json", f"{option}={value}")
    assert done.returncode == 2 and complaint in done.stderr
    assert not (tmp_path / "t.json").exists()
    alone = rmasim("run", SCENARIOS / TRANSPOSE[0], f"{option}={value.replace('-1', '1')}")
    assert alone.returncode == 2


@pytest.mark.parametrize("name", ["errors/crossed-locks", "errors/flag-never-set", "errors/fence-missing",
                                  "errors/thread-barrier-of-an-ended-thread", "ch3/lock-all-hangs"])
def test_a_call_that_never_returns_lasts_until_the_end(name, tmp_path):
    """The call has the reason of the result as an argument, and its end is the last event. Calls that returned have no
    such argument."""
    result, events = trace_of(f"{name}.json", tmp_path)
    slices = [e for e in events if e["ph"] == "X"]
    stuck = [e for e in slices if "stuck" in e.get("args", {})]
    said = [(e["name"], e["args"]["place"], e["args"]["stuck"]) for e in stuck]
    assert stuck and said == [(call["call"], call["place"], call["reason"]) for call in result["stuck"]]
    (end,) = {round(1000 * (e["ts"] + e["dur"])) for e in stuck}
    assert end >= max(round(1000 * (e["ts"] + e["dur"])) for e in slices) and end >= int(result["time_ns"])
    for one in stuck:
        others = [e for e in slices if e["tid"] == one["tid"] and e["cat"] == "call" and e is not one]
        assert all(e["ts"] + e["dur"] <= one["ts"] + 0.0005 for e in others)


def test_a_call_that_breaks_a_rule_is_marked(tmp_path):
    """A call that returned before its target refused it is not marked."""
    result, events = trace_of("errors/put-outside-epoch.json", tmp_path)
    (stuck,) = [e for e in events if "stuck" in e.get("args", {})]
    assert stuck["name"] == "put" and stuck["args"]["stuck"] == result["stuck"][0]["reason"]
    _, events = trace_of("errors/put-to-detached-memory.json", tmp_path)
    assert not [e for e in events if "stuck" in e.get("args", {})]


def test_a_part_of_a_trace_has_its_stuck_calls_only(tmp_path):
    scenario = ("errors/crossed-locks.json",)
    of_rank, _ = document_of(tmp_path, "--trace-ranks", "1", scenario=scenario)
    assert [e["tid"] for e in of_rank["traceEvents"] if "stuck" in e.get("args", {})] == [2]
    early, _ = document_of(tmp_path, "--trace-time", "0ns-1000ns", scenario=scenario)
    assert not [e for e in early["traceEvents"] if "stuck" in e.get("args", {})]


def test_a_replay_that_ends_in_a_deadlock_marks_its_calls(tmp_path):
    """The calls end at the end of the failing order, after its last step."""
    scenario = SCENARIOS / "errors/crossed-locks.json"
    rmasim("explore", scenario, "--out", tmp_path, "--orders", "fewest-messages")
    path = tmp_path / "trace.json"
    done = rmasim("run", scenario, "--schedule", tmp_path / "crossed-locks.fewest-messages.json", "--trace", path,
                  "--format", "json")
    stuck = [e for e in json.loads(path.read_text())["traceEvents"] if "stuck" in e.get("args", {})]
    assert [(e["tid"], e["name"]) for e in stuck] == [(1, "unlock"), (2, "unlock")]
    assert {e["ts"] + e["dur"] for e in stuck} == {json.loads(done.stdout)["steps"]}
    assert all("whose lock rank" in e["args"]["stuck"] for e in stuck)


@pytest.mark.parametrize("name", ["newrma/lock/lock-put-unlock", "oldqueue/lock/put", "synccount/example_a/FIRST",
                                  "shm/fence/FIRST", "ch3/lock-put"])
def test_a_replay_has_a_trace_in_steps(tmp_path, name):
    """The time of the trace is the number of a step. Packets are sent and arrive in the steps of the schedule."""
    scenario = min((SCENARIOS / name).parent.glob("*.json")) if "FIRST" in name else SCENARIOS / f"{name}.json"
    rmasim("explore", scenario, "--limit", "1", "--out", tmp_path, "--orders", "all")
    (order,) = tmp_path.glob("*.fewest-messages.json")
    path = tmp_path / "trace.json"
    played = rmasim("run", scenario, "--schedule", order, "--trace", path, "--format", "json", "--check-invariants")
    document, result = json.loads(path.read_text()), json.loads(played.stdout)
    assert document["otherData"]["clock"] == "steps"
    begun, ended = arrows(document["traceEvents"])
    assert len(begun) == result["messages"]["total"] and ended == begun
    calls = [e for e in document["traceEvents"] if e.get("cat") == "call"]
    assert calls and all(e["ts"] + e["dur"] <= result["steps"] for e in calls)
