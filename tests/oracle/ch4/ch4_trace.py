"""Runs cases with the installed MPICH under the tracer, and reads the packets that it sent.

A record describes a case with one of the calls that create windows:

    "sends":   by rank, the packets of its own calls, in order: "LOCK>1:32 2*PUT_REQ>1:96 flush>1 UNLOCK>1:32"
               (kind, target, bytes)
    "answers": by "rank>origin", the answers, in order: "LOCK_ACK:24 2*PUT_ACK:24 UNLOCK_ACK:24"
    "data":    by "rank>target", the data of large operations, which leave when the target has answered
    "saw", "errors", "stuck": by rank, as in the case

The packets of a rank's own calls are in the order of its program. Its answers to one rank are in the order of the
requests. The order of own packets and answers depends on a race, so a record has this order only if the case requests
it:

    "order":   by rank, all its active messages: "LOCK_ACK>0 LOCK_ACK>1 UNLOCK_ACK>0"
"""

import collections
import itertools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from ch4_cases import EVERYBODY, FLAVOURS, HERE

# The kinds of active messages, by number.
KINDS = dict(enumerate("""
    PUT_REQ PUT_ACK PUT_DT_REQ PUT_DAT_REQ PUT_DT_ACK GET_REQ GET_ACK
    ACC_REQ ACC_ACK ACC_DT_REQ ACC_DAT_REQ ACC_DT_ACK
    GET_ACC_REQ GET_ACC_ACK GET_ACC_DT_REQ GET_ACC_DAT_REQ GET_ACC_DT_ACK CSWAP_REQ CSWAP_ACK
    COMPLETE POST LOCK LOCK_ACK UNLOCK UNLOCK_ACK LOCKALL LOCKALL_ACK UNLOCKALL UNLOCKALL_ACK
""".split(), start=7))
BY_PAIR = {"answers": "_ACK", "data": "_DAT_REQ"}  # how kinds of each end
HANG_SECONDS = 2
MPICC, MPIEXEC = "mpicc.mpich", "mpiexec.mpich"


def is_installed():
    """Returns True if Debian's MPICH 4.0.2 with the device ch4:ucx is installed. The records have its packets."""
    if not all(map(shutil.which, (MPICC, MPIEXEC, "mpichversion"))):
        return False
    said = subprocess.run(["mpichversion"], capture_output=True, text=True).stdout
    return "4.0.2" in said and "ch4:ucx" in said


class Player:
    """The programs play and the tracer, built in a folder of their own."""

    def __init__(self, folder):
        self.folder = Path(folder)
        sources = [str(HERE / f"{name}.c") for name in ("play", "case", "windows", "operations")]
        self.build([MPICC, f"-I{HERE.parents[2]}", "-std=gnu11", *sources, "-o", str(self.folder / "play")])
        self.build(["gcc", "-std=gnu11", "-fPIC", "-shared", str(HERE / "tracer.c"), "-ldl",
                    "-o", str(self.folder / "tracer.so")])

    @staticmethod
    def build(command):
        subprocess.run([*command, "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-deprecated-declarations"], check=True)

    def play(self, cases, flavour):
        """Returns the records, by name, of cases with the same number of ranks. Some cases must run alone."""
        ranks = cases[0].ranks
        with tempfile.TemporaryDirectory(dir=self.folder) as traces:
            environment = os.environ | {"CH4_TRACE": f"{traces}/rank", "MPIR_CVAR_NOLOCAL": "1"} | cases[0].environment
            environment["LD_PRELOAD"] = str(self.folder / "tracer.so")
            if cases[0].hangs:
                environment["CH4_SECONDS"] = str(HANG_SECONDS)
            command = [MPIEXEC, "-n", str(ranks), str(self.folder / "play"), str(HERE / cases[0].file), flavour]
            done = subprocess.run([*command, *(case.name for case in cases)], env=environment, capture_output=True,
                                  text=True, timeout=60)
            if done.returncode != 0 and not cases[0].hangs:
                raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")
            return read_traces([Path(f"{traces}/rank.{rank}").read_text() for rank in range(ranks)])


def in_runs(words):
    """Returns the words with repetitions counted: "2*a b" for a a b."""
    runs = ((word, len(list(same))) for word, same in itertools.groupby(words))
    return " ".join(word if count == 1 else f"{count}*{word}" for word, count in runs)


