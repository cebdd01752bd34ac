"""rmasim check FILE|DIR...: runs scenarios, and reports the results that differ from the expectations in their files.
"""

import argparse
import os

from ..errors import SUCCESS, BAD_INPUT, INTERNAL_ERROR, CHANGED, BadInput
from ..files import read_json, refuse_overwriting, write_whole
from ..options import add_jobs, add_semantics, semantics_of
from ..program import find_program
from ..terminal import complain, say
from .bless import blessed
from .github import annotations
from .junit import junit_xml
from .play import Check
from .results import read_results, refuse_same_names, results_of, write_results
from .scenario_files import find_scenarios
from .text import complaints, report
from .verdict import Status

ABOUT = "run scenarios and compare them with what they expect, or with earlier results; say what changed"


def add_arguments(parser):
    parser.add_argument("paths", metavar="FILE|DIR", nargs="+", help="scenarios, and folders to search for some")
    add_semantics(parser)
    add_jobs(parser)
    parser.add_argument("--junit", metavar="FILE", help="write a report for CI servers, JUnit XML")
    parser.add_argument("--github", action=argparse.BooleanOptionalAction,
                        default=os.environ.get("GITHUB_ACTIONS") == "true",
                        help="print annotations for GitHub Actions (default when running there)")
    parser.add_argument("--bless", action="store_true",
                        help="update the changed values in their files; a file without expectations gets some")
    parser.add_argument("--bless-outcome", action="store_true", help="also accept a changed outcome")
    parser.add_argument("--save", metavar="RESULTS", help="write the results of all runs")
    parser.add_argument("--against", metavar="RESULTS", help="compare with these results, not with `expect`")
    parser.add_argument("--time", action="store_true", help="with --against: a different time counts as a change")
    parser.add_argument("--set", metavar="PATH=VALUE", action="append", default=[], dest="settings",
                        help="change a setting in every scenario; with --save or --against")
    parser.add_argument("--patch", metavar="PATCH.json", action="append", default=[], dest="patches",
                        help="like --set, from a JSON Patch or Merge Patch")


def carry_out(arguments):
    refuse_what_does_not_fit(arguments)
    patches = [read_json(patch) for patch in arguments.patches]
    program = find_program()
    before = read_results(arguments.against) if arguments.against else None
    scenarios, others = find_scenarios(arguments.paths)
    if arguments.save or before:
        refuse_same_names(scenarios)
    if others:
        complain(f"skipped, because they are no scenarios: {len(others)}: {', '.join(map(str, others))}")
    inputs = [("a scenario", scenario.path) for scenario in scenarios] + [("--patch", one) for one in arguments.patches]
    refuse_overwriting([*inputs, ("--against", arguments.against)],
                       [("--junit", arguments.junit), ("--save", arguments.save)])

    check = Check(program, arguments.settings, arguments.patches, before, arguments.time, semantics_of(arguments))
    verdicts = check.verdicts(scenarios, arguments.jobs)
    if arguments.bless or arguments.bless_outcome:
        verdicts = [blessed(scenario, verdict, arguments.bless_outcome, check.verdict)
                    for scenario, verdict in zip(scenarios, verdicts)]
    now = results_of(scenarios, verdicts, arguments.settings, patches) if arguments.save or before else None
    say_all(verdicts, before, now, arguments)
    return leave(verdicts, now, arguments)


def refuse_what_does_not_fit(arguments):
    """Refuses arguments that exclude each other. Expectations are only for a scenario's own settings. Runs with other
    settings are compared with each other."""
    changed = "--set" if arguments.settings else "--patch" if arguments.patches else None
    blesses = "--bless" if arguments.bless else "--bless-outcome" if arguments.bless_outcome else None
    for setting in arguments.settings:
        if not setting.partition("=")[0] or "=" not in setting:
            raise BadInput("--set", setting, "PATH=VALUE, such as protocol.slots=4")
    if blesses and (changed or arguments.against):
        raise BadInput(blesses, f"together with {changed or '--against'}",
                       f"{blesses} without --set, --patch and --against, because it changes a scenario's own "
                       "expectations")
    if changed and not (arguments.save or arguments.against):
        raise BadInput(changed, "neither --save nor --against",
                       f"{changed} with --save or --against, because expectations only hold for a scenario's own "
                       "settings")
    if arguments.time and not arguments.against:
        raise BadInput("--time", "no --against", "--time with --against RESULTS, whose times are compared")


def say_all(verdicts, before, now, arguments):
    for complaint in complaints(verdicts):
        complain(complaint)
    if before:
        for line in introduction(arguments.against, before, now):
            say(line)
    say(report(verdicts, comparison=before is not None))
    if arguments.github:
        for annotation in annotations(verdicts, comparison=before is not None):
            say(annotation)


def introduction(name, before, now):
    """The lines that introduce a comparison. They describe its two sides."""
    if now.scenarios and not before.scenarios.keys() & now.scenarios.keys():
        raise BadInput(name, "no result of the given scenarios",
                       "results of at least one given scenario, with the same path in its folder")
    yield f"before: {before.about}"
    yield f"now:    {now.about}"
    for key in sorted(before.scenarios.keys() - now.scenarios.keys()):
        yield f"{key}: not run now, only in {name}"


def leave(verdicts, now, arguments):
    """Writes the files that the arguments request. Returns the worst exit code."""
    statuses = {verdict.status for verdict in verdicts}
    if arguments.junit:
        write_whole(arguments.junit, junit_xml(verdicts, comparison=arguments.against is not None))
    broken = statuses & {Status.REFUSED, Status.BROKE}
    if arguments.save and broken:
        complain(f"{arguments.save}: not written, because some scenarios could not be run")
    elif arguments.save:
        write_results(arguments.save, now)
    if Status.BROKE in statuses:
        return INTERNAL_ERROR
    return BAD_INPUT if broken else CHANGED if Status.CHANGED in statuses else SUCCESS
