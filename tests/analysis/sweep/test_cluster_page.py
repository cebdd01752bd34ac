"""The scripts and commands of analysis/CLUSTER.md, word for word, in a clone, in an environment without the package.
Slurm is replaced by scripts that start the processes on this machine."""

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from verbs import PROGRAM, ROOT, SCENARIOS

pytestmark = pytest.mark.long

PAGE = (ROOT / "analysis/CLUSTER.md").read_text()
JOB_ARRAY, DASK, OTHER_VERBS, EXPLORE_ARRAY = re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"^    (\S.*)$", PAGE, re.MULTILINE)
SWEEP = "scenarios/sweeps/random-access-elements.json"
WORLD = "tests/explore/worlds/pscw-2x2.json"
GROUPS = "groups/halos.json"
SMALLER_WORLD = ROOT / "tests/explore/worlds/fence-one-writer.json"  # two pieces
PATIENCE_S = 120
# At most two processes, where the page has 32: they need a processor each.
SRUN = """#!/bin/bash
tasks=1
while [[ $1 == -* ]]; do
    [[ $1 != --ntasks=* ]] || tasks=${1#*=}
    shift
done
for ((task = 0; task < tasks && task < 2; task++)); do "$@" & done
wait
"""
SBATCH = """#!/bin/bash
[[ $1 != --wait ]] || shift
[[ $(cat "$1") =~ --array=1-([0-9]+) ]]
export SLURM_ARRAY_TASK_COUNT=${BASH_REMATCH[1]} SLURM_CPUS_PER_TASK=1
for ((task = 1; task <= SLURM_ARRAY_TASK_COUNT; task++)); do SLURM_ARRAY_TASK_ID=$task bash "$1" || exit; done
"""
HOSTNAME = "#!/bin/sh\necho 127.0.0.1\n"


@pytest.fixture
def clone(tmp_path):
    """Returns a clone of the project that is built, with fewer runs in the sweep."""
    folder = tmp_path / "clone"
    for inside in ("build/release", "protocol", "sim/frontend/install", "scenarios/sweeps", "scenarios/workloads",
                   "scenarios/groups", "tests/explore/worlds", "bin"):
        (folder / inside).mkdir(parents=True)
    for name in ("rmasim", "sim/frontend/install/needs.txt"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "analysis").symlink_to(ROOT / "analysis")
    for name in ("CMakeLists.txt", "CMakePresets.json"):
        (folder / name).touch()
    (folder / "build/release/rmasim").symlink_to(PROGRAM)
    for name, text in (("srun", SRUN), ("sbatch", SBATCH), ("hostname", HOSTNAME)):
        (folder / "bin" / name).write_text(text)
        (folder / "bin" / name).chmod(0o755)
    sweep = {"name": "random-access-elements", "scenario": str(SCENARIOS / "workloads/random-access.json"),
             "set": {"ranks": 16}, "vary": {"seed": list(range(1, 41))}}
    (folder / SWEEP).write_text(json.dumps(sweep))
    shutil.copy(SMALLER_WORLD, folder / WORLD)
    for name in ("workloads/transpose.json", GROUPS):
        shutil.copy(SCENARIOS / name, folder / "scenarios" / name)
    stamp = folder / "build/release/.built"
    stamp.touch()
    os.utime(stamp, (time.time() + 3600,) * 2)
    return folder


