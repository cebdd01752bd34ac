"""Who may include whom. The tables are the architecture; a new folder gets its line here first."""

import re
from pathlib import PurePosixPath

import pytest
from tidy_tree import CPP, ROOT, Source, expect_none, family_names, includes, sources

BASE, PARTS = "protocol/base", "protocol/parts"
JSON, EXPRESSION, MODEL = "sim/input/json", "sim/input/expression", "sim/input/model"
PATTERNS, PROGRAM, READ = "sim/input/patterns", "sim/input/program", "sim/input/read"
FAMILIES = "sim/families"

# Each folder includes itself, and these.
MAY_INCLUDE = {
    BASE: set(),
    PARTS: {BASE},
    "protocol/memmodel": {BASE},
    "sim/engine": {BASE},
    JSON: {EXPRESSION},  # a text in place of a number is an expression over parameters
    EXPRESSION: set(),
    MODEL: {BASE, JSON, EXPRESSION},
    # The interface. Its list of families declares their functions and includes none of their headers.
    FAMILIES: {BASE, PARTS, JSON, EXPRESSION, MODEL},
    PATTERNS: {JSON, MODEL},
    PROGRAM: {BASE, JSON, EXPRESSION, MODEL, PATTERNS, FAMILIES},
    READ: {JSON, MODEL, PROGRAM, FAMILIES},
    "sim/arena": {BASE},
    "sim/memory": {BASE, "protocol/memmodel", "sim/arena", JSON, EXPRESSION, MODEL},
    "sim/platform": {BASE, "sim/engine", JSON, MODEL},
    "sim/simgrid": {"sim/engine", "sim/platform", JSON},
    "sim/faults": {EXPRESSION, MODEL, FAMILIES, "sim/diagnosis", "sim/engine", "sim/ranks"},
    "sim/network": {BASE, JSON, EXPRESSION, "sim/engine", "sim/faults", "sim/platform"},
    "sim/output": {JSON},
    "sim/trace": {BASE, JSON, "sim/engine", "sim/output"},
    "sim/ranks": {BASE, JSON, MODEL, "sim/engine", "sim/memory"},
    "sim/diagnosis": {BASE, FAMILIES, "sim/ranks"},
    "sim/check": {BASE, FAMILIES, "sim/ranks"},
    "sim/usage": {BASE, MODEL, "sim/check", "sim/memory", "sim/ranks"},
    "sim/semantics": {BASE, "protocol/memmodel", MODEL, FAMILIES, "sim/memory", "sim/ranks"},
    "sim/untimed": {BASE, JSON, MODEL, FAMILIES, "sim/diagnosis", "sim/faults", "sim/memory", "sim/ranks",
                    "sim/semantics", "sim/usage"},
    "sim/explore": {BASE, JSON, MODEL, FAMILIES, "sim/arena", "sim/check", "sim/memory", "sim/ranks", "sim/run",
                    "sim/semantics", "sim/untimed"},
    "sim/run": {BASE, JSON, MODEL, PROGRAM, FAMILIES, "sim/check", "sim/diagnosis", "sim/engine", "sim/faults",
                "sim/memory", "sim/network", "sim/platform", "sim/ranks", "sim/semantics", "sim/trace", "sim/usage"},
    "sim/fuzz": {BASE, PARTS, JSON, EXPRESSION, MODEL, READ, FAMILIES, "sim/check", "sim/ranks", "sim/untimed"},
    "sim/groups": {JSON, EXPRESSION, MODEL, READ, "sim/explore", "sim/run"},
    "sim/library": {JSON, MODEL, READ, "sim/explore", "sim/groups", "sim/run", "sim/trace"},
    "sim/cli": {JSON, MODEL, READ, FAMILIES, "sim/arena", "sim/engine", "sim/explore", "sim/fuzz", "sim/groups",
                "sim/library", "sim/output", "sim/run", "sim/untimed"},
}
# Families in three rooms; test_tidy_calls.py keeps their files free of cycles.
for name in ("newrma", "oldqueue", "ch3", "synccount"):
    family = f"protocol/{name}"
    modes, routines = f"{family}/modes", f"{family}/routines"
    MAY_INCLUDE[family] = {BASE, PARTS, modes, routines}
    MAY_INCLUDE[modes] = {BASE, PARTS, family, routines}
    MAY_INCLUDE[routines] = {BASE, PARTS, family}
# A family is a folder of the core and one of the simulator, which it shows to the rest.
for name in family_names():
    family = f"protocol/{name}"
    MAY_INCLUDE.setdefault(family, {BASE, PARTS})
    MAY_INCLUDE[f"{FAMILIES}/{name}"] = {BASE, PARTS, family, JSON, EXPRESSION, MODEL, FAMILIES}

# Other people's libraries, by the start of the header's name, and the folders that may use them.
LIBRARIES = {
    # A separate module, which no other folder includes or links: loading SimGrid costs more than a small run.
    "simgrid/": {"sim/simgrid"},
    "xbt/": {"sim/simgrid"},  # also SimGrid
    "dlfcn.h": {"sim/platform"},  # loads it
    "nlohmann/": {JSON, PATTERNS, PROGRAM, READ, FAMILIES, "sim/trace", "sim/explore", "sim/fuzz", "sim/groups",
                  "sim/library", "sim/cli"},
    "CLI/": {"sim/cli"},
    "xxhash.h": {"sim/explore", "sim/run", "sim/trace", "sim/cli"},
    # trial.cpp: SimGrid ends the process over a wrong platform file; progress lines are for terminals
    "fnmatch.h": {"sim/platform"},
    "unistd.h": {"sim/simgrid", "sim/output", "sim/cli"},
    "fcntl.h": {"sim/output"},
    "malloc.h": {"sim/cli"},  # what the heap is to do with its memory
    "sys/": {"sim/engine", "sim/simgrid", "sim/run", "sim/output", "sim/cli"},  # sim/engine: huge pages
    "rmasim_commit.h": {"sim/cli"},  # ours, written by each build
    "fmt/": {folder for folder in MAY_INCLUDE if folder.startswith("sim/")},
}

