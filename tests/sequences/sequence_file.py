"""Reads .seq files, as tests/sequences/harness/sequence_file.h describes them."""

import pathlib
from dataclasses import dataclass

SEQUENCES = pathlib.Path(__file__).resolve().parent
HEAD = "=== "


@dataclass
class Sequence:
    path: pathlib.Path  # of its file
    name: str
    lines: list[str]  # without the head


def family(name: str) -> dict[str, Sequence]:
    """Returns the sequences of a family by name, in the order of their names: "lock-put" before "lock"."""
    found: dict[str, Sequence] = {}
    for path in sorted((SEQUENCES / name).glob("*.seq")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(HEAD):
                sequence = Sequence(path, line.removeprefix(HEAD), [])
                found[sequence.name] = sequence
            else:
                sequence.lines.append(line)
    return dict(sorted(found.items(), key=lambda item: item[0] + "."))
