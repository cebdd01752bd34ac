"""Generates scenarios/SETTINGS.md from scenarios/schema.json. The page lists every setting of a scenario."""

import json

from .settings import every_setting, patterns, settings_in, settings_of_calls, words

INTRODUCTION = """# Every setting

Generated from [schema.json](schema.json) by `tests/pages/pages.py --write`; edit the schema, not this page.
[README.md](README.md) explains the settings in context.

The first column is the path that `--set`, sweeps and errors use, as in `--set protocol.op_pool.local=4`. `NAME` stands
for the name of a window, a pool, a variable or a pair of ranks. `[N]` stands for an index, counted from 0, as in
`programs[0].calls[2].put.count=3`. A required setting is required only if the object around it is given.
"""
CALLS = """
## Calls

In a list of calls, such as `programs[N].calls`, each call is an object with one key, such as `[N].put`.
"""
TYPES = """
## Types

"""
# The sections: the heading, and the beginning of the paths in the section. The longest beginning that matches a path
# decides.
SECTIONS = (("Top level", ""), ("Platform", "platform"), ("Network", "platform.network"), ("Memory", "platform.memory"),
            ("Costs", "costs"), ("Protocol", "protocol"), ("Windows", "windows"), ("Programs", "programs"),
            ("Faults", "faults"), ("Expectations", "expect"))
HEADS = ("setting", "type", "allowed", "unit", "default", "")


def page():
    parts = [INTRODUCTION]
    for heading, start in SECTIONS:
        rows = [one for one in every_setting() if section_of(one) == start]
        parts.append(section(f"## {heading}", rows[0].about if start else "", rows[1:] if start else rows))
    parts.append(CALLS)
    parts += [section(f"### {name}", about, rows) for name, (about, rows) in settings_of_calls("[N].").items()]
    parts.append(section("### Elements of own memory", *settings_in("local_window", "from")))
    parts.append("\n## Patterns\n")
    parts += [section(f"### {name}", *settings_in(name, "[N].generate")) for name in patterns()]
    return "".join(parts) + TYPES + "".join(f"- {word}: {cell(about)}\n" for word, about in words().items())


def section_of(setting):
    """The section of a setting. The longest beginning that matches the setting's path decides."""
    steps = setting.path.replace("[", ".[").split(".")
    beginnings = {".".join(steps[:length]) for length in range(len(steps) + 1)}
    return max((start for _, start in SECTIONS if start in beginnings), key=len)


def section(heading, about, rows):
    lines = ["", heading, ""] + [cell(about), ""] * bool(about)
    return "\n".join(lines + table(rows)) + "\n" * bool(rows)


def table(rows):
    """The lines of a Markdown table. Empty if there are no rows."""
    if not rows:
        return []
    return [line(HEADS), line(["---"] * len(HEADS)), *(line(cells_of(row)) for row in rows)]


def cells_of(setting):
    default = "required" if setting.required else ""
    if setting.default is not None:
        default = f"`{json.dumps(setting.default)}`"
    return f"`{setting.path}`", setting.kind, setting.allowed, setting.unit or "", default, setting.about


def line(cells):
    return "| " + " | ".join(map(cell, cells)) + " |"


def cell(text):
    """The text of a cell. The character that would end the cell is escaped."""
    return text.replace("|", "\\|")
