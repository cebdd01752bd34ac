"""rmasim platforms, and platform.preset: published parameters, which the scenario can change one by one."""

import json
import os
import pathlib
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
def test_a_preset_sets_four_settings_and_names_its_source(name):
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
    parts = ("network", "reported", "derived", "leaves_out", "source")
    assert all(one[part] for one in LISTED.values() for part in parts)
    assert list(LISTED) == sorted(LISTED, key=lambda name: (LISTED[name]["year"], name))


def test_what_is_derived_follows_from_what_is_reported():
    """Bandwidths from G in ns a byte, from MB/s, and from 20 bytes in g; the latency of Netgauge's half round trip."""
    def gbps(name):
        return LISTED[name]["settings"]["bandwidth_gbps"]

    per_byte = {"gemini-2013": 0.16, "infiniband-tukey-2013": 0.497, "efa-aws-2022": 0.17,
                "infiniband-azure-2022": 0.086, "slingshot-alps-2022": 0.079}
    bulk = {"berkeley-now-1997": 38, "meiko-cs2-1997": 47, "paragon-1997": 141}
    for name, ns in per_byte.items():
        assert f"{ns} ns" in LISTED[name]["reported"] and gbps(name) == pytest.approx(8 / ns, rel=2e-3)
    for name, megabytes in bulk.items():
        assert f"{megabytes} MB/s" in LISTED[name]["reported"] and gbps(name) == pytest.approx(megabytes * 8e-3)
    assert gbps("cm5-1993") == pytest.approx(20 * 8 / 4000)
    tukey = LISTED["infiniband-tukey-2013"]["settings"]
    assert tukey["latency_ns"] == pytest.approx(6782.182 - 1103.756 - 1139.558, abs=1)
    assert tukey["overhead_ns"] == pytest.approx((1103.756 + 1139.558) / 2, abs=1)


def test_what_the_scenario_says_itself_counts():
    got = result("platform.preset=cm5-1993", "platform.network.gap_ns=10", "platform.network.latency_ns=6000")
    assert got["network_preset"]["changed"] == ["gap_ns"]
    assert got["settings"]["platform"]["network"]["gap_ns"] == 10
    text = rmasim("run", PUT, "--set", "platform.preset=cm5-1993", "--set", "platform.network.gap_ns=10").stdout
    assert "loggp (cm5-1993) network" in text and "PPoPP 1993" in text and "its own platform.network.gap_ns" in text


def test_settings_of_a_result_give_the_same_run(tmp_path):
    first = result("platform.preset=meiko-cs2-1997")
    again = json.loads(PUT.read_text(encoding="utf-8")) | {"platform": first["settings"]["platform"]}
    (tmp_path / "again.json").write_text(json.dumps(again), encoding="utf-8")
    second = json.loads(rmasim("run", tmp_path / "again.json", "--format", "json").stdout)
    assert second["digest"] == first["digest"] != result()["digest"]


def test_a_wrong_name_gets_the_list():
    refused = rmasim("run", PUT, "--set", "platform.preset=cm5")
    assert refused.returncode == 2 and "platform.preset" in refused.stderr
    assert all(name in refused.stderr for name in LISTED)
    assert rmasim("platforms", "cm5").returncode == 2


def test_the_schema_knows_them():
    schema = json.loads((ROOT / "scenarios/schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]["platform"]["properties"]["preset"]["enum"] == list(LISTED)


def test_the_text_has_a_table_and_the_sources():
    text = rmasim("platforms", "gemini-2013").stdout
    assert text.splitlines()[1].split() == ["gemini-2013", "1000", "50", "416", "0"]
    assert "SC 2013" in text and "cm5" not in text
