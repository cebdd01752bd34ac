"""analysis/TUNING.md shows the current output of `rmasim tune`."""

import pytest
import tuning_page


@pytest.mark.long
def test_the_page_is_up_to_date():
    text = tuning_page.PAGE.read_text(encoding="utf-8")
    assert len(tuning_page.BLOCK.findall(text)) >= 4
    assert tuning_page.renewed_page(text) == text


def test_a_number_that_moved_is_seen(monkeypatch):
    monkeypatch.setattr(tuning_page, "output_of", lambda command: "head 1\n\nfigures 2\n\nmore\n")
    page = "```\n$ ./rmasim tune a.json\nhead 1\n\nfigures 3\n\n...\n```\n"
    assert tuning_page.renewed_page(page) == page.replace("3", "2")
