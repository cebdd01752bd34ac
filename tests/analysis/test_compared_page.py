"""protocol/COMPARED.md has the counts of now, and those of the design's tables."""

import pytest
from rmasim_analysis.compare import canonical
from verbs import PROGRAM

# Packets in all by the tables of the design's pages: newrma, oldqueue with and without acknowledgement of UNLOCK.
BY_HAND = {
    "lock/lock-put-unlock": (2, 2, 1),
    "lock/lock-put-unlock.both-off": (5, 4, 3),
    "lock/lock-get-unlock": (2, 2, 2),
    "lock/lock-put-put-unlock": (5, 3, 2),
    "lock/lock-put-get-unlock": (5, 3, 3),
    "lock/lock-get-put-unlock": (5, 4, 3),
    "lock/nocheck-put-unlock": (2, 2, 1),
    "lock/lock-unlock": (0, 0, 0),
    "lock/lock-100-puts-unlock.last-queued": (103, 101, 100),
    "fence/put-right": (24, 12, 12),
    "pscw/put": (4, 1, 1),
}


def rows(text):
    """The table of totals: the cells of each program."""
    table = text.split("## Packets in all\n\n")[1].split("\n\n")[0].splitlines()
    heads, _, *lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    return {line[0]: dict(zip(heads[1:], line[1:])) for line in lines}


@pytest.mark.slow
def test_the_page_is_up_to_date():
    assert canonical.page(PROGRAM) == canonical.PAGE.read_text(encoding="utf-8"), \
        "run /usr/bin/python3 -m rmasim_analysis.compare.canonical --write in analysis/"


def test_the_page_has_the_tables_of_the_design():
    found = rows(canonical.PAGE.read_text(encoding="utf-8"))
    for program, counts in BY_HAND.items():
        cells = [found[program][side] for side in ("newrma", "oldqueue", "oldqueue, local")]
        assert cells == [str(count) for count in counts], program


def test_a_side_that_ends_otherwise_shows_how():
    side = {"outcome": "deadlock", "time_ns": 5}
    assert canonical.ending(side) == "deadlock" and canonical.ending({**side, "outcome": "finished"}) == "5 ns"
