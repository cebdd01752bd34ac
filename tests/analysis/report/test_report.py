"""rmasim report: every kind of input becomes a section of one self-contained, reproducible page."""

import base64
import functools
import hashlib
import html
import json
import pathlib
import re

import pytest

import small_sweep
from pages import Page, diagrams_of
from rmasim_runner import SCENARIOS, result_of, rmasim, write_scenario

from rmasim_analysis.__main__ import main
from rmasim_analysis.errors import BadInput
from rmasim_analysis.report import diagram, inputs
from rmasim_analysis.trace_file import load

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIVE_PACKETS = ROOT / "scenarios/newrma/lock/lock-put-get-unlock.json"
FIVE = json.loads(FIVE_PACKETS.read_text())["expect"]["messages"]
CROSSED_LOCKS = ROOT / "scenarios/errors/crossed-locks.json"
LOST_PACKET = ROOT / "scenarios/faults/lost-packet.json"
THREADS = ROOT / "scenarios/newrma/threads/flush-beside-put.json"
WORLD = ROOT / "tests/explore/worlds/thread-flush-put.json"


def made(folder, *paths, options=()):
    """Makes a page of these inputs, and returns what it draws."""
    out = folder / "page.html"
    assert main(["report", *map(str, paths), "-o", str(out), *map(str, options)]) == 0
    return Page(out)


@pytest.fixture(name="page")
def fixture_page(tmp_path):
    """Makes a page of inputs and returns its text."""
    return functools.partial(made, tmp_path)


@pytest.fixture(name="several", scope="module")
def fixture_several(tmp_path_factory):
    """Returns the inputs of a page with several sections, and the text of the page."""
    folder = tmp_path_factory.mktemp("several")
    sweep = small_sweep.run(folder / "sweep", FIVE_PACKETS, {"ranks": [2, 3], "protocol.slots": [1, 2]})
    inputs_of_page = (FIVE_PACKETS, CROSSED_LOCKS, sweep)
    return inputs_of_page, made(folder, *inputs_of_page)


def played(folder, scenario, *settings):
    """Runs a scenario, and returns the files of its result and its trace."""
    result, trace = folder / "result.json", folder / "trace.json"
    result.write_text(rmasim("run", scenario, "--format", "json", "--trace", trace, *settings).stdout)
    return result, trace


def explored(folder, *settings):
    path = folder / "exploration.json"
    path.write_text(rmasim("explore", WORLD, "--format", "json", "--out", folder, *settings).stdout)
    return path


def data_of(page):
    """Returns the data from which a page draws its diagrams."""
    return diagrams_of(page.model)


def heads(page):
    return re.findall(r'<h[12] id="s\d+-title">(.*?)</h[12]>', page)


# ---- The parts of the page for each kind of input.

def test_a_scenario_is_run_and_shown_whole(page):
    text = page(FIVE_PACKETS)
    assert heads(text) == ["lock-put-get-unlock"]
    for head in ("Space-time diagram", "Messages by kind", "Where the ranks' time went", "Elements",
                 "Element use over time"):
        assert f"<h3>{head}</h3>" in html.unescape(text)
    (data,) = data_of(text)
    assert [data["texts"][kind] for kind in data["packets"]["kind"]] == list(FIVE["by_kind"])  # in their order


def test_scenarios_are_run_with_changes(page, tmp_path):
    without = ("--set", "protocol.optimizations.piggyback=false")
    total = result_of(FIVE_PACKETS, *without)["messages"]["total"]
    (data,) = data_of(page(FIVE_PACKETS, *without))
    assert len(data["packets"]["kind"]) == total
    patch = tmp_path / "patch.json"
    patch.write_text('{"protocol": {"optimizations": {"piggyback": false}}}')
    assert len(data_of(page(FIVE_PACKETS, "--patch", patch))[0]["packets"]["kind"]) == total


def test_changes_of_results_are_refused(tmp_path):
    result, _ = played(tmp_path, FIVE_PACKETS)
    with pytest.raises(BadInput, match="no scenario among the inputs"):
        inputs.read_all([str(result)], ["--set", "protocol.slots=2"])


def test_a_result_and_its_trace_are_one_section(page, tmp_path):
    result, trace = played(tmp_path, FIVE_PACKETS)
    text = page(result, trace)
    assert heads(text) == ["lock-put-get-unlock"]
    assert page(trace, result).raw == text.raw


