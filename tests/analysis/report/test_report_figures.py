"""Figures that the page of a report computes itself: the critical path, percentiles, figures of ranks and pairs, the
diagram of an order, and the columns of tables."""

import json
import pathlib
import random
import re

import pytest
from pages import computed
from rmasim_runner import SCENARIOS, result_of, rmasim, write_scenario

from rmasim_analysis import figures, trace_file
from rmasim_analysis.__main__ import main
from rmasim_analysis.report import (columns, counter_charts, critical_path, diagram, inputs, latency, pair_figures,
                                    rank_figures, words)
from rmasim_analysis.report.run_section import RunSection

ROOT = pathlib.Path(__file__).resolve().parents[3]
STYLE = ROOT / "analysis/rmasim_analysis/report/page/page.css"
SEVERAL = ["workloads/shared-counter.json", "newrma/lock/lock-put-get-unlock.json", "oldqueue/agent/periodic.json",
           "newrma/threads/flush-beside-put.json", "synccount/races/variant-3-barrier.json"]


def traced(folder, path, *arguments):
    trace = folder / "trace.json"
    result = result_of(path, "--trace", trace, *arguments)
    return trace_file.load(trace), result


# ---- The critical path.

@pytest.mark.parametrize("scenario", SEVERAL)
def test_the_path_is_a_chain_from_the_beginning_to_the_end(scenario, tmp_path):
    trace, _ = traced(tmp_path, SCENARIOS / scenario)
    steps = critical_path.critical_path(trace)
    assert steps[-1].ended_ns == max(call.ended_ns for call in trace.calls)
    assert steps[0].began_ns <= 20 or steps[0].sort == critical_path.IDLE
    for before, after in zip(steps, steps[1:]):
        assert before.ended_ns == after.began_ns
        ends_at = before.message.target if before.sort == critical_path.UNDER_WAY else before.track
        assert trace.tracks[ends_at].rank == trace.tracks[after.track].rank
    spent = sum(ns for _, ns, _ in critical_path.by_sort(trace, steps))
    assert spent == steps[-1].ended_ns - steps[0].began_ns


def test_the_path_finds_who_computes_longest(tmp_path):
    """Four ranks compute and then call a fence. Rank 2 computes ten times as long, so all other ranks wait for it."""
    programs = [{"ranks": "all", "calls": [{"compute": {"ns": 5000}}, {"fence": {}}]}]
    scenario = write_scenario(tmp_path, ranks=4, programs=programs,
                              faults={"stragglers": [{"ranks": "2", "slowdown": 10}]})
    trace, result = traced(tmp_path, scenario)
    steps = critical_path.critical_path(trace)
    (what, spent_ns, _), *_ = critical_path.by_sort(trace, steps)
    assert (what, spent_ns) == ("compute", 50_000)
    assert critical_path.by_rank(trace, steps)[0][0] == 2
    assert sum(step.length_ns for step in steps) == result["time_ns"]


def test_a_run_shortened_on_its_path_is_shorter(tmp_path):
    """If the network takes no time, the run ends earlier, at least by the network's part of the critical path."""
    trace, slow = traced(tmp_path, SCENARIOS / SEVERAL[1])
    packets = sum(step.sort == critical_path.UNDER_WAY for step in critical_path.critical_path(trace))
    assert packets == 4  # LOCK, LOCK_GRANTED, GET+UNLOCK, GET_RESP+RMA_DONE_ACK: the PUT is not on the path
    _, fast = traced(tmp_path, SCENARIOS / SEVERAL[1], "--set", "platform.network.latency_ns=500")
    assert slow["time_ns"] - fast["time_ns"] == packets * 500


def test_an_old_trace_without_waits_has_no_path(tmp_path):
    trace, _ = traced(tmp_path, SCENARIOS / SEVERAL[1])
    trace.waits = []
    assert critical_path.critical_path(trace) == []


# ---- Times, percentiles, ranks, pairs.

def test_a_column_of_times_has_one_unit():
    assert words.times([112_500_000, 3_000_000, 12_000, 0]) == ["112.500 ms", "3.000 ms", "0.012 ms", "0 ms"]
    assert words.times([112_500_000, 10]) == ["112.500 ms", "<0.001 ms"]
    assert words.times([9_000, 17]) == ["9,000 ns", "17 ns"]
    assert words.times([0]) == ["0 ns"] and words.times([]) == []


