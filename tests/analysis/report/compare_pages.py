"""Compares pages with those of an earlier commit. Both commits make pages of the same results, traces, explorations and
comparisons of all scenarios. Chromium draws them, and each text of the earlier page must be in the later one: numbers,
words, labels, warnings, links. Ticks of charts are not compared; packets, calls and waits of diagrams are.

    tests/analysis/report/compare_pages.py BASE [--scenarios PART ...] [--kinds KIND ...] [--out FILE.json]

BASE is a work tree of the earlier commit. Prints the texts that are missing, with numbers replaced by "#": how often,
and the first page. Exits with 1 if there are any. The environment needs RMASIM_BINARY.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "analysis"), str(ROOT / "tests/analysis")]

import browser as chromium  # noqa: E402

MAX_TRACED_MESSAGES, LONGEST_S = 5_000, 60
FAMILIES = ("newrma", "ch4")
NUMBER = re.compile(r"-?\d[\d,]*(\.\d+)?")
# Makes the pages of one commit: a list of arguments in each line. Answers with the exit code and the messages.
MAKER = """
import contextlib, io, json, sys
from rmasim_analysis.__main__ import main
for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
        code = main(json.loads(line))
    print(json.dumps([code, said.getvalue()]), file=sys.__stdout__, flush=True)
