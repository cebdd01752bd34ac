"""Folders of sweeps for tests: with a few real runs, or with an invented table."""

import contextlib
import io
import json

from rmasim_analysis.__main__ import main
from rmasim_analysis.figures import described


def unit_of(name):
    try:
        return described(name).unit
    except KeyError:  # made up
        return ""


def write(folder, rows, settings, name="small"):
    """Writes the folder of a sweep. `rows` are dicts. `settings` lists the keys of the rows that are settings; the
    other keys are figures."""
    folder.mkdir(parents=True, exist_ok=True)
    names = dict.fromkeys(key for row in rows for key in row)
    columns = [{"name": key, "role": "setting" if key in settings else "figure",
                "unit": "" if key in settings else unit_of(key), "about": f"About {key}."} for key in names]
    head = {"name": name, "about": "A few runs.", "scenario": "scenario.json", "columns": columns}
    (folder / "columns.json").write_text(json.dumps(head))
    (folder / "table.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def run(folder, scenario, ranges, name="small"):
    """Runs a sweep. `ranges` has the values of each setting, by its path. All combinations of the values are run."""
    file = folder.with_suffix(".json")
    file.write_text(json.dumps({"name": name, "scenario": str(scenario), "vary": ranges}))
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert main(["sweep", str(file), "--out", str(folder)]) == 0
    return folder
