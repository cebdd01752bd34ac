"""Reads a trace of `rmasim run --trace` or `exec --trace`: tracks, calls, waits, messages, notes, elements in use,
counters. Times are whole nanoseconds, the resolution of the file."""

import re
from dataclasses import dataclass, field

from .errors import BadInput
from .files import read_json
from .layout import title_of
from .packet_words import KINDS, split

TRACK_NAME = re.compile(r"rank (\d+)")
SYNC_COUNTER_NAME = re.compile(r".* counter \d+ of rank \d+", re.DOTALL)
COUNTER_NAME = re.compile(r"(op elements|target elements|queued requests|lock waits|agent looks) of rank (\d+)")


@dataclass(frozen=True)
class Track:
    """A rank, or one of its threads, or its progress agent."""

    rank: int
    name: str


@dataclass(frozen=True)
class Call:
    track: int
    name: str
    location: str
    began_ns: int
    ended_ns: int
    arguments: dict = field(default_factory=dict, compare=False)  # defined in sim/checkers/trace/call_arguments.h


@dataclass(frozen=True)
class StuckCall:
    """A call that had not returned at the end of the run."""

    track: int
    name: str
    location: str
    reason: str  # the reason of the wait, or the error
    began_ns: int
    ended_ns: int  # when the run stopped


@dataclass(frozen=True)
class Wait:
    """An idle time of a rank's library inside a call, with a cause of the result's `time_spent`."""

    track: int
    cause: str
    began_ns: int
    ended_ns: int


@dataclass(frozen=True)
class Message:
    kind: str
    source: int  # tracks
    target: int
    bytes: int
    sent_ns: int
    sending_ns: int
    handled_ns: int | None  # None: never handled
    handling_ns: int
    data_bytes: int = 0  # on the wire, without the header; missing in traces of older versions


@dataclass(frozen=True)
class Note:
    """A change of state: "w: UNSET -> PER_TARGET"."""

    track: int
    text: str
    at_ns: int


@dataclass(frozen=True)
class CounterChange:
    """A change of a synchronisation counter; trace_writer.h describes the fields. `by`: None unless a signal caused it.
    """

    at_ns: int
    step: str
    value: int  # after the change
    count: int
    lost: int
    by: int | None


@dataclass
class TraceFile:
    """Tracks are numbered as they are shown: each rank, then its threads and its agent. Messages are sorted by sending
    time, the calls of a track by time."""

    scenario: str
    tracks: list[Track] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    stuck: list[StuckCall] = field(default_factory=list)  # likewise; traces of older versions have none
    waits: list[Wait] = field(default_factory=list)  # by track and time; traces of older versions have none
    messages: list[Message] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    # By kind of element ("op", "target") and rank: (time, elements in use from then on).
    in_use: dict[tuple[str, int], list[tuple[int, int]]] = field(default_factory=dict)
    # Families with a queue of requests, by rank: (time, requests in it from then on), (time of the grant of a lock, how
    # long its request waited), times at which the agent looked.
    queued: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    lock_waits: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    looks: dict[int, list[int]] = field(default_factory=dict)
    # Families with synchronisation counters, by rank, window and the counter's number there. Signals for freed counters
    # have none and are notes only.
    counters: dict[tuple[int, str, int], list[CounterChange]] = field(default_factory=dict)
    protocol: dict = field(default_factory=dict)  # its settings
    header_bytes: int = 0  # of a packet on the wire
    # Traces of older versions have none: "name", "ranks", "from_start" of each window; MPI's names of calls.
    windows: list[dict] = field(default_factory=list)
    mpi_names: dict[str, str] = field(default_factory=dict)
    communicators: dict[str, list[list[int]]] = field(default_factory=dict)  # by name: ranks by comm_rank
    in_steps: bool = False  # a replay without a clock: each step takes one microsecond
    # The parts that the trace has: "ranks", "kinds", "from_ns", "to_ns", "truncated_at_ns".
    selection: dict = field(default_factory=dict)

    @property
    def ranks(self):
        return sorted({track.rank for track in self.tracks})

    @property
    def all_calls(self):
        """The calls of a track, including those that never returned. These last to the end and have the argument
        "stuck"."""
        stuck = [Call(one.track, one.name, one.location, one.began_ns, one.ended_ns, {"stuck": one.reason})
                 for one in self.stuck]
        return sorted(self.calls + stuck, key=lambda call: (call.track, call.began_ns, call.ended_ns))

    @property
    def end_ns(self):
        ends = [call.ended_ns for call in [*self.calls, *self.stuck]]
        ends += [message.sent_ns + message.sending_ns for message in self.messages]
        ends += [m.handled_ns + m.handling_ns for m in self.messages if m.handled_ns is not None]
        ends += [note.at_ns for note in self.notes]
        return max(ends, default=0)


