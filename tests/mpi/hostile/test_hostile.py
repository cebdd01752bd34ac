"""Hostile programs in our own host: each row of the tables ends with its exit code and its message, and leaves no
process and no file behind."""

import collections
import os
import re
import shlex
import shutil
import signal
import time

import children_table
import endings_table
import files
import measure
import memory_table
import pytest
import threads_table
from hostile_programs import BINARY, Run, built, check

ROWS = [*endings_table.ROWS, *memory_table.ROWS, *children_table.ROWS, *threads_table.ROWS]


def name_of(row):
    return row.identity.replace(" ", "_").replace("/", "_")


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_a_program_ends(row):
    if row.source in ("fortran.c", "main_program.f90") and shutil.which("gfortran") is None:
        pytest.skip("gfortran is not installed")
    command = [BINARY, "exec", "-n", row.ranks, *row.options, built(row.source), *row.arguments]
    check(row, Run(command, row.environment))
    if row.limit_mb:
        assert measure.run(command).peak_bytes < row.limit_mb * 10**6


# ---- Files that are no programs, and programs in unusual forms and with unusual names.

def name_in_table(value):
    """The kind and the name of a row, which are its first texts."""
    return value.replace(" ", "_") if isinstance(value, str) and len(value) < 32 and "$" not in value else ""


def run_of_file(make, tmp_path, *arguments):
    (tmp_path / "temporary files").mkdir()
    file = make(tmp_path)
    before = {str(one.relative_to(tmp_path)) for one in tmp_path.rglob("*")} - {"temporary files"}
    run = Run([BINARY, "exec", "-n", 2, file, *arguments], folder=tmp_path)
    assert {*run.left} == before
    return run


@pytest.mark.parametrize("kind, name, make, message", files.REFUSED, ids=name_in_table)
def test_a_file_is_refused(kind, name, make, message, tmp_path):
    run = run_of_file(make, tmp_path)
    assert run.code == 2 and run.output == "", (kind, name, run.errors)
    assert re.search(message, run.errors.splitlines()[0]), run.errors


@pytest.mark.parametrize("kind, name, make", files.RUN, ids=name_in_table)
def test_a_file_runs(kind, name, make, tmp_path):
    run = run_of_file(make, tmp_path)
    assert run.code == 0 and run.errors == "", (kind, name, run.errors)
    assert "rank 0" in run.output and "rank 1" in run.output


# ---- Standard streams, folders and limits of the whole run.

def run_in_shell(script, **more):
    """Runs a script in which $RUN is the run of children.c on two ranks."""
    command = " ".join(shlex.quote(str(one)) for one in (BINARY, "exec", "-n", "2", built("children.c")))
    return Run(["bash", "-c", script.replace("$RUN", command)], **more)


