"""Every page that quotes the program or the tests: the function that generates the page, and the cost of this function.

Costs are marks of pytest: "default", "slow" (more than five seconds), "long" (more than 20 seconds of processor time).
A module is imported when its page is generated, because some modules start the program.
"""

import functools
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import figures
from figures import ROOT, program
from pieces import Sentence, Table, Whole


@dataclass(frozen=True)
class Part:
    """A page, or a table of a page together with its numbers and pictures."""

    page: str
    make: Callable[[], Iterable[Whole | Table | Sentence]]
    cost: str = "default"
    table: str = ""
    needs: str = ""  # a program in addition to rmasim

    @property
    def name(self):
        return f"{self.page} {self.table}".rstrip()

    @property
    def missing_program(self):
        """The name of a program that is needed and not built. "" if there is none."""
        there = not self.needs or Path(program()).with_name(self.needs).exists()
        return "" if there else self.needs


def module(folder, name):
    if str(ROOT / folder) not in sys.path:
        sys.path.append(str(ROOT / folder))
    return importlib.import_module(name)


def whole(page, contents, cost="default", needs=""):
    """Returns the part for a page that is generated completely by `contents`."""
    return Part(page, lambda: [Whole(page, contents())], cost, needs=needs)


@functools.cache
def clauses():
    return {str(path.relative_to(ROOT)): text for path, text in module("tests/sequences", "clauses").pages().items()}


def functions_of_api():
    api = module("sim/mpi/api", "generate_api")
    return api.page(api.read_functions())


def states():
    maker = module("tests/sequences", "states")
    return maker.picture(maker.table(program()))


def platforms():
    listed = module("analysis", "rmasim_analysis.program").listed(program(), "platforms")
    return module("analysis", "rmasim_analysis.platforms_reference").page(listed)


def functions_of_mpi():
    return subprocess.run([program(), "exec", "--functions"], check=True, capture_output=True, text=True).stdout


def help_of_subcommands():
    """What the launcher prints without a build. The lines of Python's help are as long as a terminal is wide."""
    def said(*words):
        return subprocess.run([program(), *words], check=True, capture_output=True, text=True,
                              env={**os.environ, "COLUMNS": "100"}).stdout

    for name in re.findall(r"^  ([a-z][a-z+-]*) {2,}", said("--help"), re.MULTILINE):
        yield Whole(f"{HELP}/{name}.txt", said(name, "-h").strip("\n") + "\n")


def tuning():
    maker = module("tests/analysis", "tuning_page")
    simulate = module("analysis", "rmasim_analysis.program").simulate
    transpose = ROOT / "scenarios/workloads/transpose.json"
    own, slots = (simulate(program(), transpose, settings).result for settings in ({}, {"protocol.slots": 385}))
    spent = [f"{one['time_spent'][f'{cause}_ns'] / 1000:.{digits}f}"
             for cause, digits in (("search", 0), ("wait_ack", 1)) for one in (slots, own)]
    yield Whole(TUNING, maker.renewed_page((ROOT / TUNING).read_text(encoding="utf-8")))
    yield Sentence(TUNING, "With `slots=385` alone the run takes {} us. The search through the lists takes {} us of "
                   "all ranks' time instead of {} us, and the wait for acknowledgements {} us instead of {} us.",
                   (f"{slots['time_ns'] / 1000:.1f}", *spent))


def validation():
    maker = module("analysis", "rmasim_analysis.validate_times.pages")
    for path, contents in maker.pages(program()).items():
        yield Whole(path, contents)


def sessions(path, commands="", cost="slow", needs=""):
    """Returns the part for a tutorial. Only its commands that match `commands` are executed."""
    return Part(path, lambda: [module("tests/pages", "sessions").page(path, commands)], cost, needs=needs)


HELP = "sim/frontend/install/help"
TUNING = "analysis/TUNING.md"
WITH_CLAUSES = (*module("tests/lint", "lint_tree").family_names(), "memmodel")
PARTS = [
    *(whole(page, lambda page=page: clauses()[page])
      for page in (f"protocol/{family}/CLAUSES.md" for family in WITH_CLAUSES)),
    whole("protocol/newrma/states.svg", states),
    whole("protocol/COMPARED.md", lambda: module("analysis", "rmasim_analysis.compare.canonical").page(program())),
    whole("protocol/ch3/COMPARED.md", lambda: module("tests/oracle", "compared").page(), "long"),
    Part("protocol/ch4/POSTS.md", lambda: module("tests/pages", "posts_behind").page(), "long",
         "posts behind other calls"),
    whole("tests/oracle/ch4/COUNTS.md", lambda: module("tests/oracle/ch4", "ch4_counts").page()),
    whole("scenarios/SETTINGS.md", lambda: module("analysis", "rmasim_analysis.settings_reference").page()),
    whole("scenarios/PLATFORMS.md", platforms),
    whole("analysis/RESULT.md", lambda: module("analysis", "rmasim_analysis.result_reference").page()),
    whole("analysis/rmasim/builders.py", lambda: module("analysis", "rmasim_analysis.call_builders").module()),
    Part(HELP, help_of_subcommands),
    Part(TUNING, tuning, "slow"),
    whole("protocol/memmodel/RULES.md", lambda: module("tests/memmodel", "rules_page").page()),
    whole("sim/checkers/usage/RULES.md", lambda: module("tests/pages", "call_rules").page(program())),
    Part("analysis/VALIDATION.md", validation, "long"),
    whole("analysis/example.ipynb", lambda: module("tests/pages", "notebook").page(), "slow"),
    whole("analysis/pictures/cost-model.svg", lambda: module("analysis", "rmasim_analysis.timing.drawing").picture(),
          "slow"),  # Matplotlib is not installed for the default tests
    whole("analysis/pictures/layers.svg", lambda: module("tests/lint", "draw_layers").draw()),
    whole("sim/mpi/api/FUNCTIONS.md", functions_of_api),
    whole("tests/mpi/conformance/FUNCTIONS.md", lambda: module("tests/mpi", "conformance_table").page(), "long",
          needs="rmasim-host"),
    whole("sim/mpi/HOSTS.md", lambda: module("tests/mpi", "hosts").page()),
    # The default tests do not build rmasim-exec.
    whole("sim/mpi/FUNCTIONS.md", functions_of_mpi, "slow", needs="rmasim-exec"),
    sessions("README.md", "./rmasim (?!check scenarios )", "default"),  # `check` of all scenarios takes minutes
    sessions("analysis/TUTORIAL.md"),
    sessions("analysis/README.md", "./rmasim (?!check scenarios )"),
    sessions("sim/mpi/TUTORIAL.md", needs="rmasim-exec"),
    *(Part(*one) for one in figures.PARTS),
]
