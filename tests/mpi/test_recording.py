"""`exec --record`: the scenario of a program's calls. `exec` writes it only if a run of it has the packets and the
digest of the program's run; these tests compare both once more, by the commands of users."""

import functools
import json
import pathlib
import re
import subprocess

import pytest
from mpi_runner import BINARY, FOLDER, WORKLOADS, rmasim

HERE = pathlib.Path(__file__).resolve().parent / "recorded"
REGULAR = ["put_fence", "lock_put", "pscw_neighbours", "halo_fence"]


@functools.cache
def built(source, *options):
    program = pathlib.Path(FOLDER.name) / f"recorded-{source.stem}"
    finished = rmasim("cc", "-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", f"-I{WORKLOADS.parents[2]}",
                      *options, "-o", program, source)
    assert finished.returncode == 0, finished.stderr
    return program


def workload(name):
    return built(WORKLOADS / f"{name}.c")


def figures(finished):
    """Returns what a program and its scenario have in common."""
    assert finished.returncode == 0, finished.stderr
    result = json.loads(finished.stdout)
    return {key: result[key] for key in ("digest", "time_ns")} | {
        key: result["messages"][key] for key in ("total", "by_kind", "by_pair", "bytes_by_pair")}


def executed(program, *arguments, ranks, options=()):
    return figures(rmasim("exec", "-n", ranks, "--format", "json", "--breakdown", "pair", *options, program,
                          *arguments))


def played(scenario, *options):
    return figures(rmasim("run", scenario, "--format", "json", "--breakdown", "pair", *options))


def recorded(folder, program, *arguments, ranks, options=()):
    """Records the program, and returns the scenario after a comparison."""
    scenario = folder / "recorded.json"
    of_program = executed(program, *arguments, ranks=ranks, options=("--record", scenario, *options))
    assert played(scenario) == of_program
    assert rmasim("validate", scenario).returncode == 0
    return scenario


def calls_of(scenario):
    programs = json.loads(scenario.read_text())["programs"]
    assert len(programs) == 1 and programs[0]["ranks"] == "all"
    return programs[0]["calls"]


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
@pytest.mark.parametrize("name", [*REGULAR, "lock_all_random"])
def test_a_workload_has_the_packets_of_its_recording(name, family, tmp_path):
    recorded(tmp_path, workload(name), 5, ranks=12, options=("--family", family))


def test_loops_and_neighbours_are_those_of_the_scenario_by_hand(tmp_path):
    create, first, loop, free = calls_of(recorded(tmp_path, workload("put_fence"), 100, ranks=16))
    assert (create, free) == ({"win_create": {}}, {"win_free": {}})
    assert first == {"fence": {"assert": ["noprecede"]}}
    assert loop == {"repeat": {"times": 100, "calls": [
        {"put": {"target": "(rank + 1) % size", "count": 8}}, {"fence": {}}]}}


def test_values_are_recorded(tmp_path):
    _, loop, _ = calls_of(recorded(tmp_path, workload("pscw_neighbours"), 7, ranks=9))
    post, start, left, right, *_ = loop["repeat"]["calls"]
    both = ["(rank - 1) % size", "(rank + 1) % size"]
    assert (post, start) == ({"post": {"group": both}}, {"start": {"group": both}})
    assert left == {"put": {"target": both[0], "disp": 8, "count": 8}}  # the value is the default, the rank
    assert right == {"put": {"target": both[1], "count": 8}}


@pytest.mark.parametrize("name", REGULAR)
def test_a_recording_is_as_long_as_the_program(name, tmp_path):
    """It does not grow with the ranks and the rounds."""
    scenario = recorded(tmp_path, workload(name), 60, ranks=36)
    assert scenario.stat().st_size < 1500


@pytest.mark.long
@pytest.mark.parametrize("name", REGULAR)
def test_a_thousand_rounds_on_1024_ranks(name, tmp_path):
    scenario = tmp_path / "recorded.json"
    command = [BINARY, "exec", "-n", "1024", "--record", scenario, workload(name), "1000"]
    assert subprocess.run(command, check=False, timeout=3600).returncode == 0
    assert scenario.stat().st_size < 20_000


@pytest.mark.parametrize("name", REGULAR)
def test_two_recordings_hold_on_another_number_of_ranks(name, tmp_path):
    program = workload(name)
    scenario = recorded(tmp_path, program, 6, ranks=9, options=("--record-also", 4))
    assert played(scenario, "--set", "ranks=4") == executed(program, 6, ranks=4)
    assert played(scenario, "--set", "ranks=64") == executed(program, 6, ranks=64)


