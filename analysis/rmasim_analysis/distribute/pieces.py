"""The finished tasks of a subcommand, by key. They are in memory and, with --parts, also in a journal."""

import json

from ..errors import BAD_INPUT, BadInput, ProgramFailed
from ..fingerprint import digest_of
from .journal import Journal


# The simulator's options that have no value.
FLAGS = ("--first", "--calm", "--verbose", "--check-invariants", "--explain")


class Pieces(Journal):
    """`entries` are JSON objects with a "key", in the order in which they were added."""

    stem = "pieces"

    def __init__(self, what, folder, manifest, shard=""):
        self.what = what
        self.entries = {}
        super().__init__(folder, manifest, shard)

    def is_entry(self, entry):
        return isinstance(entry, dict) and isinstance(entry.get("key"), (str, int))

    def note(self, entry):
        self.entries.setdefault(entry["key"], entry)

    def read_new(self):
        """Reads new entries. Returns True if there were any."""
        known = len(self.entries)
        super().read_new()
        return len(self.entries) > known

    def add(self, entry):
        if entry["key"] not in self.entries:
            self.append(entry)
            self.note(entry)


class InMemory:
    """The interface of Pieces without a folder."""

    def __init__(self):
        self.entries = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def read_new(self):
        return False

    def add(self, entry):
        self.entries.setdefault(entry["key"], entry)


def pieces_of(arguments, what, program, files, options):
    """The entries of a subcommand. `files` are the files on whose contents the work depends. `options` are all other
    things on which it depends.
    """
    if not arguments.parts:
        return InMemory()
    manifest = {"format": 1, "options": options, "input": digest_of(files), "program": digest_of([program])}
    return Pieces(what, arguments.parts, manifest, "-{}-of-{}".format(*arguments.shard) if arguments.shard else "")


def file_arguments(arguments):
    """The paths of the scenario and the patches among the arguments of the simulator."""
    files, before = [], ""
    for one in arguments:
        name, equals, value = one.partition("=")
        if before == "--patch":
            files.append(one)
        elif equals and name == "--patch":
            files.append(value)
        elif not one.startswith("-") and not takes_value(before):
            files.append(one)
        before = one
    return files


def takes_value(option):
    return option.startswith("--") and "=" not in option and option not in FLAGS


def piece_of(what, played):
    """The entry that a process has printed. `what` is the word for the entry in errors."""
    exit_code, output, complaints, _ = played
    if exit_code == 0:
        return json.loads(output)
    words = complaints.decode(errors="replace").strip()
    if exit_code == BAD_INPUT:
        raise Refused(words)
    raise ProgramFailed(f"{what} ended with exit code {exit_code}\n{words}".rstrip())


class Refused(BadInput):
    """An error in the input. It has the simulator's message."""

    def __init__(self, words):
        Exception.__init__(self, words)
