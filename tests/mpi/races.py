"""The programs of races/: what their heads say, many of them compiled as one, and what `exec --semantics` finds there.

The head of a program has lines `// key: value`: `synchronisation`, `ranks`, `rule` (protocol/memmodel/SPEC.md),
`mended` (how the twin is right), and where it needs them `options` of exec, `compiler` options, `wrong under` and
`right under` (the one model in which it is), `only under` (the only model in which it says anything), `first` or
`second` (the file that has the line, when it is another one), `scenario` (of scenarios/semantics, which makes the same
mistake), `right scenario` (which does what the right twin does). A line that is marked `second, both` is wrong beside
itself, too. Its folder is its class."""

import dataclasses
import functools
import json
import pathlib
import re

from mpi_runner import FOLDER, ROOT, rmasim
from units import one_unit

RACES = pathlib.Path(__file__).resolve().parent / "races"
ELSEWHERE = RACES / "elsewhere.c"
MODELS = ("unified", "separate")
# In DWARF 5 addr2line 2.40 finds some lines of the files in a unit in the unit's own file.
FLAGS = ["-std=gnu11", "-O1", "-gdwarf-4", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}"]
PER_BATCH = 20
KEYS = ("synchronisation", "ranks", "rule", "mended", "options", "wrong under", "right under", "only under", "compiler",
        "first", "second", "scenario", "right scenario")


@dataclasses.dataclass(frozen=True)
class Race:
    path: pathlib.Path

    @property
    def name(self):
        return f"{self.path.parent.name}/{self.path.stem}"

    @functools.cached_property
    def head(self):
        lines = [line[3:] for line in self.path.read_text().splitlines() if line.startswith("// ")]
        return {key: value for key, _, value in (line.partition(": ") for line in lines) if key in KEYS}

    @property
    def ranks(self):
        return int(self.head["ranks"])

    @property
    def options(self):
        return tuple(self.head.get("options", "").split())

    @property
    def compiler(self):
        return tuple(self.head.get("compiler", "").split())

    @property
    def has_threads(self):
        return self.path.parent.name == "threads"

    def is_of(self, model):
        return self.head.get("only under", model) == model

    def is_wrong(self, model):
        return self.head.get("wrong under", model) == model

    def is_mended(self, model):
        return self.head.get("right under", model) == model

    @property
    def rule(self):
        return self.head["rule"]

    @functools.cached_property
    def pair(self):
        """The two places, as "file.c:7"."""
        places = []
        for which in ("first", "second"):
            file = RACES / self.head[which] if which in self.head else self.path
            marks = ((f"// race: {self.name}",) if which in self.head else
                     (f"// race: {which}", f"// race: {which}, both", "// race: both"))
            places += [f"{file.name}:{number}" for number, line in enumerate(file.read_text().splitlines(), 1)
                       if line.rstrip().endswith(marks)]
        assert len(places) == 2, f"{self.name}: {places}"
        return tuple(sorted(places))

    @functools.cached_property
    def said(self):
        """What is to be said of it: places and rules."""
        return {(self.pair, self.rule)} | {
            ((f"{self.path.name}:{number}",) * 2, self.rule)
            for number, line in enumerate(self.path.read_text().splitlines(), 1) if line.endswith(", both")}


def races():
    return [Race(path) for path in sorted(RACES.glob("*/*.c"))]


def batches(some):
    """Lists of those that run alike, for one program each."""
    alike = {}
    for race in some:
        alike.setdefault((race.ranks, race.options, race.compiler, race.has_threads), []).append(race)
    return [tuple(group[at:at + PER_BATCH]) for group in alike.values() for at in range(0, len(group), PER_BATCH)]


def identifier(race, mended):
    return re.sub(r"\W", "_", f"race_{race.name}_{'mended' if mended else 'wrong'}")


@dataclasses.dataclass(frozen=True)
class Build:
    """Where objects and programs are, and the folder whose assembler is taken in place of that of `cc --watch`."""
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


def main_of(batch, mended):
    names = [identifier(race, mended) for race in batch]
    return ("#include <mpi.h>\n" + "".join(f"int {name}(void);\n" for name in names) +
            "int main(int argc, char** argv) {\n" +
            (THREADED if batch[0].has_threads else "    MPI_Init(&argc, &argv);\n") +
            "".join(f"    {name}();\n    MPI_Barrier(MPI_COMM_WORLD);\n" for name in names) +
            "    MPI_Finalize();\n    return 0;\n}\n")


@functools.lru_cache(maxsize=None)
def linked(batch, mended, build=BUILD):
    program = build.folder / (f"{len(batch)}_from_" + identifier(batch[0], mended))
    unit = program.with_suffix(".c")
    unit.write_text(one_unit([(race.path, {"main": identifier(race, mended)}) for race in batch]) +
                    main_of(batch, mended))
    compiled(build, "-DRACES_OF_MANY", *(["-DMENDED"] if mended else []), *batch[0].compiler, "-o", program, unit,
             elsewhere(build))
    return program


@dataclasses.dataclass(frozen=True)
class Found:
    pair: tuple  # of places
    rule: str
    kinds: tuple  # "put", "load", ...


def place_of(access):
    """ "put at wrong.c:4 in put" as "wrong.c:4"."""
    line = re.search(r"([^ /]+:\d+)(?= in |$)", access["place"])
    return line.group(1) if line else access["place"]


def kinds_of(finding):
    return tuple(sorted(access["what"] for access in finding["accesses"]))


def findings(program, ranks, model, options=(), run=rmasim):
    """The exit code, and what was found."""
    finished = run("exec", "-n", ranks, "--semantics", model, "--format", "json", *options, program)
    assert finished.returncode in (0, 4), finished.stdout + finished.stderr
    found = json.loads(finished.stdout)["semantics"]
    assert found["total"] == len(found["findings"]), "some findings were left out"
    return finished.returncode, [
        Found(tuple(sorted(place_of(access) for access in one["accesses"])), one["id"],
              kinds_of(one)) for one in found["findings"]]


def of_race(race, found):
    """Those of the findings that have a line of it."""
    files = {place.rpartition(":")[0] for place in race.pair} | {race.path.name}
    return [one for one in found if files & {place.rpartition(":")[0] for place in one.pair} - {ELSEWHERE.name}]


@functools.lru_cache(maxsize=None)
def verdict(batch, mended, model):
    """By race: what was found; and the exit code of all."""
    program = linked(batch, mended)
    code, found = findings(program, batch[0].ranks, model, batch[0].options)
    return code, {race.name: of_race(race, found) for race in batch}, found
