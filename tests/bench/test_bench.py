"""Tests that the benchmarks run with tiny sizes. No test depends on time."""

import json
import math
import pathlib
import sys
from collections import Counter

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "sim"))

import against_smpi  # noqa: E402
import exec_against_smpi  # noqa: E402
import families  # noqa: E402
import instructions  # noqa: E402
import measure  # noqa: E402
import messages  # noqa: E402
import report  # noqa: E402
import scaling  # noqa: E402
import smpi  # noqa: E402
import sweep_overhead  # noqa: E402
import workloads  # noqa: E402
from reference_random import Random  # noqa: E402

pytestmark = pytest.mark.long
needs_smpi = pytest.mark.skipif(not smpi.is_installed(), reason="no smpicc")


# ---- The packets of each scenario for any number of ranks and iterations, derived from the design, not from a run.

def barriers(ranks, times):
    return {"BARRIER": times * ranks * math.ceil(math.log2(ranks))}


def node_barrier(ranks):
    """Returns the packets of the barrier of the first fence, on nodes of 16 ranks."""
    nodes = [min(16, ranks - first) for first in range(0, ranks, 16)]
    return {"NODE_BARRIER": sum(on_node * math.ceil(math.log2(on_node)) for on_node in nodes)}


def acknowledged(kind, operations):
    return {kind: operations, "RMA_DONE_ACK": operations}


def random_puts(ranks, iterations):
    """Returns the packets of random puts. For a target that is chosen once, LOCK and RMA_DONE are piggybacked on the
    put. For any other target, LOCK is sent first. UNLOCK is sent after the flush."""
    kinds = Counter()
    for rank in range(ranks):
        random = Random(1, rank)
        for _ in range(iterations):
            drawn = Counter(target for target in (random.below(ranks) for _ in range(8)) if target != rank)
            once = sum(1 for puts in drawn.values() if puts == 1)
            others = [puts for puts in drawn.values() if puts > 1]
            kinds += Counter({"PUT+LOCK.S+RMA_DONE": once, "LOCK_GRANTED+RMA_DONE_ACK": once, "LOCK": len(others),
                              "LOCK_GRANTED": len(others), "PUT": sum(others) - len(others),
                              "PUT+RMA_DONE": len(others), "RMA_DONE_ACK": len(others) + len(drawn),
                              "UNLOCK": len(drawn)})
    return dict(kinds)


def derived(workload, ranks, times):
    done = ranks * times
    return {
        workloads.PUT_FENCE: lambda: barriers(ranks, times + 1) | acknowledged("PUT+RMA_DONE", done),
        workloads.LOCK_PUT: lambda: acknowledged("PUT+LOCK.X+UNLOCK", done),
        workloads.LOCK_ALL_RANDOM: lambda: random_puts(ranks, times),
        workloads.PSCW_NEIGHBOURS: lambda: {"POST": 2 * done, "COMPLETE": 2 * done}
        | acknowledged("PUT+RMA_DONE", 2 * done),
        workloads.HALO_FENCE: lambda: barriers(ranks, times + 1) | acknowledged("PUT+RMA_DONE", 4 * done),
        workloads.SHARED_HALO: lambda: barriers(ranks, 2 * times + 1) | node_barrier(ranks),
        workloads.BARRIER: lambda: barriers(ranks, times),
        workloads.HALO_SENDS: lambda: {"SEND": 4 * done},
    }[workload]()


ALL = [workloads.PUT_FENCE, workloads.LOCK_PUT, workloads.LOCK_ALL_RANDOM, workloads.PSCW_NEIGHBOURS,
       workloads.HALO_FENCE, workloads.SHARED_HALO, workloads.BARRIER, workloads.HALO_SENDS]


@pytest.mark.parametrize("workload", ALL, ids=lambda workload: workload.name)
def test_the_file_expects_what_is_derived(workload):
    scenario = json.loads(workload.scenario.read_text())
    assert scenario["expect"]["messages"]["by_kind"] == derived(workload, scenario["ranks"], 10)


