"""The C programs on the pages of rules (protocol/memmodel/RULES.md, sim/checkers/usage/RULES.md): the wrong one breaks
exactly its rule."""

import json
import pathlib
import sys

import pytest
from bodies import Bodies
from mpi_runner import rmasim

TESTS = pathlib.Path(__file__).resolve().parents[1]
RULES = TESTS / "memmodel/rules"
sys.path.insert(0, str(TESTS / "pages"))
from call_rules import PROGRAM_RULES  # noqa: E402  # pylint: disable=wrong-import-position

TEMPLATE = """#include <mpi.h>
#include <stdlib.h>
int main(int argc, char** argv) {
    int at = 1, rank, other, data[4] = {0, 0, 0, 0}, cells[4] = {0, 0, 0, 0};
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    if (argc < 2) return 1;
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    BODY
    MPI_Finalize();
    return 0;
}
"""


def body_of(rule, line):
    if rule.name == "not_freed":
        return line
    return f"if (rank == 0) {{ MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win); {line} MPI_Win_unlock(other, win); }} " \
           "MPI_Win_free(&win);"


PROGRAM = Bodies(TEMPLATE, tuple(body_of(rule, line) for rule in PROGRAM_RULES for line in (rule.wrong, rule.mended)),
                 file="program.c")


@pytest.mark.parametrize("rule", PROGRAM_RULES, ids=lambda rule: rule.name)
def test_a_rule_of_programs(rule):
    link = f"sim/checkers/usage/RULES.md#{rule.name}"
    wrong, mended = (rmasim("exec", "-n", 2, *PROGRAM(body_of(rule, line))) for line in (rule.wrong, rule.mended))
    assert wrong.returncode == (0 if rule.name == "not_freed" else 4), wrong.stderr
    said = wrong.stdout + wrong.stderr
    assert rule.report in said and f"fix: {rule.fix}" in said and f"see {link}" in said, said
    assert mended.returncode == 0 and link not in mended.stdout + mended.stderr, mended.stderr


@pytest.mark.parametrize("form, found", [("", ["concurrent_shared"]), (".mended", [])])
def test_two_stores_in_shared_memory(tmp_path, form, found):
    """MM-SHM-3."""
    made = rmasim("cc", "--watch", "-o", tmp_path / "program", RULES / f"two_stores{form}.c")
    assert made.returncode == 0, made.stderr
    finished = rmasim("exec", "-n", 2, "--set", "platform.ranks_per_node=2", "--semantics", "unified", "--format",
                      "json", tmp_path / "program")
    assert finished.returncode == (4 if found else 0), finished.stderr
    assert [one["rule"] for one in json.loads(finished.stdout)["semantics"]["findings"]] == found
