"""The project's files for the lint tests, and a reader of C++ that is sufficient for their measurements. Each file is
read and parsed once for all tests. A test must not change the result."""

import os
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]

CPP = {".cpp", ".h"}
SKIPPED = {".git", "__pycache__", ".pytest_cache", ".hypothesis", ".cache"}


@dataclass(frozen=True)
class Source:
    """A file: its path from the project's root, and its text."""

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def suffix(self) -> str:
        return PurePosixPath(self.path).suffix

    @cached_property
    def folder(self) -> str:
        return str(PurePosixPath(self.path).parent)


def family_names() -> list[str]:
    """Returns the names of the protocol families. Each family has a folder in sim/scenario/families."""
    return sorted(path.name for path in (ROOT / "sim" / "scenario" / "families").iterdir() if path.is_dir())


@cache
def all_files() -> list[Source]:
    """Returns every text file of the project, ordered by path, except builds and caches."""
    found = []
    for path in sorted(paths_of_files()):
        try:
            found.append(Source(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue  # a picture
    return found


def paths_of_files() -> list[Path]:
    """Yields the paths of files. Folders of builds are not entered, because they have more files than all others."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        at_root = Path(folder) == ROOT
        folders[:] = [name for name in folders
                      if name not in SKIPPED and not (at_root and name.startswith("build"))]
        found += [path for name in files if (path := Path(folder, name)).is_file() and name not in SKIPPED
                  and not (at_root and name.startswith("build"))]
    return found


def expect_none(problems: list[str]) -> None:
    """Fails if there are problems, and prints each of them on a line."""
    assert not problems, "\n" + "\n".join(problems)


def sources(*suffixes: str, under: str = "") -> list[Source]:
    return [source for source in all_files() if source.suffix in suffixes and source.path.startswith(under)]


TOKEN = re.compile(
    r"""
      //[^\n]*
    | /\*.*?\*/
    | R"(?P<fence>[^(\s]*)\(.*?\)(?P=fence)"
    | "(?:\\.|[^"\\\n])*"
    | (?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'      # not the mark inside 1'000'000
    """,
    re.VERBOSE | re.DOTALL,
)


@cache
def code_only(text: str) -> str:
    """Returns C++ text with blanks instead of comments and literals, so that every other character keeps its position.
    """
    return TOKEN.sub(lambda token: re.sub(r"[^\n]", " ", token.group()), text)


INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


@cache
def includes(source: Source) -> list[tuple[str, bool]]:
    """Returns the includes of a C++ file, as (path, True if in angle brackets)."""
    return [(path, bracket == "<") for bracket, path in INCLUDE.findall(source.text)]


@dataclass(frozen=True)
class Function:
    name: str
    first_line: int
    lines: int
    owner: str = ""  # the class it belongs to, wherever it is defined; of a free function ""
    body: str = ""  # with comments and literals blanked


SCOPE = re.compile(r"(?:^|\s)(?:namespace|class|struct|union|enum|extern)\b")
CONSTRUCTOR_LIST = re.compile(r"\)\s*(?:noexcept\s*)?:(?!:).*[\w>]\s*$", re.DOTALL)


@cache
def functions(text: str) -> list[Function]:
    """Returns the functions that are defined at namespace or class level, including lambdas inside them. The search
    counts braces: the text since the end of the last statement determines the kind of an opening brace."""
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda line: re.sub(r"[^\n]", " ", line.group()), code_only(text),
                  flags=re.MULTILINE)
    found, open_braces, head_start = [], [], 0
    for mark in re.finditer("[;{}]", code):
        at, character = mark.start(), mark.group()
        if character == ";":
            if code.count("(", head_start, at) == code.count(")", head_start, at):
                head_start = at + 1
        elif character == "{":
            kind = kind_of_brace(code[head_start:at], open_braces)
            open_braces.append((kind, head_start, at))
            if kind != "value":
                head_start = at + 1
        elif character == "}" and open_braces:
            kind, start, opened = open_braces.pop()
            if kind == "function":
                found.append(measured(code, start, opened, at, enclosing_class(code, open_braces)))
            if kind != "value":
                head_start = at + 1
    return found


def enclosing_class(code: str, open_braces: list[tuple[str, int, int]]) -> str:
    heads = [code[start:opened] for kind, start, opened in open_braces if kind == "scope"]
    names = [name for head in heads for name in re.findall(r"\b(?:class|struct|union)\s+(\w+)", head)]
    return names[-1] if names else ""


def kind_of_brace(head: str, open_braces: list[tuple[str, int, int]]) -> str:
    """Returns the kind of a brace: `scope` contains functions, `value` is part of a longer head, and `inside` is any
    brace within a function."""
    if any(kind in ("function", "inside") for kind, *_ in open_braces):
        return "inside"
    if head.count("(") > head.count(")") or CONSTRUCTOR_LIST.search(head) or any(k == "value" for k, *_ in open_braces):
        return "value"
    plain = re.sub(r"<[^<>{}()]*>", "", head)  # `template <class T>` is not a class
    if SCOPE.search(plain) and "(" not in plain:
        return "scope"
    if "(" in head:
        return "function"
    return "value"


def measured(code: str, start: int, opened: int, end: int, enclosing: str) -> Function:
    start += len(code[start:]) - len(code[start:].lstrip())
    match = re.search(r"([\w:~]+|operator\s*\S+)\s*\(", code[start:])
    name = match.group(1) if match else "?"
    owner = name.rpartition("::")[0] or enclosing
    first_line = code.count("\n", 0, start) + 1
    return Function(name, first_line, code.count("\n", start, end) + 1, owner, code[opened:end + 1])
