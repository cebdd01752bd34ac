"""Conformance programs in Fortran, written from the text of MPI 4.1 (conformance/*.f90). All of them are linked into
one executable, which runs in our own host, in three families. Where MPICH is installed, the output of both is compared;
Open MPI runs the programs that MPICH cannot run. Each function that is implemented has a program that calls it."""

import pathlib
import shutil
import subprocess

import conformance_programs as conformance
import pytest
from conformance_programs import CONFORMANCE, MPICH, OPEN_MPI, calls, fails_without, lines_of
from fortran_kinds import is_in_fortran
from mpi_runner import FOLDER, rmasim
from units import one_unit

PROGRAMS = sorted((one for some in conformance.programs(".f90").values() for one in some), key=lambda one: one.name)
FLAGS = ["-cpp", "-ffree-line-length-none", "-fallow-argument-mismatch", "-w", "-O0"]

pytestmark = pytest.mark.skipif(not shutil.which("gfortran"), reason="needs gfortran")

MAIN = """program conformance
  use mpi
  use checks, only: without
  implicit none
  integer :: rank, size, ierror, level
  character(len=64) :: wanted, number
  wanted = ' '
  if (command_argument_count() > 0) call get_command_argument(1, wanted)
  if (command_argument_count() > 1) then
    call get_command_argument(2, number)
    read (number, *) without
  end if
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


# The functions of MPI, in capitals, and those that programs of other tests call.
IMPLEMENTED = sorted({one.name.upper().removesuffix("_C") for one in conformance.IMPLEMENTED if is_in_fortran(one)})
ELSEWHERE = {"ABORT", "INIT"}  # programs/fortran*.f90 and hostile/main_program.f90
# Functions whose effect programs cannot see: freed memory, unified memory, and a number that any register may have.
WITHOUT_EFFECT = {"FREE_MEM", "WIN_SYNC", "WTICK"}


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


def test_there_are_enough_programs():
    assert len(PROGRAMS) >= 40


def test_each_implemented_function_has_a_program():
    called = set().union(*map(calls, PROGRAMS)) | {"INIT_THREAD", "FINALIZE"}
    assert [name for name in IMPLEMENTED if name not in called | ELSEWHERE] == []


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
def test_programs_are_right_in_our_host(program, family):
    finished = rmasim("exec", "-n", 4, "--family", family, "--check-invariants", program)
    assert not finished.stderr, finished.stderr
    lines_of(finished, [one.name for one in PROGRAMS])


@pytest.mark.parametrize("library, excluded", [(MPICH, {"mpich"}), (OPEN_MPI, {"openmpi"})], ids=["mpich", "openmpi"])
def test_programs_print_the_same_with(program, library, excluded):
    library.skip_without("mpif90")
    some = [one for one in PROGRAMS if not excluded & set(one.keys) and (library is MPICH or "mpich" in one.keys)]
    folder = pathlib.Path(FOLDER.name) / library.name
    folder.mkdir()
    library.compile("mpif90", [*FLAGS, "-J", folder], source_file(library.name, some), folder / "program")
    names = [one.name for one in some]
    theirs = lines_of(library.run(folder / "program"), names)
    ours = lines_of(rmasim("exec", "-n", 4, program), names)
    assert [line for line in ours if line in set(theirs)] == theirs


# ---- Functions that do nothing.

def notices(program, name):
    """Returns True if one of the programs that call the function fails when all its forms do nothing."""
    return any(fails_without(program, one.name, IMPLEMENTED.index(name)) for one in PROGRAMS
               if name in calls(one) | {"INIT_THREAD", "FINALIZE"})


@pytest.mark.long
def test_programs_fail_if_a_function_does_nothing(tmp_path):
    wrappers = tmp_path / "wrappers.s"
    wrappers.write_text(conformance.functions_that_may_do_nothing(
        [[(f"mpi_{name.lower()}{end}", f"pmpi_{name.lower()}{end}") for end in ("_", "_f08_", "_c_f08_")]
         for name in IMPLEMENTED]))
    program = tmp_path / "wrapped"
    linked = rmasim("fc", *FLAGS, "-J", tmp_path, "-o", program, source_file("wrapped", PROGRAMS), wrappers)
    assert linked.returncode == 0, linked.stderr
    assert [name for name in IMPLEMENTED if name not in ELSEWHERE | WITHOUT_EFFECT and not notices(program, name)] == []


# ---- Main programs: variables, files, ends, and what exec reports.

KEEPS = """module counters
  implicit none
  integer :: initialized = 5
contains
  integer function next()
    integer, save :: calls = 0
    calls = calls + 1
    next = calls
  end function
end module
program keeps
  use mpi
  use counters
  implicit none
  integer :: ierror, rank, i, found
  integer, target :: kept  ! has the attribute SAVE, because it is of a main program
  integer, pointer :: p => kept
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  kept = 10 * rank
  do i = 1, rank + 1
    initialized = initialized + next()
    call MPI_Barrier(MPI_COMM_SELF, ierror)
  end do
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  found = p
  print '(a, 3(1x, i0))', 'keeps', rank, found, initialized
  call MPI_Finalize(ierror)
