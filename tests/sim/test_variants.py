"""Variants: a run of a variant equals the run of a file with the same settings, and names the variant."""

import json

import pytest
from rmasim_runner import result_of, rmasim

FILE = {
    "name": "lock-put",
    "about": "As it is.",
    "ranks": 2,
    "windows": {"w": {"bytes": 64}},
    "programs": [{"ranks": "0", "calls": [{"lock": {"target": 1, "type": "exclusive"}},
                                          {"put": {"target": 1, "count": 8}}, {"put": {"target": 1, "count": 8}},
                                          {"unlock": {"target": 1}}]}],
    "expect": {"messages": {"total": 5}},
    "variants": [
        {"name": "piggyback-off", "about": "UNLOCK alone.", "settings": {"protocol.optimizations.piggyback": False},
         "expect": {"messages": {"total": 6}}},
        {"name": "long", "settings": {"programs[0].calls[1].put.count": 32, "platform.network.latency_ns": 2000}},
        {"name": "stuck", "settings": {"programs[0].calls[3]": {"barrier": {}}}, "expect": {"outcome": "deadlock"}},
    ],
}


@pytest.fixture(name="file")
def write_file(tmp_path):
    path = tmp_path / "lock-put.json"
    path.write_text(json.dumps(FILE, indent=2))
    return path


def on_its_own(file, number):
    """Returns the scenario that equals the variant."""
    variant = FILE["variants"][number]
    scenario = {key: value for key, value in json.loads(json.dumps(FILE)).items() if key != "variants"}
    if number == 0:
        scenario["protocol"] = {"optimizations": {"piggyback": False}}
    elif number == 1:
        scenario["programs"][0]["calls"][1]["put"]["count"] = 32
        scenario["platform"] = {"network": {"latency_ns": 2000}}
    else:
        scenario["programs"][0]["calls"][3] = {"barrier": {}}
    scenario |= {key: variant[key] for key in ("about", "expect") if key in variant}
    path = file.with_name(f"{number}.json")
    path.write_text(json.dumps(scenario))
    return path


def without(result, *keys):
    return {key: value for key, value in result.items() if key not in ("wall_s", *keys)}


@pytest.mark.parametrize("number, name", enumerate(one["name"] for one in FILE["variants"]))
def test_a_run_is_that_of_a_file_with_the_settings(file, number, name):
    of_variant, of_file = result_of(file, "--variant", name), result_of(on_its_own(file, number))
    assert (of_variant["scenario"], of_variant["variant"]) == ("lock-put", name)
    for call in of_file.get("stuck", []):  # of other files
        call.pop("line"), call.pop("column")
    assert without(of_variant, "variant") == without(of_file)


def test_a_run_of_the_file_is_as_if_there_were_no_variants(file, tmp_path):
    plain = tmp_path / "plain.json"
    plain.write_text(json.dumps({key: value for key, value in FILE.items() if key != "variants"}))
    assert without(result_of(file)) == without(result_of(plain))


def test_the_exit_code_is_about_what_the_variant_expects(file):
    done = rmasim("run", file, "--variant", "piggyback-off")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1] == "  UNLOCK alone."
    assert done.stdout.startswith("lock-put:piggyback-off: finished. ")
    assert done.stdout.endswith("As the scenario expects.\n")
    assert rmasim("run", file, "--variant", "stuck").returncode == 0
    file.write_text(file.read_text().replace('"total": 6', '"total": 7'))
    assert rmasim("run", file, "--variant", "piggyback-off").returncode == 1
    assert rmasim("run", file).returncode == 0


def test_settings_and_patches_are_applied_after_the_variant(file, tmp_path):
    patch = tmp_path / "patch.json"
    patch.write_text('{"protocol": {"slots": 3, "optimizations": {"piggyback": true}}}')
    variant = ("--variant", "piggyback-off")
    assert result_of(file, *variant, "--patch", patch)["messages"]["total"] == 5
    settings = result_of(file, *variant, "--patch", patch, "--set", "protocol.slots=5")["settings"]
    assert settings["protocol"]["slots"] == 5
    changed = result_of(file, *variant, "--set", "ranks=4")
    assert changed["variant"] == "piggyback-off" and changed["messages"]["total"] == 6


def test_places_of_calls_are_those_of_the_file_unless_the_variant_has_others(file):
    file.write_text(file.read_text().replace('"total": 5', '"total": 5, "bytes": 1'))
    refused = rmasim("run", file, "--variant", "stuck")
    assert "rank 0 at programs[0].calls[3]" in refused.stderr or "programs[0].calls[3]" in refused.stderr
    assert "lock-put.json:" not in refused.stderr


@pytest.mark.parametrize("arguments, words", [
    (["--variant", "piggybackoff"], '--variant: found piggybackoff; allowed: one of "piggyback-off", "long", "stuck"; '
                                    'did you mean "piggyback-off"?'),
    (["--set", "variants[0].name=x"],
     "--set: found variants[0].name=x; allowed: a setting; use --variant to choose a variant"),
])
def test_what_is_no_variant_is_refused(file, arguments, words):
    for subcommand in ("run", "explore"):
        done = rmasim(subcommand, file, *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"{file}: {words}\n"


def test_validate_reads_every_variant(file):
    assert rmasim("validate", file).stdout == f"{file}: ok\n"
    wrong = '"platform.network.latency_ns": -1'
    file.write_text(file.read_text().replace('"platform.network.latency_ns": 2000', wrong))
    done = rmasim("validate", file)
    assert done.returncode == 2
    location = "variants[1].settings.platform.network.latency_ns"
    assert f": {location}: found -1; allowed: an integer from 0 to " in done.stderr
    line = int(done.stderr.removeprefix(f"{file}:").partition(":")[0])
    assert wrong in file.read_text().splitlines()[line - 1]


def test_a_trace_and_an_exploration_say_the_variant(file, tmp_path):
    trace = tmp_path / "trace.json"
    rmasim("run", file, "--variant", "long", "--trace", trace)
    assert json.loads(trace.read_text())["otherData"]["variant"] == "long"
    rmasim("run", file, "--trace", trace)
    assert "variant" not in json.loads(trace.read_text())["otherData"]
    found = json.loads(rmasim("explore", file, "--variant", "long", "--format", "json").stdout)
    assert (found["scenario"], found["variant"], found["failing"]) == ("lock-put", "long", 0)
    assert "variant" not in json.loads(rmasim("explore", file, "--format", "json").stdout)


def test_an_order_is_replayed_with_the_variant(file, tmp_path):
    done = rmasim("explore", file, "--variant", "stuck", "--set", "expect.outcome=finished", "--out", tmp_path / "out")
    assert done.stdout.startswith("lock-put:stuck: ")
    order = tmp_path / "out/lock-put.stuck.failing.json"
    assert f"run {file} --variant stuck --set expect.outcome=finished --schedule {order}" in done.stderr
    again = rmasim("run", file, "--variant", "stuck", "--schedule", order, "--format", "json")
    replayed = json.loads(again.stdout)
    assert (replayed["variant"], replayed["outcome"]) == ("stuck", "deadlock")


def test_groups_and_processes_run_a_variant_as_one_process_does(file):
    variant = ("--variant", "piggyback-off")
    assert without(result_of(file, *variant, "-j", 2)) == without(result_of(file, *variant))
    grouped = json.loads(file.read_text()) | {"groups": 3}
    file.write_text(json.dumps(grouped))
    whole = result_of(file, *variant)
    assert (whole["variant"], whole["messages"]["total"]) == ("piggyback-off", 18)
