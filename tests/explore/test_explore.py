"""The subcommand explore, and the schedules that it writes."""

import json
import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest
from explore_runner import BINARY, ROOT, WORLDS, explore, names_in, run

LAST_WRITER = {
    "name": "last-writer", "ranks": 3, "windows": {"w": {"bytes": 8}},
    "programs": [{"ranks": "rank > 0", "calls": [
        {"lock": {"target": 0, "type": "exclusive"}},
        {"put": {"target": 0, "datatype": "int64", "value": "rank"}},
        {"unlock": {"target": 0}}]}],
    "expect": {"memory": [{"ranks": "0", "win": "w", "datatype": "int64", "values": [2]}]},
}


def write(path: Path, scenario: dict) -> Path:
    path.write_text(json.dumps(scenario))
    return path


def test_worlds_have_no_failing_order():
    for world in [name for file in sorted(WORLDS.glob("*.json")) for name in names_in(file)]:
        result = explore(world, "--limit", "2000", "--format", "json")
        assert result.returncode == 0, (world.name, result.stderr)
        found = json.loads(result.stdout)
        assert found["failing"] == 0
        assert found["exhausted"] == (found["executions"] < 2000), world.name


def test_without_out_nothing_is_written(tmp_path, monkeypatch):
    scenario = write(tmp_path / "last-writer.json", LAST_WRITER)
    monkeypatch.chdir(tmp_path)
    found = explore(scenario)
    assert found.returncode == 1
    assert "--out DIR writes the order to a file" in found.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["last-writer.json"]


def test_every_order_is_every_order_without_reduction(tmp_path):
    scenario = write(tmp_path / "last-writer.json", LAST_WRITER)
    assert "  every distinguishable order: 2 executions" in explore(scenario).stdout
    assert "  every order: " in explore(scenario, "--reduction", "none").stdout


LATE_PUT = {
    "name": "late-put", "ranks": 2, "windows": {"w": {"bytes": 8}},
    "programs": [
        {"ranks": "0", "calls": [{"barrier": {}}, {"load": {"datatype": "int64", "as": "seen", "expect": 7}}]},
        {"ranks": "1", "calls": [{"lock_all": {"assert": ["nocheck"]}},
                                 {"put": {"target": 0, "datatype": "int64", "value": 7}},
                                 {"flush_local": {"target": 0}}, {"barrier": {}}, {"unlock_all": {}}]}],
}


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
def test_calm_barriers_allow_what_mpi_does(tmp_path, family):
    """The put may arrive after the barrier. With packets it does not, because the barrier's packet is behind it."""
    scenario = write(tmp_path / "late-put.json", LATE_PUT)
    family = "--set", f"protocol.family={family}"
    assert explore(scenario, *family).returncode == 0
    found = explore(scenario, "--calm", "--out", str(tmp_path), *family)
    assert found.returncode == 1
    assert "no order with the packets of barriers confirms it" in found.stderr
    assert "barriers are calm" in found.stdout
    schedule = tmp_path / "late-put.failing.json"
    assert "0 leaves barrier 1" in json.loads(schedule.read_text())["schedule"]
    again = run(scenario, "--schedule", str(schedule), *family)
    assert again.returncode == 1 and "expected 7, got 0" in again.stderr


def test_a_calm_failure_is_confirmed_by_packets(tmp_path):
    world = WORLDS / "ch4/defect-1-empty.json"
    found = explore(world, "--calm", "--out", str(tmp_path), "--format", "json")
    (failure,) = json.loads(found.stdout)["failures"]
    assert "calm_only" not in failure
    assert any(step.startswith("0 receives BARRIER") for step in failure["schedule"])
    (schedule,) = tmp_path.glob("*.failing.json")
    assert run(world, "--schedule", str(schedule)).returncode == found.returncode == 3


def test_several_processes_find_the_same_calm_orders():
    world = WORLDS / "window-lives.json"
    alone, several = (json.loads(explore(world, "--calm", "--format", "json", *options).stdout)
                      for options in ((), ("-j", "2", "--piece", "10")))
    for found in (alone, several):
        assert found["calm"] and found["exhausted"] and found["executions"] < 603  # by packets
    same = "executions", "redundant", "steps", "failing", "messages", "end_states"
    assert {key: alone[key] for key in same} == {key: several[key] for key in same}


def test_calm_barriers_are_refused_where_packets_are_lost():
    found = explore(ROOT / "scenarios/faults/lost-packet.json", "--calm")
    assert found.returncode == 2 and "--calm: found a scenario that loses packets" in found.stderr


