"""A run that processes share which mpirun started, under each of the two MPI libraries that is installed."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from rmasim_runner import BINARY, SCENARIOS, document_of, every_scenario, rmasim, words_of, write_scenario

pytestmark = pytest.mark.long
EXCHANGE = Path(BINARY).parent / "tests/exchange_mpi"
SHARED_RUNS = Path(BINARY).parent / "tests/shared_runs_mpi"
PATIENCE_S = 300
LIBRARIES = {"mpich": [], "openmpi": ["--oversubscribe", "--allow-run-as-root"]}


@pytest.fixture(params=LIBRARIES)
def mpirun(request):
    """Returns a function that runs a command with a given number of processes."""
    library = request.param
    if shutil.which(f"mpirun.{library}") is None or not (Path(BINARY).parent / f"librmasim_{library}.so").exists():
        pytest.skip(f"{library} is not installed here")

    def run(processes, *command, patience_s=PATIENCE_S):
        return subprocess.run([f"mpirun.{library}", *LIBRARIES[library], "-n", str(processes), *map(str, command)],
                              capture_output=True, text=True, check=False, timeout=patience_s, stdin=subprocess.DEVNULL)
    return run


@pytest.mark.parametrize("processes", [2, 5])
def test_pieces_come_whole_and_in_order(mpirun, processes):
    for seed in range(3):
        finished = mpirun(processes, EXCHANGE, 100, seed)
        assert (finished.returncode, finished.stdout) == (0, f"{processes} processes, {processes} here\n")


def test_a_process_that_dies_ends_all(mpirun):
    assert mpirun(3, EXCHANGE, 1000, 1, "--dies").returncode != 0


def result(finished):
    parsed = json.loads(finished.stdout)
    parsed.pop("wall_s")
    return parsed


def require_the_same(mpirun, file, processes, *arguments):
    """Returns True if processes can share the run. If they cannot, the error must be printed once."""
    shared = mpirun(processes, BINARY, "run", *words_of([file]), "--format", "json", *arguments)
    if shared.returncode == 2:
        assert shared.stdout == "" and "or one process, -j 1" in shared.stderr, shared.stderr
        return False
    alone = rmasim("run", file, "--format", "json", *arguments)
    assert result(shared) == result(alone), file
    assert shared.returncode == alone.returncode
    return True


def test_scenarios_have_the_result_of_one_process(mpirun):
    """The program itself runs one scenario in twenty, chosen at random, because its start takes seconds. The other
    tests run all scenarios."""
    chosen = random.Random(1).sample(every_scenario(), len(every_scenario()) // 20)
    shared = [require_the_same(mpirun, SCENARIOS / name, 2) for name in chosen
              if "groups" not in document_of(SCENARIOS / name)]
    assert shared.count(True) > 5


def compared(mpirun, processes, *what):
    """Returns the number of runs that had the result and the memory of a run in one process."""
    finished = mpirun(processes, SHARED_RUNS, *what, patience_s=1800)
    assert finished.returncode == 0, finished.stderr
    return int(finished.stdout)


@pytest.mark.parametrize("processes, at_least", [(2, 200), (3, 70)])
def test_every_scenario_is_shared_alike(mpirun, processes, at_least):
    """Most scenarios have two ranks, so at most two processes can share them."""
    assert compared(mpirun, processes, "scenarios") >= at_least


@pytest.mark.parametrize("processes", [2, 3])
def test_random_programs_are_shared_alike(mpirun, processes):
    assert compared(mpirun, processes, "programs", 1000 * processes, 200) == 200


def test_many_ranks_with_data_have_the_result_of_one_process(mpirun):
    for processes in (2, 3):
        assert require_the_same(mpirun, SCENARIOS / "scale/halo-fence.json", processes, "--set", "ranks=2000",
                                "--breakdown", "rank")
        assert require_the_same(mpirun, SCENARIOS / "scale/lock-all-random.json", processes, "--set", "ranks=2000")


def test_files_are_those_of_one_process(mpirun, tmp_path):
    arguments = ("run", SCENARIOS / "scale/halo-fence.json", "--set", "ranks=40", "--set", "data=true")
    shared, alone = ([tmp_path / f"{name}-{how}" for name in ("trace", "memory")] for how in ("shared", "alone"))
    assert mpirun(3, BINARY, *arguments, "--trace", shared[0], "--memory", shared[1]).returncode == 0
    assert rmasim(*arguments, "--trace", alone[0], "--memory", alone[1]).returncode == 0
    for one, other in zip(shared, alone):
        assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("file, code", [("/dev/full", 5), ("/nowhere/trace", 2)])
def test_a_trace_that_cannot_be_written(mpirun, file, code):
    finished = mpirun(3, BINARY, "run", SCENARIOS / "scale/halo-fence.json", "--set", "ranks=40", "--trace", file)
    assert finished.returncode == code and finished.stdout == ""
    assert len([line for line in finished.stderr.splitlines() if "--trace" in line]) == 1


def test_process_0_sends_its_files(mpirun, tmp_path):
    file = write_scenario(tmp_path, ranks=4, programs=[{"calls": [{"fence": {}}]}])
    patch = tmp_path / "patch.json"
    patch.write_text('{"ranks": 6}')
    assert require_the_same(mpirun, file, 2, "--patch", patch)


def test_bad_input_is_said_once(mpirun, tmp_path):
    file = write_scenario(tmp_path, ranks=4, programs=[{"calls": [{"fence": {}}]}],
                          platform={"network": {"model": "flow"}})
    finished = mpirun(3, BINARY, "run", file)
    assert finished.returncode == 2 and finished.stdout == ""
    ours = [line for line in finished.stderr.splitlines() if line.startswith(str(file))]
    assert [line.partition(": ")[2] for line in ours] == [
        'platform.network.model: found "flow"; allowed: "loggp", because under "flow" packets of different processes '
        "use the same links; or one process, -j 1"]


def test_an_early_end_is_that_of_one_process(mpirun, tmp_path):
    file = write_scenario(tmp_path, ranks=4, programs=[{"ranks": "rank < 3", "calls": [{"barrier": {}}]}])
    assert require_the_same(mpirun, file, 2)
    assert mpirun(2, BINARY, "run", file).returncode == 3
