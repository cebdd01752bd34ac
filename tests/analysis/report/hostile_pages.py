"""Makes pages of inputs that somebody has edited: values of other types, missing and renamed keys, hostile texts as
names and everywhere else. Each input becomes a page or an error that names the file. Chromium opens each page: the page
is drawn, no script of an input runs, and the console stays empty.

    tests/analysis/report/hostile_pages.py [--pages N] [--seed S] [--keep FOLDER]

prints how many inputs were refused and how many pages were drawn, and exits with 1 after the first failure. The
environment needs RMASIM_BINARY.
"""

import argparse
import collections
import contextlib
import io
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "analysis"), str(ROOT / "tests/analysis")]
    os.environ.setdefault("RMASIM_PROGRAM", os.environ["RMASIM_BINARY"])

import browser as chromium  # noqa: E402

from rmasim_analysis.__main__ import main  # noqa: E402

SCENARIOS = ROOT / "scenarios"
MARKUP = ["</script><script>window.hostile = 1</script>", "<img src=x onerror='window.hostile = 1'>",
          "\"><svg onload=window.hostile=1>", "javascript:window.hostile=1", "'; window.hostile = 1; '",
          "<!--<script>window.hostile=1", "${window.hostile = 1}", "{{ hostile }}", "$\\alpha$", "\u2028\u202e\0",
          "__proto__", "constructor", "a" * 3000]
ODD = [None, True, -1, 0, 1.5, 1e300, 2**63, 10**30, "", [], [1], {}, {"x": 1}, [[]], [None], "1"]
DRAWN = """return [window.hostile === undefined, document.querySelectorAll('main section h1, main section h2').length,
    document.querySelectorAll('#page script, #page iframe, #page img').length]"""


class Inputs:
    """The inputs that are edited: the texts of files, and how a page is made of them."""

    def __init__(self, folder):
        self.folder = folder
        lock, dead = SCENARIOS / "newrma/lock/lock-put-get-unlock.json", SCENARIOS / "errors/crossed-locks.json"
        race, fault = SCENARIOS / "semantics/buffers/isend.json", SCENARIOS / "faults/pools-shrink.json"
        traces = {path: folder / f"{path.stem}.trace" for path in (lock, dead)}
        self.documents = {
            **{f"result of {path.stem}": self.result(path, traces.get(path, folder / "other.trace"))
               for path in (lock, dead, race, fault)},
            **{f"trace of {path.stem}": json.loads(trace.read_text()) for path, trace in traces.items()},
            "exploration": self.printed("explore", SCENARIOS / "workloads/bug-hunt.json", "--out", folder),
            "tuning": json.loads(self.said("tune", lock, "--runs", "40", "--format", "json")),
            "scenario": json.loads(lock.read_text()),
        }
        self.sweep = folder / "sweep"
        self.said("sweep", lock, "--vary", "protocol.slots=1,2", "--vary", "ranks=2,3,4", "--out", self.sweep)

    def result(self, path, trace):
        return self.printed("run", path, "--breakdown", "rank,pair", "--trace", trace)

    @staticmethod
    def printed(*arguments):
        command = [os.environ["RMASIM_BINARY"], *map(str, arguments), "--format", "json"]
        return json.loads(subprocess.run(command, capture_output=True, check=False).stdout)

    @staticmethod
    def said(*arguments):
        with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.redirect_stderr(io.StringIO()):
            assert main([str(argument) for argument in arguments]) == 0
        return printed.getvalue()


def paths_of(document, path=()):
    yield path
    members = document.items() if isinstance(document, dict) else enumerate(document) \
        if isinstance(document, list) else ()
    for key, member in members:
        yield from paths_of(member, (*path, key))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def edited(document, rolls):
    """Returns a copy of the document with one to three edits, and the words for them."""
    copy, words = json.loads(json.dumps(document)), []
    for _ in range(rolls.choice((1, 1, 2, 3))):
        is_text = rolls.random() < 0.7  # edits of texts mostly leave a page to draw
        paths = [path for path in paths_of(copy) if path and (not is_text or isinstance(at(copy, path), str))]
        if not paths:
            break
        path = rolls.choice(paths)
        path = path if is_text else path[:rolls.randint(1, len(path))]
        inner = copy
        for key in path[:-1]:
            inner = inner[key]
        old, key = inner[path[-1]], path[-1]
        how = "markup" if is_text else rolls.choice(("odd", "odd", "delete", "rename", "scale"))
        if how == "delete":
            del inner[key]
        elif how == "rename" and isinstance(inner, dict):
            inner[rolls.choice(MARKUP)] = inner.pop(key)
        elif how == "scale" and isinstance(old, (int, float)) and not isinstance(old, bool):
            inner[key] = old * rolls.choice((0, -1, 1000, 10**15))
        elif how == "markup" and isinstance(old, (str, list)):
            inner[key] = rolls.choice(MARKUP) if isinstance(old, str) else [rolls.choice(MARKUP) for _ in old]
        else:
            inner[key] = rolls.choice(ODD + MARKUP)
        words.append(f"{how} {'.'.join(map(str, path))}")
    return copy, "; ".join(words)


