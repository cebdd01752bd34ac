"""Reads time-independent traces of SMPI, as SimGrid 3.32 writes and replays them. A trace has the actions of each
process in order. The actions have amounts instead of times.

    0 init
    0 compute 1e6
    0 isend 1 5 100 6
    0 wait 0 1 5
    0 finalize

Either one file has all processes, or a file lists the files of the processes.
"""

import math
import re
from pathlib import Path

from ..errors import BadInput
from ..files import read_text
from . import collectives
from .program import MAX_INT, Program, Thread

PROCESS = re.compile(r"(?:p|rank-)?(\d+)", re.ASCII)
# The bytes of the datatypes that have a number in traces of SMPI: double, int, char, short, long, float, byte. Other
# datatypes are traced in bytes.
DATATYPE_BYTES = (8, 4, 1, 2, 8, 4, 1)
DOUBLE, BYTE = 0, 6

# The arguments of each action. Arguments in brackets are optional.
ACTIONS = {
    "init": "[default]", "finalize": "", "comm_size": "*", "comm_split": "*", "comm_dup": "*", "location": "*",
    # A test sends nothing. Its request stays pending until a wait for it, or until the end.
    "testall": "*", "testany": "*", "testsome": "*", "iprobe": "*",
    "compute": "flops", "sleep": "seconds",
    "send": "partner tag count [datatype]", "isend": "partner tag count [datatype]",
    "recv": "partner tag count [datatype]", "irecv": "partner tag count [datatype]",
    "sendrecv": "count target received source [datatype] [datatype2]",
    "wait": "source target tag", "test": "source target tag", "waitall": "[requests]", "barrier": "",
    "bcast": "count [root] [datatype]", "reduce": "count flops [root] [datatype]",
    "allreduce": "count flops [datatype]", "alltoall": "count received [datatype] [datatype2]",
    "gather": "count received [root] [datatype] [datatype2]", "scatter": "count received [root] [datatype] [datatype2]",
    "allgather": "count received [datatype] [datatype2]",
}
ALGORITHMS = {"bcast": collectives.broadcast, "reduce": collectives.reduce, "allreduce": collectives.allreduce,
              "alltoall": collectives.alltoall, "gather": collectives.gather, "scatter": collectives.scatter,
              "allgather": collectives.allgather}
# The replay of SMPI ignores these actions, too.
IGNORED = {name for name, arguments in ACTIONS.items() if arguments == "*"}
NO_COUNTERPART = ("gatherv", "scatterv", "allgatherv", "alltoallv", "reducescatter", "scan", "exscan", "waitany",
                  "waitsome")
WILDCARDS = {"-333": "MPI_ANY_SOURCE", "-444": "MPI_ANY_TAG"}  # in the notation of SimGrid


def files_of_trace(path):
    """The files of a trace: the file itself, or the files that it lists. Listed files are in its folder or below it."""
    lines = [line.strip() for line in read_text(path).split("\n")]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines or len(lines[0].split()) > 1:
        return [path]
    return [str(Path(path).parent / line) for line in lines]


def read_ti(paths, flops_per_s):
    """Returns the programs by rank, and remarks for the user."""
    actions = {}  # by process
    for path in paths:
        for number, line in enumerate(read_text(path).split("\n"), start=1):
            if (words := line.split()) and not line.lstrip().startswith("#"):
                add_action(actions, words, f"{path}: line {number}")
    if not actions:
        raise BadInput(paths[0], "no action", "a trace, such as \"0 init\"")
    ranks = max(actions) + 1
    if missing := [rank for rank in range(ranks) if rank not in actions]:
        raise BadInput(paths[0], f"no action of process {missing[0]}", f"actions of each process, 0 to {max(actions)}")
    trace = Trace(ranks, flops_per_s, 1 + highest_tag(actions))
    programs = [Replay(trace, rank, actions[rank]).program() for rank in range(ranks)]
    trace.fill_unknown_counts()
    return programs, trace.notes()


def add_action(actions, words, location):
    process = PROCESS.fullmatch(words[0])
    if not process or len(words) < 2:
        raise BadInput(location, f'"{" ".join(words)[:60]}"', "PROCESS ACTION [ARGUMENT]...")
    actions.setdefault(int(process[1]), []).append((words[1].lower(), words[2:], location))


def highest_tag(actions):
    """The largest tag of the program's messages. Collective calls use the tag after it."""
    tags = [words[1] for list_of in actions.values() for name, words, _ in list_of
            if name in ("send", "isend", "recv", "irecv") and len(words) > 1]
    return max((int(tag) for tag in tags if tag.isdecimal()), default=0)


class Trace:
    """The state that all processes share."""

    def __init__(self, ranks, flops_per_s, collective_tag):
        self.ranks, self.flops_per_s, self.collective_tag = ranks, flops_per_s, collective_tag
        self.collective = set()  # the names of the collective calls that occur
        self.largest = {}        # by source, target and tag: the bytes of the largest message
        self.unknown = []        # for each receive without a size: the arguments of its call, and the message

    def notes(self):
        if not self.collective:
            return []
        return [f"{', '.join(sorted(self.collective))}: written as messages with tag {self.collective_tag:,} "
                "(analysis/README.md has the algorithms)"]

    def fill_unknown_counts(self):
        for arguments, message in self.unknown:
            arguments["count"] = self.largest.get(message, 0)


