"""The layers of the simulator, from the lowest to the highest, and the modules that each module may include.

The picture of ARCHITECTURE.md is drawn from this table, and the tests compare the code with the table. Commands:

    /usr/bin/python3 tests/lint/layers.py            counts the includes between layers
    /usr/bin/python3 tests/lint/layers.py --check    prints each include that the table does not allow: exit code 1

`./rmasim test` runs the check before it builds. A new folder needs a line in the table first.
"""

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import PurePosixPath

from lint_tree import CPP, ROOT, Source, family_names, includes, sources


@dataclass(frozen=True)
class Layer:
    """A layer. `modules` maps each module to the modules of this layer and of lower layers that it includes in addition
    to itself. A module is a folder of the layer, with those of its folders that are not in the table themselves. A
    module with the layer's name is the layer's folder itself."""

    name: str
    purpose: str
    modules: dict[str, set[str]]
    same_level_as: str = ""  # the lower layer on the same level: neither includes the other


LAYERS = [
    Layer("protocol", "the core: pure", {
        "base": set(),
        "collectives": {"base"},
        "parts": {"base", "collectives"},
        "memmodel": {"base"},
        # The families, each in its own folder, are also in this table. They do not include each other.
    }),
    Layer("scenario", "what a file says", {
        "expression": set(),
        "json": {"expression"},  # a text instead of a number is an expression over parameters
        "model": {"base", "json", "expression"},
        # The interface. Its list of families declares their functions and includes none of their headers.
        "families": {"base", "parts", "json", "expression", "model"},
        "patterns": {"json", "model"},
        "program": {"base", "json", "expression", "model", "patterns", "families"},
        "read": {"expression", "json", "model", "program", "families"},
    }),
    Layer("machine", "what ranks run on", {
        "engine": {"base"},
        "exchange": {"base", "model", "engine"},  # between processes that share a run
        "mpi_exchange": {"exchange"},
        "arena": {"base"},
        "memory": {"base", "memmodel", "arena", "json", "expression", "model"},
        "platform": {"base", "engine", "json", "model"},
        "simgrid": {"engine", "platform", "json"},
        "faults": {"base", "expression", "model", "families", "engine"},
        "network": {"base", "json", "expression", "engine", "faults", "platform"},
    }),
    Layer("programs", "what ranks do", {
        "programs": {"base", "json", "model", "program", "engine", "memory"},
    }),
    Layer("checkers", "who watches a run", {
        "trace": {"base", "model", "families", "engine", "programs"},
        "diagnosis": {"base", "families", "faults", "programs", "usage"},
        "findings": {"base", "model", "memory", "programs"},  # what the next two find, and their interfaces
        "invariants": {"base", "families", "memory", "programs", "findings"},
        "semantics": {"base", "memmodel", "model", "families", "memory", "programs", "findings"},
        "usage": {"base", "model", "invariants", "engine", "memory", "programs"},
        "expectations": {"base", "model", "program", "families", "memory"},
    }),
    Layer("timed", "one run with a clock", {
        "timed": {"base", "json", "expression", "model", "program", "families", "engine", "exchange", "faults",
                  "memory", "network", "platform", "programs", "diagnosis", "expectations", "findings", "trace",
                  "usage"},
        "checked": {"timed", "programs", "invariants", "semantics"},  # `rmasim` loads it as a module
    }),
    Layer("untimed", "every interleaving, without a clock", {
        "world": {"base", "json", "model", "families", "faults", "memory", "programs", "diagnosis", "findings",
                  "semantics", "usage"},
        "explore": {"base", "json", "model", "families", "arena", "memory", "programs", "expectations", "findings",
                    "invariants", "trace", "world"},
        "profiles": {"base", "parts", "expression", "model", "families"},
        "fuzz": {"base", "parts", "json", "expression", "model", "program", "read", "families", "programs",
                 "invariants", "world", "profiles"},
    }, same_level_as="timed"),
    Layer("frontend", "what a user calls", {
        "output": {"json"},
        "groups": {"json", "expression", "model", "read", "timed", "explore"},
        "processes": {"model", "arena", "memory", "exchange", "timed", "groups"},
        "library": {"json", "model", "read", "findings", "trace", "timed", "explore", "groups"},
        "components": {"families", "timed"},  # built and loaded on demand
        "cli": {"base", "json", "model", "program", "read", "families", "arena", "engine", "memory", "findings",
                "trace", "timed", "world", "explore", "fuzz", "groups", "processes", "exchange", "library", "output",
                "components"},
        # For a page: it replaces SimGrid, and includes the command line's writer of explorations.
        "play": {"platform", "simgrid", "json", "model", "read", "families", "timed", "explore", "groups", "library",
                 "cli"},
    }),
    Layer("mpi", "programs that run", {
        "mpi": {"base", "json", "model", "program", "read", "families", "arena", "engine", "memory", "platform",
                "programs", "trace", "invariants", "timed", "world", "explore", "fuzz", "components", "cli", "library",
                "output", "objects", "process"},
        "objects": set(),  # an MPI library's objects: without a simulator
        "process": set(),  # the ranks of a program in one process: without a simulator
        "process/entries": {"process"},
    }),
]

