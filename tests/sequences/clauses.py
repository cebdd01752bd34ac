"""Generates the CLAUSES.md of all families. The page lists the sequences that show each clause, with their numbers of
packets. The module also generates the CLAUSES.md of protocol/memmodel, whose clauses are shown by scenarios and tests
(memory_clauses.py).

The contents are from SPEC.md and from the `# clause:` and `# by-hand:` lines of the sequences. A person derived these
lines, and the sequence tests compare the core with them. tests/pages compares and writes the pages.
"""

import pathlib
import re
from dataclasses import dataclass

import memory_clauses
import sequence_file

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLAUSE = re.compile(r"\b[A-Z][A-Z0-9]*-[A-Z]+-[0-9]+")

# The design's canonical programs, and the sequence that shows each.
CANONICAL = {
    "lock put unlock": "lock-put-unlock",
    "lock get unlock": "lock-get-unlock",
    "lock put put unlock": "lock-put-put-unlock",
    "lock put get unlock": "lock-put-get-unlock",
    "lock(NOCHECK) put unlock": "lock-nocheck-put-unlock",
    "lock unlock": "lock-unlock",
    "lock 100 puts unlock": "lock-100-puts-unlock",
    "lock 99 puts unlock": "lock-99-puts-unlock",
    "fence(NOPRECEDE) put right fence(NOSUCCEED), 4 ranks": "fence-put-right",
    "PSCW, 1 origin, 1 target, 1 put": "pscw-put",
    "PSCW, 1 origin, 1 target, 1 put, complete_rides on": "pscw-complete-rides",
    "PSCW, 1 origin, 3 targets, no operation": "pscw-no-operation",
    "lock_all, put to 1 of 7, unlock_all": "lock-all-put",
    "lock_all(NOCHECK), put to 1 of 7, unlock_all": "lock-all-nocheck-put",
    "lock_all, 7 targets, 1 put each, 2 target elements": "mpich-hang-lock-all-pool-2",
}
# The same programs under the old MPICH notes, and programs that only these notes have.
CANONICAL_OF_QUEUE = {
    "lock put unlock": "lock-put-unlock",
    "lock put unlock, single_op and piggyback off": "lock-put-unlock-plain",
    "lock get unlock": "lock-get-unlock",
    "lock put put unlock": "lock-put-put-unlock",
    "lock 9 puts unlock": "lock-9-puts-unlock",
    "lock put get unlock": "lock-put-get-unlock",
    "lock get put unlock": "lock-get-put-unlock",
    "lock, long put, unlock": "lock-long-put-unlock",
    "lock unlock": "lock-unlock-nothing",
    "lock put unlock, own window": "lock-own-window",
    "lock(NOCHECK) put unlock": "lock-nocheck-put-unlock",
    "5 origins, one target, 2 puts each": "hot-spot-5-origins-2-puts",
    "lock put put unlock, unordered": "unordered-lock-put-put-unlock",
    "fence(NOPRECEDE) put right fence(NOSUCCEED), 4 ranks": "fence-put-right-4",
    "fence(NOPRECEDE) put right fence(NOSUCCEED), 4 ranks, piggyback off":
        "fence-put-right-4-piggyback-off",
    "fence(NOPRECEDE) put right fence(NOSUCCEED), 4 ranks, fence by barrier": "fence-put-right-4-barrier",
    "halo, 4 neighbours, 16 ranks, 1 fence": "halo-16-ranks-1-fences",
    "halo, 4 neighbours, 16 ranks, 1 fence by barrier": "halo-16-ranks-1-fences-barrier",
    "PSCW, one put": "pscw-one-put",
    "PSCW, 5 puts": "pscw-5-puts",
    "PSCW, no operation": "pscw-0-puts",
    "PSCW halo, 16 ranks, 1 round": "pscw-halo-16-ranks-1-rounds",
    "Figure 6.8, short put": "figure-6-8-short",
    "Figure 6.8, long put": "figure-6-8-long",
}
# The cases of the traces of the real MPICH.
CANONICAL_OF_CH3 = {
    "lock put unlock, mode 1": "lock-put-unlock",
    "lock put unlock, mode 0, early grant": "lock-put-unlock-early",
    "lock put unlock, mode 0, late grant": "lock-put-unlock-late",
    "lock put put unlock, mode 1": "lock-put-put-unlock",
    "lock get unlock, mode 1": "lock-get-unlock",
    "lock get unlock, mode 0, early grant": "lock-get-unlock-early",
    "lock(NOCHECK) put unlock, mode 1": "lock-nocheck-put-unlock",
    "lock(NOCHECK) put unlock, mode 0": "lock-nocheck-put-unlock-mode-0",
    "lock put flush put unlock, mode 1": "lock-put-flush-put-unlock",
    "lock put flush put unlock, mode 0, late grant": "lock-put-flush-put-unlock-late",
    "lock unlock, mode 1": "lock-unlock-nothing",
    "lock unlock, mode 0": "lock-unlock-nothing-mode-0",
    "lock 100 puts unlock, mode 1": "lock-100-puts-unlock",
    "lock 100 puts unlock, mode 1, 2 operation elements": "lock-100-puts-op-pool-2",
    "lock, accumulate of 1 MiB, unlock, mode 1": "lock-acc-1-mib-unlock",
    "3 origins, lock put unlock, mode 0": "three-origins",
    "lock_all, one put, unlock_all, mode 1": "lock-all-put",
    "lock_all, one put, unlock_all, mode 0": "lock-all-put-mode-0",
    "lock_all, 7 targets, 1 put each, 2 target elements, mode 1: a hang": "lock-all-pool-2-hangs",
    "lock_all, 7 targets, 1 put each, 2 target elements, mode 1, fixed": "lock-all-pool-2-mended",
    "fence(NOPRECEDE) put right fence(NOSUCCEED), 4 ranks, mode 1": "fence-put-right",
    "fence(NOPRECEDE) put right fence(NOSUCCEED), 4 ranks, mode 0, early barrier": "fence-put-right-early",
    "fence(NOPRECEDE) put right fence(NOSUCCEED), 4 ranks, mode 1, scalable": "fence-put-right-scalable",
    "PSCW, one put, mode 1": "pscw-put",
    "PSCW, one put, mode 0": "pscw-put-mode-0",
    "PSCW, 1 origin, 3 targets, no operation": "pscw-no-operation",
}
# The table of counts of the notes on ch4, and its defects.
CANONICAL_OF_CH4 = {
    "lock put unlock": "lock-put-unlock",
    "lock put unlock, native": "native-lock-put",
    "lock put put unlock": "lock-put-put-unlock",
    "lock 100 puts unlock": "lock-100-puts-unlock",
    "lock 100 puts unlock, native": "native-lock-100-puts",
    "lock put flush put unlock": "lock-put-flush-put-unlock",
    "lock_all, one put, unlock_all, 4 ranks": "lock-all-put",
    "lock_all, unlock_all by 3 ranks": "lock-all-by-all",
    "PSCW, one put": "pscw-put",
    "PSCW, one put, native": "native-pscw",
    "compare_and_swap under a lock": "lock-cas-unlock",
    "accumulates by the network (OFI)": "atomics",
    "fence put right fence, 3 ranks": "fence-put-right",
    "put, get, accumulate, fetch_and_op on the caller's own window": "own-window",
    "START after two POSTs: a hang": "pscw-two-posts-hang",
    "LOCK after an epoch whose NOCHECK is kept: a hang": "nocheck-sticks-hangs",
    "two LOCK_ALLs and two writers: a hang": "lock-all-two-hang",
}
# The table of counts of family synccount.
CANONICAL_OF_COUNTERS = {
    "one put, one signal": "one-put",
    "one put, one signal, piggyback off": "one-put-piggyback-off",
    "one put, one signal, acknowledged": "one-put-ack",
    "5 puts, one signal": "five-puts",
    "one accumulate, one signal": "one-accumulate",
    "a request without a mode": "mode-0",
    "one get": "one-get",
    "one put and one get, both modes": "put-and-get",
    "one put and one get, acknowledged": "put-and-get-ack",
    "one put to the caller itself": "with-itself",
    "START, WAIT, no put": "vacuous",
    "3 origins, 1 put each": "three-origins",
    "two requests for one target": "two-requests",
    "producer and consumer, 2 rounds": "producer-consumer",
    "producer and consumer, 2 rounds, restart": "producer-consumer-restart",
    "3 puts, unordered": "unordered-three-puts",
    "CHANGE_COMM from 2 to 3 ranks": "change-comm-grows",
}
# Programs of the shared-memory notes. Those with private caches run on caches that are not coherent.
CANONICAL_OF_SHM = {
    "3 fences, coherent caches": "fence-coherent",
    "4 fences, private caches": "fence-private-caches",
    "4 fences, private caches, deferred flushes": "fence-nosucceed-deferred",
    "2 fences by counts, 3 ranks": "fence-counts",
    "one accumulate of 2 elements, each in two regions": "accumulate-spans-two",
    "accumulates of 4 and 2 blocks, each mutex once per request": "accumulate-vector",
    "accumulates of 4 and 2 blocks, each mutex once per block": "accumulate-vector-per-block",
    "2 WIN_CREATEs, 2 fences, WIN_FREE, 3 ranks": "win-create-free",
}
SETTINGS = {
    "all on": "",
    "single_op off": "single-op-off-",
    "piggyback off": "piggyback-off-",
    "lazy_free off": "lazy-free-off-",
    "all off": "plain-",
}