# The core has no threads, clock, chance or files, and no container whose order differs between libraries.
NOT_IN_PROTOCOL = {
    "thread", "mutex", "shared_mutex", "atomic", "condition_variable", "future", "semaphore", "latch", "barrier",
    "stop_token", "chrono", "ctime", "random", "fstream", "iostream", "cstdio", "filesystem", "unordered_map",
    "unordered_set",
}


def folder_violation(source: Source, target: str) -> str | None:
    folder = str(PurePosixPath(target).parent)
    if folder == source.folder or folder in MAY_INCLUDE[source.folder]:
        return None
    return f'{source.path}: {source.folder} may not include "{target}"'


def system_violation(source: Source, target: str) -> str | None:
    for start, folders in LIBRARIES.items():
        if target.startswith(start):
            return None if source.folder in folders else f"{source.path}: {source.folder} may not include <{target}>"
    standard = re.fullmatch(r"[a-z_]+", target)
    if not standard:
        return f"{source.path}: <{target}> is not of the standard library nor in the table of libraries"
    if source.path.startswith("protocol/") and target in NOT_IN_PROTOCOL:
        return f"{source.path}: the core may not include <{target}>"
    return None


def violations(files: list[Source]) -> list[str]:
    found = []
    for source in files:
        if source.folder not in MAY_INCLUDE:
            found.append(f"{source.path}: {source.folder} is not in the table of folders")
            continue
        for target, angle in includes(source):
            problem = system_violation(source, target) if angle else folder_violation(source, target)
            if problem:
                found.append(problem)
    return found


def checked_files() -> list[Source]:
    return [file for file in sources(*CPP) if file.path.startswith(("protocol/", "sim/"))]


def test_dependencies_point_inward():
    expect_none(violations(checked_files()))


def test_quoted_includes_are_paths_from_the_root():
    expect_none([f'{file.path}: "{target}"' for file in sources(*CPP) for target, angle in includes(file)
                 if not angle and not (ROOT / target).is_file()])


def test_the_tables_name_folders_that_exist():
    assert [folder for folder in MAY_INCLUDE if not (ROOT / folder).is_dir()] == []


def family(folder: str) -> str:
    """The rooms of a protocol family are one."""
    return "/".join(folder.split("/")[:2]) if folder.startswith("protocol/") else folder


def between_families() -> dict[str, set[str]]:
    between: dict[str, set[str]] = {}
    for folder, included in MAY_INCLUDE.items():
        between.setdefault(family(folder), set()).update(map(family, included))
    return {name: included - {name} for name, included in between.items()}


def test_families_do_not_know_each_other():
    families = {folder: included for folder, included in between_families().items() if folder.startswith("protocol/")}
    assert all(included <= {BASE, PARTS} for included in families.values())


def test_there_is_no_circle():
    folders, settled = between_families(), set()
    while ready := {folder for folder in folders if folder not in settled and folders[folder] <= settled}:
        settled |= ready
    assert settled == set(folders)


# ---- The checks see what they should.

@pytest.mark.parametrize("path, line", [
    ("protocol/base/a.h", '#include "protocol/newrma/engine.h"'),
    ("protocol/base/a.h", '#include "sim/engine/time.h"'),
    ("protocol/parts/a.h", '#include "protocol/newrma/config.h"'),
    ("protocol/shm/a.h", '#include "protocol/newrma/config.h"'),
    ("protocol/newrma/routines/a.h", '#include "protocol/newrma/modes/fence.h"'),
    ("sim/check/a.cpp", '#include "protocol/newrma/routines/supply.h"'),
    ("protocol/newrma/a.cpp", "#include <unordered_map>"),
    ("protocol/newrma/a.cpp", "#include <chrono>"),
    ("protocol/newrma/a.cpp", "# include <fmt/format.h>"),
    ("protocol/newrma/a.cpp", "#include <simgrid/s4u.hpp>"),
    ("protocol/unheard_of/a.cpp", "#include <string>"),
    ("sim/engine/a.cpp", '#include "sim/run/simulation.h"'),
    ("sim/input/read/a.cpp", '#include "sim/platform/platform.h"'),
    ("sim/run/a.cpp", "#include <simgrid/s4u.hpp>"),
    ("sim/network/a.cpp", "#include <simgrid/s4u.hpp>"),
    ("sim/platform/a.cpp", '#include "sim/simgrid/topology.h"'),
    ("sim/run/a.cpp", "#include <nlohmann/json.hpp>"),
    ("sim/run/a.cpp", "#include <CLI/CLI.hpp>"),
    ("sim/run/a.cpp", "#include <boost/any.hpp>"),
])
def test_a_wrong_include_is_found(path, line):
    assert len(violations([Source(path, f"// A file.\n{line}\n#include <vector>\n")])) == 1


def test_a_right_include_passes():
    text = '#include "sim/engine/time.h"\n#include "sim/platform/simgrid.h"\n#include <simgrid/s4u.hpp>\n'
    assert violations([Source("sim/simgrid/a.cpp", text)]) == []
