"""rmasim sweep FILE: runs a scenario over ranges of its settings and writes one table."""

import re
import time
from pathlib import Path

from .. import signals
from ..errors import SUCCESS, BadInput
from ..figures import figures_of
from ..layout import count
from ..options import add_jobs, add_semantics, semantics_of, setting
from ..parquet import require_pyarrow
from ..program import find_program
from ..progress import progress_bar
from ..distribute.options import add_dask, shard
from ..terminal import complain, say
from ..variants import add_variant, variant_arguments
from . import local
from .arguments import RANGE_FORMS, SAMPLE_FORMS, parse_sample, parse_vary
from .journal import Journal
from .manifest import fingerprints, manifest_of
from .plan import paths_of
from .spec import read_sweep
from .table import write_table

ABOUT = "run a scenario over ranges of its settings, and write one table of all runs"

NOT_IN_NAMES = re.compile(r"[/\x00-\x1f]")


def add_arguments(parser):
    parser.add_argument("file", metavar="FILE", help="a sweep file, or a scenario with --vary")
    add_variant(parser)
    parser.add_argument("--vary", metavar="PATH=RANGE", action="append", default=[], help=RANGE_FORMS)
    parser.add_argument("--sample", metavar="METHOD:RUNS", help=f"not the whole grid: {SAMPLE_FORMS}")
    parser.add_argument("--set", metavar="PATH=VALUE", type=setting, action="append", default=[], dest="settings",
                        help="a setting that is the same in every run")
    parser.add_argument("--patch", metavar="PATCH.json", action="append", default=[],
                        help="like --set, from a JSON Patch or Merge Patch")
    parser.add_argument("--out", metavar="DIR", help="the folder of the table (default: NAME.sweep, here); "
                        "an interrupted sweep is resumed")
    parser.add_argument("--parquet", action="store_true", help="also write table.parquet, which needs pyarrow")
    add_semantics(parser)
    add_jobs(parser)
    add_dask(parser)
    parser.add_argument("--shard", metavar="K/N", type=shard,
                        help="only the K-th of N shards, for job arrays; a sweep without --shard puts them together")


def sweep_of(arguments):
    """The Sweep. It combines the file and the command line."""
    sweep = read_sweep(arguments.file)
    sweep.variant = arguments.variant or sweep.variant
    sweep.dimensions += [parse_vary(text) for text in arguments.vary]
    sweep.fixed |= dict(arguments.settings) | semantics_of(arguments)
    sweep.patches += arguments.patch
    if arguments.sample:
        sweep.sample = parse_sample(arguments.sample)
    refuse_varied_twice(sweep.dimensions)
    for path in sweep.varied:
        if path in sweep.fixed:
            raise BadInput("--set" if arguments.settings else f"{arguments.file}: set", path,
                           "settings that are not varied")
    return sweep


def refuse_varied_twice(dimensions):
    varied = set()
    for dimension in dimensions:
        paths = paths_of([dimension])
        for path in varied.intersection(paths):
            raise BadInput("--vary", f"{path} a second time", "each setting once")
        varied.update(paths)


def carry_out(arguments):
    began = time.perf_counter()
    if arguments.parquet:
        require_pyarrow("--parquet")  # the check precedes the first run
    program = find_program()
    sweep = sweep_of(arguments)
    plan = sweep.plan(arguments.file)
    folder = Path(arguments.out or f"{NOT_IN_NAMES.sub('-', sweep.name)}.sweep")
    manifest = manifest_of(sweep, plan, program)
    shard_name = "-{}-of-{}".format(*arguments.shard) if arguments.shard else ""
    with Journal(folder, manifest, shard_name) as journal:
        before = len(journal.runs)
        with signals.saying(lambda: interrupted(sweep, plan, journal)):
            make_runs(arguments, program, sweep, plan, journal)
        if not fingerprints(sweep, program).items() <= manifest.items():
            raise BadInput(sweep.scenario, "a scenario or program that changed during the sweep",
                           "a scenario and program that stay the same in all runs")
        report_effort(journal, len(journal.runs) - before, time.perf_counter() - began)
        if arguments.shard:
            return SUCCESS
    write_table(folder, sweep, plan, journal.runs, arguments.parquet)
    say(f"{sweep.name}: {count(len(plan), 'run')}{unfinished(journal.runs)}: {folder}/table.csv, {folder}/table.jsonl")
    return SUCCESS


def make_runs(arguments, program, sweep, plan, journal):
    """Makes the runs that are not in the journal yet. With --shard, makes only the runs of this process."""
    this, shards = arguments.shard or (1, 1)
    numbers = [number for number in range(this - 1, len(plan), shards) if number not in journal.runs]
    points = ((number, sweep.fixed | plan[number]) for number in numbers)
    changes = variant_arguments(sweep.variant)
    changes += [argument for patch in sweep.patches for argument in ("--patch", str(Path(patch).resolve()))]
    if arguments.dask:
        from . import dask_cluster  # imported late because the import is slow
        runs = dask_cluster.carry_out(arguments.dask, arguments.dask_wait_s, program, sweep.scenario.resolve(), changes,
                                      points)
    else:
        runs = local.carry_out(program, sweep.scenario, changes, points, arguments.jobs)
    total = len(range(this - 1, len(plan), shards))
    with progress_bar(total, "run", initial=total - len(numbers)) as progress:
        for number, run in runs:
            journal.add(number, figures_of(run.exit_code, run.result), run.result["settings"], run.cpu_s)
            progress.update()


def interrupted(sweep, plan, journal):
    return (f"{sweep.name}: interrupted; {len(journal.runs):,} of {count(len(plan), 'run')} are finished and kept in "
            f"{journal.folder}; the same command makes the others")


def report_effort(journal, made, wall_s):
    cpu_s = sum(run["cpu_s"] for run in journal.runs.values())
    complain(f"{count(made, 'run')} made, {count(len(journal.runs) - made, 'was', 'were')} there already; "
             f"{cpu_s:.1f} s of processor time in all runs, {wall_s:.1f} s on the clock for this part of them")


def unfinished(runs):
    failed = sum(run["figures"]["outcome"] != "finished" for run in runs.values())
    return f", {failed:,} of which did not finish" if failed else ""
