"""The program as WebAssembly and the native program give the same results, including the digest of all events."""

import json
import os
import subprocess

import pytest
from play_builds import ROOT, answers, natively, questions

pytestmark = pytest.mark.long

FOLDERS = ("scenarios", "tests/scenario/good", "tests/explore/worlds", "tests/fuzz/cases")
NOT_HERE = "SimGrid", "file", "schedule"  # what a page does not have, in its error
PROGRAMS_OF_A_FAMILY = 334  # 2,004 of six families
SAME = ("outcome", "seed", "ranks", "time_ns", "digest", "messages", "time_spent")


def scenarios():
    """Returns all scenarios of the tree that the native program runs."""
    found = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.json"))
    return [path for path in found if path.name != "schema.json" and path.parent.name != "sweeps"]


def same_part(result):
    return {key: result[key] for key in SAME if key in result}


def test_scenarios_of_the_tree(program):
    paths = scenarios()
    compared = refused = 0
    for path, answer in zip(paths, answers(questions([path.read_text() for path in paths])), strict=True):
        native = natively("run", path, "--format", "json", "--breakdown", "rank,pair")
        if "errors" in answer:
            words = answer["errors"][0]["text"]
            assert native.returncode == 2 or any(word in words for word in NOT_HERE), f"{path}: {words}"
            refused += native.returncode != 2
            continue
        assert same_part(answer["result"]) == same_part(json.loads(native.stdout)), path
        compared += 1
    print(compared, "compared,", refused, "need what a page does not have")
    assert compared >= 170 and refused <= 40


def test_random_programs(program):
    run = subprocess.run([os.environ["RMASIM_RANDOM_SCENARIOS"], "0", str(PROGRAMS_OF_A_FAMILY)], capture_output=True,
                         text=True, check=True)
    native = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(native) >= 2000
    for seed, (one, answer) in enumerate(zip(native, answers(questions([one["scenario"] for one in native])),
                                             strict=True)):
        result, messages = answer["result"], answer["result"]["messages"]
        found = {"scenario": one["scenario"], "outcome": result["outcome"], "digest": result["digest"],
                 "messages": messages["total"], "bytes": messages["bytes"], "time_ns": result["time_ns"],
                 "by_kind": messages["by_kind"]}
        assert found == one, f"program {seed}"


def test_an_exploration(program):
    path = ROOT / "tests" / "explore" / "worlds" / "thread-flush-put.json"
    native = json.loads(natively("explore", path, "--format", "json").stdout)
    [answer] = answers(questions([path.read_text()], "explore"))
    here = answer["exploration"]
    for effort in ("wall_s", "explore_cpu_s"):
        native.pop(effort), here.pop(effort)
    assert here == native
    assert answer["ms"] < 2000


SCENARIO = """{
  "name": "small",
  "ranks": 2,
  "windows": {"w": {"bytes": 8}},
  "programs": [{"ranks": "all", "calls": []}]
}
"""


def test_a_wrong_scenario_names_its_line(program):
    wrong_text, wrong_setting = questions([SCENARIO.replace("8", "-8"), SCENARIO], "validate")
    wrong_setting["settings"] = ["ranks=0"]
    by_text, by_setting = [answer["errors"] for answer in answers([wrong_text, wrong_setting])]
    assert [(error["line"], error["column"]) for error in by_text] == [(4, 30)]
    assert "line" not in by_setting[0] and by_setting[0]["text"].startswith("ranks: found 0")


def test_more_than_a_page_can_have_is_said(program):
    large = {"w": {"bytes": 2**33, "shared": True}}
    text = json.dumps(json.loads(SCENARIO) | {"windows": large, "protocol": {"family": "shm"},
                                              "platform": {"ranks_per_node": 2}})
    [answer] = answers(questions([text]))
    assert "memory" in answer["errors"][0]["text"], answer


def test_windows_that_are_larger_than_the_memory(program, tmp_path):
    """Locations beyond 2^32 must not be confused with those at their lower 32 bits."""
    far = 2**32 + 16
    stores = [{"store": {"disp": disp, "datatype": "int64", "value": value}} for disp, value in ((16, 9), (far, 5))]
    loads = [{"load": {"disp": disp, "datatype": "int64", "as": name, "expect": value}}
             for disp, name, value in ((16, "near", 9), (far, "far", 5), (far + 8, "put", 0))]
    put = {"put": {"target": 1, "disp": far + 64, "count": 8}}
    document = json.loads(SCENARIO) | {"windows": {"w": {"bytes": 2**33}}, "programs": [
        {"ranks": "0", "calls": [{"fence": {}}, put, {"fence": {}}]},
        {"ranks": "1", "calls": [{"fence": {}}, *stores, {"fence": {}}, *loads]}]}
    path = tmp_path / "large.json"
    path.write_text(json.dumps(document))
    [answer] = answers(questions([path.read_text()]))
    native = natively("run", path, "--format", "json", "--breakdown", "rank,pair")
    assert native.returncode == 0, native.stderr
    assert same_part(answer["result"]) == same_part(json.loads(native.stdout))
    assert "expectations_failed" not in answer["result"]
