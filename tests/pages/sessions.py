"""The sessions of a tutorial: its files are written, its commands executed, and the lines below a command compared with
the printed ones.

A session is indented: `$ COMMAND`, and below it the printed lines. A line "..." stands for any lines, and "..." at the
end of a line for the rest of the line. The files of a page are blocks after the words "In `NAME`:"."""

import difflib
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from figures import ROOT, program
from pieces import Whole, WrongPage

FILE = re.compile(r"[Ii]n\s`(?P<name>[\w./-]+)`:\n\n```\w*\n(?P<contents>.*?)```", re.DOTALL)
SESSION = re.compile(r"^    \$ (?P<command>.*)\n(?P<shown>(?:    (?!\$ ).*\n|\n(?=    (?!\$ )))*)", re.MULTILINE)
OF_PYTHON = ("sweep", "tune", "check", "compare", "report", "init-ci")
ANY_LINES = "..."
MIN_SIMILARITY = 0.5


def page(path, commands=""):
    """Returns the page with the lines that its commands print today. Only commands that match `commands` are
    executed."""
    text = (ROOT / path).read_text()
    found = sorted([*FILE.finditer(text), *SESSION.finditer(text)], key=lambda match: match.start())
    pieces, end = [], 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "init", "--quiet", folder], check=True)
        for name in ("scenarios", "tests"):
            (Path(folder) / name).symlink_to(ROOT / name)
        for match in found:
            if match.re is FILE:
                write(Path(folder) / match["name"], match["contents"])
            elif re.match(commands, match["command"]):
                shown = renewed(lines_of(match["shown"]), printed_by(match["command"], folder), match["command"])
                pieces += [text[end:match.start("shown")], indented(shown)]
                end = match.end("shown")
    return Whole(path, "".join(pieces) + text[end:])


def write(file, contents):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(contents)


def lines_of(shown):
    return [line.removeprefix("    ").rstrip() for line in shown.splitlines()]


def indented(lines):
    return "".join(f"    {line}\n" if line else "\n" for line in lines)


def printed_by(command, folder):
    """Executes a line of the page in a shell, with `./rmasim` replaced by the command that the launcher executes.
    Returns the lines of standard output and standard error together."""
    if called := re.match(r"./rmasim (\S+)", command):
        replacement = f"{sys.executable} -m rmasim_analysis" if called[1] in OF_PYTHON else program()
        command = command.replace("./rmasim", replacement, 1)
    environment = os.environ | {"RMASIM_PROGRAM": program(), "PYTHONPATH": str(ROOT / "analysis"), "MPLBACKEND": "Agg"}
    finished = subprocess.run(command, shell=True, cwd=folder, env=environment, stdout=subprocess.PIPE, check=False,
                              stderr=subprocess.STDOUT, text=True)
    return [line.rstrip() for line in finished.stdout.splitlines()]


@dataclass(frozen=True)
class Block:
    """Shown lines without "..." between them, and the bounds that "..." above and below leaves to them."""

    lines: list[str]
    is_first: bool  # no "..." above
    is_last: bool  # no "..." below

    def positions(self, after, count):
        """Returns the positions in a list of `count` lines at which the block may begin, if `after` lines precede."""
        last = count - len(self.lines)
        if self.is_first:
            return range(after, min(after, last) + 1) if not self.is_last or last == after else range(0)
        return range(last, last + 1) if self.is_last else range(after, last + 1)


def blocks_of(shown):
    blocks, lines, is_first = [], [], True
    for line in shown:
        if line == ANY_LINES:
            if lines:
                blocks.append(Block(lines, is_first, False))
            lines, is_first = [], False
        else:
            lines.append(line)
    return blocks + ([Block(lines, is_first, True)] if lines else [])


def renewed(shown, printed, command):
    """Returns the shown lines with the text of the printed lines that resemble them most. Raises WrongPage if a block
    of lines resembles no printed lines."""
    if ANY_LINES not in shown:
        return [shortened(*pair) for pair in zip(shown, printed)] if len(shown) == len(printed) else printed
    begins = best_positions(blocks_of(shown), printed)
    if begins is None:
        raise WrongPage(f"$ {command}\nprints no lines like those that are shown; it prints\n" + "\n".join(printed))
    result, block = [], 0
    in_block = 0
    for line in shown:
        if line == ANY_LINES:
            block += in_block > 0
            in_block = 0
            result.append(line)
        else:
            result.append(shortened(line, printed[begins[block] + in_block]))
            in_block += 1
    return result


def best_positions(blocks, printed):
    """Returns for each block the first of the printed lines that resemble it most, in ascending order. None if there
    are no such lines."""
    best = {0: (0.0, [])}  # by number of lines before the next block: similarity, and the positions so far
    for block in blocks:
        following = {}
        for after, (sum_so_far, positions) in best.items():
            for begin in block.positions(after, len(printed)):
                similar = similarity(block.lines, printed[begin:begin + len(block.lines)])
                end, total = begin + len(block.lines), sum_so_far + similar
                if similar >= MIN_SIMILARITY and total > following.get(end, (-1.0, []))[0]:
                    following[end] = (total, [*positions, begin])
        best = following
    return max(best.values(), key=lambda one: one[0])[1] if best else None


def similarity(shown, printed):
    """Returns the mean similarity of the lines, from 0 to 1."""
    ratios = [1.0 if shortened(one, other) == one else
              difflib.SequenceMatcher(None, one.removesuffix(ANY_LINES), other[:len(one)], autojunk=False).ratio()
              for one, other in zip(shown, printed)]
    return sum(ratios) / len(shown)


def shortened(shown, printed):
    """Returns the printed line, cut where the shown line is cut: at a character, or at the beginning of a word."""
    length = len(shown) - len(ANY_LINES)
    if not shown.endswith(ANY_LINES) or len(printed) <= length:
        return printed
    kept = printed[:length]
    if shown.endswith(f" {ANY_LINES}"):
        kept = kept[:kept.rindex(" ") + 1]
    return kept + ANY_LINES
