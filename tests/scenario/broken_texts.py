"""Scenarios that the program must refuse. Each file of `broken/` has many of them. A line of this form precedes each:

    === unknown_key.json | rank | did you mean "ranks"? | exit 2 | structural

The line has the name of the file that the program reads, the location and the allowed value that the program's message
must contain, and the program's exit code. `structural` means that the schema must refuse the scenario, too; `beyond the
schema` means that the schema cannot. The bytes up to the next such line are the text of the scenario. So a text is
empty or ends with a newline, and does not contain `=== `.
"""

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "broken"
HEAD = re.compile(rb"=== (\w+\.json) \| ([^|\n]+) \| ([^|\n]+) \| exit (\d) \| (structural|beyond the schema)\n")


@dataclass(frozen=True)
class BrokenCase:
    """A scenario that must be refused. It has the program's expected message, and True if the schema must refuse it,
    too."""

    file: str
    location: str
    allowed: str
    exit_code: int
    structural: bool
    text: bytes


def cases_of(packed):
    """Returns the cases in the bytes of a file."""
    found = []
    for part in re.split(rb"^(?==== )", packed, flags=re.MULTILINE)[1:]:
        head = HEAD.match(part)
        assert head, f"{part.splitlines()[0]!r} is not NAME.json | LOCATION | ALLOWED | exit CODE | structural"
        name, location, allowed, code, kind = (group.decode() for group in head.groups())
        text = part[head.end():]
        assert b"=== " not in text, f"{name}: the next case does not begin on a line of its own"
        found.append(BrokenCase(name, location, allowed, int(code), kind == "structural", text))
    return found


def broken_cases():
    return [case for path in sorted(FOLDER.iterdir()) for case in cases_of(path.read_bytes())]


def write_texts(folder):
    """Writes a file for each case, with the name of the case."""
    for case in broken_cases():
        (folder / case.file).write_bytes(case.text)