def test_a_trace_of_other_settings_stays_apart(page, tmp_path):
    result, _ = played(tmp_path, FIVE_PACKETS)
    other = tmp_path / "other"
    other.mkdir()
    _, trace = played(other, FIVE_PACKETS, "--set", "protocol.optimizations.piggyback=false")
    assert len(heads(page(result, trace))) == 2


def test_what_is_missing_is_said(page, tmp_path):
    result, trace = played(tmp_path, FIVE_PACKETS)
    text = page(result)
    assert "They need a trace" in text and "--breakdown rank,pair" in text
    text = page(trace)
    assert "They need the result" in text and "PUT" in text
    assert text.index("They need the result") < text.index("Space-time diagram")  # at the top


def test_findings_in_buffers_and_what_findings_leave_out(page, tmp_path):
    """The findings have the form that results of programs have (exec --semantics)."""
    path, _ = played(tmp_path, SCENARIOS / "semantics/buffers/isend.json")
    result = json.loads(path.read_text())
    assert "of buffer b of rank 0</h4>" in page(path)
    result["semantics"] |= {"suppressed": 1200, "loads_and_stores": "seen where watched"}
    path.write_text(json.dumps(result))
    text = page(path)
    assert "Suppressed, and not listed here: 1,200 pairs of accesses." in text
    assert "has not seen loads and stores of code compiled without --watch" in text


def test_why_a_run_cannot_finish_comes_first(page):
    text = page(CROSSED_LOCKS)
    assert "cannot finish" in text and "a cycle of waits" in text
    (data,) = data_of(text)
    assert [(call["track"], call["name"]) for call in data["stuck"]] == [(0, "unlock"), (1, "unlock")]
    last = max(ended for track, ended in zip(data["calls"]["track"], data["calls"]["ended"]) if track == 0)
    assert data["stuck"][0]["began"] == last
    assert data["end"] > max(data["calls"]["ended"])  # they extend to the edge of the diagram


def test_a_trace_alone_shows_the_calls_that_never_returned(page, tmp_path):
    """A table and the diagram show these calls. In the diagram, each begins at the end of the previous call."""
    result, trace = played(tmp_path, CROSSED_LOCKS)
    text = page(trace)
    assert "Calls that never returned: 2" in text and "whose lock rank 1 took at" in text
    (of_trace,), (of_both,) = data_of(text), data_of(page(result, trace))
    assert of_trace["stuck"] == of_both["stuck"] and len(of_trace["stuck"]) == 2


def test_several_groups_have_figures_and_no_diagram(page):
    """A run of several groups has no trace. The page explains how to get the trace of one group."""
    text = page(SCENARIOS / "groups/halos.json", "--set", "groups=2")
    assert not data_of(text) and "rmasim run --group K --trace FILE" in text


def test_figures_come_before_a_diagram_of_many_ranks(page):
    file = SCENARIOS / "newrma/fence/put-right.json"
    for ranks, figures_first in (4, False), (64, True):
        text = page(file, "--set", f"ranks={ranks}")
        assert (text.index("Messages by kind") < text.index("<canvas")) == figures_first


def test_a_lost_packet_is_never_handled(tmp_path):
    _, trace = played(tmp_path, LOST_PACKET)
    data = diagram.diagram_of(load(trace)).data
    lost = [k for k, handled in enumerate(data["packets"]["handled"]) if handled < 0]
    packets = data["packets"]
    assert [(packets["source"][k], packets["target"][k], data["texts"][packets["kind"][k]]) for k in lost] == [
        (8, 7, "RMA_DONE_ACK")]


def test_settings_of_a_result_are_shown(page, tmp_path):
    result, _ = played(tmp_path, FIVE_PACKETS)
    settings = {"protocol": {"slots": 8, "optimizations": {"piggyback": True}}, "costs": {"call_ns": 20}}
    said = json.loads(result.read_text()) | {"settings": settings}
    result.write_text(json.dumps(said))
    text = page(result)
    assert "<code>protocol.optimizations.piggyback</code></th><td>true</td>" in text
    assert "<code>protocol.slots</code></th><td>8</td>" in text and "<code>costs.call_ns</code>" in text


def test_threads_have_rows_of_their_own(tmp_path):
    _, trace = played(tmp_path, THREADS)
    data = diagram.diagram_of(load(trace)).data
    assert data["tracks"] == ["rank 0", "rank 0 thread 0", "rank 0 thread 1", "rank 1"]
    assert data["ranks"] == [0, 0, 0, 1]


def test_an_exploration(page, tmp_path):
    text = page(explored(tmp_path))
    assert "none fails" in text and "End states" in text and "An order with the fewest" in text


