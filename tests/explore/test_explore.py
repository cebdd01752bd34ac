"""The command line's explore, and its schedules."""

import json
import subprocess
from pathlib import Path

import pytest
from explore_runner import BINARY, ROOT, WORLDS, explore, run

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
    for world in sorted(WORLDS.glob("*.json")):
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
    assert "With --out DIR the order is written to a file" in found.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["last-writer.json"]


def test_every_order_is_every_order_without_reduction(tmp_path):
    scenario = write(tmp_path / "last-writer.json", LAST_WRITER)
    assert "  every order that matters: 2 executions" in explore(scenario).stdout
    assert "  every order: " in explore(scenario, "--reduction", "none").stdout


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


def test_a_deadlock_that_was_expected_is_no_failure(tmp_path):
    result = subprocess.run([BINARY, "explore", ROOT / "scenarios/errors/crossed-locks.json"], cwd=tmp_path,
                            capture_output=True, text=True, check=False)
    assert result.returncode == 0
    assert "a cycle of waits" in result.stderr
    assert list(tmp_path.iterdir()) == []  # nothing to keep


def test_the_same_bytes_each_time():
    def once():
        found = json.loads(explore(WORLDS / "thread-flush-put.json", "--format", "json").stdout)
        del found["wall_s"], found["explore_cpu_s"]
        return found
    assert once() == once()


@pytest.mark.parametrize("change, complaint", [
    ({"ranks": 65}, "ranks: found 65; allowed: at most 64 where every order of steps counts"),
    ({"schedule": ["2 goes on", "3 goes on"]}, "schedule[1]: found \"3 goes on\"; allowed: "),
    ({"schedule": [1]}, "schedule[0]: found 1; allowed: "),
])
def test_what_cannot_be_played_is_refused(tmp_path, change, complaint):
    scenario = write(tmp_path / "odd.json", LAST_WRITER | {"schedule": ["1 goes on"]} | change)
    result = run(scenario)
    assert result.returncode == 2
    assert complaint in result.stderr


def test_the_clock_s_options_have_no_place_beside_a_schedule(tmp_path):
    scenario = write(tmp_path / "s.json", LAST_WRITER | {"schedule": ["1 goes on"]})
    result = run(scenario, "--trace", str(tmp_path / "trace.json"))
    assert result.returncode == 2
    assert "--trace" in result.stderr


def readme_table() -> dict[str, tuple[str, str]]:
    table = (ROOT / "README.md").read_text().split("(`tests/explore/worlds`)")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    return {name: (with_reduction, without) for name, with_reduction, without in rows}


@pytest.mark.parametrize("row, world", [
    ("two ranks contend for a lock", "lock-contention"),
    ("LOCK_ALL falls back: two elements, three targets", "lock-all-falls-back"),
    ("two threads, flush and put", "thread-flush-put"),
])
def test_the_readme_s_counts_are_those_of_today(row, world):
    def executions(*options):
        found = json.loads(explore(WORLDS / f"{world}.json", "--format", "json", *options).stdout)
        assert found["exhausted"]
        return f"{found['executions']:,}"
    assert readme_table()[row] == (executions(), executions("--reduction", "none"))


def test_the_readme_s_example_is_what_is_printed():
    shown = (ROOT / "README.md").read_text().split("$ ./rmasim explore ")[1].split("\n\n")[0]
    lines = [line.removeprefix("    ") for line in shown.splitlines()[1:]]
    printed = explore(ROOT / shown.splitlines()[0]).stdout.splitlines()
    assert [line for line in lines if line != "..." and line not in printed] == []
