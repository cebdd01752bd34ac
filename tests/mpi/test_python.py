"""`rmasim.exec` runs MPI programs from Python, as `rmasim.run` runs scenarios."""

import sys

import pytest
from batches import linked, program_of
from mpi_runner import BINARY, ROOT, WORKLOADS, built, result


@pytest.fixture(name="rmasim")
def fixture_rmasim(monkeypatch):
    monkeypatch.setenv("RMASIM_PROGRAM", str(BINARY))
    monkeypatch.setattr(sys, "path", [str(ROOT / "analysis"), *sys.path])
    import rmasim
    return rmasim


def test_its_result_is_that_of_the_command_line(rmasim):
    source = WORKLOADS / "halo_fence.c"
    ran = rmasim.exec(built(source), 4, ranks=8, set={"protocol.slots": 2})
    shown = result(source, 4, ranks=8, options=("--set", "protocol.slots=2"))
    assert (ran.outcome, ran.exit_code, ran.ranks) == ("finished", 0, 8)
    assert ran.by_kind == shown["messages"]["by_kind"]
    assert ran.time_ns == shown["time_ns"]
    assert "finished 8 ranks, 4 iterations" in ran.complaints


def test_what_it_shares_with_run(rmasim, tmp_path):
    ran = rmasim.exec(built(WORKLOADS / "halo_fence.c"), 2, ranks=4, check_invariants=True, semantics="unified",
                      trace=tmp_path / "trace.json", breakdown="rank")
    assert ran.exit_code == 0 and ran.raw["checked"]["operations"] > 0 and ran.raw["semantics"]["total"] == 0
    assert (tmp_path / "trace.json").exists() and len(ran.by_rank) == 4


def test_families_differ(rmasim):
    program = built(WORKLOADS / "lock_put.c")
    assert rmasim.exec(program, ranks=4, family="ch3").by_kind != rmasim.exec(program, ranks=4).by_kind


def test_what_is_refused_is_bad_input(rmasim):
    with pytest.raises(rmasim.BadInput, match="an executable that does not use MPI"):
        rmasim.exec("/bin/true")
    with pytest.raises(rmasim.BadInput, match="it has basic datatypes only"):
        rmasim.exec(linked((program_of("indexed_target"),)), ranks=4, family="oldqueue")
