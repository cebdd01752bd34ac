"""The package `rmasim`: every example in a docstring runs, and every public name has a docstring."""

import importlib
import inspect
import os
import pkgutil
import pydoc
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pages import model_of

ROOT = Path(__file__).resolve().parents[2]
ANALYSIS = ROOT / "analysis"
sys.path.insert(0, str(ANALYSIS))
import rmasim  # noqa: E402
from rmasim import notebook  # noqa: E402
from rmasim_analysis import call_builders, settings  # noqa: E402

TWO_PACKETS = {
    "name": "two-packets", "ranks": 2, "windows": {"w": {"bytes": 64}},
    "programs": [{"ranks": "0", "calls": [{"lock": {"target": 1, "type": "exclusive"}},
                                          {"put": {"target": 1, "count": 8}}, {"unlock": {"target": 1}}]}],
}


@pytest.fixture(autouse=True)
def program(monkeypatch):
    monkeypatch.setenv("RMASIM_PROGRAM", os.environ["RMASIM_BINARY"])


def tool(*command):
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(ANALYSIS), "PYTHONDONTWRITEBYTECODE": "1"})


def public_names():
    return [name for name, value in vars(rmasim).items()
            if not name.startswith("_") and (inspect.isclass(value) or inspect.isfunction(value))]


def test_its_help_is_short_and_names_everything():
    helped = pydoc.plain(pydoc.render_doc(rmasim))
    assert len(helped.splitlines()) < 70
    assert [name for name in public_names() if not re.search(rf"\b{name}\b", helped)] == []
    assert {"run", "Result", "compare", "Comparison", "BadInput"} <= set(public_names())