class Begun:
    """A command that runs as a process with its own process group. At the end the group is killed, as Slurm ends a job.
    """

    def __init__(self, clone, *command):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "RMASIM"))}
        environment |= {"PATH": f"{clone}/bin:{os.environ['PATH']}", "SLURM_SUBMIT_DIR": str(clone),
                        "TMPDIR": str(clone)}
        self.said = tempfile.NamedTemporaryFile("w+", dir=clone)
        self.process = subprocess.Popen(command, cwd=clone, env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=self.said, start_new_session=True)

    @property
    def complaints(self):
        return Path(self.said.name).read_text()

    def ended(self):
        """Waits for the end of the command, and returns the exit code."""
        return self.process.wait(timeout=PATIENCE_S)

    def wait_until(self, condition):
        deadline = time.monotonic() + PATIENCE_S
        while not condition():
            assert self.process.poll() is None and time.monotonic() < deadline, self.complaints
            time.sleep(0.02)

    def kill(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


def printed_alone(*command):
    return subprocess.run([PROGRAM, *map(str, command)], capture_output=True, text=True, check=True).stdout


def carried_out(clone, *command):
    """Runs a command to its end. Returns the exit code and standard error."""
    with Begun(clone, *command) as begun:
        return begun.ended(), begun.complaints


def on_a_free_port(script):
    """Returns the script with a free port, because another test may use the port of the page."""
    assert "8786" in script
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return script.replace("8786", str(probe.getsockname()[1]))


@pytest.fixture
def table(clone):
    """Returns the table of the sweep that one machine made."""
    assert carried_out(clone, "./rmasim", "sweep", SWEEP, "--out", "alone")[0] == 0
    return (clone / "alone/table.csv").read_bytes()


def test_the_job_array(clone, table):
    (clone / "sweep.sh").write_text(JOB_ARRAY)
    command = next(line for line in COMMANDS if line.startswith("sbatch --wait"))
    exit_code, complaints = carried_out(clone, "bash", "-c", command)
    assert exit_code == 0 and "0 runs made, 40 were there already" in complaints, complaints
    assert (clone / "elements/table.csv").read_bytes() == table
    assert len(list((clone / "elements").glob("runs-*-of-16.jsonl"))) == 16


def test_the_dask_job(clone, table):
    (clone / "sweep.sh").write_text(on_a_free_port(DASK))
    exit_code, complaints = carried_out(clone, "bash", "sweep.sh")
    assert exit_code == 0, complaints
    assert (clone / "elements/table.csv").read_bytes() == table


def test_the_job_array_of_an_exploration(clone):
    (clone / "explore.sh").write_text(EXPLORE_ARRAY)
    command = next(line for line in COMMANDS if line.startswith("sbatch --wait explore"))
    exit_code, complaints = carried_out(clone, "bash", "-c", f"({command}) > printed")
    assert exit_code == 0 and "0 parts explored" in complaints, complaints
    assert (clone / "printed").read_text() == printed_alone("explore", SMALLER_WORLD)


def test_the_other_verbs_on_dask(clone):
    others = OTHER_VERBS.replace("1000000", "4000").replace("transpose.json", "transpose.json --set ranks=8 --runs 30")
    script = on_a_free_port(DASK + others)
    kept = {"explore": " > explored", "run": " --format json > ran"}
    lines = [line + kept.get(verb_of(line), "") for line in script.splitlines() if verb_of(line) != "sweep"]
    (clone / "others.sh").write_text("\n".join(lines) + "\n")
    exit_code, complaints = carried_out(clone, "bash", "-e", "others.sh")
    assert exit_code == 0, complaints
    assert (clone / "explored").read_text() == printed_alone("explore", SMALLER_WORLD)
    ran, alone = (json.loads(text) for text in ((clone / "ran").read_text(),
                                                printed_alone("run", SCENARIOS / GROUPS, "--format", "json")))
    assert {**ran, "wall_s": 0} == {**alone, "wall_s": 0}
    assert {path.name for path in clone.glob("*/pieces.jsonl")} == {"pieces.jsonl"}


def verb_of(line):
    return line.split()[1] if line.startswith("./rmasim ") else ""


# ---- A cluster without workers.

NO_WORKER = "rmasim: the cluster has had no worker for 10 s; the same command resumes the sweep\n"


@contextmanager
def scheduler(clone):
    """Starts the scheduler of the page. Yields its address."""
    command = next(line for line in on_a_free_port(DASK).splitlines() if "dask-scheduler" in line)
    with Begun(clone, "bash", "-c", command.removesuffix("&")) as begun:
        begun.wait_until(lambda: "Scheduler at" in begun.complaints)
        yield "tcp://127.0.0.1:" + re.search(r"--port (\d+)", command)[1]


def sweep_on(clone, address):
    return Begun(clone, "./rmasim", "sweep", SWEEP, "--out", "elements", "--dask", address, "--dask-wait-s", "10")


def test_a_cluster_that_never_has_a_worker(clone):
    with scheduler(clone) as address, sweep_on(clone, address) as sweep:
        assert sweep.ended() == 5
        assert sweep.complaints.endswith(NO_WORKER)


def test_a_cluster_whose_workers_all_die(clone, table):
    command = re.search(r"dask-worker .*?\n *\S.*?(?= &\n)", DASK, re.DOTALL)[0]
    with scheduler(clone) as address:
        with Begun(clone, "bash", "-c", re.sub(r'"tcp://\S+"', address, command)) as worker:
            with sweep_on(clone, address) as sweep:
                journal = clone / "elements/runs.jsonl"
                sweep.wait_until(lambda: journal.exists() and journal.read_bytes())
                worker.kill()
                assert sweep.ended() == 5, sweep.complaints
                assert sweep.complaints.endswith(NO_WORKER)
    assert carried_out(clone, "./rmasim", "sweep", SWEEP, "--out", "elements")[0] == 0
    assert (clone / "elements/table.csv").read_bytes() == table
