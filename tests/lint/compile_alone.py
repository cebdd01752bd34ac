#!/usr/bin/python3
"""Compiles files of C++ alone. Builds compile whole folders as one unit, so they do not show a file that uses a header
which only another file includes. Headers are compiled as if they were sources.

    tests/lint/compile_alone.py FILE...           these files
    tests/lint/compile_alone.py --changed COMMIT  the files that have changed since the commit, and the files that
                                                  include them directly, at most 40 of each
    tests/lint/compile_alone.py --all             all files of protocol/, sim/ and tests/

The flags are those of build/release, or of the folder that --build names. This folder must be configured. Exit code 1
if a file does not compile, 2 if there are no flags.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from lint_tree import CPP, ROOT, includes, sources

MOST = 40
KEPT = ("-I", "-D", "-std", "-f")
FOLDERS = ("protocol/", "sim/", "tests/")
# Files that are compiled for other machines or with headers that are not installed.
LEFT_OUT = {
    "sim/frontend/play/answer.cpp": "emscripten",
    "sim/frontend/play/program.cpp": "emscripten",
    "tests/process/programs": "programs under test",
}


def is_code(path: str) -> bool:
    return Path(path).suffix in CPP and path.startswith(FOLDERS) and not any(path.startswith(one) for one in LEFT_OUT)


def kept_flags(command: str) -> list[str]:
    """Returns the flags of a compile command that decide which headers and definitions a file sees."""
    words, kept = shlex.split(command), []
    for number, word in enumerate(words):
        if word == "-isystem":
            kept.append("".join(words[number:number + 2]))  # one word, so that a repetition is dropped as a whole
        elif word.startswith(KEPT) and not word.startswith(("-fsanitize", "-flto", "-ffat")):
            kept.append(word)
    return kept


def flags_by_folder(build: Path) -> dict[str, list[str]]:
    """Returns the flags by the folder of the files. A unit of a unity build includes the files that it consists of."""
    found: dict[str, list[str]] = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        file = Path(entry["directory"], entry["file"])
        names = [str(file)]
        if "/Unity/" in entry["file"] and file.is_file():
            names = re.findall(r'#include "([^"]+)"', file.read_text(encoding="utf-8"))
        for name in names:
            path = os.path.relpath(name, ROOT)
            if not path.startswith(".."):
                flags = found.setdefault(os.path.dirname(path), [])
                flags += [flag for flag in kept_flags(entry["command"]) if flag not in flags]
    return found


def flags_of(path: str, by_folder: dict[str, list[str]]) -> list[str]:
    """Returns the flags of the file's folder, or of the nearest folder above that has flags."""
    folder = os.path.dirname(path)
    while folder and folder not in by_folder:
        folder = os.path.dirname(folder)
    return by_folder.get(folder, next(iter(by_folder.values())))


def compile_one(compiler: str, path: str, flags: list[str]) -> str:
    """Returns the errors of the compiler; empty if the file compiles."""
    finished = subprocess.run([compiler, "-fsyntax-only", "-w", "-x", "c++", *flags, str(ROOT / path)],
                              capture_output=True, text=True, check=False)
    return "" if finished.returncode == 0 else finished.stderr or f"{path}: code {finished.returncode}"


def changed_since(commit: str) -> list[str]:
    """Returns the changed files, and the files that include them directly. Of each, at most MOST, the first by name."""
    listing = subprocess.run(["git", "diff", "--name-only", "--diff-filter=d", commit], cwd=ROOT, check=True,
                             capture_output=True, text=True).stdout.split()
    changed = sorted(path for path in listing if is_code(path))
    users = sorted(file.path for file in sources(*CPP) if is_code(file.path) and file.path not in changed
                   and any(target in changed for target, _ in includes(file)))
    for kind, some in (("changed", changed), ("that include a changed file", users)):
        if len(some) > MOST:
            print(f"compile_alone: {MOST} of {len(some)} files {kind}; --all compiles all")
    return changed[:MOST] + users[:MOST]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--changed", metavar="COMMIT")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--compiler", default="clang++" if shutil.which("clang++") else "g++")
    arguments = parser.parse_args()
    if not (arguments.build / "compile_commands.json").is_file():
        print(f"compile_alone: {arguments.build} is not configured: it has no compile_commands.json", file=sys.stderr)
        return 2
    paths = list(arguments.files)
    if arguments.changed:
        paths += changed_since(arguments.changed)
    if arguments.all:
        paths += [file.path for file in sources(*CPP) if is_code(file.path)]
    by_folder = flags_by_folder(arguments.build)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        errors = list(workers.map(lambda path: compile_one(arguments.compiler, path, flags_of(path, by_folder)), paths))
    for path, error in zip(paths, errors, strict=True):
        if error:
            print(f"{path} does not compile alone:\n{error}", file=sys.stderr)
    failed = sum(map(bool, errors))
    print(f"compile_alone: {len(paths) - failed} of {len(paths)} files compile alone")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