class Cells(HTMLParser):
    """The rows of a table in HTML, and its caption."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.open, self.texts = [], [], {"caption": ""}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data
        elif self.open[-1] == "caption":
            self.texts["caption"] += data


def test_notebooks_show_results_as_tables():
    result = Cells(rmasim.run({**TWO_PACKETS, "name": "<b>two</b> & more"})._repr_html_())
    assert result.texts["caption"].startswith("<b>two</b> & more: finished after ")
    assert result.rows == [["packets", "number"], ["all packets", "2"], ["PUT+LOCK.X+UNLOCK", "1"],
                           ["RMA_DONE_ACK", "1"]]
    compared = Cells(rmasim.compare(TWO_PACKETS, families=["newrma", "ch3"])._repr_html_())
    assert compared.rows[0] == ["", "newrma", "ch3"] and ["all packets", "2", "4"] in compared.rows
    explored = Cells(rmasim.explore(TWO_PACKETS)._repr_html_())
    assert explored.rows[1][0] == "finished"
    tuned = Cells(rmasim.tune(TWO_PACKETS, over=["protocol.slots"], runs=20)._repr_html_())
    assert tuned.rows[1][0] == "protocol.slots=1" and tuned.rows[1][3] == "yes"


def test_a_table_of_many_kinds_ends_with_a_sum():
    rows = notebook.kinds({f"KIND{number}": number for number in range(1, 16)})
    assert rows[0] == ("KIND15", 15) and rows[-1] == ("3 more kinds", 6) and len(rows) == notebook.MAX_KINDS + 1


@pytest.mark.long
def test_the_examples_of_the_docstrings():
    done = tool("pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules", "analysis/rmasim")
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.splitlines()[-1].split()[0]) >= 8


@pytest.mark.long
def test_its_types_hold():
    done = tool("mypy", "--strict", "--allow-untyped-calls", "--follow-imports=silent", "--ignore-missing-imports",
                "--cache-dir", os.devnull, "analysis/rmasim")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_python_code_is_tidy():
    """The check E203 is omitted, because it refuses the blanks that align tables."""
    done = tool("flake8", "--max-line-length", "120", "--extend-ignore", "E203", "analysis", "tests")
    assert done.returncode == 0, done.stdout


def test_every_public_name_has_a_docstring():
    names = [found.name for found in pkgutil.iter_modules(rmasim.__path__)]
    assert all(importlib.import_module(f"rmasim.{name}").__doc__ for name in names)
    for name in public_names():
        public = getattr(rmasim, name)
        assert public.__doc__, name
        if inspect.isclass(public):
            assert not [part for part, value in vars(public).items() if not part.startswith("_")
                        and (inspect.isroutine(value) or isinstance(value, property)) and not inspect.getdoc(value)]


def test_a_dict_is_a_scenario():
    assert rmasim.run(TWO_PACKETS).packets == 2
    assert rmasim.explore(TWO_PACKETS).failing == 0
    assert list(rmasim.sweep(TWO_PACKETS, {"protocol.slots": [1, 2]}, jobs=1)["messages"]) == [2, 2]


def test_families_and_settings_are_compared():
    apart = {"protocol.optimizations.single_op": False, "protocol.optimizations.piggyback": False}
    found = rmasim.compare(TWO_PACKETS, families=["newrma", "synccount"], sides={"apart": apart})
    assert [side["status"] for side in found.sides] == ["compared", "not_run", "compared"]
    assert found.packets["newrma"].to_dict() == {"LOCK": 0, "LOCK_GRANTED": 0, "PUT": 0, "PUT+LOCK.X+UNLOCK": 1,
                                                 "RMA_DONE_ACK": 1, "UNLOCK": 0}
    assert found.packets["apart"].sum() == 5 and found.packets["apart"]["PUT+LOCK.X+UNLOCK"] == 0
    assert str(found).startswith("2 of 3 sides finish: newrma and apart. ")
    assert "\nnewrma: " in str(found)
    with pytest.raises(rmasim.BadInput, match="one run"):
        rmasim.compare(TWO_PACKETS)


def test_bad_input_has_the_words_of_the_program(tmp_path):
    for verb in (rmasim.run, rmasim.explore):
        with pytest.raises(rmasim.BadInput, match="ranks: found -1; allowed: "):
            verb({**TWO_PACKETS, "ranks": -1})
    with pytest.raises(rmasim.BadInput, match="protocol.slotz: found an unknown key"):
        rmasim.sweep(TWO_PACKETS, {"protocol.slotz": [1]})


def test_check_says_what_changed():
    expecting = {**TWO_PACKETS, "expect": {"messages": {"total": 3}}}
    with pytest.raises(rmasim.ExpectationFailed, match="messages.total: expected 3, got 2"):
        rmasim.check(expecting)
    assert rmasim.check({**TWO_PACKETS, "expect": {"messages": {"total": 2}}}).finished


def test_a_deadlock_is_a_result():
    alone = {**TWO_PACKETS, "programs": [{"ranks": "0", "calls": [{"recv": {"source": 1}}]}]}
    result = rmasim.run(alone)
    assert (result.outcome, result.exit_code, result.finished) == ("deadlock", 3, False)
    with pytest.raises(rmasim.ExpectationFailed):
        rmasim.check(alone)


def test_a_scenario_written_in_python(tmp_path):
    mine = rmasim.Scenario("mine", ranks=4)
    mine.window("w", bytes=64)
    with mine.program(ranks="1-3") as calls:
        calls.lock(target=0, type="shared")
        with calls.repeat(times=2):
            calls.put(target=0, count=8)
        calls.unlock(target=0)
    mine.expect(outcome="finished")
    mine.write(tmp_path / "mine.json")
    assert rmasim.check(tmp_path / "mine.json").by_kind == rmasim.run(mine).by_kind
    with pytest.raises(AttributeError, match="no call of the scenario language is named 'putt'"):
        calls.putt()
    with pytest.raises(rmasim.BadInput, match="call: found putt"):
        calls.call("putt", {})


def test_the_fixture_for_pytest(tmp_path):
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["rmasim.pytest_plugin"]\n')
    (tmp_path / "test_mine.py").write_text(
        f"def test_mine(rmasim):\n    assert rmasim.run({TWO_PACKETS!r}).packets == 2\n")
    done = tool("pytest", "-q", "-p", "no:cacheprovider", str(tmp_path))
    assert done.returncode == 0, done.stdout


def test_tables_as_files(tmp_path, monkeypatch):
    result = rmasim.run(TWO_PACKETS)
    rmasim.save_table(result.messages, tmp_path / "messages.csv")
    assert (tmp_path / "messages.csv").read_text().splitlines()[0] == "kind,packets,share"
    with pytest.raises(rmasim.BadInput, match="allowed: .csv or .parquet"):
        rmasim.save_table(result.messages, tmp_path / "messages.txt")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(rmasim.BadInput, match="found no pyarrow; allowed: the Python package pyarrow"):
        rmasim.save_table(result.messages, tmp_path / "messages.parquet")


def test_the_text_of_an_exploration_reports_that_it_was_cut_off():
    world = ROOT / "tests/explore/worlds/barrier-comes-any-time.json"
    assert re.fullmatch("<rmasim.Exploration .*: [0-9,]+ executions, 0 failing>", repr(rmasim.explore(world)))
    cut_off = repr(rmasim.explore(world, limit=2))
    assert cut_off.endswith(": 2 executions, 0 failing; not exhausted, ended by limit>"), cut_off


def test_an_exploration_on_two_processors_is_the_same():
    world = ROOT / "tests/explore/worlds/lock-queue.json"
    found = [rmasim.explore(world, jobs=jobs).raw for jobs in (None, 2)]
    for one in found:
        del one["wall_s"], one["explore_cpu_s"]
    assert found[0] == found[1]


ALONE = {**TWO_PACKETS, "programs": [{"ranks": "0", "calls": [{"recv": {"source": 1}}]}]}


def test_the_methods_of_calls_are_those_of_the_schema():
    names = settings.schema()["$defs"]["call"]["properties"]
    assert all(call_builders.word(name) in dir(rmasim.Calls) for name in names)
    put = inspect.signature(rmasim.Calls.put).parameters
    assert list(put)[:2] == ["self", "target"] and put["disp"].default is None
    with pytest.raises(TypeError, match="targett"):
        rmasim.Calls().put(targett=1)


def test_calls_with_calls_inside():
    calls = rmasim.Calls()
    calls.let(x=0, y="rank")
    with calls.while_(when="x < 2", limit=10):
        calls.let(x="x + 1")
    with calls.else_():
        calls.barrier()
    assert calls.list == [{"let": {"x": 0, "y": "rank"}},
                          {"while": {"when": "x < 2", "limit": 10, "calls": [{"let": {"x": "x + 1"}}],
                                     "else": [{"barrier": {}}]}}]
    for before in (rmasim.Calls(), calls):
        before.fence(win="w", assert_=["noprecede"])
        with pytest.raises(rmasim.BadInput, match="else_: found no if_"):
            with before.else_():
                pass


def test_threads_buffers_and_generated_calls_run():
    mine = rmasim.Scenario("mine", ranks=4)
    mine.window("w", bytes=4096)
    mine.buffer("b", bytes=64)
    with mine.threads(2, ranks="0") as (one, other):
        one.set_flag(flag="ready")
        other.wait_flag(flag="ready")
    with mine.program(ranks="1-3") as calls:
        calls.store(buffer="b", value=7)
    assert rmasim.run(mine).finished
    halo = rmasim.Scenario("halo", ranks=4)
    halo.window("w", bytes=4096)
    with halo.program() as calls:
        calls.generate(pattern="halo_2d", rows=2, columns=2, bytes=8, iterations=1)
    assert rmasim.run(halo).packets > 0


def said_without_a_file(words):
    return tempfile.gettempdir() not in words and "rmasim-" not in words and "scenario two-packets" in words


def test_errors_name_the_scenario_and_no_temporary_file():
    wrong = {**TWO_PACKETS, "ranks": -1}
    verbs = (rmasim.run, rmasim.explore, rmasim.check, rmasim.tune,
             lambda scenario: rmasim.sweep(scenario, {"protocol.slots": [1]}),
             lambda scenario: rmasim.compare(scenario, families=["newrma", "ch3"]),
             lambda scenario: rmasim.report(scenario, out="page.html"))
    for verb in verbs:
        with pytest.raises(rmasim.BadInput, match="ranks: found -1; allowed: ") as refused:
            verb(wrong)
        assert said_without_a_file(str(refused.value)), str(refused.value)


def test_reports_of_a_scenario_that_is_no_file_name_none():
    stuck = rmasim.run(ALONE)
    assert said_without_a_file(stuck.complaints.replace("two-packets:", "scenario two-packets:"))
    assert stuck.raw["stuck"] and not {"line", "column"} & stuck.raw["stuck"][0].keys()
    compared = rmasim.compare(TWO_PACKETS, families=["newrma", "ch3"])
    assert {side["file"] for side in compared.sides} == {"scenario two-packets"}
    assert said_without_a_file(str(compared))
    assert said_without_a_file(str(rmasim.tune(TWO_PACKETS, over=["protocol.slots"], runs=20, verify=0)))


def test_a_tuning_is_what_the_command_line_finds():
    tuned = rmasim.tune(TWO_PACKETS, over=["protocol.slots"], runs=20)
    assert tuned.recommended == {"protocol.slots": 1} and tuned.patch == {"protocol": {"slots": 1}}
    assert tuned.saves_percent == 0 and "\n\ntwo-packets: 2 ranks, family newrma" in str(tuned)
    assert list(tuned.front["recommended"]) == [True] and list(tuned.front.index) == [1]
    assert rmasim.run(TWO_PACKETS, set=tuned.recommended).time_ns == tuned.front.loc[1, "time_ns"]
    with pytest.raises(rmasim.BadInput, match="--memory: found 1; allowed: at least"):
        rmasim.tune(TWO_PACKETS, memory=1, over=["protocol.slots"], runs=20)
    with pytest.raises(rmasim.Failed, match="scenario two-packets: it does not finish with any of the settings tried"):
        rmasim.tune(ALONE, over=["protocol.slots"], runs=20)


def test_a_report_of_everything(tmp_path):
    shown = (rmasim.run(TWO_PACKETS), rmasim.explore(TWO_PACKETS),
             rmasim.tune(TWO_PACKETS, over=["protocol.slots"], runs=20), TWO_PACKETS)
    page = rmasim.report(*shown, out=tmp_path / "page.html", title="All of it")
    assert len(model_of(page.read_text(encoding="utf-8"))["sections"]) == len(shown)
    with pytest.raises(TypeError, match="no section for a Comparison"):
        rmasim.report(rmasim.compare(TWO_PACKETS, families=["newrma", "ch3"]), out=page)


def test_figures_by_rank_and_by_pair():
    result = rmasim.run(TWO_PACKETS, breakdown=["rank", "pair"])
    assert list(result.by_rank["messages_sent"]) == [1, 1] and result.by_rank.index.name == "rank"
    assert result.by_rank["wait_operations_ns"].sum() == result.time_spent.loc["wait_operations", "time_ns"]
    assert result.by_pair["bytes"].to_dict() == {(0, 1): 40, (1, 0): 32}
    assert result.by_pair.loc[(1, 0), "RMA_DONE_ACK"] == 1
    with pytest.raises(rmasim.BadInput, match='the result: found no by_rank; allowed: a run with breakdown="rank"'):
        rmasim.run(TWO_PACKETS).by_rank
