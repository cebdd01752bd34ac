"""The programs that the figures measure, and their runs."""

import json
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..program import simulate

CLUSTER = {"topology": "cluster", "network": {"model": "loggp", "latency_ns": 1000, "bandwidth_gbps": 100}}
WORD_BYTES = 8


def scenario(name, ranks, programs, **more):
    return {"name": name, "ranks": ranks, "data": False, "platform": CLUSTER, "windows": {"w": {"bytes": 4096}},
            "programs": [{"ranks": who, "calls": calls} for who, calls in programs], **more}


def put(target, disp=0, count=1):
    return {"put": {"target": target, "disp": disp, "datatype": "int64", "count": count}}


def locked(target, kind, *calls):
    return [{"lock": {"target": target, "type": kind}}, *calls, {"unlock": {"target": target}}]


def epochs_at_busy_targets(pairs, puts, target_ns):
    """The program of pairs. Each even rank locks the next rank, puts and unlocks. The next rank computes."""
    calls = locked("rank + 1", "exclusive", *(put("rank + 1", WORD_BYTES * i) for i in range(puts)))
    return scenario("busy-targets", 2 * pairs, [("rank % 2 == 0", calls),
                                                ("rank % 2 == 1", [{"compute": {"ns": target_ns}}])])


def hot_spot(origins, puts):
    """The program of a hot spot. All ranks lock rank 0, put and unlock, twenty times. Rank 0 computes all the time."""
    calls = locked(0, "exclusive", *(put(0, WORD_BYTES * i) for i in range(puts)))
    return scenario("hot-spot", origins + 1, [("rank > 0", [{"repeat": {"times": 20, "calls": calls}}]),
                                              ("0", [{"compute": {"ns": 10**9}}])])


def writer_among_readers(readers):
    """The program of one writer and many readers. Rank 1 writes to rank 0 while other ranks read there. Each rank holds
    the lock for 3 us, and then pauses for 2 us on average."""
    def loop(kind, rest_ns, operation):
        return [{"repeat": {"times": 40, "calls": [{"compute": {"ns": f"random({rest_ns})"}},
                                                   *locked(0, kind, operation, {"compute": {"ns": 3000}},
                                                           put(0, 2048) if kind == "exclusive" else operation)]}}]
    get = {"get": {"target": 0, "datatype": "int64"}}
    return scenario("writer-beside-readers", readers + 2, [("1", loop("exclusive", 4000, put(0))),
                                                           ("rank > 1", loop("shared", 4000, get))])


def writers(number):
    """The program of several writers. All ranks lock rank 0 exclusively for 3 us, repeatedly and without pauses. Rank 0
    computes all the time."""
    epoch = locked(0, "exclusive", put(0), {"compute": {"ns": 3000}}, put(0))
    return scenario("writers", number + 1, [
        ("rank > 0", [{"compute": {"ns": "random(4000)"}}, {"repeat": {"times": 40, "calls": epoch}}]),
        ("0", [{"compute": {"ns": 10**8}}])])


def fences(ranks, neighbours, epochs=10):
    """The program of fences. Each rank puts to its neighbours between fences."""
    puts = [put(f"(rank + {k}) % size", WORD_BYTES * k) for k in range(1, neighbours + 1)]
    return scenario("fences", ranks, [("all", [{"fence": {"assert": ["noprecede"]}},
                                               {"repeat": {"times": epochs, "calls": [*puts, {"fence": {}}]}}])])


class Runs:
    """Runs scenarios. Several of them run in parallel."""

    def __init__(self, rmasim, jobs=2):
        self.rmasim, self.jobs = rmasim, jobs

    def one(self, case):
        document, settings = case
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "scenario.json"
            path.write_text(json.dumps(document), encoding="utf-8")
            return simulate(self.rmasim, path, settings).result

    def all(self, cases):
        """The results for a list of (scenario, settings), in the same order."""
        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(self.one, cases))
