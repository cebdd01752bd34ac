"""Builds MPI programs with `rmasim cc` and runs them with `rmasim exec`: the program named by RMASIM_BINARY, and
rmasim-host and rmasim-exec in the same folder. If RMASIM_MPI_HOST is `smpi`, `cc`, `c++` and `fc` have the option
--smpi."""

import functools
import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
WORKLOADS = ROOT / "tests/bench/smpi"
BINARY = os.environ["RMASIM_BINARY"]
UNDER_SMPI = os.environ.get("RMASIM_MPI_HOST", "own") == "smpi"
FOLDER = tempfile.TemporaryDirectory(prefix="rmasim-mpi-")  # deleted at the end of the process


def rmasim(*arguments, folder=None):
    """A finished process with its exit code, standard output and standard error as text. `folder` is its working
    directory."""
    words = list(map(str, arguments))
    if UNDER_SMPI and words[0] in ("cc", "c++", "fc"):
        words.insert(1, "--smpi")
    return subprocess.run([BINARY, *words], capture_output=True, text=True, check=False, timeout=120,
                          cwd=folder)


@functools.lru_cache(maxsize=None)
def built(source):
    """Returns the program of a C file, which is built once."""
    program = pathlib.Path(FOLDER.name) / source.stem
    finished = rmasim("cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}", "-o", program, source)
    assert finished.returncode == 0, finished.stderr
    return program


def run(source, *arguments, ranks=4, options=()):
    return rmasim("exec", "-n", ranks, *options, built(source), *arguments)


def result(source, *arguments, ranks=4, options=()):
    """Runs a program, which must succeed, and returns the result object."""
    finished = run(source, *arguments, ranks=ranks, options=("--format", "json", *options))
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


@functools.lru_cache(maxsize=None)
def platform(hosts):
    """Writes a platform file for SMPI itself, and returns its path."""
    path = pathlib.Path(FOLDER.name) / f"platform-{hosts}.xml"
    path.write_text("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                    f"<platform version=\"4.1\"><cluster id=\"c\" prefix=\"n\" suffix=\"\" radical=\"0-{hosts - 1}\" "
                    "speed=\"1Gf\" bw=\"100Gbps\" lat=\"500ns\"/></platform>\n")
    return path
