"""No file is unused: headers are included, sources are built."""

import re
from pathlib import PurePosixPath

from tidy_tree import CPP, Source, all_files, expect_none, includes, sources


def unused_headers(files: list[Source]) -> list[str]:
    included = {target for file in files for target, angle in includes(file) if not angle and target != file.path}
    return [file.path for file in files if file.suffix == ".h" and file.path not in included]


def built_patterns(cmake: Source) -> list[str]:
    """What one CMakeLists.txt builds: all below the folders given to rmasim_library, globs, and sources by name."""
    text = re.sub(r"#[^\n]*", "", cmake.text)
    text = re.sub(r"\$\{(?:PROJECT|CMAKE|CMAKE_CURRENT)_SOURCE_DIR\}/", "", text)
    libraries = re.findall(r"^\s*rmasim_library(_tree)?\(\S+\s+([\w/${}]+)", text, re.MULTILINE)
    patterns = [re.sub(r"\$\{\w+\}", "*", folder) + ("/**" if tree else "/*.cpp")  # a variable is any folder
                for tree, folder in libraries]
    patterns += re.findall(r"(?<![\w${}/])([\w*/.-]+\.cpp)\b", text)
    return patterns if cmake.folder == "." else [f"{cmake.folder}/{pattern}" for pattern in patterns] + patterns


def matches(path: str, pattern: str) -> bool:
    if pattern.endswith("/**"):
        folder = PurePosixPath(pattern).parent
        return any(len(above.parts) == len(folder.parts) and above.match(str(folder))
                   for above in PurePosixPath(path).parents)
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
    cmake = [Source("CMakeLists.txt", "rmasim_library(a sim/a b)\n"
                                      "rmasim_library(e_${one} sim/e/${one} b)\n"
                                      "rmasim_library_tree(f_${one} sim/f/${one} b)\n"
                                      "file(GLOB t ${folder}/*.cpp tests/unit/*.cpp)  # sim/d/*.cpp\n"
                                      "add_executable(x ${PROJECT_SOURCE_DIR}/sim/c/main.cpp)\n")]
    files = [Source(path, "") for path in ("sim/a/a.cpp", "sim/a/deep/a.cpp", "sim/c/main.cpp", "sim/c/other.cpp",
                                           "sim/d/a.cpp", "sim/e/a.cpp", "sim/e/one/a.cpp", "sim/f/a.cpp",
                                           "sim/f/one/a.cpp", "sim/f/one/deep/a.cpp", "tests/unit/a.cpp")]
    assert unbuilt_sources(files, cmake) == ["sim/a/deep/a.cpp", "sim/c/other.cpp", "sim/d/a.cpp", "sim/e/a.cpp",
                                             "sim/f/a.cpp"]
