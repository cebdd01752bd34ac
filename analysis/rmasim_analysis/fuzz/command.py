"""rmasim fuzz --dask, --parts. Each task is a range of seeds. The output is that of one process."""

import json
import subprocess
from itertools import islice

from .. import signals
from ..errors import SUCCESS
from ..layout import count
from ..options import whole
from ..program import find_program
from ..progress import progress_bar
from ..distribute.making import Shard, Task, make
from ..distribute.options import add_distribution, pool_of, refuse_shard_alone
from ..distribute.pieces import piece_of, pieces_of
from ..terminal import complain, say

ABOUT = "run random programs with random settings and faults, and compare them with a sequential model"
PASSES_ON = True
RUNS_WITH_LINES = 1000  # if the whole campaign has at most this number of runs, each run has a line


def add_arguments(parser):
    parser.add_argument("--seed", type=whole(0), default=1)
    parser.add_argument("--runs", type=whole(1), default=1000)
    parser.add_argument("--verbose", action="store_true")
    # The number of runs in a task; not in the help, because only tests use it.
    parser.add_argument("--piece", type=whole(1), default=2000)
    parser.add_argument("--out", default=".")
    add_distribution(parser)


def carry_out(arguments, passed_on):
    refuse_shard_alone(arguments)
    program = find_program()
    lines = ["--verbose"] if arguments.verbose or arguments.runs <= RUNS_WITH_LINES else []
    options = [*passed_on, *lines]
    all_runs = {"seed": arguments.seed, "runs": arguments.runs, "piece": arguments.piece, "options": options}
    seeds = range(arguments.seed, arguments.seed + arguments.runs, arguments.piece)
    with pieces_of(arguments, "campaign", program, [], all_runs) as pieces, \
            pool_of(arguments) as pool:
        tasks = [Task(seed, piece_command(program, arguments, options, seed)) for seed in seeds]
        made = make_pieces(tasks, pieces, pool, Shard(arguments.shard), arguments.piece)
    complain(f"{count(made, 'range of seeds', 'ranges of seeds')} run, "
             f"{count(len(pieces.entries) - made, 'was', 'were')} there already")
    if arguments.shard:
        return SUCCESS
    command = [program, "fuzz", "--seed", str(arguments.seed), "--runs", str(arguments.runs), "--out", arguments.out,
               *options, "--assemble"]
    return report(command, [pieces.entries[seed] for seed in seeds if seed in pieces.entries])


def piece_command(program, arguments, options, seed):
    runs = min(arguments.piece, arguments.seed + arguments.runs - seed)
    return [program, "fuzz", "--seed", str(seed), "--runs", str(runs), *options, "--pieces"]


def make_pieces(tasks, pieces, pool, shard, runs_each):
    """Executes all tasks up to the first task with a finding, because a finding ends the campaign. Returns their
    number."""
    def wanted(most):
        return list(islice((task for task in up_to_finding(tasks, pieces.entries) if task.key not in pieces.entries),
                           most))

    with progress_bar(len(tasks) * runs_each, "run", initial=len(pieces.entries) * runs_each) as progress:
        return make(wanted, pieces, pool, shard, lambda _, played: piece_of("a range of seeds", played),
                    lambda: progress.update(runs_each))


def up_to_finding(tasks, entries):
    for task in tasks:
        yield task
        if "found" in entries.get(task.key, ()):
            return


def report(command, entries):
    """Prints the findings of all runs, in the form of a single process. Returns the exit code."""
    process = signals.begin(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        printed, _ = process.communicate("".join(json.dumps(entry) + "\n" for entry in entries))
    finally:
        signals.ended(process)
    if printed:
        say(printed.removesuffix("\n"))
    return process.returncode
