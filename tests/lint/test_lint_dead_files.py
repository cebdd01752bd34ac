"""No file is unused: headers are included, sources are built."""

import re
from dataclasses import dataclass
from itertools import takewhile

from lint_tree import CPP, Source, all_files, expect_none, includes, sources


def unused_headers(files: list[Source]) -> list[str]:
    included = {target for file in files for target, angle in includes(file) if not angle and target != file.path}
    return [file.path for file in files if file.suffix == ".h" and file.path not in included]


@dataclass(frozen=True)
class Selection:
    """Sources that CMake builds: those that a pattern matches, except those in which a regular expression is found. In
    a pattern, * does not cross a slash, and ** is all files of a folder and below it."""

    pattern: str
    but: str = ""

    def contains(self, path: str) -> bool:
        pattern = re.escape(self.pattern).replace(r"\*\*", ".+").replace(r"\*", "[^/]*")
        return re.fullmatch(pattern, path) is not None and not (self.but and re.search(self.but, path))


def sources_of_target(arguments: str) -> list[Selection]:
    """Reads rmasim_target(name TYPE folder or file... [EXCEPT regular expression] ...). A variable stands for any
    folder."""
    keywords = ("EXCEPT", "NEEDS", "ONCE", "RARELY", "IN_MODULE")
    words = takewhile(lambda word: word not in keywords, arguments.split()[2:])
    but = re.search(r'EXCEPT "([^"]+)"', arguments)
    patterns = [re.sub(r"\$\{\w+\}", "*", word) for word in words]
    return [Selection(pattern if "." in pattern else f"{pattern}/**", but[1] if but else "") for pattern in patterns]


def built(cmake: Source) -> list[Selection]:
    """Returns the sources that a CMakeLists.txt builds: those of targets, globs, and sources by name."""
    text = re.sub(r"#[^\n]*", "", cmake.text)
    text = re.sub(r"\$\{(?:PROJECT|CMAKE|CMAKE_CURRENT)_SOURCE_DIR\}/", "", text)
    for name, value in re.findall(r"^set\((\w+) (\S+)\)", text, re.MULTILINE):  # a folder with a name
        text = text.replace(f"${{{name}}}/", f"{value}/")
    found = []
    target, recursive = r'^\s*rmasim_target\(((?:"[^"]*"|[^")])*)\)', r"file\(GLOB_RECURSE (\w+)([^)]*)\)"
    for arguments in re.findall(target, text, re.MULTILINE):
        found += sources_of_target(arguments)
    if cmake.folder != "tests":  # which compiles copies of the core
        for variable, patterns in re.findall(recursive, text):
            but = re.search(rf'list\(FILTER {variable} EXCLUDE REGEX "([^"]+)"\)', text)
            found += [Selection(f"{folder}/**", but[1] if but else "")
                      for folder in re.findall(r"(\S+)/\*\.cpp", patterns)]
    text = re.sub(recursive, "", re.sub(target, "", text, flags=re.MULTILINE))
    text = re.sub(r"\$\{\w+\}(?=\w*\.cpp)", "*", text)
    named = re.findall(r"(?<![\w${}/])([\w*/.-]+\.cpp)\b", text)
    if cmake.folder != ".":
        named += [f"{cmake.folder}/{name}" for name in named]
    return found + [Selection(name) for name in named]


def unbuilt_sources(files: list[Source], cmake_files: list[Source]) -> list[str]:
    selections = [selection for cmake in cmake_files for selection in built(cmake)]
    return [file.path for file in files
            if file.suffix == ".cpp" and not any(selection.contains(file.path) for selection in selections)]


def cmake_files() -> list[Source]:
    return [file for file in all_files() if file.path.endswith(("CMakeLists.txt", ".cmake"))]


def test_every_header_is_included():
    expect_none(unused_headers(sources(*CPP, ".c")))


def test_every_source_is_built():
    expect_none(unbuilt_sources(sources(*CPP), cmake_files()))


# ---- The checks see what they should.

def test_an_unused_header_is_found():
    files = [Source("a/used.h", ""), Source("a/alone.h", '#include "a/alone.h"\n'),
             Source("a/a.cpp", '#include "a/used.h"\n')]
    assert unused_headers(files) == ["a/alone.h"]


def test_an_unbuilt_source_is_found():
    cmake = [Source("CMakeLists.txt", "rmasim_target(a STATIC sim/a EXCEPT \"a/(left|out)/|_not.cpp\" NEEDS b)\n"
                                      "rmasim_target(e_${one} STATIC sim/e/${one}\n  sim/f/${one}.cpp NEEDS b)\n"
                                      "file(GLOB t ${folder}/*.cpp tests/unit/*.cpp)  # sim/d/*.cpp\n"
                                      "file(GLOB_RECURSE g CONFIGURE_DEPENDS sim/g/*.cpp)\n"
                                      "list(FILTER g EXCLUDE REGEX \"g/no/\")\n"
                                      "add_executable(x ${PROJECT_SOURCE_DIR}/sim/c/main.cpp)\n"),
             Source("tests/CMakeLists.txt", "file(GLOB_RECURSE copies sim/h/*.cpp)\nadd_executable(y unit.cpp)\n")]
    files = [Source(path, "") for path in ("sim/a/a.cpp", "sim/a/deep/a.cpp", "sim/a/left/a.cpp", "sim/a/a_not.cpp",
                                           "sim/b/a.cpp", "sim/c/main.cpp", "sim/c/other.cpp", "sim/d/a.cpp",
                                           "sim/e/a.cpp", "sim/e/one/a.cpp", "sim/f/one.cpp", "sim/f/one/a.cpp",
                                           "sim/g/a.cpp", "sim/g/yes/a.cpp", "sim/g/no/a.cpp", "sim/h/a.cpp",
                                           "tests/unit/a.cpp", "tests/unit/deep/a.cpp", "tests/unit.cpp")]
    assert unbuilt_sources(files, cmake) == ["sim/a/left/a.cpp", "sim/a/a_not.cpp", "sim/b/a.cpp", "sim/c/other.cpp",
                                             "sim/d/a.cpp", "sim/e/a.cpp", "sim/f/one/a.cpp", "sim/g/no/a.cpp",
                                             "sim/h/a.cpp", "tests/unit/deep/a.cpp"]
