"""Runs the programs of races/ with the mutants of the code that observes loads and stores of programs
(races/mutants.json), and records which program detects which mutant. Exit code 1 if a mutant is not detected or if
races/MUTANTS.md differs.

    race_mutants.py [--write]    hunts all mutants, at first with the programs that the page names; --write writes the
                                 page
    race_mutants.py --only NAME  hunts some of the mutants
    race_mutants.py --repeat     runs only the programs that the page names

RMASIM_BINARY and RMASIM_MPI_MUTANTS name the programs. The list `of_compiling` has mutants of `rmasim cc --watch`."""

import concurrent.futures
import functools
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass

from mpi_runner import FOLDER, ROOT
from races import BUILD, MODELS, RACES, Build, batches, findings, linked, of_race, races

PAGE = RACES / "MUTANTS.md"
LIST = RACES / "mutants.json"
ALL = {race.name: race for race in races()}
WATCH = pathlib.Path("sim/mpi/watch")
ONE_LINK = threading.Lock()
MAX_S = 20  # of a program
HEAD = """# Mutants of how loads and stores of programs are seen

Deliberate bugs ([mutants.json](mutants.json)) of the run time and the assembler of `rmasim cc --watch`, and of what the
checker is told of programs; and a program of this folder on which each of them says something else than the program's
head. `tests/mpi/race_mutants.py --write` hunts them and writes this page; the long tests repeat what it lists.

| mutant | of | what is wrong | caught by |
|---|---|---|---|
"""


@dataclass(frozen=True)
class Case:
    """A run of a program, such as `code/memcpy, right, separate`."""
    name: str
    mended: bool
    model: str

    def __str__(self):
        return f"{self.name}, {'right' if self.mended else 'wrong'}, {self.model}"


@dataclass(frozen=True)
class Mutant:
    name: str
    file: str
    why: str
    number: int = 0  # of the program with mutants
    build: Build = BUILD

    def line(self, by):
        return f"| `{self.name}` | {self.file} | {self.why} | {by} |\n"

    def run(self, *arguments):
        environment = {**os.environ, "RMASIM_MUTANT": str(self.number)}
        return subprocess.run([os.environ["RMASIM_MPI_MUTANTS"], *map(str, arguments)], env=environment,
                              capture_output=True, text=True, check=False, timeout=MAX_S)


AS_IT_IS = Mutant("none", "", "")


def mutated_assembler(entry):
    """Makes a folder like sim/mpi, with the changes of the mutant."""
    base = pathlib.Path(FOLDER.name) / entry["name"]
    shutil.copytree(ROOT / WATCH, base / WATCH.name)
    for name in ("assembler.py", "library_functions.inc"):
        shutil.copy(ROOT / WATCH.parent / name, base)
    for location in entry["places"]:
        path = base / WATCH.name / pathlib.Path(location["file"]).name
        text = path.read_text()
        assert text.count(location["original"]) == 1, f"{entry['name']}: {location['original']}"
        path.write_text(text.replace(location["original"], location["mutated"]))
    return Build(base, base / WATCH.name)


def all_mutants():
    listed = json.loads(LIST.read_text())

    def mutant(entry, **more):
        return Mutant(entry["name"], pathlib.Path(entry["places"][0]["file"]).name, entry["why"], **more)

    return ([mutant(entry, number=number) for number, entry in enumerate(listed["mutants"], 1)] +
            [mutant(entry, build=mutated_assembler(entry)) for entry in listed["of_compiling"]])


def is_as_expected(race, mended, model, found):
    """Returns True if the findings are exactly those in the program's head."""
    wrong = not mended and race.is_wrong(model)
    checked = not mended or race.is_twin_right(model)
    return not checked or {(one.pair, one.rule) for one in found} == (race.said if wrong else set())


def program_of(mutant, batch, mended):
    with ONE_LINK:
        return linked(batch, mended, mutant.build)


def differing(mutant, batch, mended, model):
    """Returns the programs whose findings differ. If the run does not end as expected, it returns all programs."""
    program = program_of(mutant, batch, mended)
    try:
        _, found = findings(program, batch[0].ranks, model, batch[0].options, mutant.run)
    except (AssertionError, ValueError, subprocess.TimeoutExpired):
        return list(batch)
    return [race for race in batch
            if race.is_of(model) and not is_as_expected(race, mended, model, of_race(race, found))]


def catches(mutant, case):
    """Returns True if the case detects the mutant without other programs."""
    return case.name in ALL and differing(mutant, (ALL[case.name],), case.mended, case.model) != []


@functools.lru_cache(maxsize=None)
def fails_as_it_is(case):
    return catches(AS_IT_IS, case)


def caught_by(mutant, known):
    if known and catches(mutant, known) and not fails_as_it_is(known):
        return known
    for batch, model, mended in itertools.product(batches(ALL.values()), MODELS, (False, True)):
        for race in differing(mutant, batch, mended, model):
            case = Case(race.name, mended, model)
            if catches(mutant, case) and not fails_as_it_is(case):
                return case
    return None


def on_page():
    """Returns, for each mutant on the page, the case that detects it."""
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([-\w/]+), (right|wrong), (\w+) \|$",
                      PAGE.read_text() if PAGE.exists() else "", re.MULTILINE)
    return {name: Case(race, which == "right", model) for name, race, which, model in rows}


def in_parallel(function, mutants):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        return list(threads.map(function, mutants))


def hunted(mutants):
    """Returns, for each mutant, the case that detects it, if there is any."""
    known = on_page()

    def by_what(mutant):
        by = caught_by(mutant, known.get(mutant.name))
        print(f"{mutant.name}: {by or 'nothing'}", flush=True)
        return by

    return in_parallel(by_what, mutants)


def hunt(mutants, write):
    found = hunted(mutants)
    page = HEAD + "".join(mutant.line(by or "nothing") for mutant, by in zip(mutants, found))
    if write:
        PAGE.write_text(page)
    elif PAGE.read_text() != page:
        print(f"{PAGE} is not up to date: race_mutants.py --write")
        return False
    return None not in found


def repeat(mutants):
    known = on_page()

    def caught_again(mutant):
        case = known.get(mutant.name)
        if case and catches(mutant, case) and not fails_as_it_is(case):
            return True
        print(f"{mutant.name}: not caught by {case}")
        return False

    return all(in_parallel(caught_again, mutants))


def main(arguments):
    mutants = all_mutants()
    if "--repeat" in arguments:
        return repeat(mutants)
    if "--only" in arguments:
        return None not in hunted([one for one in mutants if one.name in arguments])
    return hunt(mutants, "--write" in arguments)


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