def test_a_failing_order_is_written_and_plays_again(tmp_path):
    scenario = write(tmp_path / "last-writer.json", LAST_WRITER)
    found = explore(scenario, "--out", str(tmp_path))
    assert found.returncode == 1
    assert "1 of them fail" in found.stdout
    assert "expected 2, got 1" in found.stderr
    schedule = tmp_path / "last-writer.failing.json"
    assert json.loads(schedule.read_text())["what"].startswith("expectation: ")

    again = run(scenario, "--schedule", str(schedule))
    assert again.returncode == 1
    assert "expected 2, got 1" in again.stderr
    # The transcript reads like a sequence, and explore showed the same one.
    assert "deliver 1>0 PUT+LOCK.X+UNLOCK\n----\n0: lock granted to 1\n" in again.stdout
    assert "deliver 1>0 PUT+LOCK.X+UNLOCK\n  ----\n  0: lock granted to 1\n" in found.stderr


def test_a_schedule_may_stand_in_the_scenario(tmp_path):
    steps = [f"{rank} goes on: {call}" for rank in (1, 2) for call in ("lock", "put", "unlock")]
    steps += [f"0 receives PUT+LOCK.X+UNLOCK from {rank}" for rank in (2, 1)]
    scenario = write(tmp_path / "with-schedule.json", LAST_WRITER | {"schedule": steps})
    assert run(scenario).returncode == 1
    steps[-2:] = reversed(steps[-2:])
    scenario = write(tmp_path / "with-schedule.json", LAST_WRITER | {"schedule": steps})
    played = run(scenario, "--format", "json")
    assert played.returncode == 0
    assert json.loads(played.stdout)["messages"]["total"] == 4


# Rank 1 puts 1 before or after rank 0 loads x. If rank 0 loads 0, its next load may return 0 or 1 instead of 5.
# Otherwise it waits for a message that nobody sends.
TWO_KINDS = {
    "name": "two-kinds", "ranks": 2, "windows": {"w": {"bytes": 8}},
    "programs": [
        {"ranks": "0", "calls": [
            {"lock": {"target": 0, "type": "exclusive"}}, {"load": {"datatype": "int64", "as": "x"}},
            {"unlock": {"target": 0}},
            {"if": {"when": "x == 0", "calls": [{"load": {"datatype": "int64", "as": "y", "expect": 5}}],
                    "else": [{"recv": {"source": 1}}]}}]},
        {"ranks": "1", "calls": [
            {"lock": {"target": 0, "type": "exclusive"}}, {"put": {"target": 0, "datatype": "int64", "value": 1}},
            {"unlock": {"target": 0}}]}],
    "expect": {"outcome": "finished"},
}


def test_each_kind_of_failure_has_its_count_its_text_and_its_order(tmp_path):
    scenario = write(tmp_path / "two-kinds.json", TWO_KINDS)
    result = explore(scenario, "--format", "json")
    assert result.returncode == 3  # a deadlock is graver than a wrong value
    found = json.loads(result.stdout)
    deadlock, wrong_value = found["failures"]
    assert [(one["number"], one["kind"]) for one in found["failures"]] == [(1, "deadlock"), (2, "expectation")]
    assert deadlock["executions"] + wrong_value["executions"] == found["failing"] == found["executions"]
    assert deadlock["what"][0].startswith("rank 0 waits in recv at programs[0].calls[3]")
    assert "for rank 1 (SEND), whose program has ended" in deadlock["what"][0]
    assert "expected 5, got" in wrong_value["what"][0]
    for end in found["end_states"]:
        assert end["failures"] == ([2] if end["finished"] else [1])
    for one, code in ((deadlock, 3), (wrong_value, 1)):
        replayed = run(write(tmp_path / "replayed.json", TWO_KINDS | {"schedule": one["schedule"]}), "--format", "json")
        assert replayed.returncode == code
        assert json.loads(replayed.stdout)["what"] == one["what"]
    text = explore(scenario, "--out", tmp_path / "orders")
    assert f"{found['failing']} of them fail, in 2 ways" in text.stdout
    assert "two-kinds: failure 1 of 2: deadlock: " in text.stderr
    assert "two-kinds: failure 2 of 2: expectation: " in text.stderr
    assert text.stderr.count("The shortest failing order found") == text.stderr.count("To replay failure") == 2
    names = {path.name for path in (tmp_path / "orders").iterdir()}
    assert names >= {"two-kinds.failing.json", "two-kinds.failing-2.json"}


