"""The parts of `rmasim play` that need no browser: links, pages, and what the page's script computes."""

import base64
import json
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from play_builds import ROOT, natively

sys.path.insert(0, str(ROOT / "analysis"))
os.environ.setdefault("RMASIM_PROGRAM", os.environ.get("RMASIM_BINARY", ""))

from rmasim_analysis import __main__ as subcommands  # noqa: E402
from rmasim_analysis import packet_words, trace_file  # noqa: E402
from rmasim_analysis.files import read_text  # noqa: E402
from rmasim_analysis.play import build_page, command, link  # noqa: E402
from rmasim_analysis.report import columns  # noqa: E402
from rmasim_analysis.report import page as report_page  # noqa: E402
from rmasim_analysis.report.exploration_section import ExplorationSection  # noqa: E402
from rmasim_analysis.report.inputs import Exploration, Run  # noqa: E402
from rmasim_analysis.report.page import section_model  # noqa: E402
from rmasim_analysis.report.run_section import RunSection, words_of_kinds  # noqa: E402

PAGE = ROOT / "analysis" / "rmasim_analysis" / "play" / "page"
CROSSED = ROOT / "scenarios" / "errors" / "crossed-locks.json"


def run(*arguments):
    return subcommands.main([str(argument) for argument in arguments])


def test_a_link_holds_the_scenario_and_settings(capsys):
    assert run("play", CROSSED, "--link", "--set", "protocol.slots=4", "--set", "ranks=2") == 0
    letters = capsys.readouterr().out.strip()
    assert set(letters) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    state = json.loads(zlib.decompress(packed, wbits=-15))
    assert state == {"scenario": CROSSED.read_text(), "settings": "protocol.slots=4 ranks=2"}
    assert len(letters) < len(CROSSED.read_text())
    assert letters == link.fragment_of(state)


def test_a_page_holds_them_too(tmp_path, monkeypatch, capsys):
    (tmp_path / "built.html").write_text(f"<p>before</p>{command.GIVEN}<p>{command.GIVEN}</p>")
    monkeypatch.setattr(command, "PAGES", (tmp_path / "none.html", tmp_path / "built.html"))
    scenario = tmp_path / "odd.json"
    scenario.write_text('{"name": "</script><b>"}')
    monkeypatch.chdir(tmp_path)
    assert run("play", scenario, "--no-browser") == 0
    text = (tmp_path / "odd.html").read_text()
    assert "</script><b>" not in text and text.endswith(f"<p>{command.GIVEN}</p>")
    given = text.split('type="application/json">', 1)[1].split("</script>", 1)[0]
    assert json.loads(given) == {"scenario": scenario.read_text(), "settings": ""}
    assert capsys.readouterr().out.startswith("odd.html: ")


