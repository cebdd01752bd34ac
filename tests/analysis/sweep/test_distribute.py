"""explore, fuzz, tune and run in three forms: on several processors, as a job array, and on a cluster that loses a
worker. The output has the same bytes in each form."""

import functools
import json
import re
import signal
import subprocess
import time

import pytest
from cluster import scheduler_process, worker
from verbs import ENVIRONMENT, PROGRAM, ROOT, SCENARIOS, verb

from rmasim_analysis.fuzz.command import up_to_finding
from rmasim_analysis.distribute.assembly import Assembly
from rmasim_analysis.distribute.making import Shard, Task, make
from rmasim_analysis.distribute.pieces import InMemory, file_arguments

WORLD = ROOT / "tests/explore/worlds/lock-queue.json"
EXPLORE = ("explore", WORLD)
FUZZ = ("fuzz", "--runs", 400)
TUNE = ("tune", SCENARIOS / "workloads/transpose.json", "--set", "ranks=8", "--runs", 30, "--verify", 0)
RUN = ("run", SCENARIOS / "groups/halos.json")
WORK = (EXPLORE, FUZZ, TUNE, RUN)
PIECE = {"explore": ("--piece", 40), "fuzz": ("--piece", 25), "tune": (), "run": ("--piece", 2)}
WALL_S = re.compile(r"\d+\.\d+ s to simulate")
PATIENCE_S = 60


def program(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False,
                          env=ENVIRONMENT)
    done.stdout = without_time(done.stdout)
    return done


def without_time(printed):
    """Returns the output without the duration of the run. The rest of the output is the same in every run."""
    return WALL_S.sub("", printed)


def spread(work, *options):
    """Distributes the work as `./rmasim VERB` does, in small pieces."""
    return program(*work, *PIECE[work[0]], *options)


@functools.cache
def printed_alone(work):
    """Returns the output of one process."""
    return program(*work).stdout


def test_two_processors_print_what_one_does():
    for work in (EXPLORE, TUNE, RUN):
        done = spread(work, "-j", 2)
        assert (done.returncode, done.stdout) == (0, printed_alone(work)), done.stderr


@pytest.mark.long
def test_what_was_finished_is_not_made_again(tmp_path):
    for work in WORK:
        folder = tmp_path / work[0]
        assert spread(work, "--parts", folder, "-j", 2).stdout == printed_alone(work)
        journal = folder / "pieces.jsonl"
        lines = journal.read_bytes().splitlines(keepends=True)
        journal.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:20])
        again = spread(work, "--parts", folder, "-j", 2)
        assert again.stdout == printed_alone(work), again.stderr
        assert len(journal.read_bytes().splitlines()) >= len(lines) // 2


def test_other_work_does_not_take_a_folder(tmp_path):
    assert spread(EXPLORE, "--parts", tmp_path / "parts").returncode == 0
    other = spread(EXPLORE, "--parts", tmp_path / "parts", "--set", "seed=2")
    assert other.returncode == 2 and "an exploration with other options" in other.stderr
    alone = spread(EXPLORE, "--shard", "1/2")
    assert alone.returncode == 2 and "--shard: found no --parts" in alone.stderr


def test_bad_input_is_said_once_and_nothing_is_left(tmp_path):
    done = spread(EXPLORE, "-j", 2, "--parts", tmp_path / "parts", "--set", "protocol.slots=0")
    assert done.returncode == 2
    assert done.stderr.count("found 0") == 1 and not (tmp_path / "parts").exists()


def test_an_assembly_that_has_ended_before_it_is_told_has_said_why():
    with pytest.raises(SystemExit) as ended, Assembly(["sh", "-c", "exit 2"]) as assembly:
        assembly.process.wait()
        assembly.wanted(1)
    assert ended.value.code == 2


def test_the_result_as_json_and_a_failure(tmp_path):
    fails = ("explore", WORLD, "--set", 'expect={"messages":{"total":1}}')
    alone, parts = (program(*fails, *options, "--format", "json") for options in ((), ("-j", 2, "--piece", 40)))
    assert parts.returncode == alone.returncode == 1
    found = [json.loads(one.stdout) for one in (alone, parts)]
    for one in found:
        del one["wall_s"], one["explore_cpu_s"]
    assert found[0] == found[1]
    assert alone.stderr.splitlines()[0] in parts.stderr
    out = tmp_path / "orders"
    out.mkdir()
    assert spread(fails, "-j", 2, "--out", out).returncode == 1
    assert (out / "lock-queue.failing.json").exists()


