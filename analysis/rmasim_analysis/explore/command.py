"""rmasim explore --jobs, --dask, --parts: the same result as in one process. That process assembles the search, while
others explore one part each."""

from ..distribute import assembly
from ..distribute.options import add_distribution

ABOUT = "explore every interleaving of a small scenario: all orders in which packets arrive and calls begin"
PASSES_ON = True  # the other arguments are those of the program
NO_INFLUENCE = ("--format", "--out", "--piece", "--time", "--progress-s")  # on the result of a task


def add_arguments(parser):
    add_distribution(parser)


def carry_out(arguments, passed_on):
    return assembly.carry_out("explore", arguments, passed_on, "exploration", ("part", "explored"), NO_INFLUENCE,
                              searches=True)
