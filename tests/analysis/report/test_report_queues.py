"""The charts of request queues. Their data are those of the trace, and the page contains the charts."""

import pathlib

import pytest
from pages import Page
from rmasim_runner import SCENARIOS, rmasim

from rmasim_analysis import trace_file
from rmasim_analysis.__main__ import main
from rmasim_analysis.report import inputs, queue_charts
from rmasim_analysis.report.run_section import RunSection

PERIODIC = SCENARIOS / "oldqueue/agent/periodic.json"
TORN = SCENARIOS / "oldqueue/findings/torn-epoch.json"


def traced(path, folder, *arguments):
    trace = pathlib.Path(folder) / "trace.json"
    finished = rmasim("run", path, "--trace", trace, *arguments)
    assert finished.returncode == 0, finished.stderr
    return trace_file.load(trace)


@pytest.mark.parametrize("scenario", [PERIODIC, TORN])
def test_counters_of_a_trace_are_those_of_the_result(scenario, tmp_path):
    run = inputs.read(scenario)
    trace, result = run.trace, run.result
    assert max(length for changes in trace.queued.values() for _, length in changes) == result["queue"]["max_requests"]
    assert all(changes[-1][1] == 0 for changes in trace.queued.values())
    waits = [waited_ns for granted in trace.lock_waits.values() for _, waited_ns in granted]
    assert (len(waits), max(waits)) == (result["lock_waits"]["count"], result["lock_waits"]["longest_ns"])
    assert sum(map(len, trace.looks.values())) == result.get("agent", {"looks": 0})["looks"]


def test_waits_count_from_the_arrival_not_from_the_look(tmp_path):
    """The agent polls about every 10 us. A request for a free lock waits until the next poll."""
    trace = traced(PERIODIC, tmp_path)
    longest = max(waited_ns for granted in trace.lock_waits.values() for _, waited_ns in granted)
    assert longest > 100


def test_the_page_shows_queues(tmp_path):
    section = RunSection(inputs.read(PERIODIC))
    names = [chart.name for chart in section.queues.first_charts]
    assert any(name.startswith("queue-of-rank-") for name in names)
    assert any(name.startswith("lock-waits-at-rank-") for name in names)
    assert main(["report", str(PERIODIC), "-o", str(tmp_path / "page.html")]) == 0
    page = Page(tmp_path / "page.html")
    for fact in ("Maximum number of requests in a queue", "Wake-ups of agents", "Longest wait for a lock"):
        assert f"<dt>{fact}</dt>" in page


def test_runs_without_a_queue_have_no_such_charts():
    section = RunSection(inputs.read(SCENARIOS / "newrma/lock/lock-put-unlock.json"))
    assert not section.queues.groups
    assert "queue" not in section.model["result"]


def test_the_longest_queues_come_first():
    queued = {rank: [(0, rank), (5, 0)] for rank in range(1, 12)}
    assert queue_charts.ranks_with_longest(queued) == [11, 10, 9, 8, 7, 6, 5, 4]
