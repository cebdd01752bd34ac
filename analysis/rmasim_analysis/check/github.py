"""The output of a check as workflow commands of GitHub Actions. GitHub shows them as annotations of source lines."""

import os
import re
from pathlib import Path

from ..json_spans import line_of, parse, steps_of
from .location import line_in
from .verdict import Status

LINE = re.compile(r"line (\d+), column \d+")
POSITION = re.compile(r":(\d+):\d+: ")
COMMANDS = {Status.CHANGED: "error", Status.REFUSED: "error", Status.BROKE: "error", Status.BLESSED: "notice",
            Status.ONLY_SHOWN: "notice", Status.WITHOUT_EXPECTATIONS: "notice", Status.NOT_FOR_SETTINGS: "notice"}


def annotations(verdicts, comparison):
    """A command for each line of a file that differs from the run. If no line is known, a command for the file."""
    return [command for verdict in verdicts if verdict.status in COMMANDS for command in commands(verdict, comparison)]


def commands(verdict, comparison):
    of_variant = f" (variant {verdict.variant})" if verdict.variant else ""
    level, title = COMMANDS[verdict.status], f"rmasim check: {verdict.status.value}{of_variant}"
    if comparison or not verdict.differences:
        words = [one.sentence("before", "now") for one in verdict.differences]
        message = "\n".join([*words, *verdict.notes]) or verdict.status.value
        return [command(level, verdict.file, line_of_complaint(verdict), title, message)]
    text = text_of(verdict.file)
    scenario = parse(text)
    by_line = {}
    for difference in verdict.differences:
        by_line.setdefault(line_in(text, scenario, difference, verdict.variant), []).append(difference.sentence())
    first = min(by_line)
    by_line[first] += verdict.notes
    return [command(level, verdict.file, line, title, "\n".join(words)) for line, words in sorted(by_line.items())]


def text_of(file):
    return file.read_bytes().decode()


def line_of_complaint(verdict):
    """The number of the line in the simulator's message "FILE:LINE:COLUMN: PATH: found ...". If the message is "FILE:
    PATH: found ...", the line of the path in the file. None if the message has neither."""
    if verdict.status != Status.REFUSED or not verdict.notes:
        return None
    if found := POSITION.match(verdict.notes[0].removeprefix(str(verdict.file))):
        return int(found[1])
    location = verdict.notes[0].removeprefix(f"{verdict.file}: ").partition(": found ")[0]
    if found := LINE.fullmatch(location):
        return int(found[1])
    try:
        text = text_of(verdict.file)
        return line_of(text, parse(text).nearest(*steps_of(location)).start)
    except (OSError, ValueError):
        return None


def command(level, file, line, title, message):
    where = {"file": path_in_repository(file), "line": line, "title": title}
    properties = ",".join(f"{name}={escaped(str(value), ',:')}" for name, value in where.items() if value is not None)
    return f"::{level} {properties}::{escaped(message)}"


def path_in_repository(file):
    """The file's path relative to the root of the checkout, as annotations need it. The check may run in any folder."""
    root = os.environ.get("GITHUB_WORKSPACE")
    if root and Path(file).resolve().is_relative_to(Path(root).resolve()):
        return Path(file).resolve().relative_to(Path(root).resolve()).as_posix()
    return Path(file).as_posix()


def escaped(text, more=""):
    """Escapes percent signs and line ends, which would end a command. In properties, also escapes commas and colons."""
    return "".join(f"%{ord(one):02X}" if one in "%\r\n" + more else one for one in text)
