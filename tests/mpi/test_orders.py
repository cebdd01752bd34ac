"""Threads of a rank that C11, C++ and POSIX order in many ways (orders/). `exec --semantics` reports no correct
program. It reports each wrong program, in which a put is not complete when its thread notifies the other thread.
Futures, latches, barriers and semaphores end, although a thread that waits must not block the other threads of its
rank."""

import json
import shutil

import pytest
from mpi_runner import FOLDER, PROGRAMS, ROOT, rmasim

ORDERS = PROGRAMS.parent / "orders"
WAYS = {"flags.c": range(10), "waiting.cc": range(19)}
COMPILERS = ["gcc"] + ["clang"] * bool(shutil.which("clang"))
VARIANTS = [(compiler, level) for compiler in COMPILERS for level in ("-O0", "-O2")]
BUILT = {}


def built(name, compiler, level, wrong=False):
    """Builds a program of the folder."""
    key = (name, compiler, level, wrong)
    if key not in BUILT:
        program = f"{FOLDER.name}/{name}_{compiler}{level}{'_wrong' if wrong else ''}"
        command = ["c++", "-std=c++20"] if name.endswith(".cc") else ["cc", "-std=gnu11"]
        finished = rmasim(command[0], "--watch", *(["--clang"] if compiler == "clang" else []), *command[1:], level,
                          "-g", "-gdwarf-4", "-pthread", f"-I{ROOT}", *(["-DWRONG"] if wrong else []), "-o", program,
                          ORDERS / name)
        assert finished.returncode == 0, finished.stderr
        BUILT[key] = program
    return BUILT[key]


def run(program, model, *ways):
    finished = rmasim("exec", "-n", 2, "--semantics", model, "--format", "json", program, *ways)
    assert finished.returncode in (0, 4), finished.stdout + finished.stderr
    return finished.returncode, json.loads(finished.stdout)["semantics"]["findings"]


def require_blamed(program, way):
    """Checks that the program is reported for the store of the thread that was notified too early."""
    code, findings = run(program, "unified", way)
    assert code == 4 and [one["id"] for one in findings] == ["MM-BUF-1"], (way, findings)


@pytest.mark.parametrize("name", WAYS)
def test_threads_that_notify_each_other_are_ordered(name):
    program = built(name, "gcc", "-O2")
    assert run(program, "unified", *WAYS[name]) == (0, [])
    assert run(program, "separate", *WAYS[name]) == (0, [])


def test_a_notification_that_comes_too_early_is_found():
    for way in (3, 4, 7):
        require_blamed(built("flags.c", "gcc", "-O2", wrong=True), way)


@pytest.mark.long
@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("compiler,level", VARIANTS)
def test_each_way_orders_with_each_compiler(name, compiler, level):
    program = built(name, compiler, level)
    for way in WAYS[name]:
        for model in ("unified", "separate"):
            assert run(program, model, way) == (0, []), way


@pytest.mark.long
@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("compiler,level", VARIANTS)
def test_each_way_is_blamed_if_it_comes_too_early(name, compiler, level):
    program = built(name, compiler, level, wrong=True)
    for way in WAYS[name]:
        require_blamed(program, way)