def test_values_are_said_as_a_scenario_writes_them():
    assert [words.said(value) for value in (True, False, 3, "fifo", [1, 2], None)] == [
        "true", "false", "3", "fifo", "[1, 2]", "null"]


@pytest.mark.parametrize("percent", [1, 50, 90, 99, 100])
def test_percentiles_are_those_of_counting(percent):
    rolls = random.Random(percent)
    for size in (1, 2, 3, 10, 101):
        values = sorted(rolls.randrange(1000) for _ in range(size))
        found = latency.percentile(values, percent)
        assert sum(value <= found for value in values) * 100 >= percent * size
        assert not any(sum(value <= less for value in values) * 100 >= percent * size
                       for less in values if less < found)


def test_latencies_are_of_every_packet_that_arrived(tmp_path):
    trace, result = traced(tmp_path, SCENARIOS / SEVERAL[0])
    whole, *kinds = latency.latency_rows(trace)
    assert whole["packets"] == result["messages"]["total"]
    assert {row["name"]: row["packets"] for row in kinds} == result["messages"]["by_kind"]


def test_uneven_ranks_are_named():
    by_rank = {"messages_sent": [1, 1, 4], "messages_for_it": [2, 2, 2],
               "time_spent": {"compute_ns": [100, 200, 900], "wait_lock_ns": [5, 0, 0]}}
    compute, lock, sent, _ = rank_figures.spread_rows(by_rank)
    assert [compute[key] for key in ("name", "least", "median", "most", "mean")] == ["compute", 100, 200, 900, 400]
    assert (compute["least_rank"], compute["most_rank"]) == (0, 2)
    assert (lock["least_rank"], lock["most_rank"]) == (1, 0)
    assert [sent[key] for key in ("least", "median", "most", "most_rank", "mean")] == [1, 1, 4, 2, 2]


def test_pairs_are_those_of_the_result():
    result = result_of(SCENARIOS / SEVERAL[0], "--breakdown", "pair")
    pairs = pair_figures.pair_model(result)
    messages, sizes = (columns.unpacked(pairs["columns"][name]) for name in ("messages", "bytes"))
    assert sum(messages) == result["messages"]["total"] and sum(sizes) == result["messages"]["bytes"]
    assert pairs["busiest"][0]["messages"] == max(messages)


# ---- Columns.

def test_columns_come_back_as_they_were():
    rolls = random.Random(1)
    for numbers in ([], [0], [-1], [5] * 40, [2**40, -2**40, 0], sorted(rolls.randrange(10**9) for _ in range(500)),
                    [rolls.randrange(-300, 300) for _ in range(500)]):
        assert columns.unpacked(columns.column(numbers)) == numbers


# ---- The failing order as a diagram.

FAILURE = "model.sections[0].failures[0]"
ORDER = f"orderData({FAILURE}, model.sections[0].ranks, model.sections[0].kinds)"


@pytest.fixture(name="failing", params=["scenarios/synccount/races/variant-3.json",
                                        "tests/explore/worlds/thread-flush-put.json"])
def fixture_failing(request, tmp_path_factory):
    """Returns the page of an exploration that fails."""
    wrong = [] if "races" in request.param else ["--set", 'expect={"messages":{"total":1}}']
    folder = tmp_path_factory.mktemp("failing")
    (folder / "found.json").write_text(rmasim("explore", ROOT / request.param, "--first", "--format", "json", "--out",
                                              folder, *wrong).stdout)
    assert main(["report", str(folder / "found.json"), "-o", str(folder / "page.html")]) == 0
    return folder / "page.html"


def test_the_diagram_of_an_order_has_what_its_transcript_says(failing):
    transcript, data, step = computed(failing, f"[{FAILURE}.transcript, {ORDER}, STEP]")
    sent = [line for line in transcript if re.match(r"\d+>\d+ ", line)]
    delivered = [line for line in transcript if line.startswith("deliver ")]
    packets = data["packets"]
    assert [f"{data['ranks'][source]}>{data['ranks'][target]} {data['texts'][kind]}"
            for source, target, kind in zip(packets["source"], packets["target"], packets["kind"])] == [
                " ".join(line.split()[:2]) for line in sent]
    assert sum(handled >= 0 for handled in packets["handled"]) == len(delivered) > 0
    assert len(data["calls"]["track"]) == sum(line.endswith(" returns") for line in transcript)
    assert transcript[-1].startswith("the order fails here: ")
    steps = transcript.count("----")
    last = steps * step
    assert data["unit"] == "step"
    assert last - step < data["failure"]["at"] <= last < data["end"]  # the mark of the failure is in sight
    assert all(handled < 0 or handled % step == 0 for handled in packets["handled"])


