"""Contents of MPI programs: shared libraries of their own, inline variables of C++, a program that only calls MPI_Init,
and the MPI functions that a program finds."""

import re
import shutil
import subprocess

import pytest
from mpi_runner import rmasim

PUTS = """#include <mpi.h>
void exchange(int* memory, int rank, int size) {
    MPI_Win win;
    MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}
"""
CALLS = """#include <mpi.h>
void exchange(int* memory, int rank, int size);
int main(int argc, char** argv) {
    int rank, size, memory = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    exchange(&memory, rank, size);
    MPI_Finalize();
    return memory == (rank + size - 1) % size ? 0 : 1;
}
"""


def build(folder, name, text, *options, compiler="cc"):
    source = folder / name
    source.write_text(text)
    finished = rmasim(compiler, source, *options)
    assert finished.returncode == 0, finished.stderr


def test_a_program_that_only_begins_and_ends(tmp_path):
    build(tmp_path, "one.c", "#include <mpi.h>\nint main(int argc, char** argv) {\n"
          "MPI_Init(&argc, &argv);\nMPI_Finalize();\nreturn 0;\n}\n", "-o", tmp_path / "one")
    finished = rmasim("exec", "-n", 3, tmp_path / "one")
    assert finished.returncode == 0, finished.stderr
    assert "one: finished. " in finished.stdout


@pytest.mark.parametrize("host, library", [((), "libmpi_abi"), (("--smpi",), "libsimgrid")], ids=["own", "smpi"])
@pytest.mark.parametrize("soname", [(), ("-Wl,-soname,libputs.so.1",)], ids=["without a name", "with a name"])
def test_the_functions_of_shared_libraries_are_ours(soname, host, library, tmp_path):
    """If a library needs SimGrid itself, it might find SMPI's functions first. Then no PUT would be counted."""
    build(tmp_path, "puts.c", PUTS, *host, "-fPIC", "-shared", *soname, "-o", tmp_path / "libputs.so")
    if soname:
        (tmp_path / "libputs.so.1").symlink_to("libputs.so")
    build(tmp_path, "calls.c", CALLS, *host, "-o", tmp_path / "calls", f"-L{tmp_path}", "-lputs",
          f"-Wl,-rpath,{tmp_path}")
    needed = subprocess.run(["readelf", "-d", tmp_path / "libputs.so"], capture_output=True, text=True, check=True)
    assert library in needed.stdout
    finished = rmasim("exec", "-n", 4, tmp_path / "calls")
    assert finished.returncode == 0, finished.stderr
    assert re.search(r"PUT\S* +4 ", finished.stdout), finished.stdout


def test_a_library_is_named_where_it_goes_wrong(tmp_path):
    build(tmp_path, "puts.c", PUTS.replace("% size, 0, 1", "% size, 1, 1"), "-fPIC", "-shared", "-o",
          tmp_path / "libputs.so")
    build(tmp_path, "calls.c", CALLS, "-o", tmp_path / "calls", f"-L{tmp_path}", "-lputs", f"-Wl,-rpath,{tmp_path}")
    finished = rmasim("exec", "-n", 2, tmp_path / "calls")
    assert finished.returncode == 4
    assert "MPI_Put at puts.c:6 in exchange" in finished.stderr


