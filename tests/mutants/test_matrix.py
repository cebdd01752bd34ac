"""The matrix of suites and mutants: the evaluation of its data, and its page, which must be up to date."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from matrix import (
    DATA,
    FOLDER,
    PAGE,
    SUITES,
    Failed,
    Programs,
    first,
    hunt,
    items_of,
    mutant_names,
    of_page,
    reach_of,
    spelled,
)
from matrix_data import (
    MORE,
    Reach,
    Suite,
    candidates,
    found_by_default,
    greedy,
    in_order,
    is_settled,
    only_finders,
    only_finders_of_all,
    read_matrix,
    read_suites,
    text_of,
    worlds_needed,
)
from matrix_page import page

CORPUS = Suite("corpus", "core", ("[0-3]:*",), ("*:slow*",), program="p", in_parts=True)
FUZZ = Suite("fuzz", "core", ("*",), most={"newrma": 4000}, program="p")
SEQUENCES = Suite("sequences", "core", ("*",), program="p")
WORLDS = Suite("worlds", "core", (), program="p")


def reach(times, *mutants, finds=False):
    return Reach(finds, times, 1, frozenset(mutants))


# ---- Default tests

@pytest.mark.parametrize("suite, finder, is_default", [
    (CORPUS, "3:random/newrma 17", True),
    (CORPUS, "4:random/newrma 17", False),
    (CORPUS, "0:slow 1", False),
    (FUZZ, "newrma 4000", True),
    (FUZZ, "newrma 4001", False),
    (WORLDS, "fence-ring", False),
])
def test_default_items(suite, finder, is_default):
    assert suite.is_default(finder) == is_default


def test_the_items_of_a_program_are_spelled_as_it_has_them():
    assert spelled(CORPUS, "3:random/newrma 17") == "random/newrma 17"
    assert spelled(FUZZ, "newrma") == "newrma 4000"
    assert spelled(WORLDS, "fence-ring:2") == "fence-ring:2"
    assert FUZZ.item_of("newrma 41") == "newrma"


# ---- Tried items

def test_default_items_are_tried_first_then_those_that_come_to_few_places():
    order = in_order(CORPUS, {"5:a": reach(1), "1:d": reach(1000), "1:c": reach(9), "1:b": reach(10), "7:e": reach(0)})
    assert order == ["1:b", "1:c", "1:d", "7:e", "5:a"]


def test_only_what_comes_to_a_mutant_and_is_right_without_it_is_tried():
    assert candidates(WORLDS, {"a": reach(1, 2), "b": reach(1, 1, 2), "c": reach(1, 1, finds=True)}, 1) == ["b"]


@pytest.mark.parametrize("finders, tried, wanted, is_whole", [
    (["5:a"], ["1:b", "5:a"], 2, True),            # nothing else finds it
    (["1:b", "5:a", MORE], ["1:b", "5:a"], 2, True),
    (["5:a", "5:c", MORE], ["5:a", "5:c"], 2, True),  # no default item reaches it
    (["5:a", "5:c", MORE], ["1:b", "5:a"], 2, False),  # 1:b has become a default test since
    (["1:b", "1:a", MORE], ["1:b"], 10, False),
])
def test_what_is_not_hunted_again(finders, tried, wanted, is_whole):
    assert is_settled(CORPUS, finders, tried, wanted) == is_whole


# ---- Programs

# Says what the programs matrix_* say; mutant 2 is called "two" and found by a and by all of c.
PROGRAM = """#!/usr/bin/python3
import os, sys
if sys.argv[2] == "list":
    print("0\\ta\\n1\\tb\\n4\\tc")
for line in sys.stdin if sys.argv[2] != "list" else ():
    item = line.rstrip().split("\\t")[1]
    if sys.argv[2] == "reach":
        print("-", 10, 1, "" if item == "b" else "1,2", item, sep="\\t")
    elif os.environ.get("RMASIM_MUTANT") == "two":
        print(0, item, sep="\\t")
        if sys.argv[3] == "1":
            break