@pytest.mark.parametrize("outcome, code", [("deadlock", 1), ("finished", 3), ("erroneous", 3)])
def test_the_exit_code_is_that_of_the_gravest_kind_that_is_not_expected(tmp_path, outcome, code):
    scenario = TWO_KINDS | {"expect": {"outcome": outcome}}
    assert explore(write(tmp_path / "two-kinds.json", scenario)).returncode == code


def test_failures_are_the_same_in_shards(tmp_path):
    scenario = write(tmp_path / "two-kinds.json", TWO_KINDS)
    results = [explore(scenario, "--format", "json", *options)
               for options in ((), ("-j", "2", "--piece", "1"), ("-j", "2", "--piece", "3"))]
    found = [json.loads(result.stdout) for result in results]
    for one in found:
        del one["wall_s"], one["explore_cpu_s"]
    assert found[0] == found[1] == found[2]
    assert {result.returncode for result in results} == {3}


def test_a_value_out_of_range_in_some_orders_is_a_failure_of_these(tmp_path):
    scenario = {"name": "range", "ranks": 2, "windows": {"w": {"bytes": 64}}, "programs": [
        {"ranks": "0", "calls": [{"lock": {"target": 0, "type": "exclusive"}},
                                 {"put": {"target": 0, "datatype": "int64", "value": 7}}, {"unlock": {"target": 0}}]},
        {"ranks": "1", "calls": [{"lock": {"target": 0, "type": "exclusive"}},
                                 {"get": {"target": 0, "datatype": "int64", "as": "there"}}, {"flush": {"target": 0}},
                                 {"put": {"target": "there", "disp": 8}}, {"unlock": {"target": 0}}]}]}
    result = explore(write(tmp_path / "range.json", scenario), "--format", "json")
    assert result.returncode == 2
    found = json.loads(result.stdout)
    assert 0 < found["failing"] < found["executions"]
    (failure,) = found["failures"]
    assert failure["kind"] == "out of range" and "found 7; allowed: " in failure["what"][0]


def test_a_deadlock_that_was_expected_is_no_failure(tmp_path):
    result = subprocess.run([BINARY, "explore", ROOT / "scenarios/errors/crossed-locks.json"], cwd=tmp_path,
                            capture_output=True, text=True, check=False)
    assert result.returncode == 0
    assert "a cycle of waits" in result.stderr
    assert list(tmp_path.iterdir()) == []  # nothing to keep


def pasted(line: str, *more: str) -> subprocess.CompletedProcess:
    """Runs a command that was printed, in a shell."""
    return subprocess.run(["bash", "-c", " ".join([line, *more])], capture_output=True, text=True, check=False)


def test_the_command_that_replays_can_be_pasted(tmp_path):
    """The command contains the changed settings, and names that a shell would split. The folder of its output is
    created."""
    (tmp_path / "it's").mkdir()
    scenario = write(tmp_path / "it's" / "a scenario.json", LAST_WRITER)
    patch = write(tmp_path / "patch.json", {"about": "$HOME"})
    out = tmp_path / "new" / "orders"
    found = explore(scenario, "--set", "name=my own", "--patch", str(patch), "--out", str(out),
                    "--orders", "end-1,end-2")
    assert found.returncode == 1
    (command,) = [line.removeprefix("To replay it: ") for line in found.stderr.splitlines() if "To replay it" in line]
    again = pasted(command)
    assert again.returncode == 1 and "my own: expectation after 10 steps, 4 messages" in again.stdout
    (command,) = [line.partition(": ")[2] for line in found.stderr.splitlines() if "replay an end state" in line]
    ends = [pasted(command.replace("end-1", f"end-{number}"), "--memory", shell_word(out / f"memory-{number}"))
            for number in (1, 2)]
    assert sorted(one.returncode for one in ends) == [0, 1]
    assert {(out / f"memory-{number}").read_bytes()[:8] for number in (1, 2)} == \
        {value.to_bytes(8, "little") for value in (1, 2)}

    again = explore(scenario, "--set", "name=my own", "--first")
    (command,) = [line for line in again.stderr.splitlines() if line.endswith("--first --out orders")]
    assert pasted(f"cd {shell_word(tmp_path)};", command).returncode == 1
    assert (tmp_path / "orders/my own.failing.json").exists()


def shell_word(path: Path) -> str:
    return shlex.quote(str(path))


