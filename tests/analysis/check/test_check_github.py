"""rmasim check --github: annotations are at the right lines, and no text can end its command early."""

import re

import pytest
from check_runner import DEADLOCK, PUT_UNDER_LOCK, by_kind, check, expecting, write

from rmasim_analysis.check.github import command

COMMAND = re.compile(r"::(error|notice) file=([^,:]*)(?:,line=(\d+))?,title=([^,:]*)::(.*)")


def unescaped(text):
    return re.sub("%([0-9A-F]{2})", lambda found: chr(int(found[1], 16)), text)


def annotations(done):
    found = [COMMAND.fullmatch(line) for line in done.out.splitlines() if line.startswith("::")]
    return [(one[1], unescaped(one[2]), one[3] and int(one[3]), unescaped(one[5])) for one in found]


def line_of(file, text):
    return 1 + file.read_text().splitlines().index(next(line for line in file.read_text().splitlines() if text in line))


def test_each_line_has_its_annotation(tmp_path):
    kinds = {"PUT+LOCK.X+UNLOCK": 1, "RMA_DONE_ACK": 4, "ACC": 2}
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK,
                 expecting(messages={"total": 3, "by_kind": kinds}, memory=[{"ranks": "1", "values": [0, 5]}]))
    found = annotations(check(file, "--github"))
    assert found == [
        ("error", str(file), line_of(file, '"total"'), "total: expected 3, got 2 (-1)"),
        ("error", str(file), line_of(file, '"RMA_DONE_ACK"'), "RMA_DONE_ACK: expected 4, got 1 (-3)"),
        ("error", str(file), line_of(file, '"ACC"'), "ACC: expected 2, got 0 (-2)"),
        ("error", str(file), line_of(file, "  5"),
         "expect.memory[0]: rank 1, byte at byte 1: expected 5, got 0 (-5)"),
    ]


def test_a_missing_kind_is_reported_where_it_belongs(tmp_path):
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK, expecting(messages={"by_kind": {"PUT+LOCK.X+UNLOCK": 1}}))
    assert annotations(check(file, "--github"))[0][2] == line_of(file, '"by_kind"')


def test_an_outcome_has_its_cause(tmp_path):
    file = write(tmp_path / "a.json", DEADLOCK, expecting(outcome="finished"))
    ((level, _, line, message),) = annotations(check(file, "--github"))
    assert (level, line) == ("error", line_of(file, '"outcome"'))
    assert message.splitlines()[0] == "outcome: expected finished, got deadlock" and "waits for" in message


def test_bad_input_is_reported_at_its_place(tmp_path):
    broken = tmp_path / "a.json"
    broken.write_text('{\n  "name": "a",\n}')
    wrong = write(tmp_path / "b.json", PUT_UNDER_LOCK, {"protocol": {"slots": 0}})
    first, second = annotations(check(tmp_path, "--github"))
    assert first[:3] == ("error", str(broken), 3)
    assert second[:3] == ("error", str(wrong), line_of(wrong, '"slots"'))


def test_a_scenario_without_expectations_gives_a_notice(tmp_path):
    assert annotations(check(write(tmp_path / "a.json", PUT_UNDER_LOCK), "--github"))[0][0] == "notice"


@pytest.mark.parametrize("environment, arguments, annotated", [
    ({}, [], False),
    ({"GITHUB_ACTIONS": "true"}, [], True),
    ({"GITHUB_ACTIONS": "true"}, ["--no-github"], False),
])
def test_it_is_on_where_github_runs_it(tmp_path, environment, arguments, annotated):
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK, by_kind(RMA_DONE_ACK=4))
    assert bool(annotations(check(file, *arguments, **environment))) == annotated


def test_files_are_named_from_the_root_of_the_repository(tmp_path, monkeypatch):
    file = write(tmp_path / "sub/a.json", PUT_UNDER_LOCK, by_kind(RMA_DONE_ACK=4))
    monkeypatch.chdir(file.parent)
    done = check("a.json", "--github", GITHUB_WORKSPACE=str(tmp_path))
    assert annotations(done)[0][1] == "sub/a.json"


def test_special_characters_are_escaped():
    text = command("error", "a,b:c%.json", 3, "t:,%\r\n", "100%: a, b\r\n::error::c")
    assert "\n" not in text and "\r" not in text
    _, file, line, title, message = COMMAND.fullmatch(text).groups()
    assert (unescaped(file), line, unescaped(title)) == ("a,b:c%.json", "3", "t:,%\r\n")
    assert unescaped(message) == "100%: a, b\r\n::error::c"