end program
"""


def built_from(tmp_path, text, *options):
    source, program = tmp_path / "program.f90", tmp_path / "program"
    source.write_text(text)
    finished = rmasim("fc", *options, "-J", tmp_path, "-o", program, source)
    assert finished.returncode == 0, finished.stderr
    return program


def test_variables_belong_to_ranks(tmp_path):
    finished = rmasim("exec", "-n", 3, built_from(tmp_path, KEEPS))
    assert finished.returncode == 0, finished.stderr
    lines = [line for line in finished.stdout.splitlines() if line.startswith("keeps")]
    assert sorted(lines) == ["keeps 0 0 6", "keeps 1 10 8", "keeps 2 20 11"]


FILES = """program files
  use mpi
  implicit none
  integer :: ierror, rank, unit, direct, i
  character(len=20) :: way, name
  call get_command_argument(1, way)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  write(name, '(a, i0)') 'out.', rank
  open(newunit=unit, file=name)
  open(newunit=direct, file=trim(name) // '.direct', access='direct', recl=8, form='unformatted')
  do i = 1, 5000
    write(unit, '(2(i0, 1x))') rank, i
    write(direct, rec=5001 - i) rank, i
    if (mod(i, 1000) == 0) call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end do
  write(*, '(a)', advance='no') 'not the end of a line'
  call MPI_Finalize(ierror)
  if (way == 'stop') stop
  if (way == 'error_stop') error stop 3
  if (way == 'exit') call exit(4)
end program
"""


@pytest.mark.parametrize("way, code", [("return", 0), ("stop", 0), ("error_stop", 3), ("exit", 4)])
def test_files_are_complete_at_each_end(way, code, tmp_path):
    finished = rmasim("exec", "-n", 3, built_from(tmp_path, FILES), way, folder=tmp_path)
    assert finished.returncode == (1 if code else 0), finished.stderr
    assert (f"a rank has ended with exit code {code}" in finished.stderr) == (code != 0)
    assert finished.stdout.count("not the end of a line") == 3
    for rank in range(3):
        lines = (tmp_path / f"out.{rank}").read_text().splitlines()
        wrong = [i for i, line in enumerate(lines, 1) if line.split() != [str(rank), str(i)]]
        assert (len(lines), wrong[:3]) == (5000, [])
        records = (tmp_path / f"out.{rank}.direct").read_bytes()
        expected = b"".join(number.to_bytes(4, "little") for i in range(5000, 0, -1) for number in (rank, i))
        assert (len(records), records == expected) == (40000, True)


RACE = """program race
  use mpi_f08
  implicit none
  integer, asynchronous :: memory(4) = 0
  integer, asynchronous :: source
  integer :: rank
  type(MPI_Win) :: window
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window)
  call MPI_Win_set_name(window, 'of the race')
  call MPI_Win_fence(0, window)
  source = rank
  call MPI_Put(source, 1, MPI_INTEGER, 0, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, window)
  call MPI_Win_fence(0, window)
  call MPI_Win_free(window)
  call MPI_Finalize()
end program
"""


def test_reports_have_lines_of_the_program(tmp_path):
    program = built_from(tmp_path, RACE)
    finished = rmasim("exec", "-n", 2, "--semantics", "separate", "--check-invariants", "--trace", tmp_path / "trace",
                      program)
    assert finished.returncode == 4, finished.stderr
    said = finished.stdout + finished.stderr
    assert "program.f90:14 in race" in said and "of the race" in said and "MPI_Put" in said
    assert (tmp_path / "trace").stat().st_size > 0


def test_a_missing_function_is_named(tmp_path):
    source = tmp_path / "missing.f90"
    source.write_text("use mpi_f08\ntype(MPI_File) :: file\ncall MPI_File_open(MPI_COMM_WORLD, 'f', MPI_MODE_RDONLY, "
                      "MPI_INFO_NULL, file)\nend\n")
    finished = rmasim("fc", "-o", tmp_path / "missing", source)
    assert finished.returncode != 0
    assert "MPI_File_open is not a function of exec's own host" in finished.stderr


def test_a_tool_replaces_functions(tmp_path):
    tool = ("subroutine MPI_Barrier_f08(comm, ierror)\n  use mpi_f08, only: MPI_Comm, PMPI_Barrier\n"
            "  type(MPI_Comm), intent(in) :: comm\n  integer, optional, intent(out) :: ierror\n"
            "  print '(a)', 'a barrier'\n  call PMPI_Barrier(comm, ierror)\nend subroutine\n")
    main = ("program tooled\n  use mpi_f08\n  call MPI_Init()\n  call MPI_Barrier(MPI_COMM_WORLD)\n"
            "  call MPI_Finalize()\nend program\n")
    finished = rmasim("exec", "-n", 2, built_from(tmp_path, tool + main))
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.count("a barrier") == 2


SPECIAL_ADDRESSES = """program in_place
  use mpi
  implicit none
  integer :: ierror, total, status(MPI_STATUS_SIZE)
  total = 5
  call MPI_Init(ierror)
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Recv(total, 0, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  call MPI_Recv(total, 0, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, status, ierror)
  print '(a, 2(1x, i0))', 'total', total, merge(1, 0, status(MPI_SOURCE) == MPI_PROC_NULL)
  call MPI_Finalize(ierror)
end program
"""


@pytest.mark.parametrize("form", ["fc", "gfortran"])
def test_special_addresses_in_each_form(form, tmp_path):
    """A program of gfortran itself, with the options that `fc` prints, is an ordinary executable."""
    if form == "fc":
        program = built_from(tmp_path, SPECIAL_ADDRESSES, "-fvisibility=hidden")
    else:
        source, program = tmp_path / "program.f90", tmp_path / "program"
        source.write_text(SPECIAL_ADDRESSES)
        options = [rmasim("fc", f"-showme:{what}").stdout.split() for what in ("compile", "link")]
        subprocess.run(["gfortran", *options[0], "-o", program, source, *options[1]], check=True)
    finished = rmasim("exec", "-n", 3, program)
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.count("total 15 1\n") == 3
