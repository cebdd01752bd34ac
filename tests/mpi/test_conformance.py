"""Small programs written from the text of MPI 3.1, chapter 11. Each program checks its results. It runs with rmasim,
and with SMPI's own one-sided communication where SMPI supports it, which shows that the program is correct. (The run
with SMPI is a long test: its result changes only with the program.)"""

import shutil

import pytest
from batches import batches, linked, programs, report_of, run_with_smpi, smpi_has_it
from hosts import has_difference
from mpi_runner import UNDER_SMPI, platform, rmasim

ALL = [one for one in programs() if one.path.suffix != ".f90" or shutil.which("gfortran")]
FAMILIES = ("newrma", "ch3", "ch4")


@pytest.mark.skipif(not shutil.which("gfortran"), reason="needs gfortran")
def test_programs_in_fortran_are_among_them():
    assert len([one for one in ALL if one.path.suffix == ".f90"]) >= 15


def name_of(batch):
    return f"{batch[1][0].name}-to-{batch[1][-1].name}" if len(batch[1]) > 1 else batch[1][0].name


@pytest.mark.long
@pytest.mark.parametrize("batch", batches([one for one in ALL if smpi_has_it(one)]), ids=name_of)
def test_programs_are_right_with_smpi_itself(batch):
    finished = run_with_smpi(linked(batch[1], "--smpi"), platform(4))
    assert finished.returncode == 0 and not finished.stderr, report_of(finished, batch[1])
    assert finished.stdout.count(" is right\n") == len(batch[1])


def repairs_for(some, family):
    """Returns the settings with which the family has no defect that the programs meet. In ch4, the request of an RGET
    with a derived datatype at the origin is complete before the operation (CH4-NATIVE-4).
    """
    meets = family == "ch4" and any(one.name == "type_bottom" for one in some)
    return ["--set", "protocol.fixed=true"] if meets else []


def run_all(want, some, family, *options):
    finished = rmasim("exec", "-n", 4, "--family", family, *repairs_for(some, family), "--check-invariants",
                      *want.options, linked(some, *options))
    assert finished.returncode == 0 and not finished.stderr, report_of(finished, some)
    assert finished.stdout.count(" is right\n") == len(some)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("batch", batches([one for one in ALL if UNDER_SMPI or not has_difference(one)]), ids=name_of)
def test_programs_are_right_with_ours(batch, family):
    run_all(*batch, family)


@pytest.mark.parametrize("batch", batches(ALL), ids=name_of)
def test_programs_are_right_with_ours_under_smpi(batch):
    run_all(*batch, "newrma", "--smpi")


@pytest.mark.parametrize("batch", [one for one in batches(ALL) if one[0].also], ids=name_of)
def test_programs_are_right_with_others(batch):
    run_all(*batch, batch[0].also)
