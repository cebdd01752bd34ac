"""Runs `rmasim check` in this process, on scenarios that a test creates."""

import contextlib
import io
import json
import os
import pathlib
from dataclasses import dataclass
from unittest import mock

from rmasim_analysis.__main__ import main

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "scenarios"
# The tests must not depend on variables that a CI server sets.
NEUTRAL = {"RMASIM_PROGRAM": os.environ["RMASIM_BINARY"], "GITHUB_ACTIONS": "", "GITHUB_WORKSPACE": ""}

# Two messages: the put, which carries the lock and the unlock, and its acknowledgement.
PUT_UNDER_LOCK = {
    "name": "put-under-lock",
    "ranks": 2,
    "windows": {"w": {"bytes": 64}},
    "programs": [{"ranks": "0", "calls": [{"lock": {"target": 1, "type": "exclusive"}}, {"put": {"target": 1}},
                                          {"unlock": {"target": 1}}]}],
}
MESSAGES = {"PUT+LOCK.X+UNLOCK": 1, "RMA_DONE_ACK": 1}
DEADLOCK = {"name": "stuck", "ranks": 2, "windows": {"w": {"bytes": 64}},
            "programs": [{"ranks": "0", "calls": [{"barrier": {}}]}, {"ranks": "1", "calls": []}]}


@dataclass(frozen=True)
class Checked:
    exit_code: int
    out: str
    err: str


def check(*arguments, **environment):
    """Runs `rmasim check`, and returns its output and its exit code."""
    out, err = io.StringIO(), io.StringIO()
    with mock.patch.dict(os.environ, NEUTRAL | environment), contextlib.redirect_stdout(out):
        with contextlib.redirect_stderr(err):
            try:
                exit_code = main(["check", *map(str, arguments)])
            except SystemExit as refused:  # by argparse
                exit_code = refused.code
    return Checked(exit_code, out.getvalue(), err.getvalue())


def write(path, *parts):
    """Writes a scenario file with these members. A later member overrides an earlier member with the same name."""
    scenario = {}
    for part in parts:
        scenario |= part
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(scenario, indent=2))
    return path


def expecting(**expect):
    return {"expect": expect}


def by_kind(**moved):
    """Returns the expected counts of PUT_UNDER_LOCK, with some of them changed."""
    return expecting(messages={"by_kind": MESSAGES | moved})