def test_packets_of_an_order_arrive_after_they_were_sent(failing):
    packets = computed(failing, f"{ORDER}.packets")
    assert all(handled < 0 or sent < handled for sent, handled in zip(packets["sent"], packets["handled"]))


# ---- Findings, counters.

def test_accesses_that_the_memory_model_forbids_are_marked():
    run = inputs.read(SCENARIOS / "semantics/lock_all/barrier-without-flush.json")
    (finding,) = diagram.diagram_of(run.trace, run.result).data["findings"]
    of_result = run.result["semantics"]["findings"][0]["accesses"]
    assert [(one["what"], one["at"], one["track"]) for one in finding["accesses"]] == [("put", 20, 0),
                                                                                       ("get", 2385, 1)]
    assert {one["place"] for one in finding["accesses"]} == {one["place"] for one in of_result}


def test_counters_that_lost_signals_come_first():
    section = RunSection(inputs.read(SCENARIOS / "synccount/races/cured-restart-safe.json"))
    trace = section.run.trace
    assert len(section.counters.groups) == min(len(trace.counters), counter_charts.MAX_COUNTERS)
    lost = [sum(change.lost for change in trace.counters[key])
            for key in counter_charts.troubled_first(trace.counters)]
    assert lost == sorted(lost, reverse=True)
    lowered = [change for changes in trace.counters.values() for change in changes if change.step == "lowered"]
    assert lowered and all(change.by is not None for change in lowered)


# ---- Colours.

def colours(scheme):
    """Returns the colours of the page's style, by name."""
    light, dark = STYLE.read_text().split("@media (prefers-color-scheme: dark)", 1)
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", light))
    if scheme == "dark":
        found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", dark.split("\n}\n")[0]))
    return found


def contrast(one, other):
    def luminance(colour):
        parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055)**2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_can_be_told_from_their_ground(scheme):
    of = colours(scheme)
    for name in ("ink", "soft", "accent", "request", "reply", "synchronisation", "bad", "critical"):
        assert contrast(of[name], of["ground"]) >= 4.5, name
    assert contrast(of["call-ink"], of["call"]) >= 4.5 and contrast(of["call-ink"], of["idle"]) >= 4.5
    for cause in figures.CAUSES:
        assert contrast(of[f"cause-{cause}"], of["ground"]) >= 3, cause
        if cause.startswith("wait_"):
            assert contrast(of["wait-ink"], of[f"cause-{cause}"]) >= 4.5, cause


def test_each_cause_has_a_colour_of_its_own():
    of = colours("light")
    assert len({of[f"cause-{cause}"] for cause in figures.CAUSES}) == len(figures.CAUSES)


# ---- Numbers and texts of the page's script.

def test_the_script_writes_numbers_as_the_package_does(failing):
    """The page's script and `layout` have the same rules for times."""
    values = [0, 1, 17, 9_484, 9_999, 10_000, 26_040, 9_999_000, 63_700_000, 12 * 10**9]
    values += [19_650, 12_250, 12_350, 12_750, 64_150, 10_050, 99_950]  # halfway in decimals, some exactly so in binary
    assert computed(failing, f"{values}.map(time)") == [words.time(ns) for ns in values]
    columns_of_times = [[112_500_000, 3_000_000, 12_000, 0], [112_500_000, 10], [9_000, 17], [0], [], [90_155, 84_700]]
    assert computed(failing, f"{json.dumps(columns_of_times)}.map(times)") == [
        words.times(column) for column in columns_of_times]


def test_only_files_of_programs_have_lines(failing):
    locations = ["programs[0].calls[4].unlock", "rank 1", "halo.c:12", "programs[0].calls[1]:2"]
    assert computed(failing, f"{locations}.map(locationName)") == ["place", "place", "line", "place"]
    assert computed(failing, "locationHead(['rank 1'])") == "place in the scenario"
    assert computed(failing, "locationHead(['', 'halo.c:12'])") == "line of the program"


