"""Texts say "1 run" and not "1 runs", and figures are aligned in their columns."""

import re

import pytest
from rmasim_runner import ROOT, SCENARIOS, rmasim

# After what a figure follows: names, such as "rank 1 waits", are no counts.
COUNTED = re.compile(r"(?:^|[(,;:+]|  )\s*(?<![\d,.])1\s+((?:[a-z]+-)*[a-z]*[a-rt-z]s)\b", re.MULTILINE)
NO_PLURALS = {"vacuous", "is", "was", "has", "fails", "s", "ns", "us", "ms"}


def plurals_of_one(text):
    return [one[0] for one in COUNTED.finditer(text) if one[1] not in NO_PLURALS]


@pytest.mark.parametrize("line, wrong", [
    ("  table        1   fall-backs of LOCK_ALL", True), ("x: 1 executions, 3 steps", True), ("in 1 runs", False),
    ("rank 1 waits for rank 0", False), ("  1 of them fails", False), ("   1 us", False), ("; 1 lines", True),
    ("2,001 calls", False),
    ("   1   access: none erroneous", False),
    ("0.1  calls", False), ("Counters of w   1   allocated, 1 signals applied", True)])
def test_the_rule(line, wrong):
    assert bool(plurals_of_one(line)) == wrong


@pytest.mark.parametrize("folder", ["newrma/lock", "newrma/lock_all", "newrma/shared_memory", "shm/fence",
                                    "shm/accumulate", "synccount/counts"])
@pytest.mark.parametrize("start", [0, pytest.param(1, marks=pytest.mark.long)])
def test_runs(folder, start):
    """The test runs every second scenario."""
    files = sorted((SCENARIOS / folder).rglob("*.json"))[start::2]
    assert files
    for file in files:
        done = rmasim("run", file, "--check-invariants", "--breakdown", "rank,pair")
        assert not plurals_of_one(done.stdout + done.stderr), file


@pytest.mark.parametrize("name", ["newrma/lock/lock-put-unlock", "newrma/lock/lock-put-put-unlock"])
def test_searches_and_replays(name, tmp_path):
    scenario = SCENARIOS / f"{name}.json"
    found = rmasim("explore", scenario, "--limit", "1000", "--out", tmp_path, "--orders", "all")
    again = rmasim("run", scenario, "--schedule", next(tmp_path.glob("*.fewest-messages.json")))
    assert not plurals_of_one(found.stdout + found.stderr + again.stdout + again.stderr)


def test_what_happens_once(tmp_path):
    """The program has one of everything that is counted."""
    file = tmp_path / "one.json"
    file.write_text('{"name": "one", "ranks": 1, "windows": {"w": {"bytes": 1}},'
                    ' "programs": [{"calls": [{"fence": {}}]}]}')
    for command in ("run", "explore"):
        printed = rmasim(command, file, "--set", "semantics=separate").stdout
        assert re.search(r"\b1 (rank|execution)\b", printed) and not plurals_of_one(printed)


def test_fuzzing_and_worlds(tmp_path):
    done = rmasim("fuzz", "--runs", "1", "--out", tmp_path)
    assert "1 run, " in done.stdout and not plurals_of_one(done.stdout)
    world = ROOT / "tests/explore/worlds/thread-flush-put.json"
    assert not plurals_of_one(rmasim("explore", world, "--limit", "1").stdout)


LONG = "GET_RESP+LOCK_GRANTED+RMA_DONE_ACK"  # longer than the usual column


def ends_of_figures(text):
    """Returns the columns in which the figures of the table of packets end."""
    begin = text.index("Messages" if "Messages" in text else "messages")
    lines = text[begin:].split("\n\n")[0].splitlines()
    found = [re.match(r"(Messages|  \S+) +[\d,]+(?= |$)", line) for line in lines]
    return {one.end() for one in found if one}


def test_long_kinds_of_packets_push_no_figure_out_of_its_column(tmp_path):
    file = tmp_path / "long.json"
    file.write_text("""{"name": "long", "ranks": 2, "windows": {"w": {"bytes": 8}}, "programs": [
        {"ranks": "0", "calls": [
        {"lock": {"target": 1, "type": "shared"}}, {"get": {"target": 1}}, {"flush": {"target": 1}},
        {"unlock": {"target": 1}}]}]}""")
    found = rmasim("explore", file, "--out", tmp_path, "--orders", "fewest-messages")
    order = next(tmp_path.glob("*.fewest-messages.json"))
    for printed in (found.stdout, rmasim("run", file).stdout, rmasim("run", file, "--schedule", order).stdout):
        assert LONG in printed and len(ends_of_figures(printed)) == 1, printed


def test_expected_figures_have_commas(tmp_path):
    file = tmp_path / "more.json"
    file.write_text("""{"name": "more", "ranks": 2, "windows": {"w": {"bytes": 8}},
        "programs": [{"calls": [{"fence": {}}]}],
        "expect": {"messages": {"total": 123456}}}""")
    assert re.search(r"messages.total +123,456 +\d+$", rmasim("run", file).stderr, re.MULTILINE)
