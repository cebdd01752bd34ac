"""rmasim families: its statements about each family are correct."""

import json
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ["RMASIM_BINARY"]


def families(*arguments):
    return subprocess.run([PROGRAM, "families", *arguments], capture_output=True, text=True, check=False)


SAID = json.loads(families("--format", "json").stdout)["families"]
EVERY = pytest.mark.parametrize("name", SAID)


def reasons_of(family):
    return [reason for table in ("kinds", "flags") for part in family[table].values() for reason in part["reasons"]]


def paths_of(settings, path="protocol"):
    if not isinstance(settings, dict):
        return {path}
    return {inner for key, value in settings.items() for inner in paths_of(value, f"{path}.{key}")}


def test_they_are_those_of_the_folders():
    assert set(SAID) == {path.parent.name for path in (ROOT / "sim/scenario/families").glob("*/family.cpp")}


@EVERY
def test_clauses_are_in_the_specification(name):
    specification = (ROOT / "protocol" / name / "SPEC.md").read_text(encoding="utf-8")
    clauses = {one["clause"] for one in reasons_of(SAID[name]) if one["clause"]}
    clauses |= {one["clause"] for absences in SAID[name]["absent"].values() for one in absences}
    assert clauses and all(re.search(rf"^- {clause} ", specification, re.MULTILINE) for clause in clauses), clauses


@EVERY
def test_settings_behind_packets_are_settings_of_the_family(name):
    family = SAID[name]
    assert {path for one in reasons_of(family) for path in one["settings"]} <= paths_of(family["settings"])


@EVERY
def test_absences_are_of_packets_that_another_family_has(name):
    others = {part for other in SAID if other != name for table in ("kinds", "flags") for part in SAID[other][table]}
    assert SAID[name]["absent"].keys() <= others


@EVERY
def test_every_part_has_a_purpose_and_a_reason(name):
    for table in ("kinds", "flags"):
        for part, said in SAID[name][table].items():
            assert said["purpose"] and said["words"] and said["reasons"], part


def test_a_family_by_name_and_others():
    text = families("oldqueue").stdout
    assert text.startswith("oldqueue\n") and "OQ-LOCK-2" in text and "newrma" not in text
    refused = families("mpich")
    assert refused.returncode == 2 and "mpich" in refused.stderr
