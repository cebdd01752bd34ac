"""The time of a program's own computation: zero, unless --compute counts its instructions or measures the time on this
machine."""

import importlib.machinery
import importlib.util
import json
import re

import pytest
from mpi_runner import ROOT, rmasim

# Compiled with -O1, f is a multiplication, an addition, the loop's counter, a comparison and a jump.
PROGRAM = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) unsigned f(unsigned x, int n) {
    for (int i = 0; i < n; ++i) x = x * 1664525u + 1013904223u;
    return x;
}
// Rank 1 computes; rank 0 locks it, puts and unlocks.
int main(int argc, char** argv) {
    int rank;
    unsigned x = 1, *memory;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(x), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Barrier(MPI_COMM_WORLD);
    const double began = MPI_Wtime();
    if (rank == 1) x = f(x, atoi(argv[1]));
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&x, 1, MPI_UNSIGNED, 1, 0, 1, MPI_UNSIGNED, win);
        MPI_Win_unlock(1, win);
    }
    printf("rank %d: %.2f us\n", rank, 1e6 * (MPI_Wtime() - began));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return x == 0;
}
"""


@pytest.fixture(scope="module", name="programs")
def fixture_programs(tmp_path_factory):
    """Builds the program with counters of instructions and without."""
    folder = tmp_path_factory.mktemp("compute")
    (folder / "f.c").write_text(PROGRAM)
    for option, name in (["--count"], "counting"), ([], "plain"):
        finished = rmasim("cc", "-O1", *option, "-o", folder / name, folder / "f.c")
        assert finished.returncode == 0, finished.stderr
    return folder


def times(finished):
    """Returns the times of ranks 0 and 1 in microseconds."""
    assert finished.returncode == 0, finished.stderr
    found = dict(re.findall(r"rank (\d): ([\d.]+) us", finished.stdout))
    return float(found["0"]), float(found["1"])


def test_by_default_computation_takes_no_time(programs):
    for program in ("plain", "counting"):
        origin, target = times(rmasim("exec", "-n", 2, programs / program, 100000))
        assert target < 0.1 and origin < 4


def test_instructions_at_a_rate(programs):
    """A round has 5 instructions, so 20,000 rounds take 100 us at 1e9 instructions a second. Meanwhile the target makes
    no progress: the unlock of rank 0 returns when the target calls MPI again. At twice the rate, everything takes half
    the time."""
    origin, target = times(rmasim("exec", "-n", 2, "--compute", "1e9", programs / "counting", 20000))
    assert target == pytest.approx(100, abs=0.2)
    assert 100 < origin < 103
    _, half = times(rmasim("exec", "-n", 2, "--compute", "2e9", programs / "counting", 20000))
    assert half == pytest.approx(50, abs=0.2)


def test_counted_runs_repeat_themselves(programs):
    runs = [json.loads(rmasim("exec", "-n", 2, "--compute", "1e9", "--format", "json", programs / "counting",
                              1000).stdout) for _ in range(3)]
    for one in runs:
        one.pop("wall_s")
    assert runs[0] == runs[1] == runs[2]
    assert runs[0]["computation"] == "counted"
    assert runs[0]["time_spent"]["compute_ns"] > 5000


def test_a_progress_agent_takes_over_while_the_rank_computes(programs):
    agent = ("--set", "progress=agent")
    origin, _ = times(rmasim("exec", "-n", 2, "--compute", "1e9", *agent, programs / "counting", 20000))
    assert origin < 10


def test_measured_time_is_said_to_be_measured(programs):
    """Twenty million rounds take more than 2 ms on any machine. A tenth of the rounds at a thousandth of the speed
    takes much longer."""
    finished = rmasim("exec", "-n", 2, "--compute", "measured", programs / "plain", 20000000)
    assert "time of computation as measured on this machine (not reproducible)" in finished.stdout
    _, target = times(finished)
    assert target > 2000
    slow = rmasim("exec", "-n", 2, "--compute", "measured", "--speed", "0.001", programs / "plain", 2000000)
    assert times(slow)[1] > 10 * target


def test_a_file_says_what_computation_takes(programs):
    for compute in (1e9, "1e9"):
        path = programs / "run.json"
        path.write_text(json.dumps({"ranks": 2, "exec": ["./counting", 20000], "compute": compute}))
        assert times(rmasim("run", path))[1] == pytest.approx(100, abs=0.2)


@pytest.mark.parametrize("options, found", [
    (("--compute", "1e9"), "--compute: found a program that does not count its instructions; allowed: a program that"),
    (("--compute", "fast"), "--compute: found fast; allowed: none, measured, or instructions a second"),
    (("--compute", "0"), "--compute: found 0; allowed"),
    (("--compute", "nan"), "--compute: found nan; allowed"),
    (("--speed", "2"), "--speed: found 2; allowed: nothing without \"--compute measured\""),
    (("--compute", "measured", "--speed", "0"), "--speed"),
])
def test_what_is_wrong_is_told(programs, options, found):
    finished = rmasim("exec", "-n", 2, *options, programs / "plain", 1)
    assert finished.returncode == 2
    assert found in finished.stderr


ASSEMBLY = """\
f:
\t.cfi_startproc
\tpushq\t%rbx
\tcall\t__sanitizer_cov_trace_pc@PLT
\ttestl\t%edi, %edi
\tjle\t.L2
.L3:
\tcall\t__sanitizer_cov_trace_pc
\tsubl\t$1, %edi
\tjmp\t.L3
\tnop
.L2:
\tcall\t*__sanitizer_cov_trace_pc@GOTPCREL(%rip)
\t# a comment
\tpopq\t%rbx
\tret
\t.cfi_endproc
\t.section\t.rodata
"""


def test_the_assembler_counts_instructions():
    """The first block ends at the jump. It has three instructions together with those before it: pushq, testl and jle.
    The instructions after the jump are not in the block."""
    loader = importlib.machinery.SourceFileLoader("counting_assembler", str(ROOT / "sim/mpi/count/as"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("counting_assembler", loader))
    loader.exec_module(module)
    made = module.counted(ASSEMBLY)
    assert re.findall(r"\taddq\t\$(\d+), \(%r11\)\n", made) == ["3", "2", "2"]
    assert "trace_pc" not in made and made.startswith("\t.weak\trmasim_mpi_instructions\n")


def test_programs_in_fortran_and_with_exceptions_count(tmp_path):
    (tmp_path / "f.f90").write_text("""
program f
  use mpi
  integer :: error, i
  real(8) :: x, began
  call MPI_Init(error)
  began = MPI_Wtime()
  x = 1
  do i = 1, 20000
    x = x * 1.0000001d0 + 0.5d0
  end do
  if (MPI_Wtime() - began > 1d-5 .and. x > 0) print *, "took time"
  call MPI_Finalize(error)
end program
""")
    (tmp_path / "f.cc").write_text("""
#include <mpi.h>
#include <cstdio>
static int thrown(int i) { if (i % 3 == 0) throw i; return 1; }
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const double began = MPI_Wtime();
    int caught = 0;
    for (int i = 0; i < 1000; ++i) {
        try { thrown(i); } catch (int) { ++caught; }
    }
    if (MPI_Wtime() - began > 3e-6 && caught == 334) std::puts("took time");
    MPI_Finalize();
}
""")
    for compiler, source in ("fc", "f.f90"), ("c++", "f.cc"):
        finished = rmasim(compiler, "-O1", "--count", "-o", tmp_path / compiler, tmp_path / source)
        assert finished.returncode == 0, finished.stderr
        assert "took time" in rmasim("exec", "--compute", "1e9", tmp_path / compiler).stdout