"""
# All texts of a page by element, labels and titles, links. Texts of charts are their legends and titles.
TEXTS = """
const texts = [], root = document.body;
const walk = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return void texts.push(node.data);
  if (["SCRIPT", "STYLE", "NOSCRIPT", "SVG"].includes(node.nodeName.toUpperCase())) return;
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  for (const name of ["aria-label", "title", "placeholder", "href", "alt"]) {
    if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
  }
  if (node.nodeName === "WBR") return;
  node.childNodes.forEach(walk);
};
root.normalize();
root.querySelectorAll("wbr").forEach((one) => one.remove());
root.normalize();
walk(root);
return texts.map((text) => text.replace(/\\s+/g, " ").trim()).filter(Boolean);
"""
DIAGRAMS = """
const model = document.getElementById("model");
if (!model) {
  return [...document.querySelectorAll("script.data")].map((one) => JSON.parse(one.textContent));
}
const found = [];
const walk = (one) => {
  if (one === null || typeof one !== "object") return;
  if (one.diagram?.data) found.push(one.diagram.data);
  Object.values(one).forEach(walk);
};
walk(JSON.parse(model.textContent).sections);
return found;
"""


class Commit:
    """What makes the pages of one commit."""

    def __init__(self, tree):
        environment = {**os.environ, "PYTHONPATH": str(tree / "analysis"), "PYTHONDONTWRITEBYTECODE": "1",
                       "RMASIM_PROGRAM": os.environ["RMASIM_BINARY"]}
        self.process = subprocess.Popen(["/usr/bin/python3", "-c", MAKER], env=environment, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def make(self, arguments):
        print(json.dumps(list(map(str, arguments))), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def printed(*arguments):
    """Returns what the program prints as JSON, or None."""
    command = [os.environ["RMASIM_BINARY"], *map(str, arguments), "--format", "json"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST_S)
        return json.loads(run.stdout) if run.returncode in (0, 1) or run.stdout.startswith("{") else None
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None


def written(path, document):
    path.write_text(json.dumps(document))
    return path


def inputs_of_run(scenario, folder):
    result = printed("run", scenario, "--breakdown", "rank,pair")
    if result is None:
        return None
    inputs = [written(folder / "result.json", result)]
    trace = folder / "run.trace"
    trace.unlink(missing_ok=True)
    has_groups = result.get("groups", {}).get("count", 1) > 1
    if not has_groups and result["messages"]["total"] <= MAX_TRACED_MESSAGES:
        printed("run", scenario, "--trace", trace)
        inputs += [trace] if trace.exists() else []
    return ["report", *inputs, "-o"]


def inputs_of_exploration(scenario, folder):
    found = printed("explore", scenario, "--limit", 300, "--out", folder)
    return found and ["report", written(folder / "exploration.json", found), "-o"]


def inputs_of_comparison(scenario, folder):
    sides = []
    for family in FAMILIES:
        result = printed("run", scenario, "--set", f"protocol.family={family}")
        if result is None:
            return None
        sides.append(written(folder / f"{family}.json", result))
    return ["compare", *sides, "--page"]


KINDS = {"run": inputs_of_run, "exploration": inputs_of_exploration, "comparison": inputs_of_comparison}


def look(browser, page):
    browser.get(page.as_uri())
    return browser.execute_script(TEXTS), browser.execute_script(DIAGRAMS)


def missing_texts(before, after):
    """The texts of the earlier page that the later one has less often, or not at all. The later page may have them
    within longer texts, but numbers as words of their own. It may write 100.0 as 100, and 16384 as 16,384."""
    whole = " ".join(after)
    words = collections.Counter(spelled(word) for text in after for word in text.split())
    missing = []
    for text, times in collections.Counter(map(spelled, before)).items():
        there = words[text] if NUMBER.fullmatch(text) else whole.count(text)
        if there < times:
            missing.append(text if there == 0 else f"{times - there} of {times} times: {text}")
    return missing


def spelled(text):
    return re.sub(r"\.0$", "", text.replace(",", "")) if NUMBER.fullmatch(text) else text.removesuffix(" (")


def missing_of_diagrams(before, after):
    if len(before) != len(after):
        return [f"diagrams: {len(before)}, then {len(after)}"]
    return [f"diagram: {part}" for one, other in zip(before, after) for part in one
            if not has_all(plain(one[part]), plain(other.get(part)))]


def plain(part):
    """Earlier pages have the words of causes beside their names."""
    is_named = isinstance(part, list) and part and isinstance(part[0], dict) and set(part[0]) == {"name", "words"}
    return [one["name"] for one in part] if is_named else part


def has_all(part, later):
    """True if the later part has the columns of the earlier one, with the same values."""
    if isinstance(part, dict) and isinstance(later, dict):
        return all(later.get(name) == column for name, column in part.items())
    return part == later


def compare(browser, commits, arguments, folder):
    pages = [folder / "before.html", folder / "after.html"]
    for commit, page in zip(commits, pages):
        page.unlink(missing_ok=True)
        code, said = commit.make([*arguments, page])
        if not page.exists():
            return [f"no page of {'the base' if commit is commits[0] else 'this tree'}, exit code {code}: {said}"]
    (texts, diagrams), (later, later_diagrams) = (look(browser, page) for page in pages)
    return missing_texts(texts, later) + missing_of_diagrams(diagrams, later_diagrams)


def scenarios_of(parts):
    return [path for path in sorted((ROOT / "scenarios").rglob("*.json"))
            if path.name != "schema.json" and any(part in str(path.relative_to(ROOT)) for part in parts)
            and "programs" in path.read_text()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", type=pathlib.Path)
    parser.add_argument("--scenarios", nargs="+", default=[""], metavar="PART", help="those with a part in their path")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=list(KINDS))
    parser.add_argument("--out", type=pathlib.Path, help="all missing texts, by page, as JSON")
    arguments = parser.parse_args()
    found, made, without = {}, collections.Counter(), collections.Counter()
    commits = [Commit(arguments.base), Commit(ROOT)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        browser = chromium.start(folder / "chromium")
        for kind in arguments.kinds:
            for scenario in scenarios_of(arguments.scenarios):
                inputs = KINDS[kind](scenario, folder)
                if inputs is None:
                    without[kind] += 1
                    continue
                made[kind] += 1
                missing = compare(browser, commits, inputs, folder)
                if missing:
                    found[f"{kind} of {scenario.relative_to(ROOT / 'scenarios')}"] = missing
                    if arguments.out:
                        arguments.out.write_text(json.dumps(found, indent=1, ensure_ascii=False))
        browser.quit()
    for commit in commits:
        commit.close()
    groups = collections.defaultdict(list)
    for page, texts in found.items():
        for text in texts:
            groups[re.sub(r"\d[\d,.]*", "#", text)[:200]].append((page, text))
    for group, cases in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        print(f"{len(cases):5} {group}\n      {cases[0][0]}: {cases[0][1][:200]}")
    print(f"pages: {dict(made)}; without an input: {dict(without)}; pages that lack texts: {len(found)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
