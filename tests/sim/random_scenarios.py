"""Random choices of small scenarios of this tree, with random settings."""

import json
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = ("newrma", "newrma", "newrma", "ch3", "ch4", "oldqueue", "synccount")
# Settings of any scenario, and those of families with pools.
SETTINGS = {
    "platform.network.latency_ns": (0, 100, 20_000),
    "platform.network.bandwidth_gbps": (0.5, 400),
    "costs.call_ns": (0, 5_000),
    "costs.handle_ns": (0, 3_000),
}
POOLS = {
    "protocol.slots": (1, 16),
    "protocol.op_pool.local": (1, 2, 8),
    "protocol.op_pool.global": (0, 1, 64),
    "protocol.target_pool.local": (1, 2, 8),
    "protocol.target_pool.global": (0, 1, 16),
}
MAX_BYTES = 20_000  # of a scenario file; larger ones are large runs


@cache
def scenarios():
    """Returns the scenarios with at most 16 ranks that are small files."""
    found = []
    for path in sorted([*ROOT.glob("scenarios/**/*.json"), *ROOT.glob("tests/explore/worlds/**/*.json")]):
        if path.stat().st_size > MAX_BYTES:
            continue
        document = json.loads(path.read_text())
        if isinstance(document, dict) and "programs" in document and isinstance(document.get("ranks"), int):
            if document["ranks"] <= 16 and "schedule" not in document and document.get("groups", 1) == 1:
                found.append(path)
    return found


def random_settings(draw, with_family=True):
    family = draw.choice(FAMILIES) if with_family and draw.random() < 0.5 else None
    known = SETTINGS | (POOLS if family in (None, "newrma", "ch3") else {})
    chosen = draw.sample(sorted(known), draw.randrange(4))
    return [f"{path}={draw.choice(known[path])}" for path in chosen] + [f"protocol.family={family}"] * bool(family)
