"""rmasim compare: runs side by side, and the reasons why their packets differ."""

import json

from ..errors import SUCCESS, BadInput
from ..files import refuse_overwriting, write_whole
from ..options import add_jobs, require_settings, whole
from ..program import find_program
from ..terminal import say
from .difference import difference_of
from .families import families_of
from .play import play
from .record import record_of
from .shortage import warnings_of
from .sides import sides_of
from .text import text_of
from .verdict import verdict_of

ABOUT = "set runs side by side: families, settings, scenarios or results; say what differs, and why"
FORMAT = "rmasim compare, 1"
MAX_SEED = 2**63 - 1


def names(text):
    """The list of names in a text such as "newrma,ch3"."""
    return text.split(",")


def add_arguments(parser):
    parser.add_argument("inputs", metavar="FILE", nargs="+", help="a scenario, or a result (run --format json)")
    parser.add_argument("--families", type=names, metavar="NAME,NAME...",
                        help="run each scenario under these protocol families; settings that a family does not have "
                             "are left out")
    parser.add_argument("--side", action="append", default=[], dest="sides", metavar="'NAME: PATH=VALUE; ...'",
                        help="run each scenario with these settings; a single side is compared with the scenario as it "
                             "is")
    parser.add_argument("--variant", action="append", default=[], dest="variants", metavar="NAME",
                        help="run this variant of each scenario; a single one, without --families and --side, is "
                             "compared with the scenario as it is")
    parser.add_argument("--set", action="append", default=[], dest="settings", metavar="PATH=VALUE",
                        help="change a setting on every side")
    parser.add_argument("--patch", action="append", default=[], dest="patches", metavar="PATCH.json",
                        help="like --set, from a JSON Patch or Merge Patch")
    parser.add_argument("--seed", type=whole(0), metavar="N", help="the seed on every side")
    parser.add_argument("--tuned", action="store_true",
                        help="each side with its own best slots, pools and thresholds (see tune), within the same "
                             "memory per rank")
    parser.add_argument("--memory", type=whole(1), metavar="BYTES",
                        help="with --tuned: the limit per rank (default: the most that a side's own settings take)")
    parser.add_argument("--runs", type=whole(1), default=200, metavar="N",
                        help="with --tuned: limit for the runs of the search, for each side (%(default)s)")
    parser.add_argument("--format", choices=("text", "json"), default="text",
                        help="text, or json: one object (analysis/README.md has its shape)")
    parser.add_argument("--explain", action="store_true",
                        help="add a line for each figure of the text, which explains it")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file, not to standard output")
    parser.add_argument("--page", metavar="FILE.html",
                        help="also write a page: the diagrams of all sides, moving together, figures and reasons")
    add_jobs(parser)


def carry_out(arguments):
    inputs = [("an input", path) for path in arguments.inputs] + [("--patch", path) for path in arguments.patches]
    refuse_overwriting(inputs, [("-o", arguments.output), ("--page", arguments.page)])
    found = finding(arguments)
    is_json = arguments.format == "json"
    printed = json.dumps(found, indent=2) + "\n" if is_json else text_of(found, explain=arguments.explain)
    if arguments.output:
        write_whole(arguments.output, printed)
    else:
        say(printed.removesuffix("\n"))
    return SUCCESS


def finding(arguments):
    """The whole comparison, in the form of `--format json`."""
    refuse_what_does_not_fit(arguments)
    program = find_program()
    families = families_of(program)
    sides = sides_of(arguments, families)
    changes = [part for part in ("settings", "patches", "seed") if getattr(arguments, part) not in ([], None)]
    if changes and all(side.is_result for side in sides):
        raise BadInput("--set, --patch, --seed", "only recorded results",
                       "at least one scenario, because results are not run again")
    if arguments.tuned:
        from .tuned import play_tuned

        runs = play_tuned(program, sides, arguments)
    else:
        runs = play(program, sides, arguments)
    found = comparison(runs, families)
    if getattr(arguments, "page", None):
        from .page import page  # imported late because the import is slow

        write_whole(arguments.page, page(program, runs, found, arguments))
    return found


def refuse_what_does_not_fit(arguments):
    require_settings(arguments.settings)
    if arguments.memory and not arguments.tuned:
        raise BadInput("--memory", arguments.memory,
                       "--memory together with --tuned, because only tuned sides have this limit")
    if arguments.seed is not None and arguments.seed > MAX_SEED:
        raise BadInput("--seed", arguments.seed, f"a whole number from 0 to {MAX_SEED}")


def comparison(runs, families):
    """The complete comparison. The differences are relative to the first side that was run."""
    records = [record_of(run, families) for run in runs]
    compared = [(record, run.result) for record, run in zip(records, runs) if run.result]
    differences = [difference_of(compared[0], other, families) for other in compared[1:]]
    return {"format": FORMAT, "verdict": verdict_of(records), "warnings": warnings_of(records), "sides": records,
            "differences": differences}
