"""The shown lines of a session follow the printed ones."""

import pytest
from pieces import WrongPage
from sessions import FILE, SESSION, renewed

PRINTED = ["run: finished", "packets 12", "bytes 96", "time 7 ns", "end"]


@pytest.mark.parametrize("shown, expected", (
    (["run: failed", "..."], ["run: finished", "..."]),
    (["...", "end"], ["...", "end"]),
    (["run: finished", "...", "time 5 ns", "..."], ["run: finished", "...", "time 7 ns", "..."]),
    (["...", "packets 10", "bytes 80", "..."], ["...", "packets 12", "bytes 96", "..."]),
    (["...", "bytes 9...", "..."], ["...", "bytes 9...", "..."]),
    (["run: finished", "packets 13"], PRINTED),
    (PRINTED, PRINTED)))
def test_lines_are_renewed(shown, expected):
    assert renewed(shown, PRINTED, "run") == expected


@pytest.mark.parametrize("shown", (["...", "links 3", "..."], ["end", "..."], ["...", "time 7 ns"]))
def test_lines_that_are_not_printed_are_an_error(shown):
    with pytest.raises(WrongPage, match="run"):
        renewed(shown, PRINTED, "run")


def test_a_long_line_is_cut_at_a_word():
    assert renewed(["a word and ..."], ["a word or two more"], "run") == ["a word or ..."]


def test_files_and_sessions_of_a_page():
    page = "In `a/b.json`:\n\n```json\n{}\n```\n\n    $ one\n    out\n\n    more\n    $ two\n\ntext\n"
    assert [match.groups() for match in FILE.finditer(page)] == [("a/b.json", "{}\n")]
    assert [match.groups() for match in SESSION.finditer(page)] == [("one", "    out\n\n    more\n"), ("two", "")]