SELECTION = {"ranks": "--trace-ranks", "kinds": "--trace-kinds", "from_ns": "--trace-time", "to_ns": "--trace-time",
             "truncated_at_ns": "--trace-limit-mb"}


def part_words(selection):
    """The contents of a partial trace: "ranks 0 to 7 only, from 10 us on"; empty if it is complete."""
    words = []
    if "ranks" in selection:
        words.append(f"{len(selection['ranks']):,} of the ranks only")
    if "kinds" in selection:
        words.append(f"{', '.join(selection['kinds'])} only")
    if "from_ns" in selection:
        words.append(f"from {selection['from_ns']:,} ns on")
    if "to_ns" in selection:
        words.append(f"up to {selection['to_ns']:,} ns")
    if "truncated_at_ns" in selection:
        words.append(f"up to {selection['truncated_at_ns']:,} ns, where it reached its limit of size")
    return "; ".join(words)


def is_trace(document):
    return isinstance(document, dict) and "traceEvents" in document


def load(path):
    return trace_of(read_json(path), path)


def trace_of(document, location):
    """The trace in a JSON document. `location`: its file, for errors."""
    try:
        return Reader(document).trace
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        raise BadInput(location, f"an incomplete trace ({error!r})",
                       "what `rmasim run --trace` or `exec --trace` writes") from None


