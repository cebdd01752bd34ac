"""How a file looks: what every reader of the tree may rely on."""

import pytest
from tidy_tree import CPP, Source, all_files, expect_none

MOST_COLUMNS = 120
PROSE = {".md", ".json", ".csv", ".txt", ".seq", ".html", ".xml", ".ipynb"}  # lines as long as they need to be
DRAWN = {".svg"}  # by a program, as it likes


def is_code(source: Source) -> bool:
    return source.suffix not in PROSE and source.path != "LICENSE"


def line_problems(source: Source) -> list[str]:
    found = []
    for number, line in enumerate(source.lines, start=1):
        where = f"{source.path}:{number}"
        if is_code(source) and len(line) > MOST_COLUMNS:
            found.append(f"{where}: {len(line)} columns")
        if "\t" in line:
            found.append(f"{where}: a tab")
        if line != line.rstrip():
            found.append(f"{where}: blanks at the end")
    return found


def file_problems(source: Source) -> list[str]:
    found = []
    if source.text and not source.text.endswith("\n"):
        found.append(f"{source.path}: no newline at the end")
    if source.suffix in CPP and not source.text.startswith(("//", "#include")):
        found.append(f"{source.path}: starts with neither a comment nor an include")
    if source.suffix == ".h" and source.lines.count("#pragma once") != 1:
        found.append(f"{source.path}: #pragma once is wanted, once")
    return found


def problems(files: list[Source]) -> list[str]:
    return [problem for source in files if source.suffix not in DRAWN
            for problem in file_problems(source) + line_problems(source)]


def test_layout():
    expect_none(problems(all_files()))


# ---- The checks see what they should.

@pytest.mark.parametrize("path, text", [
    ("sim/a.cpp", "int x;\n"),
    ("sim/a.cpp", "// A.\nint x; \n"),
    ("sim/a.cpp", "// A.\n\tint x;\n"),
    ("sim/a.cpp", "// A.\nint x;"),
    ("sim/a.cpp", "// " + "A" * (MOST_COLUMNS - 2) + "\n"),
    ("sim/a.h", "// A.\nint x;\n"),
    ("CMakeLists.txt", "project(x) \n"),
    ("README.md", "# A\tb\n"),
])
def test_a_problem_is_found(path, text):
    assert len(problems([Source(path, text)])) == 1


def test_good_files_pass():
    assert problems([Source("sim/a.h", "// A.\n#pragma once\n"), Source("sim/a.cpp", "// " + "A" * 117 + "\n"),
                     Source("README.md", "A" * 500 + "\n")]) == []
