"""The program of a rank, converted from another format."""

from dataclasses import dataclass, field

MAX_INT = 2**31 - 1
MAX_COMPUTE_NS = 10**12  # per call


@dataclass
class Program:
    """Its threads: lists of calls in the form of scenarios. Each call has its location in the input, for errors."""

    threads: list = field(default_factory=list)

    def calls(self):
        return (call for thread in self.threads for call in thread)


class Thread(list):
    """Pairs of a call and its location."""

    def call(self, location, name, **arguments):
        self.append(({name: arguments}, location))

    def compute(self, location, ns):
        """Adds a computation, as several calls if it is longer than 1,000 s."""
        while ns > 0:
            self.call(location, "compute", ns=min(ns, MAX_COMPUTE_NS))
            ns -= MAX_COMPUTE_NS

    def message(self, location, name, peer, tag, count, request=None):
        """Adds a message call. `name`: send, recv, isend or irecv."""
        arguments = {"target" if "send" in name else "source": peer}
        if tag:
            arguments["tag"] = tag
        arguments["count"] = count
        if request:
            arguments["request"] = request
        self.call(location, name, **arguments)
