"""Measures which items of which suites detect which mutants. The data show which tests are worth their time.

    matrix.py --write             hunts, and writes matrix.json and MATRIX.md. What is known is kept, so that an
                                  interrupted hunt can be resumed: --again forgets it
    matrix.py --write --only NAME hunts these mutants, such as core/fence_without_acks
    matrix.py --write --suites S  hunts with these suites
    matrix.py --write --most-s 20 gives up a hunt when the items that are left take more: a later one continues
    matrix.py --show              prints what the data say
    matrix.py --never SUITE       prints the items that are never the only ones of their suite to find a mutant

The program builds executables that link the suites of suites.json with a copy of the core with mutants. First each
executable runs each item in the core without a mutant, and records the mutants whose code the item executes: the item
can find no other mutants. Then, for each mutant, a suite runs its items, each in a process with a limit of time and
memory, until two items find the mutant. If such a process ends abnormally, it has found the mutant. The exit code is 1
if a build fails or an item finds something without a mutant, and 2 for bad arguments.
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import re
import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from matrix_data import (
    MORE,
    Finders,
    Reach,
    Row,
    Suite,
    candidates,
    is_settled,
    known,
    matches,
    only_finders,
    read_matrix,
    read_suites,
    text_of,
)
from matrix_page import of_list, page

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
SUITES = FOLDER / "suites.json"
DATA = FOLDER / "matrix.json"
PAGE = FOLDER / "MATRIX.md"
LISTS = {"core": "tests/mutants", "memmodel": "tests/memmodel", "races": "tests/mpi/races", "windows": "tests/windows"}

TWO = 2  # finders show that neither is the only one
ALL = 1_000_000
MAX_MS_AS_IT_IS = 30_000  # what takes longer is left out (suites.json)
MAX_MS_BESIDES = 3000  # for an item with a mutant, in addition to four times its duration without
ITEMS_A_PROCESS = 200   # in the unchanged core; so that two processes end at about the same time


class Failed(Exception):
    """The error of a build or a run. It names the program or the item."""

    code = 1


class BadArgument(Failed):
    """The error of an argument. It names the argument, the value that was found, and the allowed values."""

    code = 2


def mutant_names(of: str) -> list[str]:
    read = json.loads((ROOT / LISTS[of] / "mutants.json").read_text(encoding="utf-8"))
    return [mutant["name"] for mutant in read["mutants"] + read.get("of_compiling", [])]


@dataclass(frozen=True)
class Programs:
    """The programs of the suites, which were built before."""

    folder: Path
    environment: dict[str, str]

    def run(self, program: str, *words: str, tasks: str = "", mutant: str = "") -> str:
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("RMASIM_", "GTEST_"))}
        environment |= self.environment | ({"RMASIM_MUTANT": mutant} if mutant else {})
        done = subprocess.run([self.folder / program, *words], input=tasks, env=environment, cwd=self.folder,
                              capture_output=True, text=True, check=False)
        if done.returncode != 0 or done.stderr:
            raise Failed(f"{program} {' '.join(words)}: exit code {done.returncode}: {done.stderr}")
        return done.stdout


def spelled(suite: Suite, item: str) -> str:
    """Returns the item in the form that its program reads: without the part of the suite, and for a family of fuzz with
    a number of runs."""
    name = item.split(":", 1)[1] if suite.in_parts else item
    return f"{name} {suite.most[item]}" if suite.most else name


def items_of(programs: Programs, suite: Suite) -> list[str]:
    lines = [line.split("\t") for line in programs.run(suite.program, suite.name, "list").splitlines()]
    items = [f"{of}:{name}" if of else name for of, name in lines]
    if len(set(items)) < len(items):
        raise Failed(f"{suite.name}: two items have the same name")
    return [item for item in items if not matches(item, suite.left_out)]


def reach_of_some(programs: Programs, suite: Suite, items: list[str]) -> dict[str, Reach]:
    tasks = "".join(f"{MAX_MS_AS_IT_IS}\t{spelled(suite, item)}\n" for item in items)
    lines = programs.run(suite.program, suite.name, "reach", tasks=tasks).splitlines()
    found = {}
    for item, line in zip(items, lines, strict=True):
        how, times, ms, numbers, _ = line.split("\t")
        found[item] = Reach(how != "-", int(times), int(ms), frozenset(map(int, filter(None, numbers.split(",")))))
    return found


def reach_of(programs: Programs, suite: Suite, each: Callable[..., Iterable[dict[str, Reach]]]) -> dict[str, Reach]:
    """Returns the mutants whose code each item executes. The result is stored next to the program until the program is
    built again."""
    items = items_of(programs, suite)
    spelling = {item: spelled(suite, item) for item in items}
    file = programs.folder / f"reach-{suite.name}.json"
    if file.exists() and file.stat().st_mtime > (programs.folder / suite.program).stat().st_mtime:
        kept = {item: Reach(finds, times, ms, frozenset(mutants))
                for item, (finds, times, ms, mutants) in json.loads(file.read_text(encoding="utf-8")).items()}
        if set(spelling.values()) <= set(kept):
            return {item: kept[spelling[item]] for item in items}
    parts = max(2, len(items) // ITEMS_A_PROCESS)
    found: dict[str, Reach] = {}
    for some in each(lambda part: reach_of_some(programs, suite, items[part::parts]), range(parts)):
        found |= some
    file.write_text(json.dumps({spelling[item]: [reach.finds, reach.times, reach.ms, sorted(reach.mutants)]
                                for item, reach in found.items()}), encoding="utf-8")
    return found


def affordable(items: list[str], reach: dict[str, Reach], max_ms: int) -> list[str]:
    """Returns the first items that together take this time in the core without a mutant. The last of them may exceed
    it."""
    before = itertools.accumulate((reach[item].ms for item in items), initial=0)
    return [item for item, ms in zip(items, before) if ms < max_ms]


def hunt(programs: Programs, suite: Suite, reach: dict[str, Reach], number: int, name: str, most: int,
         max_ms: int = ALL) -> Finders:
    might = candidates(suite, reach, number)
    tried = affordable(might, reach, max_ms)
    if not tried:
        return []
    by_spelling = {spelled(suite, item): item for item in tried}
    tasks = "".join(f"{MAX_MS_BESIDES + 4 * reach[item].ms}\t{spelled(suite, item)}\n" for item in tried)
    finders = []
    for line in programs.run(suite.program, suite.name, "find", str(most), tasks=tasks, mutant=name).splitlines():
        runs, spelling = line.split("\t")
        finders.append(f"{by_spelling[spelling]} {runs}" if suite.most else by_spelling[spelling])
    last = suite.item_of(finders[-1]) if len(finders) == most else tried[-1]
    return finders + ([MORE] if last != might[-1] else [])


class Hunters:
    """Hunts mutants with all suites that have a program, and adds the results to `rows`."""

    def __init__(self, programs: Programs, suites: list[Suite], rows: dict[str, Row],
                 reach: dict[str, dict[str, Reach]], max_ms: int) -> None:
        self.programs, self.suites, self.rows, self.reach, self.max_ms = programs, suites, rows, reach, max_ms

    @staticmethod
    def wanted(suite: Suite, row: Row) -> int:
        """Returns the number of finders to search. For a mutant that neither sequences nor random programs find, all
        worlds that find it are searched, because worlds are selected by these mutants."""
        if suite.name != "worlds" or known(row.get("sequences", [])) or known(row.get("fuzz", [])):
            return TWO
        return ALL

    def hunt(self, number: int, name: str) -> Row:
        row = dict(self.rows.get(f"core/{name}", {}))
        for suite in self.suites:
            reach, most = self.reach[suite.name], self.wanted(suite, row)
            if suite.name in row and is_settled(suite, row[suite.name], candidates(suite, reach, number), most):
                continue
            row[suite.name] = hunt(self.programs, suite, reach, number, name, most, self.max_ms)
        return row


def of_page(suite: Suite) -> dict[str, Row]:
    """Returns the first finders that other pages list. Tests check these pages, so they are up to date."""
    text = (ROOT / suite.page).read_text(encoding="utf-8")
    found = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", text, re.MULTILINE))
    return {f"{suite.of}/{name}": {suite.name: first(found.get(name, "nothing"))} for name in mutant_names(suite.of)}


def first(finder: str) -> Finders:
    return [] if finder in ("nothing", "NOT CAUGHT") else [finder, MORE]


def of_hunter(programs: Programs, suite: Suite) -> dict[str, Row]:
    found = dict(re.findall(r"^(\w+) +(.+)$", programs.run(suite.hunter), re.MULTILINE))
    return {f"{suite.of}/{name}": {suite.name: first(found[name])} for name in mutant_names(suite.of)}


def cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def build(folder: Path, suites: list[Suite]) -> None:
    targets = sorted({suite.program or suite.hunter for suite in suites} - {""})
    if subprocess.run(["cmake", "--build", folder, "--target", *targets], check=False).returncode != 0:
        raise Failed(f"{folder}: cannot be built")


def reach_of_all(programs: Programs, suites: list[Suite], jobs: int) -> dict[str, dict[str, Reach]]:
    reach = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as threads:
        for suite in suites:
            reach[suite.name] = one = reach_of(programs, suite, threads.map)
            wrong = sorted(item for item in one if one[item].finds)
            print(f"{suite.name}: {len(one)} items, {sum(some.ms for some in one.values()) / 1000:.0f} s of CPU time; "
                  f"{sum(some.ms * len(some.mutants) for some in one.values()) / 1000:.0f} s for all mutants whose "
                  f"code they reach", flush=True)
            if wrong:
                print(f"{suite.name}: these find something without a mutant, so nothing is hunted with them: "
                      f"{', '.join(wrong)}", file=sys.stderr, flush=True)
    return reach


def write(options: argparse.Namespace) -> None:
    only, jobs = options.only, options.jobs
    suites, environment = read_suites(SUITES)
    if unknown := sorted(set(options.suites) - {suite.name for suite in suites}):
        raise BadArgument(f"--suites {unknown[0]}: there is no such suite; there are "
                          f"{', '.join(suite.name for suite in suites)}")
    wanted = [suite for suite in suites if not options.suites or suite.name in options.suites]
    if not options.built:
        build(options.build, wanted)
    programs = Programs(options.build / "tests", environment)
    with_programs = [suite for suite in wanted if suite.program]
    names = mutant_names("core")
    counts, rows = read_matrix(DATA)
    everywhere = {f"{of}/{name}" for of in LISTS for name in mutant_names(of)}
    if unknown := sorted(set(only) - everywhere):
        raise BadArgument(f"--only {unknown[0]}: there is no such mutant; they are named like core/{names[0]}")
    forgotten = (set(only) or everywhere) if options.again else set()
    rows = {name: {} if name in forgotten else rows.get(name, {}) for name in sorted(everywhere)}
    reach = reach_of_all(programs, with_programs, jobs)
    counts |= {suite.name: len(reach[suite.name]) for suite in with_programs}
    for suite in wanted:
        rows |= of_page(suite) if suite.page else of_hunter(programs, suite) if suite.hunter else {}
    hunters = Hunters(programs, with_programs, rows, reach, 1000 * options.max_s)
    lock = threading.Lock()

    def save() -> None:
        DATA.with_suffix(".new").write_text(text_of(counts, rows), encoding="utf-8")
        DATA.with_suffix(".new").replace(DATA)
        PAGE.write_text(page(suites, counts, rows), encoding="utf-8")

    def one(number: int) -> None:
        name = names[number - 1]
        row = hunters.hunt(number, name)
        with lock:
            rows[f"core/{name}"] = row
            save()
            said = ", ".join(f"{suite} {len(known(finders))}" for suite, finders in row.items())
            print(f"{name}: {said}; {cpu_s():.0f} s of CPU time so far", flush=True)

    numbers = [number for number, name in enumerate(names, 1) if not only or f"core/{name}" in only]
    with concurrent.futures.ThreadPoolExecutor(jobs) as threads:
        list(threads.map(one, numbers))
    save()
    if any(item.finds for items in reach.values() for item in items.values()):
        raise Failed("Some items find something without a mutant: see above")


def never_alone(build_folder: Path, name: str) -> list[str]:
    suites, environment = read_suites(SUITES)
    suite = next((one for one in suites if one.name == name and one.program), None)
    if suite is None:
        allowed = ", ".join(one.name for one in suites if one.program)
        raise BadArgument(f"--never {name}: there is no such suite; there are {allowed}")
    _, rows = read_matrix(DATA)
    needed = only_finders(suite, of_list(suite, rows))
    return [item for item in items_of(Programs(build_folder / "tests", environment), suite) if item not in needed]


def show() -> None:
    suites, _ = read_suites(SUITES)
    counts, rows = read_matrix(DATA)
    print(page(suites, counts, rows), end="")
    if missing := [f"{of}/{name}" for of in LISTS for name in mutant_names(of) if f"{of}/{name}" not in rows]:
        print(f"{DATA} lacks {', '.join(missing)}: matrix.py --write", file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(description="Which items of which suites find which mutants?")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="hunt, write matrix.json and MATRIX.md")
    what.add_argument("--show", action="store_true", help="print what the data say")
    what.add_argument("--never", metavar="SUITE", help="print the items that are never the only ones of it")
    parser.add_argument("--build", type=lambda path: Path(path).resolve(), default=ROOT / "build/release",
                        metavar="FOLDER")
    parser.add_argument("--built", action="store_true", help="the programs are built")
    parser.add_argument("--most-s", dest="max_s", metavar="SECONDS", type=int, default=ALL,
                        help="processor time of a mutant and a suite")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--only", nargs="+", default=[], metavar="LIST/MUTANT")
    parser.add_argument("--suites", nargs="+", default=[], metavar="SUITE")
    parser.add_argument("--again", action="store_true", help="forget what is known")
    options = parser.parse_args()
    try:
        if options.write:
            write(options)
        elif options.never:
            print("\n".join(never_alone(options.build, options.never)))
        else:
            show()
    except Failed as bad:
        print(bad, file=sys.stderr)
        return bad.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
