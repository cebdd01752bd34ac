"""Every page that quotes the program or the tests agrees with newly generated text. `pages.py --write` updates the
pages."""

import dataclasses
import re

import pages
import pytest
from pieces import TABLE, Sentence, Table, Whole
from registry import PARTS, ROOT, Part, module


def marked(part):
    marks = [] if part.cost == "default" else [getattr(pytest.mark, part.cost)]
    marks += [pytest.mark.skip(reason=f"{part.missing_program} is not built")] * bool(part.missing_program)
    return pytest.param(part, id=part.name.replace(" ", "_"), marks=marks)


@pytest.mark.parametrize("part", map(marked, PARTS))
def test_a_page_is_current(part):
    late = [pages.difference(path, now, then) for path, (now, then) in pages.renewed(part).items()
            if pages.is_late(path, now, then)]
    assert not late, f"renew it: {pages.command(part)}\n" + "\n".join(late)


def test_every_table_between_markers_is_made():
    found = [(file.path, match["name"]) for file in module("tests/lint", "lint_tree").sources(".md")
             for match in TABLE.finditer(file.text)]
    assert sorted(found) == sorted((part.page, part.table) for part in PARTS if part.table)


def test_every_page_is_in_contributing():
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    of_families = re.compile(r"protocol/(?:\w+)/(CLAUSES|FIGURES)\.md")
    named = {of_families.sub(r"protocol/*/\1.md", part.page) for part in PARTS}
    assert [page for page in sorted(named) if f"`{page}`" not in contributing] == []


# ---- Outdated text is detected.


@pytest.fixture(name="page")
def fixture_page(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    (tmp_path / "page.md").write_text("At 4 ranks 1,024\nagainst 2.5.\n\n<!-- table one: do not edit -->\n\n| a |\n\n"
                                      "<!-- end -->\nThe end.\n")
    return tmp_path / "page.md"


def main_with(monkeypatch, pieces, *arguments):
    monkeypatch.setattr(pages, "PARTS", [Part("page.md", lambda: pieces)])
    return pages.main(["page.md", *arguments])


WORDS = "At {} ranks {} against {}."


@pytest.mark.parametrize("piece", (Table("page.md", "one", "| b |"), Sentence("page.md", WORDS, ("4", "1,025", "2.5")),
                                   Whole("page.md", "other\n"), Whole("page.md", b"other\n")))
def test_a_change_is_found_and_written(page, monkeypatch, capsys, piece):
    before = page.read_text()
    assert main_with(monkeypatch, [piece]) == 1
    assert "\n+" in capsys.readouterr().out and page.read_text() == before
    assert main_with(monkeypatch, [piece], "--write") == 0
    assert page.read_text() != before
    assert main_with(monkeypatch, [piece]) == 0


def test_a_drawing_of_another_processor_is_the_same():
    drawing = b'<path d="M 494.422943 225.84351 L 494 18.118365" clip="url(#p38b92517d4)" style="stroke: #b0b0b0"/>'
    same = drawing.replace(b"494.422943", b"494.422942").replace(b"p38b92517d4", b"p39a4a97337")
    assert not pages.is_late("picture.svg", drawing, same)
    assert pages.is_late("page.md", drawing, same)
    for was, now in ((b"225.84", b"225.86"), (b"#b0b0b0", b"#b0b0b1"), (b" L ", b" M "), (b" 18.118365", b"")):
        assert pages.is_late("picture.svg", drawing, drawing.replace(was, now))


def test_only_the_table_and_the_numbers_change(page, monkeypatch):
    pieces = [Table("page.md", "one", "| b |"), Sentence("page.md", WORDS, ("8", "12", "0.5"))]
    before = page.read_text()
    assert main_with(monkeypatch, pieces, "--write") == 0
    assert page.read_text() == before.replace("| a |", "| b |").replace("4 r", "8 r").replace("1,024", "12").replace(
        "2.5", "0.5")


@pytest.mark.parametrize("piece", (Table("page.md", "two", ""), Sentence("page.md", "In {} ranks", ("4",)),
                                   Sentence("page.md", "At {} ranks", ("4", "5"))))
def test_a_place_that_is_not_there_is_an_error(page, monkeypatch, capsys, piece):
    before = page.read_text()
    assert main_with(monkeypatch, [piece], "--write") == 2
    assert capsys.readouterr().err.startswith("pages.py: page.md: ") and page.read_text() == before


def test_a_name_of_no_page_is_an_error(capsys):
    assert pages.main(["no such page"]) == 2
    assert "no such page" in capsys.readouterr().err


def test_long_pages_are_made_only_if_asked_for():
    assert all(part.cost != "long" for part in pages.chosen([], False))
    assert pages.chosen([], True) == PARTS
    (long,) = [part for part in PARTS if part.page == "protocol/ch3/COMPARED.md"]
    assert "--long" in pages.command(long) and "--long" not in pages.command(dataclasses.replace(long, cost="slow"))
