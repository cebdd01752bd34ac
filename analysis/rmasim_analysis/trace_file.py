"""A trace file of `rmasim run --trace`, as calls, messages and the ranks they belong to. Times are microseconds."""

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Call:
    rank: int
    name: str
    place: str
    began_us: float
    ended_us: float


@dataclass(frozen=True)
class Message:
    kind: str
    source: int
    target: int
    sent_us: float
    handled_us: float


@dataclass(frozen=True)
class TraceFile:
    scenario: str
    calls: list[Call]
    messages: list[Message]

    @property
    def ranks(self):
        tracks = {call.rank for call in self.calls}
        for message in self.messages:
            tracks |= {message.source, message.target}
        return sorted(tracks)


def rank_of(event):
    """Tracks are numbered from 1."""
    return event["tid"] - 1


def load(path):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    calls, sent, messages = [], {}, []
    for event in document["traceEvents"]:
        if event["ph"] == "X" and event["cat"] == "call":
            end = event["ts"] + event["dur"]
            calls.append(Call(rank_of(event), event["name"], event["args"]["place"], event["ts"], end))
        elif event["ph"] == "s":
            sent[event["id"]] = event
        elif event["ph"] == "f":
            begin = sent.pop(event["id"])
            messages.append(Message(event["name"], rank_of(begin), rank_of(event), begin["ts"], event["ts"]))
    return TraceFile(document["otherData"]["scenario"], calls, messages)
