"""Reads a trace of `rmasim run --trace` or `exec --trace`. It has tracks, calls, waits, messages, notes, elements in
use, and counters. Times are whole nanoseconds, because this is the resolution of the file."""

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
    """A track of the trace: a rank, a thread of a rank, or the progress agent of a rank."""

    rank: int
    name: str


@dataclass(frozen=True)
class Call:
    track: int
    name: str
    location: str
    began_ns: int
    ended_ns: int
    # The names are those in sim/checkers/trace/call_arguments.h.
    arguments: dict = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class StuckCall:
    """A call that had not returned at the end of the run."""

    track: int
    name: str
    location: str
    reason: str  # the reason why the call waits, or the error
    began_ns: int
    ended_ns: int  # the time at which the run stopped


@dataclass(frozen=True)
class Wait:
    """An idle time of a rank's library inside a call. Its cause is one of those in the result's `time_spent`."""

    track: int
    cause: str
    began_ns: int
    ended_ns: int


@dataclass(frozen=True)
class Message:
    kind: str
    source: int  # number of a track, as `target`
    target: int
    bytes: int
    sent_ns: int
    sending_ns: int
    handled_ns: int | None  # None if the packet was never handled
    handling_ns: int
    data_bytes: int = 0  # size on the wire without the header; traces of older versions do not have it


@dataclass(frozen=True)
class Note:
    """A change of state. Example: "w: UNSET -> PER_TARGET"."""

    track: int
    text: str
    at_ns: int


@dataclass(frozen=True)
class CounterChange:
    """A change of a synchronisation counter. trace_writer.h describes the fields. `by` is None unless a signal caused
    the change.
    """

    at_ns: int
    step: str
    value: int  # the counter's value after the change
    count: int
    lost: int
    by: int | None


@dataclass
class TraceFile:
    """A trace. Tracks are numbered in the order in which they are shown: each rank, then its threads and its agent.
    Messages are sorted by the time of sending. The calls of a track are sorted by time."""

    scenario: str
    tracks: list[Track] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    stuck: list[StuckCall] = field(default_factory=list)  # sorted like the calls; traces of older versions have none
    waits: list[Wait] = field(default_factory=list)  # sorted by track and time; traces of older versions have none
    messages: list[Message] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    # By kind of element ("op", "target") and rank: pairs of a time and the number of elements in use from this time on.
    in_use: dict[tuple[str, int], list[tuple[int, int]]] = field(default_factory=dict)
    # By rank, for families with a request queue. `queued`: pairs of a time and the number of requests in the queue from
    # this time on. `lock_waits`: pairs of the time at which a lock was granted and the time that the request waited.
    # `looks`: the times at which the agent polled.
    queued: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    lock_waits: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    looks: dict[int, list[int]] = field(default_factory=dict)
    # By rank, window and number of the counter, for families with synchronisation counters. Signals for freed counters
    # have no number. They are only in `notes`.
    counters: dict[tuple[int, str, int], list[CounterChange]] = field(default_factory=dict)
    protocol: dict = field(default_factory=dict)  # the settings of the protocol
    header_bytes: int = 0  # bytes of a packet's header on the wire
    # The windows, with "name", "ranks" and "from_start", and MPI's names of calls. Traces of older versions do not have
    # them.
    windows: list[dict] = field(default_factory=list)
    mpi_names: dict[str, str] = field(default_factory=dict)
    # By name: for each communicator, the ranks in the order of their communicator ranks.
    communicators: dict[str, list[list[int]]] = field(default_factory=dict)
    in_steps: bool = False  # True for a replay without a clock; each step takes one microsecond
    # The parts that the trace has, if it is partial: "ranks", "kinds", "from_ns", "to_ns", "truncated_at_ns".
    selection: dict = field(default_factory=dict)

    @property
    def ranks(self):
        return sorted({track.rank for track in self.tracks})

    @property
    def all_calls(self):
        """The calls of all tracks. Calls that never returned are among them. These last until the end of the run, and
        have the argument "stuck"."""
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
    """The contents of a partial trace as text: "ranks 0 to 7 only, from 10 us on". Empty if the trace is complete."""
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
    """The trace in a JSON document. `location` is the document's file, for errors."""
    try:
        return Reader(document).trace
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        raise BadInput(location, f"an incomplete trace ({error!r})",
                       "a file that `rmasim run --trace` or `exec --trace` has written") from None


class Reader:
    """A reader that reads the events in one pass. On a track, the arrow of a packet follows the slice of the packet."""

    def __init__(self, document):
        events = document["traceEvents"]
        self.trace = TraceFile(text(title_of(document["otherData"])))
        self.trace.protocol = dict(document["otherData"].get("protocol", {}))  # traces of older versions do not have it
        self.trace.header_bytes = integer(document["otherData"].get("header_bytes", 0))
        # The end of the file lists the windows and communicators that a program created during the run.
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
        self.slices = {}  # by track: the last slice of a packet
        self.sent = {}  # by id: the arrows whose end was not read yet
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
            return  # the note of the same event has the details
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
