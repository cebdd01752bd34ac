"""The data of the space-time diagram. The page's script draws it. The data is in columns of numbers, so that pages stay
small.

If a page cannot hold all data, the data is limited to the first ranks, and to the time until which it fits.
"""

from dataclasses import dataclass

from ..figures import CAUSES
from ..layout import count
from ..packet_words import explain, group_of
from . import columns
from .critical_path import UNDER_WAY
from .words import time

MAX_TRACKS = 1_024
MAX_MESSAGES = 200_000
MAX_CALLS = 100_000
MAX_WAITS = 200_000
MAX_NOTES = 50_000
MIN_MARGIN_NS = 100
COLUMNS = ("calls", "waits", "packets", "notes", "critical")


@dataclass(frozen=True)
class Diagram:
    data: dict
    cut: str  # a sentence on the data that is left out; "" if no data is

    @property
    def model(self):
        return {"data": columns.packed(self.data, COLUMNS), "cut": self.cut}


class Names:
    """A table of texts with numbers. A text that occurs often is stored only once."""

    def __init__(self):
        self.texts = []
        self.numbers = {}

    def number(self, text):
        if text not in self.numbers:
            self.numbers[text] = len(self.texts)
            self.texts.append(text)
        return self.numbers[text]


def diagram_of(trace, result=None, path=()):
    """The diagram of a trace. `result` has the findings of the memory model, which a trace does not have. `path` has
    the steps of the critical path."""
    tracks = trace.tracks[:MAX_TRACKS]
    last = len(tracks)
    end_ns = max(trace.end_ns, result["time_ns"] if result else 0)
    messages = [m for m in trace.messages if m.source < last and m.target < last]
    calls = sorted((call for call in trace.calls if call.track < last), key=lambda call: call.began_ns)
    waits = sorted((wait for wait in trace.waits if wait.track < last), key=lambda wait: wait.began_ns)
    notes = sorted((note for note in trace.notes if note.track < last), key=lambda note: note.at_ns)
    shown_ns = min(end_ns, limit_ns([m.sent_ns for m in messages], MAX_MESSAGES, end_ns),
                   limit_ns([call.began_ns for call in calls], MAX_CALLS, end_ns),
                   limit_ns([wait.began_ns for wait in waits], MAX_WAITS, end_ns))
    noted_ns = min(shown_ns, limit_ns([note.at_ns for note in notes], MAX_NOTES, end_ns))
    texts = Names()
    stuck = stuck_calls(trace, result, last) if shown_ns == end_ns else []
    shown = [m for m in messages if m.sent_ns <= shown_ns]
    data = {
        "unit": "ns",
        **wait_columns([wait for wait in waits if wait.began_ns <= shown_ns]),
        "tracks": [track.name for track in tracks],
        "ranks": [track.rank for track in tracks],
        "end": shown_ns + (margin_ns(shown_ns) if stuck else 0),
        "calls": call_columns([call for call in calls if call.began_ns <= shown_ns], texts),
        "stuck": stuck,
        "packets": packet_columns(shown, texts),
        "critical": critical_columns([step for step in path if step.track < last and step.began_ns <= shown_ns], shown),
        "findings": findings_of(trace, result, last),
        "notes": note_columns([note for note in notes if note.at_ns <= noted_ns], texts),
    }
    data["texts"] = texts.texts
    data["kinds"] = kinds_of(data, texts, (result or {}).get("settings", {}).get("protocol") or trace.protocol)
    return Diagram(data, cut_words(trace, len(messages), last, shown_ns, noted_ns, end_ns))


def limit_ns(times_ns, most, end_ns):
    """The time until which at most `most` of the ascending `times_ns` have passed."""
    return end_ns if len(times_ns) <= most else max(times_ns[most] - 1, 0)


def call_columns(calls, texts):
    return {
        "track": [call.track for call in calls],
        "name": [texts.number(call.name) for call in calls],
        "place": [texts.number(call.location) for call in calls],
        "began": [call.began_ns for call in calls],
        "ended": [call.ended_ns for call in calls],
    }


def packet_columns(messages, texts):
    """The packets as columns. `handled` is -1 for a packet that was never handled."""
    return {
        "kind": [texts.number(message.kind) for message in messages],
        "source": [message.source for message in messages],
        "target": [message.target for message in messages],
        "bytes": [message.bytes for message in messages],
        "sent": [message.sent_ns for message in messages],
        "sending": [message.sending_ns for message in messages],
        "handled": [-1 if message.handled_ns is None else message.handled_ns for message in messages],
        "handling": [message.handling_ns for message in messages],
    }