@dataclass
class Family:
    name: str
    mark: str  # of its clauses
    canonical: dict[str, str]
    nodes: str = "Each rank is on a node of its own"

    @property
    def spec(self) -> pathlib.Path:
        return ROOT / "protocol" / self.name / "SPEC.md"

    @property
    def page(self) -> pathlib.Path:
        return ROOT / "protocol" / self.name / "CLAUSES.md"


NEWRMA = Family("newrma", "NR", CANONICAL)
FAMILIES = (NEWRMA, Family("oldqueue", "OQ", CANONICAL_OF_QUEUE), Family("ch3", "CH3", CANONICAL_OF_CH3),
            Family("ch4", "CH4", CANONICAL_OF_CH4),
            Family("synccount", "SC", CANONICAL_OF_COUNTERS),
            Family("shm", "SHM", CANONICAL_OF_SHM, "All ranks are on one node"))


@dataclass
class Sequence:
    name: str
    file: str  # from the project's root
    clauses: list[str]
    by_hand: str

    @property
    def total(self) -> str:
        found = re.search(r"total (\d+)", self.by_hand)
        return found.group(1) if found else "-"

    @property
    def link(self) -> str:
        return f"[{self.name}](../../{self.file})"


def read_sequences(family: Family) -> dict[str, Sequence]:
    sequences = {}
    for name, found in sequence_file.family(family.name).items():
        clauses = [i for line in found.lines if line.startswith("# clause:") for i in CLAUSE.findall(line)]
        by_hand = " ".join(line.removeprefix("# by-hand:").strip() for line in found.lines
                           if line.startswith("# by-hand:"))
        sequences[name] = Sequence(name, str(found.path.relative_to(ROOT)), clauses, by_hand)
    return sequences