def sweep_with_edit(inputs, rolls):
    """Writes a sweep of which one file is edited."""
    folder = inputs.folder / "edited-sweep"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(inputs.sweep, folder)
    if rolls.random() < 0.5:
        path = folder / "columns.json"
        copy, words = edited(json.loads(path.read_text()), rolls)
        path.write_text(json.dumps(copy))
    else:
        path = folder / "table.jsonl"
        rows = path.read_text().splitlines()
        number = rolls.randrange(len(rows))
        copy, words = edited(json.loads(rows[number]), rolls)
        rows[number] = json.dumps(copy)
        path.write_text("\n".join(rows) + "\n")
    return ["report", str(folder)], words


def arguments_of(inputs, rolls):
    """Writes an edited input. Returns its kind, the arguments that make a page of it, and the words for the edits."""
    kind = rolls.choice([*inputs.documents, "sweep", "comparison"])
    if kind == "sweep":
        return kind, *sweep_with_edit(inputs, rolls)
    source = "result of lock-put-get-unlock" if kind == "comparison" else kind
    copy, words = edited(inputs.documents[source], rolls)
    path = inputs.folder / "edited.json"
    path.write_text(json.dumps(copy))
    if kind == "comparison":
        whole = inputs.folder / "whole.json"
        whole.write_text(json.dumps(inputs.documents[source]))
        return kind, ["compare", str(path), str(whole)], words
    return kind, ["report", str(path)], words


def page_of(arguments, page):
    """Makes a page. Returns None, or the problem."""
    page.unlink(missing_ok=True)
    option = "--page" if arguments[0] == "compare" else "-o"
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as complaints:
        exit_code = main([*arguments, option, str(page)])
    text = complaints.getvalue()
    if exit_code not in (0, 2) or "Traceback" in text or page.exists() != (exit_code == 0):
        return f"exit code {exit_code}: {text}"
    if exit_code == 2 and not (": " in text and "edited" in text):
        return f"an error without its file: {text}"
    return None


def drawn(browser, page):
    """Opens a page. Returns None, or the problem."""
    browser.get(page.as_uri())
    is_clean, heads, foreign = browser.execute_script(DRAWN)
    complaints = [entry["message"] for entry in browser.get_log("browser")]
    if not is_clean or foreign:
        return "a script of the input has run, or could have"
    return None if heads and not complaints else f"{heads} sections; {complaints}"


def hunt(pages, seed, keep=None):
    """Makes and opens this many pages. Returns the numbers of refused inputs and of drawn pages, by kind. Raises
    AssertionError for the first problem."""
    refused, shown = collections.Counter(), collections.Counter()
    rolls = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        inputs = Inputs(folder)
        browser = chromium.start(folder / "chromium")
        try:
            while shown.total() < pages:
                kind, arguments, words = arguments_of(inputs, rolls)
                page = folder / "page.html"
                problem = page_of(arguments, page)
                if problem is None and page.exists():
                    problem = drawn(browser, page)
                    shown[kind] += 1
                else:
                    refused[kind] += 1
                if problem and keep:
                    shutil.copytree(folder, keep, dirs_exist_ok=True, ignore=shutil.ignore_patterns("chromium"))
                assert problem is None, f"page {shown.total()} of seed {seed}, {kind}: {words}: {problem}"
        finally:
            browser.quit()
    return refused, shown


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="copy the inputs of a failure to this folder")
    options = parser.parse_args()
    try:
        all_refused, all_shown = hunt(options.pages, options.seed, options.keep)
    except AssertionError as error:
        sys.exit(str(error))
    for one in sorted(all_refused | all_shown):
        print(f"{one}: {all_refused[one]} refused, {all_shown[one]} drawn")
    print(f"{all_refused.total() + all_shown.total()} inputs: {all_refused.total()} refused with file and key, "
          f"{all_shown.total()} drawn; no script ran")
