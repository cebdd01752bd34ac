"""Writes the table of a sweep as CSV and as JSON lines. It has a row for each run, and a column for each setting or
figure.

columns.json describes each column and its unit. It also lists the settings with the same value in all runs.
"""

import csv
import io
import json

from .. import parquet
from ..figures import described, in_order
from ..files import write_whole
from ..settings import about_alone, setting_of
from .manifest import variant_in

RUN = {"name": "run", "role": "number", "unit": "", "about": "Its place in the plan, from 0."}


def write_table(folder, sweep, plan, runs, with_parquet=False):
    """Writes the table. `runs` has the journal's entry for every run of the plan, by the number of the run."""
    names = in_order({name for run in runs.values() for name in run["figures"]})
    columns = [RUN] + [setting_column(path) for path in sweep.varied] + [figure_column(name) for name in names]
    rows = [row_of(number, plan[number], sweep.varied, names, runs[number]["figures"]) for number in range(len(plan))]
    write_whole(folder / "table.csv", as_csv(columns, rows))
    write_whole(folder / "table.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    if with_parquet:
        parquet.write_rows(folder / "table.parquet", columns, rows, "--parquet")
    about = {"name": sweep.name, "about": sweep.about, "scenario": sweep.scenario.name, **variant_in(sweep),
             "runs": len(plan),
             "columns": columns, "constants": constants(runs[0]["settings"], sweep)}
    write_whole(folder / "columns.json", json.dumps(about, indent=2) + "\n")


def constants(settings, sweep):
    """By path: the settings with the same value in all runs. They are the settings of the machine and the protocol, and
    any other settings that the sweep sets."""
    varied = tuple(part for path in sweep.varied for part in (path + ".", path + "["))
    return {path: value for path, value in flat(settings | sweep.fixed)
            if path not in sweep.varied and not path.startswith(varied)}


def flat(value, path=""):
    """The pairs of path and value in a JSON object. A path has the form that --set takes."""
    if not isinstance(value, dict):
        yield path, value
        return
    for key, member in value.items():
        yield from flat(member, f"{path}.{key}" if path else key)


def setting_column(path):
    """The unit and the description of a setting, from the schema. Both are empty for a setting that the schema does not
    have."""
    setting = setting_of(path)
    return {"name": path, "role": "setting", "unit": setting.unit or "" if setting else "",
            "about": about_alone(path)}


def figure_column(name):
    figure = described(name)
    return {"name": name, "role": "figure", "unit": figure.unit, "about": figure.about}


def row_of(number, settings, varied, names, figures):
    """The row of a run. A figure that the run does not have is null. The number of packets of a kind that the run never
    sends is 0."""
    row = {"run": number} | {path: settings.get(path) for path in varied}
    return row | {name: figures.get(name, 0 if name.startswith("packets") else None) for name in names}


def as_csv(columns, rows):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column["name"] for column in columns)
    for row in rows:
        writer.writerow(cell(value) for value in row.values())
    return text.getvalue()


def cell(value):
    """The text of a cell. A text is unchanged, None is an empty cell, and any other value is JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)
