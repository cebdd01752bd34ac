"""Reads GOAL schedules, as LogGOPSim's txt2bin does. A schedule has the operations of each rank and their dependences.

    num_ranks 2
    rank 0 {
    l1: calc 1000
    l2: send 8b to 1 tag 4
    l2 requires l1
    }

`calc` is a computation in nanoseconds. `requires` states that an operation begins after another one has completed. A
send completes when its data is handed over. `irequires` states that an operation begins after another one has begun.
"""

import re
from dataclasses import dataclass, field

from ..errors import BadInput
from ..files import read_text
from .goal_order import program_of
from .program import MAX_INT, Program

NUM_RANKS = re.compile(r"num_ranks\s+(\d+)")
RANK = re.compile(r"rank\s+(\d+)\s*\{")
LABEL = r"([a-zA-Z]\w*)"
OPERATION = re.compile(rf"(?:{LABEL}\s*:\s*)?(calc|send|recv)\b\s*(.*)", re.ASCII)
CALC = re.compile(r"(\d+)(?:\s+cpu\s+(\d+))?")
MESSAGE = re.compile(r"(\d+)\s*b\s+(to|from)\s+(-?\d+)(?:\s+tag\s+(-?\d+))?(?:\s+cpu\s+(\d+))?(?:\s+nic\s+(\d+))?")
EDGE = re.compile(rf"{LABEL}\s+(i?requires)\s+{LABEL}", re.ASCII)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)

FORMS = {
    "calc": "calc NS [cpu N]",
    "send": "send BYTESb to RANK [tag N] [cpu N] [nic 0]",
    "recv": "recv BYTESb from RANK [tag N] [cpu N] [nic 0]",
}


@dataclass(eq=False)
class Operation:
    kind: str  # "calc", "send" or "recv"
    location: str
    name: str  # its name in errors: its label, or its line
    ns: int = 0
    bytes: int = 0
    peer: int = 0
    tag: int = 0
    cpu: int = 0
    requires: list = field(default_factory=list)   # operations that complete before this one begins
    irequires: list = field(default_factory=list)  # operations that begin before this one begins


def read_goal(path):
    """The programs in the file, by rank."""
    schedule = Schedule(path)
    for number, line in enumerate(without_comments(read_text(path)).split("\n"), start=1):
        schedule.take(line.strip(), f"{path}: line {number}")
    return schedule.programs()


def without_comments(text):
    """The lines of a text without their comments."""
    return COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)


class Schedule:
    def __init__(self, path):
        self.path = path
        self.ranks = None
        self.operations = {}  # by rank, in the order of the file
        self.rank = None      # the rank of the current block
        self.began = None
        self.labels = {}      # the labels of the current block
        # The dependences of the block: a label, irequires or requires, the other label, the location.
        self.edges = []

    def take(self, line, location):
        if not line:
            return
        if self.rank is not None:
            self.take_in_block(line, location)
        elif self.ranks is None:
            self.ranks = self.number_of_ranks(line, location)
        elif match := RANK.fullmatch(line):
            self.begin(self.rank_number(match[1], location), location)
        else:
            raise BadInput(location, quoted(line), "rank N {")

    def number_of_ranks(self, line, location):
        match = NUM_RANKS.fullmatch(line)
        if not match or not 1 <= int(match[1]) <= 2**27:
            raise BadInput(location, quoted(line), "num_ranks N first, N from 1 to 134,217,728")
        return int(match[1])

    def rank_number(self, text, location):
        if not 0 <= int(text) < self.ranks:
            raise BadInput(location, f"rank {text}", f"a rank of the schedule, 0 to {self.ranks - 1}; no wildcard")
        return int(text)

    def begin(self, rank, location):
        if rank in self.operations:
            raise BadInput(location, f"a second block of rank {rank}", "one block for each rank")
        self.operations[rank] = []
        self.rank, self.began, self.labels, self.edges = rank, location, {}, []

    def take_in_block(self, line, location):
        if line == "}":
            self.end()
        elif match := EDGE.fullmatch(line):
            self.edges.append((match[1], match[2], match[3], location))
        elif match := OPERATION.fullmatch(line):
            self.add(match[1], self.operation(match[2], match[3].strip(), location))
        else:
            raise BadInput(location, quoted(line), f"[LABEL:] {', '.join(FORMS.values())}, LABEL requires LABEL, "
                                                   "LABEL irequires LABEL, or }")

    def operation(self, kind, rest, location):
        match = (CALC if kind == "calc" else MESSAGE).fullmatch(rest)
        if not match or (kind != "calc" and match[2] != ("to" if kind == "send" else "from")):
            raise BadInput(location, quoted(f"{kind} {rest}"), FORMS[kind])
        if kind == "calc":
            return Operation(kind, location, "", ns=int(match[1]), cpu=int(match[2] or 0))
        size, tag = int(match[1]), int(match[4] or 0)
        if int(match[6] or 0):
            raise BadInput(location, f"nic {match[6]}", "nic 0, because a node has one network interface")
        if not 0 <= tag <= MAX_INT:
            raise BadInput(location, f"tag {tag}",
                           f"0 to {MAX_INT:,}; no wildcard, because a receive must name the tag of its message")
        if size > MAX_INT:
            raise BadInput(location, f"{size:,} bytes", f"at most {MAX_INT:,} bytes")
        return Operation(kind, location, "", bytes=size, peer=self.rank_number(match[3], location), tag=tag,
                         cpu=int(match[5] or 0))

    def add(self, label, operation):
        operation.name = label or f"the {operation.kind} of {operation.location.rpartition(': ')[2]}"
        if label in self.labels:
            raise BadInput(operation.location, f"a second label {label}", "labels that differ within a rank")
        if label:
            self.labels[label] = operation
        self.operations[self.rank].append(operation)

    def end(self):
        for label, how, other, location in self.edges:
            for name in (label, other):
                if name not in self.labels:
                    raise BadInput(location, name, f"a label of rank {self.rank}")
            getattr(self.labels[label], how).append(self.labels[other])
        self.rank = None

    def programs(self):
        if self.ranks is None:
            raise BadInput(self.path, "nothing", "a line num_ranks N, then a block for each rank")
        if self.rank is not None:
            raise BadInput(self.began, f"no end of the block of rank {self.rank}", "} on a line of its own")
        return [program_of(self.operations[rank], rank) if rank in self.operations else Program()
                for rank in range(self.ranks)]


def quoted(line):
    return json_like(line if len(line) <= 60 else line[:57] + "...")


def json_like(text):
    return f'"{text}"'