class Replay:
    """The conversion of the actions of one process."""

    def __init__(self, trace, rank, actions):
        self.trace, self.rank, self.actions = trace, rank, actions
        self.thread = Thread()
        self.default = None  # the number of a datatype
        self.pending = []    # the pending requests: the name of the call, and the message as (source, target, tag)
        self.location = ""

    def program(self):
        for name, words, self.location in self.actions:
            arguments = self.arguments_of(name, words)
            if name in IGNORED:
                continue
            if self.default is None and name != "init":
                raise self.bad(name, "init as the first action, because it gives the unit of amounts")
            getattr(self, f"do_{name}", self.do_collective)(name, **arguments)
        self.do_waitall("finalize")
        return Program([self.thread])

    def bad(self, found, allowed):
        return BadInput(self.location, found, allowed)

    def arguments_of(self, name, words):
        if name in NO_COUNTERPART:
            raise self.bad(name, f"an action that has a counterpart in scenarios: {', '.join(ACTIONS)}")
        if name not in ACTIONS:
            raise self.bad(f'"{name}"', ", ".join(ACTIONS))
        if name in IGNORED:
            return {}
        names = ACTIONS[name].split()
        needed = sum(not one.startswith("[") for one in names)
        if not needed <= len(words) <= len(names):
            raise self.bad(f"{len(words)} arguments of {name}", f"{name} {ACTIONS[name]}".strip())
        # Only the size of a receive may be unknown.
        minimum = -1 if name in ("recv", "irecv") else 0
        return {one.strip("[]"): self.value(one.strip("[]"), word, minimum) for one, word in zip(names, words)}

    def value(self, name, word, min_count):
        """The value of an amount. It may be written as a floating-point number: 1e6."""
        if word in WILDCARDS:
            raise self.bad(f"{name} {word}, {WILDCARDS[word]}", "a receive that names its source and its tag")
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        if name in ("flops", "seconds"):
            if not 0 <= value < math.inf:
                raise self.bad(f"{name} {word}", "a number of at least 0")
            return value
        minimum, maximum = 0, MAX_INT
        if name == "count":
            minimum = min_count
        elif name in ("partner", "source", "target", "root"):
            maximum = self.trace.ranks - 1
        elif name.startswith("datatype"):
            maximum = len(DATATYPE_BYTES) - 1
        if not (minimum <= value <= maximum and value == int(value)):
            raise self.bad(f"{name} {word}", f"a whole number from {minimum} to {maximum:,}")
        return int(value)

    def bytes_of(self, count, datatype):
        found = count * DATATYPE_BYTES[self.default if datatype is None else datatype]
        if found > MAX_INT:
            raise self.bad(f"{found:,} bytes", f"at most {MAX_INT:,} bytes")
        return found

    # ---- The actions. Each method has the name of its action.

    def do_init(self, _, default=None):
        self.default = BYTE if default is None else DOUBLE

    def do_finalize(self, _):
        """Waits for all pending requests. The replay of SMPI does the same at the end."""

    def do_compute(self, _, flops):
        self.thread.compute(self.location, round(flops / self.trace.flops_per_s * 1e9))

    def do_sleep(self, _, seconds):
        self.thread.compute(self.location, round(seconds * 1e9))

    def do_barrier(self, name):
        self.thread.call(self.location, name)

    def do_send(self, name, partner, tag, count, datatype=None):
        message = (self.rank, partner, tag)
        size = self.bytes_of(count, datatype)
        self.trace.largest[message] = max(size, self.trace.largest.get(message, 0))
        self.add(name, partner, message, size)

    def do_recv(self, name, partner, tag, count, datatype=None):
        message = (partner, self.rank, tag)
        self.add(name, partner, message, self.bytes_of(count, datatype))
        if count <= 0:
            [arguments] = self.thread[-1][0].values()
            self.trace.unknown.append((arguments, message))

    do_isend, do_irecv = do_send, do_recv

    def add(self, name, partner, message, size):
        request = None
        if name in ("isend", "irecv"):
            taken = {one for one, _ in self.pending}
            request = next(one for number in range(len(taken) + 1) if (one := f"r{number}") not in taken)
            self.pending.append((request, message))
        self.thread.message(self.location, name, partner, message[2], size, request)

    def request_of(self, name, source, target, tag):
        """The oldest pending request for this message."""
        message = (source, target, tag)
        for one, other in self.pending:
            if other == message:
                return one
        raise self.bad(f"{name} {source} {target} {tag}",
                       "the source, target and tag of an isend or irecv that was not waited for yet")

    def do_wait(self, name, source, target, tag):
        request = self.request_of(name, source, target, tag)
        self.pending = [(one, message) for one, message in self.pending if one != request]
        self.thread.call(self.location, "wait", request=request)

    def do_test(self, name, source, target, tag):
        """Does nothing: a test leaves the request pending. A later action of the trace, or the end, waits for the
        request."""
        self.thread.call(self.location, "test", request=self.request_of(name, source, target, tag), **{"as": "done"})

    def do_sendrecv(self, name, count, target, received, source, datatype=None, datatype2=None):
        """Converts sendrecv. Traces do not have its tag, so it gets a unique tag."""
        tag = self.trace.collective_tag + 1
        self.do_irecv("irecv", source, tag, received, datatype2)
        self.do_send("send", target, tag, count, datatype)
        self.do_wait(name, source, self.rank, tag)

    def do_waitall(self, _, **__):
        if self.pending:
            self.thread.call(self.location, "waitall", requests=[request for request, _ in self.pending])
            self.pending = []

    def do_collective(self, name, count, datatype=None, root=0, flops=0, **_):
        """Converts a collective call to messages. A receive has the size of a send: the data of one rank."""
        self.trace.collective.add(name)
        rooted = (root,) if "root" in ACTIONS[name] else ()
        for what, other in ALGORITHMS[name](self.rank, self.trace.ranks, *rooted):
            self.thread.message(self.location, what, other, self.trace.collective_tag, self.bytes_of(count, datatype))
        self.do_compute(name, flops)
