"""A page of `rmasim play` whose program has recorded answers of the native one. It needs no emscripten."""

import base64
import json
from pathlib import Path

from play_builds import natively

from rmasim_analysis.files import temporary_folder
from rmasim_analysis.play import build_page

PROGRAM = Path(__file__).with_name("recorded_program.js")


def key(what, scenario, settings=()):
    return json.dumps([what, scenario, list(settings)], separators=(",", ":"), ensure_ascii=False)


def answer(what, path, settings=()):
    """Returns the text of an answer, as answer.h describes it."""
    changes = [part for setting in settings for part in ("--set", setting)]
    with temporary_folder() as folder:
        if what == "explore":
            found = natively("explore", path, "--format", "json", "--out", folder, *changes)
            return f'{{"exploration":{found.stdout}}}'
        trace = Path(folder) / "trace.json"
        result = natively("run", path, "--format", "json", "--breakdown", "rank,pair", "--trace", trace, *changes)
        if result.returncode == 2:
            return json.dumps({"errors": [{"text": result.stderr.strip()}]})
        return f'{{"result":{result.stdout},"trace":{trace.read_text()}}}'


def write_page(folder, asked):
    """Writes the page, and returns its path. `asked` are triples of "run" or "explore", a file and settings."""
    answers = {key(what, path.read_text(), settings): answer(what, path, settings) for what, path, settings in asked}
    text = base64.b64encode(json.dumps(answers).encode()).decode()
    (folder / "rmasim_play.js").write_text(PROGRAM.read_text().replace("{{ answers }}", text))
    (folder / "rmasim_play.wasm").write_bytes(b"")
    page = folder / "play.html"
    page.write_text(build_page.page(folder))
    return page
