#!/usr/bin/python3
"""The pages that quote the program or the tests: compares them with newly generated text, or writes them.

    tests/pages/pages.py [--long] [--write] [PAGE...]

PAGE is part of a name; `--list` prints the names. Without PAGE, the program processes all pages except the long ones,
whose runs take minutes; `--long` adds these. RMASIM_BINARY names the program; its default is build/release/rmasim. The
exit code is 1 if a page is out of date. It is 2 if no page has such a name, or if a page lacks the markers of its table
or the sentence of a number.
"""

import argparse
import difflib
import os
import re
import sys
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = str(Path(os.environ.get("RMASIM_BINARY", ROOT / "build/release/rmasim")).resolve())
os.environ["RMASIM_BINARY"] = os.environ["RMASIM_PROGRAM"] = PROGRAM  # for the modules of analysis
sys.path[:0] = [str(ROOT / "analysis"), str(ROOT / "tests/pages")]

from pieces import WrongPage  # noqa: E402
from registry import PARTS  # noqa: E402

SHOWN_LINES = 40
# Of a drawing: a processor's logarithm decides the last digit of a coordinate, and with it names made from a hash.
COORDINATE = re.compile(rb"-?\d+(?:\.\d+)?")
HASHED_NAME = re.compile(rb"\b[mp][0-9a-f]{10}\b")
NO_EYE_SEES = 0.01


def renewed(part):
    """Returns the files of the part as {path: (present contents, new contents)}."""
    pieces = sorted(part.make(), key=lambda piece: piece.path)
    files = {}
    for path, its in groupby(pieces, key=lambda piece: piece.path):
        file = ROOT / path
        now = then = file.read_bytes() if file.exists() else b""
        for piece in its:
            then = piece.renewed(then)
        files[path] = (now, then)
    return files


def is_late(path, now, then):
    return now != then and not (path.endswith(".svg") and is_same_drawing(now, then))


def is_same_drawing(one, other):
    """Returns True if two drawings differ only in names that matplotlib generates from hashes, and in coordinates by
    negligible amounts."""
    named = [HASHED_NAME.sub(b"", drawing) for drawing in (one, other)]
    shapes = [COORDINATE.sub(b"", drawing) for drawing in named]
    numbers = [map(float, COORDINATE.findall(drawing)) for drawing in named]
    return shapes[0] == shapes[1] and all(abs(a - b) < NO_EYE_SEES for a, b in zip(*numbers))


def difference(path, now, then):
    """Returns the first lines that differ."""
    lines = difflib.unified_diff(now.decode().splitlines(), then.decode().splitlines(), f"{path}, as it is",
                                 f"{path}, as it must be", lineterm="", n=1)
    return "\n".join(list(lines)[:SHOWN_LINES])


def command(part):
    return f"tests/pages/pages.py --write{' --long' * (part.cost == 'long')} '{part.name}'"


def chosen(words, long):
    parts = [part for part in PARTS if any(word in part.name for word in words)] if words else PARTS
    return [part for part in parts if long or part.cost != "long"]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE")
    parser.add_argument("--write", action="store_true", help="write what is out of date")
    parser.add_argument("--long", action="store_true", help="the long ones, too")
    parser.add_argument("--list", action="store_true", help="print names and costs")
    options = parser.parse_args(arguments)
    parts = chosen(options.pages, options.long or options.list)
    if not parts:
        sys.stderr.write(f"pages.py: found {' '.join(options.pages)}; allowed: part of a name that --list prints\n")
        return 2
    if options.list:
        print("\n".join(f"{part.cost:8} {part.name}" for part in parts))
        return 0
    return max(renew_or_show(part, options.write) for part in parts)


def renew_or_show(part, writes):
    """Writes the files that are out of date, or prints the differences. Returns 0 if they are now up to date, 1 if not,
    and 2 if a page lacks the markers of its table or a sentence."""
    try:
        late = {path: texts for path, texts in renewed(part).items() if is_late(path, *texts)}
    except WrongPage as error:
        sys.stderr.write(f"pages.py: {error}\n")
        return 2
    for path, (now, then) in late.items():
        if writes:
            (ROOT / path).write_bytes(then)
        print(f"{path}: written" if writes else difference(path, now, then))
    return 1 if late and not writes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
