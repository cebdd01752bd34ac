"""Several errors of a file are reported at once, each with its line and column in the form that editors read."""

import json
import re

from rmasim_runner import ROOT, rmasim

TEXT = '''{
  "name": "wrong",
  "ranks": 2,
  "costs": { "call_ns": -1, "copy_gbps": "fast" },
  "windows": { "w": { "bytes": 64 } },
  "programs": [
    { "ranks": "0", "calls": [
      { "lock": { "target": 5, "type": "exclusive" } },
      { "put": { "target": 1, "cuont": 8 } },
      { "repeat": { "times": 2, "calls": [
        { "putt": { "target": 1 } } ] } },
      { "unlock": { "target": 1 } } ] },
    { "ranks": "1", "calls": [{ "fence": { "assert": ["noput", "nothing"] } }] } ],
  "expect": { "outcome": "fine" }
}
'''


def complaints(tmp_path, text, *options):
    path = tmp_path / "wrong.json"
    path.write_text(text)
    finished = rmasim("run", path, *options)
    assert finished.returncode == 2
    return [line.removeprefix(str(path)) for line in finished.stderr.splitlines()]


def test_settings_and_calls_are_reported_with_their_places(tmp_path):
    said = complaints(tmp_path, TEXT)
    assert [line.split(": found")[0] for line in said][:3] == [
        ":4:25: costs.call_ns", ":4:42: costs.copy_gbps", ":8:29: programs[0].calls[0].lock.target"]


def test_errors_of_calls_and_expectations_come_together(tmp_path):
    said = complaints(tmp_path, TEXT.replace('"call_ns": -1, "copy_gbps": "fast"', ""))
    assert [line.split(": found")[0] for line in said] == [
        ":8:29: programs[0].calls[0].lock.target", ":9:31: programs[0].calls[1].put.cuont",
        ":11:11: programs[0].calls[2].repeat.calls[0].putt", ":13:64: programs[1].calls[0].fence.assert[1]",
        ":14:26: expect.outcome"]
    assert 'did you mean "count"?' in said[1] and 'did you mean "put"?' in said[2]


def test_every_position_is_that_of_the_value(tmp_path):
    text = TEXT.replace('"call_ns": -1, "copy_gbps": "fast"', "")
    lines = text.splitlines()
    for one in complaints(tmp_path, text):
        line, column, rest = re.match(r":(\d+):(\d+): (.*)", one).groups()
        found = re.search(r"found (.*?); allowed", rest)[1]
        at = lines[int(line) - 1][int(column) - 1:]
        assert at.startswith(found) or found.startswith("an unknown ") and at.startswith('"'), one


def test_the_innermost_part_is_shown_where_something_is_missing(tmp_path):
    said = complaints(tmp_path, TEXT.replace('"ranks": 2,', "").replace('"call_ns": -1, "copy_gbps": "fast"', ""))
    assert said == [': the scenario: found no "ranks"; allowed: "ranks" is required']
    said = complaints(tmp_path, '{"name": "x", "ranks": 2, "windows": {"w": {"bytes": 8}},\n "programs": [{"calls": [\n'
                                '{"lock": {"target": 1}}]}]}')
    assert said[0].startswith(":3:10: programs[0].calls[0].lock: found no \"type\"")


def test_a_wrong_name_is_reported_once(tmp_path):
    """The first call defines `t` with an error. A second message, that `t` is unknown in later calls, would add
    nothing."""
    calls = [{"get": {"target": 1, "as": "t", "count": -1}}, {"put": {"target": 1, "value": "t"}}]
    said = complaints(tmp_path, json.dumps({"name": "x", "ranks": 2, "windows": {"w": {"bytes": 8}},
                                            "programs": [{"calls": calls}]}))
    assert len(said) == 1 and "get.count" in said[0]


def test_not_more_than_twenty(tmp_path):
    calls = [{"put": {"target": 7}}] * 1000
    said = complaints(tmp_path, json.dumps({"name": "x", "ranks": 2, "windows": {"w": {"bytes": 8}},
                                            "programs": [{"calls": calls}]}))
    assert len(said) == 20


def test_changes_of_the_command_line_have_no_line(tmp_path):
    said = complaints(tmp_path, TEXT, "--set", "costs.call_ns=-2")
    assert said[0].startswith(": costs.call_ns: found -2")


def test_keys_with_escapes_and_a_byte_order_mark(tmp_path):
    text = '\ufeff{"name": "a\\"}{", "\\u0072anks": 2, "windows": {"w": {"bytes": 8}}, "programs": [\n\n  {"c": 1}]}'
    said = complaints(tmp_path, text)
    assert said[0].startswith(":3:4: programs[0].c: found an unknown key")


def test_scenarios_of_the_project_have_none():
    assert rmasim("validate", ROOT / "scenarios/quickstart.json").stderr == ""
