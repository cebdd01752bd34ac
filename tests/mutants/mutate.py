"""Writes a copy of the protocol core that contains every mutant of mutants.json, each inactive until it is selected.

    mutate.py --list MUTANTS.json --root PROJECT --out FOLDER SOURCE...

The sources are paths from the project's root. The copies are written below FOLDER. Code that a mutant changes becomes

    (rmasim::mutants::active<3>() ? (mutated) : (original))              where the original is an expression
    { if (rmasim::mutants::active<3>()) { mutated } else { original } }  where it is a statement, or several
    original, and mutated in the next line                           where both are an #include

FOLDER/mutants.cpp lists the mutants for the tests. Blanks and line breaks in an original match any others, so that the
format of the core does not matter. The remaining text must occur exactly once.
"""

import argparse
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

SWITCH = '#include "tests/mutants/mutants.h"\n'
LIST = """#include "tests/mutants/mutants.h"

namespace rmasim::mutants {{

const std::vector<Mutant> all_mutants{{
{rows}}};
const std::vector<std::string> all_worlds{{{worlds}}};

}}  // namespace rmasim::mutants
"""


class BadMutant(Exception):
    """The error of an entry in mutants.json. It names the mutant."""


@dataclass(frozen=True)
class Change:
    """A mutant's difference at one location of a file."""

    mutant: str
    number: int
    begin: int
    end: int
    mutated: str


def find(name: str, source: str, original: str) -> tuple[int, int]:
    words = [re.escape(word) for word in original.split()]
    hits = list(re.finditer(r"\s+".join(words), source)) if words else []
    if len(hits) != 1:
        raise BadMutant(f"{name}: found {len(hits)} times instead of once: {original}")
    return hits[0].span()


def is_statement(text: str) -> bool:
    return text.rstrip().endswith((";", "}"))


def choice(original: str, changes: list[Change]) -> str:
    if original.startswith("#include"):
        return "\n".join([original, *(change.mutated for change in changes)])
    if is_statement(original):
        cases = "".join(f"if (rmasim::mutants::active<{change.number}>()) {{ {change.mutated} }} else "
                        for change in changes)
        return f"{{ {cases}{{ {original} }} }}"
    cases = "".join(f"rmasim::mutants::active<{change.number}>() ? ({change.mutated}) : " for change in changes)
    return f"({cases}({original}))"


def mutated_source(source: str, changes: list[Change]) -> str:
    """Returns the source with all mutants. Several mutants may change the same text, but not texts that overlap."""
    by_span: dict[tuple[int, int], list[Change]] = {}
    for change in changes:
        by_span.setdefault((change.begin, change.end), []).append(change)
    text, at = "", 0
    for (begin, end), here in sorted(by_span.items()):
        if begin < at:
            raise BadMutant(f"{here[0].mutant}: its place overlaps another mutant's: {source[begin:end]}")
        text += source[at:begin] + choice(source[begin:end], here)
        at = end
    return SWITCH + text + source[at:]


def changes_of(mutants: list[dict], path: str, source: str) -> list[Change]:
    found = []
    for number, mutant in enumerate(mutants, start=1):
        for location in mutant["places"]:
            if location["file"] == path:
                begin, end = find(mutant["name"], source, location["original"])
                found.append(Change(mutant["name"], number, begin, end, location["mutated"]))
    return found


def require_sound(mutants: list[dict], sources: list[str]) -> None:
    names = [mutant["name"] for mutant in mutants]
    for name in names:
        if names.count(name) > 1:
            raise BadMutant(f"{name}: there are two of that name")
    for mutant in mutants:
        if not mutant["places"]:
            raise BadMutant(f"{mutant['name']}: differs from the core nowhere")
        for location in mutant["places"]:
            if location["file"] not in sources:
                raise BadMutant(f"{mutant['name']}: {location['file']} is not among the sources")


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def listing(mutants: list[dict], worlds: list[str]) -> str:
    rows = "".join(f"    {{{quoted(mutant['name'])}, {quoted(mutant.get('clause', ''))}, {quoted(mutant['why'])},"
                   f" {'true' if mutant.get('seen', False) else 'false'}, {quoted(mutant.get('family', ''))}}},\n"
                   for mutant in mutants)
    return LIST.format(rows=rows, worlds=", ".join(quoted(world) for world in worlds))


def write(path: Path, text: str) -> None:
    """Writes the files. A file that is unchanged keeps its modification time, so that it is not compiled again."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Writes mutants into a copy of the protocol core.")
    parser.add_argument("--list", type=Path, required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("sources", nargs="+")
    options = parser.parse_args()
    listed = json.loads(options.list.read_text(encoding="utf-8"))
    mutants = listed["mutants"]
    try:
        require_sound(mutants, options.sources)
        for path in options.sources:
            source = (options.root / path).read_text(encoding="utf-8")
            write(options.out / path, mutated_source(source, changes_of(mutants, path, source)))
        write(options.out / "mutants.cpp", listing(mutants, listed["worlds"]))
    except BadMutant as bad:
        print(f"{options.list}: {bad}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