def test_inline_variables_are_each_ranks_own(tmp_path):
    """The linker gives such a variable one address in the process (STB_GNU_UNIQUE), but each rank must have a copy."""
    build(tmp_path, "own.cpp", "#include <mpi.h>\ninline int counter = 0;\n"
          "template <class T> struct Of { static T value; };\ntemplate <class T> T Of<T>::value = 0;\n"
          "inline int& drawn() { static int number = 0; return number; }\n"
          "int main(int argc, char** argv) {\nMPI_Init(&argc, &argv);\nint rank;\n"
          "MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
          "for (int i = 0; i <= rank; ++i) { ++counter; ++Of<int>::value; ++drawn(); }\n"
          "MPI_Barrier(MPI_COMM_WORLD);\nMPI_Finalize();\n"
          "return counter == rank + 1 && Of<int>::value == rank + 1 && drawn() == rank + 1 ? 0 : 1;\n}\n",
          "-o", tmp_path / "own", compiler="c++")
    symbols = subprocess.run(["readelf", "-W", "--dyn-syms", tmp_path / "own"], capture_output=True, text=True,
                             check=True)
    assert "UNIQUE" in symbols.stdout
    finished = rmasim("exec", "-n", 4, tmp_path / "own")
    assert finished.returncode == 0, finished.stderr


# ---- The table of functions.


def rows():
    """Returns (support in C, support in Fortran) for each function."""
    finished = rmasim("exec", "--functions")
    assert finished.returncode == 0, finished.stderr
    return re.findall(r"^\| [0-9.]+ \| (MPI_\w+) \| (\w+) \| .+ \|$", finished.stdout, re.MULTILINE)


def test_all_functions_of_chapter_11_are_in_it():
    names = {name for name, _ in rows()}
    windows = ("create allocate allocate_shared create_dynamic attach detach free shared_query get_group set_info "
               "get_info")
    epochs = ("fence start complete post wait test lock lock_all unlock unlock_all flush flush_all flush_local "
              "flush_local_all sync")
    operations = "Put Get Accumulate Get_accumulate Fetch_and_op Compare_and_swap Rput Rget Raccumulate Rget_accumulate"
    wanted = {f"MPI_Win_{name}" for name in f"{windows} {epochs}".split()}
    assert wanted | {f"MPI_{one}" for one in operations.split()} <= names


def test_programs_in_c_link_with_all_of_them(tmp_path):
    used = "".join(f"    (void (*)(void)){name},\n" for name, _ in rows())
    build(tmp_path, "all.c", f"#include <mpi.h>\nvoid (*const used[])(void) = {{\n{used}}};\n"
          "int main(int argc, char** argv) {\nMPI_Init(&argc, &argv);\n"
          "for (unsigned i = 0; i < sizeof(used) / sizeof(used[0]); ++i) if (used[i] == 0) return 1;\n"
          "MPI_Finalize();\nreturn 0;\n}\n", "-o", tmp_path / "all")
    assert rmasim("exec", tmp_path / "all").returncode == 0


@pytest.mark.skipif(not shutil.which("gfortran"), reason="needs gfortran")
def test_programs_in_fortran_link_with_all_of_them(tmp_path):
    calls = "".join(f"  call {name[:-1]}()\n" for _, name in rows())
    build(tmp_path, "all.f90", "program all\n  integer :: ierr\n  call MPI_Init(ierr)\n  if (ierr /= 0) then\n"
          f"{calls}  end if\n  call MPI_Finalize(ierr)\nend program\n", "-o", tmp_path / "all", compiler="fc")
    finished = rmasim("exec", tmp_path / "all")
    assert finished.returncode == 0, finished.stderr


@pytest.mark.skipif(not shutil.which("gfortran"), reason="needs gfortran")
def test_the_place_of_a_wrong_call_in_fortran(tmp_path):
    build(tmp_path, "wrong.f90", "program wrong\n  use mpi\n  integer :: ierr, win, memory\n  call MPI_Init(ierr)\n"
          "  call MPI_Win_create(memory, 4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)\n"
          "  call MPI_Win_unlock(0, win, ierr)\n  call MPI_Finalize(ierr)\nend program\n",
          "-o", tmp_path / "wrong", compiler="fc")
    finished = rmasim("exec", tmp_path / "wrong")
    assert finished.returncode == 4
    # smpif90 compiles a copy, whose name begins with that of the file.
    assert re.search(r"MPI_Win_unlock at wrong.f90\S*:6 in", finished.stderr)
