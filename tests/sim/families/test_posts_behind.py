"""A POST behind each collective call, and behind receives from any source, hangs family ch4 (defect 1): the programs of
protocol/ch4/POSTS.md."""

import json
import sys
from pathlib import Path

import pytest
from rmasim_runner import rmasim

sys.path.append(str(Path(__file__).parents[2] / "pages"))
import posts_behind  # noqa: E402

CASES = dict(posts_behind.cases())


@pytest.mark.parametrize("name", CASES)
def test_a_post_behind_a_call_hangs(name, tmp_path):
    scenario = posts_behind.scenario_of(name, CASES[name])
    path = tmp_path / "posts.json"
    path.write_text(json.dumps(scenario), encoding="utf-8")
    found = rmasim("explore", path, "--first", "--limit", posts_behind.MOST)
    assert found.returncode == 3, found.stdout + found.stderr
    assert "(defect 1)" in found.stderr
    mended = rmasim("run", path, "--set", "protocol.fixed=true")
    assert mended.returncode == 0, mended.stderr