@pytest.mark.parametrize("ranks, iterations", [(24, 3), (256, 1)])
@pytest.mark.parametrize("workload", ALL, ids=lambda workload: workload.name)
def test_other_sizes_send_what_is_derived(workload, ranks, iterations):
    _, result = workloads.play(workload, ranks, iterations)
    assert result["messages"]["by_kind"] == derived(workload, ranks, iterations)


def test_every_scenario_of_the_folder_is_a_workload():
    """One scenario is no workload: rows-and-columns, whose own expressions derive its counts at any size."""
    named = {workload.name for workload in ALL} | {"rows-and-columns"}
    assert {path.stem for path in workloads.SCENARIOS.glob("*.json")} == named


# ---- Bytes of a rank, all included: what is asked for, and a little less for what has been reached (SCALE.md).

def peak_bytes(scenario, folder):
    path = folder / f"{scenario['ranks']}.json"
    path.write_text(json.dumps(scenario))
    took = measure.run([measure.BINARY, "run", path, "--format", "json"])
    assert took.finished, took
    return took.peak_bytes


@pytest.mark.parametrize("one_round, family, most", [
    (lambda ranks: families.one_round(workloads.PUT_FENCE, ranks), "newrma", 1_350),
    # Each rank holds the lock of its own window, too, and so its name in a list of holders (NR-LOCKALL-8).
    (lambda ranks: families.one_round(workloads.LOCK_ALL_RANDOM, ranks), "newrma", 3_250),
    (lambda ranks: families.halo_pscw(ranks, 1), "newrma", 2_700),
    (lambda ranks: families.halo_counters(ranks, 1, "counters"), "synccount", 3_400),
], ids=["put + fence", "lock_all", "PSCW", "counters"])
def test_a_rank_takes_so_many_bytes_at_most(tmp_path, one_round, family, most):
    """The test uses the difference between two sizes, which excludes the memory of the process itself."""
    small, large = (peak_bytes(one_round(ranks) | {"protocol": {"family": family}}, tmp_path)
                    for ranks in (32_768, 65_536))
    assert (large - small) / 32_768 <= most


# ---- Measuring.

def python(text):
    return [sys.executable, "-S", "-c", text]


def test_processor_time_and_memory_are_the_childs():
    small, large = measure.run(["true"]), measure.run(python("x = b'x' * 200_000_000"))
    assert small.finished and large.finished
    assert small.peak_bytes < 8e6 < 200e6 < large.peak_bytes
    assert large.cpu_s > 0


def test_what_a_child_starts_counts_too():
    assert measure.run(["sh", "-c", f"{sys.executable} -S -c 'x = 200_000_000 * b\"x\"'; true"]).peak_bytes > 200e6


@pytest.mark.parametrize("command, ended", [
    (python("while True: pass"), "not finished in 1 CPU s"),
    (["sh", "-c", f"{sys.executable} -S -c 'while True: pass'"], "not finished in 1 CPU s"),
    (python("import os; os.abort()"), "signal SIGABRT"),
    (["sh", "-c", "exit 139"], "signal SIGSEGV"),
    (["sh", "-c", "exit 3"], "exit code 3"),
    (["this-command-is-not-there"], "exit code 127"),
])
def test_how_a_command_ended_is_told(command, ended):
    assert measure.run(command, 1).ended == ended


def test_the_exponent_of_a_power_is_found():
    xs = [10, 100, 1000]
    assert report.exponent(xs, [3 * x ** 1.1 for x in xs]) == pytest.approx(1.1)
    assert report.exponent([10], [1]) is None


# ---- The programs.

