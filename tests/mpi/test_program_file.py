"""A file with "exec" instead of a scenario's programs: `run` runs the MPI program; check, sweep, tune, compare and
report accept the file as they accept scenarios."""

import csv
import json

import pytest
from mpi_runner import WORKLOADS, built, result, rmasim
from test_trace import WINDOWS


@pytest.fixture
def halo(tmp_path):
    def write(**more):
        path = tmp_path / "halo.json"
        document = {"name": "halo", "ranks": 8, "exec": [str(built(WORKLOADS / "halo_fence.c")), 3], **more}
        path.write_text(json.dumps(document))
        return path
    return write


def run_json(path, *options):
    finished = rmasim("run", path, "--format", "json", *options)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def without_time(found):
    return {key: value for key, value in found.items() if key not in ("wall_s", "scenario", "not_as_expected")}


def test_a_run_is_that_of_exec(halo):
    there = result(WORKLOADS / "halo_fence.c", 3, ranks=8)
    assert without_time(run_json(halo())) == without_time(there)


def test_settings_arguments_and_ranks_can_be_set(halo):
    there = result(WORKLOADS / "halo_fence.c", 5, ranks=4, options=("--set", "protocol.slots=1"))
    here = run_json(halo(), "--set", "exec[1]=5", "--set", "ranks=4", "--set", "protocol.slots=1")
    assert without_time(here) == without_time(there)


def test_check_holds_it_against_what_it_expects(halo):
    found = run_json(halo())["messages"]
    path = halo(expect={"messages": {"total": found["total"], "by_kind": found["by_kind"]}})
    finished = rmasim("check", path)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    path = halo(expect={"messages": {"total": found["total"] + 1}})
    finished = rmasim("run", path)
    assert finished.returncode == 1 and "messages.total" in finished.stderr
    assert rmasim("check", path).returncode == 1
    assert rmasim("check", path, "--bless").returncode == 0
    assert json.loads(path.read_text())["expect"]["messages"]["total"] == found["total"]


def test_sweep_varies_settings_and_arguments(halo, tmp_path):
    finished = rmasim("sweep", halo(), "--vary", "exec[1]=1,2", "--vary", "protocol.optimizations.piggyback=true,false",
                      "--out", tmp_path / "table")
    assert finished.returncode == 0, finished.stderr
    with open(tmp_path / "table/table.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4
    there = result(WORKLOADS / "halo_fence.c", 2, ranks=8)["messages"]["total"]
    assert str(there) in {row["messages"] for row in rows}


def test_families_are_compared(halo):
    finished = rmasim("compare", halo(), "--families", "newrma,ch3")
    assert finished.returncode == 0, finished.stderr
    for family in ("newrma", "ch3"):
        total = result(WORKLOADS / "halo_fence.c", 3, ranks=8, options=("--family", family))["messages"]["total"]
        assert f"{total:,}" in finished.stdout


def test_tune_finds_settings(halo):
    finished = rmasim("tune", halo(), "--runs", 6, "--verify", 0, "--over", "protocol.slots", "--format", "json")
    assert finished.returncode == 0, finished.stderr
    assert "recommended" in json.loads(finished.stdout)


def test_a_page_of_it(halo, tmp_path):
    """The page is the report of a program that creates and frees windows, some of them on only some of the ranks."""
    (tmp_path / "windows.c").write_text(WINDOWS.replace("WRONG", "-1"))
    program = built(tmp_path / "windows.c")
    finished = rmasim("report", halo(exec=[str(program)], ranks=4), "-o", tmp_path / "page.html")
    assert finished.returncode == 0, finished.stderr
    assert "windows.c:11 in main" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize("more, found", [
    ({"exec": []}, "exec: found []"),
    ({"exec": [1]}, "exec: found [1]"),
    ({"exec": ["x", {}]}, "exec: found {}"),
    ({"programs": []}, "programs: found a value; allowed: no value together with \"exec\""),
    ({"protocol": {"slots": 0}}, "protocol.slots: found 0"),
    ({"exec": ["/bin/true"]}, "found an executable that does not use MPI"),
])
def test_what_is_wrong_in_it_is_told(halo, more, found):
    finished = rmasim("run", halo(**more))
    assert finished.returncode == 2
    assert found in finished.stderr


def test_what_takes_scenarios_only_says_so(halo):
    finished = rmasim("explore", halo())
    assert finished.returncode == 2
    assert "exec: found an MPI program; allowed: a scenario with \"programs\"" in finished.stderr
    finished = rmasim("run", halo(), "--memory", "x")
    assert finished.returncode == 2 and "--memory" in finished.stderr
    assert rmasim("validate", halo()).stdout.endswith("halo.json: ok\n")
