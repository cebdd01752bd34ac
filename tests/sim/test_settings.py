"""A result contains the settings of its run; the command line can change settings of a scenario."""

import json

import pytest
from rmasim_runner import SCENARIOS, every_scenario, result_of, rmasim

LOCK_PUT = SCENARIOS / "newrma/lock/lock-put-unlock.json"
# One scenario of each kind with different settings; the large ones would show nothing more.
SETTLED = [name for name in every_scenario() if not name.startswith(("scale/", "workloads/", "quickstart"))]


@pytest.mark.parametrize("name", SETTLED)
def test_a_run_with_the_settings_of_its_result_is_the_same_run(name, tmp_path):
    result = result_of(SCENARIOS / name)
    patch = tmp_path / "patch.json"
    patch.write_text(json.dumps(result["settings"]))
    again = result_of(SCENARIOS / name, "--patch", patch)
    assert again["settings"] == result["settings"]
    assert again["digest"] == result["digest"]
    assert again["time_ns"] == result["time_ns"]


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
    (None, "--patch {}: found no readable file"),
])
def test_a_patch_that_is_none_is_refused(tmp_path, patch, words):
    path = tmp_path / "patch.json"
    if patch is not None:
        path.write_text(patch)
    finished = rmasim("run", LOCK_PUT, "--patch", path)
    assert finished.returncode == 2
    assert finished.stderr.startswith(f"{LOCK_PUT}: {words.format(path)}"), finished.stderr
