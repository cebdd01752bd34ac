"""rmasim check --junit: XML for CI servers, valid for any names and messages."""

import json
import pathlib

import pytest
from check_runner import PUT_UNDER_LOCK, ROOT, SCENARIOS, by_kind, check, expecting, write
from hypothesis import given, settings, strategies
from lxml import etree

from rmasim_analysis.check.difference import Difference
from rmasim_analysis.check.junit import junit_xml
from rmasim_analysis.check.verdict import Status, Verdict

SCHEMA = etree.XMLSchema(etree.parse(ROOT / "tests/analysis/check/junit.xsd"))
HOSTILE = "<&\"'>]]> \x00\x1b[31m\x0b \ufffe \U0001f980 \ud800 \r\n\t\x7f \u2028"


def valid(xml):
    root = etree.fromstring(xml)
    SCHEMA.assertValid(root)
    return root


@pytest.mark.long
def test_every_scenario_is_as_expected_and_its_report_valid(tmp_path):
    done = check(SCENARIOS, "--junit", tmp_path / "report.xml")
    assert done.exit_code == 0, done.out
    files = sorted(SCENARIOS.rglob("*.json"))
    others = [path for path in files if path.name == "schema.json" or path.parent.name == "sweeps"]
    scenarios = sum(1 + len(json.loads(path.read_text()).get("variants", [])) for path in files if path not in others)
    assert done.out == f"{scenarios} scenarios as expected\n"
    assert done.err == f"skipped, because they are no scenarios: {len(others)}: {', '.join(map(str, others))}\n"
    root = valid((tmp_path / "report.xml").read_bytes())
    assert len(root.findall("testsuite/testcase")) == int(root.get("tests")) > 100
    assert (root.get("failures"), root.get("errors")) == ("0", "0")


def test_failures_errors_and_skipped_ones(tmp_path):
    write(tmp_path / "in/a.json", PUT_UNDER_LOCK, by_kind(RMA_DONE_ACK=4))
    (tmp_path / "in/b.json").write_text("{")
    write(tmp_path / "in/c.json", PUT_UNDER_LOCK)
    write(tmp_path / "in/deep/d.json", PUT_UNDER_LOCK, by_kind())
    check(tmp_path / "in", "--junit", tmp_path / "out/report.xml")
    root = valid((tmp_path / "out/report.xml").read_bytes())
    assert {name: root.get(name) for name in ("tests", "failures", "errors")} == {
        "tests": "4", "failures": "1", "errors": "1"}
    first, deep = root
    assert (first.get("tests"), first.get("skipped"), deep.get("tests")) == ("3", "1", "1")
    assert deep.get("name") == str(tmp_path / "in/deep")
    moved, broken, nothing = first
    assert moved.get("name") == "a.json" and moved.get("classname").endswith(".in")
    assert moved[0].tag == "failure" and moved[0].get("message") == "RMA_DONE_ACK: expected 4, got 1 (-3)"
    assert moved[0].text.splitlines()[1].split() == ["RMA_DONE_ACK", "4", "1", "-3"]
    assert broken[0].tag == "error" and "line 1, column 1" in broken[0].text
    assert nothing[0].tag == "skipped"
    assert len(deep[0]) == 0


def test_the_same_runs_give_the_same_bytes(tmp_path):
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK, by_kind(RMA_DONE_ACK=4))
    for name in ("one.xml", "two.xml"):
        check(file, "--junit", tmp_path / name)
    assert (tmp_path / "one.xml").read_bytes() == (tmp_path / "two.xml").read_bytes()


def test_a_report_that_cannot_be_written_is_an_error(tmp_path):
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK, expecting(outcome="finished"))
    assert check(file, "--junit", file / "report.xml").exit_code == 2


def verdicts(text):
    file = pathlib.Path("folder") / text.replace("/", "").replace("\0", "")
    difference = Difference(text, text, text)
    return [Verdict(file, status, (difference,), (text, text)) for status in Status]


def test_hostile_text_is_valid_and_still_there():
    root = valid(junit_xml(verdicts(HOSTILE), comparison=False))
    text = "".join(root.itertext())
    assert "<&\"'>]]> \\x00\\x1b[31m\\x0b \\xfffe \U0001f980 \\xd800" in text


@given(strategies.text(strategies.characters(), max_size=20))
@settings(derandomize=True, database=None, deadline=None, max_examples=100)
def test_any_text_is_valid(text):
    valid(junit_xml(verdicts(text), comparison=True))


@pytest.mark.parametrize("wrong", [
    "<testsuite/>",
    "<testsuites><testcase name='a' classname='b' time='0'/></testsuites>",
    "<testsuites><testsuite name='a' tests='1' failures='0' errors='0'><testcase name='a'/></testsuite></testsuites>",
    "<testsuites><testsuite name='a' tests='-1' failures='0' errors='0'/></testsuites>",
    "<testsuites tests='many'/>",
    "<testsuites><testsuite name='a' tests='1' failures='0' errors='0'>"
    "<testcase name='a' classname='b' time='0'><failure/></testcase></testsuite></testsuites>",
    "<testsuites><testsuite name='a' tests='1' failures='0' errors='0'><testcase name='a' classname='b' time='0'>"
    "<failure type='c'/><error type='c'/></testcase></testsuite></testsuites>",
])
def test_the_schema_refuses_what_is_wrong(wrong):
    assert not SCHEMA.validate(etree.fromstring(wrong))
