"""rmasim tune: finds the settings with which a scenario is fastest within a memory limit, and the gain from more
memory."""

import argparse
import json
from dataclasses import replace
from pathlib import Path

from .. import signals
from ..errors import SUCCESS, CANNOT_FINISH, ERRONEOUS, BadInput
from ..files import read_json, refuse_overwriting, write_whole
from ..layout import count
from ..options import setting, whole
from ..program import find_program, setting_arguments, simulate
from ..distribute.making import Shard
from ..distribute.options import add_distribution, pool_of, refuse_shard_alone
from ..distribute.pieces import pieces_of
from ..terminal import complain, say
from ..variants import add_variant, changed, document_of, variant_arguments
from .as_json import json_of
from .finding import KIB, finding_of
from .ledger import Ledger
from .outcome import outcome_of
from .plays import Plays
from .progress import Progress
from .search import Search, first_points
from .setting import PATHS, own_seed, paths_that_matter, setting_at
from .space import Space
from .text import text_of
from .tried import tried_csv
from .verification import verified_under

ABOUT = "find the slots, pools and thresholds that are fastest within a memory limit per rank"
COUNTED = """
Memory means the protocol state of one rank, as in the simulator's result: the engine and its windows, with the locks
that other ranks hold or wait for (engine), the operation table (tables), and all elements that the pools may give out,
in use or not (pools_bound). The sizes are those of this implementation, not of an MPI library. Not counted are the
windows' data, and the data that lock_buffer keeps for waiting operations.
"""
OBJECTIVES = {"time": lambda outcome: outcome.time_ns, "messages": lambda outcome: outcome.messages}


def costs_of(objective):
    """The cost that the search minimises, and the second cost, which decides between settings with equal costs."""
    return OBJECTIVES[objective], next(cost for name, cost in OBJECTIVES.items() if name != objective)


def add_arguments(parser):
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = COUNTED
    parser.add_argument("scenario", metavar="SCENARIO")
    add_variant(parser)
    parser.add_argument("--memory", type=whole(1), metavar="BYTES",
                        help="the limit per rank (default: what the scenario's own settings take)")
    parser.add_argument("--beyond", type=whole(0), metavar="BYTES", default=8 * KIB,
                        help="search this far beyond the limit, to say what more memory buys (8192)")
    parser.add_argument("--over", type=lambda text: text.split(","), metavar="PATH,...",
                        help=f"settings to search, of {', '.join(PATHS)} (default: all that matter to the scenario), "
                             "and of windows.NAME.protocol the slots and local pools")
    parser.add_argument("--objective", choices=OBJECTIVES, default="time", help="what to minimise (time)")
    parser.add_argument("--set", type=setting, action="append", default=[], metavar="PATH=VALUE", dest="changes",
                        help="change the scenario first, as with run; may be repeated")
    parser.add_argument("--seed", type=whole(0), help="the first seed (default: the scenario's)")
    parser.add_argument("--seeds", type=whole(1), default=1, metavar="N",
                        help="minimise the mean over this many seeds, to avoid tuning to a single one (1)")
    parser.add_argument("--verify", type=whole(0), default=5, metavar="N",
                        help="finally compare under this many other seeds (5)")
    parser.add_argument("--runs", type=whole(1), default=1000, metavar="N",
                        help="limit for the runs of the search (1000); runs to confirm and verify are additional")
    add_distribution(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--explain", action="store_true",
                        help="add a line for each figure of the text, which explains it")
    parser.add_argument("-o", "--out", metavar="FILE", help="write the recommended patch, for run --patch FILE")
    parser.add_argument("--patches", metavar="DIR",
                        help="write a patch for each row of the front: DIR/row-1.json and so on")
    parser.add_argument("--tried", metavar="FILE", help="write all settings that were run, as CSV")


def plays_of(arguments, program, pool, pieces):
    """The settings that the search varies, and the object that runs them. Settings of --set count as a part of the
    scenario."""
    in_file = read_json(arguments.scenario)
    # The simulator reports all other errors in the file, because its messages are better.
    in_file = document_of(in_file, arguments.variant) if isinstance(in_file, dict) else {}
    changes = dict(arguments.changes)
    as_set = changed(in_file, changes)
    refuse_untunable(arguments.scenario, as_set)
    paths = dict.fromkeys(arguments.over or paths_that_matter(as_set))
    settings = tuple(setting_at(path, in_file, as_set) for path in paths)
    windows = len(as_set["windows"]) if isinstance(as_set.get("windows"), dict) else 1
    first = arguments.seed if arguments.seed is not None else own_seed(as_set)
    return Plays(program, arguments.scenario, changes, Space(settings, windows),
                 range(first, first + arguments.seeds), pool, pieces, Shard(arguments.shard),
                 arguments=tuple(variant_arguments(arguments.variant)))


def variant_in(arguments):
    """The member of a JSON object that names the variant. Empty without a variant."""
    return {"variant": arguments.variant} if arguments.variant else {}


def refuse_untunable(scenario, document):
    protocol = document.get("protocol")
    if isinstance(protocol, dict) and protocol.get("family") == "shm":
        raise BadInput(f"{scenario}: protocol.family", "shm",
                       "another family, because family shm has no slots, pools or thresholds")
    if document.get("schedule"):
        raise BadInput(f"{scenario}: schedule", "a schedule",
                       "no schedule, because a schedule is replayed without virtual time")


