"""One self-contained HTML file of sections. The file has the model of the page as JSON, and the script that draws it.
The file needs no other file and no network. `model.schema.json` describes the model."""

import base64
import hashlib
import html
import json
from pathlib import Path

from ..figures import CAUSES
from ..files import read_text

PARTS = Path(__file__).parent / "page"
FORMAT = "rmasim page, 1"
# The scripts in the order of their dependences.
SCRIPTS = ("tree.js", "numbers.js", "parts.js", "chart.js", "view.js", "columns.js", "layout.js", "words.js",
           "model.js", "choice_of_ranks.js", "far_rows.js", "paint.js", "paint_packets.js", "marks.js", "interval.js",
           "diagram.js", "diagram_controls.js", "diagram_tree.js", "maps.js", "pairs.js", "together.js", "order.js",
           "run.js", "exploration.js", "sweep.js", "tune.js", "comparison.js", "page.js")


def page_of(sections, title, maker="rmasim report"):
    """The whole file as text. `maker` is the subcommand that writes the page."""
    return html_of(model_of(sections, title, maker))


def model_of(sections, title, maker="rmasim report"):
    """The model of a page."""
    return {"format": FORMAT, "maker": maker, "title": title, "words": {"causes": CAUSES},
            "sections": [section_model(section) for section in sections]}


def section_model(section):
    return {"kind": section.kind, "title": section.title, "about": section.about, "outcome": outcome_of(section),
            **section.model}


def outcome_of(section):
    if not section.outcome:
        return None
    return dict(zip(("colour", "name", "words"), section.outcome))


def html_of(model):
    code = script()
    replaced = {"title": html.escape(f"{model['title']} · {model['maker']}"), "maker": html.escape(model["maker"]),
                "hash": hash_of(code), "style": read_text(PARTS / "page.css"), "model": data_block(model),
                "script": code}
    before, *parts = read_text(PARTS / "page.html").split("{{ ")
    return before + "".join(replaced[name] + rest for name, _, rest in (part.partition(" }}") for part in parts))


def script():
    return "\n".join(read_text(PARTS / name) for name in SCRIPTS)


def data_block(data):
    """The contents of a <script> element with data. The JSON contains no "<", so that it cannot end the element."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c")


def hash_of(code):
    """The hash of a script. A Content-Security-Policy permits the script by this hash."""
    return "sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
