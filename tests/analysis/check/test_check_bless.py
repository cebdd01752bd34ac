"""rmasim check --bless: rewrites the values that changed, keeps every other byte, and refuses unsafe rewrites."""

import difflib
import json
import os

import pytest
from check_runner import DEADLOCK, PUT_UNDER_LOCK, SCENARIOS, by_kind, check, expecting, write

FILES = sorted(path for path in SCENARIOS.rglob("*.json") if path.name != "schema.json"
               and path.parent.name != "sweeps")


def numbers_of(expect):
    """Returns the paths of the counts that a scenario expects, as keys of nested objects. Alternatives are left out,
    because they have several counts. So are expressions, because they contain more than their number."""
    counts = {key: value for key, value in expect.get("messages", {}).items() if key != "by_pair"}
    alone = [("messages", key) for key, value in counts.items() if isinstance(value, int)]
    of_kinds = [("messages", key, kind) for key, value in counts.items() if isinstance(value, dict)
                for kind, count in value.items() if isinstance(count, int)]
    return alone + of_kinds


@pytest.mark.long
def test_a_changed_count_differs_from_the_blessed_file_in_that_number_only(tmp_path):
    """For every scenario of the project, the test changes the first count that it expects, and keeps the layout. A file
    is left out if one of its variants has no expectations of its own, because such a variant is not blessed."""
    as_expected = 0
    for number, file in enumerate(FILES):
        text = file.read_text()
        scenario = json.loads(text)
        paths = numbers_of(scenario.get("expect", {}))
        variants = scenario.get("variants", [])
        if not paths or not all("expect" in variant for variant in variants):
            continue
        as_expected += len(variants)
        key = json.dumps(paths[0][-1]) + ": "
        at = text.index(key, text.index('"expect"')) + len(key)
        (tmp_path / f"{number}.json").write_text(text[:at] + "9" + text[at:])
    moved = sorted(tmp_path.glob("*.json"))
    assert len(moved) > 60
    done = check(tmp_path, "--bless")
    assert done.exit_code == 0, done.out
    assert done.out.endswith(
        f"{len(moved) + as_expected} scenarios: {as_expected} as expected, {len(moved)} blessed\n")
    for file in moved:
        assert file.read_bytes() == FILES[int(file.stem)].read_bytes()


def test_one_number_is_the_whole_difference(tmp_path):
    text = (SCENARIOS / "quickstart.json").read_text()
    file = tmp_path / "quickstart.json"
    file.write_text(text.replace('"RMA_DONE_ACK": 40960', '"RMA_DONE_ACK": 40961'))
    before = file.read_text()
    assert check(file).exit_code == 1
    assert check(file, "--bless").exit_code == 0
    pieces = difflib.SequenceMatcher(None, before, file.read_text(), autojunk=False).get_opcodes()
    assert [(before[a:b], file.read_text()[c:d]) for tag, a, b, c, d in pieces if tag != "equal"] == [("1", "0")]


@pytest.mark.parametrize("change", [
    lambda text: text.replace("\n", "\r\n"),
    lambda text: "\ufeff" + text,
    lambda text: text.rstrip("\n"),
    lambda text: text.replace('"about"', '"ab\\u006fut"').replace("A put", "\\u0041 p\u00fct"),
    lambda text: text.replace('"BARRIER"', '"\\u0042ARRIER"'),
    lambda text: text.replace("    ", "\t"),
])
def test_line_ends_marks_and_escapes_stay(tmp_path, change):
    text = change((SCENARIOS / "newrma/fence/put-right.json").read_text())
    file = tmp_path / "a.json"
    file.write_bytes(text.replace("ARRIER\": 16", "ARRIER\": 9").encode())
    assert check(file, "--bless").exit_code == 0
    assert file.read_bytes() == text.encode()


def test_kinds_are_inserted_and_removed_in_their_places(tmp_path):
    kinds = {"ACC": 5, "PUT": 3}
    pairs = {"0>1": {}, "1>0": {"GET": 1, "RMA_DONE_ACK": 1}}
    nodes = {"RMA_DONE_ACK": 1}
    messages = {"total": 8, "bytes": 1, "by_kind": kinds, "by_pair": pairs, "between_nodes": nodes}
    node = {"ranks": 4, "platform": {"ranks_per_node": 2}}
    call = {"programs": [{"ranks": "0", "calls": [{"lock": {"target": 2, "type": "exclusive"}},
                                                  {"put": {"target": 2}}, {"unlock": {"target": 2}}]}]}
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK, node, call, expecting(messages=messages))
    assert check(file, "--bless").exit_code == 0
    assert json.loads(file.read_text())["expect"]["messages"] == {
        "total": 2, "bytes": 65, "by_kind": {"PUT+LOCK.X+UNLOCK": 1, "RMA_DONE_ACK": 1},
        "by_pair": {"0>1": {}, "1>0": {}}, "between_nodes": {"PUT+LOCK.X+UNLOCK": 1, "RMA_DONE_ACK": 1}}


