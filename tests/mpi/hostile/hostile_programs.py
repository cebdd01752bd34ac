"""Builds the hostile programs, and runs a row in a folder of its own. Afterwards no process and no file is left."""

import ctypes
import functools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time

from mpi_runner import BINARY, FOLDER, ROOT

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT_S = 60
BUILT = pathlib.Path(FOLDER.name) / "hostile"
# Orphans of a run become children of this process, so they are found.
PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def compile_by(*command):
    finished = subprocess.run([str(one) for one in command], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr


@functools.cache
def needed_by(source):
    """Builds what a program is linked with, and returns the arguments of the linker."""
    BUILT.mkdir(exist_ok=True)
    if source == "endings.c":
        compile_by(BINARY, "cc", "-O1", "-w", f"-I{ROOT}", "-shared", "-o", BUILT / "libhostile.so",
                   HERE / "library.c")
        return [f"-L{BUILT}", "-lhostile", f"-Wl,-rpath,{BUILT}"]
    if source == "fortran.c":
        compile_by("gfortran", "-g", "-fPIC", "-fcheck=bounds", "-c", "-o", BUILT / "stops.o", HERE / "stops.f90")
        return [BUILT / "stops.o", "-lgfortran"]
    return []


@functools.cache
def built(source):
    program = BUILT / f"{pathlib.Path(source).stem} program"  # blanks in names must not matter
    needed = needed_by(source)
    suffix = pathlib.Path(source).suffix
    compiler = {".c": ["cc"], ".cc": ["c++"], ".f90": ["fc", "-J", BUILT, "-fcheck=bounds"]}[suffix]
    compile_by(BINARY, *compiler, "-O1", "-w", f"-I{ROOT}", "-o", program, HERE / source, *needed)
    return program


def processes_left():
    """Waits for orphans of the run that have ended or end just now. Returns the names of those that still run, and ends
    them."""
    left = []
    for last_try in (*[False] * 50, True):
        try:
            while os.waitpid(-1, os.WNOHANG)[0] != 0:
                pass
        except ChildProcessError:
            return left
        if not last_try:
            time.sleep(0.01)
    for child in pathlib.Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
        left.append(pathlib.Path(f"/proc/{child}/comm").read_text().strip())
        os.kill(int(child), 9)
        os.waitpid(int(child), 0)
    return left


class Run:
    """A finished run: `code`, `output`, `errors`, and `left`: the files and processes that it has left."""

    def __init__(self, command, environment=(), folder=None, **streams):
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="hostile-", dir=FOLDER.name))
        temporary = self.folder / "temporary files"
        temporary.mkdir(exist_ok=True)
        variables = {**os.environ, "TMPDIR": str(temporary), **dict(environment)}
        output, errors = (tempfile.TemporaryFile(dir=FOLDER.name) for _ in range(2))
        self.read_output = functools.partial(os.pread, output.fileno(), 1000, 0)
        child = subprocess.Popen([str(one) for one in command], env=variables, cwd=self.folder,
                                 **{"stdin": subprocess.DEVNULL, "stdout": output, "stderr": errors, **streams})
        timer = threading.Timer(TIMEOUT_S, child.kill)
        timer.start()
        self.act(child)
        _, status = os.waitpid(child.pid, 0)
        timer.cancel()
        self.code = child.returncode = os.waitstatus_to_exitcode(status)
        self.output, self.errors = (self.text_of(file) for file in (output, errors))
        self.left = [*processes_left(), *(str(one.relative_to(self.folder)) for one in self.folder.rglob("*")
                                          if one != temporary)]
        if folder is None:
            shutil.rmtree(self.folder)

    def act(self, child):
        """Called while the program runs."""

    @staticmethod
    def text_of(file):
        with file:
            file.seek(0)
            return file.read().decode(errors="replace")


HEADS = (": the program is erroneous MPI", ": rmasim itself failed")


def message_of(errors, own):
    """Returns the first line that is not the program's own; after a head that only says what follows, with the next."""
    lines = [line for line in errors.splitlines() if not own or not re.match(own, line)] or [""]
    return lines[0] + (lines[1] if lines[0].endswith(HEADS) else "")


def check(row, run):
    assert run.code == row.code, (run.code, run.errors)
    message = message_of(run.errors, row.own)
    if row.message:
        assert re.search(row.message, message), run.errors
    else:
        assert message == "", run.errors
    assert re.search(row.output, run.output, re.M), run.output
    assert sorted(run.left) == sorted(row.left)
