"""Pages of edited inputs: no script of an input runs, and no error is a traceback. `hostile_pages.py` makes more."""

import pytest

import hostile_pages


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_edited_inputs_are_refused_or_drawn(seed):
    refused, shown = hostile_pages.hunt(100, 1000 + seed)
    assert refused.total() > 10 and shown.total() > 10
