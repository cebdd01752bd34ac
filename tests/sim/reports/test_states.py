"""The table of epoch states that the program prints. The picture shows each state, and the sequences execute all
transitions."""

import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/sequences"))
import sequence_file  # noqa: E402
import states  # noqa: E402

TABLE = states.table(os.environ["RMASIM_BINARY"])


def test_a_step_without_a_place_in_the_picture_is_an_error():
    step = {"from": "UNSET", "to": "ASLEEP", "clause": "NR-STATE-1", "cause": "nothing"}
    wrong = {**TABLE, "window": {**TABLE["window"], "steps": [*TABLE["window"]["steps"], step]}}
    with pytest.raises(SystemExit, match="ASLEEP"):
        states.picture(wrong)


def test_every_clause_of_a_step_is_there():
    spec = (ROOT / "protocol/newrma/SPEC.md").read_text(encoding="utf-8")
    clauses = {step["clause"] for diagram in TABLE.values() for step in diagram["steps"]}
    assert not [clause for clause in sorted(clauses) if f"- {clause} " not in spec]


def test_the_sequences_take_every_step_and_no_other():
    taken = set()
    for sequence in sequence_file.family("newrma").values():
        taken |= states.steps_in(sequence.lines)
    assert taken == {(of, step["from"], step["to"]) for of, diagram in TABLE.items() for step in diagram["steps"]}
