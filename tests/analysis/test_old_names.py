"""Names that 0.3.0 renamed are still accepted, and shown nowhere."""

import json
import subprocess

import pytest
from verbs import ENVIRONMENT, PROGRAM, ROOT, SCENARIOS, verb

from rmasim_analysis.files import read_json
from rmasim_analysis.old_names import with_new_keys

HANGS = SCENARIOS / "ch4/posts-hang.json"
QUEUE = SCENARIOS / "oldqueue/lock/put.json"


def outcome(*arguments):
    finished = subprocess.run([PROGRAM, "run", *map(str, arguments), "--format", "json"], capture_output=True,
                              text=True, check=False, env=ENVIRONMENT)
    return json.loads(finished.stdout)


@pytest.fixture
def with_setting(tmp_path):
    """Returns a copy of the scenario that hangs, with one setting of its protocol."""
    def write(**settings):
        scenario = json.loads(HANGS.read_text())
        scenario["protocol"] |= settings
        del scenario["variants"], scenario["expect"]
        path = tmp_path / "scenario.json"
        path.write_text(json.dumps(scenario))
        return path
    return write


def is_fixed(result):
    assert result["settings"]["protocol"]["fixed"] == (result["outcome"] == "finished")
    assert "mended" not in result["settings"]["protocol"]
    return result["outcome"] == "finished"


def test_a_scenario_may_use_the_old_name(with_setting):
    assert not is_fixed(outcome(with_setting()))
    assert is_fixed(outcome(with_setting(mended=True)))
    assert is_fixed(outcome(with_setting(fixed=True)))


@pytest.mark.parametrize("in_file", ["mended", "fixed"])
@pytest.mark.parametrize("on_command_line", ["mended", "fixed"])
def test_the_command_line_overrides_the_file(with_setting, in_file, on_command_line):
    for wanted in (True, False):
        file = with_setting(**{in_file: not wanted})
        assert is_fixed(outcome(file, "--set", f"protocol.{on_command_line}={str(wanted).lower()}")) == wanted


def test_a_patch_may_use_the_old_name(with_setting, tmp_path):
    patch = tmp_path / "patch.json"
    patch.write_text(json.dumps({"protocol": {"mended": True}}))
    assert is_fixed(outcome(with_setting(fixed=False), "--patch", patch))


def test_a_recorded_result_may_have_the_old_keys(tmp_path):
    result = outcome(QUEUE)
    old = json.loads(json.dumps(result))
    old["queue"]["most_requests"] = old["queue"].pop("max_requests")
    old["queue"]["most_bytes"] = old["queue"].pop("max_bytes")
    path = tmp_path / "old.json"
    path.write_text(json.dumps(old))
    assert read_json(path)["queue"] == result["queue"]
    assert verb("report", path, "-o", tmp_path / "page.html").returncode == 0
    assert with_new_keys([1]) == [1] and with_new_keys({"queue": 3}) == {"queue": 3}


def test_the_old_names_are_shown_nowhere():
    for path in ("scenarios/schema.json", "scenarios/SETTINGS.md", "analysis/RESULT.md",
                 "analysis/rmasim_analysis/result.schema.json"):
        text = (ROOT / path).read_text()
        assert "mended" not in text and "most_requests" not in text, path