def test_bounds_and_memory_are_updated(tmp_path):
    put = {"programs": [{"ranks": "0", "calls": [{"lock": {"target": 1, "type": "exclusive"}},
                                                 {"put": {"target": 1, "disp": 8, "datatype": "int32", "value": 7}},
                                                 {"unlock": {"target": 1}}]}]}
    memory = [{"ranks": "1", "datatype": "int32", "disp": 4, "values": [1, 2, 0]}, {"disp": 16, "values": [3]}]
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK, put,
                 expecting(high_water={"op.local.w": 0}, time_ns={"min": 3, "max": 4}, memory=memory))
    assert check(file, "--bless").exit_code == 0
    expect = json.loads(file.read_text())["expect"]
    assert expect["high_water"] == {"op.local.w": 1}
    assert expect["time_ns"]["min"] == 3 and expect["time_ns"]["max"] > 1000
    assert [entry["values"] for entry in expect["memory"]] == [[0, 7, 0], [0]]


PUT_BY_ALL = {"programs": [{"calls": [{"store": {"datatype": "byte", "value": "rank"}}]}]}

REFUSED = {
    "an expression": (PUT_UNDER_LOCK, expecting(memory=[{"values": ["rank + 1"]}]), "is an expression"),
    "ranks that differ": (PUT_UNDER_LOCK | PUT_BY_ALL, expecting(memory=[{"values": [5]}]), "the ranks have 0 and 1"),
    "ranks that keep it": (PUT_UNDER_LOCK | PUT_BY_ALL, expecting(memory=[{"values": [1]}]),
                           "a run of the changed file is not as expected either"),
    "an outcome": (DEADLOCK, expecting(outcome="finished", messages={"total": 7}), "--bless-outcome takes the new one"),
    "a load": (PUT_UNDER_LOCK | {"programs": [{"calls": [{"load": {"as": "x", "expect": 3}}]}]}, {},
               "it belongs to the program"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_safe_stays_a_failure(tmp_path, name):
    program, expect, why = REFUSED[name]
    file = write(tmp_path / "a.json", program, expect)
    before = file.read_bytes()
    done = check(file, "--bless")
    assert done.exit_code == 1
    assert "not blessed: " in done.out and why in done.out
    assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


def test_an_outcome_is_blessed_on_request(tmp_path):
    file = write(tmp_path / "a.json", DEADLOCK, expecting(outcome="finished", messages={"total": 7}))
    assert check(file, "--bless-outcome").exit_code == 0
    assert json.loads(file.read_text())["expect"] == {"outcome": "deadlock", "messages": {"total": 1}}


def test_an_outcome_is_not_added_to_a_file_without_one(tmp_path):
    file = write(tmp_path / "a.json", DEADLOCK, expecting(messages={"total": 1}))
    done = check(file, "--bless-outcome")
    assert done.exit_code == 1
    assert "not blessed: the file names no outcome" in done.out


def test_one_file_that_cannot_be_blessed_does_not_stop_the_others(tmp_path):
    write(tmp_path / "a.json", DEADLOCK)
    (tmp_path / "b.json").write_text("{")
    moved = write(tmp_path / "c.json", PUT_UNDER_LOCK, by_kind(RMA_DONE_ACK=4))
    done = check(tmp_path, "--bless")
    assert done.exit_code == 2
    assert done.out.endswith("3 scenarios: 1 blessed, 1 changed, 1 refused\n")
    assert (tmp_path / "b.json").read_text() == "{"
    assert check(moved).exit_code == 0


def test_permissions_and_links_stay(tmp_path):
    file = write(tmp_path / "real/a.json", PUT_UNDER_LOCK, by_kind(RMA_DONE_ACK=4))
    file.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(file)
    assert check(link, "--bless").exit_code == 0
    assert link.is_symlink() and file.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path / "real") == ["a.json"]


def test_blessing_twice_changes_nothing_more(tmp_path):
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK, by_kind(RMA_DONE_ACK=4))
    check(file, "--bless")
    once = file.read_bytes()
    assert check(file, "--bless").out == "1 scenario as expected\n"
    assert file.read_bytes() == once


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("expect", ["", ', "expect": {}'])
def test_a_file_without_expectations_gets_a_whole_expect(tmp_path, expect, end):
    file = tmp_path / "a.json"
    before = json.dumps(PUT_UNDER_LOCK, indent=2).removesuffix("\n}") + expect + "\n}\n"
    file.write_bytes(before.replace("\n", end).encode())
    done = check(file, "--bless")
    assert (done.exit_code, done.out) == (0, f"{file}: blessed\n1 scenario blessed\n")
    after = file.read_bytes().decode()
    assert after.count("\r\n") == (after.count("\n") if end == "\r\n" else 0)
    assert json.loads(after) == PUT_UNDER_LOCK | {"expect": {
        "outcome": "finished", "messages": {"total": 2, "bytes": 65, "by_kind": {"PUT+LOCK.X+UNLOCK": 1,
                                                                                 "RMA_DONE_ACK": 1}}}}
    assert check(file).out == "1 scenario as expected\n"
    # Now the check can fail.
    file.write_text(after.replace('"exclusive"', '"shared"'))
    assert check(file).exit_code == 1


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_each_kind_of_a_new_expect_has_its_line(tmp_path, end):
    file = tmp_path / "a.json"
    file.write_bytes((json.dumps(PUT_UNDER_LOCK, indent=2) + "\n").replace("\n", end).encode())
    assert check(file, "--bless").exit_code == 0
    lines = file.read_bytes().decode().split(end)
    kinds = [line for line in lines if "PUT+LOCK.X+UNLOCK" in line or "RMA_DONE_ACK" in line]
    assert [line.count('": ') for line in kinds] == [2, 1]  # the first is behind the key by_kind
    assert kinds[0].index('"PUT') == kinds[1].index('"RMA')  # below each other


