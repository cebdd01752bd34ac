"""The builds for tests of `rmasim play`: the program as WebAssembly. They need Debian's emscripten."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "wasm"
NEEDED = ("em++", "node", "ninja")
EDITOR = Path("/usr/share/javascript/codemirror")


def build():
    """Builds the program, and returns its folder. Skips the test if the program cannot be built."""
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    missing += [] if EDITOR.exists() else ["libjs-codemirror"]
    if missing:
        pytest.skip(f"no {', '.join(missing)}: the program of `rmasim play` is not built, and not tested")
    subprocess.run(["cmake", "--preset", "wasm"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", str(FOLDER)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return FOLDER


def questions(scenarios, what="run", **more):
    more = {"run": {"breakdown_up_to": 2**31 - 1, "trace_bytes": 0}, "explore": {"limit": 100_000}}.get(what, {}) | more
    return [{"do": what, "scenario": text, "settings": [], **more} for text in scenarios]


def answers(asked):
    """Returns the answers of one process under node, in the order of the questions."""
    lines = "\n".join(json.dumps(question) for question in asked)
    run = subprocess.run(["node", str(Path(__file__).with_name("answers.js")), str(FOLDER)], input=lines,
                         capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def natively(*arguments):
    return subprocess.run([os.environ["RMASIM_BINARY"], *map(str, arguments)], capture_output=True, text=True,
                          check=False)