def test_the_list_names_all_orders_and_others_are_written_on_demand(tmp_path):
    """The list has the command that writes another order. Names of no order are errors, or a line after the search."""
    scenario = write(tmp_path / "last-writer.json", LAST_WRITER)
    out = tmp_path / "orders"
    found = explore(scenario, "--out", str(out))
    assert {path.name for path in out.iterdir()} == {"last-writer.failing.json", "last-writer.orders.txt"}
    list_of_orders = (out / "last-writer.orders.txt").read_text()
    assert str(out / "last-writer.orders.txt") in found.stderr
    rows = [line.split()[:3] for line in list_of_orders.splitlines() if line.startswith(("fail", "few", "most", "end"))]
    assert [row[0] for row in rows] == ["failing", "fewest-messages", "most-messages", "end-1", "end-2"]
    assert [row[2] for row in rows] == ["written", "-", "-", "-", "-"]
    assert rows[0][1] == str(len(json.loads((out / "last-writer.failing.json").read_text())["schedule"]))
    (command,) = [line for line in list_of_orders.splitlines() if line.endswith("--orders end-2")]
    assert pasted(command).returncode == 1 and (out / "last-writer.end-2.json").exists()

    every = explore(scenario, "--out", str(tmp_path / "all"), "--orders", "all")
    assert every.returncode == 1 and len(list((tmp_path / "all").iterdir())) == len(rows) + 1
    assert "There is no order end-9\n" in explore(scenario, "--out", str(out), "--orders", "end-9").stderr
    for wrong in (("--orders", "end-1"), ("--orders", "end-0", "--out", str(out))):
        refused = explore(scenario, *wrong)
        assert refused.returncode == 2 and "--orders" in refused.stderr and refused.stdout == ""


# Rank 0 stores 5 and puts 7 beside it; rank 1 loads both and expects another value.
SHOWN = {
    "name": "shown", "ranks": 2, "windows": {"w": {"bytes": 16}},
    "programs": [
        {"ranks": "0", "calls": [
            {"lock": {"target": 1, "type": "exclusive"}},
            {"put": {"target": 1, "disp": 8, "count": 1, "datatype": "int64", "value": 7}},
            {"accumulate": {"target": 1, "disp": 8, "count": 1, "datatype": "int64", "value": 3, "op": "sum"}},
            {"unlock": {"target": 1}}, {"send": {"target": 1}}]},
        {"ranks": "1", "calls": [
            {"store": {"disp": 0, "datatype": "int64", "count": 2, "value": 5, "step": 1}},
            {"recv": {"source": 0}},
            {"load": {"disp": 8, "datatype": "int64", "as": "x", "expect": 99}},
            {"barrier": {}}]}],
}


def test_a_transcript_has_values_and_ends_at_the_failure(tmp_path):
    """The wrong load is before the barrier, in which rank 1 then waits for ever: the order fails there, too."""
    scenario = json.loads(json.dumps(SHOWN))
    scenario["programs"][0]["calls"].append({"barrier": {}})
    found = explore(write(tmp_path / "shown.json", scenario), "--format", "json")
    (failure,) = json.loads(found.stdout)["failures"]
    transcript = failure["transcript"]
    assert any(line.startswith("0 put 1 disp=8 len=8 value=7") for line in transcript)
    assert any(line.startswith("0 accumulate 1 disp=8 len=8 sum value=3") for line in transcript)
    assert "1: stores 5, 6 in w[0,16)" in transcript and "1: loads 10 from w[8,16)" in transcript
    assert any(line.startswith("1: write [8,16) for op ") and line.endswith(": 7") for line in transcript)
    assert any(line.startswith("1: accumulate [8,16) for op ") and line.endswith(": sum 3") for line in transcript)
    assert transcript[-1].startswith("the order fails here: expectation: rank 1 at ")
    # The barrier of rank 1 is the step of the wrong load; the other rank's barrier may precede it. Nothing follows.
    assert transcript.index("1: loads 10 from w[8,16)") > max(k for k, line in enumerate(transcript) if line == "----")


