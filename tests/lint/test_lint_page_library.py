"""The page of `rmasim play` is compiled with an older standard library. sim/frontend/play/libcxx adds the functions of
std::ranges that this library lacks."""

import re

from lint_tree import CPP, Source, all_files, expect_none, sources

ADDED = "sim/frontend/play/libcxx/algorithm"
# Folders that the page does not contain: programs of MPI, the generator of random programs, and other subcommands.
ELSEWHERE = ("sim/mpi/", "sim/process/", "sim/untimed/fuzz/", "sim/frontend/cli/", "sim/frontend/processes/",
             "sim/frontend/components/")
USED = re.compile(r"\bstd::ranges::(\w+)")
DEFINED = re.compile(r"^constexpr [\w&]+ (\w+)\(", re.MULTILINE)


def missing_functions(files: list[Source], added: str) -> list[str]:
    defined = set(DEFINED.findall(added))
    return [f"{file.path}: std::ranges::{name} is not in {ADDED}" for file in files
            if not file.path.startswith(ELSEWHERE) for name in sorted(set(USED.findall(file.text)) - defined)]


def test_functions_of_ranges_are_in_the_library_of_the_page():
    added = next(file.text for file in all_files() if file.path == ADDED)
    files = [file for file in sources(*CPP) if file.path.startswith(("sim/", "protocol/"))]
    assert files
    expect_none(missing_functions(files, added))


def test_a_missing_function_is_found():
    files = [Source("sim/json/a.cpp", "std::ranges::find(all, 1); std::ranges::rotate(all, first);"),
             Source("sim/mpi/b.cpp", "std::ranges::rotate(all, first);")]
    found = missing_functions(files, "template <class Range>\nconstexpr auto find(Range&& range) {")
    assert found == [f"sim/json/a.cpp: std::ranges::rotate is not in {ADDED}"]
