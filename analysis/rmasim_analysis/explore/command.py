"""rmasim explore --jobs, --dask, --parts. The result is that of one process. One process assembles the search, and each
of the others explores one part."""

from ..distribute import assembly
from ..distribute.options import add_distribution

ABOUT = "explore every interleaving of a small scenario: all orders in which packets arrive and calls begin"
PASSES_ON = True  # the program reads all other arguments
# Options without influence on the result of a task.
NO_INFLUENCE = ("--format", "--explain", "--out", "--orders", "--piece", "--time", "--progress-s")


def add_arguments(parser):
    add_distribution(parser)


def carry_out(arguments, passed_on):
    return assembly.carry_out("explore", arguments, passed_on, "exploration", ("part", "explored"), NO_INFLUENCE,
                              shows_progress=True)
