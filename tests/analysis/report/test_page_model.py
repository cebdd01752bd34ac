"""The models of pages have the shape that their schema states. The inputs cover all kinds of sections."""

import contextlib
import io
import json
import pathlib

import jsonschema
import pytest

import small_sweep
from pages import model_of
from rmasim_runner import SCENARIOS, result_of, rmasim

from rmasim_analysis.__main__ import main
from rmasim_analysis.report import page

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCHEMA = json.loads((ROOT / "analysis/rmasim_analysis/report/model.schema.json").read_text())
RUNS = ["newrma/lock/lock-put-get-unlock.json", "errors/crossed-locks.json", "semantics/buffers/isend.json",
        "faults/lost-packet.json", "oldqueue/agent/periodic.json", "synccount/races/variant-3.json",
        "groups/halos.json", "newrma/lock_all/fall-back.json"]


def report(folder, *inputs):
    assert main(["report", *map(str, inputs), "-o", str(folder / "page.html")]) == 0
    return model_of((folder / "page.html").read_text())


def checked(model):
    """Checks a model, and returns the kinds of its sections. Members that the schema does not have are errors."""
    jsonschema.Draft202012Validator(SCHEMA).validate(model)
    for section in model["sections"]:
        assert section.keys() == SCHEMA["$defs"][section["kind"]]["properties"].keys()
    return [section["kind"] for section in model["sections"]]


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["format"]["const"] == page.FORMAT


@pytest.mark.parametrize("scenario", RUNS)
def test_runs(tmp_path, scenario):
    assert checked(report(tmp_path, SCENARIOS / scenario)) == ["run"]


def test_a_result_and_a_trace_alone(tmp_path):
    trace, result = tmp_path / "trace.json", tmp_path / "result.json"
    result.write_text(json.dumps(result_of(SCENARIOS / RUNS[0], "--trace", trace)))
    assert checked(report(tmp_path, result)) == checked(report(tmp_path, trace)) == ["run"]


def test_explorations(tmp_path):
    # In the third, the locations of ranks differ between end states, as values do.
    for scenario in ("workloads/bug-hunt.json", "newrma/lock/lock-put-unlock.json", "errors/lazy-locks-cross.json"):
        found = tmp_path / "found.json"
        found.write_text(rmasim("explore", SCENARIOS / scenario, "--format", "json", "--out", tmp_path).stdout)
        assert checked(report(tmp_path, found)) == ["exploration"]


@pytest.mark.parametrize("ranges", [{"protocol.slots": [1, 2]}, {"protocol.slots": [1, 2], "seed": [1, 2]},
                                    {"ranks": [2, 4, 8], "protocol.slots": [1, 2, 3],
                                     "protocol.target_pool.local": [1, 2]}])
def test_sweeps(tmp_path, ranges):
    folder = small_sweep.run(tmp_path / "sweep", SCENARIOS / "newrma/fence/put-right.json", ranges)
    assert checked(report(tmp_path, folder)) == ["sweep"]


def test_tunings(tmp_path):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        assert main(["tune", str(SCENARIOS / "newrma/fence/put-right.json"), "--runs", "30", "--format", "json"]) == 0
    (tmp_path / "tuned.json").write_text(printed.getvalue())
    assert checked(report(tmp_path, tmp_path / "tuned.json")) == ["tuning"]


def test_comparisons(tmp_path):
    out = tmp_path / "page.html"
    assert main(["compare", str(SCENARIOS / RUNS[0]), "--families", "newrma,ch3,shm", "--page", str(out)]) == 0
    assert checked(model_of(out.read_text())) == ["comparison"]
