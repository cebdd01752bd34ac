"""The page of `rmasim play` in Firefox. Requires Firefox, and node with WebSocket."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from play_builds import ROOT, natively

NODE = ("node", "--experimental-websocket", "--no-warnings")


def has_web_socket():
    return subprocess.run([*NODE, "-e", "new WebSocket('ws://127.0.0.1:1').onerror = () => {}"], check=False,
                          capture_output=True).returncode == 0


@pytest.mark.long
@pytest.mark.skipif(shutil.which("firefox-esr") is None, reason="Firefox is not installed")
def test_run_and_explore(page):
    if not has_web_socket():
        pytest.skip("this node has no WebSocket")
    run = subprocess.run([*NODE, Path(__file__).with_name("firefox.js"), page.as_uri()], capture_output=True, text=True,
                         check=False, timeout=300)
    assert run.returncode == 0, run.stderr
    seen = json.loads(run.stdout)
    quickstart = json.loads(natively("run", ROOT / "scenarios" / "quickstart.json", "--format", "json").stdout)
    assert seen["digest"] == quickstart["digest"] and seen["diagrams"] == 1
    print(f"first picture after {seen['firstPictureS']:.2f} s")
    assert seen["firstPictureS"] <= 3
    assert "of them fail" in seen["explored"] and " 0 of them" not in seen["explored"]
    assert "from" in seen["packet"] and seen["complaints"] == []