def packets(sequence: Sequence) -> str:
    return re.sub(r";?\s*total \d+.*", "", sequence.by_hand) or "none"


def canonical_table(family: Family, sequences: dict[str, Sequence]) -> list[str]:
    rows = ["| program | packets, derived by hand | total | sequence |", "|---|---|---|---|"]
    for program, name in family.canonical.items():
        sequence = sequences[name]
        rows.append(f"| {program} | {packets(sequence)} | {sequence.total} | {sequence.link} |")
    return rows


def switches(sequences: dict[str, Sequence]) -> list[str]:
    """Returns the section on New RMA's optimisations."""
    rows = ["| program | " + " | ".join(SETTINGS) + " |", "|---" * (len(SETTINGS) + 1) + "|"]
    for program, name in CANONICAL.items():
        variants = [sequences.get(prefix + name) for prefix in SETTINGS.values()]
        if variants.count(None) == len(SETTINGS) - 1:
            continue
        totals = [variant.total if variant else "" for variant in variants]
        rows.append(f"| {program} | " + " | ".join(totals) + " |")
    return ["## Savings of each optimisation", "",
            "The number of packets with all optimisations, without one of them, and without all of them.", "", *rows,
            ""]


def clauses_table(family: Family, sequences: dict[str, Sequence]) -> list[str]:
    rows = ["| clause | sequences, each with its number of packets |", "|---|---|"]
    for line in family.spec.read_text(encoding="utf-8").splitlines():
        if not line.startswith(f"- {family.mark}-"):
            continue
        clause = CLAUSE.findall(line)[0]
        shown = [f"{s.link} {s.total}" for s in sequences.values() if clause in s.clauses]
        reason = re.search(r"\(No sequence: (.*?)\.?\)$", line.rstrip())
        rows.append(f"| {clause} | {', '.join(shown) or (f'none: {reason.group(1)}' if reason else '**none**')} |")
    return rows


def page(family: Family) -> str:
    sequences = read_sequences(family)
    parts = [
        "# Clauses, sequences, counts",
        "",
        "Written by `tests/sequences/clauses.py` from [SPEC.md](SPEC.md) and the sequences' own headers; do not edit.",
        "The numbers of packets were derived by hand, and the sequence tests compare the core with them. Operations",
        f"have 8 bytes. {family.nodes}. Settings have their defaults unless the sequence changes them.",
        "",
        "## Canonical programs",
        "",
        *canonical_table(family, sequences),
        "",
        *(switches(sequences) if family is NEWRMA else ()),
        "## Clauses",
        "",
        *clauses_table(family, sequences),
    ]
    return "\n".join(parts) + "\n"


def pages() -> dict[pathlib.Path, str]:
    """The text of each page, by its path."""
    return {family.page: page(family) for family in FAMILIES} | {memory_clauses.PAGE: memory_clauses.page()}
