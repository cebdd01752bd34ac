"""The program of a rank, as it is made from another format."""

from dataclasses import dataclass, field

MOST_INT = 2**31 - 1
MOST_COMPUTE_NS = 10**12  # of one call


@dataclass
class Program:
    """Its threads: lists of calls as scenarios have them, each with its place in the input, for errors."""

    threads: list = field(default_factory=list)

    def calls(self):
        return (call for thread in self.threads for call in thread)


class Thread(list):
    """Pairs of a call and its place."""

    def call(self, place, name, **arguments):
        self.append(({name: arguments}, place))

    def compute(self, place, ns):
        """As many calls as it takes: one lasts 1,000 s at most."""
        while ns > 0:
            self.call(place, "compute", ns=min(ns, MOST_COMPUTE_NS))
            ns -= MOST_COMPUTE_NS

    def message(self, place, name, peer, tag, count, request=None):
        """`name`: send, recv, isend or irecv."""
        arguments = {"target" if "send" in name else "source": peer}
        if tag:
            arguments["tag"] = tag
        arguments["count"] = count
        if request:
            arguments["request"] = request
        self.call(place, name, **arguments)
