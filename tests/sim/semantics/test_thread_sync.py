"""Barriers, joins and flags among the threads of a rank: the waiting threads, their waiting times, and the reports."""

import json

import pytest
from rmasim_runner import plain, result_of, rmasim, write_scenario

BARRIER = {"thread_barrier": {}}


def compute(ns):
    return {"compute": {"ns": ns}}


def set_flag(name, value=1):
    return {"set_flag": {"flag": name, "value": value}}


def wait_flag(name, value=1):
    return {"wait_flag": {"flag": name, "value": value}}


def store(disp, value=1):
    return {"store": {"disp": disp, "value": value}}


def load(disp, expect):
    return {"load": {"disp": disp, "as": "seen", "expect": expect}}


def of_threads(tmp_path, *threads, **members):
    return write_scenario(tmp_path, ranks=members.pop("ranks", 1), programs=[{"ranks": "0", "threads": list(threads)}],
                          **members)


def explored(path, *options):
    return json.loads(rmasim("explore", path, "--format", "json", *options).stdout)


def outcome_of(path):
    finished = rmasim("run", path)
    return finished.returncode, finished.stderr


def test_a_barrier_waits_for_the_slowest_thread(tmp_path):
    """The threads wait 700 ns and 400 ns, once. The barrier sends nothing and takes no time itself."""
    path = of_threads(tmp_path, [compute(300), BARRIER], [compute(1000), BARRIER], [compute(600), BARRIER])
    result = result_of(path)
    assert result["time_ns"] == 1000
    assert result["time_spent"]["wait_thread_ns"] == 1100
    assert result["messages"]["total"] == 0


