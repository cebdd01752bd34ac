"""Tables as Parquet. Debian 12 has no pyarrow, so a stub replaces it. If pyarrow is installed, a table is read back."""

import io
import sys
import types
from pathlib import Path

import pandas
import pytest
import rmasim
from rmasim_analysis import __main__, parquet

ROOT = Path(__file__).resolve().parents[3]
COLUMNS = [{"name": "run", "unit": "", "about": "Its place."}, {"name": "time_ns", "unit": "ns", "about": "How long."}]


class ArrowInvalid(ValueError):
    pass


class ArrowTypeError(TypeError):
    pass


def array(values):
    """Follows the rules of pyarrow.array that these tests need: a column has one type, and numbers and texts have no
    common type."""
    kinds = {one.__class__.__name__ for one in values if one is not None}
    if len(kinds) > 1:
        raise (ArrowInvalid if values[0].__class__ is int else ArrowTypeError)("cannot be converted")
    return types.SimpleNamespace(type=kinds.pop(), values=values)


@pytest.fixture
def tables(monkeypatch):
    """Returns the tables that were written."""
    def write_table(table, where):
        written.append(table)
        where.write(b"PAR1")

    def from_arrays(arrays, schema):
        assert [field.type for field in schema] == [one.type for one in arrays]
        return [(field.name, one.type, one.values, field.metadata) for field, one in zip(schema, arrays)]

    written = []
    arrow = types.ModuleType("pyarrow")
    arrow.parquet = types.ModuleType("pyarrow.parquet")
    arrow.parquet.write_table = write_table
    arrow.array, arrow.schema = array, list
    arrow.field = lambda name, type, metadata: types.SimpleNamespace(name=name, type=type, metadata=metadata)
    arrow.Table = types.SimpleNamespace(from_arrays=from_arrays, from_pandas=lambda frame: list(frame.columns))
    arrow.ArrowInvalid, arrow.ArrowTypeError = ArrowInvalid, ArrowTypeError
    monkeypatch.setitem(sys.modules, "pyarrow", arrow)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", arrow.parquet)
    return written


def test_columns_have_types_units_and_meanings(tables, tmp_path):
    parquet.write_rows(tmp_path / "table.parquet", COLUMNS, [{"run": 0, "time_ns": 1.5}, {"run": 1}], "--parquet")
    assert tables == [[("run", "int", [0, 1], {"unit": "", "about": "Its place."}),
                       ("time_ns", "float", [1.5, None], {"unit": "ns", "about": "How long."})]]
    assert (tmp_path / "table.parquet").read_bytes() == b"PAR1"


@pytest.mark.parametrize("values, kind, kept", [
    ([1, None], "int", [1, None]), (["a", "b"], "str", ["a", "b"]),
    ([4, "auto", None], "str", ["4", "auto", None]), (["auto", 4], "str", ["auto", "4"]),
])
def test_a_column_has_one_type(tables, tmp_path, values, kind, kept):
    rows = [{"run": value} for value in values]
    parquet.write_rows(tmp_path / "table.parquet", COLUMNS[:1], rows, "--parquet")
    assert tables[0][0][1:3] == (kind, kept)


def test_a_sweep_writes_its_table(tables, tmp_path):
    world = ROOT / "scenarios/newrma/lock/lock-put-unlock.json"
    assert __main__.main(["sweep", str(world), "--vary", "seed=1,2", "--out", str(tmp_path / "s"),
                          "--parquet", "-j", "1"]) == 0
    [table] = tables
    columns = {name: (kind, values) for name, kind, values, _ in table}
    assert columns["seed"] == ("int", [1, 2])
    assert columns["messages"] == ("int", [2, 2])


def test_a_data_frame_is_saved(tables, tmp_path):
    rmasim.save_table(pandas.DataFrame({"packets": [1]}), tmp_path / "frame.parquet")
    assert tables == [["packets"]]


def test_without_pyarrow_nothing_is_run(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert __main__.main(["sweep", "scenario.json", "--vary", "seed=1", "--out", str(tmp_path / "s"), "--parquet"]) == 2
    assert not (tmp_path / "s").exists()


def test_the_real_one_reads_it_back():
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as files

    written = io.BytesIO()
    rows = [{"run": 7, "time_ns": "auto"}, {"run": 1, "time_ns": 4}]
    files.write_table(parquet.table_of(arrow, COLUMNS, rows), written)
    assert files.read_table(io.BytesIO(written.getvalue())).to_pydict() == {
        "run": [7, 1], "time_ns": ["auto", "4"]}
