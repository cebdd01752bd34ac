"""The five programs that are compared with SMPI run without changes. They send the packets of the scenarios with the
same names, and the packets of WIN_CREATE and WIN_FREE. The programs check their data themselves."""

import json

import pytest
from mpi_runner import ROOT, WORKLOADS, built, result, rmasim

NAMES = ["put-fence", "lock-put", "lock-all-random", "pscw-neighbours", "halo-fence"]
# oldqueue has no WIN_CREATE: a barrier replaces it.
FAMILIES = ["newrma", "ch3", "ch4", "oldqueue"]
UNSUPPORTED = {("oldqueue", "lock-all-random")}


def scenario_with_windows(name, family, folder):
    """Returns the scenario whose programs first create the window and free it at the end."""
    scenario = json.loads((ROOT / f"scenarios/scale/{name}.json").read_text())
    calls = scenario["programs"][0]["calls"]
    first, last = ("win_create", "win_free") if family != "oldqueue" else ("barrier", "barrier")
    scenario["programs"][0]["calls"] = [{first: {}}, *calls, {last: {}}]
    scenario["protocol"] = {"family": family}
    for key in ("expect", "$schema"):
        scenario.pop(key, None)
    path = folder / f"{name}.json"
    path.write_text(json.dumps(scenario))
    return path


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("name", NAMES)
def test_packets_are_those_of_the_scenario(name, family, tmp_path):
    if (family, name) in UNSUPPORTED:
        return
    path = scenario_with_windows(name, family, tmp_path)
    wanted = json.loads(rmasim("run", path, "--format", "json", "--set", "ranks=16").stdout)
    got = result(WORKLOADS / f"{name.replace('-', '_')}.c", 10, ranks=16, options=("--family", family))
    assert got["messages"]["by_kind"] == wanted["messages"]["by_kind"]
    assert got["messages"]["bytes"] == wanted["messages"]["bytes"]


@pytest.mark.parametrize("family", ["newrma", "ch3"])
@pytest.mark.parametrize("name", NAMES)
def test_pools_and_tables_are_those_of_the_scenario(name, family, tmp_path):
    """A program's window is named by its number, and needs memory while the program runs. The number of walks over the
    table depends on the order of simultaneous events. A program has an event when a call returns and another event when
    the next call begins. With this latency no two packets arrive at the same time."""
    options = ("--set", "platform.network.latency_ns=977", "--check-invariants")
    path = scenario_with_windows(name, family, tmp_path)
    scenario = json.loads(path.read_text())
    (window,) = scenario["windows"]
    wanted = json.loads(rmasim("run", path, "--format", "json", "--set", "ranks=16", *options).stdout)
    got = result(WORKLOADS / f"{name.replace('-', '_')}.c", 10, ranks=16,
                 options=("--family", family, *options))
    renamed = {key.replace("window 0", window): use for key, use in got["elements"].items()}
    for key, use in wanted["elements"].items():
        assert [renamed[key][part] for part in ("size", "high_water", "times_exhausted")] == \
            [use[part] for part in ("size", "high_water", "times_exhausted")], key
    if "tables" in wanted:
        assert got["tables"]["window 0"] == wanted["tables"][window]
    assert got["checked"]["operations"] == wanted["checked"]["operations"]


def test_the_network_carries_out_puts_of_programs():
    """The network writes the memory of the program. The program checks its memory."""
    got = result(WORKLOADS / "put_fence.c", 10, ranks=16, options=("--family", "ch4"))
    assert got["messages"]["by_kind"]["WRITE"] == 16 * 10  # a put of each rank in each round
    assert "PUT" not in got["messages"]["by_kind"]


@pytest.mark.parametrize("name", NAMES)
def test_a_run_repeats_itself(name):
    source = WORKLOADS / f"{name.replace('-', '_')}.c"
    runs = [result(source, 5, ranks=12) for _ in range(3)]
    for one in runs:
        one.pop("wall_s")
    assert runs[0] == runs[1] == runs[2]


def test_what_a_family_lacks_is_refused():
    finished = rmasim("exec", "-n", 4, "--family", "oldqueue", built(
        WORKLOADS / "lock_all_random.c"))
    assert finished.returncode == 2
    assert "MPI_Win_lock_all at lock_all_random.c:" in finished.stderr
    assert "family oldqueue does not have; allowed: --family newrma" in finished.stderr
