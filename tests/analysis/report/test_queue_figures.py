"""The figures of family oldqueue. The tests check the statements of FIGURES.md about their shapes, with fewer runs, and
the pictures.
"""

import os
import pathlib

import pytest
from rmasim_analysis import measured_figures, picture
from rmasim_analysis.queue_figures import figures
from rmasim_analysis.queue_figures.workloads import Runs

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINARY = os.environ["RMASIM_BINARY"]
PAGE = (ROOT / "protocol/oldqueue/FIGURES.md").read_text(encoding="utf-8")
PICTURES = ROOT / "analysis/pictures"
RUNS = Runs(BINARY)


def lines(panel):
    return {label: ys for label, _, ys in panel.lines}


def test_one_look_is_half_an_interval_and_a_second_one_a_whole():
    one, two = (lines(panel) for panel in figures.latency(RUNS, (100_000,), 200).panels)
    for kind in ("thread", "signal"):
        assert two[f"oldqueue, {kind}"][0] == pytest.approx(one[f"oldqueue, {kind}"][0], abs=1)
        assert two[f"New RMA, {kind}"][0] - one[f"New RMA, {kind}"][0] == pytest.approx(100, abs=2)
    assert one["oldqueue, process, private window"][0] >= 1000


def test_queues_grow_with_their_origins():
    length, looked_at, looks = (lines(panel) for panel in figures.queue_length(RUNS, (4, 16)).panels)
    assert length["1 put, polls every 50 µs"] == [4, 16]
    assert length["2 puts, polls every 50 µs"] == [8, 32]
    assert looks["1 put, polls every 50 µs"] == [1 / 4, 1 / 16]
    assert looked_at["1 put, polls on arrival"] == [1, 1]


def test_orders_differ_in_the_worst_wait():
    at_once, at_intervals = (lines(panel) for panel in figures.lock_waits(RUNS, (8,), 4).panels)
    assert at_once["scan"] == at_once["queue"]
    assert at_once["scan"][0] > 10 * at_once["fifo"][0]
    assert at_intervals["scan"][0] > 2 * at_intervals["queue"][0]


def test_packets_of_fences_cross_where_the_formulas_do():
    packets = lines(figures.fence_kinds(RUNS, (12, 16)).panels[0])
    assert packets["oldqueue, counts"] == [11, 15]  # N - 1
    assert packets["oldqueue, barrier"] == [12, 12]  # b + 2t


def test_windows_cost_16_bytes_a_process():
    costs = lines(figures.window_bytes(RUNS, (16, 64)).panels[0])
    assert costs == {"all_to_all": [256, 1024], "lazy": [64, 64], "given": [0, 0]}


def test_pictures_are_those_of_the_page():
    drawn = {path.name for path in PICTURES.glob("oldqueue-*.svg")}
    assert drawn == {f"oldqueue-{name}.svg" for name in ("latency", "queue", "lock-waits", "fence", "window-bytes")}
    assert all(f"pictures/{name})" in PAGE for name in drawn)


def test_the_same_figure_gives_the_same_bytes():
    figure = figures.Figure("f", [figures.Panel("t", "x", "y", [("a", (1, 2), (0, 3)), ("b", (1, 2), (1, 4))])])
    one, other = (picture.contents(measured_figures.draw(figure), "svg") for _ in range(2))
    assert one == other
