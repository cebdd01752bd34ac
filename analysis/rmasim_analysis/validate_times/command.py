"""rmasim validate-times: simulates public measurements of one-sided communication, and compares the times."""

from pathlib import Path
from statistics import median

from ..errors import SUCCESS, BadInput
from ..files import write_whole
from ..options import add_jobs
from ..program import find_program
from ..terminal import say

ABOUT = "simulate public measurements of one-sided communication, and compare the times with the measured ones"


def add_arguments(parser):
    parser.add_argument("tables", metavar="TABLE", nargs="*", help="names of tables (default: all that are compared)")
    parser.add_argument("--scenarios", metavar="DIR", type=Path, help="the folder of the benchmarks' scenarios "
                                                                      "(default: scenarios/osu of this checkout)")
    parser.add_argument("--page", metavar="FILE", help="write the page VALIDATION.md")
    parser.add_argument("--plots", metavar="DIR", help="write a plot for each machine")
    add_jobs(parser)


def carry_out(arguments):
    from .runs import SCENARIOS
    folder = arguments.scenarios or SCENARIOS
    machines = chosen(arguments.tables)
    program = find_program()
    found = compared_rows(program, machines, arguments.jobs, folder)
    for text in lines(found):
        say(text)
    if arguments.page:
        from .page import page
        from .steps import errors_of_steps
        write_whole(arguments.page, page(found, errors_of_steps(program, machines, found, arguments.jobs, folder)))
    if arguments.plots:
        from .plot import pictures
        for name, picture in pictures(found).items():
            write_whole(Path(arguments.plots) / f"times-{name}.svg", picture)
    return SUCCESS


def chosen(names):
    """The machines of these tables; of all tables that can be simulated if there are no names."""
    from ..timing.atlas import tables
    from .machines import machine_of
    machines = {name: machine for name, table in tables().items() if (machine := machine_of(table))}
    for name in names:
        if name not in machines:
            raise BadInput("TABLE", name, ", ".join(machines))
    return [machines[name] for name in names or machines]


def compared_rows(program, machines, jobs, folder):
    """The rows of these machines with their simulated values."""
    from .runs import compared
    return [one for machine in machines for one in compared(program, machine, machine.table.rows, jobs, folder=folder)]


def lines(found):
    """The lines of the summary: the median error of each operation and machine."""
    from .summary import by_operation, counted, not_counted
    yield f"{'table':<44} {'operation':<18} {'rows':>5} {'error':>7}"
    for group in by_operation([*counted(found), *not_counted(found)]):
        name, operation = group.name
        remark = "" if group.rows[0].machine.is_clean else "   not counted"
        yield f"{name:<44} {operation:<18} {len(group.rows):>5} {100 * group.error:>5.0f} %{remark}"
    if counted(found):
        yield f"{'all':<63} {len(counted(found)):>5} {100 * median(one.error for one in counted(found)):>5.0f} %"
