"""The activities of a track as slices. Any two slices are nested or disjoint."""

from dataclasses import dataclass, field
from enum import IntEnum

from ...errors import BadInput

WANTED = "a file that `rmasim run --trace` has written"


class Depth(IntEnum):
    """The nesting depth of slices. It decides which slice is outside if both are empty, or if one is at the end of the
    other."""

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
    first: list = field(default_factory=list)  # the events at the beginning of the slice, in order
    last: list = field(default_factory=list)  # the events at the end of the slice

    def sorts_as(self):
        """The sort key. Outer slices precede inner ones. Calls of a thread keep their order, even if a call takes no
        time."""
        if self.depth is Depth.CALL:
            return self.began_ns, 0, self.ended_ns, 0
        return self.began_ns, 1, -self.ended_ns, self.depth

    def contains(self, other):
        """True if `other` is inside this slice. `other` must follow this slice in the sorted order."""
        if other.began_ns < self.ended_ns:
            return True
        return other.began_ns == self.ended_ns == other.ended_ns and other.depth > self.depth


def nested(slices, source_name):
    """Yields pairs in the order of time: a slice, and True for its beginning or False for its end. If two slices are
    nested, the inner one ends first. Raises BadInput if slices overlap without being nested. The error names
    `source_name`."""
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