def test_groups_that_do_not_finish_are_reported_as_by_one_process():
    waits = ("run", SCENARIOS / "groups/one-waits-for-ever.json", "--set", "seed=2")
    alone, pieces = (program(*waits, *options) for options in ((), ("-j", 2, "--piece", 1)))
    assert (pieces.returncode, pieces.stdout) == (alone.returncode, alone.stdout) == (3, alone.stdout)
    assert alone.stderr in pieces.stderr and "group 2: the run cannot finish" in alone.stderr


def test_a_group_of_bad_input_ends_the_run(tmp_path):
    """The run reports the first group with bad input that a process reads."""
    said = re.compile(r"group (4\d|5\d|6[0-3]): faults\.stragglers\[0\]\.slowdown: found ")
    straggler = 'faults={"stragglers":[{"ranks":"all","slowdown":"40 - group"}]}'
    for options in ((), ("-j", 2, "--piece", 2, "--parts", tmp_path / "parts")):
        done = program(*RUN, "--set", straggler, *options)
        assert done.returncode == 2 and len(said.findall(done.stderr)) == 1 and not done.stdout, done.stderr


def test_a_finding_ends_the_campaign():
    tasks = [Task(seed, []) for seed in (1, 11, 21, 31)]
    assert [task.key for task in up_to_finding(tasks, {11: {"found": 12}})] == [1, 11]
    assert len(list(up_to_finding(tasks, {11: {}}))) == 4


def test_shards_and_guesses():
    """A process executes the shard of another process if that process has not reported for a while. If no other work is
    left, it executes a guess."""
    class Pool:
        def __init__(self):
            self.order, self.ended_so_far = [], 0

        def width(self):
            return 1

        def submit(self, task):
            self.order.append(task[0][0])

        def ended(self):
            self.ended_so_far += 1
            return [(self.order[self.ended_so_far - 1], None)]

    def left(pieces):
        return lambda most: [Task(key, [], guessed=key == 1) for key in (1, 2, 3) if key not in pieces.entries][:most]

    pool, pieces = Pool(), InMemory()
    assert make(left(pieces), pieces, pool, Shard(None), lambda key, _: {"key": key}) == 3
    assert pool.order[-1] == 1
    shard = Shard((1, 2))
    tasks = left(InMemory())(3)
    assert [task.key for task in shard.own(tasks)] == [2]
    assert shard.own(tasks[:1]) == []
    shard.last_news -= 60
    assert [task.key for task in shard.own(tasks[:1])] == [1]


def test_files_among_arguments():
    arguments = ["a.json", "--set", "x=1", "--patch", "b.json", "--patch=c.json", "--first", "--limit", "3"]
    assert file_arguments(arguments) == ["a.json", "b.json", "c.json"]
    assert file_arguments(["--first", "a.json"]) == ["a.json"]


# ---- A job array and a cluster.

@pytest.mark.long
def test_a_job_array_of_which_a_task_is_killed(tmp_path):
    for work in WORK:
        folder = tmp_path / work[0]
        command = [PROGRAM, *map(str, (*work, *PIECE[work[0]], "--parts", folder, "-j", 1))]
        tasks = [subprocess.Popen([*command, "--shard", f"{k}/3"], env=ENVIRONMENT, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL) for k in (1, 2, 3)]
        wait_until(lambda: finished(folder) > 3)
        tasks[2].kill()
        for task in tasks[:2]:
            assert task.communicate(timeout=PATIENCE_S)[0] == b"" and task.returncode == 0
        tasks[2].communicate()
        end = spread(work, "--parts", folder)
        assert end.stdout == printed_alone(work), end.stderr


def finished(folder):
    return sum(path.read_bytes().count(b"\n") for path in folder.glob("pieces*.jsonl"))


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.mark.long
def test_a_cluster_that_loses_a_worker(tmp_path):
    with scheduler_process() as (_, address):
        with worker(address, tmp_path / "last"):
            for work in WORK:
                folder = tmp_path / work[0]
                command = [PROGRAM, *map(str, (*work, *PIECE[work[0]], "--parts", folder, "--dask", address))]
                with worker(address, tmp_path / f"lost-{work[0]}") as lost:
                    process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE,
                                               stderr=subprocess.PIPE, text=True)
                    wait_until(lambda at=folder: finished(at) > 3)
                    lost.send_signal(signal.SIGKILL)
                    printed, complaints = process.communicate(timeout=PATIENCE_S)
                assert (process.returncode, without_time(printed)) == (0, printed_alone(work)), complaints


def test_verbs_of_python_say_what_they_do_not_know():
    done = verb("sweep", WORLD, "--nonsense")
    assert done.returncode == 2 and "--nonsense" in done.stderr
