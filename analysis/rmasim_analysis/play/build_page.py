"""Builds the page of `rmasim play`, which is one HTML file. Its parts are the files of this folder, the style and the
scripts of the report, the simulator as WebAssembly, and the editor CodeMirror.

    /usr/bin/python3 -m rmasim_analysis.play.build_page PROGRAM OUTPUT.html

PROGRAM is the folder of rmasim_play.js and rmasim_play.wasm.
"""

import base64
import gzip
import json
import sys
from pathlib import Path

from ..figures import CAUSES
from ..files import read_text, write_whole
from ..report.page import PARTS, SCRIPTS as REPORT_SCRIPTS, hash_of
from ..report.words import OUTCOMES

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CODE_MIRROR = Path("/usr/share/javascript/codemirror")
EDITOR_SCRIPTS = ("lib/codemirror.js", "mode/javascript/javascript.js", "addon/edit/matchbrackets.js",
                  "addon/edit/closebrackets.js", "addon/hint/show-hint.js")
EDITOR_STYLES = ("lib/codemirror.css", "addon/hint/show-hint.css")
SCRIPTS = ("packet_words.js", "trace.js", "critical_path.js", "play_model.js", "state.js", "simulator.js", "editor.js",
           "completion.js", "runs.js", "play.js")
FOLDERS_OF_EXAMPLES = ("", "newrma", "shm", "oldqueue", "ch3", "ch4", "synccount", "communicators", "errors", "faults",
                       "semantics", "workloads")
# Only the page's own script runs, which unpacks the others, and the simulator in a thread of its own. There is no
# network.
POLICY = ("default-src 'none'; style-src 'unsafe-inline'; script-src '{hash}' 'wasm-unsafe-eval' blob:; "
          "worker-src blob:; base-uri 'none'; form-action 'none'")


def examples():
    """The scenarios that need no other file. Each has folder, name, sentence and text."""
    found = []
    for folder in FOLDERS_OF_EXAMPLES:
        for path in sorted((ROOT / "scenarios" / folder).glob("*.json" if not folder else "**/*.json")):
            if path.name == "schema.json":
                continue
            text = read_text(path)
            scenario = json.loads(text)
            platform = json.dumps(scenario.get("platform", {}))
            if "programs" not in scenario or "schedule" in scenario or '"file"' in platform or '"flow"' in platform:
                continue
            found.append({"folder": folder or "to begin with", "name": scenario["name"],
                          "about": scenario.get("about", ""), "text": text})
    return found


def packed(text):
    """The data in a form for a script element, with the digits of unpack.js."""
    data = text if isinstance(text, bytes) else text.encode()
    digits = base64.b85encode(gzip.compress(data, 9, mtime=0)).decode()
    return digits.replace("<", ",").replace(">", ".")


def words():
    """The words of causes and outcomes, as the model of a page has them."""
    return {"causes": CAUSES, "outcomes": {name: dict(zip(("colour", "name", "words"), outcome))
                                           for name, outcome in OUTCOMES.items()}}


def parts_of_page(program):
    """The parts that the page unpacks when it needs them, by name."""
    schema = json.loads(read_text(ROOT / "scenarios" / "schema.json"))
    kinds = schema["$defs"]["kind"]
    return {
        "program": (program / "rmasim_play.wasm").read_bytes(),
        "program-start": read_text(program / "rmasim_play.js"),
        "script": script(),
        "words": json.dumps(words(), separators=(",", ":")),
        "vocabulary": json.dumps({key: kinds[key] for key in ("kinds", "flags")}, separators=(",", ":")),
        "schema": json.dumps(schema, separators=(",", ":")),
        "examples": json.dumps(examples(), separators=(",", ":")),
    }


def script():
    """The scripts of the page, which its first one unpacks and starts."""
    paths = [CODE_MIRROR / name for name in EDITOR_SCRIPTS]
    paths += [PARTS / name for name in REPORT_SCRIPTS] + [HERE / "page" / name for name in SCRIPTS]
    return "\n".join(read_text(path) for path in paths)


def page(program):
    styles = [read_text(CODE_MIRROR / name) for name in EDITOR_STYLES]
    styles += [read_text(PARTS / "page.css"), read_text(HERE / "page" / "play.css")]
    data = "".join(f'<script type="application/gzip" id="{name}">{packed(text)}</script>\n'
                   for name, text in parts_of_page(program).items())
    code = read_text(HERE / "page" / "unpack.js")
    return (read_text(HERE / "page" / "play.html").replace("{{ policy }}", POLICY.replace("{hash}", hash_of(code)))
            .replace("{{ style }}", "\n".join(styles)).replace("{{ data }}", data).replace("{{ script }}", code))


if __name__ == "__main__":
    write_whole(sys.argv[2], page(Path(sys.argv[1])))