def test_the_trace_shows_a_wait_from_when_the_thread_came(tmp_path):
    """Thread 0 sends, computes for 300 ns, and waits until thread 1 arrives at 1000 ns. The wait is not part of the
    call."""
    path = of_threads(tmp_path, [{"send": {"target": 0}}, compute(300), BARRIER], [compute(1000), BARRIER])
    result_of(path, "--trace", tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    slices = {(e["tid"], e["name"]): (e["ts"], e["ts"] + e["dur"]) for e in events if e["ph"] == "X"}
    waits = [track for track, name in slices if name == "thread_barrier"]
    assert len(waits) == 2
    for track in waits:
        assert slices[track, "thread_barrier"] == (slices[track, "compute"][1], 1.0)


def test_barriers_follow_each_other(tmp_path):
    rounds = [{"repeat": {"times": 3, "as": "i", "calls": [
        compute("thread == i ? 1000 : 10"), store("8 * thread"), BARRIER, load("8 * ((thread + 1) % 3)", "1"), BARRIER,
        store("8 * thread", "0"), BARRIER]}}]
    path = of_threads(tmp_path, rounds, rounds, rounds)
    assert outcome_of(path)[0] == 0
    assert result_of(path)["time_ns"] == 3000


@pytest.mark.parametrize("first", ["store", "put"])
@pytest.mark.parametrize("mended", [False, True], ids=["wrong", "right"])
def test_a_thread_that_leaves_a_barrier_is_not_ordered_after_the_next_one(first, mended, tmp_path):
    """MM-EDGE-7, MM-BUF-1: between two barriers, one thread stores into the buffer that another thread puts. The thread
    with the smaller number leaves the first barrier first, and arrives at the second one before the other continues.
    The right program puts after the second barrier."""
    put = [{"put": {"target": 1, "datatype": "int64", "from": {"buffer": "b"}}}, {"flush_local": {"target": 1}}]
    storing = [BARRIER, {"store": {"buffer": "b", "datatype": "int64", "value": 5}}, BARRIER]
    putting = [{"lock_all": {}}, BARRIER, *([BARRIER, *put] if mended else [*put, BARRIER]), {"unlock_all": {}}]
    threads = [storing, putting] if first == "store" else [putting, storing]
    path = of_threads(tmp_path, *threads, ranks=2, semantics="separate", buffers={"b": {"bytes": 8}},
                      windows={"w": {"bytes": 64}})
    finished = rmasim("run", path, "--format", "json")
    found = json.loads(finished.stdout)["semantics"]["findings"]
    assert finished.returncode == (0 if mended else 4)
    assert [one["id"] for one in found] == ([] if mended else ["MM-BUF-1"])


def test_a_flag_orders_what_comes_before_and_after_it(tmp_path):
    path = of_threads(tmp_path, [compute(500), store(0, 7), set_flag("ready")], [wait_flag("ready"), load(0, 7)])
    assert outcome_of(path)[0] == 0
    assert result_of(path)["time_spent"]["wait_thread_ns"] == 500


def test_a_flag_that_is_set_already_is_no_wait(tmp_path):
    path = of_threads(tmp_path, [set_flag("ready", 3)], [compute(500), wait_flag("ready", 2), wait_flag("ready", 3)])
    assert result_of(path)["time_spent"]["wait_thread_ns"] == 0


def test_a_flag_belongs_to_its_rank(tmp_path):
    programs = [{"ranks": "0", "calls": [set_flag("ready")]}, {"ranks": "1", "calls": [wait_flag("ready")]}]
    code, report = outcome_of(write_scenario(tmp_path, ranks=2, programs=programs))
    assert code == 3
    assert ('rank 1 waits at wait_flag for flag "ready" to be 1 (it is 0), but no remaining thread can set the flag'
            in report)


def test_a_flag_does_not_shrink(tmp_path):
    code, report = outcome_of(of_threads(tmp_path, [set_flag("ready", 2), set_flag("ready")], [BARRIER]))
    assert code == 2
    assert "programs[0].threads[0][1].set_flag.value (rank 0 thread 0): found 1; allowed: at least 2" in report


def test_join_waits_for_the_end(tmp_path):
    path = of_threads(tmp_path, [{"join": {"thread": 1}}, load(0, 7)], [compute(800), store(0, 7)])
    assert outcome_of(path)[0] == 0
    assert result_of(path)["time_spent"]["wait_thread_ns"] == 800


def test_join_needs_another_thread(tmp_path):
    for number in (0, 2, 63):
        code, report = outcome_of(of_threads(tmp_path, [{"join": {"thread": number}}], [compute(1)]))
        assert code == 2
        assert f"found {number}; allowed: the number of another thread of the rank, which has 2" in report


def test_a_waiting_thread_makes_no_progress(tmp_path):
    """While thread 0 of rank 0 is blocked, rank 0 does not answer the get of rank 1."""
    late = [{"lock": {"target": 0, "type": "shared"}}, {"get": {"target": 0}}, {"unlock": {"target": 0}}]
    held = [wait_flag("go"), {"recv": {"source": 1}}]
    programs = [{"ranks": "0", "threads": [held, [compute(50000), set_flag("go")]]},
                {"ranks": "1", "calls": [*late, {"send": {"target": 0}}]}]
    result = result_of(write_scenario(tmp_path, ranks=2, programs=programs))
    assert result["time_ns"] > 50000


def test_the_report_names_a_thread_that_has_ended(tmp_path):
    code, report = outcome_of(of_threads(tmp_path, [BARRIER], [compute(10)]))
    assert code == 3
    assert "rank 0 thread 0 waits at thread_barrier for thread 1, whose program has ended" in report


def test_the_report_names_threads_that_wait_for_each_other(tmp_path):
    code, report = outcome_of(of_threads(tmp_path, [{"join": {"thread": 1}}, set_flag("go")], [wait_flag("go")]))
    assert code == 3
    assert "threads of rank 0 wait for each other: thread 0 at join for thread 1, " \
           "thread 1 at wait_flag for thread 0" in report


def test_the_report_follows_a_thread_into_mpi(tmp_path):
    programs = [{"ranks": "0", "threads": [[BARRIER], [{"recv": {"source": 1}}, BARRIER]]}]
    code, report = outcome_of(write_scenario(tmp_path, ranks=2, programs=programs))
    assert code == 3
    assert "rank 0 waits for rank 1 (SEND), whose program has ended" in plain(report)
    assert "rank 0 thread 0: thread_barrier at programs[0].threads[0][0].thread_barrier waits for thread 1, " \
           "which is inside recv" in report


def test_explore_plays_every_order_of_the_threads(tmp_path):
    """Both threads put before the barrier, in either order. After the barrier only thread 0 has calls."""
    put = {"put": {"target": 1, "disp": "8 * thread", "datatype": "int64", "value": 5}}
    lock, unlock = {"lock": {"target": 1, "type": "exclusive"}}, {"unlock": {"target": 1}}
    threads = [[lock, set_flag("open"), put, BARRIER, unlock], [wait_flag("open"), put, BARRIER]]
    path = of_threads(tmp_path, *threads, ranks=2,
                      expect={"memory": [{"ranks": "1", "datatype": "int64", "values": [5, 5]}]})
    plain = explored(path)
    every = explored(path, "--reduction", "none")
    assert plain["exhausted"] and every["exhausted"]
    assert [end["digest"] for end in plain["end_states"]] == [end["digest"] for end in every["end_states"]]
    assert plain["executions"] < every["executions"]


def test_a_failing_order_shows_where_threads_meet(tmp_path):
    finished = rmasim("explore", of_threads(tmp_path, [{"join": {"thread": 1}}, set_flag("go")], [wait_flag("go")]))
    assert "  0.1 wait_flag\n  ----\n" in finished.stdout + finished.stderr


def test_explore_finds_what_only_some_orders_do(tmp_path):
    """The threads use different flags, so a thread may load before the store."""
    path = of_threads(tmp_path, [store(0, 7), set_flag("ready")], [wait_flag("other"), load(0, 7)])
    finished = rmasim("explore", path)
    assert finished.returncode != 0
    report = finished.stdout + finished.stderr
    assert 'flag "other" to be 1 (it is 0), but no remaining thread can set the flag' in report


def test_while_repeats_until_its_condition_fails(tmp_path):
    step = {"let": {"n": "n % 2 == 0 ? n / 2 : 3 * n + 1", "steps": "steps + 1"}}
    loop = {"while": {"when": "n != 1", "calls": [step]}}
    calls = [{"let": {"n": 10, "steps": 0}}, loop, {"store": {"value": "steps"}}]
    path = write_scenario(tmp_path, ranks=1, programs=[{"calls": calls}],
                          expect={"memory": [{"ranks": "0", "values": [6]}]})
    assert outcome_of(path)[0] == 0


def test_while_ends_at_its_limit(tmp_path):
    calls = [{"while": {"when": "1", "limit": 5, "as": "i", "calls": [{"store": {"disp": "i"}}]}}]
    path = write_scenario(tmp_path, ranks=1, programs=[{"calls": calls}])
    code, report = outcome_of(path)
    assert code == 3
    assert ("rank 0 waits at while for its condition to become false: the condition is still true after 5 rounds, "
            "the maximum"
            in report)
    assert "programs[0].calls[0].while" in report


def test_while_runs_else_at_its_limit_only(tmp_path):
    def loop(limit):
        body = {"when": "n < 3", "limit": limit, "calls": [{"let": {"n": "n + 1"}}],
                "else": [{"let": {"n": "n + 100"}}]}
        return [{"let": {"n": 0}}, {"while": body}, {"store": {"value": "n"}}]

    for limit, left in ((3, 3), (4, 3), (2, 102), (1, 101)):
        path = write_scenario(tmp_path, ranks=1, programs=[{"calls": loop(limit)}],
                              expect={"memory": [{"ranks": "0", "values": [left]}]})
        assert outcome_of(path)[0] == 0, limit
