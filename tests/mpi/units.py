"""Small programs, many of them in each file. Several programs are compiled as one file, because a compiler spends most
of its time on headers. Each program begins with a comment, which is followed by lines of keys (`!` in Fortran):

    // race target/put-put: Two ranks put to one place of a third.
    // ranks: 3
    RACE(put_put) {

A program ends where the next program begins. It defines one function of this kind (`PROGRAM(put)`, or `subroutine
test_put` in Fortran). The headers of the file precede the first program. Static names and macros must be unique in a
file. In two files they may be equal."""

import dataclasses
import functools
import pathlib
import re

OPENS = re.compile(r"^(?://|!) (?:race|program) ([\w/-]+): ", re.MULTILINE)
DEFINES = re.compile(r"^(?:RACE\(|PROGRAM\(|subroutine test_)(\w+)", re.MULTILINE)

# The text after a declared name.
REST = re.compile(r"__attribute__\(\(\w+(\(\w+\))?\)\)|\[[^]]*\]|=\s*(\{.*(\}|$)|[^,;]*)")


@dataclasses.dataclass(frozen=True)
class Section:
    """A program of a file. `line` is the first line of the program in the file."""
    path: pathlib.Path
    line: int
    name: str
    text: str

    @property
    def function(self):
        return re.sub(r"\W", "_", self.name.rpartition("/")[2])

    @functools.cached_property
    def keys(self):
        """The values of the lines `// key: value`, by key."""
        lines = [line.partition(" ")[2] for line in self.text.splitlines() if line.startswith(("// ", "! "))]
        return {key: value for key, found, value in (line.partition(": ") for line in lines[1:]) if found}

    @property
    def numbered(self):
        """Returns the lines of the program with their numbers in the file."""
        return list(enumerate(self.text.splitlines(), self.line))


def sections(path, kind=Section):
    """Returns the programs of a file, in the order of the file."""
    text = path.read_text()
    opens = list(OPENS.finditer(text))
    ends = [found.start() for found in opens[1:]] + [len(text)]
    found = [kind(path, text.count("\n", 0, begin.start()) + 1, begin[1], text[begin.start():end])
             for begin, end in zip(opens, ends)]
    for one in found:
        defined = DEFINES.findall(one.text)
        assert defined == [one.function], f"{path}:{one.line}: {one.name} defines {defined}, not {one.function} alone"
    return found


def static_names(text):
    """Returns the names of static variables and functions of a C file, except arrays of functions."""
    names = []
    for declared in re.findall(r"^static (?:inline )?(.*)$", text, re.MULTILINE):
        one_or_more = re.split(r"[;(]", REST.sub("", declared))[0].split(",")
        names += [found[1] for one in one_or_more if (found := re.search(r"(\w+)\s*$", one)) and found[1] != "void"]
    return names


def headers_of(paths):
    """Returns the #include lines of the files: system headers first, then the others."""
    lines = dict.fromkeys(line for path in paths
                          for line in re.findall(r"^#include .*", path.read_text(), re.MULTILINE))
    return sorted(lines, key=lambda line: "<" not in line)


def one_unit(some):
    """Returns the text of a single file that contains the programs. Lines have the numbers of their files, and static
    names are made unique."""
    lines = headers_of(dict.fromkeys(section.path for section in some))
    for number, section in enumerate(some):
        text = section.text
        if names := "|".join(static_names(text)):
            text = re.sub(rf"\b({names})\b", rf"\1_of_{number}", text)
        lines += [f"# {section.line} \"{section.path}\"", text]
    return "\n".join(lines) + "\n"
