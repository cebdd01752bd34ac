"""The runs of a sweep and its table, compared with single runs of the simulator."""

import csv
import json

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from verbs import PROGRAM, ROOT, SCENARIOS, verb

from rmasim_analysis.errors import BadInput
from rmasim_analysis.options import setting
from rmasim_analysis.program import simulate
from rmasim_analysis.sweep.arguments import parse_sample, parse_vary
from rmasim_analysis.sweep.plan import Grid, latin_hypercube, randomly
from rmasim_analysis.sweep.ranges import Between, listed
from rmasim_analysis.sweep.spec import read_sweep

pytestmark = pytest.mark.long

LOCK_PUT = SCENARIOS / "newrma/lock/lock-put-unlock.json"
CROSSED = SCENARIOS / "errors/crossed-locks.json"


# ---- Ranges.

def values(text):
    return [case["x"] for case in parse_vary(f"x={text}").cases]


@pytest.mark.parametrize("text, expected", [
    ("1,2,4", [1, 2, 4]),
    ("true,false", [True, False]),
    ('restore,flush', ["restore", "flush"]),
    ('[1,2],[3]', [[1, 2], [3]]),
    ("1..5", [1, 2, 3, 4, 5]),
    ("0..100+25", [0, 25, 50, 75, 100]),
    ("0..10+4", [0, 4, 8]),
    ("0..1+0.1", [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]),
    ("1..1024*2", [2**k for k in range(11)]),
    ("1..1000*10", [1, 10, 100, 1000]),
    ("1..10*1.5", [1, 2, 3, 5, 8]),
    ("7..7", [7]),
])
def test_ranges_of_the_command_line(text, expected):
    assert values(text) == expected


@pytest.mark.parametrize("text", ["x", "x=", "=1", "x=5..1", "x=0..8*2", "x=1..8*1", "x=1..8+0", "x=1..", "x=1,,2",
                                  "x=3..1~log", "x=0..1~log", "x=1..1000000000"])
def test_invalid_ranges_are_refused(text):
    with pytest.raises(BadInput):
        parse_vary(text)


@given(low=st.integers(1, 10**6), span=st.integers(1, 10**6), points=st.integers(2, 60))
def test_points_of_a_log_range_begin_and_end_where_they_should(tmp_path_factory, low, span, points):
    (dimension,) = of_file(tmp_path_factory, {"x": {"log_range": {"from": low, "to": low + span, "points": points}}})
    found = [case["x"] for case in dimension.cases]
    assert (found[0], found[-1]) == (low, low + span)
    assert found == sorted(set(found)) and len(found) <= points


def of_file(tmp_path_factory, vary):
    path = tmp_path_factory.mktemp("sweep") / "sweep.json"
    path.write_text(json.dumps({"name": "s", "scenario": "x.json", "vary": vary}))
    return read_sweep(path).dimensions


@pytest.mark.parametrize("change, location", [
    ({"vary": {"x": {"from": 1}}}, "vary.x.from"),
    ({"vary": {"x": []}}, "vary.x.list"),
    ({"vary": {"x": {"range": {"from": 1}}}}, "vary.x.range.to"),
    ({"vary": {"x": {"log_range": {"from": 1, "to": 4, "factor": 2, "points": 3}}}}, "vary.x.log_range"),
    ({"vary": {"x": {"range": {"from": 1, "to": 3}, "list": [1]}}}, "vary.x"),
    ({"vary": {"x": {"cases": [1]}}}, "vary.x.cases"),
    ({"vary": []}, "vary"),
    ({"sample": {"method": "dice", "runs": 3}}, "sample.method"),
    ({"sample": {"method": "random"}}, "sample.runs"),
    ({"settings": {}}, "settings"),
    ({"name": ""}, "name"),
])
def test_a_wrong_file_is_refused_with_the_place(tmp_path, change, location):
    path = tmp_path / "sweep.json"
    path.write_text(json.dumps({"name": "s", "scenario": "x.json", "vary": {"x": [1]}} | change))
    with pytest.raises(BadInput) as refused:
        read_sweep(path)
    assert refused.value.location == f"{path}: {location}"


@pytest.mark.parametrize("text", ["random", "random:0", "random:x", "dice:3", "random:3:1:1", "random:9999999"])
def test_invalid_samples_are_refused(text):
    with pytest.raises(BadInput):
        parse_sample(text)


def test_settings_are_read_as_the_simulator_reads_them():
    assert setting("protocol.cleanup=flush") == ("protocol.cleanup", "flush")
    assert setting("x=[1, true]") == ("x", [1, True])
    with pytest.raises(ValueError):
        setting("protocol.slots")


@pytest.mark.parametrize("arguments", [["--shard", "0/3"], ["--shard", "4/3"], ["--shard", "x"], ["-j", "0"],
                                       ["--set", "slots"]])
def test_invalid_options_are_refused(tmp_path, arguments):
    finished = verb("sweep", LOCK_PUT, "--vary", "seed=1,2", *arguments, "--out", tmp_path / "s")
    assert finished.returncode == 2 and ": found " in finished.stderr and "; allowed: " in finished.stderr


