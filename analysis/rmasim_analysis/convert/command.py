"""rmasim convert FORMAT FILE: converts a schedule or a trace of another tool to a scenario, or a trace of rmasim to
OTF2."""

from pathlib import Path

from ..errors import SUCCESS, BadInput
from ..files import refuse_overwriting, write_whole
from ..layout import count
from ..options import positive
from ..terminal import complain, say
from .goal import read_goal
from .matching import require_matches
from .otf2.write import ANCHOR, write_otf2
from .scenario import scenario_of
from .ti import files_of_trace, read_ti

ABOUT = "from and to other tools: GOAL (LogGOPSim) and TI (SimGrid's SMPI) as a scenario, a trace as OTF2"


def add_arguments(parser):
    parser.add_argument("format", choices=("goal", "ti", "otf2"), metavar="FORMAT",
                        help="goal: a schedule as text; ti: a time-independent trace of SMPI, one file, or a file that "
                             "lists those of the processes; otf2: what `run --trace` wrote, as an OTF2 archive")
    parser.add_argument("file", metavar="FILE", help="the schedule, or the trace")
    parser.add_argument("-o", "--output", metavar="OUTPUT", help="goal, ti: write the scenario to this file, not to "
                        "standard output; otf2: the folder for the archive, whose file traces.otf2 other tools open")
    parser.add_argument("--flops-per-s", type=positive, default=1e9, metavar="N",
                        help="ti: floating-point operations per second (default: 1e9)")


def carry_out(arguments):
    return to_otf2(arguments) if arguments.format == "otf2" else to_scenario(arguments)


def to_otf2(arguments):
    if arguments.output is None:
        raise BadInput("-o", "nothing", "a folder for the archive")
    refuse_overwriting([("an input", arguments.file)], [("-o", arguments.output)])
    ranks, calls, packets = write_otf2(arguments.file, arguments.output)
    say(f"{Path(arguments.output, ANCHOR)}: {count(ranks, 'rank')}, {count(calls, 'call')}, "
        f"{count(packets, 'packet')}")
    return SUCCESS


def to_scenario(arguments):
    files = [arguments.file] if arguments.format == "goal" else files_of_trace(arguments.file)
    inputs = dict.fromkeys([arguments.file, *files])
    refuse_overwriting([("an input", path) for path in inputs], [("-o", arguments.output)])
    if arguments.format == "goal":
        programs, notes = read_goal(arguments.file), []
    else:
        programs, notes = read_ti(files, arguments.flops_per_s)
    require_matches(programs)
    for note in notes:
        complain(f"{arguments.file}: {note}")
    scenario = scenario_of(programs, Path(arguments.file))
    if arguments.output:
        write_whole(arguments.output, scenario)
        sent = sum("send" in call or "isend" in call for program in programs for call, _ in program.calls())
        say(f"{arguments.output}: {count(len(programs), 'rank')}, {count(sent, 'message')}")
    else:
        say(scenario.removesuffix("\n"))
    return SUCCESS
