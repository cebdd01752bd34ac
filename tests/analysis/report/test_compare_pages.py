"""What compare_pages.py finds missing. It compares the pages of two commits, which takes too long for a test."""

import pytest
from compare_pages import has_all, missing_texts, plain


@pytest.mark.parametrize(("before", "after", "missing"), [
    (["12.5", "rank"], ["rank 3", "12.5 %"], []),
    (["100.0", "16384"], ["100", "16,384"], []),
    (["12"], ["a12", "123"], ["12"]),
    (["7", "7"], ["7"], ["1 of 2 times: 7"]),
    (["waits for (", "Fix: one."], ["waits for. Fix: one. (PAGE.md)"], []),
    (["a warning"], ["another warning"], ["a warning"]),
])
def test_texts_may_move_but_not_vanish(before, after, missing):
    assert missing_texts(before, after) == missing


def test_columns_of_diagrams_are_the_same():
    assert has_all({"track": "AAA"}, {"track": "AAA", "thread": "A"})
    assert not has_all({"track": "AAA"}, {"track": "AAB"})
    assert not has_all({"track": "AAA"}, None)
    assert plain([{"name": "wait_ack", "words": "waiting"}]) == ["wait_ack"]
