"""rmasim check --save and --against: comparison of two builds, or of two settings, over a folder of scenarios."""

import json
import os
import stat

from check_runner import DEADLOCK, PUT_UNDER_LOCK, by_kind, check, expecting, write


def saved(tmp_path, *arguments):
    """Saves the results of all scenarios in the folder `in`."""
    results = tmp_path / "results.json"
    done = check(tmp_path / "in", "--save", results, *arguments)
    assert done.exit_code == 0, done
    return results


def test_the_same_build_is_as_before(tmp_path):
    write(tmp_path / "in/a.json", PUT_UNDER_LOCK)
    write(tmp_path / "in/deep/b.json", DEADLOCK, expecting(outcome="deadlock"))
    results = saved(tmp_path)
    done = check(tmp_path / "in", "--against", results)
    assert done.exit_code == 0
    assert done.out.splitlines()[-1] == "2 scenarios as before"
    assert sorted(json.loads(results.read_text())["scenarios"]) == ["a.json", "deep/b.json"]


def test_results_are_the_same_bytes_each_time(tmp_path):
    write(tmp_path / "in/a.json", PUT_UNDER_LOCK)
    write(tmp_path / "in/b.json", PUT_UNDER_LOCK)
    once = saved(tmp_path).read_bytes()
    assert saved(tmp_path, "-j", "1").read_bytes() == once
    assert b"wall" not in once


def test_two_settings_are_compared(tmp_path):
    file = write(tmp_path / "in/a.json", PUT_UNDER_LOCK, by_kind())
    done = check(tmp_path / "in", "--against", saved(tmp_path), "--set", "protocol.optimizations.single_op=false")
    assert done.exit_code == 1
    lines = done.out.splitlines()
    assert lines[0].startswith("before: version ") and lines[0].endswith(", the scenarios' own settings")
    assert lines[1].endswith(", --set protocol.optimizations.single_op=false")
    assert lines[2:4] == [f"{file}: changed", "  kind" + lines[3][6:]]
    assert lines[3].split() == ["kind", "before", "now", "difference"]
    rows = {row[0]: row[1:] for row in map(str.split, lines[4:-1])}
    assert rows["total"] == ["2", "4", "+2"]
    assert rows["PUT+LOCK.X+UNLOCK"] == ["1", "0", "-1"]
    assert rows["LOCK"] == ["0", "1", "+1"]
    assert list(rows).index("total") < list(rows).index("(time_ns)")


def test_a_patch_is_a_setting_too(tmp_path):
    write(tmp_path / "in/a.json", PUT_UNDER_LOCK)
    patch = tmp_path / "patch.json"
    patch.write_text('{"protocol": {"optimizations": {"single_op": false}}}')
    results = saved(tmp_path, "--patch", patch)
    assert check(tmp_path / "in", "--against", results).exit_code == 1
    assert check(tmp_path / "in", "--against", results, "--patch", patch).exit_code == 0