@pytest.mark.parametrize("family", ["newrma", "ch4"])
@pytest.mark.parametrize("ranks", [8, 12])
def test_messages_and_collective_calls(ranks, family, tmp_path):
    scenario = json.loads(recorded(tmp_path, built(HERE / "calls.c"), ranks=ranks,
                                   options=("--family", family)).read_text())
    assert scenario["communicators"]["c1"] == {"colour": "rank / 4"}
    text = json.dumps(scenario)
    for part in ("c1.rank", "isend", "irecv", "waitall", "allgather", "ssend", "rput", "block_length", "iprobe"):
        assert part in text


def test_computation_is_recorded(tmp_path):
    scenario = recorded(tmp_path, built(HERE / "counted.c", "--count"), ranks=4, options=("--compute", "1.5e9"))
    text = scenario.read_text()
    assert '{"compute":{"ns":"rank == 0 ? ' in text and '{"repeat": {"times":50,' in text


def test_a_scenario_that_does_something_else_is_not_written(tmp_path):
    scenario = tmp_path / "recorded.json"
    finished = rmasim("exec", "-n", 3, "--record", scenario, built(HERE / "late_dup.c"))
    assert finished.returncode == 1 and not scenario.exists()
    assert "the scenario does not do the same: " in finished.stderr


@pytest.mark.parametrize("which, reason", [
    ("dynamic", r"MPI_Win_create at refused.c:7 in dynamic \(rank \d\): found a dynamic window"),
    ("neighbours", r"MPI_Neighbor_allgather at refused.c:16 in neighbours \(rank \d\): found a collective call on"),
    ("irregular", r"MPI_Put at refused.c:29 in irregular \(rank \d\): found a datatype of irregular blocks"),
    ("error", r"MPI_Win_unlock at refused.c:40 in error \(rank \d\): found an erroneous call"),
    ("sizes", r"MPI_Win_create at refused.c:49 in sizes \(rank \d\): found a window with the number of one that"),
])
def test_what_no_scenario_has_is_refused_by_name(which, reason, tmp_path):
    scenario = tmp_path / "recorded.json"
    finished = rmasim("exec", "-n", 2, "--record", scenario, built(HERE / "refused.c", "-O0"), which)
    assert finished.returncode == 2 and not scenario.exists()
    assert re.search(f"--record: {reason}", finished.stderr)


def test_threads_are_refused(tmp_path):
    program = pathlib.Path(FOLDER.name) / "recorded-threads"
    source = tmp_path / "threads.c"
    source.write_text("#include <mpi.h>\n#include <pthread.h>\n"
                      "static void* run(void* x) { return x; }\n"
                      "int main(int c, char** v) { pthread_t t; MPI_Init(&c, &v); pthread_create(&t, 0, run, 0);\n"
                      "  pthread_join(t, 0); MPI_Finalize(); return 0; }\n")
    assert rmasim("cc", "-pthread", "-o", program, source).returncode == 0
    finished = rmasim("exec", "-n", 2, "--record", tmp_path / "recorded.json", program)
    assert finished.returncode == 2
    assert "found a program with threads; allowed: programs whose ranks have one thread" in finished.stderr


@pytest.mark.parametrize("options, text", [
    (("--record-also", 4), "--record-also: found 4; allowed: nothing without --record"),
    (("--record", "r.json", "--explore"), "no --record with --explore, whose steps have no time"),
    (("--record", "r.json", "--swarm", 5), "no --record with --swarm, whose steps have no time"),
])
def test_options_that_contradict_each_other(options, text):
    finished = rmasim("exec", "-n", 2, *options, workload("put_fence"))
    assert finished.returncode == 2 and text in finished.stderr


def test_the_program_is_not_overwritten(tmp_path):
    program = tmp_path / "program"
    program.write_bytes(workload("put_fence").read_bytes())
    program.chmod(0o755)
    finished = rmasim("exec", "-n", 2, "--record", program, program)
    assert finished.returncode == 2 and "--record" in finished.stderr


def test_a_run_that_fails_has_no_recording(tmp_path):
    source = tmp_path / "fails.c"
    source.write_text("#include <mpi.h>\nint main(int c, char** v) { MPI_Init(&c, &v); MPI_Finalize(); return 3; }\n")
    program = tmp_path / "fails"
    assert rmasim("cc", "-o", program, source).returncode == 0
    finished = rmasim("exec", "-n", 2, "--record", tmp_path / "r.json", program)
    assert finished.returncode == 1 and not (tmp_path / "r.json").exists()
    assert "--record: the run does not end well" in finished.stderr