# ---- Plans.

SIZES = st.lists(st.integers(1, 5), min_size=1, max_size=4)


@given(SIZES)
def test_a_grid_has_every_combination_once_the_last_dimension_fastest(sizes):
    grid = Grid(tuple(listed(f"d{k}", list(range(size))) for k, size in enumerate(sizes)))
    points = [tuple(grid[number].values()) for number in range(len(grid))]
    assert points == sorted(set(points))
    assert len(points) == len(grid)


@given(runs=st.integers(1, 40), seed=st.integers(0, 1000), dimensions=st.integers(1, 3))
def test_a_latin_hypercube_has_one_run_in_every_strip(runs, seed, dimensions):
    plan = latin_hypercube(tuple(listed(f"d{k}", list(range(runs))) for k in range(dimensions)), runs, seed)
    for k in range(dimensions):
        assert sorted(plan[number][f"d{k}"] for number in range(runs)) == list(range(runs))


@settings(max_examples=50)
@given(low=st.integers(1, 100), span=st.integers(1, 1000), logarithmic=st.booleans(), seed=st.integers(0, 100))
def test_samples_stay_between_their_ends_and_reach_them(low, span, logarithmic, seed):
    between = Between("x", low, low + span, logarithmic)
    plan = randomly((between,), 50, seed)
    assert all(low <= plan[number]["x"] <= low + span for number in range(50))
    assert between.at(0)["x"] == low
    assert between.at(1 - 2**-53)["x"] == low + span


def test_samples_are_those_of_their_seed():
    """The test lists the expected samples, because other versions of Python must generate the same samples."""
    dimensions = (Between("x", 1, 1024, True), Between("y", 0.5, 2.5, False))
    assert [randomly(dimensions, 3, 1)[number] for number in range(3)] == [
        {"x": 2, "y": 2.19487}, {"x": 199, "y": 1.01014}, {"x": 31, "y": 1.39898}]
    assert [latin_hypercube(dimensions, 3, 1)[number] for number in range(3)] == [
        {"x": 593, "y": 1.02582}, {"x": 18, "y": 1.89591}, {"x": 3, "y": 1.18556}]


# ---- Tables.

def table_of(folder):
    rows = [json.loads(line) for line in (folder / "table.jsonl").read_text().splitlines()]
    with open(folder / "table.csv", newline="") as file:
        cells = list(csv.DictReader(file))
    return rows, cells, json.loads((folder / "columns.json").read_text())


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("swept") / "sweep"
    finished = verb("sweep", LOCK_PUT, "--vary", "protocol.optimizations.single_op=true,false", "--vary",
                    "protocol.slots=2,8", "--set", "platform.network.latency_ns=2000", "--out", folder)
    assert finished.returncode == 0, finished.stderr
    return folder


def test_rows_are_what_single_runs_give(swept):
    rows, _, _ = table_of(swept)
    assert [(row["protocol.optimizations.single_op"], row["protocol.slots"]) for row in rows] == [
        (True, 2), (True, 8), (False, 2), (False, 8)]
    for row in rows:
        varied = {path: row[path] for path in ("protocol.optimizations.single_op", "protocol.slots")}
        result = simulate(PROGRAM, LOCK_PUT, varied | {"platform.network.latency_ns": 2000}).result
        assert row["time_ns"] == result["time_ns"]
        assert row["messages"] == result["messages"]["total"]
        assert row["digest"] == result["digest"]
        assert {name.removeprefix("packets."): row[name] for name in row if name.startswith("packets.") and row[name]} \
            == result["messages"]["by_kind"]
        memory = result["memory_bytes_per_rank"]
        assert row["memory_bound_bytes"] == memory["engine"] + memory["tables"] + memory["pools_bound"]


def test_a_kind_that_a_run_never_sends_counts_as_zero(swept):
    rows, _, _ = table_of(swept)
    assert [row["packets.PUT+LOCK.X+UNLOCK"] for row in rows] == [1, 1, 0, 0]


def test_csv_and_json_lines_are_the_same_table(swept):
    rows, cells, about = table_of(swept)
    assert list(rows[0]) == list(cells[0]) == [column["name"] for column in about["columns"]]
    for row, line in zip(rows, cells, strict=True):
        for name, value in row.items():
            assert line[name] == ("" if value is None else value if isinstance(value, str) else json.dumps(value))


def test_every_column_says_what_it_is_and_its_unit(swept):
    _, _, about = table_of(swept)
    for column in about["columns"]:
        assert column["about"], column
        number = isinstance(json.loads((swept / "table.jsonl").read_text().splitlines()[0])[column["name"]], int)
        if number and column["name"] not in ("run", "exit_code", "protocol.optimizations.single_op"):
            assert column["unit"], column
    assert about["constants"]["platform.network.latency_ns"] == 2000
    assert about["constants"]["costs.search_step_ns"] == 4
    assert "protocol.slots" not in about["constants"]


