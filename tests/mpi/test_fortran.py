"""Conformance programs in Fortran, written from the text of MPI 4.1 (conformance/*.f90). Each program checks its
results, and a check fails if a function that it calls does nothing. All of them are linked into one executable, which
runs in our own host, in three families. Where MPICH is installed, the output of both is compared. The key `mpich` of a
program has the reason why MPICH cannot run it; Open MPI runs it then, unless the key `openmpi` has a reason, too.

The table of functions is in the programs: each function that is implemented has a program that calls it."""

import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from mpi_runner import FOLDER, ROOT, rmasim
from units import one_unit, sections

sys.path.insert(0, str(ROOT / "sim/mpi/api"))
from fortran_kinds import is_in_fortran  # noqa: E402
from mpi_tables import read_functions  # noqa: E402

CONFORMANCE = ROOT / "tests/mpi/conformance"
PROGRAMS = sorted((one for path in CONFORMANCE.glob("*.f90") for one in sections(path)), key=lambda one: one.name)
FLAGS = ["-cpp", "-ffree-line-length-none", "-fallow-argument-mismatch", "-w", "-O0"]
MPICH = ["mpif90.mpich", "mpiexec.mpich"]
OPEN_MPI = ["mpif90.openmpi", "mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe"]

pytestmark = pytest.mark.skipif(not shutil.which("gfortran"), reason="needs gfortran")

MAIN = """program conformance
  use mpi
  implicit none
  integer :: rank, size, ierror, level
  character(len=64) :: wanted
  wanted = ' '
  if (command_argument_count() > 0) call get_command_argument(1, wanted)
  call MPI_Init_thread(MPI_THREAD_FUNNELED, level, ierror)
  if (level < MPI_THREAD_FUNNELED) error stop 4
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  if (size /= 4) error stop 5
{}  call MPI_Finalize(ierror)
contains
  logical function begins(name)
    character(len=*), intent(in) :: name
    begins = wanted == ' ' .or. wanted == name
  end function
  subroutine ends(name)
    character(len=*), intent(in) :: name
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    if (rank == 0) print '(2a)', name, ' is right'
    flush (6)
  end subroutine
end program
"""


def source_of(some):
    calls = "".join(f"  if (begins('{one.name}')) then\n    call test_{one.function}(rank, size)\n"
                    f"    call ends('{one.name}')\n  end if\n" for one in some)
    return (CONFORMANCE / "checks.f90").read_text() + one_unit(some) + MAIN.format(calls)


def source_file(name, some):
    path = pathlib.Path(FOLDER.name) / f"{name}.f90"
    path.write_text(source_of(some))
    return path


@pytest.fixture(scope="module", name="program")
def fixture_program():
    program, modules = (pathlib.Path(FOLDER.name) / name for name in ("conformance", "modules"))
    modules.mkdir()
    finished = rmasim("fc", *FLAGS, "-J", modules, "-o", program, source_file("ours", PROGRAMS))
    assert finished.returncode == 0, finished.stderr
    return program


def lines_of(finished, names):
    """Returns the output of a run that must have finished with all programs."""
    done = [line.removesuffix(" is right") for line in finished.stdout.splitlines() if line.endswith(" is right")]
    missing = [one for one in names if one not in done]
    assert finished.returncode == 0 and not missing, f"{missing[:1]}: {finished.stderr}"
    return sorted(finished.stdout.splitlines())


def test_there_are_enough_programs():
    assert len(PROGRAMS) >= 40


def test_each_implemented_function_has_a_program():
    text = "".join(one.text for one in PROGRAMS).upper() + MAIN.upper()
    called = set(re.findall(r"\bP?MPI_(\w+)", text))
    # Another row of this suite calls MPI_ABORT (test_hostile.py); programs of C call MPI_INIT in Fortran's form, too.
    elsewhere = {"ABORT", "INIT"}
    missing = [one.name for one in read_functions() if one.state in ("done", "core") and is_in_fortran(one)
               and one.name.upper().removesuffix("_C") not in called | elsewhere]
    assert missing == []


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
def test_programs_are_right_in_our_host(program, family):
    finished = rmasim("exec", "-n", 4, "--family", family, "--check-invariants", program)
    assert not finished.stderr, finished.stderr
    lines_of(finished, [one.name for one in PROGRAMS])


@pytest.mark.parametrize("name, run, excluded", [("mpich", MPICH, ["mpich"]), ("openmpi", OPEN_MPI, ["openmpi"])])
def test_programs_print_the_same_with(program, name, run, excluded):
    compiler, launcher, *options = run
    if not (shutil.which(compiler) and shutil.which(launcher)):
        pytest.skip(f"needs {compiler}")
    some = [one for one in PROGRAMS if not set(excluded) & set(one.keys) and (name == "mpich" or "mpich" in one.keys)]
    folder = pathlib.Path(FOLDER.name) / name
    folder.mkdir()
    built = subprocess.run([compiler, *FLAGS, "-J", folder, "-o", folder / "program", source_file(name, some)],
                           capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    names = [one.name for one in some]
    theirs = lines_of(subprocess.run([launcher, *options, "-n", "4", folder / "program"], capture_output=True,
                                     text=True, check=False, timeout=300), names)
    ours = lines_of(rmasim("exec", "-n", 4, program), names)
    assert [line for line in ours if line in set(theirs)] == theirs