def test_two_builds_are_compared(tmp_path):
    """The other build counts one message more on rank 0."""
    write(tmp_path / "in/a.json", PUT_UNDER_LOCK)
    results = saved(tmp_path)
    program = tmp_path / "rmasim"
    program.write_text('#!/bin/sh\n"$REAL" "$@" | sed \'s/"RMA_DONE_ACK": 1/"RMA_DONE_ACK": 2/\'\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    done = check(tmp_path / "in", "--against", results, RMASIM_PROGRAM=str(program), REAL=os.environ["RMASIM_BINARY"])
    assert done.exit_code == 1
    assert done.out.splitlines()[4].split() == ["RMA_DONE_ACK", "1", "2", "+1"]


def test_times_count_on_request(tmp_path):
    write(tmp_path / "in/a.json", PUT_UNDER_LOCK)
    slower = ["--against", saved(tmp_path), "--set", "platform.network.latency_ns=2000"]
    done = check(tmp_path / "in", *slower)
    assert done.exit_code == 0
    assert done.out.endswith("1 scenario changed, but only in values that do not count\n")
    assert "(time_ns)" in done.out
    done = check(tmp_path / "in", *slower, "--time")
    assert done.exit_code == 1
    assert "  time_ns " in done.out


def test_an_outcome_counts(tmp_path):
    write(tmp_path / "in/a.json", DEADLOCK, expecting(outcome="deadlock"))
    results = saved(tmp_path)
    write(tmp_path / "in/a.json", DEADLOCK, {"programs": [{"calls": [{"barrier": {}}]}]})
    done = check(tmp_path / "in", "--against", results)
    assert done.exit_code == 1
    assert done.out.splitlines()[4].split() == ["outcome", "deadlock", "finished"]


def test_a_wrong_load_counts(tmp_path):
    def loads(expected):
        return {"programs": [{"ranks": "0", "calls": [{"load": {"as": "x", "expect": expected}}]}]}

    write(tmp_path / "in/a.json", PUT_UNDER_LOCK, loads(0))
    results = saved(tmp_path)
    write(tmp_path / "in/a.json", PUT_UNDER_LOCK, loads(1))
    done = check(tmp_path / "in", "--against", results)
    assert done.exit_code == 1
    assert done.out.splitlines()[4].split() == ["wrong_loads", "0", "1", "+1"]
    assert check(tmp_path / "in", "--save", tmp_path / "other.json", "--set", "seed=2").exit_code == 1


def test_files_of_one_side_only_are_listed(tmp_path):
    for name in ("a", "b"):
        write(tmp_path / f"in/{name}.json", PUT_UNDER_LOCK)
    results = saved(tmp_path)
    (tmp_path / "in/b.json").rename(tmp_path / "in/c.json")
    done = check(tmp_path / "in", "--against", results)
    assert done.exit_code == 0
    assert "b.json: not run now, only in" in done.out
    assert f"{tmp_path / 'in/c.json'}: not among the results" in done.out


def test_results_without_any_of_the_files_are_refused(tmp_path):
    write(tmp_path / "in/a.json", PUT_UNDER_LOCK)
    results = saved(tmp_path)
    (tmp_path / "in/a.json").rename(tmp_path / "in/b.json")
    assert check(tmp_path / "in", "--against", results).exit_code == 2


def test_scenarios_without_the_setting_are_left_out(tmp_path):
    write(tmp_path / "in/a.json", PUT_UNDER_LOCK)
    shared = {"windows": {"w": {"bytes": 64, "shared": True}}, "platform": {"ranks_per_node": 2},
              "protocol": {"family": "shm"}, "programs": [{"calls": [{"fence": {}}, {"fence": {}}]}]}
    write(tmp_path / "in/b.json", PUT_UNDER_LOCK, shared)
    results = saved(tmp_path)
    done = check(tmp_path / "in", "--against", results, "--set", "protocol.slots=8")
    assert done.exit_code == 0
    assert "b.json: not for these settings" in done.out
    done = check(tmp_path / "in", "--against", results, "--set", "protocol.slotz=8")
    assert done.exit_code == 2
    assert 'did you mean "slots"?' in done.err


def test_nothing_is_saved_if_a_scenario_could_not_be_run(tmp_path):
    write(tmp_path / "in/a.json", PUT_UNDER_LOCK)
    (tmp_path / "in/b.json").write_text("{")
    done = check(tmp_path / "in", "--save", tmp_path / "results.json")
    assert done.exit_code == 2
    assert "results.json: not written" in done.err
    assert not (tmp_path / "results.json").exists()


def test_a_file_that_has_no_results_is_refused(tmp_path):
    file = write(tmp_path / "in/a.json", PUT_UNDER_LOCK)
    done = check(tmp_path / "in", "--against", file)
    assert done.exit_code == 2 and "--save" in done.err


def test_two_files_with_the_same_name_are_refused(tmp_path):
    for folder in ("one", "two"):
        write(tmp_path / folder / "a.json", PUT_UNDER_LOCK)
    assert check(tmp_path / "one", tmp_path / "two", "--save", tmp_path / "results.json").exit_code == 2
    assert check(tmp_path / "one", tmp_path / "two").exit_code == 0
