"""The figures of family synccount. The tests check the statements of FIGURES.md about their shapes, with fewer runs,
and the pictures.
"""

import os
import pathlib
import re

import pytest
from rmasim_analysis.counter_figures import figures
from rmasim_analysis.queue_figures.workloads import Runs

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINARY = os.environ["RMASIM_BINARY"]
PAGE = (ROOT / "protocol/synccount/FIGURES.md").read_text(encoding="utf-8")
PICTURES = ROOT / "analysis/pictures"
RUNS = Runs(BINARY)


def lines(panel):
    return {label: ys for label, _, ys in panel.lines}


def test_halos_cost_what_the_formulas_say():
    """The packets per rank and round were derived by hand, with b = log2 of the number of ranks: fence b + 8, PSCW 16
    (12 with COMPLETE piggybacked), variants b + 4, 8 and 8."""
    time, packets = (lines(panel) for panel in figures.halo_over_ranks(RUNS, (16, 64)).panels)
    assert packets == {"fence": [12, 14], "PSCW": [16, 16], "PSCW, COMPLETE piggybacked": [12, 12],
                       "variant 1, barrier": [8, 10], "variant 2, messages": [8, 8], "variant 3, counters": [8, 8]}
    for n in range(2):
        assert time["variant 3, counters"][n] < time["PSCW, COMPLETE piggybacked"][n]
        assert time["PSCW, COMPLETE piggybacked"][n] < time["PSCW"][n] < time["fence"][n]


def test_whole_halos_of_1024_ranks_send_what_the_formulas_say():
    """The packets were derived by hand, with N = 1,024 ranks, b = 10, k = 10 rounds, and the packets before the rounds.
    """
    n, b, k = 1024, 10, 10
    assert {label: RUNS.one((program(n, k), settings))["messages"]["total"]
            for label, program, settings in figures.HALOS} == {
        "fence": (k + 1) * n * b + 8 * k * n,
        "PSCW": 16 * k * n,
        "PSCW, COMPLETE piggybacked": 12 * k * n,
        "variant 1, barrier": 4 * n + k * (n * b + 4 * n),
        "variant 2, messages": 4 * n + 8 * k * n,
        "variant 3, counters": 8 * n + 8 * k * n}


def test_the_table_of_a_simulated_rank_has_the_packets_of_the_formulas():
    """The times of the table were measured by hand, because runs of its sizes take minutes."""
    rows = re.findall(r"^\| ([\d,]*) ?\| (\d*) ?\| (PSCW|variant 3, counters) \| ([\d,]+) \|", PAGE, re.MULTILINE)
    assert len(rows) == 10
    ranks = rounds = 0
    for cells in rows:
        ranks, rounds = (int(cell.replace(",", "")) if cell else before for cell, before in zip(cells, (ranks, rounds)))
        each = 16 * rounds if cells[2] == "PSCW" else 8 + 8 * rounds
        assert cells[3] == f"{each * ranks:,}", cells


def test_a_held_put_does_not_move_while_its_origin_computes():
    held, sent = figures.piggyback_over_computation(RUNS, (0, 10_000)).panels[0].lines
    assert held[2][1] - held[2][0] == pytest.approx(10, abs=0.1)
    assert sent[2][1] - sent[2][0] == pytest.approx(0, abs=0.1)


def test_a_straggle_of_a_latency_and_an_update_breaks_variant_3():
    usual = figures.smallest_straggle(RUNS, 1_000, 0)
    assert usual - figures.smallest_straggle(RUNS, 500, 0) == pytest.approx(500, abs=10)
    assert figures.smallest_straggle(RUNS, 1_000, 5_000) - usual == pytest.approx(5_000, abs=10)


def test_pictures_are_those_of_the_page():
    drawn = {path.name for path in PICTURES.glob("synccount-*.svg")}
    assert drawn == {f"synccount-{name}.svg" for name in ("halo", "computation", "straggle", "restart")}
    assert all(f"pictures/{name})" in PAGE for name in drawn)
