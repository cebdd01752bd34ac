"""The settings of the schema: --set accepts their paths, numbers have units, and the page is up to date."""

import functools
import json
import os
import pathlib
from dataclasses import replace

import pytest

from rmasim_analysis import program, settings_reference
from rmasim_analysis.settings import (about_alone, every_setting, patterns, schema, setting_of, settings,
                                      settings_in, settings_of_calls)

ROOT = pathlib.Path(__file__).resolve().parents[2]
NUMBERS = ("integer", "number", "list of integers", "list of numbers", "counts by kind of packet")
OF_FAMILY_SHM = {f"protocol.{key}" for key in ("fence", "region_bytes", "mutex_per", "defer_flush")}
OF_FAMILY_SYNCCOUNT = {f"protocol.{name}" for name in ("completion", "start", "notify_empty", "negative", "restart")}
OF_FAMILY_CH3 = {f"protocol.{key}" for key in (
    "delay_issuing", "piggyback_lock_bytes", "scalable_fence_ranks", "poke_responses", "wait_responses", "whole_bytes",
    "flush_checks_once", "fixed")}
OF_FAMILY_CH4 = {f"protocol.{key}" for key in (
    "native", "network", "disable_shm_accumulate", "accumulate_ops", "which_accumulate_ops", "direct_on_node",
    "flush_progress_interval", "am_header_bytes", "mem_efficient")}
OF_FAMILY_OLDQUEUE = ("protocol.unlock", "protocol.grant_order", "protocol.local_lock", "protocol.eager_bytes",
                      "protocol.window_info", "protocol.serves")


def test_every_default_is_what_the_simulator_takes_for_it():
    """If a setting is set to its default, the run does not change, not even the order of events."""
    newrma, shm, oldqueue, ch3, ch4, synccount = (ROOT / "scenarios" / name for name in (
        "newrma/fence/put-right.json", "shm/fence/sparse.json", "oldqueue/fence/put-right.json", "ch3/lock-put.json",
        "ch4/lock-put.json", "synccount/counts/one-put.json"))

    def digest(scenario, changes):
        return program.simulate(os.environ["RMASIM_BINARY"], scenario, changes).result["digest"]

    @functools.cache
    def digest_without(scenario, **others):
        return digest(scenario, others)

    def where_it_counts(path):
        """Returns a scenario in which the setting has an effect, and the other settings that are needed for the effect.
        """
        if path.startswith("agent."):
            return newrma, {"progress": "agent"}
        if path == "propagation":
            return newrma, {"semantics": "separate"}
        if path in OF_FAMILY_SYNCCOUNT:
            return synccount, {}
        if path in OF_FAMILY_CH3:
            return ch3, {}
        if path in OF_FAMILY_CH4 or path.startswith("platform.nic."):
            return ch4, {}
        return shm if path in OF_FAMILY_SHM else oldqueue if path in OF_FAMILY_OLDQUEUE else newrma, {}

    with_default = [one for one in settings() if one.default is not None]
    assert len(with_default) > 40
    for one in with_default:
        scenario, others = where_it_counts(one.path)
        assert digest(scenario, {**others, one.path: one.default}) == digest_without(scenario, **others), one


def without_unit(some):
    return [one.path for one in some if one.kind in NUMBERS and one.unit is None]


def test_every_number_outside_calls_has_a_unit():
    assert without_unit(every_setting()) == []
    assert without_unit(one for name in patterns() for one in settings_in(name, name)[1]) == []


def test_a_number_without_a_unit_is_found():
    slots = setting_of("protocol.slots")
    assert without_unit([slots, replace(slots, path="x", unit=None), replace(slots, kind="text", unit=None)]) == ["x"]


def test_no_unit_repeats_a_name():
    """The schema has no unit that the name of the setting already contains."""
    def nodes(node):
        for key, part in node.items() if isinstance(node, dict) else ():
            yield key, part
            yield from nodes(part)
        for part in node if isinstance(node, list) else ():
            yield from nodes(part)

    said = [(name, part["unit"]) for name, part in nodes(schema()) if isinstance(part, dict) and "unit" in part
            and "type" in part]
    assert len(said) > 30
    assert [name for name, _ in said if name.endswith(("_ns", "_gbps", "bytes"))] == []


@pytest.mark.parametrize("path, unit, default", [
    ("ranks", "ranks", None),
    ("protocol.op_pool.local", "elements", 32),
    ("protocol.target_pool.global", "elements", 16),
    ("platform.network.bandwidth_gbps", "Gbit/s", 100),
    ("platform.torus.dimensions", "nodes", None),
    ("platform.torus.dimensions[1]", "nodes", None),
    ("windows.w.bytes", "bytes", None),
    ("programs[0].calls[0].generate.bytes", "bytes", None),
    ("programs[0].calls[0].generate.iterations", "epochs", 1),
    ("programs[0].threads[1][2].compute.ns", "ns", None),
    ("programs[0].calls[0].repeat.calls[3].if.else[0].compute.ns", "ns", None),
    ("faults.links[0].bandwidth[2].percent", "percent", None),
    ("expect.messages.by_kind.PUT", "packets", None),
    ("protocol.family", None, "newrma"),
    ("seed", "", 1),
])
def test_a_setting_is_found_by_its_path(path, unit, default):
    found = setting_of(path)
    assert (found.path, found.unit, found.default) == (path, unit, default)


@pytest.mark.parametrize("path", ["slots", "protocol.slotz", "protocol[0]", "programs[0].calls[0].putt", "ranks.x"])
def test_what_is_no_setting_is_not_found(path):
    assert setting_of(path) is None


def test_a_path_of_the_list_is_found_as_it_stands_there():
    for one in settings():
        assert setting_of(one.path) == one


def test_every_property_of_the_schema_is_on_the_page():
    page = settings_reference.page()

    def names(node):
        if isinstance(node, dict):
            yield from node.get("properties", {}) if "type" in node else ()
            for part in node.values():
                yield from names(part)
        elif isinstance(node, list):
            for part in node:
                yield from names(part)

    found = set(names(json.loads((ROOT / "scenarios/schema.json").read_text())))
    calls = set(settings_of_calls(""))
    assert [name for name in sorted(found - calls) if not any(name + end in page for end in "`.[")] == []
    assert [name for name in sorted(calls) if f"\n### {name}\n" not in page] == []


def test_the_pools_of_both_kinds_of_elements_have_descriptions_of_their_own():
    paths = [f"{window}protocol.{kind}_pool.local" for window in ("", "windows.w.") for kind in ("op", "target")]
    assert len({about_alone(path) for path in paths}) == 4
    assert about_alone(paths[0]).startswith("The pools of operation elements. The number of elements in the local pool")
    assert about_alone("no.such_pool.local") == ""
