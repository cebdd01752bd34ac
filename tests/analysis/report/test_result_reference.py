"""Every key of a result is described, and no other key is described."""

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jsonschema
import pytest
from rmasim_analysis import result_reference
from rmasim_analysis.figures import CAUSES
from rmasim_analysis.report.words import OUTCOMES

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = os.environ["RMASIM_BINARY"]
SCHEMA = result_reference.schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
# Runs whose results between them have every key.
RUNS = (
    "scenarios/semantics/shared_memory/store-then-sum.json --breakdown rank,pair --check-invariants "
    "--set platform.preset=aries-daint-2022 --set platform.network.gap_ns=1",
    "scenarios/oldqueue/errors/dead-origin.json",
    "tests/explore/worlds/sync-late-operation.json --semantics separate",
    "scenarios/faults/pools-shrink.json",
    "tests/explore/worlds/shm-counts.json",
    "scenarios/groups/one-waits-for-ever.json",
    "scenarios/groups/one-waits-for-ever.json --group 0",
    "scenarios/oldqueue/errors/lost-answer.json",
    "scenarios/oldqueue/agent/process-and-a-buffer.json --semantics separate",
    "scenarios/newrma/lock/same-node.json",
    "scenarios/newrma/lock/lock-put-unlock.json --variant both-off",
    "scenarios/errors/unlock-beside-flush.json",
    "scenarios/errors/win-free-in-epoch.json",
    "scenarios/errors/crossed-locks.json",
    "scenarios/workloads/slots-of-windows.json",
    "scenarios/newrma/shared_memory/pscw.json --set platform.memory.drain_ns=1000000 "
    '--set platform.memory.without_mem_sync=["post.before"]',
)
# Only these show the following keys: a fault of rmasim itself, a prediction (tests/sim/semantics/test_predictions.py),
# an MPI program, epochs of groups and of threads, closed epochs and attached memory (test_both_halves.py in tests/sim
# and in tests/mpi).
SELDOM = {"computation", "violation", "violation.invariant", "violation.what", "semantics.suppressed",
          "semantics.loads_and_stores", "semantics.notes", "semantics.notes[N]", "semantics.ordered_by_match",
          "semantics.ordered_by_lock", "semantics.findings[N].predicted",
          *(f"semantics.findings[N].{key}" for key in ("attached_at", "part", "declared_at")), "notes", "notes[N]",
          *(f"{epoch}.{key}" for epoch in ("cycle_waits[N].taken", "stuck[N].epochs[N]")
            for key in ("closed_at", "closed_by", "group", "group[N]", "thread"))}
MAX_RANKS = 300


def result(words):
    """Returns the result of a run. None if the input is refused."""
    done = subprocess.run([PROGRAM, "run", *words, "--format", "json"], capture_output=True, text=True, check=False,
                          cwd=ROOT)
    return json.loads(done.stdout) if done.stdout else None


def shown(node, value, path=""):
    """Returns the keys of the value, in the notation of `result_reference.keys`."""
    inner = [(node["properties"][name], part, f"{path}.{name}".lstrip("."))
             for name, part in (value.items() if "properties" in node else ())]
    if isinstance(node.get("additionalProperties"), dict):
        inner += [(node["additionalProperties"], part, f"{path}.{node['name']}") for part in value.values()]
    inner += [(node["items"], part, f"{path}[N]") for part in (value if "items" in node else ())]
    return {inner_path for _, _, inner_path in inner}.union(*(shown(*one) for one in inner))


def faults_of(words):
    found = result(words)
    faults = VALIDATOR.iter_errors(found) if found else ()
    return [f"{' '.join(words)}: {one.json_path}: {one.message[:200]}" for one in faults]


def test_each_key_is_described_and_occurs():
    described = {path: node for path, node, _ in result_reference.keys(SCHEMA)}
    results = [result(words.split()) for words in RUNS]
    assert [one.message for found in results for one in VALIDATOR.iter_errors(found)] == []
    assert described.keys() - set().union(*(shown(SCHEMA, found) for found in results)) == SELDOM
    assert all(node["description"].endswith(".") for node in described.values())


def test_numbers_have_units_and_names_that_end_in_them():
    for path, node, _ in result_reference.keys(SCHEMA):
        for unit in ("ns", "bytes"):
            name = path.rpartition(".")[2]
            assert not name.endswith(f"_{unit}") or node.get("unit", unit) == unit, path
        if path.endswith("_ns"):
            assert node.get("unit") == "ns" or node["type"] == "array", path


def test_pages_explain_the_same_causes_and_outcomes():
    parts = SCHEMA["properties"]
    assert [cause.removesuffix("_ns") for cause in parts["time_spent"]["properties"]] == list(CAUSES)
    assert set(parts["outcome"]["enum"]) == OUTCOMES.keys()


def test_a_key_that_is_not_described_is_found():
    found = result(RUNS[0].split())
    assert [one.validator for one in VALIDATOR.iter_errors(found | {"messages": {**found["messages"], "odd": 1}})] == [
        "additionalProperties"]
    del found["digest"]
    assert [one.validator for one in VALIDATOR.iter_errors(found)] == ["required"]


# All parts of a result at once, and fewer.
@pytest.mark.parametrize("options", (
    pytest.param(("--breakdown", "rank,pair", "--check-invariants", "--semantics", "separate"), marks=pytest.mark.long),
    pytest.param((), marks=pytest.mark.long),
    pytest.param(("--semantics", "separate"), marks=pytest.mark.long)))
def test_results_of_all_scenarios(options):
    with ThreadPoolExecutor(2) as together:
        faults = together.map(lambda path: faults_of([path, *options]), small_scenarios())
    assert [fault for found in faults for fault in found] == []


def small_scenarios():
    for path in sorted([*(ROOT / "scenarios").rglob("*.json"), *(ROOT / "tests/explore/worlds").glob("*.json")]):
        document = json.loads(path.read_text(encoding="utf-8"))
        ranks = document.get("ranks") if isinstance(document, dict) else None
        if ranks and (not isinstance(ranks, int) or ranks <= MAX_RANKS):
            yield str(path)