@needs_smpi
@pytest.mark.parametrize("workload", workloads.AGAINST_SMPI, ids=lambda workload: workload.about)
def test_smpi_plays_the_programs(workload, compiled_programs):
    # Each program checks what its neighbours have put, and aborts if it is wrong.
    took = smpi.play(compiled_programs, workload, 6, 2, 60)
    assert took.ended == "finished", took.error


@pytest.fixture(scope="session", name="compiled_programs")
def fixture_compiled_programs(tmp_path_factory):
    return smpi.compiled(tmp_path_factory.mktemp("smpi"))


@needs_smpi
@pytest.mark.long
def test_both_sides_stand_in_one_table(tmp_path, capsys):
    against_smpi.main(["--ranks", "4", "8", "--iterations", "1", "--json", str(tmp_path / "out.json")])
    lines = capsys.readouterr().out.splitlines()
    wanted = {workload.about for workload in workloads.AGAINST_SMPI}
    for ranks in ("4", "8"):
        assert {line.split(" | ")[0][2:] for line in lines if line.split(" | ")[1:2] == [ranks]} == wanted
    rows = json.loads((tmp_path / "out.json").read_text())["rows"]
    assert len(rows) == 2 * len(wanted)
    assert all(row["smpi"]["ended"] == "finished" and row["cpu_ratio"] > 0 for row in rows)


@needs_smpi
@pytest.mark.parametrize("copies", [[], ["--with-copies"]])
def test_exec_against_smpi(copies, tmp_path, capsys):
    exec_against_smpi.main(["--ranks", "4", "--iterations", "1", "--only", "lock_put", *copies, "--json",
                            str(tmp_path / "out.json")])
    (row,) = json.loads((tmp_path / "out.json").read_text())["rows"]
    assert all(row[side]["ended"] == "finished" for side in ("exec", "smpi", "smpi_with_copies"))
    assert capsys.readouterr().out.startswith("| program | ranks | exec CPU s |")


def test_smpi_is_not_asked_again_once_it_has_failed(monkeypatch):
    asked = []

    def fail(_folder, workload, ranks, *_):
        asked.append((workload, ranks))
        return measure.Run("signal SIGSEGV", 0.1, 10**7, "", "")

    monkeypatch.setattr(smpi, "play", fail)
    rows = against_smpi.measure_all(against_smpi.parse(["--ranks", "8", "4", "--iterations", "1"]), "somewhere")
    assert asked == [(workload, 4) for workload in workloads.AGAINST_SMPI]
    text = against_smpi.markdown(rows)
    assert text.count("signal SIGSEGV") == text.count("not tried") == len(workloads.AGAINST_SMPI)


def test_growth_is_tabulated(tmp_path, capsys):
    out, plot = tmp_path / "out.json", tmp_path / "out.svg"
    scaling.main(["--first", "16", "--limit", "64", "--json", str(out), "--plot", str(plot)])
    text = capsys.readouterr().out
    assert all(f"**{workload.about}**, one iteration" in text for workload in workloads.SCALING)
    figures = json.loads(out.read_text())
    assert [row["ranks"] for row in figures["rows"]] == [16, 64] * len(workloads.SCALING)
    assert {fit["workload"] for fit in figures["fits"]} == {workload.about for workload in workloads.SCALING}
    assert plot.read_text().count("<svg") == 1


def test_fits_leave_out_what_is_mostly_start_up():
    rows = [{"workload": "w", "ranks": ranks, "packets": ranks, "cpu_s": 0.05 + 1e-6 * ranks ** 1.5}
            for ranks in scaling.sizes(256, 1_048_576)]
    fits = scaling.fits(rows)
    assert [fit["to"] for fit in fits] == [262_144, 1_048_576]
    assert all(fit["exponent"] < fit["exponent_of_long_runs"] < 1.5 for fit in fits)
    assert fits[0]["long_runs_from"] == 4096


