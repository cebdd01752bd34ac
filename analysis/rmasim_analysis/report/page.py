"""Combines the sections into one self-contained HTML file. The file needs no other file and no network."""

import base64
import hashlib
import json
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..files import read_text
from . import svg

PARTS = Path(__file__).parent / "page"
# The scripts in the order of their dependences.
SCRIPTS = ("view.js", "columns.js", "layout.js", "words.js", "model.js", "choice_of_ranks.js", "far_rows.js",
           "paint.js", "paint_packets.js", "marks.js", "interval.js", "diagram.js", "diagram_controls.js",
           "maps.js", "pairs.js", "together.js", "page.js")


def page_of(sections, title, maker="rmasim report"):
    """The whole file as text. `maker` is the subcommand that writes the page. The templates escape all text from
    inputs."""
    script = "\n".join(read_text(PARTS / name) for name in SCRIPTS)
    pictures = Pictures()
    return templates().get_template("page.html").render(
        title=title, maker=maker, is_titled_by_section=[section.title for section in sections] == [title],
        sections=list(enumerate(sections, start=1)), picture=pictures.inline, data=data_block,
        style=Markup(read_text(PARTS / "page.css")), script=Markup(script), script_hash=hash_of(script))


@cache
def templates():
    """The compiled templates. Each is compiled once per process."""
    return Environment(loader=FileSystemLoader(PARTS), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
                       lstrip_blocks=True)


class Pictures:
    """Numbers for the charts of a page, so that the ids in different charts differ."""

    def __init__(self):
        self.drawn = 0

    def inline(self, chart):
        self.drawn += 1
        return Markup(svg.inline(chart, self.drawn))


def data_block(data):
    """The contents of a <script> element with data. The JSON contains no "<", so that it cannot end the element."""
    return Markup(json.dumps(data, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c"))


def hash_of(script):
    """The hash of a script. A Content-Security-Policy permits the script by this hash."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
