"""The space-time diagram: reads a trace, draws every rank and message, and always gives the same bytes."""

import json
import os
import pathlib
import subprocess

import matplotlib.colors
import pytest

import rmasim_analysis
from rmasim_analysis import picture, space_time, trace_file

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCENARIO = ROOT / "scenarios/newrma/lock/lock-put-get-unlock.json"


@pytest.fixture(name="trace_path")
def fixture_trace_path(tmp_path):
    path = tmp_path / "trace.json"
    subprocess.run([os.environ["RMASIM_BINARY"], "run", SCENARIO, "--trace", path], check=True, capture_output=True)
    return path


def test_calls_and_messages_are_read(trace_path):
    trace = trace_file.load(trace_path)
    assert trace.scenario == "lock-put-get-unlock"
    assert trace.ranks == [0, 1]
    assert [call.name for call in trace.calls] == ["lock", "put", "get", "unlock"]
    expected = json.loads(SCENARIO.read_text())["expect"]["messages"]["by_kind"]  # in the order in which they are sent
    assert [message.kind for message in trace.messages] == list(expected)
    assert all(message.handled_ns > message.sent_ns for message in trace.messages)


def test_every_message_is_drawn_and_named(trace_path):
    figure = space_time.draw(trace_file.load(trace_path))
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert {"LOCK", "LOCK_GRANTED", "PUT", "GET+UNLOCK", "GET_RESP+RMA_DONE_ACK", "unlock"} <= set(texts)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["rank 0", "rank 1"]


def test_a_call_that_never_returned_is_read_and_drawn_to_the_end(tmp_path):
    """The two UNLOCKs of crossed locks never return. They have a colour of their own, and data frames contain them,
    too."""
    path = tmp_path / "trace.json"
    subprocess.run([os.environ["RMASIM_BINARY"], "run", ROOT / "scenarios/errors/crossed-locks.json", "--trace", path],
                   check=True, capture_output=True)
    trace = trace_file.load(path)
    assert [(one.track, one.name, one.ended_ns) for one in trace.stuck] == [(0, "unlock", trace.end_ns),
                                                                            (1, "unlock", trace.end_ns)]
    bars = [bar for bar in space_time.draw(trace).axes[0].collections if hasattr(bar, "get_facecolors")]
    colours = [matplotlib.colors.to_hex(colour) for bar in bars for colour in bar.get_facecolors()]
    assert colours.count(space_time.STUCK_COLOUR) == 2
    calls, _ = rmasim_analysis.load_trace(path)
    assert [one["stuck"] for one in calls["arguments"] if "stuck" in one] == [one.reason for one in trace.stuck]


def test_waits_have_the_colours_of_the_page_and_a_legend(trace_path):
    trace = trace_file.load(trace_path)
    axes = space_time.draw(trace).axes[0]
    drawn = [matplotlib.colors.to_hex(one) for bars in axes.collections for one in bars.get_facecolors()]
    waits = [wait.cause for wait in trace.waits]
    assert waits == ["wait_lock", "wait_operations"]
    assert all(drawn.count(picture.colour(f"cause-{cause}")) == 1 for cause in waits)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "waiting for a lock", "waiting for operations to complete", "in MPI calls, not waiting"]


def test_the_name_of_a_call_is_on_its_widest_part():
    call = trace_file.Call(0, "unlock", "", 0, 100)
    waits = [trace_file.Wait(0, "wait_lock", 10, 30), trace_file.Wait(0, "wait_ack", 40, 90)]
    assert space_time.widest_part(call, waits, 0) == (40, 90)
    assert space_time.widest_part(call, waits[:1], 0) == (30, 100)
    assert space_time.widest_part(call, [], 0) == (0, 100)


def test_of_many_messages_each_is_counted_in_a_stack_of_its_sender(trace_path, monkeypatch):
    monkeypatch.setattr(space_time, "MAX_HEADED", 0)
    trace = trace_file.load(trace_path)
    figure = space_time.draw(trace)
    colours = {colour: group for group, colour in space_time.MESSAGE_COLOURS.items()}
    counted = {}
    for stack in (patch for patch in figure.axes[0].patches if hasattr(patch, "get_data")):
        values, _, baseline = stack.get_data()
        row, group = int(baseline.max()), colours[matplotlib.colors.to_hex(stack.get_facecolor())]
        counted[row, group] = round(float((baseline - values).sum() / space_time.TALLEST_STACK))
    assert counted == {(0, "request"): 3, (1, "reply"): 2}


def test_the_same_trace_gives_the_same_picture(trace_path, tmp_path):
    pictures = [tmp_path / "a.svg", tmp_path / "b.svg"]
    for path in pictures:
        space_time.main([str(trace_path), str(path)])
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
