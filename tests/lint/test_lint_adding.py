"""The page on adding to the protocol is correct: the files that it names exist, and contain the names to extend.

The test reads these conventions of the page. A path in backticks contains a slash. If a table row begins with a path,
its second cell has, in backticks, names that occur in that file. The page may also say `NAME` in `PATH`. An excerpt of
a diff has `file PATH` before its lines, and the file contains all lines except the added ones.
"""

import re

import pytest
from lint_tree import ROOT, expect_none

PAGE = ROOT / "protocol" / "ADDING.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
IN_BACKTICKS = re.compile(r"`([^`\n]+)`")
ROW = re.compile(r"^\| `([^`]+/[^`]+)` \|([^|]*)\|", re.MULTILINE)
NAME_IN_PATH = re.compile(r"(`[^`\n]+`)\s+in\s+`([^`\n]+/[^`\n]+)`")


def prose(text: str) -> str:
    """Returns the text without excerpts and commands, which may contain names that are not in the tree."""
    return re.sub(r"^ {4}.*$", "", BLOCK.sub("", text), flags=re.MULTILINE)


def lost_files(text: str) -> list[str]:
    words = [code.split()[0] for code in IN_BACKTICKS.findall(prose(text))]
    return [f"{word} is not there" for word in words if "/" in word and not (ROOT / word.removeprefix("./")).exists()]


def lost_identifiers(text: str) -> list[str]:
    found = []
    pairs = ROW.findall(prose(text)) + [(path, name) for name, path in NAME_IN_PATH.findall(prose(text))]
    for path, names in pairs:
        if not (ROOT / path).is_file():
            continue
        source = (ROOT / path).read_text(encoding="utf-8")
        found += [f"{name} is not in {path}" for name in IN_BACKTICKS.findall(names)
                  if not re.search(rf"\b{re.escape(name)}\b", source)]
    return found


def lost_lines(text: str) -> list[str]:
    found = []
    for language, block in BLOCK.findall(text):
        if language != "diff":
            continue
        path, lines = None, set()
        for line in block.splitlines():
            if line.startswith("file "):
                path = line.split()[1]
                lines = code_lines(path) if not line.endswith("(new)") else set()
            elif not line.startswith("+") and line[1:].strip() not in lines:
                found.append(f"{path} has no line: {line[1:].strip()}")
    return found


def code_lines(path: str) -> set[str]:
    source = ROOT / path
    return {line.strip() for line in source.read_text(encoding="utf-8").splitlines()} if source.is_file() else set()


def problems(text: str) -> list[str]:
    return lost_files(text) + lost_identifiers(text) + lost_lines(text)


def test_the_page_is_true():
    expect_none(problems(PAGE.read_text(encoding="utf-8")))


def test_the_page_is_looked_at():
    text = PAGE.read_text(encoding="utf-8")
    assert len(ROW.findall(prose(text))) > 20 and len(BLOCK.findall(text)) >= 4


# ---- The checks see what they should.

@pytest.mark.parametrize("text", [
    "see `protocol/newrma/no_such_file.cpp`\n",
    "run `tests/sim/no_such_file.py --bless`\n",
    "| `protocol/base/packet.h` | `packet_count_of_kinds` | |\n",
    "| `protocol/base/packet.h` | `PacketKind`, `Packe` | |\n",
    "`no_such_word` in `protocol/base/packet.h`\n",
    "```diff\nfile protocol/base/packet.h\n     barrier = 6,\n-    no_such_kind,\n+    another,\n```\n",
    "```diff\nfile protocol/base/packet.h\n     barrier = 6,\nfile protocol/base/counts.h\n     barrier = 6,\n```\n",
])
def test_what_is_lost_is_found(text):
    assert len(problems(text)) == 1


def test_what_is_there_passes():
    text = """`PacketFlag` in `protocol/base/packet.h`, `tests/sim/golden.py --bless`, `protocol/`

    ./rmasim explore no/such/world.json

| `protocol/base/packet.h` | `Packet`, `PacketKind` | `no_such_word` |

```diff
file protocol/base/packet.h
     barrier = 6,
+    no_such_kind,
file no/such/file.cpp (new)
+x
```
"""
    assert problems(text) == []
