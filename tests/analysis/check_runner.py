"""Runs `rmasim check` in this process, on scenarios that a test makes up."""

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
# What a CI server sets is none of the tests' business.
NEUTRAL = {"RMASIM_PROGRAM": os.environ["RMASIM_BINARY"], "GITHUB_ACTIONS": "", "GITHUB_WORKSPACE": ""}

# Two messages: the put, with which the lock and the unlock travel, and its acknowledgement.
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
    """What `rmasim check` says and returns."""
    out, err = io.StringIO(), io.StringIO()
    with mock.patch.dict(os.environ, NEUTRAL | environment), contextlib.redirect_stdout(out):
        with contextlib.redirect_stderr(err):
            try:
                exit_code = main(["check", *map(str, arguments)])
            except SystemExit as refused:  # by argparse
                exit_code = refused.code
    return Checked(exit_code, out.getvalue(), err.getvalue())


def write(path, *parts):
    """A scenario file of these members, the later ones over the earlier."""
    scenario = {}
    for part in parts:
        scenario |= part
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(scenario, indent=2))
    return path


def expecting(**expect):
    return {"expect": expect}


def by_kind(**moved):
    """The kinds of PUT_UNDER_LOCK, some of them otherwise."""
    return expecting(messages={"by_kind": MESSAGES | moved})