def test_a_failing_exploration_shows_its_order(page, tmp_path):
    text = page(explored(tmp_path, "--set", 'expect={"messages":{"total":1}}'))
    assert "The failing order" in text and "messages.total: expected 1" in text
    assert "deliver 0&gt;1" in text and "The failing order as a diagram" in text
    assert "[&#39;" not in text  # failures are described in sentences, not as a list of Python


def test_a_sweep_by_its_folder_and_by_its_table(page, tmp_path):
    folder = small_sweep.run(tmp_path / "sweep", FIVE_PACKETS, {"protocol.slots": [1, 2], "seed": [1, 2]})
    text = page(folder)
    assert text.raw == page(folder / "table.jsonl").raw == page(folder / "columns.json").raw
    assert "What varies" in text and "protocol.slots" in text


def test_sections_are_in_the_order_given(page, tmp_path):
    folder = small_sweep.run(tmp_path / "sweep", FIVE_PACKETS, {"protocol.slots": [1, 2]}, name="of slots")
    text = page(explored(tmp_path), folder, FIVE_PACKETS)
    assert heads(text) == ["thread-flush-put", "of slots", "lock-put-get-unlock"]
    assert text.count("<li><a href=") == 3


# ---- Parts that are cut, with a note.

def test_too_many_messages_are_not_traced(page, monkeypatch):
    monkeypatch.setattr(inputs, "MAX_TRACED_MESSAGES", 4)
    text = page(FIVE_PACKETS)
    assert data_of(text) == []
    assert f"{FIVE['total']} messages are more than the 4" in text


@pytest.mark.parametrize("limit, words", [
    ("MAX_TRACKS", f"the first 1 of 2 tracks; {FIVE['total']} packets to or from the others are left out"),
    ("MAX_MESSAGES", "Shown is the time until"),
    ("MAX_CALLS", "Shown is the time until"),
    ("MAX_NOTES", "Changes of state are shown until"),
])
def test_what_a_page_cannot_hold_is_left_out(tmp_path, monkeypatch, limit, words):
    _, path = played(tmp_path, FIVE_PACKETS)
    whole = diagram.diagram_of(load(path))
    monkeypatch.setattr(diagram, limit, 1)
    cut = diagram.diagram_of(load(path))
    assert whole.cut == ""
    assert words in cut.cut
    assert len(str(cut.data)) < len(str(whole.data))


# ---- The file.

def test_the_same_page_each_time(page, several):
    paths, text = several
    assert page(*paths).raw == text.raw


@pytest.mark.long
def test_the_same_figures_each_time(page, tmp_path):
    folder = small_sweep.run(tmp_path / "sweep", FIVE_PACKETS, {"ranks": [2, 3], "protocol.slots": [1, 2]})
    figures = [tmp_path / "a", tmp_path / "b"]
    texts = [page(FIVE_PACKETS, folder, options=["--plots", figure]) for figure in figures]
    assert texts[0].raw == texts[1].raw
    names = sorted(path.name for path in figures[0].iterdir())
    assert names == sorted(path.name for path in figures[1].iterdir())
    assert all((figures[0] / name).read_bytes() == (figures[1] / name).read_bytes() for name in names)


@pytest.mark.long
def test_figures_are_written_in_both_forms(page, tmp_path):
    page(CROSSED_LOCKS, options=["--plots", tmp_path / "figures"])
    names = {path.name for path in (tmp_path / "figures").iterdir()}
    for figure in ("space-time", "messages-by-kind", "time-by-cause", "op-elements-rank-0"):
        assert {f"01-crossed-locks-{figure}.png", f"01-crossed-locks-{figure}.svg"} <= names


def test_names_of_inputs_are_never_markup(page, tmp_path):
    evil = '</script><script>alert("1")</script><b>'
    path = write_scenario(tmp_path, name=evil, about=f"about {evil}", ranks=2,
                          programs=[{"calls": [{"fence": {}}, {"put": {"target": 1}}, {"fence": {}}]}])
    text = page(path, small_sweep.run(tmp_path / "sweep", path, {"protocol.slots": [1, 2]}, name=evil))
    for written in (text, text.raw):
        assert "alert" in written and "<script>alert" not in written and "<b>" not in written
    assert text.raw.count("</script>") == 2


def test_the_page_needs_nothing_else(several):
    text = several[1].raw.replace('"http://www.w3.org/2000/svg"', "")  # the name of a format
    assert "http:" not in text and "https:" not in text and "@import" not in text and "src=" not in text
    assert re.findall(r'url\((?!#)', text) == []


def test_only_the_pages_own_script_may_run(several):
    text = several[1].raw
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in text


