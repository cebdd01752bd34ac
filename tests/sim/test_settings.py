"""A result contains the settings of its run; the command line can change settings of a scenario."""

import json

import pytest
from rmasim_runner import SCENARIOS, every_scenario, plain_result, result_of, rmasim

LOCK_PUT = SCENARIOS / "newrma/lock/lock-put-unlock.json"
# The large ones would show nothing more.
SETTLED = [name for name in every_scenario() if not name.startswith(("scale/", "workloads/", "quickstart"))]


def is_the_same_with_its_settings(name, folder):
    result = plain_result(name)
    patch = folder / "patch.json"
    patch.write_text(json.dumps(result["settings"]))
    again = result_of(SCENARIOS / name, "--patch", patch)
    return all(again[part] == result[part] for part in ("settings", "digest", "time_ns"))


def test_a_run_with_the_settings_of_its_result_is_the_same_run(tmp_path):
    """The test runs one scenario for each different set of settings."""
    first = {json.dumps(plain_result(name)["settings"]): name for name in reversed(SETTLED)}
    assert len(first) > 100
    assert [name for name in first.values() if not is_the_same_with_its_settings(name, tmp_path)] == []


@pytest.mark.long
@pytest.mark.parametrize("name", SETTLED)
def test_each_run_with_the_settings_of_its_result_is_the_same_run(name, tmp_path):
    assert is_the_same_with_its_settings(name, tmp_path)


def test_settings_that_are_set_are_said():
    settings = result_of(LOCK_PUT, "--set", "protocol.slots=3", "--set", "costs.call_ns=7", "--seed", 9)["settings"]
    assert (settings["protocol"]["slots"], settings["costs"]["call_ns"], settings["seed"]) == (3, 7, 9)
    shared = result_of(SCENARIOS / "newrma/shared_memory/pscw.json", "--set",
                       'platform.memory.without_mem_sync=["post.before"]', "--set", "platform.memory.order=weak")
    assert shared["settings"]["platform"]["memory"]["without_mem_sync"] == ["post.before"]
    assert shared["settings"]["platform"]["memory"]["order"] == "weak"


@pytest.mark.parametrize("topology, settings", [
    ("torus", {"dimensions": [2, 1]}),
    ("fat_tree", {"down": [2, 1], "up": [1, 1], "links": [1, 1]}),
    ("dragonfly", {"groups": 1, "chassis": 1, "blades": 1, "nodes": 2}),
])
def test_the_chosen_topology_is_said_and_no_other(topology, settings):
    platform = result_of(LOCK_PUT, "--set", f"platform.topology={topology}", "--set",
                         f"platform.{topology}={json.dumps(settings)}")["settings"]["platform"]
    assert platform["topology"] == topology and platform[topology] == settings
    assert not {"torus", "fat_tree", "dragonfly", "file"} - {topology} & platform.keys()


# ---- Numbers of the command line.

@pytest.mark.parametrize("arguments", [["run", LOCK_PUT, "--seed"], ["fuzz", "--seed"], ["fuzz", "--runs"],
                                       ["fuzz", "--jobs"], ["explore", LOCK_PUT, "--limit"]])
@pytest.mark.parametrize("number", ["-1", "1" + 20 * "0", str(2**63), "1.5", "0x10", "", "one", "1 ", "+1"])
def test_a_number_is_a_whole_number_that_exists(arguments, number):
    finished = rmasim(*arguments[:-1], f"{arguments[-1]}={number}")
    assert finished.returncode == 2, finished.stdout
    assert "whole number from" in finished.stderr or number == ""


def test_the_largest_seed_is_a_seed():
    assert result_of(LOCK_PUT, "--seed", 2**63 - 1)["seed"] == 2**63 - 1


# ---- --patch

def patched(tmp_path, patch, *arguments):
    path = tmp_path / "patch.json"
    path.write_text(patch if isinstance(patch, str) else json.dumps(patch))
    return result_of(LOCK_PUT, "--patch", path, *arguments)["settings"]["protocol"]


def test_a_merge_patch_changes_what_it_names(tmp_path):
    protocol = patched(tmp_path, {"protocol": {"slots": 2, "op_pool": {"local": 1}}})
    assert (protocol["slots"], protocol["op_pool"], protocol["target_pool"]["local"]) == (
        2, {"local": 1, "global": 64}, 8)


