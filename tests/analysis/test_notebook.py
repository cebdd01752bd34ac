"""The example notebook: its cells still run, and print the output that is stored below them."""

import ast
import contextlib
import io
import json
import subprocess

import pytest
from verbs import ENVIRONMENT, ROOT, SCENARIOS

import rmasim_analysis as rma

NOTEBOOK = ROOT / "analysis/example.ipynb"


def code_cells():
    """Returns, for each cell, its code and its text: printed lines and final value."""
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] == "code":
            outputs = [output.get("text") or output["data"]["text/plain"] for output in cell["outputs"]]
            yield "".join(cell["source"]), "".join("".join(lines) for lines in outputs).rstrip("\n")


def execute(code, names):
    """Executes a cell, and returns the output that a notebook shows below it, as text."""
    module = ast.parse(code)
    last = module.body.pop() if isinstance(module.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(module, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    return (printed.getvalue() + (repr(value) if value is not None else "")).rstrip("\n")


def test_the_notebook_shows_what_its_cells_give(monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT / "analysis")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    names = {}
    shown = 0
    for code, expected in code_cells():
        assert execute(code, names) == expected, code
        shown += bool(expected)
    assert shown > 5


def test_a_cell_that_shows_something_else_would_be_seen():
    assert execute("x = 1\nprint('a')\nx + 1", {}) == "a\n2"
    assert execute("x = 1", {}) == ""


# ---- Functions that the notebook does not show.

def test_an_exploration_as_a_frame(tmp_path):
    world = ROOT / "tests/explore/worlds/thread-flush-put.json"
    text = subprocess.run([ENVIRONMENT["RMASIM_PROGRAM"], "explore", world, "--format", "json"], capture_output=True,
                          check=True).stdout
    (tmp_path / "found.json").write_bytes(text)
    frame = rma.load_exploration(tmp_path / "found.json")
    assert frame.loc["LOCK", ["least", "most"]].tolist() == [0, 1]


def test_elements_as_a_frame():
    result = rma.simulate(ENVIRONMENT["RMASIM_PROGRAM"], SCENARIOS / "newrma/lock/lock-put-unlock.json").result
    frame = rma.load_elements(result)
    assert frame.loc["op.local.w", "size"] == 32 and frame.loc["target.local.w", "high_water"] == 1
    assert rma.load_time_spent(result)["share"].sum() == pytest.approx(1)


def test_tables_and_fall_backs_as_frames():
    result = rma.simulate(ENVIRONMENT["RMASIM_PROGRAM"], SCENARIOS / "newrma/lock_all/fall-back.json").result
    tables = rma.load_tables(result)
    assert tables.loc["w", ["slots", "targets_restored", "fall_backs"]].tolist() == [
        8, result["tables"]["w"]["targets_restored"], 1]
    (one,) = rma.load_fall_backs(result).itertuples(index=False)
    assert (one.rank, one.window, one.call, one.needed_by) == (0, "w", "put", "w")
    assert tables.loc["w", "fall_backs_ns"] == one.took_ns
    without = rma.simulate(ENVIRONMENT["RMASIM_PROGRAM"], SCENARIOS / "newrma/lock/lock-put-unlock.json").result
    assert rma.load_fall_backs(without).empty


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError):
        rma.load_nothing
