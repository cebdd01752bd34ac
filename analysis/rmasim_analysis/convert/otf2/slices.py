"""The activities of a track as slices: any two are nested or disjoint."""

from dataclasses import dataclass, field
from enum import IntEnum

from ...errors import BadInput

WANTED = "what `rmasim run --trace` writes"


class Depth(IntEnum):
    """Nesting depth of slices whose times do not decide: both are empty, or one is at the end of the other."""

    CALL = 0
    WAIT = 1
    HANDLING = 2
    SENDING = 3


@dataclass
class Slice:
    began_ns: int
    ended_ns: int
    depth: Depth
    region: object
    attributes: dict | None = None
    first: list = field(default_factory=list)  # events at its beginning, in order
    last: list = field(default_factory=list)  # events at its end

    def sorts_as(self):
        """Sort key: outer slices before inner ones. Calls of a thread follow each other, even if one takes no time."""
        if self.depth is Depth.CALL:
            return self.began_ns, 0, self.ended_ns, 0
        return self.began_ns, 1, -self.ended_ns, self.depth

    def contains(self, other):
        """True if `other`, which sorts after this slice, is inside it."""
        if other.began_ns < self.ended_ns:
            return True
        return other.began_ns == self.ended_ns == other.ended_ns and other.depth > self.depth


def nested(slices, source_name):
    """Yields (slice, True at its beginning and False at its end) in order of time. Of two nested slices, the inner one
    ends first. Raises BadInput, naming `source_name`, if slices overlap without being nested."""
    under_way = []
    for slice_ in sorted(slices, key=Slice.sorts_as):
        while under_way and not under_way[-1].contains(slice_):
            yield under_way.pop(), False
        if under_way and slice_.ended_ns > under_way[-1].ended_ns:
            raise BadInput(source_name, f"slices that overlap from {slice_.began_ns} ns on", WANTED)
        under_way.append(slice_)
        yield slice_, True
    while under_way:
        yield under_way.pop(), False
