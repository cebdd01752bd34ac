"""The page of clauses, sequences and counts is what the sequences say now."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "sequences"))

import clauses  # noqa: E402
import pytest  # noqa: E402


@pytest.mark.parametrize("family", clauses.FAMILIES, ids=lambda family: family.name)
def test_clauses_page_is_current(family):
    assert family.page.read_text(encoding="utf-8") == clauses.page(family), "run tests/sequences/clauses.py --write"