def test_without_the_page_it_says_where_that_is(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "PAGES", (tmp_path / "none.html",))
    assert run("play", CROSSED, "-o", tmp_path / "page.html", "--no-browser") == 5
    assert "package rmasim-play" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("text", "arguments", "words"), [
    ("[]", [], "JSON of another kind; allowed: a scenario"),
    ("{", [], "scenario.json"),
    ("{}", ["--set", "name=a b"], "settings without blanks"),
    ("{}", ["-o", "scenario.json"], "-o"),
])
def test_bad_input(text, arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("scenario.json").write_text(text)
    assert run("play", "scenario.json", "--no-browser", *arguments) == 2
    assert words in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["scenario.json"]


# ---- What the page's script does like the package.

def in_javascript(*expressions):
    """Returns the values of expressions over the functions of the page's scripts."""
    scripts = [read_text(report_page.PARTS / name) for name in report_page.SCRIPTS]
    own = ("packet_words.js", "trace.js", "critical_path.js", "play_model.js")
    scripts += [read_text(PAGE / name) for name in own]
    code = "\n".join(scripts) + f"\nconsole.log(JSON.stringify([{', '.join(expressions)}]));"
    return json.loads(subprocess.run(["node", "-"], input=code, capture_output=True, text=True, check=True).stdout)


FAMILIES = [{}, *({"family": family} for family in packet_words.FAMILIES), {"family": "oldqueue", "unlock": "local"},
            {"family": "other"}]
FLAGS = [[], ["LOCK.X"], ["LOCK.S", "UNLOCK"], ["UNLOCK"], ["RMA_DONE"], ["FLUSH"], ["FLUSH", "NO_ACK"], ["IMMED"],
         ["LOCK.X", "IMMED_RESP", "FLUSH"], ["COMPLETE"], ["NOT_A_FLAG"]]


def test_packets_have_the_words_of_the_package():
    """All kinds with several combinations of flags, under the settings of every family."""
    kinds = ["+".join([kind, *flags]) for kind in packet_words.KINDS for flags in FLAGS]
    vocabulary = {key: packet_words.VOCABULARY[key] for key in ("kinds", "flags")}
    asked = f"{json.dumps(FAMILIES)}.map((one) => wordsOfKinds({json.dumps([*kinds, 'ODD'])}, one, " \
            f"{json.dumps(vocabulary)}))"
    (found,) = in_javascript(asked)
    for protocol, words in zip(FAMILIES, found):
        assert words == words_of_kinds(kinds, protocol), protocol


@pytest.mark.parametrize("path", ["errors/crossed-locks.json", "newrma/lock/lock-put-get-unlock.json",
                                  "faults/lost-packet.json", "semantics/buffers/isend.json",
                                  "newrma/threads/flush-beside-put.json", "oldqueue/agent/periodic.json",
                                  "workloads/shared-counter.json"])
def test_the_model_of_a_run_is_that_of_the_package(path, tmp_path):
    path = ROOT / "scenarios" / path
    trace = tmp_path / "trace.json"
    result = json.loads(natively("run", path, "--format", "json", "--breakdown", "rank,pair", "--trace", trace).stdout)
    vocabulary = {key: packet_words.VOCABULARY[key] for key in ("kinds", "flags")}
    model = f"new PlayModel({json.dumps(build_page.words())}, {json.dumps(vocabulary)})"
    answer = json.dumps({"result": result, "trace": json.loads(trace.read_text())})
    (here,) = in_javascript(f"{model}.run({answer}, '', '')")
    there = section_model(RunSection(Run(result["scenario"], "", result, trace_file.load(trace))))
    there = json.loads(json.dumps(there))
    for part in ("kind", "title", "about", "outcome", "by_kind", "kinds", "ranks", "settings", "stuck", "latencies",
                 "path"):
        assert here[part] == there[part], part
    assert here["pairs"]["busiest"] == there["pairs"]["busiest"]
    assert here["pairs"]["columns"] == {name: columns.unpacked(text)
                                        for name, text in there["pairs"]["columns"].items()}
    assert [fact[:2] for fact in here["facts"]] == [fact[:2] for fact in there["facts"]]
    assert_same_diagram(here["diagram"]["data"], there["diagram"]["data"])


def assert_same_diagram(here, there):
    for part in ("tracks", "ranks", "end", "stuck", "findings"):
        assert here[part] == there[part], part
    for part in ("calls", "waits", "packets", "notes", "critical"):
        texts = {"calls": ("name", "place"), "packets": ("kind",), "notes": ("text",)}.get(part, ())
        rows = []
        for data in (here, there):
            one = {name: columns.unpacked(column) if isinstance(column, str) else column
                   for name, column in data[part].items()}
            one |= {name: [data["texts"][number] for number in one[name]] for name in texts}
            one |= {"cause": [data["causes"][number] for number in one["cause"]]} if part == "waits" else {}
            rows.append(sorted(zip(*(one[name] for name in sorted(one)))))
        assert rows[0] == rows[1], part


def test_the_model_of_an_exploration_is_that_of_the_package(tmp_path):
    found = json.loads(natively("explore", CROSSED, "--format", "json", "--out", tmp_path).stdout)
    vocabulary = {key: packet_words.VOCABULARY[key] for key in ("kinds", "flags")}
    (here,) = in_javascript(f"new PlayModel({json.dumps(build_page.words())}, {json.dumps(vocabulary)})"
                            f".exploration({json.dumps(found)})")
    there = json.loads(json.dumps(section_model(ExplorationSection(Exploration(found["scenario"], found)))))
    for part in ("kind", "title", "ranks", "failures", "failures_left_out", "kinds", "high_water", "ends", "orders",
                 "facts", "remarks"):
        assert here[part] == there[part], part
