"""What a sweep has done so far, in its folder: runs that ended stay ended, whatever happens to the sweep.

A line a run, written when the run ends. A sweep that was killed in the middle of a line finds half of it and makes that
run again. Several parts of one sweep (`--part`) write beside each other, and everybody reads all of them.
"""

import fcntl
import json
import sys
from pathlib import Path

from ..errors import BadInput
from ..files import read_json, write_whole

MANIFEST = "sweep.json"
JOURNALS = "runs*.jsonl"


class Journal:
    """The runs of one folder that ended, by their number in the plan. A context: closed at the end."""

    def __init__(self, folder, manifest, part=""):
        self.folder = Path(folder)
        self.claim(manifest)
        self.runs = {}
        own = self.folder / f"runs{part}.jsonl"
        self.file = open(own, "a+b")
        self.lock(own)
        for path in sorted(self.folder.glob(JOURNALS)):
            self.read(path)
        self.file.truncate(whole_lines_bytes(own))

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        """A sweep that can never end, since one of its runs is refused, leaves nothing behind."""
        self.file.close()
        if not kind or not issubclass(kind, BadInput):
            return
        Path(self.file.name).unlink()
        if not any(self.folder.glob(JOURNALS)):
            (self.folder / MANIFEST).unlink()
            self.folder.rmdir()

    def claim(self, manifest):
        """The folder is this sweep's: new, or begun by the same one. Several parts may come at the same time."""
        path = self.folder / MANIFEST
        if not path.exists():
            if any(not self.is_ours(other) for other in self.folder.glob("*")):
                raise BadInput(self.folder, "a folder with other files in it", "a new folder, or one of this sweep")
        elif read_json(path) == manifest:
            return
        elif any(whole_lines_bytes(journal) for journal in self.folder.glob(JOURNALS)):
            begun = read_json(path)
            moved = [key for key in manifest if manifest[key] != begun.get(key)]
            raise BadInput(path, f"a sweep with another {' and '.join(moved)}",
                           "the one that was begun here, or another --out")
        write_whole(path, json.dumps(manifest, indent=2) + "\n")

    @staticmethod
    def is_ours(path):
        return path.name.startswith(MANIFEST) or path.match(JOURNALS)

    def lock(self, path):
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(path, "a sweep that is under way", "one at a time; parts of one with --part") from None

    def read(self, path):
        with open(path, "rb") as file:
            for line in file.read(whole_lines_bytes(path)).splitlines():
                self.note(json.loads(line))

    def add(self, number, figures, settings, cpu_s):
        """`settings`: all of the run's, kept of run 0 only, since those that vary are in the plan."""
        run = {"run": number, "cpu_s": round(cpu_s, 6), "figures": figures}
        if number == 0:
            run["settings"] = settings
        self.note(run)
        self.file.write(json.dumps(run).encode() + b"\n")
        self.file.flush()

    def note(self, run):
        """The names of figures are the same in all runs: kept once, a run takes half the memory."""
        figures = {sys.intern(name): value for name, value in run["figures"].items()}
        self.runs[run["run"]] = run | {"figures": figures}


def whole_lines_bytes(path):
    """The size of a journal up to the end of its last whole line."""
    contents = Path(path).read_bytes()
    return contents.rfind(b"\n") + 1
