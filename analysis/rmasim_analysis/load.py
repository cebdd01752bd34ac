"""Reads the table in a folder of `rmasim sweep`: the rows, and the descriptions of the columns.

    columns.json    {"name", "about", "scenario", "columns": [{"name", "role", "unit", "about"}...], "constants": {...}}
    table.jsonl     one JSON object per run; table.csv has the same contents, for other programs

A column is a setting or a figure of the run. A setting has its path in the scenario as its name ("protocol.slots"), a
figure has a name such as "time_ns".
"""

import json
from dataclasses import dataclass
from pathlib import Path
from types import NoneType

from .errors import BadInput
from .figures import described
from .files import parse_json, read_json, read_text
from .layout import title_of

COLUMNS, TABLE = "columns.json", "table.jsonl"
FILES = (COLUMNS, TABLE, "table.csv")
SIZE = "ranks"
ROLES = ("number", "setting", "figure")


@dataclass(frozen=True)
class Column:
    name: str
    role: str
    unit: str = ""
    about: str = ""


@dataclass(frozen=True)
class Table:
    """A table. `rows` has a dict for each run. Figures that a run does not have are missing in the dict."""

    name: str
    about: str
    scenario: str
    columns: tuple[Column, ...]
    rows: tuple[dict, ...]
    constants: dict  # the settings with the same value in all runs, by path

    @property
    def settings(self):
        return [column for column in self.columns if column.role == "setting"]

    @property
    def figures(self):
        return [column for column in self.columns if column.role == "figure"]

    @property
    def varied(self):
        """The settings that have more than one value."""
        return [column for column in self.settings if len(values(self.rows, column.name)) > 1]


def values(rows, name):
    """The distinct values of a column in ascending order. Texts follow the numbers."""
    found = {json.dumps(row[name]): row[name] for row in rows if row.get(name) is not None}
    return sorted(found.values(), key=order)


def order(value):
    return (0, value, "") if isinstance(value, (int, float)) else (1, 0, str(value))


def sweep_folder(path):
    """The folder of the sweep, if `path` is this folder or a file in it. Otherwise None."""
    path = Path(path)
    folder = path.parent if path.name in FILES else path
    return folder if (folder / COLUMNS).is_file() else None


def load_table(path):
    """The table of a sweep. `path` is the sweep's folder, or a file in it."""
    folder = sweep_folder(path)
    if folder is None:
        raise BadInput(path, "no sweep", f"a folder with {COLUMNS} and {TABLE}, which `rmasim sweep --out` writes")
    head = read_json(folder / COLUMNS)
    try:
        columns = tuple(Column(c["name"], c["role"], unit_of(c), c.get("about", "")) for c in head["columns"])
        texts = [head["name"], head.get("about", ""), title_of({"scenario": ""} | head)]
        constants = dict(head.get("constants", {}))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadInput(folder / COLUMNS, f"incomplete columns ({error!r})",
                       'an object with "name" and "columns"; each has "name" and "role"') from None
    texts += [text for column in columns for text in (column.name, column.role, column.unit, column.about)]
    if not all(isinstance(text, str) for text in texts):
        raise BadInput(folder / COLUMNS, "a value that is no text",
                       "texts as names, roles, units and words")
    for column in columns:
        if column.role not in ROLES:
            raise BadInput(f"{folder / COLUMNS}: {column.name}", f'role "{column.role}"', " or ".join(ROLES))
    return Table(*texts[:3], columns, rows(folder / TABLE, columns), constants)


def allowed_in(column):
    """The types of values that a column may have. A setting may have any type, except the number of ranks, because
    numbers of ranks are compared."""
    if column.role == "setting" and column.name != SIZE:
        return object
    return (int, float, NoneType) if column.unit or column.name == SIZE else (int, float, str, NoneType)


def unit_of(column):
    """The unit of a column. A figure that this package knows has its own unit, whatever the file contains."""
    name = column["name"]
    try:
        return described(name).unit if isinstance(name, str) else ""
    except KeyError:
        return column.get("unit", "")


def rows(path, columns):
    found = []
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        location = f"{path}: line {number}"
        row = parse_json(line, location)
        if not isinstance(row, dict):
            raise BadInput(location, f"{line[:40]}", "a JSON object a line")
        for column in columns:
            if not isinstance(row.get(column.name), allowed_in(column)):
                raise BadInput(f"{location}: {column.name}", ascii(row[column.name])[:40],
                               "a number or a text" if column.role == "figure" and not column.unit else "a number")
        found.append({column.name: row.get(column.name) for column in columns})
    return tuple(found)
