"""Generates MATRIX.md, the evaluation of the matrix of suites and mutants."""

from matrix_data import (
    Row,
    Suite,
    found_by,
    found_by_default,
    is_whole,
    known,
    only_finders,
    only_finders_of_all,
    worlds_needed,
)

HEAD = """# Which suite finds which mutant

For each deliberate bug (of [the core](mutants.json), of [the checker of the memory model](../memmodel/mutants.json), of
[windows](../windows/mutants.json), of [how loads and stores of programs are seen](../mpi/races/mutants.json)) and each
suite: the items that find it. [matrix.json](matrix.json) has them, up to two of each suite, and all worlds where
neither sequences nor random programs find it. [suites.json](suites.json) says which items are default tests.
`tests/mutants/matrix.py --write` hunts and writes both files; a test compares this page with the data.

"""
COLUMNS = ("suite", "items", "default", "mutants of", "found", "by the default", "by no other suite", "items needed",
           "never the only ones", "alone of all")
TABLE = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|\n"
LEGEND = """
- **default**: whether all, some or none of its items are default tests.
- **by no other suite**: mutants that only this suite finds.
- **items needed**: those that are the only one of their suite to find some mutant; **never the only ones** are the
  others. **alone of all**: those that are the only ones of all suites.
- "first" in place of a number: the suite's own hunt names only the first that finds a mutant.
"""


def listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"


def bullets(found: dict[str, list[str]]) -> str:
    return "".join(f"- `{key}`: {listed(values)}\n" for key, values in found.items()) or "none\n"


def of_list(suite: Suite, rows: dict[str, Row]) -> dict[str, Row]:
    return {name: row for name, row in rows.items() if name.startswith(suite.of + "/")}


def default_of(suite: Suite) -> str:
    if not suite.default:
        return "none"
    return "all" if suite.default == ("*",) and not suite.not_default else "some"


def line(suite: Suite, items: int, rows: dict[str, Row]) -> str:
    mine = of_list(suite, rows)
    found = found_by(suite, mine)
    alone = [name for name in found if not any(known(finders) for other, finders in mine[name].items()
                                               if other != suite.name)]
    needed = len(only_finders(suite, mine))
    counts = (["first"] * 3 if suite.page or suite.hunter else
              [str(needed), str(items - needed), str(len(only_finders_of_all(suite, mine)))])
    cells = [suite.name, str(items or "-"), default_of(suite), f"{suite.of}: {len(mine)}", str(len(found)),
             str(len(found_by_default(suite, mine))), str(len(alone)), *counts]
    return f"| {' | '.join(cells)} |\n"


def default_part(suites: list[Suite], rows: dict[str, Row]) -> str:
    text = "\n## The default alone\n\n"
    for of in dict.fromkeys(suite.of for suite in suites):
        here = [suite for suite in suites if suite.of == of]
        mine = of_list(here[0], rows)
        found = set().union(*(found_by(suite, mine) for suite in here))
        default = set().union(*(found_by_default(suite, mine) for suite in here))
        text += (f"Of {len(mine)} mutants of {of} all suites together find {len(found)}, the default alone "
                 f"{len(default)}.\n")
        if nowhere := sorted(set(mine) - found):
            text += f"\nFound by none: {listed(nowhere)}.\n"
        if only_slow := sorted(found - default):
            text += "\nFound by other tests only:\n\n" + bullets({
                name: [f"{suite}: {finder}" for suite, finders in mine[name].items() for finder in known(finders)]
                for name in only_slow})
        text += "\n"
    return text


def fuzz_part(suites: list[Suite], rows: dict[str, Row]) -> str:
    fuzz = next(suite for suite in suites if suite.name == "fuzz")
    only = {name: known(row["fuzz"]) for name, row in sorted(of_list(fuzz, rows).items())
            if known(row.get("fuzz", [])) and not any(known(other) for suite, other in row.items() if suite != "fuzz")}
    return ("## Found by random programs only\n\n"
            f"After so many runs from seed 1 on ({len(only)} mutants):\n\n{bullets(only)}")


def worlds_part(suites: list[Suite], rows: dict[str, Row]) -> str:
    needed = worlds_needed(suites, rows)
    return (f"\n## Worlds that are needed\n\n{len(needed)} worlds find all that worlds find and neither sequences nor "
            f"the default's random programs do; each with the mutants of these that it finds:\n\n{bullets(needed)}")


def needed_part(suites: list[Suite], rows: dict[str, Row]) -> str:
    text = "\n## Items that are needed\n\nEach with the mutants that no other item of its suite finds.\n"
    for suite in suites:
        if suite.program:
            text += f"\n### {suite.name}\n\n{bullets(dict(sorted(only_finders(suite, of_list(suite, rows)).items())))}"
    return text


def unfinished(suites: list[Suite], rows: dict[str, Row]) -> str:
    cut = {suite.name: len(names) for suite in suites if suite.program
           if (names := [name for name, row in of_list(suite, rows).items()
                         if not is_whole(row.get(suite.name, [])) and len(known(row[suite.name])) < 2])}
    missing = {suite.name: count for suite in suites
               if (count := sum(suite.name not in row for row in of_list(suite, rows).values()))}
    if not cut and not missing:
        return ""
    return f"\nNot finished: hunts that ended early: {cut}; hunts that were not made: {missing}.\n"


def page(suites: list[Suite], items: dict[str, int], rows: dict[str, Row]) -> str:
    table = "".join(line(suite, items.get(suite.name, 0), rows) for suite in suites)
    return (HEAD + TABLE + table + LEGEND + unfinished(suites, rows) + default_part(suites, rows) +
            fuzz_part(suites, rows) + worlds_part(suites, rows) + needed_part(suites, rows))
