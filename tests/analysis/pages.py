"""Reads the pages of reports: their models, and what their script draws."""

import json
import pathlib
import re
import shutil
import subprocess

import pytest

from rmasim_analysis.report import columns, diagram

DRAWN = pathlib.Path(__file__).with_name("drawn.js")
MODEL = re.compile(r'<script type="application/json" id="model">(.*?)</script>', re.DOTALL)


def model_of(page):
    """Returns the model in the text of a page."""
    return json.loads(MODEL.search(page)[1])


def by_node(path, *expression):
    if shutil.which("node") is None:
        pytest.skip("no node: the script of the page is not run")
    return subprocess.run(["node", str(DRAWN), str(path), *expression], check=True, capture_output=True,
                          text=True).stdout


def drawn(path):
    """Returns the HTML that the script of a page draws. Optional line breaks in names are left out."""
    return by_node(path).replace("<wbr>", "")


def computed(path, expression):
    """Returns the value of a JavaScript expression over the functions of a page and its `model`."""
    return json.loads(by_node(path, expression))


def diagrams_of(model):
    """Returns the data of all diagrams of runs and comparisons, with their columns."""
    found = []
    for section in model["sections"]:
        found += [section["diagram"]] if section.get("diagram") else []
        found += [side["diagram"] for side in section.get("drawn", [])]
    return [with_columns(one["data"]) for one in found]


def with_columns(data):
    return data | {part: {name: columns.unpacked(text) for name, text in data[part].items()}
                   for part in diagram.COLUMNS}


class Page(str):
    """What the script of a page draws, as HTML. `raw` is the text of the file, and `model` its model."""

    def __new__(cls, path):
        page = super().__new__(cls, drawn(path))
        page.raw = path.read_text(encoding="utf-8")
        page.model = model_of(page.raw)
        return page
