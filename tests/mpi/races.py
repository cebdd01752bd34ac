"""The programs of races/: what their heads say, many of them compiled as one, and what `exec --semantics` finds there.

The head of a program (units.py) has lines `// key: value`: `synchronisation`, `ranks`, `rule`
(protocol/memmodel/SPEC.md), `mended` (how the twin is right), and where it needs them `options` of exec, `compiler`
options, `wrong under` and `right under` (the one model in which it is), `only under` (the only model in which it says
anything), `first` or `second` (the file that has the line, when it is another one), `scenario` (of scenarios/semantics,
which makes the same mistake), `right scenario` (which does what the right twin does), `access` (races_table.py). Two
lines are marked, `// race: first` and `// race: second`, or one, `// race: both`; one that is marked `second, both`
also races with itself. The name of a race begins with its class."""

import dataclasses
import functools
import json
import pathlib
import re

from mpi_runner import FOLDER, ROOT, rmasim
from units import Section, one_unit, sections

RACES = pathlib.Path(__file__).resolve().parent / "races"
ELSEWHERE = RACES / "elsewhere.c"
MODELS = ("unified", "separate")
FLAGS = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}"]
PER_BATCH = 20


class Race(Section):
    @property
    def class_name(self):
        return self.name.partition("/")[0]

    @property
    def ranks(self):
        return int(self.keys["ranks"])

    @property
    def options(self):
        return tuple(self.keys.get("options", "").split())

    @property
    def compiler(self):
        return tuple(self.keys.get("compiler", "").split())

    @property
    def has_threads(self):
        return self.class_name == "threads"

    def is_of(self, model):
        return self.keys.get("only under", model) == model

    def is_wrong(self, model):
        return self.keys.get("wrong under", model) == model

    def is_twin_right(self, model):
        return self.keys.get("right under", model) == model

    @property
    def rule(self):
        return self.keys["rule"]

    def marked(self, *marks):
        """Returns the locations, such as "file.c:7", of the lines that end in one of the marks."""
        return [f"{self.path.name}:{number}" for number, line in self.numbered if line.endswith(marks)]

    def locations(self, which):
        if which not in self.keys:
            return self.marked(f"// race: {which}", f"// race: {which}, both", "// race: both")
        lines = (RACES / self.keys[which]).read_text().splitlines()
        return [f"{self.keys[which]}:{number}" for number, line in enumerate(lines, 1)
                if line.endswith(f"// race: {self.name}")]

    @functools.cached_property
    def pair(self):
        """The two locations of the race."""
        found = [*self.locations("first"), *self.locations("second")]
        assert len(found) == 2, f"{self.name}: {found}"
        return tuple(sorted(found))

    @functools.cached_property
    def said(self):
        """The expected findings: pairs of locations and rules."""
        return {(self.pair, self.rule)} | {((location,) * 2, self.rule) for location in self.marked(", both")}

    def has(self, location):
        file, _, line = location.rpartition(":")
        return file == self.path.name and self.line <= int(line) < self.line + len(self.numbered)


def races():
    return sorted((race for path in RACES.glob("*.c") for race in sections(path, Race)), key=lambda race: race.name)


def batches(some):
    """Returns lists of programs with the same options. Each list is compiled as one program."""
    alike = {}
    for race in some:
        alike.setdefault((race.ranks, race.options, race.compiler, race.has_threads), []).append(race)
    return [tuple(group[at:at + PER_BATCH]) for group in alike.values() for at in range(0, len(group), PER_BATCH)]


@dataclasses.dataclass(frozen=True)
class Build:
    """The location of objects and programs, and the folder of the assembler that replaces that of `cc --watch`."""
    folder: pathlib.Path
    assembler: pathlib.Path | None = None

    @property
    def watch(self):
        return (*([f"-B{self.assembler}/"] if self.assembler else []), "--watch")


BUILD = Build(pathlib.Path(FOLDER.name))


def compiled(build, *arguments):
    finished = rmasim("cc", *build.watch, *FLAGS, *arguments)
    assert finished.returncode == 0, finished.stderr


@functools.lru_cache(maxsize=None)
def elsewhere(build):
    target = build.folder / "elsewhere.o"
    compiled(build, "-c", "-o", target, ELSEWHERE)
    return target


THREADED = "    int level;\n    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);\n"


def main_of(batch):
    names = [f"race_{race.function}" for race in batch]
    return ("#include <mpi.h>\n" + "".join(f"void {name}(void);\n" for name in names) +
            "int main(int argc, char** argv) {\n" +
            (THREADED if batch[0].has_threads else "    MPI_Init(&argc, &argv);\n") +
            "".join(f"    {name}();\n    MPI_Barrier(MPI_COMM_WORLD);\n" for name in names) +
            "    MPI_Finalize();\n    return 0;\n}\n")


@functools.lru_cache(maxsize=None)
def linked(batch, mended, build=BUILD):
    program = build.folder / f"{len(batch)}_from_{batch[0].function}_{'mended' if mended else 'wrong'}"
    unit = program.with_suffix(".c")
    unit.write_text(one_unit(batch) + main_of(batch))
    compiled(build, *(["-DMENDED"] if mended else []), *batch[0].compiler, "-o", program, unit,
             elsewhere(build))
    return program


@dataclasses.dataclass(frozen=True)
class Found:
    pair: tuple  # of locations
    rule: str
    kinds: tuple  # "put", "load", ...
    predicted: bool = False  # this run has ordered the pair, and another order makes it concurrent


def location_of(access):
    """Returns "wrong.c:4" for "put at wrong.c:4 in put"."""
    line = re.search(r"([^ /]+:\d+)(?= in |$)", access["place"])
    return line.group(1) if line else access["place"]


def kinds_of(finding):
    """Returns the kinds of both accesses, with the names of calls in scenarios: "put" for "MPI_Put"."""
    kinds = (re.sub(r"MPI_(\w+)", lambda match: match[1].lower(), access["what"]) for access in finding["accesses"])
    return tuple(sorted(kinds))


def findings(program, ranks, model, options=(), run=rmasim):
    """Runs the program. Returns the exit code and the findings."""
    finished = run("exec", "-n", ranks, "--semantics", model, "--format", "json", *options, program)
    assert finished.returncode in (0, 4), finished.stdout + finished.stderr
    found = json.loads(finished.stdout)["semantics"]
    assert found["total"] == len(found["findings"]), "some findings were left out"
    return finished.returncode, [
        Found(tuple(sorted(location_of(access) for access in one["accesses"])), one["id"],
              kinds_of(one), one.get("predicted", False)) for one in found["findings"]]


def of_race(race, found):
    """Returns the findings that have a line of the race."""
    return [one for one in found if any(map(race.has, one.pair))]


@functools.lru_cache(maxsize=None)
def verdict(batch, mended, model):
    """Runs a batch. Returns the exit code, the findings by race, and all findings."""
    program = linked(batch, mended)
    code, found = findings(program, batch[0].ranks, model, batch[0].options)
    return code, {race.name: of_race(race, found) for race in batch}, found