class Reader:
    """Reads the events in one pass. A slice is followed on its track by its arrow."""

    def __init__(self, document):
        events = document["traceEvents"]
        self.trace = TraceFile(text(title_of(document["otherData"])))
        self.trace.protocol = dict(document["otherData"].get("protocol", {}))  # missing in older traces
        self.trace.header_bytes = integer(document["otherData"].get("header_bytes", 0))
        # Windows and communicators that a program created during the run are listed at the end of the file.
        windows = [*document["otherData"].get("windows", []), *document.get("windows", [])]
        self.trace.windows = [dict(window) for window in windows]
        self.trace.mpi_names = dict(document["otherData"].get("mpi_names", {}))
        self.trace.communicators = {name: [[integer(rank) for rank in ranks] for ranks in groups]
                                    for part in (document["otherData"], document)
                                    for name, groups in part.get("communicators", {}).items()}
        self.trace.in_steps = document["otherData"].get("clock") == "steps"
        self.trace.selection = dict(document["otherData"].get("selection", {}))
        if "truncated" in document:
            self.trace.selection["truncated_at_ns"] = integer(document["truncated"]["at_ns"])
        self.track_of = self.read_tracks(events)
        self.slices = {}  # the last packet slice of each track
        self.sent = {}  # arrows whose end has not been read, by id
        self.messages = {}
        read = {"X": self.slice, "s": self.begin_arrow, "f": self.end_arrow, "i": self.note, "C": self.count}
        for event in events:
            if event["ph"] in read:
                read[event["ph"]](event)
        self.finish()

    def read_tracks(self, events):
        names = {}
        for event in events:
            if event["ph"] == "M" and event["name"] == "thread_name":
                names[event["tid"]] = event["args"]["name"]
        tracks = {tid: Track(int(TRACK_NAME.match(name)[1]), name) for tid, name in names.items()}
        shown = sorted(tracks, key=lambda tid: (tracks[tid].rank, tid != tracks[tid].rank + 1, tracks[tid].name))
        self.trace.tracks = [tracks[tid] for tid in shown]
        return {tid: index for index, tid in enumerate(shown)}

    def slice(self, event):
        track = self.track_of[event["tid"]]
        if event["cat"] == "packet":
            self.slices[track] = event
            return
        began_ns, length_ns = whole_ns(event["ts"]), whole_ns(event["dur"])
        if event["cat"] == "wait":
            self.trace.waits.append(Wait(track, text(event["name"]), began_ns, began_ns + length_ns))
            return
        arguments = dict(event["args"])
        name, location, ended_ns = text(event["name"]), text(arguments.pop("place")), began_ns + length_ns
        if "stuck" in arguments:
            self.trace.stuck.append(StuckCall(track, name, location, text(arguments["stuck"]), began_ns, ended_ns))
        else:
            self.trace.calls.append(Call(track, name, location, began_ns, ended_ns, arguments))

    def begin_arrow(self, event):
        track = self.track_of[event["tid"]]
        self.sent[event["id"]] = (kind(event["name"]), track, self.slices[track])

    def end_arrow(self, event):
        track = self.track_of[event["tid"]]
        self.messages[event["id"]] = message(*self.sent[event["id"]], track, self.slices[track])

    def note(self, event):
        self.trace.notes.append(Note(self.track_of[event["tid"]], text(event["name"]), whole_ns(event["ts"])))
        if event["cat"] == "counter" and "counter" in event["args"]:
            self.counter_changed(event, event["args"])

    def counter_changed(self, event, change):
        rank = self.trace.tracks[self.track_of[event["tid"]]].rank
        changes = self.trace.counters.setdefault((rank, text(change["win"]), number(change["counter"])), [])
        changes.append(CounterChange(whole_ns(event["ts"]), text(change["step"]), integer(change["to"]),
                                     integer(change["count"]), number(change["lost"]), change.get("by")))

    def count(self, event):
        if SYNC_COUNTER_NAME.fullmatch(event["name"]):
            return  # its note has the details
        kind, rank = COUNTER_NAME.fullmatch(event["name"]).groups()
        at_ns, rank, (value,) = whole_ns(event["ts"]), int(rank), event["args"].values()
        if kind.endswith(" elements"):
            changes = self.trace.in_use.setdefault((kind.split()[0], rank), [])
        elif kind == "agent looks":
            self.trace.looks.setdefault(rank, []).append(at_ns)
            return
        else:
            changes = (self.trace.queued if kind == "queued requests" else self.trace.lock_waits).setdefault(rank, [])
        changes.append((at_ns, number(value)))

    def finish(self):
        for arrow, (kind, track, sending) in self.sent.items():
            if arrow not in self.messages:
                target = self.track_of[sending["args"]["to"] + 1]
                self.messages[arrow] = message(kind, track, sending, target, None)
        self.trace.messages = sorted(self.messages.values(), key=lambda one: (one.sent_ns, one.source, one.target))
        self.trace.waits.sort(key=lambda wait: (wait.track, wait.began_ns))
        self.trace.calls.sort(key=lambda call: (call.track, call.began_ns, call.ended_ns))
        self.trace.stuck.sort(key=lambda call: (call.track, call.began_ns))


def message(kind, source, sending, target, handling):
    size_bytes = number(sending["args"]["bytes"])
    return Message(kind, source, target, size_bytes, whole_ns(sending["ts"]), whole_ns(sending["dur"]),
                   whole_ns(handling["ts"]) if handling else None, whole_ns(handling["dur"]) if handling else 0,
                   integer(sending["args"].get("data_bytes", 0)))


def whole_ns(microseconds):
    return round(number(microseconds) * 1000)


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
        raise ValueError(f"{ascii(value)[:40]} where a number belongs")
    return value


def integer(value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{ascii(value)[:40]} where an integer belongs")
    return value


def kind(name):
    if split(text(name))[0] not in KINDS:
        raise ValueError(f"{ascii(name)[:40]} where a packet's kind belongs")
    return name


def text(value):
    if not isinstance(value, str):
        raise ValueError(f"{ascii(value)[:40]} where a text belongs")
    return value