LEVEL = {layer.name: level for level, layer in enumerate(LAYERS)}


def folder_of(layer: str, module: str) -> str:
    if layer == "protocol":
        return f"protocol/{module}"
    return f"sim/{layer}" if module == layer else f"sim/{layer}/{module}"


FOLDERS = {module: folder_of(layer.name, module) for layer in LAYERS for module in layer.modules}


def layer_of(folder: str) -> str:
    """The layer of a folder of protocol/ or sim/, or of a file in it."""
    return "protocol" if folder.startswith("protocol/") else folder.split("/")[1]


def may_include(user: str, used: str) -> bool:
    """Returns True if a layer may include another layer, or if both are the same."""
    same_level = next((layer.same_level_as for layer in LAYERS if layer.name == user), "")
    return LEVEL[used] <= LEVEL[user] and used != same_level


def folders_of_families() -> dict[str, set[str]]:
    """Returns the folders of the families. A family has a folder in the core, and a folder in the simulator that the
    other folders may include."""
    base, parts, families = FOLDERS["base"], FOLDERS["parts"], FOLDERS["families"]
    found: dict[str, set[str]] = {}
    for name in family_names():
        family = f"protocol/{name}"
        modes, routines = f"{family}/modes", f"{family}/routines"
        if not (ROOT / modes).is_dir():  # small enough for one folder, as shm
            found[family] = {base, parts}
        else:  # tests/lint/test_lint_calls.py keeps the files of the three free of cycles
            found[family] = {base, parts, modes, routines}
            found[modes] = {base, parts, family, routines}
            found[routines] = {base, parts, family}
        found[f"{families}/{name}"] = {base, parts, family, families} | {
            FOLDERS[module] for module in ("json", "expression", "model")}
    return found


# By folder, the folders that it includes in addition to itself.
MAY_INCLUDE = {
    FOLDERS[module]: {FOLDERS[one] for one in used} for layer in LAYERS for module, used in layer.modules.items()
} | folders_of_families()
# Each family has a profile, which includes the family's settings.
MAY_INCLUDE[FOLDERS["profiles"]] |= {f"protocol/{name}" for name in family_names()}


def module_of(folder: str) -> str:
    """Returns the folder of the module that a folder belongs to. Returns the first folder of the path if the folder is
    in no module."""
    while folder not in MAY_INCLUDE and "/" in folder:
        folder = folder.rpartition("/")[0]
    return folder


def checked_files() -> list[Source]:
    return [source for source in sources(*CPP) if source.path.startswith(("protocol/", "sim/"))]


def wrong_include(source: Source, target: str) -> str | None:
    """Returns the reason why a file of a folder in the table may not include a header of the project. None if it may.
    """
    folder, module = module_of(str(PurePosixPath(target).parent)), module_of(source.folder)
    if folder == module or folder in MAY_INCLUDE[module]:
        return None
    if not target.startswith(("protocol/", "sim/")):
        return f'{source.path}: "{target}" is no path of the project'
    user, used = layer_of(module), layer_of(target)
    order = "" if may_include(user, used) else f": {user} is below {used}, or on its level"
    return f'{source.path}: {module} may not include "{target}"{order}'


def wrong_includes() -> list[str]:
    """Returns the forbidden includes of files whose folder is in the table. The tests report files in other folders."""
    found = [wrong_include(source, target) for source in checked_files() if module_of(source.folder) in MAY_INCLUDE
             for target, angle in includes(source) if not angle]
    return [one for one in found if one]


def count_includes() -> Counter[tuple[str, str]]:
    """Returns the numbers of includes from one layer to another."""
    counts: Counter[tuple[str, str]] = Counter()
    for source in checked_files():
        user = layer_of(source.path)
        for target, angle in includes(source):
            if not angle and layer_of(target) != user:
                counts[user, layer_of(target)] += 1
    return counts


def print_counts() -> None:
    counts, names = count_includes(), [layer.name for layer in reversed(LAYERS)]
    print(f"{'includes':>9}", *(f"{name:>9}" for name in names))
    for user in names:
        print(f"{user:>9}", *(f"{counts[user, used] or '':>9}" for used in names))
    upwards = sum(number for (user, used), number in counts.items() if not may_include(user, used))
    print(f"against the order: {upwards}")


if __name__ == "__main__":
    if "--check" not in sys.argv:
        print_counts()
    wrong = wrong_includes()
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    sys.exit(1 if wrong else 0)