def test_end_states_are_shown_with_what_differs(tmp_path):
    scenario = write(tmp_path / "last-writer.json", LAST_WRITER | {"expect": {}})
    text = explore(scenario).stdout
    assert re.search(r"""^End states \(windows, variables\) +2
  1  [0-9a-f]{16} +1   execution
    rank 0, w, int64 at byte 0 +2
  2  [0-9a-f]{16} +1   execution
    rank 0, w, int64 at byte 0 +1
$""", text, re.MULTILINE), text
    found = json.loads(explore(scenario, "--format", "json").stdout)
    assert [end["values"] for end in found["end_states"]] == [{"rank 0, w, int64 at byte 0": 2},
                                                              {"rank 0, w, int64 at byte 0": 1}]
    assert found["more_values_differ"] is False
    for end in found["end_states"]:
        value = end["values"]["rank 0, w, int64 at byte 0"]
        expect = {"memory": [{"ranks": "0", "win": "w", "datatype": "int64", "values": [value]}]}
        replayed = write(tmp_path / "replayed.json", LAST_WRITER | {"expect": expect, "schedule": end["schedule"]})
        assert run(replayed).returncode == 0


def test_a_clean_exploration_says_what_was_checked(tmp_path):
    """There are two executions. Each has two locks, two puts and two unlocks."""
    scenario = write(tmp_path / "last-writer.json", LAST_WRITER | {"expect": {}})
    found = explore(scenario, "--semantics", "separate")
    assert re.search(r"Checked +12   calls; operations 4, lock grants 4: no invariant violated", found.stdout)
    assert re.search(r"Memory semantics +4   accesses: none erroneous under the separate model", found.stdout)
    checked = json.loads(explore(scenario, "--format", "json").stdout)["checked"]
    assert checked == {"calls": 12, "operations": 4, "lock_grants": 4}
    assert "Checked" not in explore(write(tmp_path / "failing.json", LAST_WRITER)).stdout


@pytest.mark.parametrize("name,right", [("two-flushes", True), ("flush-of-another", False),
                                        ("flush-of-another.mended", True)])
def test_each_order_of_two_threads_has_the_same_verdict_on_their_flushes(name, right):
    finished = explore(ROOT / f"scenarios/semantics/threads/{name}.json", "--limit", "3000", "--format", "json")
    assert finished.returncode == 0, finished.stderr
    found = json.loads(finished.stdout)
    assert found["exhausted"] and found["failing"] == (0 if right else found["executions"])


# ---- Searches that are too large.

# Four origins, each with ten epochs at the same target.
LARGE = {"name": "large", "ranks": 5, "windows": {"w": {"bytes": 8}},
         "programs": [{"ranks": "rank > 0", "calls": [{"repeat": {"times": 10, "calls": [
             {"lock": {"target": 0, "type": "exclusive"}},
             {"put": {"target": 0, "datatype": "int64", "value": "rank"}}, {"unlock": {"target": 0}}]}}]}]}
# A single execution has no end.
ENDLESS = {"name": "endless", "ranks": 2, "windows": {"w": {"bytes": 8}},
           "programs": [{"calls": [{"repeat": {"times": 1_000_000_000, "calls": [{"barrier": {}}]}}]}]}


@pytest.mark.parametrize("options", [(), ("-j", "2")])
def test_the_time_limit_ends_a_search(tmp_path, options):
    scenario = write(tmp_path / "large.json", LARGE)
    result = explore(scenario, "--limit", "0", "--time", "1s", "--format", "json", *options)
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert (found["exhausted"], found["ended_by"]) == (False, "time_limit")
    assert found["executions"] > 0
    assert "time_s" not in found


def test_a_search_that_its_time_limit_ends_says_so(tmp_path):
    text = explore(write(tmp_path / "large.json", LARGE), "--limit", "0", "--time", "1").stdout
    assert "NOT EXHAUSTED, the time limit was reached" in text and "none fails so far" in text


def test_a_time_limit_is_a_number_with_a_unit():
    for wrong in ("0", "-1", "1.5", "10x", "m", "", "99999999h"):
        result = explore(WORLDS / "lock-contention.json", "--time", wrong)
        assert result.returncode == 2 and "--time" in result.stderr, wrong
    assert explore(WORLDS / "lock-contention.json", "--time", "2h").returncode == 0


