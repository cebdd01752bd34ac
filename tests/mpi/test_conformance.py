"""Small programs written from the text of MPI 3.1, chapter 11. Each checks what it gets. It runs first with SMPI's own
one-sided communication, where that has it, so that the program is known to be right; then with ours."""

import subprocess

import pytest
from mpi_runner import PROGRAMS, built, platform, run

SOURCES = sorted(PROGRAMS.glob("*.c"))
NAMES = [source.stem for source in SOURCES]
# Why SMPI 3.32's own cannot run the program.
SMPI_LACKS = "// SMPI's own: "
NEEDS_ANY_LAYOUT = "// needs: any_layout"


def head(source):
    return [line for line in source.read_text().splitlines() if line.startswith("//")]


def smpi_has_it(source):
    return not any(line.startswith(SMPI_LACKS) for line in head(source))


@pytest.mark.parametrize("source", [one for one in SOURCES if smpi_has_it(one)], ids=lambda one: one.stem)
def test_program_is_right_with_smpi_itself(source):
    command = ["smpirun", "-np", "4", "-platform", platform(4), "--log=root.thres:critical",
               "--cfg=smpi/simulate-computation:no", "--cfg=smpi/privatization:dlopen", built(source)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert finished.returncode == 0 and not finished.stderr, finished.stderr


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_program_is_right_with_ours(source, family):
    finished = run(source, options=("--family", family))
    if family != "newrma" and NEEDS_ANY_LAYOUT in head(source):
        assert finished.returncode == 2
        assert "at targets it has equal blocks at equal distances only" in finished.stderr
        return
    assert finished.returncode == 0 and not finished.stderr, finished.stderr