def note_columns(notes, texts):
    return {
        "track": [note.track for note in notes],
        "text": [texts.number(note.text) for note in notes],
        "at": [note.at_ns for note in notes],
    }


def wait_columns(waits):
    """The waits as columns, and the causes that occur, in a fixed order."""
    occur = {wait.cause for wait in waits}
    causes = [cause for cause in CAUSES if cause in occur] + sorted(occur - CAUSES.keys())
    indices = {cause: index for index, cause in enumerate(causes)}
    return {
        "causes": causes,
        "waits": {
            "track": [wait.track for wait in waits],
            "cause": [indices[wait.cause] for wait in waits],
            "began": [wait.began_ns for wait in waits],
            "ended": [wait.ended_ns for wait in waits],
        },
    }


def critical_columns(steps, messages):
    """The steps of the critical path as columns. `packet` is -1 for the rank's own work."""
    numbers = {id(message): number for number, message in enumerate(messages)}
    known = [step for step in steps if step.sort != UNDER_WAY or id(step.message) in numbers]
    return {
        "track": [step.track for step in known],
        "began": [step.began_ns for step in known],
        "ended": [step.ended_ns for step in known],
        "packet": [numbers[id(step.message)] if step.sort == UNDER_WAY else -1 for step in known],
    }


def findings_of(trace, result, last):
    """The findings of the memory model, if the tracks of both accesses are in the diagram."""
    numbers = {track.name: number for number, track in enumerate(trace.tracks[:last])}

    def access(one):
        thread = f" thread {one['thread']}" if "thread" in one else ""
        track = numbers.get(f"rank {one['rank']}{thread}", numbers.get(f"rank {one['rank']}"))
        return None if track is None else {"track": track, "at": round(one["time_ns"]), "what": one["what"],
                                           "place": one["place"]}

    found = []
    for number, one in enumerate((result or {}).get("semantics", {}).get("findings", [])):
        both = [access(each) for each in one["accesses"]]
        if len(both) == 2 and None not in both:
            found.append({"number": number + 1, "rule": one["rule"], "missing": one["missing"],
                          "accesses": sorted(both, key=lambda each: each["at"])})
    return found


def kinds_of(data, texts, protocol):
    """By the number of a kind's text: the group and the explanation of the kind."""
    names = {number: texts.texts[number] for number in sorted(set(data["packets"]["kind"]))}
    return {str(number): {"group": group_of(name), "words": explain(name, protocol)} for number, name in names.items()}


def margin_ns(span_ns):
    """The time that the diagram shows after its last event, so that calls that never return are visible."""
    return max(span_ns // 12, MIN_MARGIN_NS)


def stuck_calls(trace, result, last):
    """The calls that never returned."""
    if trace.stuck:
        return [{"track": call.track, "name": call.name, "place": call.location, "reason": call.reason,
                 "began": call.began_ns} for call in trace.stuck if call.track < last]
    return stuck_in(result, trace, last)


def stuck_in(result, trace, last):
    """The calls that never returned, for traces of older versions. Such a call began at the end of the previous call on
    its track."""
    numbers = {track.name: number for number, track in enumerate(trace.tracks[:last])}
    ended_ns = {}
    for call in trace.calls:
        ended_ns[call.track] = max(ended_ns.get(call.track, 0), call.ended_ns)
    found = []
    for stuck in (result or {}).get("stuck", []):
        thread = f" thread {stuck['thread']}" if "thread" in stuck else ""
        # A thread that has not finished any call has no track of its own.
        track = numbers.get(f"rank {stuck['rank']}{thread}", numbers.get(f"rank {stuck['rank']}"))
        if track is not None:
            found.append({"track": track, "name": stuck["call"], "place": stuck["place"], "reason": stuck["reason"],
                          "began": ended_ns.get(track, 0)})
    return found


def cut_words(trace, between_shown, last, shown_ns, noted_ns, end_ns):
    sentences = []
    if last < len(trace.tracks):
        left_out = len(trace.messages) - between_shown
        sentences.append(f"Shown are the first {last} of {count(len(trace.tracks), 'track')}; "
                         f"{count(left_out, 'packet')} to or from the others are left out.")
    if shown_ns < end_ns:
        sentences.append(f"Shown is the time until {time(shown_ns)}, of {time(end_ns)}: more does not fit into a page.")
    if noted_ns < shown_ns:
        sentences.append(f"Changes of state are shown until {time(noted_ns)}.")
    return " ".join(sentences)