class Ends(Exception):
    """The exception that ends the subcommand without a recommendation, with the exit code `exit_code`."""

    def __init__(self, words, exit_code):
        super().__init__(words)
        self.exit_code = exit_code


def carry_out(arguments):
    try:
        search, found = tuned(arguments)
    except Ends as error:
        complain(str(error))
        return error.exit_code
    if not arguments.shard:
        write(arguments, search, found)
    return SUCCESS


def tuned(arguments):
    """Returns the Search, and the finding in the form of `--format json`. Raises Ends if there is no finding."""
    refuse_shard_alone(arguments)
    refuse_overwriting([("the scenario", arguments.scenario)], [("-o", arguments.out), ("--tried", arguments.tried)])
    program = find_program()
    made_of = {"set": dict(arguments.changes)} | variant_in(arguments)
    with pieces_of(arguments, "tuning", program, [arguments.scenario], made_of) as pieces, \
            pool_of(arguments) as pool, signals.saying(lambda: interrupted(arguments, pieces)):
        return tune(arguments, plays_of(arguments, program, pool, pieces))


def interrupted(arguments, pieces):
    finished = f"{arguments.scenario}: interrupted; {count(len(pieces.entries), 'run')} of the search"
    if arguments.parts:
        return f"{finished} are finished and kept in {arguments.parts}; the same command continues the search"
    return f"{finished} were finished and are lost; with --parts DIR, the same command continues an interrupted search"


def tune(arguments, plays):
    seed = plays.seeds.start
    as_it_is = simulate(plays.program, arguments.scenario, plays.changes, [*plays.arguments, "--seed", str(seed)])
    if as_it_is.result["outcome"] == "erroneous":
        raise Ends(f"{arguments.scenario}: the program is erroneous; `rmasim run` says where", ERRONEOUS)
    plays = replace(plays, known={(plays.space.own, seed): outcome_of(as_it_is)})
    min_runs = len(plays.seeds) * len(set(first_points(plays.space)))
    if arguments.runs < min_runs:
        raise BadInput("--runs", arguments.runs,
                       f"at least {min_runs}, the runs of the first settings with all their seeds")
    progress = Progress(arguments.runs)
    try:
        search = searched(arguments, plays, progress)
        finding = finding_of(search)
        if finding is None:
            raise nothing_found(arguments, search)
        own, best = plays.space.own, finding.recommended.point
        verified = verified_under(plays, arguments.verify, own, best, search.ledger.outcomes[own].digests)
    finally:
        progress.close()
    asked = head(arguments, as_it_is.result, plays, finding.recommended)
    return search, json_of(search, finding, verified, OBJECTIVES[arguments.objective], asked)


def searched(arguments, plays, progress):
    ledger = Ledger(progress.watched(plays), len(plays.seeds), arguments.runs)
    ledger.look_at([plays.space.own])
    limit_bytes = arguments.memory or ledger.outcomes[plays.space.own].promised_bytes
    search = Search(plays.space, ledger, costs_of(arguments.objective), limit_bytes, arguments.beyond)
    search.run()
    return search


def nothing_found(arguments, search):
    """The error for a search that has found nothing."""
    if search.candidates:
        smallest = min(one.promised_bytes for one in search.candidates.values())
        return BadInput("--memory", search.limit_bytes,
                        f"at least {smallest} bytes a rank, with which the scenario was seen to finish")
    endings = ", ".join(f"{count} {ending}" for ending, count in search.ledger.endings().items())
    return Ends(f"{arguments.scenario}: it does not finish with any of the settings tried ({endings})", CANNOT_FINISH)


def head(arguments, result, plays, recommended):
    """The description of the request, and the command that runs the recommended settings. The patch has all settings of
    the search."""
    kept = {path: value for path, value in plays.changes.items() if path not in plays.space.values(recommended.point)}
    patch = ["--patch", arguments.out or "PATCH"] if plays.space.patched(recommended.point) else []
    seed = [] if arguments.seed is None else ["--seed", str(arguments.seed)]
    return {
        "scenario": result["scenario"],
        **variant_in(arguments),
        "version": result["version"],
        "ranks": result["ranks"],
        "family": result["settings"]["protocol"]["family"],
        "network": {key: result["settings"]["platform"]["network"][key] for key in ("latency_ns", "bandwidth_gbps")},
        "seeds": list(plays.seeds),
        "objective": arguments.objective,
        "command": ["rmasim", "run", arguments.scenario, *plays.arguments, *patch, *setting_arguments(kept), *seed],
    }


def write(arguments, search, found):
    if arguments.out:
        write_whole(arguments.out, json.dumps(found["patch"], indent=2) + "\n")
    if arguments.patches:
        write_patches(Path(arguments.patches), found["front"])
    if arguments.tried:
        write_whole(arguments.tried, tried_csv(search))
    text = text_of(found, arguments.explain).removesuffix("\n")
    say(json.dumps(found, indent=2) if arguments.format == "json" else text)


def write_patches(folder, front):
    """Writes a patch for every row of the front. Rows that the text leaves out are included."""
    for number, one in enumerate(front, start=1):
        write_whole(folder / f"row-{number}.json", json.dumps(one["patch"], indent=2) + "\n")