def test_a_json_patch_changes_what_it_names(tmp_path):
    assert patched(tmp_path, [{"op": "add", "path": "/protocol", "value": {"slots": 2}}])["slots"] == 2


def test_settings_come_after_patches(tmp_path):
    assert patched(tmp_path, {"protocol": {"slots": 2}}, "--set", "protocol.slots=5")["slots"] == 5


def test_expectations_are_not_held_of_a_patched_scenario(tmp_path):
    (tmp_path / "patch.json").write_text('{"protocol": {"optimizations": {"single_op": false}}}')
    assert rmasim("run", LOCK_PUT, "--patch", tmp_path / "patch.json").returncode == 0


@pytest.mark.parametrize("patch, words", [
    ("{", "--patch {}: line 1, column 1: found"),
    ("3", "--patch {}: found"),
    ('[{"op": "replace", "path": "/nowhere/x", "value": 1}]', "--patch {}: found"),
    ('{"protocol": {"slotz": 1}}', "protocol.slotz: found"),
    (None, "--patch {}: found no such file"),
])
def test_a_patch_that_is_none_is_refused(tmp_path, patch, words):
    path = tmp_path / "patch.json"
    if patch is not None:
        path.write_text(patch)
    finished = rmasim("run", LOCK_PUT, "--patch", path)
    assert finished.returncode == 2
    assert finished.stderr.startswith(f"{LOCK_PUT}: {words.format(path)}"), finished.stderr


def copies(count):
    """Returns a patch that repeatedly copies a list into itself. Each copy doubles the size."""
    return [{"op": "add", "path": "/x", "value": [0, 0]}, *count * [{"op": "copy", "from": "/x", "path": "/x/-"}]]


@pytest.mark.parametrize("patch, words", [
    (copies(30), "found copies of more than 1000000 values; allowed: a patch that copies fewer values"),
    ([*copies(1), *300 * [{"op": "move", "from": "/x", "path": "/y"}, {"op": "add", "path": "/x", "value": [0]},
                          {"op": "move", "from": "/y", "path": "/x/0"}]], "found a result with more levels of nesting"),
    ([{"op": "copy", "from": "/nowhere", "path": "/x"}], "a JSON Patch (RFC 6902) that fits the scenario"),
    ([{"op": "copy", "path": "/x"}], "a JSON Patch (RFC 6902) that fits the scenario"),
    ([{"op": 3}], "a JSON Patch (RFC 6902) that fits the scenario"),
    ([3], "a JSON Patch (RFC 6902) that fits the scenario"),
])
def test_a_patch_that_makes_too_much_is_refused(tmp_path, patch, words):
    path = tmp_path / "patch.json"
    path.write_text(json.dumps(patch))
    finished = rmasim("run", LOCK_PUT, "--patch", path)
    assert finished.returncode == 2 and words in finished.stderr, finished.stderr
    assert len(finished.stderr) < 1000


def test_a_patch_may_copy(tmp_path):
    assert patched(tmp_path, [{"op": "add", "path": "/protocol", "value": {"slots": 2}},
                              {"op": "copy", "from": "/protocol/slots", "path": "/protocol/lock_all_requests"}]
                   )["lock_all_requests"] == 2


# ---- Output for people.

def test_names_do_not_move_the_cursor(tmp_path):
    scenario = json.loads(LOCK_PUT.read_text()) | {"name": "\x1b[2J\0\nok: ok", "about": "\x9b1m\x7f"}
    path = tmp_path / "\x1b[31m.json"
    path.write_text(json.dumps(scenario))
    for arguments in (["run", path], ["validate", path], ["explore", path, "--out", tmp_path],
                      ["run", tmp_path / "\x1b"], ["run", path, "--set", "\x1b[1m=3"],
                      ["run", path, "--seed", "\x1b[1m"]):
        finished = rmasim(*arguments)
        printed = finished.stdout + finished.stderr
        assert not {"\x1b", "\0", "\x9b", "\x7f"} & set(printed)
        assert "\\x1b" in printed and "\nok: ok" not in printed


def test_text_that_is_no_control_stays(tmp_path):
    path = tmp_path / "ü.json"
    path.write_text(json.dumps(json.loads(LOCK_PUT.read_text()) | {"name": "Zürich → 東京 🙂"}))
    assert rmasim("run", path).stdout.startswith("Zürich → 東京 🙂: finished. ")
