"""The program of a rank. It was converted from another format."""

from dataclasses import dataclass, field

MAX_INT = 2**31 - 1
MAX_COMPUTE_NS = 10**12  # maximum of one call


@dataclass
class Program:
    """A program. Its threads are lists of calls in the form of scenarios. Each call has its location in the input, for
    errors."""

    threads: list = field(default_factory=list)

    def calls(self):
        return (call for thread in self.threads for call in thread)


class Thread(list):
    """The calls of a thread, as pairs of a call and its location."""

    def call(self, location, name, **arguments):
        self.append(({name: arguments}, location))

    def compute(self, location, ns):
        """Adds a computation. A computation of more than 1,000 s becomes several calls."""
        while ns > 0:
            self.call(location, "compute", ns=min(ns, MAX_COMPUTE_NS))
            ns -= MAX_COMPUTE_NS

    def message(self, location, name, peer, tag, count, request=None):
        """Adds a message call. `name` is "send", "recv", "isend" or "irecv"."""
        arguments = {"target" if "send" in name else "source": peer}
        if tag:
            arguments["tag"] = tag
        arguments["count"] = count
        if request:
            arguments["request"] = request
        self.call(location, name, **arguments)
