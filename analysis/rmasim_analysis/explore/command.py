"""rmasim explore --jobs, --dask, --parts: the same result as in one process, which puts the search together while
others explore a part each."""

from ..options import add_jobs
from ..spread import assembly
from ..spread.options import add_dask, add_parts

ABOUT = "run a small scenario in every order in which packets can arrive and calls begin"
PASSES_ON = True  # the other arguments are those of the program
NO_INFLUENCE = ("--format", "--out", "--piece")  # on what a piece is


def add_arguments(parser):
    add_jobs(parser)
    add_dask(parser)
    add_parts(parser)


def carry_out(arguments, passed_on):
    return assembly.carry_out("explore", arguments, passed_on, "exploration", ("part", "explored"), NO_INFLUENCE)
