"""A case as a scenario of rmasim, family ch4: the same program, generated from the same text.

Each rank gets a program of its own, with the displacements of play.c: the operations of rank r access the segment of
the target's window that belongs to r, one operation after another. Windows contain 0 at the beginning; the memory of a
result contains -1.
"""

from ch4_cases import ranks_of

ELEMENTS = 1 << 17  # of a window, and of a rank's results
BYTES = 8  # of an element
NOT_YET = -1
OPERATIONS = ("put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap",
              "rput", "rget", "raccumulate", "rget_accumulate")
FETCHING = ("get", "get_accumulate", "fetch_and_op", "compare_and_swap", "rget", "rget_accumulate")
ONE_ELEMENT = ("fetch_and_op", "compare_and_swap")
ON_WINDOWS = ("fence", "lock_all", "unlock_all", "flush_all", "flush_local_all", "sync", "complete", "wait")
ASSERTS = ("nocheck", "nostore", "noput", "noprecede", "nosucceed")


class Program:
    """The program of one rank."""

    def __init__(self, case, rank, mode, mended=False):
        self.case = case
        self.rank = rank
        saw = case.saw[mode].get(rank, [])
        self.saw = list(case.mended.get(rank, saw) if mended else saw)
        self.used = {name: 0 for name, _ in case.windows}
        self.requests = []
        self.result = None  # where the last fetching operation puts its first element
        self.calls = []

    def members(self, window):
        """Returns the ranks of a window's communicator. For "parity", these are the ranks that are even or odd like
        this rank."""
        comm = dict(self.case.windows)[window]
        step = 1 if comm is None else 2
        return list(range(self.rank % step, self.case.ranks, step))

    def target(self, window, word):
        members = self.members(window)
        own = members.index(self.rank)
        if word == "nobody":
            return -1
        if word == "me":
            return own
        return (own + int(word)) % len(members) if word[0] in "+-" else int(word)

    def group(self, window, word):
        if word[0] in "+-":
            return [self.target(window, word)]
        return ranks_of(word, len(self.members(window)))

    def add(self, name, **arguments):
        self.calls.append({name: arguments})

    def take(self, call):
        """Adds a call of the case. The words of the call may follow a number of repetitions."""
        times = int(call[0][:-1]) if call[0].endswith("*") else 1
        words = call[1:] if call[0].endswith("*") else call
        options = dict(word.split("=") for word in words[1:] if "=" in word)
        plain = [word for word in words[1:] if "=" not in word]
        window = options.pop("win", self.case.windows[0][0])
        for _ in range(times):
            if words[0] in OPERATIONS:
                self.operation(words[0], window, plain, options)
            else:
                self.other(words[0], window, plain, options)

    def take_all(self):
        for ranks, calls in self.case.programs:
            if self.rank in ranks_of(ranks, self.case.ranks):
                for call in calls:
                    self.take(call)

    def operation(self, name, window, plain, options):
        members = self.members(window)
        share = ELEMENTS // len(members)
        count = int(options.get("count", 1))
        stride, length = int(options.get("stride", 0)), int(options.get("block_length", 1))
        span = count // length * stride if stride else count
        index = int(options.get("at", members.index(self.rank) * share + self.used[window]))
        if "at" not in options:
            self.used[window] += max(span, 2 * count if "origin_derived" in plain else 0)
        call = {"win": window, "target": self.target(window, plain[0]), "disp": BYTES * index, "datatype": "int64"}
        if name not in ONE_ELEMENT:
            call["count"] = count
        if stride:
            call |= {"block_length": length, "stride": stride}
        if "origin_derived" in plain:
            call["origin_derived"] = True
        if name not in ("get", "rget"):
            call["value"] = members.index(self.rank) + 1
        if "accumulate" in name or name == "fetch_and_op":
            call["op"] = options.get("op", "sum")
        if name == "compare_and_swap":
            call["compare"] = members.index(self.rank) + 1
        if name in FETCHING:
            self.add("store", buffer="results", disp=BYTES * index, datatype="int64", value=NOT_YET)
            call["into"] = {"buffer": "results", "disp": BYTES * index}
            self.result = index
        if name[0] == "r":
            call["request"] = f"request{len(self.requests)}"
            self.requests.append(call["request"])
        self.calls.append({name: call})

    def other(self, name, window, plain, options):
        asserts = {"assert": [word for word in plain if word in ASSERTS]} if set(plain) & set(ASSERTS) else {}
        if name == "lock":
            kind = "exclusive" if "x" in plain else "shared"
            self.add(name, win=window, target=self.target(window, plain[0]), type=kind, **asserts)
        elif name in ("unlock", "flush", "flush_local"):
            self.add(name, win=window, target=self.target(window, plain[0]))
        elif name in ("post", "start"):
            self.add(name, win=window, group=self.group(window, plain[0]), **asserts)
        elif name == "test":
            self.calls += [{"let": {"over": 0}},
                           {"while": {"when": "over == 0", "calls": [{"test": {"win": window, "as": "over"}}]}}]
        elif name == "test_once":
            self.add("test", win=window, **{"as": "over"})
            self.add("store", buffer="results", datatype="int64", value="over")
            self.expect(0 if self.saw.pop(0) == "false" else 1, buffer="results", disp=0)
        elif name in ON_WINDOWS:
            self.add(name, win=window, **asserts)
        elif name == "wait_requests":
            if self.requests:
                self.add("waitall", requests=self.requests)
            self.requests = []
        elif name == "sleep":
            self.add("compute", ns=1_000_000 * int(plain[0]))
        elif name == "barrier":
            self.add(name)
        elif name in ("send", "recv"):
            self.add(name, **{"target" if name == "send" else "source": int(plain[0])}, datatype="int64")
        elif name in ("see", "load", "waited"):
            self.look(name, window, options, self.saw.pop(0))
        else:
            raise ValueError(f"{self.case.name}: no call {name}")

    def look(self, name, window, options, saw):
        """Adds a value that the case must observe. The duration of a call is not compared."""
        if name == "see":
            self.expect(NOT_YET if saw == "nothing" else 0, buffer="results", disp=BYTES * self.result)
        elif name == "load":
            origin = int(options["of"])
            disp = BYTES * origin * (ELEMENTS // len(self.members(window)))
            self.expect(0 if saw == "unchanged" else origin + 1, win=window, disp=disp)

    def expect(self, value, **operand):
        self.add("load", **operand, datatype="int64", expect=value, **{"as": "seen"})


def is_expressible(case):
    """Returns True if rmasim can express the case. It cannot express irregular datatypes, barriers by node, and some
    ways of creating windows."""
    has_irregular = any(word.startswith("blocks=") for _, calls in case.programs for call in calls for word in call)
    return not has_irregular and not case.creates and "MPIR_CVAR_NOLOCAL" not in case.environment


def program_of(case, rank, mode, mended):
    program = Program(case, rank, mode, mended)
    program.take_all()
    return {"ranks": str(rank), "calls": program.calls}


def scenario_of(case, mode, mended=False):
    memory = {"bytes": BYTES * ELEMENTS}
    windows = {name: memory | ({"comm": comm} if comm else {}) for name, comm in case.windows}
    scenario = {
        "name": case.name,
        "about": case.about,
        "ranks": case.ranks,
        "progress": "calls",
        "protocol": {"family": "ch4", "native": mode, "mended": mended},
        "windows": windows,
        "buffers": {"results": memory},
        "programs": [program_of(case, rank, mode, mended) for rank in range(case.ranks)],
    }
    if any(comm for _, comm in case.windows):
        scenario["communicators"] = {"parity": {"colour": "rank % 2"}}
    if "MPIR_CVAR_CH4_RMA_MEM_EFFICIENT" in case.environment:
        scenario["protocol"]["mem_efficient"] = True
    return scenario
