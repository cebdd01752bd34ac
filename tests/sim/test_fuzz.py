"""`rmasim fuzz`: its output, which must not depend on the number of jobs."""

import pytest

from rmasim_runner import ROOT, rmasim


def test_a_line_a_run_and_the_seed_first():
    result = rmasim("fuzz", "--seed", "7", "--runs", "50")
    lines = result.stdout.splitlines()
    assert result.returncode == 0, result.stderr
    assert lines[0] == "seeds 7 to 56"
    assert len(lines) == 52
    assert lines[1].startswith("7: ") and lines[-2].startswith("56: ") and lines[-2].endswith(": ok")
    assert lines[-1].startswith("50 runs, ")
    assert "runs/s" in result.stderr


def test_jobs_change_nothing():
    assert rmasim("fuzz", "--runs", "100").stdout == rmasim("fuzz", "--runs", "100", "--jobs", "3").stdout


def test_many_runs_have_no_lines_but_on_demand():
    many = ("fuzz", "--family", "shm", "--runs", "1001")
    assert len(rmasim(*many).stdout.splitlines()) == 2
    assert len(rmasim(*many, "--verbose").stdout.splitlines()) == 1003


def test_senseless_numbers_are_refused():
    for arguments in (["--runs", "0"], ["--seed", "-1"], ["--jobs", "0"]):
        assert rmasim("fuzz", *arguments).returncode == 2


# Former findings that are fixed: the exit code, and the beginning of the output.
CASES = {
    "ch3-death-behind-a-scalable-fence":
        (3, "lost_rank: rank 1 died (in its 7th call); rank 3 waits for it, and 3 more indirectly"),
    "ch3-lost-ibarrier-behind-a-reduction": (3, "deadlock: the packet 1>2 IBARRIER was lost"),
    "ch3-lost-unlock-before-win-free": (3, "the run cannot finish: the packet 0>1 UNLOCK+NO_ACK was lost"),
    "ch3-lost-unlock-of-the-rank-itself": (3, "the run cannot finish: the packet 0>1 UNLOCK+NO_ACK was lost"),
    "ch3-lost-operation-of-another-window": (3, "deadlock: the packet 0>2 CAS+IMMED+FLUSH was lost"),
    "death-below-a-finished-rank-of-a-tree":
        (3, "lost_rank: rank 3 died (in its 1st call); rank 0 waits for it, and 2 more indirectly"),
    "lost-answer-of-another-window": (3, "deadlock: the packet 0>1 FOP_RESP+RMA_DONE_ACK was lost"),
    "node-barrier-lost": (3, "deadlock: the packet 0>1 NODE_BARRIER was lost"),
    "oldqueue-dead-target-of-a-lock":
        (3, "lost_rank: rank 1 died (in its 17th call); rank 4 waits for a lock of a dead rank"),
    "oldqueue-lost-data-before-a-fence-by-barrier": (3, "deadlock: the packet 1>0 RMA_DATA was lost"),
    "oldqueue-lost-data-of-a-holder": (3, "deadlock: the packet 0>3 RMA_DATA was lost"),
    "ch4-death-before-the-data-of-an-accumulate":
        (3, "lost_rank: rank 0 died (in its 5th call); rank 1 waits for it"),
    "ch4-own-get-beside-a-waiting-accumulate": (0, ""),
    "ch4-lost-write-of-another-window": (3, "deadlock: the packet 2>0 WRITE was lost"),
    "oldqueue-lost-lock-of-an-epoch-left-behind": (3, "deadlock: the packet 0>1 LOCK was lost"),
    "oldqueue-lost-operation-counted": (3, "deadlock: the packet 0>1 ACC was lost"),
    "oldqueue-lost-unlock-before-a-fence": (3, "deadlock: the packet 1>2 PUT+UNLOCK was lost"),
    "request-behind-a-lost-answer": (3, "deadlock: the packet 0>1 GET_ACC_RESP was lost"),
}


@pytest.mark.parametrize("path", sorted((ROOT / "tests/fuzz/cases").glob("*.json")), ids=lambda path: path.stem)
def test_what_was_found_stays_fixed(path):
    exit_code, said = CASES[path.stem]
    played = rmasim("run", path)
    assert played.returncode == exit_code
    assert played.stderr.startswith(f"{path.stem}: {said}") if said else played.stderr == ""
