"""The journal of a sweep, in its folder: it keeps finished runs even if the sweep is killed.

One line per run, written when the run ends. If the sweep is killed while it writes a line, that run is repeated. Each
part of a sweep (`--part`) writes a journal of its own; all parts read all journals.
"""

import fcntl
import json
import sys
from pathlib import Path

from ..errors import BadInput, OutputFailed
from ..files import parse_json, read_json, write_whole

MANIFEST = "sweep.json"
JOURNALS = "runs*.jsonl"


class Journal:
    """The finished runs in a folder, by their number in the plan. A context manager, which closes the file."""

    def __init__(self, folder, manifest, part=""):
        self.folder = Path(folder)
        self.count = manifest["runs"]
        self.claim(manifest)
        self.runs = {}
        own = self.folder / f"runs{part}.jsonl"
        try:
            self.file = open(own, "a+b", buffering=0)
        except OSError as error:
            raise BadInput(own, error.strerror, "a file that can be written") from None
        self.lock(own)
        for path in sorted(self.folder.glob(JOURNALS)):
            self.read(path)
        self.file.truncate(whole_lines_bytes(own))

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        """If a run was refused, the sweep can never be completed: removes its files. A run that lacked memory may be
        made on another machine."""
        self.file.close()
        if not isinstance(error, BadInput) or not getattr(error, "for_good", True):
            return
        Path(self.file.name).unlink()
        if not any(self.folder.glob(JOURNALS)):
            (self.folder / MANIFEST).unlink()
            self.folder.rmdir()

    def claim(self, manifest):
        """Claims the folder, which must be new or belong to this sweep. Several parts may start at the same time."""
        path = self.folder / MANIFEST
        if not path.exists():
            if any(not self.is_ours(other) for other in self.folder.glob("*")):
                raise BadInput(self.folder, "a folder with other files in it", "a new folder, or one of this sweep")
        elif read_json(path) == manifest:
            return
        elif any(whole_lines_bytes(journal) for journal in self.folder.glob(JOURNALS)):
            begun = read_json(path)
            known = begun if isinstance(begun, dict) else {}
            moved = [key for key in manifest if manifest[key] != known.get(key)]
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
            lines = file.read(whole_lines_bytes(path)).splitlines()
        for number, line in enumerate(lines, start=1):
            place = f"{path}: line {number}"
            try:
                run = parse_json(line.decode(), place)
            except UnicodeDecodeError:
                run = None
            if not self.is_run(run):
                raise BadInput(place, ascii(line[:40].decode(errors="replace")),
                               "a finished run of this sweep; without this line, it is run again")
            self.note(run)

    def is_run(self, run):
        """Whether this is what `add` has written."""
        if not isinstance(run, dict) or not isinstance(run.get("figures"), dict) or "outcome" not in run["figures"]:
            return False
        number = run.get("run")
        return (isinstance(number, int) and 0 <= number < self.count and isinstance(run.get("cpu_s"), (int, float))
                and (number > 0 or isinstance(run.get("settings"), dict)))

    def add(self, number, figures, settings, cpu_s):
        """`settings`: all settings of the run. Kept for run 0 only, since those that vary are in the plan."""
        run = {"run": number, "cpu_s": round(cpu_s, 6), "figures": figures}
        if number == 0:
            run["settings"] = settings
        self.note(run)
        line = json.dumps(run).encode() + b"\n"
        try:
            written = self.file.write(line)
            if written < len(line):  # the disk is full, or nearly
                self.file.truncate(self.file.tell() - written)
                self.file.write(line)
        except OSError as error:
            raise OutputFailed(self.file.name, error) from None

    def note(self, run):
        """Interns the names of figures, which are the same in all runs: this halves the memory of a run."""
        figures = {sys.intern(name): value for name, value in run["figures"].items()}
        self.runs[run["run"]] = run | {"figures": figures}


def whole_lines_bytes(path):
    """The size of a journal up to the end of its last complete line."""
    contents = Path(path).read_bytes()
    return contents.rfind(b"\n") + 1
