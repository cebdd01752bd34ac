"""The journal of a sweep. It has the finished runs, by their number in the plan."""

import sys

from ..distribute import journal


class Journal(journal.Journal):
    what = "sweep"
    stem = "runs"
    entry = "a finished run"
    option = "out"

    def __init__(self, folder, manifest, shard=""):
        self.count = manifest["runs"]
        self.runs = {}
        super().__init__(folder, manifest, shard)

    def is_entry(self, entry):
        """True if `add` has written the entry."""
        if not isinstance(entry, dict) or not isinstance(entry.get("figures"), dict):
            return False
        number = entry.get("run")
        return ("outcome" in entry["figures"] and isinstance(number, int) and 0 <= number < self.count
                and isinstance(entry.get("cpu_s"), (int, float))
                and (number > 0 or isinstance(entry.get("settings"), dict)))

    def add(self, number, figures, settings, cpu_s):
        """Appends a run. `settings` are all settings of the run. The journal stores them only for run 0, because the
        plan has the settings that vary."""
        run = {"run": number, "cpu_s": round(cpu_s, 6), "figures": figures}
        if number == 0:
            run["settings"] = settings
        self.note(run)
        self.append(run)

    def note(self, entry):
        """Interns the names of figures. They are the same in all runs, so this halves the memory of a run."""
        figures = {sys.intern(name): value for name, value in entry["figures"].items()}
        self.runs[entry["run"]] = entry | {"figures": figures}
