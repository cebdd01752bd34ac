"""The classes and files of the MPI library's objects are small: few public functions, short constructors, few includes
of the project."""

import re

import pytest
from lint_tree import CPP, Source, code_only, expect_none, includes, sources

FOLDERS = ("sim/mpi/objects/",)
MAX_PUBLIC_FUNCTIONS = 25
MAX_ARGUMENTS = 8
MAX_INCLUDES = 15

CLASS = re.compile(r"\b(class|struct)\s+(\w+)(?:\s*:[^{;]*)?\s*\{")
ACCESS = re.compile(r"\b(public|protected|private)\s*:")


def checked_files() -> list[Source]:
    return [source for folder in FOLDERS for source in sources(*CPP, under=folder)]


def end_of(code: str, opened: int, pair: str) -> int:
    """Returns the position behind the bracket that closes the one at `opened`."""
    depth = 0
    for at in range(opened, len(code)):
        depth += (code[at] == pair[0]) - (code[at] == pair[1])
        if depth == 0:
            return at + 1
    return len(code)


def without_bodies(code: str) -> str:
    """Returns the declarations of a class, without what is between their braces."""
    kept, at = "", 0
    while (opened := code.find("{", at)) >= 0:
        kept += code[at:opened] + ";"
        at = end_of(code, opened, "{}")
    return kept + code[at:]


def argument_count(arguments: str) -> int:
    flat, before = arguments, ""
    while flat != before:  # commas inside brackets do not separate arguments
        before, flat = flat, re.sub(r"<[^<>]*>|\([^()]*\)", "", flat)
    return flat.count(",") + 1 if flat.strip() not in ("", "void") else 0


def functions_of(name: str, code: str, is_struct: bool) -> list[tuple[str, str]]:
    """Returns the public functions of a class as (name, arguments)."""
    parts = ACCESS.split("public:" * is_struct + "private:" * (not is_struct) + code)
    public = without_bodies(" ".join(text for access, text in zip(parts[1::2], parts[2::2]) if access == "public"))
    found = []
    for statement in public.split(";"):
        match = re.search(r"(~?\w+|operator\s*[^\s(]+)\s*\(", statement)
        if match and not re.search(r"=\s*delete\s*$|\busing\b|\bfriend\b", statement):
            arguments = statement[match.end():end_of(statement, match.end() - 1, "()") - 1]
            found.append((match[1], arguments))
    return found


def classes(source: Source) -> list[tuple[str, list[tuple[str, str]]]]:
    """Returns the classes of a file with their public functions."""
    code = code_only(source.text)
    found = []
    for match in CLASS.finditer(code):
        body = code[match.end():end_of(code, match.end() - 1, "{}") - 1]
        found.append((match[2], functions_of(match[2], body, match[1] == "struct")))
    return found


def large_classes(files: list[Source]) -> list[str]:
    problems = []
    for file in files:
        for name, functions in classes(file):
            if len(functions) > MAX_PUBLIC_FUNCTIONS:
                problems.append(f"{file.path}: {name} has {len(functions)} public functions")
            problems += [f"{file.path}: a constructor of {name} has {count} arguments"
                         for function, arguments in functions
                         if function == name and (count := argument_count(arguments)) > MAX_ARGUMENTS]
    return problems


def many_includes(files: list[Source]) -> list[str]:
    counts = {file.path: sum(not bracket for _, bracket in includes(file)) for file in files}
    return [f"{path} includes {count} files of the project" for path, count in counts.items() if count > MAX_INCLUDES]


def test_classes_are_small():
    expect_none(large_classes(checked_files()))


def test_files_include_little():
    expect_none(many_includes(checked_files()))


def test_the_folders_have_classes():
    assert sum(len(functions) for file in checked_files() for _, functions in classes(file)) > 100


# ---- The measuring itself.

def header(functions: str) -> Source:
    return Source("sim/mpi/objects/a.h", f"class A : public B {{\npublic:\n{functions}\nprivate:\n    void g();\n}};\n")


@pytest.mark.parametrize("function", ["    int f(int a) const { return a ? 1 : g({2, 3}); }\n", "    void f();\n",
                                      "    std::map<int, int> f(std::vector<int> a = {}, int b = 0);\n"])
def test_a_large_class_is_found(function):
    assert large_classes([header(function * MAX_PUBLIC_FUNCTIONS)]) == []
    assert len(large_classes([header(function * (MAX_PUBLIC_FUNCTIONS + 1))])) == 1


def test_a_long_constructor_is_found():
    arguments = ["std::map<int, int> a", "void (*b)(int, int)"]
    assert large_classes([header(f"    A({', '.join(arguments * 4)}) : x_(1) {{}}")]) == []
    assert len(large_classes([header(f"    A({', '.join(arguments * 4)}, int last) : x_(1) {{}}")])) == 1


def test_many_includes_are_found():
    line = '#include "sim/a.h"\n'
    assert many_includes([Source("sim/a.cpp", "#include <map>\n" + line * MAX_INCLUDES)]) == []
    assert len(many_includes([Source("sim/a.cpp", line * (MAX_INCLUDES + 1))])) == 1
