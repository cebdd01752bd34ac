"""Words that the code must not contain: sources of differences between two runs, and paths of a particular machine."""

import re

import pytest
from lint_tree import CPP, Source, all_files, code_only, expect_none, sources

# The only files that may use wall-clock time: the command line prints how long a run took, a program's computation may
# be measured, before MPI_Init a program gets the real time, and a shared run reports how long its processes wait for
# each other.
MAY_USE_CLOCKS = ("sim/frontend/cli/", "sim/mpi/exec.cpp", "sim/mpi/computation.cpp",
                  "sim/mpi/explored/explore_orders.cpp",
                  "sim/mpi/smpi/time_functions.cpp", "sim/machine/exchange/packet_exchange.cpp",
                  "sim/frontend/processes/run_shared.cpp")

CLOCKS = re.compile(
    r"\b(?:system_clock|steady_clock|high_resolution_clock|gettimeofday|clock_gettime)\b"
    r"|(?:std)?::(?:time|clock)\(|\btime\((?:0|NULL|nullptr|&)"
)
CHANCE = re.compile(r"\b(?:random_device|mt19937(?:_64)?|default_random_engine|\w+_distribution)\b|(?<![\w.>])s?rand\(")
UNORDERED = re.compile(r"\bunordered_\w+")

# Folders that exist only on one machine.
MACHINE_FOLDERS = ("home", "root", "work", "tmp", "mnt", "Users", "workspace")
MACHINE_PATH = re.compile(r"(?<![\w.~/$}<>*-])/(?:" + "|".join(MACHINE_FOLDERS) + r")(?:/|\b)")


def hits(source: Source, pattern: re.Pattern, text: str, what: str) -> list[str]:
    return [f"{source.path}:{text.count(chr(10), 0, hit.start()) + 1}: {what}: {hit.group()}"
            for hit in pattern.finditer(text)]


def unrepeatable(files: list[Source]) -> list[str]:
    found = []
    for source in files:
        code = code_only(source.text)
        found += hits(source, CHANCE, code, "chance that the seed does not decide")
        found += hits(source, UNORDERED, code, "an order that differs between libraries")
        if not source.path.startswith(MAY_USE_CLOCKS):
            found += hits(source, CLOCKS, code, "the time of day")
    return found


def machine_paths(files: list[Source]) -> list[str]:
    return [hit for source in files for hit in hits(source, MACHINE_PATH, source.text, "a path of one machine")]


def test_runs_repeat():
    expect_none(unrepeatable([file for file in sources(*CPP) if file.path.startswith(("protocol/", "sim/"))]))


def test_no_machine_is_named():
    expect_none(machine_paths(all_files()))


# ---- The checks see what they should.

@pytest.mark.parametrize("code", [
    "std::unordered_map<int, int> seen;",
    "std::mt19937 generator(seed);",
    "std::uniform_int_distribution<int> pick(0, 9);",
    "int x = rand();",
    "std::srand(7);",
    "auto now = std::chrono::steady_clock::now();",
    "auto now = std::time(nullptr);",
    "auto now = time(0);",
])
def test_an_unrepeatable_word_is_found(code):
    assert unrepeatable([Source("sim/timed/a.cpp", f"// A.\n{code}\n")]) != []


def test_other_uses_of_the_words_pass():
    code = '// rand() and time(0)\nTime time() const;\nauto a = queue.time();\nauto b = operand(1);\n"steady_clock";\n'
    assert unrepeatable([Source("sim/timed/a.cpp", code)]) == []
    assert unrepeatable([Source("sim/frontend/cli/a.cpp", "std::chrono::steady_clock::now();\n")]) == []


@pytest.mark.parametrize("folder", MACHINE_FOLDERS)
def test_a_machine_path_is_found(folder):
    assert len(machine_paths([Source("README.md", f"see `/{folder}/me/notes`\n")])) == 1


def test_other_paths_pass():
    text = "/usr/bin/python3, build/tmp/x, ../home/x, ${root}/home, https://a.example/home/x, </root>\n"
    assert machine_paths([Source("README.md", text)]) == []
