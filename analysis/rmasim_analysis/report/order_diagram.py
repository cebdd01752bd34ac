"""The failing order of an exploration as a space-time diagram. An order has no clock, so the time is the number of the
step.

The transcript is a list of stanzas. tests/sequences has the same format:

    1 put 0 disp=0 len=8        the step: a call begins, or a packet is delivered (`deliver 0>1 SEND`)
    ----
    1>0 PUT op=0 len=8          a packet is sent
    1: put returns              any other line begins with its rank: a change of state
"""

import re
from dataclasses import dataclass, field

from ..trace_file import Call, Message, Note, StuckCall, TraceFile, Track
from ..packet_words import KINDS, split
from .diagram import diagram_of

PER_STEP = 100  # units of the diagram's time for each step
SENT_AFTER, NOTED_AFTER, RETURNED_AFTER = 30, 50, 80
PACKET = re.compile(r"(\d+)>(\d+) (\S+)(.*)")
CALLER = re.compile(r"(\d+)(?:\.(\d+))? (.*)")
SAID = re.compile(r"(\d+)(?:\.(\d+))?: (.*)")


@dataclass
class UnderWay:
    text: str  # the text of the packet in the transcript: "SEND tag=1 len=8"
    kind: str
    source: int
    target: int
    sent: int
    handled: int | None = None


@dataclass
class Reader:
    trace: TraceFile
    tracks: dict = field(default_factory=dict)
    packets: list = field(default_factory=list)
    begun: dict = field(default_factory=dict)  # for each track, the call that has not returned

    def track(self, rank, thread=None):
        name = f"rank {rank}" + ("" if thread is None else f" thread {thread}")
        if name not in self.tracks:
            self.tracks[name] = len(self.trace.tracks)
            self.trace.tracks.append(Track(int(rank), name))
        return self.tracks[name]

    def step(self, command, at):
        if command.startswith("deliver ") and (found := PACKET.match(command.removeprefix("deliver "))):
            return self.deliver(found, at)
        if found := CALLER.match(command):
            track = self.track(found[1], found[2])
            self.begun[track] = (found[3], at)
        return None

    def deliver(self, found, at):
        source, target, text = int(found[1]), int(found[2]), found[3] + found[4]
        of_pair = [one for one in self.packets if one.handled is None and (one.source, one.target) == (source, target)]
        same = [one for one in of_pair if one.text == text] or [one for one in of_pair if one.kind == found[3]]
        if same:
            same[0].handled = at

    def consequence(self, line, at):
        if found := PACKET.match(line):
            if split(found[3])[0] in KINDS:
                self.packets.append(UnderWay(found[3] + found[4], found[3], int(found[1]), int(found[2]),
                                             at + SENT_AFTER))
        elif found := SAID.match(line):
            track = self.track(found[1], found[2])
            if found[3].endswith(" returns") and track in self.begun:
                name, began = self.begun.pop(track)
                self.trace.calls.append(Call(track, name.split()[0], name, began, at + RETURNED_AFTER))
            else:
                self.trace.notes.append(Note(track, found[3], at + NOTED_AFTER))


def stanzas(transcript):
    """For each step: the command, and the consequences of the command."""
    found = []
    for index, line in enumerate(transcript):
        if index + 1 < len(transcript) and transcript[index + 1] == "----":
            found.append((line, []))
        elif found and line and line != "----":
            found[-1][1].append(line)
    return found


def order_diagram(failure, found):
    """The diagram of the order. None if the transcript contains nothing that can be drawn."""
    reader = Reader(TraceFile("", protocol=found.get("protocol", {})))
    for rank in range(found["ranks"]):
        reader.track(rank)
    steps = stanzas(failure["transcript"])
    for number, (command, lines) in enumerate(steps):
        reader.step(command, number * PER_STEP)
        for line in lines:
            reader.consequence(line, number * PER_STEP)
    if not steps:
        return None
    trace, end = ordered(reader), len(steps) * PER_STEP
    trace.stuck = [StuckCall(track, name.split()[0], name, "the order ends here", began, end)
                   for track, (name, began) in sorted(reader.begun.items())]
    diagram = diagram_of(trace)
    diagram.data["unit"] = "step"
    return diagram


def ordered(reader):
    """The trace with its tracks in the order of the diagram, and its packets in the order of sending."""
    trace = reader.trace
    order = sorted(range(len(trace.tracks)), key=lambda track: (trace.tracks[track].rank, trace.tracks[track].name))
    shown_index = {track: number for number, track in enumerate(order)}
    trace.tracks = [trace.tracks[track] for track in order]
    trace.calls = sorted((Call(shown_index[one.track], one.name, one.location, one.began_ns, one.ended_ns)
                          for one in trace.calls), key=lambda one: (one.track, one.began_ns))
    trace.notes = [Note(shown_index[one.track], one.text, one.at_ns) for one in trace.notes]
    trace.messages = [Message(one.kind, shown_index[reader.tracks[f"rank {one.source}"]],
                              shown_index[reader.tracks[f"rank {one.target}"]], size_of(one.text), one.sent, 0,
                              one.handled, 0)
                      for one in reader.packets]
    reader.begun = {shown_index[track]: begun for track, begun in reader.begun.items()}
    return trace


def size_of(text):
    found = re.search(r"\blen=(\d+)", text)
    return int(found[1]) if found else 0
