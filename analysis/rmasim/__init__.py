"""rmasim from Python: write scenarios, run, explore and compare them, sweep and tune their settings, show results.

    >>> import rmasim
    >>> result = rmasim.run("scenarios/newrma/lock/lock-put-unlock.json")
    >>> result.outcome, result.packets, result.time_ns
    ('finished', 2, 2459)
    >>> result.by_kind["PUT+LOCK.X+UNLOCK"]
    1

A setting is changed by its path, as with `--set`. `scenarios/SETTINGS.md` lists the settings with their units:

    >>> rmasim.run("scenarios/newrma/lock/lock-put-unlock.json",
    ...            set={"protocol.optimizations.single_op": False}).packets
    4

A scenario may also be a dict with the contents of the file, or a `Scenario`, which builds these contents. Bad input
raises `BadInput` with the program's message. If the simulator crashes, the function raises `ProgramFailed`, a kind of
`Failed`. A run that ends in a deadlock has an ordinary result: check its `outcome`.

Functions (`help(rmasim.run)` documents one of them):

    run, exec          run a scenario, an MPI program
    check              run a scenario, and raise ExpectationFailed if a number differs from its expectations
    explore            explore every interleaving of a small scenario
    compare            compare families, settings or scenarios
    sweep, tune        vary settings; find the best ones
    report             an HTML page of results
    save_table         write a data frame as CSV or Parquet

Classes: Scenario and Calls (build scenarios), Result, Exploration, EndState, Comparison, Tuning (results; notebooks
show them as tables), BadInput, ExpectationFailed, Failed, ProgramFailed (exceptions).

For tests with pytest there is a fixture `rmasim` (`rmasim.pytest_plugin`).
"""

# There is no `__all__`: with one, help(rmasim) would print the documentation of all classes. Names are imported as
# themselves, so that type checkers treat them as public.
# flake8: noqa: F401
from rmasim_analysis.errors import BadInput as BadInput
from rmasim_analysis.errors import Failed as Failed
from rmasim_analysis.errors import ProgramFailed as ProgramFailed

from .comparing import Comparison as Comparison
from .comparing import compare as compare
from .exploration import EndState as EndState
from .exploration import Exploration as Exploration
from .exploration import explore as explore
from .programs import exec as exec
from .reporting import report as report
from .result import Result as Result
from .running import ExpectationFailed as ExpectationFailed
from .running import check as check
from .running import run as run
from .scenario import Calls as Calls
from .scenario import Scenario as Scenario
from .sweeping import sweep as sweep
from .tables import save_table as save_table
from .tuning import Tuning as Tuning
from .tuning import tune as tune
