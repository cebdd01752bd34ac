"""The parts of `rmasim play` that need no browser: links, pages, and the modules that replace Python's in a page."""

import base64
import bisect
import dataclasses
import importlib.util
import json
import os
import sys
import types
import zlib
from pathlib import Path

import pytest
from play_builds import ROOT, natively

sys.path.insert(0, str(ROOT / "analysis"))
os.environ.setdefault("RMASIM_PROGRAM", os.environ.get("RMASIM_BINARY", ""))

from rmasim_analysis import __main__ as subcommands  # noqa: E402
from rmasim_analysis import trace_file  # noqa: E402
from rmasim_analysis.play import build_page, command, link  # noqa: E402
from rmasim_analysis.report import page as report_page  # noqa: E402
from rmasim_analysis.report.exploration_section import ExplorationSection  # noqa: E402
from rmasim_analysis.report.inputs import Exploration, Run  # noqa: E402
from rmasim_analysis.report.run_section import RunSection  # noqa: E402

STAND_INS = ROOT / "analysis" / "rmasim_analysis" / "play" / "stand_ins"
CROSSED = ROOT / "scenarios" / "errors" / "crossed-locks.json"


def stand_in(name):
    spec = importlib.util.spec_from_file_location(f"stand_in_{name}", STAND_INS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


# ---- The report's templates, without Jinja.

@pytest.fixture(scope="module")
def templates():
    module = sys.modules["templates"] = stand_in("templates")
    for name in build_page.TEMPLATES:
        template = types.ModuleType(name)
        exec(compile(build_page.compiled(name), name, "exec"), vars(template))
        module.environment.modules[name] = template
    yield module
    del sys.modules["templates"]


def by_jinja(known):
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(loader=FileSystemLoader(report_page.PARTS), autoescape=True, undefined=StrictUndefined,
                              trim_blocks=True, lstrip_blocks=True)
    return environment.get_template("page.html").render(
        **known, data=report_page.data_block, style=Markup("a > b { }"), script=Markup("1 < 2;"))


def by_stand_in(templates, known):
    markup = templates.Markup
    return templates.environment.get_template("page.html").render(
        **known, data=lambda data: markup(str(report_page.data_block(data))), style=markup("a > b { }"),
        script=markup("1 < 2;"))


def section_of_run(path, folder):
    trace = folder / "trace.json"
    result = json.loads(natively("run", path, "--format", "json", "--breakdown", "rank,pair").stdout)
    natively("run", path, "--trace", trace)
    section = RunSection(Run('a "name" & <more>', "about it", result, trace_file.load(trace)))
    for chart in ("use", "queues", "counters", "rank_bars", "latency_chart"):
        setattr(section, chart, None)
    return section


@pytest.mark.parametrize("path", ["errors/crossed-locks.json", "newrma/lock/lock-put-get-unlock.json",
                                  "faults/lost-packet.json"])
def test_templates_give_what_jinja_gives(templates, path, tmp_path):
    section = section_of_run(ROOT / "scenarios" / path, tmp_path)
    known = {"title": "it", "maker": "a test", "is_titled_by_section": False, "sections": [(1, section), (2, section)],
             "picture": None, "script_hash": "sha256-x"}
    assert by_stand_in(templates, known) == by_jinja(known)


def test_the_section_of_an_exploration_too(templates):
    found = json.loads(natively("explore", CROSSED, "--format", "json").stdout)
    known = {"title": "it", "maker": "a test", "is_titled_by_section": True, "picture": None, "script_hash": "x",
             "sections": [(1, ExplorationSection(Exploration("crossed", found)))]}
    page = by_stand_in(templates, known)
    assert page == by_jinja(known) and "deadlock" in page


# ---- Python's modules.

@pytest.mark.parametrize("module", [dataclasses, stand_in("dataclasses")])
def test_dataclasses(module):
    @module.dataclass(frozen=True)
    class Pair:
        first: int
        second: str = "two"
        rest: list = module.field(default_factory=list)

    one, other = Pair(1), Pair(1, second="two")
    assert one == other and one.rest == [] and one.rest is not other.rest
    assert Pair(1, "three") != one and module.replace(one, first=4) == Pair(4)


def test_bisect():
    ascending = [1, 3, 3, 7]
    for value in range(9):
        assert stand_in("bisect").bisect_right(ascending, value) == bisect.bisect_right(ascending, value)


def test_a_property_is_computed_once():
    computed = []

    class Owner:
        @stand_in("functools").cached_property
        def figure(self):
            computed.append(1)
            return 7

    owner = Owner()
    assert (owner.figure, owner.figure, len(computed)) == (7, 7, 1)
