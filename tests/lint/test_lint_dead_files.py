"""No file is unused: headers are included, sources are built."""

import re
from itertools import takewhile
from pathlib import PurePosixPath

from lint_tree import CPP, Source, all_files, expect_none, includes, sources


def unused_headers(files: list[Source]) -> list[str]:
    included = {target for file in files for target, angle in includes(file) if not angle and target != file.path}
    return [file.path for file in files if file.suffix == ".h" and file.path not in included]


def folders_built(text: str) -> list[str]:
    """Returns the folders of rmasim_library(name FOLDERS folder...) and rmasim_layer(layer MODULES module...). A
    variable stands for any folder."""
    found = []
    for kind, arguments in re.findall(r"^\s*rmasim_(library|layer)\(([^)]*)\)", text, re.MULTILINE):
        name, *words = arguments.split()
        listed = list(takewhile(lambda word: word != "NEEDS", words))[1:]  # behind FOLDERS or MODULES
        found += listed if kind == "library" else [f"sim/{name}/{module}" for module in listed] or [f"sim/{name}"]
    return [re.sub(r"\$\{\w+\}", "*", folder) for folder in found]


def built_patterns(cmake: Source) -> list[str]:
    """Returns the files that a CMakeLists.txt builds, as patterns: all files in the folders of libraries, globs, and
    sources by name."""
    text = re.sub(r"#[^\n]*", "", cmake.text)
    text = re.sub(r"\$\{(?:PROJECT|CMAKE|CMAKE_CURRENT)_SOURCE_DIR\}/", "", text)
    for name, value in re.findall(r"^set\((\w+) (\S+)\)", text, re.MULTILINE):  # a folder with a name
        text = text.replace(f"${{{name}}}/", f"{value}/")
    text = re.sub(r"\$\{\w+\}(?=\w*\.cpp)", "*", text)
    patterns = [f"{folder}/*.cpp" for folder in folders_built(text)]
    patterns += re.findall(r"(?<![\w${}/])([\w*/.-]+\.cpp)\b", text)
    return patterns if cmake.folder == "." else [f"{cmake.folder}/{pattern}" for pattern in patterns] + patterns


def matches(path: str, pattern: str) -> bool:
    wanted, parts = PurePosixPath(pattern).parts, PurePosixPath(path).parts
    return len(wanted) == len(parts) and PurePosixPath(path).match(pattern)


def unbuilt_sources(files: list[Source], cmake_files: list[Source]) -> list[str]:
    patterns = [pattern for cmake in cmake_files for pattern in built_patterns(cmake)]
    return [file.path for file in files
            if file.suffix == ".cpp" and not any(matches(file.path, pattern) for pattern in patterns)]


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
    cmake = [Source("CMakeLists.txt", "rmasim_library(a FOLDERS sim/a NEEDS b)\n"
                                      "rmasim_library(e_${one} FOLDERS sim/e/${one}\n  sim/f/${one}/deep NEEDS b)\n"
                                      "rmasim_layer(g MODULES one two NEEDS b)\n"
                                      "rmasim_layer(h NEEDS b)\n"
                                      "file(GLOB t ${folder}/*.cpp tests/unit/*.cpp)  # sim/d/*.cpp\n"
                                      "add_executable(x ${PROJECT_SOURCE_DIR}/sim/c/main.cpp)\n")]
    files = [Source(path, "") for path in ("sim/a/a.cpp", "sim/a/deep/a.cpp", "sim/b/a.cpp", "sim/c/main.cpp",
                                           "sim/c/other.cpp", "sim/d/a.cpp", "sim/e/a.cpp", "sim/e/one/a.cpp",
                                           "sim/f/one/a.cpp", "sim/f/one/deep/a.cpp", "sim/g/a.cpp", "sim/g/one/a.cpp",
                                           "sim/h/a.cpp", "tests/unit/a.cpp")]
    assert unbuilt_sources(files, cmake) == ["sim/a/deep/a.cpp", "sim/b/a.cpp", "sim/c/other.cpp", "sim/d/a.cpp",
                                             "sim/e/a.cpp", "sim/f/one/a.cpp", "sim/g/a.cpp"]
