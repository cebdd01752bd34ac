"""Parameters: named numbers of a scenario, which expressions may use and which may replace any number."""

import json
import subprocess
import sys

from rmasim_runner import BINARY, ROOT, result_of, rmasim, write_scenario

PUTS = [{"fence": {"assert": ["noprecede"]}},
        {"repeat": {"times": "n", "as": "i", "calls": [
            {"put": {"target": "(rank + 1) % size", "disp": "i * block", "count": "block", "value": "n"}}]}},
        {"fence": {"assert": ["nosucceed"]}}]


def with_params(tmp_path, params, **members):
    return write_scenario(tmp_path, params=params, programs=[{"calls": PUTS}], **({"ranks": 4} | members))


def refused(path, *options):
    finished = rmasim("run", path, *options)
    assert finished.returncode == 2, finished.stderr
    return finished.stderr


def test_expressions_and_numbers_may_use_them(tmp_path):
    path = with_params(tmp_path, {"n": 3, "block": "2 * n + 2", "nodes": 2}, ranks="2 * nodes",
                       platform={"ranks_per_node": "nodes",
                                 "network": {"latency_ns": "500 * n", "bandwidth_gbps": "n"}},
                       protocol={"slots": "n", "op_pool": {"local": "2 * block", "global": 8}},
                       windows={"w": {"bytes": "rank == 0 ? n * block : 4 * n * block"}}, seed="n",
                       expect={"memory": [{"ranks": "rank >= nodes", "values": ["n", "n"]}]})
    result = result_of(path)
    plain = write_scenario(tmp_path, ranks=4, seed=3,
                           platform={"ranks_per_node": 2, "network": {"latency_ns": 1500, "bandwidth_gbps": 3}},
                           protocol={"slots": 3, "op_pool": {"local": 16, "global": 8}},
                           windows={"w": {"bytes": "rank == 0 ? 24 : 96"}},
                           programs=json.loads(json.dumps([{"calls": PUTS}]).replace('"n"', "3").replace('"block"', "8")
                                               .replace("i * block", "i * 8")))
    same = result_of(plain)
    assert (result["digest"], result["messages"]) == (same["digest"], same["messages"])
    assert "expectations_failed" not in result


def test_set_changes_what_all_of_them_see(tmp_path):
    path = with_params(tmp_path, {"n": 3, "block": "8"})
    assert result_of(path, "--set", "params.n=5")["messages"]["bytes"] > result_of(path)["messages"]["bytes"]


def test_a_sweep_varies_them(tmp_path):
    path = with_params(tmp_path, {"n": 3, "block": 8})
    command = [sys.executable, "-m", "rmasim_analysis", "sweep", path, "--vary", "params.n=1,2,3",
               "--out", tmp_path / "out"]
    done = subprocess.run(command, cwd=ROOT / "analysis", env={"RMASIM_PROGRAM": BINARY, "PATH": "/usr/bin:/bin"},
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = (tmp_path / "out" / "table.csv").read_text().splitlines()
    assert len(rows) == 4 and "params.n" in rows[0]


def test_an_unknown_parameter_is_not_set(tmp_path):
    assert 'allowed: a parameter that is in the scenario\'s "params"' in \
        refused(with_params(tmp_path, {"n": 3, "block": 8}), "--set", "params.N=5")
    without = write_scenario(tmp_path, ranks=2, programs=[{"calls": []}])
    assert 'the scenario has no "params"' in refused(without, "--set", "params.n=5")


def test_they_are_no_variables(tmp_path):
    for call in ({"let": {"n": 1}}, {"array": {"n": 4}}, {"put": {"target": 1, "request": "n"}}):
        path = write_scenario(tmp_path, ranks=2, params={"n": 3}, programs=[{"calls": [call]}])
        assert rmasim("validate", path).returncode == 2, call


def test_what_is_wrong_with_them_is_said(tmp_path):
    for params, said in (({"rank": 1}, "a name that is not reserved"), ({"1a": 1}, "a letter, then letters"),
                         ({"a": "b", "b": 1}, "\"b\" is a later parameter"), ({"a": 1.5}, "an integer of 64 bits"),
                         ({"a": "random(4)"}, "rank, size and random() are not allowed here")):
        assert said in refused(write_scenario(tmp_path, ranks=2, params=params, programs=[{"calls": []}])), params
    for ranks, said in (("n - 4", '"n - 4" = -1; allowed: an integer from 1 to'), ("m", "or an expression over params"),
                        ("size", "rank, size and random() are not allowed here")):
        assert said in refused(write_scenario(tmp_path, ranks=ranks, params={"n": 3}, programs=[{"calls": []}])), ranks


def test_without_them_a_text_is_no_number(tmp_path):
    said = refused(write_scenario(tmp_path, ranks="8", programs=[{"calls": []}]))
    assert 'ranks: found "8"; allowed: an integer from 1 to 134217728 (a string only with "params")' in said
