"""The protocol's memory does not grow with the number of ranks."""

from rmasim_runner import result_of, write_scenario

RING = [
    {"fence": {"assert": ["noprecede"]}},
    {"repeat": {"times": 3, "calls": [{"put": {"target": "(rank + 1) % size", "count": 8}}, {"fence": {}}]}},
]


def test_bytes_per_rank_are_equal_at_64_and_16384_ranks(tmp_path):
    path = write_scenario(tmp_path, ranks=64, windows={"w": {"bytes": 64}}, programs=[{"ranks": "all", "calls": RING}])
    small = result_of(path)["memory_bytes_per_rank"]
    large = result_of(path, "--set", "ranks=16384")["memory_bytes_per_rank"]
    assert small == large
    assert small["total"] == small["total_of_least_rank"] > 0