class Rank:
    """The trace of a rank for its cases, line by line."""

    def __init__(self, endpoints):
        self.endpoints = endpoints
        self.cases = {}  # by name
        self.case = {"creates": 0, "frees": 0}
        self.at = ""  # the last mark of its position
        self.call = None

    def read(self, line):
        kind, _, rest = line.partition(" ")
        if kind == "mark":
            self.read_mark(*rest.partition(" ")[::2])
        elif self.at in ("creating", "freeing"):
            if kind == "tagged":
                self.case["creates" if self.at == "creating" else "frees"] += 1
        elif self.at == "play" or (self.at in ("case", "played") and kind == "am"):
            self.read_sent(kind, rest.split())

    def read_mark(self, what, rest):
        if what == "creating":
            self.case = {"creates": 0, "frees": 0}
        elif what == "case":
            self.cases[rest.split()[0]] = self.case
            self.case |= {"sends": [], "order": []}
            self.case |= {key: collections.defaultdict(list) for key in BY_PAIR}
            self.case |= {"saw": [], "errors": [], "stuck": ""}
        elif what == "call":
            self.call = rest.strip()
        elif what == "saw":
            self.case["saw"].append(rest)
        elif what == "error":
            call = self.call.split()[0]
            self.case["errors"].append(call if rest == "RMA_SYNC" else f"{call}: {rest}")
        if what in ("creating", "created", "freeing", "freed", "case", "play", "played", "end"):
            self.at = what
            self.call = None

    def read_sent(self, kind, words):
        if kind == "flush_all":
            self.case["sends"].append(f"flush_all>{EVERYBODY}")
            return
        target = self.endpoints[words[0]]
        if kind == "flush":
            self.case["sends"].append(f"flush>{target}")
            return
        if kind == "am":
            kind = KINDS[int(words[1])]
            self.case["order"].append(f"{kind}>{target}")
        elif kind == "tagged":
            kind = "message" if int(words[1]) > 0 else "message0"
        for key, ending in BY_PAIR.items():
            if kind.endswith(ending):
                self.case[key][target].append(f"{kind}:{words[-1]}")
                return
        self.case["sends"].append(f"{kind}>{target}:{words[-1]}")


def read_traces(texts):
    lines = [text.splitlines() for text in texts]
    own = {line.split()[1]: rank for rank, of_rank in enumerate(lines) for line in of_rank if line.startswith("self ")}
    if len(own) != len(texts):
        raise RuntimeError(f"{len(texts)} ranks have {len(own)} keys")
    ranks = []
    for of_rank in lines:
        endpoints = (line.split()[1:] for line in of_rank if line.startswith("ep "))
        rank = Rank({endpoint: own[key] for endpoint, key in endpoints})
        for line in of_rank:
            rank.read(line)
        if rank.at == "play":
            rank.case["stuck"] = rank.call
        ranks.append(rank)
    return {name: record_of([rank.cases[name] for rank in ranks]) for name in ranks[0].cases}


def record_of(of_ranks):
    record = {"creates": sum(one["creates"] for one in of_ranks), "frees": sum(one["frees"] for one in of_ranks)}
    record["sends"] = {str(rank): in_runs(one["sends"]) for rank, one in enumerate(of_ranks) if one["sends"]}
    for key in BY_PAIR:
        record[key] = {f"{rank}>{target}": in_runs(packets) for rank, one in enumerate(of_ranks)
                       for target, packets in sorted(one[key].items())}
    record["order"] = {str(rank): " ".join(one["order"]) for rank, one in enumerate(of_ranks)}
    for key in ("saw", "errors", "stuck"):
        record[key] = {str(rank): one[key] for rank, one in enumerate(of_ranks) if one[key]}
    return record


def play_all(cases, folder):
    """Returns the records by case and flavour."""
    player = Player(folder)
    jobs = collections.defaultdict(list)
    for case in cases:
        jobs[case.name if case.is_alone else (case.file, case.ranks)].append(case)
    records = {case.name: {} for case in cases}
    for flavour in FLAVOURS:
        for job in jobs.values():
            for name, record in player.play(job, flavour).items():
                records[name][flavour] = record
    return records
