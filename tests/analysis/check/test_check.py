"""rmasim check: the files that it runs, its output about each file, and the exit code."""

import json
import os
import re
import stat

import pytest
from check_runner import DEADLOCK, PUT_UNDER_LOCK, SCENARIOS, by_kind, check, expecting, write

from rmasim_analysis.check.difference import Difference
from rmasim_analysis.check.table import MAX_ROWS, table


def test_differences_are_shown_as_a_table(tmp_path):
    kinds = {"ACC": 5, "PUT+LOCK.X+UNLOCK": 3}
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK, expecting(messages={"total": 10, "by_kind": kinds}))
    done = check(file)
    assert done.exit_code == 1
    assert done.out == f"""\
{file}: changed
  kind               expected  got  difference
  total                    10    2          -8
  ACC                       5    0          -5
  PUT+LOCK.X+UNLOCK         3    1          -2
  RMA_DONE_ACK              0    1          +1
1 scenario changed
"""


def test_each_kind_of_expectation_has_its_row(tmp_path):
    memory = [{"ranks": "1", "values": [7]}]
    moved = expecting(messages={"bytes": 1, "by_pair": {"0>1": {}}}, high_water={"op.local.w": 0},
                      time_ns={"max": 10}, memory=memory)
    done = check(write(tmp_path / "a.json", PUT_UNDER_LOCK, moved))
    rows = [line.split() for line in done.out.splitlines()[2:-1]]
    assert [row[0] for row in rows] == ["bytes", "PUT+LOCK.X+UNLOCK", "high_water.op.local.w", "time_ns",
                                        "expect.memory[0]:"]
    assert rows[1][1:] == ["of", "0>1", "0", "1", "+1"]
    assert rows[2][1:] == ["at", "most", "0", "1", "+1"]
    assert rows[4][-3:] == ["7", "0", "-7"]


def test_an_unexpected_deadlock_comes_with_its_cause(tmp_path):
    done = check(write(tmp_path / "a.json", DEADLOCK))
    assert done.exit_code == 1
    assert done.out.splitlines()[2].split() == ["outcome", "finished", "deadlock"]
    assert re.search(r"\d+:\d+: rank 0: barrier at programs\[0\].calls\[0\].barrier: waits for BARRIER", done.out)


def test_an_expected_deadlock_is_as_expected(tmp_path):
    assert check(write(tmp_path / "a.json", DEADLOCK, expecting(outcome="deadlock"))).exit_code == 0


def test_a_load_with_another_value_is_a_change(tmp_path):
    load = {"programs": [{"ranks": "0", "calls": [{"load": {"as": "x", "expect": 3}}]}]}
    done = check(write(tmp_path / "a.json", PUT_UNDER_LOCK, load))
    assert done.exit_code == 1
    assert "rank 0 at programs[0].calls[0].load" in done.out
    load["programs"][0]["calls"][0]["load"]["expect"] = 0
    assert check(write(tmp_path / "a.json", PUT_UNDER_LOCK, load)).out == "1 scenario as expected\n"


def test_the_outcome_of_a_schedule_is_checked(tmp_path):
    assert check(write(tmp_path / "a.json", DEADLOCK, {"schedule": ["0 goes on"]})).exit_code == 1
    wished = expecting(outcome="deadlock")
    assert check(write(tmp_path / "a.json", DEADLOCK, {"schedule": ["0 goes on"]}, wished)).exit_code == 0
    done = check(write(tmp_path / "a.json", PUT_UNDER_LOCK, {"schedule": ["0 goes on"]}, by_kind(RMA_DONE_ACK=4)))
    assert done.exit_code == 1
    assert done.out.splitlines()[2].split() == ["RMA_DONE_ACK", "4", "1", "-3"]


def test_a_schedule_that_finishes_unexpectedly_fails(tmp_path):
    wished = expecting(outcome="deadlock")
    done = check(write(tmp_path / "a.json", PUT_UNDER_LOCK, {"schedule": ["0 goes on"]}, wished))
    assert done.exit_code == 1
    assert done.out.splitlines()[2].split() == ["outcome", "deadlock", "finished"]


def test_stale_values_are_reported(tmp_path):
    scenario = json.loads((SCENARIOS / "newrma/shared_memory/pscw.json").read_text())
    # Node 0 reads what its neighbour stored, without the barrier that shows it.
    scenario["platform"]["memory"] = {"order": "weak", "without_mem_sync": ["post.before", "start.after"],
                                      "drain_ns": 100000, "stale_ns": 100000}
    done = check(write(tmp_path / "a.json", scenario))
    assert done.exit_code == 1
    assert "was omitted" in done.out


def test_a_scenario_without_expectations_does_not_fail(tmp_path):
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK)
    done = check(file)
    assert done.exit_code == 0
    assert done.out == (f"{file}: without expectations: the run only had to finish; --bless writes its counts into the "
                        "file, as expectations of later runs\n1 scenario without expectations\n")


