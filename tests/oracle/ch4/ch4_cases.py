"""The cases of cases.txt and waits.txt: programs, and the packets that they must send, derived by hand (README.md)."""

import collections
import dataclasses
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
MODES = {"put_get": ("create", "allocate"), "none": ("dynamic", "shared")}
FLAVOURS = ("create", "allocate", "shared", "dynamic")
EVERYBODY = "*"  # the target of a flush of the worker


@dataclasses.dataclass
class Case:
    name: str
    file: str
    about: str = ""
    ranks: int = 0
    windows: list = dataclasses.field(default_factory=lambda: [("w", None)])  # names, and their communicators'
    info: str = ""  # of all windows; only MPICH gets it
    environment: dict = dataclasses.field(default_factory=dict)
    programs: list = dataclasses.field(default_factory=list)  # (list of ranks, list of calls), in order
    # By mode: packets by (origin, target, kind).
    by_hand: dict = dataclasses.field(default_factory=lambda: {mode: collections.Counter() for mode in MODES})
    order: dict = dataclasses.field(default_factory=dict)  # by rank: all its packets, "ACC_ACK>0", in order
    saw: dict = dataclasses.field(default_factory=lambda: {mode: {} for mode in MODES})
    mended: dict = dataclasses.field(default_factory=dict)  # what a rank would see without the defects, if not this
    errors: dict = dataclasses.field(default_factory=dict)  # by rank: the calls that return RMA_SYNC
    stuck: dict = dataclasses.field(default_factory=lambda: {mode: {} for mode in MODES})  # by rank: its last call
    creates: list | None = None  # tagged messages, in the order of FLAVOURS
    frees: int | None = None

    @property
    def is_alone(self):
        return bool(self.hangs or self.environment)

    @property
    def hangs(self):
        return any(self.stuck.values())


def ranks_of(text, size):
    """Returns the ranks of a text such as "0", "1-3,7" or "all"."""
    if text == "none":
        return []
    if text == "all":
        return list(range(size))
    found = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def dissemination(size):
    """Yields the messages of a barrier, as (source, target)."""
    distance = 1
    while distance < size:
        yield from ((rank, (rank + distance) % size) for rank in range(size))
        distance *= 2


def counted(word):
    """Returns (kind, count): ("PUT_REQ", 2) for "2*PUT_REQ"."""
    count, kind = re.fullmatch(r"(?:(\d+)\*)?(.*)", word).groups()
    return kind, int(count or 1)


def read_by_hand(case, modes, words):
    packets = collections.Counter()
    if words[0] == "barriers":
        for origin, target in dissemination(case.ranks):
            packets[origin, target, "message0"] += int(words[1])
    else:
        origins, targets = words[0].split(">")
        for origin in ranks_of(origins, case.ranks):
            for target in [EVERYBODY] if targets == EVERYBODY else ranks_of(targets, case.ranks):
                for kind, count in map(counted, words[1:]):
                    packets[origin, target, kind] += count
    for mode in modes:
        case.by_hand[mode] += packets


def read_line(case, line, modes):
    """Reads a line of a case. Returns the modes to which the indented lines after it belong."""
    key, *words = line.split()
    rest = " ".join(words)
    if line in ("both", *MODES):
        return list(MODES) if line == "both" else [line]
    is_of_mode = line.startswith("  ")
    if key in ("saw", "stuck"):
        for mode in modes if is_of_mode else MODES:
            getattr(case, key)[mode][int(words[0])] = words[1:] if key == "saw" else " ".join(words[1:])
    elif is_of_mode:
        read_by_hand(case, modes, [key, *words])
    elif key == "about":
        case.about = rest
    elif key == "info":
        case.info = rest
    elif key in ("ranks", "frees"):
        setattr(case, key, int(rest))
    elif key == "windows":
        case.windows = [(name, comm or None) for name, _, comm in (word.partition(":") for word in words)]
    elif key == "mended":
        case.mended[int(words[0])] = words[1:]
    elif key == "order":
        case.order[int(words[0])] = " ".join(words[1:])
    elif key == "environment":
        case.environment = dict(word.split("=") for word in words)
    elif key == "creates":
        case.creates = [int(word) for word in words]
    elif key == "errors":
        case.errors[int(words[0])] = words[1:]
    elif key.endswith(":"):
        case.programs.append((key[:-1], [call.split() for call in rest.split(";")]))
    else:
        raise ValueError(f"{case.file}: {case.name}: found {line!r}")
    return modes


def read_cases(*files):
    cases = {}
    for file in files or ("cases.txt", "waits.txt"):
        case, modes = None, list(MODES)
        for line in (HERE / file).read_text().splitlines():
            if line.startswith("case "):
                case, modes = Case(line[5:], file), list(MODES)
                if case.name in cases:
                    raise ValueError(f"{file}: {case.name} occurs twice")
                cases[case.name] = case
            elif line and not line.startswith("#"):
                modes = read_line(case, line, modes)
    return cases
