"""The script that updates the output of `rmasim tune` in analysis/TUNING.md."""

import tuning_page


def test_a_number_that_moved_is_seen(monkeypatch):
    monkeypatch.setattr(tuning_page, "output_of", lambda command: "head 1\n\nfigures 2\n\nmore\n")
    page = "```\n$ ./rmasim tune a.json\nhead 1\n\nfigures 3\n\n...\n```\n"
    assert tuning_page.renewed_page(page) == page.replace("3", "2")
