"""The matrix of suites and mutants as data (matrix.json), and its evaluation (MATRIX.md). Nothing is run in this
module; matrix.py runs the suites.

For each mutant and suite, the data have the items that find the mutant, in the order in which they are tried. Default
tests come first. Within default tests and within the others, items that execute the code of few mutants come first.
`...` ends a list that may be incomplete, because the hunt ended before all items were tried. If an item makes several
runs, their number follows: "newrma 41".
"""

import fnmatch
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MORE = "..."
Finders = list[str]
Row = dict[str, Finders]  # by suite


@dataclass(frozen=True)
class Suite:
    """A suite of suites.json, which describes the members."""

    name: str
    of: str  # the list of mutants that it hunts
    default: tuple[str, ...] = ()
    not_default: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    in_parts: bool = False  # its items have what they are part of before their names
    most: dict[str, int] = field(default_factory=dict)
    program: str = ""  # one of the programs matrix_*, or the suite has
    page: str = ""     # a page that names the first finder, or
    hunter: str = ""   # a program that prints it

    def is_default_item(self, item: str) -> bool:
        return matches(item, self.default) and not matches(item, self.not_default)

    def item_of(self, finder: str) -> str:
        return finder.rsplit(" ", 1)[0] if self.most else finder

    def is_default(self, finder: str) -> bool:
        """Returns True for an item of the default tests whose runs are within the number of runs in these tests."""
        item = self.item_of(finder)
        counted = item != finder and item in self.most
        return self.is_default_item(item) and not (counted and int(finder.rsplit(" ", 1)[1]) > self.most[item])


def matches(item: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch.fnmatchcase(item, pattern) for pattern in patterns)


def read_suites(path: Path) -> tuple[list[Suite], dict[str, str]]:
    """Returns the suites, and the environment in which their programs run."""
    read = json.loads(path.read_text(encoding="utf-8"))
    suites = [Suite(**{key: tuple(value) if isinstance(value, list) else value for key, value in one.items()})
              for one in read["suites"]]
    return suites, read["environment"]


@dataclass(frozen=True)
class Reach:
    """The run of an item in the core without a mutant."""

    finds: bool  # something that is wrong, though no mutant is active; or its process ended
    times: int   # how often it reached a location with mutants
    ms: int      # processor time
    mutants: frozenset[int]  # whose locations it reached


def in_order(suite: Suite, reach: dict[str, Reach]) -> list[str]:
    """Returns the items in the order in which they are tried. Only the magnitude of `times` is used, so that a small
    change of the core changes the order little."""
    return sorted(reach, key=lambda item: (not suite.is_default_item(item), reach[item].times.bit_length(), item))


def candidates(suite: Suite, reach: dict[str, Reach], number: int) -> list[str]:
    """Returns the items that may detect a mutant: they execute one of its locations, and detect nothing without the
    mutant."""
    return [item for item in in_order(suite, reach) if number in reach[item].mutants and not reach[item].finds]


def known(finders: Finders) -> Finders:
    return [finder for finder in finders if finder != MORE]


def is_whole(finders: Finders) -> bool:
    return MORE not in finders


def is_settled(suite: Suite, finders: Finders, tried: list[str], wanted: int) -> bool:
    """True if another run would not add information, for example after the default tests were selected again."""
    if is_whole(finders):
        return True
    if len(known(finders)) < wanted:
        return False
    return any(map(suite.is_default, known(finders))) or not any(map(suite.is_default_item, tried))


# ---- The file

def text_of(counts: dict[str, int], rows: dict[str, Row]) -> str:
    """Returns the text of the data, with a line for each mutant, so that differences can be read. `counts` has the
    number of items of each suite."""
    lines = [f"  {json.dumps(name)}: {json.dumps(row, ensure_ascii=False, sort_keys=True)}"
             for name, row in sorted(rows.items())]
    return ('{\n"$comment": "Written by matrix.py; matrix_data.py says what it is.",\n'
            f'"items": {json.dumps(counts, sort_keys=True)},\n"mutants": {{\n' + ",\n".join(lines) + "\n}\n}\n")


def read_matrix(path: Path) -> tuple[dict[str, int], dict[str, Row]]:
    if not path.exists():
        return {}, {}
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read["items"], read["mutants"]


# ---- Evaluation

def found_by(suite: Suite, rows: dict[str, Row]) -> set[str]:
    return {name for name, row in rows.items() if known(row.get(suite.name, []))}


def found_by_default(suite: Suite, rows: dict[str, Row]) -> set[str]:
    return {name for name, row in rows.items() if any(map(suite.is_default, known(row.get(suite.name, []))))}


def only_finders(suite: Suite, rows: dict[str, Row]) -> dict[str, list[str]]:
    """Returns, for each item, the mutants that no other item of its suite finds."""
    found: dict[str, list[str]] = {}
    for name in sorted(rows):
        finders = rows[name].get(suite.name, [])
        if is_whole(finders) and len(finders) == 1:
            found.setdefault(suite.item_of(finders[0]), []).append(name)
    return found


def only_finders_of_all(suite: Suite, rows: dict[str, Row]) -> dict[str, list[str]]:
    """Returns, for each item, the mutants that no other item of any suite finds."""
    return {item: alone for item, names in only_finders(suite, rows).items()
            if (alone := [name for name in names if sum(map(len, rows[name].values())) == 1])}


def greedy(finders: dict[str, list[str]]) -> list[str]:
    """Returns few items that find all of these mutants, except mutants without finders. Each step chooses the item that
    finds most of the remaining mutants. If several items find equally many, it chooses the first of them in the
    alphabet."""
    left = {name for name, items in finders.items() if items}
    chosen = []
    while left:
        items = sorted({item for name in left for item in finders[name]})
        best = max(items, key=lambda item: sum(item in finders[name] for name in left))
        chosen.append(best)
        left = {name for name in left if best not in finders[name]}
    return chosen


def worlds_needed(suites: list[Suite], rows: dict[str, Row]) -> dict[str, list[str]]:
    """Returns worlds that are needed: together with the sequences and the random programs of the default tests, they
    find everything that all worlds find. Also returns the mutants that each world adds."""
    by_name = {suite.name: suite for suite in suites}
    others = [by_name["sequences"], by_name["fuzz"]]
    left = {name: known(row.get("worlds", [])) for name, row in rows.items()
            if not any(suite.is_default(finder) for suite in others for finder in known(row.get(suite.name, [])))}
    return {world: sorted(name for name, finders in left.items() if world in finders) for world in greedy(left)}
