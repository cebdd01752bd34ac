"""The target of every link in a page exists: the file and the heading."""

import os
import re

import pytest
from lint_tree import ROOT, Source, expect_none, sources

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
IN_BACKTICKS = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(text: str) -> set[str]:
    """Returns the anchors that GitHub generates from the headings."""
    headings = HEADING.findall(FENCED.sub("", text))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(page: Source, pages: dict[str, Source]) -> list[str]:
    """Returns the links of a page whose target does not exist. `pages` has all pages, by path."""
    problems = []
    for link in LINK.findall(IN_BACKTICKS.sub("", FENCED.sub("", page.text))):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        path = os.path.normpath(os.path.join(page.folder, name)) if name else page.path
        if not (path in pages or (ROOT / path).exists()):
            problems.append(f"{page.path}: no such file: {link}")
        elif anchor and path in pages and anchor not in anchors(pages[path].text):
            problems.append(f"{page.path}: no such heading: {link}")
    return problems


def test_every_link_leads_somewhere():
    pages = {page.path: page for page in sources(".md")}
    assert pages
    expect_none([problem for page in pages.values() for problem in dead_links(page, pages)])


# ---- The check sees what it should.

TARGET = Source("docs/b.md", "# Two words\n\n```\n# no heading\n```\n\n## `code`: it's\n")


@pytest.mark.parametrize("link", ["c.md", "../docs/c.md", "b.md#three-words", "b.md#no-heading", "#two-words"])
def test_a_dead_link_is_found(link):
    page = Source("docs/a.md", f"# A\n\n[text]({link})\n")
    assert len(dead_links(page, {page.path: page, TARGET.path: TARGET})) == 1


@pytest.mark.parametrize("text", ["[x](b.md)", "[x](b.md#two-words)", "[x](b.md#code-its)", "[x](#a)",
                                  "[x](../README.md)", "[x](https://a.example/c.md)", "`[x](c.md)`",
                                  "```\n[x](c.md)\n```"])
def test_a_live_link_passes(text):
    page = Source("docs/a.md", f"# A\n\n{text}\n")
    assert dead_links(page, {page.path: page, TARGET.path: TARGET}) == []