def test_recorded_cases_send_as_much_as_ours():
    path = pathlib.Path(scaling.__file__).with_name("loggopsim.json")
    by_name = {workload.name: workload for workload in (workloads.BARRIER, workloads.HALO_SENDS)}
    for case in json.loads(path.read_text())["cases"]:
        assert sum(derived(by_name[case["scenario"]], case["ranks"], case["iterations"]).values()) == case["messages"]


@pytest.mark.parametrize("name, expected", [
    ("ping-pong", {"SEND": 2 * 8 * 3}), ("message rate", {"SEND": 8 * 65 * 3}),
    ("allreduce", {"ALLREDUCE": 16 * 4 * 3}),
    (messages.FEW, {"SEND": 8 * 11 * 3})])
def test_programs_of_messages(tmp_path, name, expected):
    scenario = tmp_path / "scenario.json"
    scenario.write_text(json.dumps(messages.PROGRAMS[name][0]))
    took = measure.run([measure.BINARY, "run", scenario, "--format", "json", "--set", "ranks=16",
                        "--set", "programs[0].calls[0].let.iterations=3"])
    assert took.finished, took.error
    assert json.loads(took.output)["messages"]["by_kind"] == expected


def test_a_moved_count_of_instructions_is_found():
    recorded = {"a": 1000.0, "b": 1000.0, "c": 1000.0}
    assert instructions.moved(recorded, {"a": 1029.0, "b": 971.0, "c": 1000.0}) == []
    problems = instructions.moved(recorded, {"a": 1031.0, "b": 969.0, "d": 1.0})
    assert [problem.split(":")[0] for problem in problems] == ["a", "b", "c", "d"]


def test_every_measured_workload_has_a_recorded_count():
    recorded = json.loads(instructions.RECORD.read_text())["per_packet"]
    assert list(recorded) == [workload.name for workload in instructions.MEASURED]


def test_the_overhead_of_a_sweep_is_what_is_not_in_its_runs(capsys):
    sweep_overhead.main(["--runs", "4", "--updates", "1"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[0] == "runs" and rows
    for row in rows:
        runs, jobs, ms_of_a_run, runs_s, overhead_s = map(float, row.split()[:5])
        assert runs == 4 and runs_s >= 0 and overhead_s > 0, "Python's own start is not in the runs"


def test_families_stand_in_one_table(tmp_path, capsys):
    out = tmp_path / "out.json"
    families.main(["--ranks", "16", "--json", str(out)])
    rows = json.loads(out.read_text())["rows"]
    barriers = 2 * 16 * 4  # of four rounds
    fence = barriers + 2 * 16  # a put and its answer; in ch4 a write; in shm a put is a copy
    # Below 1,024 ranks ch3 closes a fence with a REDUCE_SCATTER besides. One put each with its lock and its answer; in
    # ch3 LOCK and UNLOCK are answered apart, in ch4, too, and the put is a write, which has no answer. PSCW to four
    # neighbours: POST, PUT, answer, COMPLETE; in ch3 the last put carries COMPLETE; in oldqueue puts wait at their
    # target for POST, which is no message. Counters: eight handles, four "free", four puts that carry the signal.
    expected = [fence, fence + 16 * 4, barriers + 16, 16 * 15, barriers, 2 * 16, 4 * 16, 5 * 16, 2 * 16,
                16 * 16, 12 * 16, 12 * 16, 4 * 16, 16 * 16]
    assert [row["packets"] for row in rows] == expected
    assert [row["family"].split(",")[0] for row in rows] == [
        "newrma", "ch3", "ch4", "oldqueue", "shm", *["newrma", "ch3", "ch4", "oldqueue"] * 2, "synccount"]
    assert capsys.readouterr().out.count("\n| ") == len(rows)


def test_what_grows_with_the_square_of_the_ranks_is_not_tried():
    ranks = 8192
    row = next(families.measured(case, ranks) for case in families.cases(ranks)
               if case.family == "oldqueue" and "fence" in case.about)
    assert "packets" not in row
    assert "not tried: a fence tells each rank of each other one" in families.table_row(row)
