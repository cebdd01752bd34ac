"""No text has an address. Linux chooses the addresses of each process at random, so two runs of a program that printed
an address would differ. The test runs all programs of the other tests that make a report twice, and compares the bytes.

The times of the host are left out: `wall_s` of the result."""

import json
import pathlib
import re

import pytest
import test_both_halves
import test_dying_buffers
import test_errors
import test_promises
import test_semantics
import test_spinning
import test_unmatched
import test_variable_names
import test_watch
from mpi_runner import FOLDER, rmasim
from races import MODELS, batches, linked, races

pytestmark = pytest.mark.long
PRINTS_ADDRESS = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    printf("%p %p\\n", (void*)&argc, (void*)main);
    MPI_Finalize();
    return 0;
}
"""
# Programs with many bodies, and the numbers of ranks with which their tests run them.
WITH_BODIES = {"errors": (test_errors.PROGRAM, (2, 3)), "both halves": (test_both_halves.PROGRAM, (2,)),
               "promises": (test_promises.PROGRAM, (2,)), "semantics": (test_semantics.PROGRAM, (3,)),
               "unmatched": (test_unmatched.PROGRAM, (2,)), "watch": (test_watch.program_of(test_watch.ALL[0]), (2,)),
               "names": (test_variable_names.PROGRAM, (2,))}
ON_A_NODE = ("--set", "platform.ranks_per_node=2")


def texts(*arguments):
    """Returns what a run prints, and its exit code. The result is JSON if a program prints nothing itself."""
    finished = rmasim("exec", "--format", "json", *arguments)
    return finished.returncode, re.sub(r'"wall_s": [\d.e+-]+', '"wall_s": 0', finished.stdout), finished.stderr


def require_same(*arguments):
    one, other = texts(*arguments), texts(*arguments)
    assert one == other
    return one


def built(name, source, *options):
    file = pathlib.Path(FOLDER.name) / f"{name}.c"
    file.write_text(source)
    finished = rmasim("cc", *options, "-o", file.with_suffix(""), file)
    assert finished.returncode == 0, finished.stderr
    return file.with_suffix("")


def test_addresses_differ_from_run_to_run():
    """Without this, the other tests would show nothing."""
    program = built("prints_address", PRINTS_ADDRESS)
    assert texts("-n", 1, program) != texts("-n", 1, program)


@pytest.mark.parametrize("name", WITH_BODIES)
def test_errors_and_findings(name):
    program, ranks_of_runs = WITH_BODIES[name]
    reports = 0
    for body in program.some:
        for ranks in ranks_of_runs:
            code, *_ = require_same("-n", ranks, "--semantics", "unified", *ON_A_NODE, *program(body))
            reports += code in (2, 3, 4)
    assert reports > 0


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("mended", [False, True], ids=["wrong", "mended"])
def test_races(mended, model):
    for batch in batches(races()):
        code, printed, _ = require_same("-n", batch[0].ranks, "--semantics", model, *batch[0].options,
                                        linked(batch, mended))
        assert code in (0, 4) and "findings" in json.loads(printed)["semantics"]


@pytest.mark.parametrize("options", [(), ("--watch",), ("--watch", "--clang")], ids=["plain", "watched", "clang"])
def test_buffers_that_die(options):
    program = built("dies_" + "_".join(options).replace("-", ""), test_dying_buffers.PROGRAM, "-O1", *options)
    for case in ("frame", "deeper", "free", "changed", "same", "right", "send"):
        require_same("-n", 2, "--semantics", "unified", program, case)


@pytest.mark.parametrize("options", [(), ("--watch",)], ids=["plain", "watched"])
def test_loops_that_poll(options):
    """The limit of CPU time is left out, because it depends on the host."""
    program = built("spins_" + "_".join(options).replace("-", ""), test_spinning.PROGRAM, "-O1", *options)
    loops = ["sleep", "test", "testall", "iprobe", "sync", "flush", "yield", "wtime", "gettimeofday", "probe"]
    for loop in loops + (["load", "atomic"] if options else []):
        code, *_ = require_same("-n", 2, *test_spinning.FEW, "--semantics", "unified", program, loop)
        assert code in (0, 3)