def test_runs_that_cannot_finish_are_rows(tmp_path):
    finished = verb("sweep", CROSSED, "--vary", "seed=1,2", "--out", tmp_path / "s")
    assert finished.returncode == 0
    assert "2 runs, 2 of which did not finish" in finished.stdout
    rows, _, _ = table_of(tmp_path / "s")
    assert [row["outcome"] for row in rows] == ["deadlock", "deadlock"]
    assert "a cycle of waits" in rows[0]["cause"]


def test_cases_go_together(tmp_path):
    sweep = {"name": "s", "scenario": str(LOCK_PUT), "vary": {
        "size": {"cases": [{"ranks": 2, "protocol.slots": 1}, {"ranks": 3, "protocol.slots": 9}]}}}
    (tmp_path / "sweep.json").write_text(json.dumps(sweep))
    assert verb("sweep", tmp_path / "sweep.json", "--out", tmp_path / "s").returncode == 0
    rows, _, _ = table_of(tmp_path / "s")
    assert [(row["ranks"], row["protocol.slots"]) for row in rows] == [(2, 1), (3, 9)]


def test_a_patch_counts_in_every_run(tmp_path):
    (tmp_path / "patch.json").write_text('{"protocol": {"optimizations": {"single_op": false}}}')
    verb("sweep", LOCK_PUT, "--vary", "seed=1,2", "--patch", tmp_path / "patch.json", "--out", tmp_path / "s")
    rows, _, about = table_of(tmp_path / "s")
    assert all("packets.PUT+LOCK.X+UNLOCK" not in row for row in rows)
    assert about["constants"]["protocol.optimizations.single_op"] is False


# ---- Refused inputs, which leave no files.

@pytest.mark.parametrize("arguments, words", [
    ([LOCK_PUT], "nothing to vary"),
    ([LOCK_PUT, "--vary", "protocol.slots=4,0"], "protocol.slots: found 0"),
    ([LOCK_PUT, "--vary", "protocol.slotz=4"], "protocol.slotz"),
    ([LOCK_PUT, "--vary", "seed=1..9~log"], "--vary seed=1..9~log: found an interval without a sample"),
    ([LOCK_PUT, "--vary", "seed=1,2", "-j", "0"], "--jobs: found 0; allowed: a whole number of at least 1"),
    ([LOCK_PUT, "--vary", "seed=1,2", "--semantics", "none"], "--semantics: found none; allowed: separate, unified"),
    ([LOCK_PUT, "--vary", "seed=1..2000", "--vary", "ranks=1..2000"], "a grid of 4,000,000 runs"),
    ([LOCK_PUT, "--vary", "seed=1,2", "--set", "seed=3"], "settings that are not varied"),
    ([LOCK_PUT, "--vary", "seed=1,2", "--patch", "nowhere.json"], "nowhere.json"),
    (["nowhere.json", "--vary", "seed=1,2"], "nowhere.json"),
    ([SCENARIOS / "schema.json", "--vary", "seed=1,2"], "an unknown key"),
])
def test_bad_input(tmp_path, arguments, words):
    finished = verb("sweep", *arguments, "--out", tmp_path / "s")
    assert finished.returncode == 2
    assert words in finished.stderr and "allowed:" in finished.stderr
    assert not (tmp_path / "s").exists()


def test_a_folder_of_another_sweep_is_refused(swept):
    before = (swept / "table.csv").read_bytes()
    finished = verb("sweep", LOCK_PUT, "--vary", "protocol.slots=2,4", "--out", swept)
    assert finished.returncode == 2
    assert "found a sweep with another number of runs and other values to vary; allowed:" in finished.stderr
    assert (swept / "table.csv").read_bytes() == before


def test_the_folder_of_a_sweep_without_runs_can_be_reused(tmp_path):
    (tmp_path / "sweep.json").write_text('{"name": "another"}')
    (tmp_path / "runs.jsonl").write_text('{"run": 0, "cpu')
    assert verb("sweep", LOCK_PUT, "--vary", "seed=1,2", "--out", tmp_path).returncode == 0


def test_a_folder_of_other_things_is_left_alone(tmp_path):
    (tmp_path / "precious.txt").write_text("mine")
    finished = verb("sweep", LOCK_PUT, "--vary", "seed=1,2", "--out", tmp_path)
    assert finished.returncode == 2 and [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


def test_the_sweeps_of_the_project_satisfy_their_schema():
    schema = json.loads((SCENARIOS / "sweeps/schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    sweeps = [path for path in (SCENARIOS / "sweeps").glob("*.json") if path.name != "schema.json"]
    assert sweeps
    for path in sweeps:
        jsonschema.validate(json.loads(path.read_text()), schema, jsonschema.Draft202012Validator)
        assert len(read_sweep(path).plan(path)) > 1
        assert read_sweep(path).scenario.exists()


def test_the_program_is_found():
    finished = verb("sweep", LOCK_PUT, "--vary", "seed=1,2", RMASIM_PROGRAM=str(ROOT / "README.md"))
    assert finished.returncode == 2 and "RMASIM_PROGRAM" in finished.stderr
