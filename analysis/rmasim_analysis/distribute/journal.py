"""The journal of a subcommand, in a folder. If the subcommand is killed, the journal keeps the finished work.

The journal has one line for each finished task. If the subcommand is killed while it writes a line, the task is
repeated. Each process of a distributed subcommand (`--shard`) writes its own journal, and reads the journals of all
processes.
"""

import fcntl
import json
import os
from pathlib import Path

from ..errors import BadInput, OutputFailed
from ..files import parse_json, read_json, write_whole

# The words for a member of a manifest that differs.
OTHERS = {"format": "another format of its journal", "name": "another name", "runs": "another number of runs",
          "plan": "other values to vary", "settings": "other fixed settings", "variant": "another variant",
          "scenario": "another scenario", "program": "another build of the program", "options": "other options",
          "input": "another input file"}


class Journal:
    """The journals in a folder. The object is a context manager, which closes the file. `what` names the contents of
    the folder: "sweep", "exploration". `stem` is the beginning of the names of the journals. Derived classes define
    `is_entry`, which checks a line, and `note`, which processes a line."""

    what = "work"
    stem = "done"
    entry = "a finished piece"
    option = "parts"  # the name of the option that gives the folder

    def __init__(self, folder, manifest, shard=""):
        self.folder = Path(folder)
        self.manifest_name = f"{self.what}.json"
        self.claim(manifest)
        self.seen = {}  # by path of a journal: the number of bytes and of lines that were read
        own = self.folder / f"{self.stem}{shard}.jsonl"
        try:
            self.file = open(own, "a+b", buffering=0)
        except OSError as error:
            raise BadInput(own, error.strerror, "a file that can be written") from None
        self.lock(own)
        self.read_new()
        self.file.truncate(whole_lines_bytes(own))

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        """If a task was refused, the work can never be completed, so its files are removed. They stay if a task lacked
        memory, because it may succeed on another machine."""
        self.file.close()
        if not isinstance(error, BadInput) or not getattr(error, "for_good", True):
            return
        Path(self.file.name).unlink()
        if not any(self.journals()):
            (self.folder / self.manifest_name).unlink()
            self.folder.rmdir()

    def journals(self):
        return sorted(self.folder.glob(f"{self.stem}*.jsonl"))

    def claim(self, manifest):
        """Claims the folder. It must be new or belong to the same work. Several processes may start at the same time.
        """
        path = self.folder / self.manifest_name
        if not path.exists():
            if any(not self.is_ours(other) for other in self.folder.glob("*")):
                raise BadInput(self.folder, "a folder with other files in it",
                               f"a new folder, or a folder of this {self.what}")
        elif read_json(path) == manifest:
            return
        elif any(whole_lines_bytes(journal) for journal in self.journals()):
            begun = read_json(path)
            known = begun if isinstance(begun, dict) else {}
            moved = [key for key in manifest if manifest[key] != known.get(key)]
            raise BadInput(path, f"{self.a()} with {' and '.join(OTHERS[key] for key in moved)}",
                           f"the {self.what} that was begun in this folder, or another folder for --{self.option}")
        write_whole(path, json.dumps(manifest, indent=2) + "\n")

    def a(self):
        return f"{'an' if self.what[0] in 'aeiou' else 'a'} {self.what}"

    def is_ours(self, path):
        return path.name.startswith(self.manifest_name) or path.match(f"{self.stem}*.jsonl")

    def lock(self, path):
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(path, f"{self.a()} that another process is executing",
                           "one process at a time, or processes with different --shard K/N") from None

    def read_new(self):
        """Processes the lines that were added to the journals since the previous call."""
        for path in self.journals():
            self.read(path)

    def read(self, path):
        (begin, before), end = self.seen.get(path, (0, 0)), whole_lines_bytes(path)
        with open(path, "rb") as file:
            file.seek(begin)
            lines = file.read(max(0, end - begin)).splitlines()
        self.seen[path] = end, before + len(lines)
        for number, line in enumerate(lines, start=before + 1):
            location = f"{path}: line {number}"
            try:
                entry = parse_json(line.decode(), location)
            except UnicodeDecodeError:
                entry = None
            if not self.is_entry(entry):
                raise BadInput(location, ascii(line[:40].decode(errors="replace")),
                               f"{self.entry} of this {self.what}; if you delete the line, the {self.what} repeats "
                               "this part")
            self.note(entry)

    def append(self, entry):
        line = json.dumps(entry).encode() + b"\n"
        try:
            written = self.file.write(line)
            if written < len(line):  # the disk is full, or nearly full
                self.file.truncate(self.file.seek(-written, os.SEEK_CUR))
                self.file.write(line)
        except OSError as error:
            raise OutputFailed(self.file.name, error) from None


def whole_lines_bytes(path):
    """The size of a journal up to the end of its last complete line."""
    contents = Path(path).read_bytes()
    return contents.rfind(b"\n") + 1
