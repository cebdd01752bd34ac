"""Which failures of `explore --semantics` are of one kind."""

import json
import re

from explore_runner import explore


def test_failures_with_the_same_accesses_in_another_order_are_one_kind(tmp_path):
    poll = {"while": {"when": "seen == 0", "limit": 3, "else": [],
                      "calls": [{"get": {"target": 1, "disp": 8, "as": "seen"}}, {"flush": {"target": 1}}]}}
    read = {"if": {"when": "seen == 1", "calls": [{"get": {"target": 2, "as": "data"}}, {"flush": {"target": 2}}]}}
    put = [{"put": {"target": 2, "value": 42}}, {"put": {"target": 1, "disp": 8, "value": 1}}, {"flush_all": {}}]
    producer = [{"lock_all": {}}, *put, {"unlock_all": {}}]
    consumer = [{"lock_all": {}}, {"let": {"seen": 0}}, poll, read, {"unlock_all": {}}]
    path = tmp_path / "flag.json"
    path.write_text(json.dumps({"name": "flag", "ranks": 3, "windows": {"w": {"bytes": 16}}, "programs": [
        {"ranks": "0", "calls": producer}, {"ranks": "1", "calls": consumer}]}))
    found = json.loads(explore(path, "--semantics", "unified", "--format", "json").stdout)
    accesses = [tuple(sorted(re.findall(r"programs\S+", " ".join(one["what"])))) for one in found["failures"]]
    assert len(accesses) > 1 and len(set(accesses)) == len(accesses)
