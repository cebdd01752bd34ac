"""The generated files: VALIDATION.md and the plots of the machines."""

from ..parallel import processors
from .command import chosen, compared_rows
from .page import page
from .plot import pictures
from .runs import SCENARIOS
from .steps import errors_of_steps


def pages(program):
    """The files by path, as bytes or text."""
    machines, jobs = chosen(()), processors()
    found = compared_rows(program, machines, jobs, SCENARIOS)
    steps = errors_of_steps(program, machines, found, jobs, SCENARIOS)
    return {"analysis/VALIDATION.md": page(found, steps),
            **{f"analysis/pictures/times-{name}.svg": picture for name, picture in pictures(found).items()}}
