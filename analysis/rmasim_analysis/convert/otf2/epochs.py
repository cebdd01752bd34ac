"""Finds the operations of a rank that are complete when a call returns. The rank's calls are sufficient to find them.

OTF2 distinguishes completion at the origin, after which the buffers may be used again, from completion at the target.
An operation is complete here if MPI guarantees it for a call, even if the protocol has completed more operations. These
calls guarantee completion at the origin: FLUSH_LOCAL, WAIT for the request of an r-form (RPUT and similar), and WAIT
for a request of synchronisation counters. The other calls that end or flush an epoch guarantee both completions.
"""

from dataclasses import dataclass

MODES = {"put": "put", "rput": "put", "get": "get", "rget": "get"}  # all other operations are accumulates
LOCAL = ("flush_local", "flush_local_all")
OF_ONE_TARGET = ("unlock", "flush", "flush_local")
OF_ALL_TARGETS = ("unlock_all", "flush_all", "flush_local_all", "fence", "complete", "win_free")
ENDS = {*OF_ONE_TARGET, *OF_ALL_TARGETS}


@dataclass
class Operation:
    number: int  # the number of the operation among the rank's operations, from 0
    win: str
    mode: str
    by_request: bool
    complete: bool = False  # True if the operation is complete at the origin


class Epochs:
    """The operations of one rank. The rank's calls must be added in the order in which they begin."""

    def __init__(self):
        self.posted = 0
        self.local = {}  # window -> target -> operations that may be incomplete at the origin
        self.remote = {}  # window -> target -> operations that may be incomplete at the target
        self.of_request = {}  # request -> the Operation of an r-form (RPUT and similar)
        self.covers = {}  # request of synchronisation counters -> (window, target, modes)

    def post(self, call):
        """The Operation of a call that posts an operation."""
        win, target = call.arguments["win"], call.arguments["target"]
        operation = Operation(self.posted, win, MODES.get(call.name, "accumulate"), "request" in call.arguments)
        self.posted += 1
        for pending in (self.local, self.remote):
            pending.setdefault(win, {}).setdefault(target, []).append(operation)
        if operation.by_request:
            self.of_request[call.arguments["request"]] = operation
        return operation

    def end(self, call):
        """Returns (operations complete at the origin, operations complete at the target) when a call in ENDS returns.
        """
        win = call.arguments["win"]
        target = call.arguments["target"] if call.name in OF_ONE_TARGET else None
        complete = [operation for operation in taken(self.local, win, target) if not operation.complete]
        for operation in complete:
            operation.complete = True
        return complete, [] if call.name in LOCAL else taken(self.remote, win, target)

    def complete_request(self, request):
        """The operations that are complete at the origin when a request is complete."""
        if request in self.covers:
            return self.complete_modes(*self.covers[request])
        operation = self.of_request.pop(request, None)
        if operation is None or operation.complete:
            return []
        operation.complete = True
        return [operation]

    def complete_modes(self, win, target, modes):
        pending = self.local.get(win, {}).get(target, [])
        complete = [operation for operation in pending if operation.mode in modes and not operation.complete]
        pending[:] = [operation for operation in pending if operation.mode not in modes]
        for operation in complete:
            operation.complete = True
        return complete


def taken(pending, win, target):
    """Removes the pending operations for a target, and returns them in the order of their calls. `target` is None for
    all targets."""
    of_window = pending.get(win, {})
    if target is not None:
        return of_window.pop(target, [])
    operations = [operation for of_target in of_window.values() for operation in of_target]
    of_window.clear()
    return sorted(operations, key=lambda operation: operation.number)