def test_ids_are_unique(several):
    ids = re.findall(r'\bid="([^"]+)"', several[1])
    assert len(ids) == len(set(ids))


# ---- Refused inputs.

@pytest.mark.parametrize("name, text, found", [
    ("missing.json", None, "no such file"),
    ("broken.json", "{", "line 1, column 2"),
    ("list.json", "[1, 2]", "JSON of another kind"),
    ("other.json", '{"a": 1}', "JSON of another kind"),
    ("trace.json", '{"traceEvents": [{"ph": "X"}], "otherData": {"scenario": "x"}}', "an incomplete trace"),
    ("result.json", '{"outcome": "finished", "time_spent": {}}', "scenario: found nothing; allowed: a text"),
    ("exploration.json", '{"scenario": "x", "executions": 1, "end_states": []}', "ranks: found nothing"),
    ("scenario.json", '{"name": "x", "ranks": 0, "windows": {}, "programs": []}', "ranks"),
])
def test_other_inputs_are_refused(tmp_path, capsys, name, text, found):
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    out = tmp_path / "page.html"
    assert main(["report", str(path), "-o", str(out)]) == 2
    assert not out.exists()
    words = capsys.readouterr().err
    assert found in words and name in words


def test_a_folder_without_a_sweep_is_refused(tmp_path, capsys):
    assert main(["report", str(tmp_path), "-o", str(tmp_path / "page.html")]) == 2
    assert "columns.json" in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_refused(tmp_path, capsys):
    assert main(["report", str(FIVE_PACKETS), "-o", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err


def test_tables_and_fall_backs_are_on_the_page(tmp_path):
    page = tmp_path / "page.html"
    assert main(["report", str(SCENARIOS / "newrma/lock_all/fall-back.json"), "-o", str(page)]) == 0
    text = Page(page)
    assert "Tables of target elements" in text and "LOCK_ALL fell back" in text
    assert "LOCK_ALL of w fell back to the locks of all ranks, because put on w found no target element" in text
    assert "Window w: 5 elements freed for other targets, 0 made again" in text


def test_the_head_names_the_network_and_its_source(page, tmp_path):
    result, _ = played(tmp_path, FIVE_PACKETS, "--set", "platform.preset=aries-daint-2022",
                       "--set", "platform.network.gap_ns=1")
    text = page(result)
    assert ("<dt>Network</dt><dd>aries-daint-2022 <small>gap_ns changed; Piz Daint (CSCS), Cray Aries. "
            "D. De Sensi") in text
    assert "<dt>Network</dt>" not in page(played(tmp_path, FIVE_PACKETS)[0])


def test_end_states_are_shown_with_what_differs_and_an_execution_each(tmp_path, page):
    path = tmp_path / "exploration.json"
    hunt = SCENARIOS / "workloads/bug-hunt.json"
    path.write_text(rmasim("explore", hunt, "--format", "json").stdout)
    found = json.loads(path.read_text())
    text = page(path)
    names = list(found["end_states"][0]["values"])
    assert names[0] == "rank 0, counter, int64 at byte 0"
    for name in names:
        assert f"<dt>{name}</dt>" in text
    for end in found["end_states"]:
        assert f"{len(end['schedule'])} steps of an execution that ends in <code>{end['digest']}</code>" in text


def test_a_clean_exploration_says_in_how_much_nothing_was_found(tmp_path, page):
    checked = json.loads(explored(tmp_path).read_text())["checked"]
    text = page(tmp_path / "exploration.json")
    assert f"{checked['calls']:,} calls, {checked['operations']:,} operations" in text


@pytest.mark.parametrize("option, value, words", [
    ("--trace-ranks", "0", "1 of the ranks only"),
    ("--trace-kinds", "packets,calls", "calls, packets only"),
    ("--trace-time", "1us-2us", "from 1,000 ns on; up to 2,000 ns"),
])
def test_a_part_of_a_trace_is_shown_as_such(tmp_path, page, option, value, words):
    _, trace = played(tmp_path, FIVE_PACKETS, option, value)
    assert f"The trace is a part: {words}." in page(trace)


def test_a_replay_is_shown(tmp_path, page):
    rmasim("explore", FIVE_PACKETS, "--out", tmp_path, "--orders", "fewest-messages")
    trace = tmp_path / "trace.json"
    order = tmp_path / "lock-put-get-unlock.fewest-messages.json"
    assert rmasim("run", FIVE_PACKETS, "--schedule", order, "--trace", trace).returncode == 0
    assert "each of its steps counts as a microsecond" in page(trace)
