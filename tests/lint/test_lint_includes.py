"""Includes between modules, compared with the table of layers."""

import re

import pytest
from layers import (FOLDERS, LAYERS, MAY_INCLUDE, checked_files, count_includes, layer_of, may_include, module_of,
                    wrong_include)
from lint_tree import CPP, ROOT, Source, expect_none, includes, sources

BASE, PARTS, COLLECTIVES = FOLDERS["base"], FOLDERS["parts"], FOLDERS["collectives"]


def folders(*modules: str) -> set[str]:
    return {FOLDERS[module] for module in modules}


# What runs a program's ranks in one process.
PROCESS = ("process", "process/entries")

# Other people's libraries, by the start of the header's name, and the folders that may use them.
LIBRARIES = {
    # A separate module, which no other folder includes or links: loading SimGrid costs more than a small run.
    "simgrid/": folders("simgrid", "mpi"),
    "smpi/": folders("mpi"),
    "mpi.h": folders("mpi", "mpi_exchange", "objects"),
    "elf.h": folders("cli", "mpi", *PROCESS),
    "xbt/": folders("simgrid", "mpi"),  # also SimGrid
    "dlfcn.h": folders("exchange", "platform", "components", "mpi", *PROCESS),  # loads it
    "linux/futex.h": folders("mpi"),  # how C++ waits for atomics
    "link.h": folders("mpi", *PROCESS),  # the functions that a program has been bound to
    "pthread.h": folders("mpi", *PROCESS),  # a program's threads, which are none of the system's
    "semaphore.h": folders("mpi"),
    "threads.h": folders("mpi"),
    "ucontext.h": folders("mpi", *PROCESS),
    "cxxabi.h": folders("mpi", *PROCESS),  # exceptions of each of them
    "linux/audit.h": folders("process"),  # exits by system calls
    "linux/filter.h": folders("process"),
    "linux/seccomp.h": folders("process"),
    "immintrin.h": folders("process"),  # lines of variables that differ
    "getopt.h": folders("process/entries"),  # functions of libc that the host replaces
    "langinfo.h": folders("process/entries"),
    "stdio_ext.h": folders("process/entries"),
    "dwarf.h": folders("mpi"),
    "elfutils/": folders("mpi"),  # reads the debug information of programs
    "unwind.h": folders("mpi", *PROCESS),  # who called a function of MPI through one of SMPI; where a rank died
    "nlohmann/": folders("json", "patterns", "program", "read", "families", "trace", "explore", "fuzz", "groups",
                         "library", "processes", "cli", "play", "mpi"),
    "emscripten.h": folders("play"),
    "CLI/": folders("cli"),
    "xxhash.h": folders("explore", "timed", "cli", "mpi"),
    "fnmatch.h": folders("platform"),
    # trial.cpp: SimGrid ends the process over a wrong platform file; progress lines are for terminals
    "unistd.h": folders("exchange", "simgrid", "output", "components", "cli", "mpi", *PROCESS),
    "fcntl.h": folders("output", "components", "cli", *PROCESS),
    "spawn.h": folders("components", "cli"),  # starts the launcher, compilers, and other programs of rmasim
    "malloc.h": folders("cli", "mpi", *PROCESS),  # what the heap is to do with its memory; how much of it something has
    # huge pages; marks, stacks; the end of a child
    "sys/": folders("engine", "exchange", "simgrid", "timed", "output", "components", "cli", "mpi", *PROCESS),
    "rmasim_commit.h": folders("cli"),  # ours, written by each build
    "rmasim_result_schema.h": folders("cli"),  # ours, from result.schema.json
    "fmt/": {folder for folder in MAY_INCLUDE if folder.startswith("sim/")},
}

# The core has no threads, clock, chance or files, and no container whose order differs between libraries.
NOT_IN_PROTOCOL = {
    "thread", "mutex", "shared_mutex", "atomic", "condition_variable", "future", "semaphore", "latch", "barrier",
    "stop_token", "chrono", "ctime", "random", "fstream", "iostream", "cstdio", "filesystem", "unordered_map",
    "unordered_set",
}


def system_violation(source: Source, target: str) -> str | None:
    for start, folders in LIBRARIES.items():
        if target.startswith(start):
            module = module_of(source.folder)
            return None if module in folders else f"{source.path}: {module} may not include <{target}>"
    standard = re.fullmatch(r"[a-z_]+", target)
    if not standard:
        return f"{source.path}: <{target}> is not of the standard library nor in the table of libraries"
    if source.path.startswith("protocol/") and target in NOT_IN_PROTOCOL:
        return f"{source.path}: the core may not include <{target}>"
    return None


