"""The critical path of a run: the chain of work and packets on which the last event of the run depended. It is found
backwards from that event.

    rank 0   compute ----> PUT sent
                              \\
    rank 1   wait_...          handled ----> ... ----> the end

The work of a rank depends on no other rank. If a packet ended a wait, the wait depends on that packet, and therefore on
the work of the sender before it sent the packet. If no packet ended a wait (for a mutex, or for data that leaves the
rank's own memory), the path stays on the rank. If any part of the path becomes shorter, the run becomes shorter, until
another path is the longest.
"""

from bisect import bisect_right
from dataclasses import dataclass

AT_WORK, UNDER_WAY, IDLE = "work", "packet", "wait"


@dataclass(frozen=True)
class Step:
    sort: str
    track: int  # for a packet, the sender's track
    began_ns: int
    ended_ns: int
    message: object = None  # for a packet, its message in the trace
    cause: str = ""  # for a wait, its cause

    @property
    def length_ns(self):
        return self.ended_ns - self.began_ns


class Timeline:
    """The idle times of one track, and the packets that ended these times."""

    def __init__(self):
        self.idle = []  # (ended, began, cause), in ascending order
        self.handled = {}  # by time: the first packet that was handled at this time

    def last_idle(self, until_ns):
        index = bisect_right(self.idle, (until_ns, float("inf"), "")) - 1
        return self.idle[index] if index >= 0 else None


def timelines(trace):
    found = [Timeline() for _ in trace.tracks]
    for wait in trace.waits:
        if wait.ended_ns > wait.began_ns:
            found[wait.track].idle.append((wait.ended_ns, wait.began_ns, wait.cause))
    busy_until, left = {}, last_calls(trace)
    for message in sorted((m for m in trace.messages if m.handled_ns is not None), key=lambda m: m.handled_ns):
        line = found[message.target]
        line.handled.setdefault(message.handled_ns, message)
        # An agent is idle between the packets that it handles. A rank whose program has ended is idle between packets,
        # too. The trace has no waits for these times.
        if is_agent(trace, message.target) or message.handled_ns >= left.get(trace.tracks[message.target].rank, 0):
            before = busy_until.get(message.target, 0)
            if message.handled_ns > before:
                line.idle.append((message.handled_ns, before, "idle"))
        busy_until[message.target] = message.handled_ns + message.handling_ns
    for line in found:
        line.idle.sort()
    return found


def last_calls(trace):
    """By rank: the end of the rank's last call."""
    found = {}
    for call in trace.calls:
        rank = trace.tracks[call.track].rank
        found[rank] = max(found.get(rank, 0), call.ended_ns)
    return found


def is_agent(trace, track):
    return trace.tracks[track].name.endswith(" agent")


def critical_path(trace):
    """The steps of the path in the order of time. [] if the trace has no waits, as traces of older versions."""
    if not trace.waits or not trace.calls:
        return []
    lines = timelines(trace)
    # The tracks of ranks precede those of threads. The work of the library is on the rank's track.
    of_rank = {}
    for number, track in enumerate(trace.tracks):
        of_rank.setdefault(track.rank, number)
    last = max(trace.calls, key=lambda call: (call.ended_ns, -call.track))
    track, at_ns = of_rank[trace.tracks[last.track].rank], last.ended_ns
    steps = []
    while at_ns > 0 and len(steps) < 3 * (len(trace.messages) + len(trace.waits)):
        idle = lines[track].last_idle(at_ns)
        ended_ns, began_ns, cause = idle or (0, 0, "")
        if at_ns > ended_ns:
            steps.append(Step(AT_WORK, track, ended_ns, at_ns))
        if not idle:
            break
        message = lines[track].handled.get(ended_ns)
        if message is None or message.sent_ns >= ended_ns:
            steps.append(Step(IDLE, track, began_ns, ended_ns, cause=cause))
            at_ns = began_ns
        else:
            steps.append(Step(UNDER_WAY, message.source, message.sent_ns, ended_ns, message))
            track, at_ns = message.source, message.sent_ns
    return steps[::-1]


def by_sort(trace, steps):
    """The time of a path by kind of step: (kind, time, number), the longest time first."""
    spent = {}

    def add(what, ns, times=1):
        before_ns, before = spent.get(what, (0, 0))
        spent[what] = before_ns + ns, before + times

    computing = computations(trace)
    for step in steps:
        if step.sort == UNDER_WAY:
            add(f"{step.message.kind} under way", step.length_ns)
        elif step.sort == IDLE:
            add(f"{step.cause}, ended by no packet", step.length_ns)
        else:
            computed = overlap(computing.get(trace.tracks[step.track].rank, []), step.began_ns, step.ended_ns)
            if computed:
                add("compute", computed)
            if step.length_ns > computed:
                add("work in MPI calls and on packets", step.length_ns - computed)
    return sorted(((what, *figures) for what, figures in spent.items()), key=lambda row: (-row[1], row[0]))


def by_rank(trace, steps):
    """The time of work and waits on the path by rank: (rank, time), the longest time first."""
    spent = {}
    for step in steps:
        if step.sort != UNDER_WAY:
            rank = trace.tracks[step.track].rank
            spent[rank] = spent.get(rank, 0) + step.length_ns
    return sorted(spent.items(), key=lambda row: (-row[1], row[0]))


def computations(trace):
    """By rank: the computations of the rank, in the order of time."""
    found = {}
    for call in trace.calls:
        if call.name == "compute":
            found.setdefault(trace.tracks[call.track].rank, []).append((call.began_ns, call.ended_ns))
    for spans in found.values():
        spans.sort()
    return found


def overlap(spans, began_ns, ended_ns):
    """The length of the part of the interval that `spans` cover. The spans are in ascending order. Simultaneous spans
    of several threads count once."""
    covered, reached = 0, began_ns
    for first, last in spans[max(bisect_right(spans, (began_ns, float("inf"))) - 1, 0):]:
        if first >= ended_ns:
            break
        low, high = max(first, reached), min(last, ended_ns)
        if high > low:
            covered += high - low
            reached = high
    return covered