# Kind, name, script, exit code, first line on standard error, and what standard output matches.
ENDS = r"rank 0 ends\nrank 1 ends\n"
FULL = "standard output could not be written: No space left"
SCRIPTS = [
    ("stream of the run", "full output", "$RUN much_output > /dev/full", 5, FULL, ""),
    ("stream of the run", "full output, little", "$RUN > /dev/full", 5, FULL, ""),
    ("stream of the run", "full error output", "$RUN 2> /dev/full", 0, "", ENDS),
    ("stream of the run", "no input", "$RUN <&-", 0, "", ENDS),
    ("stream of the run", "no error output", "$RUN 2>&-", 0, "", ENDS),
    ("stream of the run", "reader that ends", "$RUN much_output | head -n 1", 0, "", "line 0"),
    ("closed stream", "no output", "$RUN >&-", 5, "standard output could not be written: Bad file descriptor", ""),
    ("closed stream", "no stream", "$RUN >&- 2>&- <&-", 5, "", ""),
    ("closed stream", "many descriptors", "for i in {10..200}; do eval \"exec $i< /dev/null\"; done; $RUN",
     0, "", ENDS),
    ("environment of the run", "empty", "env -i $RUN", 0, "", ENDS),
    ("environment of the run", "no home", "HOME= $RUN", 0, "", ENDS),
    ("environment of the run", "large", "export LARGE=$(head -c 100000 /dev/zero | tr '\\0' x); $RUN", 0, "", ENDS),
    ("environment of the run", "locale", "LC_ALL=tr_TR.UTF-8 LANG=C $RUN", 0, "", ENDS),
    ("environment of the run", "checks of malloc", "MALLOC_CHECK_=3 MALLOC_PERTURB_=7 $RUN", 0, "", ENDS),
    ("folder for temporary files", "blank", "mkdir 'temporary files/two words'; "
     "TMPDIR=\"$PWD/temporary files/two words\" $RUN; rmdir 'temporary files/two words'", 0, "", ENDS),
    ("folder for temporary files", "absent", "TMPDIR=/no/such/folder $RUN", 0, "", ENDS),
    ("folder for temporary files", "a file", "TMPDIR=/dev/null $RUN", 0, "", ENDS),
    ("folder for temporary files", "read-only", "TMPDIR=/proc $RUN", 0, "", ENDS),
    ("working directory of the run", "deleted", "mkdir gone; cd gone; rmdir ../gone; $RUN", 0, "", ENDS),
    ("working directory of the run", "read-only", "cd /proc; $RUN", 0, "", ENDS),
    ("working directory of the run", "root", "cd /; $RUN", 0, "", ENDS),
    ("limit of the run", "no core files", "ulimit -c 0; $RUN", 0, "", ENDS),
    ("limit of the run", "unlimited stack", "ulimit -s unlimited; $RUN", 0, "", ENDS),
    ("limit of the run", "few descriptors", "ulimit -n 24; $RUN", 0, "", ENDS),
    ("limit of the run", "little memory", "ulimit -v 200000; $RUN", 0, "", ENDS),
]


@pytest.mark.parametrize("kind, name, script, code, message, output", SCRIPTS, ids=name_in_table)
def test_surroundings(kind, name, script, code, message, output):
    run = run_in_shell(script)
    assert run.code == code, (kind, name, run.errors)
    assert re.search(message, run.errors.splitlines()[0] if run.errors else ""), run.errors
    assert message or not run.errors, run.errors
    assert re.search(output, run.output), run.output
    assert not run.left


# ---- Runs that a user interrupts.

class Interrupted(Run):
    """A run that gets signals when it has printed `ready`, as from a terminal: with all its children."""

    def __init__(self, how, signals):
        self.signals = signals
        super().__init__([BINARY, "exec", "-n", 2, built("children.c"), how], start_new_session=True)

    def act(self, child):
        while b"ready" not in self.read_output() and child.poll() is None:
            time.sleep(0.005)
        for number in self.signals:
            os.killpg(child.pid, number)


BUSY = {"wait_loop": "computes", "wait_ignoring": "computes", "wait_handling": "computes", "wait_malloc": "computes",
        "wait_printing": "calls", "wait_clock": "calls", "wait_messages": "calls", "wait_sleep": "calls",
        "wait_child": "calls", "wait_rank": "calls"}


@pytest.mark.parametrize("how", BUSY)
def test_ctrl_c_gives_the_summary_so_far(how):
    run = Interrupted(how, [signal.SIGINT])
    assert run.code == -signal.SIGINT  # 130 in a shell
    assert "Messages " in run.output and "interrupted; the figures are those so far" in run.errors
    assert not run.left


@pytest.mark.parametrize("numbers", [
    [signal.SIGTERM], [signal.SIGINT, signal.SIGINT], [signal.SIGHUP], [signal.SIGQUIT],
    [signal.SIGTSTP, signal.SIGCONT, signal.SIGINT], [signal.SIGKILL]])
def test_signals_of_users(numbers):
    run = Interrupted("wait_loop", numbers)
    assert run.code == -numbers[-1]
    assert not run.left


# ---- The table itself.

def kinds():
    of_rows = [row.kind for row in ROWS]
    of_files = [kind for kind, *_ in (*files.REFUSED, *files.RUN, *SCRIPTS)]
    return collections.Counter([*of_rows, *of_files, *(f"interrupt of a run that {does}" for does in BUSY.values())])


def test_the_table_is_wide():
    found = kinds()
    assert sum(found.values()) >= 300 and len(found) >= 60
    assert max(found.values()) <= 6, found.most_common(3)
    assert len({row.identity for row in ROWS}) == len(ROWS)