def in_range(**messages):
    return expecting(messages=messages)


@pytest.mark.parametrize("messages", [
    {"total": {"min": 2, "max": 2}}, {"total": {"min": 1}}, {"total": {"max": 3}}, {"bytes": {"min": 60, "max": 70}},
    {"by_kind": {"PUT+LOCK.X+UNLOCK": {"min": 1}, "RMA_DONE_ACK": {"max": 5}}},
    {"by_kind": {"PUT+LOCK.X+UNLOCK": 1, "RMA_DONE_ACK": 1, "GET": {"max": 4}}},
    {"by_kind": [{"GET": 1}, {"PUT+LOCK.X+UNLOCK": {"min": 1}, "RMA_DONE_ACK": 1}]},
    {"by_pair": {"0>1": {"PUT+LOCK.X+UNLOCK": {"min": 1, "max": 2}}}}])
def test_a_count_in_its_range_is_as_expected(tmp_path, messages):
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK, in_range(**messages))
    assert check(file).out == "1 scenario as expected\n"


@pytest.mark.parametrize("messages, said, blessed", [
    ({"total": {"min": 3}}, "total       at least 3    2          -1", {"total": {"min": 2}}),
    ({"total": {"min": 0, "max": 1}}, "total        at most 1    2          +1", {"total": {"min": 0, "max": 2}}),
    ({"by_kind": {"PUT+LOCK.X+UNLOCK": {"min": 2, "max": 4}, "RMA_DONE_ACK": {"max": 0}}}, "at least 2",
     {"by_kind": {"PUT+LOCK.X+UNLOCK": {"min": 1, "max": 4}, "RMA_DONE_ACK": {"max": 1}}}),
    ({"by_pair": {"1>0": {"RMA_DONE_ACK": {"min": 2}}}}, "RMA_DONE_ACK of 1>0",
     {"by_pair": {"1>0": {"RMA_DONE_ACK": {"min": 1}}}})])
def test_a_count_outside_of_its_range_fails_and_its_bound_is_blessed(tmp_path, messages, said, blessed):
    file = write(tmp_path / "a.json", PUT_UNDER_LOCK, in_range(**messages))
    failed = check(file)
    assert failed.exit_code == 1 and " ".join(said.split()) in " ".join(failed.out.split()), failed.out
    assert check(file, "--bless").exit_code == 0
    assert json.loads(file.read_text())["expect"]["messages"] == blessed


@pytest.mark.parametrize("total, found", [
    ({"min": 3, "max": 2}, "expect.messages.total.max: found 2; allowed: an integer from 3"),
    ({}, "expect.messages.total: found {}; allowed: at least one of min and max"),
    ({"least": 3}, "expect.messages.total.least: found an unknown key")])
def test_a_range_that_is_none_is_refused(tmp_path, total, found):
    refused = check(write(tmp_path / "a.json", PUT_UNDER_LOCK, in_range(total=total)))
    assert refused.exit_code == 2 and found in refused.err, refused.err


def test_a_deadlock_becomes_expected_on_request_only(tmp_path):
    file = write(tmp_path / "a.json", DEADLOCK)
    done = check(file, "--bless")
    assert done.exit_code == 1
    assert "not blessed: the run did not finish; --bless-outcome" in done.out
    assert check(file, "--bless-outcome").exit_code == 0
    assert json.loads(file.read_text())["expect"]["outcome"] == "deadlock"
    assert check(file).out == "1 scenario as expected\n"
