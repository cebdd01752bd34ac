"""Each rank has the program's variables for itself. In SMPI, programs with variables are loaded once per rank, other
programs once for all ranks."""

import pathlib

import pytest
from hosts import said
from mpi_runner import rmasim

PROGRAM = r"""
#include <mpi.h>
#include <stdio.h>
%s
int main(int argc, char** argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    %s
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %%d: main is at %%p value %%d, %%s\n", rank, (void*)main, %s, argv[0]);
    MPI_Finalize();
    return 0;
}
"""
# Where the value of a rank is kept: declaration, assignment, value; and options of the compiler.
KEPT = {
    "global": ("int kept;", "kept = rank;", "kept", ()),
    "a byte": ("static char kept;", "kept = (char)rank;", "kept", ()),
    "a byte, stripped": ("static char kept;", "kept = (char)rank;", "kept", ("-s",)),
    "with a value": ("static short kept = 7;", "kept = (short)rank;", "kept", ("-Wl,-x",)),
    "in the function": ("", "static int kept; kept += rank;", "kept", ()),
    "through a pointer": ("static int at; int* const kept = &at;", "*kept = rank;", "*kept", ()),
    "a pointer that moves": ("static const int all[] = {0, 1, 2}, *kept = all;", "kept += rank;", "*kept", ()),
}
NONE = {
    "none": ("", "const int kept = rank;", "kept", ()),
    "constants": ("static const char* const names[] = {\"a\", \"b\"}; static const double x = 2;",
                  "const int kept = rank;", "kept + (names[0] == names[1]) * (int)x", ()),
}


def lines_of_ranks(folder, parts):
    *text, options = parts
    (folder / "p.c").write_text(PROGRAM % tuple(text))
    finished = rmasim("cc", "-O1", *options, "-o", folder / "p", folder / "p.c")
    assert finished.returncode == 0, finished.stderr
    finished = rmasim("exec", "-n", 3, folder / "p")
    assert finished.returncode == 0, finished.stderr
    return sorted(line for line in finished.stdout.splitlines() if line.startswith("rank "))


def addresses(lines):
    return {line.split()[5] for line in lines}


@pytest.mark.parametrize("parts, mappings", [(KEPT["global"], 7), (NONE["none"], 2)])
def test_with_smpi_more_ranks_than_linux_has_mappings_for_are_refused(parts, mappings, tmp_path):
    """A rank needs mappings for a stack, for a page before the stack, and for five segments of its copy of the program.
    """
    count = int(pathlib.Path("/proc/sys/vm/max_map_count").read_text())
    most = (count - 1000) // mappings
    if most >= 1000000:
        pytest.skip("Linux has room for a million ranks")
    (tmp_path / "p.c").write_text(PROGRAM % parts[:3])
    assert rmasim("cc", "--smpi", "-o", tmp_path / "p", tmp_path / "p.c").returncode == 0
    finished = rmasim("exec", "-n", most + 1, tmp_path / "p")
    assert finished.returncode == 2
    assert f"ranks: found {most + 1}; allowed: at most {most}: Linux" in finished.stderr


@pytest.mark.parametrize("kept", KEPT)
def test_each_rank_has_its_own_variables(kept, tmp_path):
    lines = lines_of_ranks(tmp_path, KEPT[kept])
    assert [line.split()[7] for line in lines] == ["0,", "1,", "2,"]
    assert len(addresses(lines)) == said("variables")


@pytest.mark.parametrize("kept", NONE)
def test_without_variables_ranks_share_the_program(kept, tmp_path):
    lines = lines_of_ranks(tmp_path, NONE[kept])
    assert [line.split()[7] for line in lines] == ["0,", "1,", "2,"]
    assert len(addresses(lines)) == 1
    assert all(line.endswith(str(tmp_path / "p")) for line in lines)
