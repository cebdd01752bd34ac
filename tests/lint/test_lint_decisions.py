"""Decisions: every page is short, is in the index and has the same form. Every reference names an existing page.
(test_lint_links.py checks links.)"""

import re
from pathlib import PurePosixPath

import pytest
from lint_tree import Source, all_files, expect_none

FOLDER = "protocol/decisions"
INDEX = f"{FOLDER}/README.md"
MAX_LINES = 40
PARTS = ("Context", "Decision", "Rejected", "Consequence")

PAGE = re.compile(rf"{FOLDER}/(\d{{4}})-[a-z0-9+-]+\.md")
BY_NUMBER = re.compile(r"[Dd]ecisions?[ \n]+(?://[ ]|#[ ])?(\d{4}(?:(?:, | and )\d{4})*)\b")
BY_FILE = re.compile(r"\b(\d{4}-[a-z][a-z0-9+-]*\.md)\b")


def pages(files: list[Source]) -> dict[str, Source]:
    """Returns the pages of decisions, by number."""
    found = {}
    for file in files:
        if match := PAGE.fullmatch(file.path):
            found[match[1]] = file
    return found


def badly_written(files: list[Source]) -> list[str]:
    problems = []
    for number, page in pages(files).items():
        text = page.text
        if len(text.rstrip("\n").split("\n")) > MAX_LINES:
            problems.append(f"{page.path}: more than {MAX_LINES} lines")
        if not text.startswith(f"# {number} "):
            problems.append(f"{page.path}: the title does not begin with # {number}")
        problems += [f"{page.path}: no **{part}.**" for part in PARTS if f"\n**{part}.**" not in text]
    return problems


def missing_in_index(files: list[Source]) -> list[str]:
    index = next((file.text for file in files if file.path == INDEX), "")
    entries = [f"- [{page.text.split(chr(10))[0].removeprefix('# ')}]({PurePosixPath(page.path).name})"
               for page in pages(files).values()]
    return [f"{INDEX}: exactly once: {entry}" for entry in entries if index.split("\n").count(entry) != 1]


def dead_references(files: list[Source]) -> list[str]:
    known = pages(files)
    names = {PurePosixPath(page.path).name for page in known.values()}
    problems = []
    for file in files:
        def report(at: int, what: str, file: Source = file) -> None:
            problems.append(f"{file.path}:{file.text.count(chr(10), 0, at) + 1}: no decision {what}")

        for hit in BY_NUMBER.finditer(file.text):
            for number in re.findall(r"\d{4}", hit[1]):
                if number not in known:
                    report(hit.start(), number)
        for hit in BY_FILE.finditer(file.text):
            if hit[1] not in names:
                report(hit.start(), hit[1])
    return problems


def project() -> list[Source]:
    return [file for file in all_files() if file.path != "tests/lint/test_lint_decisions.py"]


def test_pages_are_short_and_of_one_form():
    assert pages(all_files())
    expect_none(badly_written(all_files()))


def test_every_page_is_in_the_index():
    expect_none(missing_in_index(all_files()))


def test_every_reference_names_a_page():
    expect_none(dead_references(project()))


# ---- The checks see what they should.

GOOD = Source(f"{FOLDER}/0007-a-rule.md",
              "# 0007 A rule\n\n**Context.** a\n\n**Decision.** b\n\n**Rejected.** c\n\n**Consequence.** d\n")
INDEX_OF_GOOD = Source(INDEX, "# Decisions\n\n- [0007 A rule](0007-a-rule.md)\n")


def test_a_good_page_passes():
    text = "[0007](../protocol/decisions/0007-a-rule.md), decision 0007, decisions\n// 0007 and 0007, in 1234\n"
    files = [GOOD, INDEX_OF_GOOD, Source("sim/SCALE.md", text)]
    assert badly_written(files) + missing_in_index(files) + dead_references(files) == []


@pytest.mark.parametrize("text", [
    GOOD.text + "x\n" * MAX_LINES,
    GOOD.text.replace("**Rejected.**", "Rejected."),
    GOOD.text.replace("# 0007", "# 0008"),
])
def test_a_bad_page_is_found(text):
    assert len(badly_written([Source(GOOD.path, text)])) == 1


@pytest.mark.parametrize("index", ["", "- [0007 Another title](0007-a-rule.md)\n", INDEX_OF_GOOD.text * 2])
def test_a_page_outside_the_index_is_found(index):
    assert len(missing_in_index([GOOD, Source(INDEX, index)])) == 1


@pytest.mark.parametrize("text", [
    "// why (decision 0008).",
    "decisions 0007, 0008",
    "why: decision\n// 0008",
    "see protocol/decisions/0007-an-old-name.md",
])
def test_a_dead_reference_is_found(text):
    assert len(dead_references([GOOD, Source("sim/timed/a.h", text)])) == 1