def test_what_the_simulator_refuses_does_not_hide_the_rest(tmp_path):
    broken = tmp_path / "a.json"
    broken.write_text("{")
    write(tmp_path / "b.json", PUT_UNDER_LOCK, {"ranks": 0})
    write(tmp_path / "c.json", PUT_UNDER_LOCK, by_kind(RMA_DONE_ACK=4))
    done = check(tmp_path)
    assert done.exit_code == 2
    assert f"{broken}: line 1, column 1: found" in done.err
    assert re.search(r"b\.json:\d+:\d+: ranks: found 0; allowed: an integer from 1", done.err)
    assert "RMA_DONE_ACK         4    1          -3" in done.out
    assert done.out.endswith("3 scenarios: 1 changed, 2 refused\n")


def test_a_crash_of_the_simulator_is_the_worst_result(tmp_path):
    program = tmp_path / "rmasim"
    program.write_text("#!/bin/sh\ncase $2 in *a.json) kill -ABRT $$ ;; esac\nexec \"$REAL\" \"$@\"\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    write(tmp_path / "a.json", PUT_UNDER_LOCK)
    (tmp_path / "b.json").write_text("{")
    done = check(tmp_path, RMASIM_PROGRAM=str(program), REAL=os.environ["RMASIM_BINARY"])
    assert done.exit_code == 5
    assert "a.json" in done.err and "the simulator ended with signal 6" in done.err
    assert done.out == "2 scenarios: 1 refused, 1 broke the simulator\n"


def test_folders_are_searched_for_scenarios(tmp_path):
    write(tmp_path / "b/deep/b.json", PUT_UNDER_LOCK)
    write(tmp_path / "a.json", PUT_UNDER_LOCK)
    (tmp_path / "sweep.json").write_text('{"scenario": "a.json"}')
    (tmp_path / "list.json").write_text("[1]")
    done = check(tmp_path, tmp_path / "a.json", tmp_path / "b")
    names = [line.partition(":")[0] for line in done.out.splitlines()]
    assert names == [str(tmp_path / "a.json"), str(tmp_path / "b/deep/b.json"), "2 scenarios without expectations"]
    skipped = f"{tmp_path / 'list.json'}, {tmp_path / 'sweep.json'}"
    assert done.err == f"skipped, because they are no scenarios: 2: {skipped}\n"


def test_a_named_file_must_be_a_scenario(tmp_path):
    (tmp_path / "sweep.json").write_text('{"scenario": "a.json"}')
    for file in ("sweep.json", "none.json"):
        done = check(tmp_path / file)
        assert done.exit_code == 2
        assert str(tmp_path / file) in done.err


def test_a_folder_without_scenarios_is_refused(tmp_path):
    assert check(tmp_path).exit_code == 2


def test_the_order_of_the_output_does_not_depend_on_the_number_of_jobs(tmp_path):
    for number in range(12):
        write(tmp_path / f"{number:02}.json", PUT_UNDER_LOCK, by_kind(RMA_DONE_ACK=number))
    assert check(tmp_path, "-j", 1) == check(tmp_path, "-j", 7)


@pytest.mark.parametrize("arguments", [
    ["--set", "ranks=3"],
    ["--set", "ranks", "--save", "results.json"],
    ["--patch", "none.json", "--save", "results.json"],
    ["--bless", "--set", "ranks=3", "--save", "results.json"],
    ["--bless", "--against", "results.json"],
    ["--bless-outcome", "--patch", "none.json"],
    ["--against", "none.json"],
    ["--time"],
    ["-j", "0"],
])
def test_arguments_that_do_not_fit_are_refused(tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK, by_kind(RMA_DONE_ACK=4))
    before = file.read_bytes()
    done = check(file, *arguments)
    assert (done.exit_code, done.out) == (2, "")
    assert sorted(tmp_path.iterdir()) == [file] and file.read_bytes() == before


def test_a_long_table_is_cut():
    rows = [Difference(f"messages.by_kind.K{n}", "1", "2") for n in range(MAX_ROWS + 2)]
    assert table(rows)[-2:] == ["K39          1    2          +1", "... and 2 more"]


def test_only_numbers_have_a_difference():
    assert Difference("outcome", "finished", "deadlock").change == ""
    assert Difference("time_ns", "at least 10", "7").change == "-3"


@pytest.mark.parametrize("figure, shown", [
    ("3360", "3,360"), ("at least 3360", "at least 3,360"), ("at most 12", "at most 12"), ("-1234567", "-1,234,567"),
    ("1234.5", "1234.5"), ("deadlock", "deadlock"), ("", "")])
def test_whole_numbers_have_commas(figure, shown):
    assert Difference("messages.total", figure, "1").cells[1] == shown


def test_a_difference_has_commas():
    one = Difference("messages.total", "at most 3360", "13360")
    assert one.cells == ("total", "at most 3,360", "13,360", "+10,000")
    assert one.sentence() == "total: expected at most 3,360, got 13,360 (+10,000)"
