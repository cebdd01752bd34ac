"""No file contains the conflict markers of an unfinished merge."""

import re

from lint_tree import Source, all_files, expect_none

MARK = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)


def marked(files: list[Source]) -> list[str]:
    return [f"{file.path}:{file.text[:found.start()].count(chr(10)) + 1}: {found.group(1)}"
            for file in files for found in MARK.finditer(file.text)]


def test_no_mark_is_left():
    expect_none(marked(all_files()))


def test_both_sides_of_a_mark_are_found():
    text = "a\n" + "<" * 7 + " HEAD\nb\n" + "=" * 7 + "\nc\n" + ">" * 7 + " other\n"
    assert marked([Source("a.md", text)]) == ["a.md:2: " + "<" * 7, "a.md:6: " + ">" * 7]
    assert marked([Source("a.md", "Title\n" + "=" * 7 + "\n")]) == []