@pytest.mark.parametrize("scenario, some", [(LARGE, True), (ENDLESS, False)], ids=["large", "endless"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_a_search_with_what_is_known(tmp_path, scenario, some, number):
    process = begun(write(tmp_path / "s.json", scenario), "--limit", "0", "--format", "json")
    wait_until_it_searches(process)
    process.send_signal(number)
    printed, complaints = process.communicate(timeout=60)
    assert process.returncode == -number, complaints
    found = json.loads(printed)
    assert (found["exhausted"], found["ended_by"]) == (False, "interrupt")
    assert (found["executions"] > 0) == some


@pytest.mark.parametrize("group", [False, True], ids=["one", "all"])
def test_an_interrupt_ends_a_search_on_several_processors(tmp_path, group):
    """Only the parent gets the signal, as from kill, or all processes get the signal, as from a terminal."""
    process = begun(write(tmp_path / "s.json", LARGE), "-j", "2", "--limit", "0")
    wait_until_it_searches(process)
    if group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    printed, complaints = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT, complaints
    assert "NOT EXHAUSTED, interrupted" in printed and "Traceback" not in complaints
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)  # no process is left


def begun(scenario: Path, *options: str) -> subprocess.Popen:
    """Starts a search in a process group of its own."""
    return subprocess.Popen([BINARY, "explore", scenario, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, start_new_session=True)


def cpu_s_of_group(group: int) -> list[float]:
    """Returns the CPU seconds of each process of the group."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[2]) == group:
            found.append(int(fields[11]) / os.sysconf("SC_CLK_TCK"))
    return found


def wait_until_it_searches(process: subprocess.Popen):
    """Waits until a process has used 0.4 CPU seconds. The start of a process takes less."""
    while all(cpu_s < 0.4 for cpu_s in cpu_s_of_group(process.pid)):
        assert process.poll() is None
        time.sleep(0.02)


def test_progress_is_a_line_now_and_then_and_a_large_search_says_so(tmp_path):
    result = explore(write(tmp_path / "large.json", LARGE), "--limit", "0", "--time", "2", "--progress-s", "1")
    lines = result.stderr.splitlines()
    pattern = r"rmasim: [\d,]+ executions, [\d,]+/s, 204 deep, 0 failing, .* to more than 1,000 years left"
    # One a second; whether the last second still gets its line is a matter of microseconds.
    assert any(re.fullmatch(pattern, line) for line in lines), lines
    (sentence,) = [line for line in lines if "will probably not be exhausted" in line]
    # 40 packets of 4 origins arrive at rank 0, those of each origin in order: 40! / (10!)^4 = 4.7 * 10^21.
    assert "gives 10^21 executions" in sentence and "the search will end at the time limit" in sentence


def test_a_search_of_ordinary_size_says_nothing():
    assert explore(WORLDS / "lock-queue.json").stderr == ""


def test_the_same_bytes_each_time():
    def once():
        found = json.loads(explore(WORLDS / "thread-flush-put.json", "--format", "json").stdout)
        del found["wall_s"], found["explore_cpu_s"]
        return found
    assert once() == once()


@pytest.mark.parametrize("change, complaint", [
    ({"ranks": 65}, "ranks: found 65; allowed: at most 64 in an untimed run"),
    ({"schedule": ["2 goes on", "3 goes on"]}, "schedule[1]: found \"3 goes on\"; allowed: "),
    ({"schedule": [1]}, "schedule[0]: found 1; allowed: "),
])
def test_what_cannot_be_played_is_refused(tmp_path, change, complaint):
    scenario = write(tmp_path / "odd.json", LAST_WRITER | {"schedule": ["1 goes on"]} | change)
    result = run(scenario)
    assert result.returncode == 2
    assert complaint in result.stderr


def test_what_needs_a_clock_has_no_place_beside_a_schedule(tmp_path):
    scenario = write(tmp_path / "s.json", LAST_WRITER | {"schedule": ["1 goes on"]})
    result = run(scenario, "--breakdown", "rank")
    assert result.returncode == 2
    assert "--breakdown" in result.stderr


def table_of_executions() -> dict[str, tuple[str, str]]:
    table = (ROOT / "scenarios/README.md").read_text().split("(`tests/explore/worlds`)")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    return {name: (with_reduction, without) for name, with_reduction, without in rows}


@pytest.mark.parametrize("row, world", [
    ("two ranks contend for a lock", "lock-contention"),
    ("LOCK_ALL falls back: two elements, three targets", "lock-all-falls-back"),
    pytest.param("two threads, flush and put", "thread-flush-put", marks=pytest.mark.long),
])
def test_the_counts_of_the_page_are_those_of_today(row, world):
    def executions(*options):
        found = json.loads(explore(WORLDS / f"{world}.json", "--format", "json", *options).stdout)
        assert found["exhausted"]
        return f"{found['executions']:,}"
    assert table_of_executions()[row] == (executions(), executions("--reduction", "none"))