def test_the_name_of_a_call_is_on_the_widest_part_of_its_bar(failing):
    """A call from 0 to 100 waits from 10 to 30 and from 40 to 90. Of 0 to 45, the widest part is the first wait."""
    painter = "{ model: { waits: { began: [10, 40], ended: [30, 90] }, waitsOf: [[0, 1]] }, view: { x: (ns) => ns } }"
    part = "Painter.prototype.widestPart.call"
    assert computed(failing, f"{part}({painter}, 0, 0, 100)") == {"left": 40, "right": 90, "isWait": True}
    assert computed(failing, f"{part}({painter}, 0, 0, 45)") == {"left": 10, "right": 30, "isWait": True}
    assert computed(failing, f"{part}({painter}, 0, 91, 100)") == {"left": 91, "right": 100, "isWait": False}


def test_words_of_a_diagram_do_not_cover_each_other(failing):
    take = "Painter.prototype.takes.call"
    boxes = "[[0, 0, 10, 10], [10, 0, 20, 10], [9, 9, 12, 12]]"
    assert computed(failing, f"(() => {{ const painter = {{ taken: [] }}; "
                             f"return {boxes}.map((box) => {take}(painter, box)) }})()") == [True, True, False]


def test_the_script_escapes_texts_of_inputs(failing):
    assert computed(failing, """htmlOf(h("p", { title: '"<b>' }, "<script>&'"))""") == (
        '<p title="&quot;&lt;b&gt;">&lt;script&gt;&amp;&#39;</p>')


def test_ticks_of_an_axis_have_as_many_decimals(failing):
    """Steps of 0.5 µs fit four times into 2 µs. Between 12,016 and 12,072 bytes is one multiple of 50, so the axis has
    the multiples of 20."""
    ticks = "ticks({}).map(([, words]) => words)"
    times_of = "new Axis({ unit: 'ns' }, [184000, 186000])"
    assert computed(failing, f"{times_of}.{ticks.format(4)}") == ["184.0", "184.5", "185.0", "185.5", "186.0"]
    memory = "new Axis({ unit: 'bytes' }, [12016, 12072])"
    assert computed(failing, f"{memory}.{ticks.format(2.5)}") == ["12,020", "12,040", "12,060"]
    ranks = "new Axis({ log: true, at: [16, 16384, 1048576] }, [16, 16384, 1048576])"
    assert computed(failing, f"{ranks}.{ticks.format(4)}") == ["16", "16,384", "1,048,576"]
    assert computed(failing, f"[{memory}.text(12072), {times_of}.text(184512.5)]") == ["12,072 bytes", "184.5 µs"]
    assert computed(failing, "new Axis({ unit: 'bytes' }, [0, 2 ** 21]).text(2 ** 20)") == "1,024 KiB"


def test_cells_of_a_map_share_a_unit_unless_the_scale_is_logarithmic(failing):
    amounts = "(new Amounts({}, {{ unit: 'ns', log: {} }}))"
    values = [184_960, 184_200, 184_040]  # four digits distinguish them
    linear = amounts.format(values, "false")
    assert computed(failing, f"{values}.map((one) => {linear}.short(one))") == ["185.0", "184.2", "184.0"]
    assert computed(failing, f"{linear}.text(184200)") == "184.2 µs"
    far = amounts.format([5, 2000], "true")
    assert computed(failing, f"[5, 2000].map((one) => {far}.short(one))") == ["5 ns", "2 µs"]


def test_ranks_with_the_same_fault_share_a_sentence(failing):
    pools = [{"rank": rank, "pool": "op.global", "to": 0, "when": "at 4 ns"} for rank in (3, 0, 1)]
    pools.append({"rank": 2, "pool": "op.local.w", "to": 1, "when": "at 4 ns"})
    assert computed(failing, f"shrunkPools({json.dumps(pools)})") == [
        "On each of the ranks 0 to 1, 3, op.global shrank to 0 (at 4 ns).",
        "On rank 2, op.local.w shrank to 1 (at 4 ns)."]


def test_messages_are_ranges_only_if_executions_differ(failing):
    messages = {"total": {"least": 2, "most": 2}, "by_kind": {"PUT": {"least": 2, "most": 2}}}
    tree = "htmlOf(messagesTree({}, {{}}))"
    assert "from the fewest to the most" not in computed(failing, tree.format(json.dumps(messages)))
    messages["by_kind"]["PUT"]["least"] = 1
    text = computed(failing, tree.format(json.dumps(messages)))
    assert "from the fewest to the most" in text and "1 to 2" in text
