"""Halo exchanges with counters: the bytes agree with a sequential model, for any network and any timing of the ranks.
(tests/analysis/report/test_counter_figures.py compares their costs with those of fence and PSCW.)"""

import json

import pytest
from rmasim_runner import SCENARIOS, rmasim

JITTER = {"faults": {"delays": [{"from": "all", "to": "all", "jitter_ns": 2000}]}}
REORDERING = {"platform": {"network": {"reorder_ns": 3000}}}
STRAGGLERS = {"faults": {"stragglers": [{"ranks": "rank % 7 == 3", "slowdown": 5}]}}
ALL_THREE = REORDERING | {"faults": JITTER["faults"] | STRAGGLERS["faults"]}
ROUGH = {"jitter": JITTER, "reordering": REORDERING, "stragglers": STRAGGLERS, "all three": ALL_THREE}


def rough_halo(variant, ranks, rough):
    """Returns ten rounds of a halo exchange, with the expected bytes of the last round from their formula. Packets are
    not counted."""
    halo = json.loads((SCENARIOS / f"synccount/counts/variant-{variant}-{ranks}-ranks.json").read_text())
    del halo["$schema"], halo["expect"]["messages"]
    if variant == 3:
        halo["programs"][0]["calls"][0]["generate"] |= {"restart": True, "order": "safe"}
    return halo | rough


@pytest.mark.parametrize("ranks, variant, rough", [
    *((16, variant, rough) for variant in (1, 2, 3) for rough in ROUGH),
    pytest.param(1024, 1, "all three", marks=pytest.mark.long),
    pytest.param(1024, 2, "all three", marks=pytest.mark.long),
    (1024, 3, "all three")])
def test_bytes_after_all_rounds(ranks, variant, rough, tmp_path):
    halo = rough_halo(variant, ranks, ROUGH[rough])
    assert len(halo["expect"]["memory"]) == 4
    path = tmp_path / "halo.json"
    path.write_text(json.dumps(halo))
    finished = rmasim("run", path)
    assert finished.returncode == 0, finished.stdout + finished.stderr


def test_wrong_bytes_are_seen(tmp_path):
    halo = rough_halo(1, 16, {})
    halo["expect"]["memory"][0]["values"][0] += " + 1"
    path = tmp_path / "halo.json"
    path.write_text(json.dumps(halo))
    assert rmasim("run", path).returncode == 1
