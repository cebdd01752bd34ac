"""Writes protocol/newrma/CLAUSES.md: which sequence shows which clause, and how many packets that takes.

Everything in it comes from SPEC.md and from the `# clause:` and `# by-hand:` lines of the sequences, which a person
derived and the sequence tests hold the core to. `clauses.py` prints the page; `clauses.py --write` writes it; a test in
tests/tidy says when it is out of date.
"""

import argparse
import pathlib
import re
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEQUENCES = ROOT / "tests" / "sequences" / "newrma"
SPEC = ROOT / "protocol" / "newrma" / "SPEC.md"
PAGE = ROOT / "protocol" / "newrma" / "CLAUSES.md"
CLAUSE = re.compile(r"NR-[A-Z]+-[0-9]+")

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
    "the same, COMPLETE riding RMA_DONE": "pscw-complete-rides",
    "PSCW, 1 origin, 3 targets, no operation": "pscw-no-operation",
    "lock_all, put to 1 of 7, unlock_all": "lock-all-put",
    "lock_all(NOCHECK), put to 1 of 7, unlock_all": "lock-all-nocheck-put",
    "lock_all, 7 targets one put each, 2 target elements": "mpich-hang-lock-all-pool-2",
}
SETTINGS = {
    "all on": "",
    "single_op off": "single-op-off-",
    "piggyback off": "piggyback-off-",
    "lazy_free off": "lazy-free-off-",
    "all off": "plain-",
}


@dataclass
class Sequence:
    name: str
    clauses: list[str]
    by_hand: str

    @property
    def total(self) -> str:
        found = re.search(r"total (\d+)", self.by_hand)
        return found.group(1) if found else "-"

    @property
    def link(self) -> str:
        return f"[{self.name}](../../tests/sequences/newrma/{self.name}.seq)"


def read_sequences() -> dict[str, Sequence]:
    sequences = {}
    for path in sorted(SEQUENCES.glob("*.seq")):
        lines = path.read_text(encoding="utf-8").splitlines()
        clauses = [i for line in lines if line.startswith("# clause:") for i in CLAUSE.findall(line)]
        by_hand = " ".join(line.removeprefix("# by-hand:").strip() for line in lines if line.startswith("# by-hand:"))
        sequences[path.stem] = Sequence(path.stem, clauses, by_hand)
    return sequences


def packets(sequence: Sequence) -> str:
    return re.sub(r";?\s*total \d+.*", "", sequence.by_hand) or "none"


def canonical_table(sequences: dict[str, Sequence]) -> list[str]:
    rows = ["| program | packets, derived by hand | total | sequence |", "|---|---|---|---|"]
    for program, name in CANONICAL.items():
        sequence = sequences[name]
        rows.append(f"| {program} | {packets(sequence)} | {sequence.total} | {sequence.link} |")
    return rows


def switches_table(sequences: dict[str, Sequence]) -> list[str]:
    rows = ["| program | " + " | ".join(SETTINGS) + " |", "|---" * (len(SETTINGS) + 1) + "|"]
    for program, name in CANONICAL.items():
        variants = [sequences.get(prefix + name) for prefix in SETTINGS.values()]
        if variants.count(None) == len(SETTINGS) - 1:
            continue
        totals = [variant.total if variant else "" for variant in variants]
        rows.append(f"| {program} | " + " | ".join(totals) + " |")
    return rows


def clauses_table(sequences: dict[str, Sequence]) -> list[str]:
    rows = ["| clause | sequences, with the packets of each |", "|---|---|"]
    for line in SPEC.read_text(encoding="utf-8").splitlines():
        if not line.startswith("- NR-"):
            continue
        clause = CLAUSE.findall(line)[0]
        shown = [f"{s.link} {s.total}" for s in sequences.values() if clause in s.clauses]
        rows.append(f"| {clause} | {', '.join(shown) or '**none**'} |")
    return rows


def page() -> str:
    sequences = read_sequences()
    parts = [
        "# Clauses, sequences, counts",
        "",
        "Written by `tests/sequences/clauses.py` from [SPEC.md](SPEC.md) and the sequences' own headers; do not edit.",
        "Counts were derived by hand, and the sequence tests hold the core to them. Operations are of 8 bytes, every",
        "rank on a node of its own, settings the defaults unless the sequence says otherwise.",
        "",
        "## Canonical programs",
        "",
        *canonical_table(sequences),
        "",
        "## What each optimisation saves",
        "",
        "Packets in all, with every optimisation, without one of them, without any.",
        "",
        *switches_table(sequences),
        "",
        "## Clauses",
        "",
        *clauses_table(sequences),
    ]
    return "\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the page instead of printing it")
    if parser.parse_args().write:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page(), end="")


if __name__ == "__main__":
    main()
