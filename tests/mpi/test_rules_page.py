"""The C programs on the page of rules (protocol/memmodel/RULES.md): the wrong one breaks exactly its rule."""

import json
import pathlib

import pytest
from mpi_runner import rmasim

RULES = pathlib.Path(__file__).resolve().parents[1] / "memmodel/rules"


@pytest.mark.parametrize("form, found", [("", ["concurrent_shared"]), (".mended", [])])
def test_two_stores_in_shared_memory(tmp_path, form, found):
    """MM-SHM-3."""
    made = rmasim("cc", "--watch", "-o", tmp_path / "program", RULES / f"two_stores{form}.c")
    assert made.returncode == 0, made.stderr
    finished = rmasim("exec", "-n", 2, "--set", "platform.ranks_per_node=2", "--semantics", "unified", "--format",
                      "json", tmp_path / "program")
    assert finished.returncode == (4 if found else 0), finished.stderr
    assert [one["rule"] for one in json.loads(finished.stdout)["semantics"]["findings"]] == found