def violations(files: list[Source]) -> list[str]:
    found = []
    for source in files:
        if module_of(source.folder) not in MAY_INCLUDE:
            found.append(f"{source.path}: {source.folder} is not in the table of folders")
            continue
        for target, angle in includes(source):
            problem = system_violation(source, target) if angle else wrong_include(source, target)
            if problem:
                found.append(problem)
    return found


def test_dependencies_point_inward():
    expect_none(violations(checked_files()))


def test_quoted_includes_are_paths_from_the_root():
    expect_none([f'{file.path}: "{target}"' for file in sources(*CPP) for target, angle in includes(file)
                 if not angle and not (ROOT / target).is_file()])


def test_the_tables_name_folders_that_exist():
    assert [folder for folder in MAY_INCLUDE if not (ROOT / folder).is_dir()] == []


def test_a_module_includes_only_its_own_layer_and_lower_ones():
    expect_none([f"{layer.name}/{module} may not include {used}" for layer in LAYERS
                 for module, all_used in layer.modules.items() for used in sorted(all_used)
                 if not may_include(layer.name, layer_of(FOLDERS[used]))])


def test_layers_include_only_lower_ones():
    assert [pair for pair in count_includes() if not may_include(*pair)] == []


def family(folder: str) -> str:
    """Returns the folder of the protocol family, because all folders of a family count as one module."""
    return "/".join(folder.split("/")[:2]) if folder.startswith("protocol/") else folder


def between_families() -> dict[str, set[str]]:
    between: dict[str, set[str]] = {}
    for folder, included in MAY_INCLUDE.items():
        between.setdefault(family(folder), set()).update(map(family, included))
    return {name: included - {name} for name, included in between.items()}


def test_families_do_not_know_each_other():
    families = {folder: included for folder, included in between_families().items() if folder.startswith("protocol/")}
    assert all(included <= {BASE, PARTS, COLLECTIVES} for included in families.values())


def test_there_is_no_circle():
    folders, settled = between_families(), set()
    while ready := {folder for folder in folders if folder not in settled and folders[folder] <= settled}:
        settled |= ready
    assert settled == set(folders)


# ---- The checks see what they should.

@pytest.mark.parametrize("path, line", [
    ("protocol/base/a.h", '#include "protocol/newrma/engine.h"'),
    ("protocol/base/a.h", '#include "sim/machine/engine/time.h"'),
    ("protocol/parts/a.h", '#include "protocol/newrma/config.h"'),
    ("protocol/shm/a.h", '#include "protocol/newrma/config.h"'),
    ("protocol/newrma/routines/a.h", '#include "protocol/newrma/modes/modes.h"'),
    ("sim/checkers/invariants/a.cpp", '#include "protocol/newrma/routines/supply.h"'),
    ("protocol/newrma/a.cpp", "#include <unordered_map>"),
    ("protocol/newrma/a.cpp", "#include <chrono>"),
    ("protocol/newrma/a.cpp", "# include <fmt/format.h>"),
    ("protocol/newrma/a.cpp", "#include <simgrid/s4u.hpp>"),
    ("protocol/unheard_of/a.cpp", "#include <string>"),
    ("sim/machine/engine/a.cpp", '#include "sim/timed/timed_run.h"'),
    ("sim/scenario/read/a.cpp", '#include "sim/machine/platform/platform.h"'),
    ("sim/timed/a.cpp", "#include <simgrid/s4u.hpp>"),
    ("sim/machine/network/a.cpp", "#include <simgrid/s4u.hpp>"),
    ("sim/machine/platform/a.cpp", '#include "sim/machine/simgrid/topology.h"'),
    ("sim/timed/a.cpp", "#include <nlohmann/json.hpp>"),
    ("sim/timed/a.cpp", "#include <CLI/CLI.hpp>"),
    ("sim/timed/a.cpp", "#include <boost/any.hpp>"),
])
def test_a_wrong_include_is_found(path, line):
    assert len(violations([Source(path, f"// A file.\n{line}\n#include <vector>\n")])) == 1


def test_both_files_of_a_wrong_include_are_named():
    said = wrong_include(Source("sim/machine/engine/a.h", ""), "sim/timed/timed_run.h")
    assert said == ('sim/machine/engine/a.h: sim/machine/engine may not include "sim/timed/timed_run.h": '
                    "machine is below timed, or on its level")


def test_a_right_include_passes():
    text = ('#include "sim/machine/engine/time.h"\n#include "sim/machine/platform/simgrid.h"\n'
            '#include <simgrid/s4u.hpp>\n')
    assert violations([Source("sim/machine/simgrid/a.cpp", text)]) == []
