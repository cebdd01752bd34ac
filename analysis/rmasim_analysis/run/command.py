"""rmasim run --jobs, --dask, --parts: runs a scenario with independent groups of ranks. Each process runs some of the
groups. The result is that of one process."""

from ..distribute import assembly
from ..distribute.options import add_distribution

ABOUT = "simulate one scenario"
PASSES_ON = True  # the program reads all other arguments
NO_INFLUENCE = ("--format", "--explain")  # options without influence on the result of a task


def add_arguments(parser):
    add_distribution(parser)


def carry_out(arguments, passed_on):
    return assembly.carry_out("run", arguments, passed_on, "run", ("piece", "run"), NO_INFLUENCE)
