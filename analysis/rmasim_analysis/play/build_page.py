"""Builds the page of `rmasim play`, which is one HTML file. Its parts are the files of this folder, the files of the
report, the simulator as WebAssembly, and two libraries: CodeMirror (the editor) and Brython. Brython runs the report's
Python in the browser.

    /usr/bin/python3 -m rmasim_analysis.play.build_page PROGRAM BRYTHON OUTPUT.html

PROGRAM is the folder of rmasim_play.js and rmasim_play.wasm. BRYTHON is the folder of brython.min.js.
"""

import base64
import gzip
import json
import sys
from pathlib import Path

from ..files import read_text, write_whole

HERE = Path(__file__).parent
PACKAGE = HERE.parent
ROOT = PACKAGE.parents[1]
CODE_MIRROR = Path("/usr/share/javascript/codemirror")
EDITOR_SCRIPTS = ("lib/codemirror.js", "mode/javascript/javascript.js", "addon/edit/matchbrackets.js",
                  "addon/edit/closebrackets.js", "addon/hint/show-hint.js")
EDITOR_STYLES = ("lib/codemirror.css", "addon/hint/show-hint.css")
SCRIPTS = ("state.js", "simulator.js", "editor.js", "completion.js", "runs.js", "play.js")
# The modules that the report's sections on runs and explorations need.
MODULES = ("errors", "packet_words", "trace_file", "layout", "figures", "report.run_section", "report.columns",
           "report.counter_charts", "report.critical_path", "report.latency", "report.pair_figures",
           "report.queue_charts", "report.rank_figures", "report.run_charts", "report.diagram", "report.words",
           "report.chart", "report.order_diagram", "report.exploration_section")
REPLACED = ("settings", "files", "picture")  # the modules that have a replacement in stand_ins/
TEMPLATES = ("page.html", "parts.html", "run.html", "diagram.html", "exploration.html")
FOLDERS_OF_EXAMPLES = ("", "newrma", "shm", "oldqueue", "ch3", "ch4", "synccount", "communicators", "errors", "faults",
                       "semantics", "workloads")


def brython_modules(brython):
    """The modules in Brython's own format, by name. A value has the extension, the source, the imports, and True for a
    package."""
    modules = {}
    for path in sorted((HERE / "stand_ins").rglob("*.py")):
        name = ".".join(path.relative_to(HERE / "stand_ins").with_suffix("").parts).removesuffix(".__init__")
        if name in REPLACED:
            name = f"rmasim_analysis.{name}"
        modules[name] = [".py", read_text(path), [], int(path.name == "__init__.py")]
    for package in ("rmasim_analysis", "rmasim_analysis.report"):
        modules[package] = [".py", "pass\n", [], 1]
    for module in MODULES:
        path = PACKAGE / (module.replace(".", "/") + ".py")
        modules[f"rmasim_analysis.{module}"] = [".py", read_text(path), [], 0]
    for name in TEMPLATES:
        modules[module_of(name)] = [".py", compiled(name), [], 0]
    text = read_text(brython / "brython_stdlib.js")
    known = json.JSONDecoder().raw_decode(text[text.index("{"):])[0]
    modules["math"] = known["math"]
    return modules


def module_of(template):
    return "template_" + template.removesuffix(".html")


def compiled(name):
    """The Python code of a template of the report."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(loader=FileSystemLoader(PACKAGE / "report" / "page"), autoescape=True,
                              undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    source, _, _ = environment.loader.get_source(environment, name)
    text = environment.compile(source, name, name, raw=True)
    return text.replace("from jinja2.runtime import", "from templates import environment,")


def start_of_python():
    templates = "".join(f"import {module_of(name)}\ntemplates.environment.modules[{name!r}] = {module_of(name)}\n"
                        for name in TEMPLATES)
    return f"import templates\n{templates}import page_of_report\n"


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
    """The data in a form for a script element."""
    data = text if isinstance(text, bytes) else text.encode()
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def parts_of_page(program, brython):
    """The parts that the page unpacks when it needs them, by name."""
    from ..report.page import PARTS, SCRIPTS as REPORT_SCRIPTS, hash_of

    report_script = "\n".join(read_text(PARTS / name) for name in REPORT_SCRIPTS)
    engine = read_text(brython / "brython.min.js")
    # Brython asks for the location of its own file, which does not exist in a page.
    asked = 'executable:$B.strip_host($B.brython_path+"brython.js")'
    assert asked in engine, "another version of Brython"
    return {
        "program": (program / "rmasim_play.wasm").read_bytes(),
        "program-start": read_text(program / "rmasim_play.js"),
        "python": engine.replace(asked, 'executable:""'),
        "python-modules": json.dumps(brython_modules(brython)),
        "python-start": start_of_python(),
        "report-style": read_text(PARTS / "page.css"),
        "report-script": report_script,
        "report-script-hash": hash_of(report_script),
        "schema": json.dumps(json.loads(read_text(ROOT / "scenarios" / "schema.json")), separators=(",", ":")),
        "examples": json.dumps(examples(), separators=(",", ":")),
    }


def page(program, brython):
    styles = [read_text(CODE_MIRROR / name) for name in EDITOR_STYLES]
    styles += [read_text(PACKAGE / "report" / "page" / "page.css"), read_text(HERE / "page" / "play.css")]
    scripts = [read_text(CODE_MIRROR / name) for name in EDITOR_SCRIPTS]
    scripts += [read_text(HERE / "page" / name) for name in SCRIPTS]
    data = "".join(f'<script type="application/gzip" id="{name}">{packed(text)}</script>\n'
                   for name, text in parts_of_page(program, brython).items())
    return (read_text(HERE / "page" / "play.html").replace("{{ style }}", "\n".join(styles))
            .replace("{{ data }}", data)
            .replace("{{ script }}", "\n".join(scripts).replace("</script", "<\\/script")))


if __name__ == "__main__":
    write_whole(sys.argv[3], page(Path(sys.argv[1]), Path(sys.argv[2])))