"""


@pytest.fixture(name="programs")
def fixture_programs(tmp_path):
    (tmp_path / "p").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "p").chmod(0o755)
    return Programs(tmp_path, {})


def test_items_have_what_they_are_part_of_in_front(programs):
    assert items_of(programs, CORPUS) == ["0:a", "1:b", "4:c"]
    assert items_of(programs, replace(CORPUS, left_out=("4:*",))) == ["0:a", "1:b"]


def test_what_comes_to_a_mutant_is_recorded_once(programs):
    found = reach_of(programs, CORPUS, map)
    assert found == {"0:a": reach(10, 1, 2), "1:b": reach(10), "4:c": reach(10, 1, 2)}
    (programs.folder / "p").write_text(PROGRAM.replace("10", "11"), encoding="utf-8")
    assert reach_of(programs, CORPUS, map)["1:b"].times == 11
    os.utime(programs.folder / "p", (0, 0))
    (programs.folder / "reach-corpus.json").write_text('{"a": [false, 1, 1, []], "b": [true, 2, 1, []], "c": [true, 3, '
                                                       '1, [7]]}', encoding="utf-8")
    assert reach_of(programs, CORPUS, map)["4:c"] == reach(3, 7, finds=True)


@pytest.mark.parametrize("number, name, most, finders", [
    (2, "two", 2, ["0:a", "4:c"]),
    (2, "two", 1, ["0:a", MORE]),
    (1, "one", 2, []),
    (3, "three", 2, []),
])
def test_a_hunt_names_what_finds_a_mutant(programs, number, name, most, finders):
    assert hunt(programs, CORPUS, reach_of(programs, CORPUS, map), number, name, most) == finders


def test_a_hunt_that_would_take_too_long_ends_early(programs):
    found = reach_of(programs, CORPUS, map)
    assert hunt(programs, CORPUS, found, 2, "two", 2, 2) == ["0:a", "4:c"]
    assert hunt(programs, CORPUS, found, 2, "two", 2, 1) == ["0:a", MORE]
    assert hunt(programs, CORPUS, found, 1, "one", 2, 1) == [MORE]


def test_a_program_that_fails_is_named(programs):
    (programs.folder / "p").write_text("#!/bin/sh\necho no >&2\nexit 2\n", encoding="utf-8")
    with pytest.raises(Failed, match="p corpus list: exit code 2: no"):
        items_of(programs, CORPUS)


# ---- Evaluation

ROWS = {
    "core/a": {"sequences": ["x"], "fuzz": [], "corpus": ["1:a", "1:b", MORE], "worlds": []},
    "core/b": {"sequences": [], "fuzz": [], "corpus": ["5:a"], "worlds": ["v", "w"]},
    "core/c": {"sequences": [], "fuzz": [], "corpus": [], "worlds": ["w"]},
    "core/d": {"sequences": [], "fuzz": ["newrma 4001"], "corpus": [], "worlds": ["u"]},
    "core/e": {"sequences": [], "fuzz": ["newrma 17"], "corpus": ["2:a", MORE], "worlds": ["u"]},
}


def test_what_the_default_finds():
    assert found_by_default(CORPUS, ROWS) == {"core/a", "core/e"}
    assert found_by_default(FUZZ, ROWS) == {"core/e"}


def test_an_item_is_needed_if_nothing_else_of_its_suite_finds_something():
    assert only_finders(CORPUS, ROWS) == {"5:a": ["core/b"]}  # there may be another one in addition to 2:a
    assert only_finders(WORLDS, ROWS) == {"u": ["core/d", "core/e"], "w": ["core/c"]}
    assert only_finders_of_all(WORLDS, ROWS) == {"w": ["core/c"]}
    assert only_finders_of_all(CORPUS, ROWS) == {}


def test_worlds_are_needed_for_what_sequences_and_default_fuzz_do_not_find():
    assert worlds_needed([SEQUENCES, FUZZ, WORLDS], ROWS) == {"w": ["core/b", "core/c"], "u": ["core/d"]}


def test_greedy_takes_what_finds_most_and_the_first_of_equals():
    assert greedy({"1": ["b", "a"], "2": ["a", "b"], "3": ["c"], "4": []}) == ["a", "c"]


def test_the_page_says_what_the_default_does_not_find():
    text = page([SEQUENCES, FUZZ, CORPUS, WORLDS], {"corpus": 9}, ROWS)
    assert "Of 5 mutants of core all suites together find 5, the default alone 2." in text
    assert "- `core/b`: `corpus: 5:a`, `worlds: v`, `worlds: w`" in text
    assert "| corpus | 9 | some | core: 5 | 3 | 2 | 0 | 1 | 8 | 0 |" in text
    assert "hunts that ended early: {'corpus': 1}" in text  # core/e: one finder, and maybe more


def test_a_mutant_that_nothing_finds_is_named():
    assert "Found by none: `core/z`." in page([SEQUENCES, FUZZ, WORLDS], {}, ROWS | {"core/z": {"sequences": []}})


def test_the_file_is_read_as_it_was_written(tmp_path):
    (tmp_path / "m.json").write_text(text_of({"corpus": 9}, ROWS), encoding="utf-8")
    assert read_matrix(tmp_path / "m.json") == ({"corpus": 9}, ROWS)
    assert len(text_of({}, ROWS).splitlines()) == len(ROWS) + 6


def test_pages_of_other_hunts_name_the_first_that_finds_a_mutant():
    suites, _ = read_suites(SUITES)
    by_name = {suite.name: suite for suite in suites}
    rows = of_page(by_name["reference"])
    assert set(rows) == {f"memmodel/{name}" for name in mutant_names("memmodel")}
    assert all(row["reference"] for row in rows.values())
    assert first("nothing") == []


# ---- The page in the tree

def test_the_page_is_up_to_date():
    suites, _ = read_suites(SUITES)
    items, rows = read_matrix(DATA)
    assert PAGE.read_text(encoding="utf-8") == page(suites, items, rows), "matrix.py --show > MATRIX.md"


@pytest.mark.parametrize("arguments, complaint", [
    (["--never", "none"], "--never none: there is no such suite; there are sequences, unit"),
    (["--write", "--suites", "none"], "--suites none: there is no such suite; there are sequences, unit"),
    (["--show", "--write"], "not allowed with argument"),
])
def test_bad_arguments_are_refused(arguments, complaint):
    done = subprocess.run([sys.executable, FOLDER / "matrix.py", *arguments], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 2
    assert complaint in done.stderr
