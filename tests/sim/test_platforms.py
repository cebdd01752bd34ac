"""rmasim platforms, and platform.preset: published parameters, which the scenario can change one by one."""

import json
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["RMASIM_BINARY"]
PUT = ROOT / "scenarios/newrma/lock/lock-put-unlock.json"


def rmasim(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)


def result(*settings):
    made = [part for one in settings for part in ("--set", one)]
    return json.loads(rmasim("run", PUT, "--format", "json", *made).stdout)


LISTED = json.loads(rmasim("platforms", "--format", "json").stdout)["platforms"]


@pytest.mark.parametrize("name", LISTED)
def test_a_preset_sets_five_settings_and_names_its_source(name):
    got, preset = result(f"platform.preset={name}"), LISTED[name]
    network = got["settings"]["platform"]["network"]
    assert {key: network[key] for key in preset["settings"]} == preset["settings"]
    usual = result()["settings"]["platform"]["network"]
    assert {key: usual[key] for key in usual.keys() - preset["settings"].keys()} == {
        key: network[key] for key in network.keys() - preset["settings"].keys()}
    assert got["network_preset"] == {"name": name, "network": preset["network"], "source": preset["source"],
                                     "changed": []}
    assert name.endswith(str(preset["year"])) and str(preset["year"]) in preset["source"]


def test_there_are_enough_and_all_have_their_words():
    assert len(LISTED) >= 6
    parts = ("network", "reported", "derived", "leaves_out", "one_sided", "source")
    assert all(one[part] for one in LISTED.values() for part in parts)
    assert list(LISTED) == sorted(LISTED, key=lambda name: (LISTED[name]["year"], name))


def test_what_is_derived_follows_from_what_is_reported():
    """The bandwidth follows from G in ns per byte. The latency follows from the half round trip that Netgauge measures.
    """
    for name, preset in LISTED.items():
        if "validate-times" in preset["derived"]:
            continue  # tests/analysis/test_validate_times.py compares these with the fit
        ns_per_byte = float(re.search(r"G ([0-9.]+) ns/byte", preset["reported"])[1])
        reported_limit = re.search(r"S ([0-9]+) bytes", preset["reported"])
        assert not reported_limit or preset["settings"]["rendezvous_bytes"] == int(reported_limit[1])
        assert preset["settings"]["bandwidth_gbps"] == pytest.approx(8 / ns_per_byte, rel=2e-3), name
    tukey = LISTED["infiniband-tukey-2013"]["settings"]
    assert tukey["latency_ns"] == pytest.approx(6782.182 - 1103.756 - 1139.558, abs=1)
    assert tukey["overhead_ns"] == pytest.approx((1103.756 + 1139.558) / 2, abs=1)


def test_what_the_scenario_says_itself_counts():
    got = result("platform.preset=aries-daint-2022", "platform.network.gap_ns=10", "platform.network.latency_ns=500")
    assert got["network_preset"]["changed"] == ["gap_ns"]
    assert got["settings"]["platform"]["network"]["gap_ns"] == 10
    text = rmasim("run", PUT, "--set", "platform.preset=aries-daint-2022", "--set", "platform.network.gap_ns=10").stdout
    assert "loggp (aries-daint-2022) network" in text and "Noise in the Clouds" in text
    assert "its own platform.network.gap_ns" in text


def test_settings_of_a_result_give_the_same_run(tmp_path):
    first = result("platform.preset=oracle-2022")
    again = json.loads(PUT.read_text(encoding="utf-8")) | {"platform": first["settings"]["platform"]}
    (tmp_path / "again.json").write_text(json.dumps(again), encoding="utf-8")
    second = json.loads(rmasim("run", tmp_path / "again.json", "--format", "json").stdout)
    assert second["digest"] == first["digest"] != result()["digest"]


def test_a_wrong_name_gets_the_list():
    refused = rmasim("run", PUT, "--set", "platform.preset=aries")
    assert refused.returncode == 2 and "platform.preset" in refused.stderr
    assert all(name in refused.stderr for name in LISTED)
    assert rmasim("platforms", "aries").returncode == 2


def test_the_schema_knows_them():
    schema = json.loads((ROOT / "scenarios/schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]["platform"]["properties"]["preset"]["enum"] == list(LISTED)


def test_the_text_has_a_table_and_the_sources():
    text = rmasim("platforms", "infiniband-tukey-2013").stdout
    assert text.splitlines()[1].split() == ["infiniband-tukey-2013", "4,539", "16.100", "1,080", "1,122", "8,192"]
    assert "Netgauge" in text and "aries" not in text


def test_the_table_lines_up():
    """The columns are aligned, also in the row of the longest name."""
    table = rmasim("platforms").stdout.split("\n\n")[0].splitlines()
    assert len({len(line) for line in table}) == 1 and max(len(name) for name in LISTED) > 22


def test_the_default_network_is_called_invented():
    assert "loggp (invented) network" in rmasim("run", PUT).stdout
    for setting in ("platform.network.latency_ns=900", "platform.preset=gvnic-c3-2023"):
        assert "invented" not in rmasim("run", PUT, "--set", setting).stdout


def test_presets_of_rdma_networks_are_not_validated():
    validated = {name for name, one in LISTED.items() if "VALIDATION" in one["one_sided"]}
    assert validated == {"gvnic-c2d-2023", "gvnic-c3-2023"}
    assert all("not validated" in one["one_sided"] or "calibrated" in one["one_sided"]
               for name, one in LISTED.items() if name not in validated)
