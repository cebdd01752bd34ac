"""The example notebook: its code, and the output of each cell when the cells are executed in order."""

import ast
import contextlib
import io
import json
import os
import tempfile

from figures import ROOT

NOTEBOOK = "analysis/example.ipynb"


def execute(code, names):
    """Executes a cell. Returns its printed text and the text of its final value, as a notebook shows them."""
    module = ast.parse(code)
    last = module.body.pop() if isinstance(module.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(module, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    return printed.getvalue(), "" if value is None else repr(value)


def outputs(code, names, number):
    """Executes a cell. Returns its outputs in the notebook's format."""
    printed, value = execute(code, names)
    found = []
    if printed:
        found.append({"name": "stdout", "output_type": "stream", "text": lines(printed)})
    if value:
        found.append({"data": {"text/plain": lines(value)}, "execution_count": number, "metadata": {},
                      "output_type": "execute_result"})
    return found


def lines(text):
    return text.splitlines(keepends=True)


def page():
    """Returns the notebook with the outputs of its cells. The cells read files of the folder `analysis`."""
    notebook = json.loads((ROOT / NOTEBOOK).read_text())
    names = {}
    with in_folder(ROOT / "analysis"), tempfile.TemporaryDirectory() as temporary, temporary_files_in(temporary):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"] = outputs("".join(cell["source"]), names, cell["execution_count"])
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


@contextlib.contextmanager
def in_folder(folder):
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextlib.contextmanager
def temporary_files_in(folder):
    before = tempfile.tempdir
    tempfile.tempdir = folder
    try:
        yield
    finally:
        tempfile.tempdir = before
