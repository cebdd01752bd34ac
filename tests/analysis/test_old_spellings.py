"""Options that 0.2.0 renamed are still accepted, and shown nowhere."""

import re
import subprocess

import pytest
from verbs import ENVIRONMENT, PROGRAM, SCENARIOS, verb

from rmasim_analysis.__main__ import main
from rmasim_analysis.old_spellings import OLD_SPELLINGS, with_new_spellings
from rmasim_analysis.report.run_section import RunSection

PUT = SCENARIOS / "newrma/lock/lock-put-unlock.json"
IN_THE_PROGRAM = ("run", "explore", "fuzz")


def program(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, env=ENVIRONMENT)


@pytest.mark.parametrize("before, now", [
    (["--check"], ["--check-invariants"]), (["--by", "rank,pair"], ["--breakdown", "rank,pair"]),
    (["--by=pair"], ["--breakdown=pair"])])
def test_run_takes_both_spellings(before, now):
    printed = [re.sub(r"\S+ s to simulate", "", program("run", PUT, *options).stdout) for options in (before, now, [])]
    assert printed[0] == printed[1] != printed[2]


@pytest.mark.parametrize("subcommand", IN_THE_PROGRAM)
def test_a_shard_in_both_spellings(subcommand):
    for option in ("--part", "--shard"):
        alone = program(subcommand, *([PUT] if subcommand != "fuzz" else []), option, "1/2")
        assert alone.returncode == 2 and "--shard: found no --parts" in alone.stderr


def test_python_takes_the_old_spellings(tmp_path, monkeypatch, no_charts):
    sweep = verb("sweep", PUT, "--vary", "seed=1..4", "--out", tmp_path / "sweep", "--part", "1/2")
    [journal] = (tmp_path / "sweep").glob("*-of-*")
    assert sweep.returncode == 0 and journal.name == "runs-1-of-2.jsonl"
    tune = verb("tune", PUT, "--part", "1/2")
    assert tune.returncode == 2 and "--shard: found no --parts" in tune.stderr
    report = ["report", PUT, "-o", tmp_path / "page.html", "--figures", tmp_path / "plots"]
    all_charts = RunSection.charts.fget
    monkeypatch.setattr(RunSection, "charts", property(lambda section: all_charts(section)[:1]))  # one shows it
    assert main([*map(str, report)]) == 0 and any((tmp_path / "plots").glob("*.svg"))


def test_only_names_of_options_are_replaced():
    assert with_new_spellings(["report", "--figures=a", "check", "--", "--figures"]) == \
        ["report", "--plots=a", "check", "--", "--figures"]
    assert with_new_spellings(["check", "--figures"]) == ["check", "--figures"]
    assert with_new_spellings([]) == []
    refused = program("validate", PUT, "--check")
    assert refused.returncode == 2 and "--check" in refused.stderr
    file = program("run", "--", "--check")
    assert file.returncode == 2 and "--check: " in file.stderr


@pytest.mark.parametrize("subcommand", OLD_SPELLINGS)
def test_the_help_has_only_the_new_ones(subcommand):
    run = program if subcommand in IN_THE_PROGRAM else verb
    shown = set(re.findall(r"--[a-z-]+", run(subcommand, "--help").stdout))
    for before, now in OLD_SPELLINGS[subcommand].items():
        assert now in shown and before not in shown
