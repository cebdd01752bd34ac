"""rmasim from Python: write scenarios, run, explore and compare them, sweep and tune their settings, show results.

    >>> import rmasim
    >>> result = rmasim.run("scenarios/newrma/lock/lock-put-unlock.json")
    >>> result.outcome, result.packets, result.time_ns
    ('finished', 2, 2474)
    >>> result.by_kind["PUT+LOCK.X+UNLOCK"]
    1

A setting is changed by its path, as with `--set`. `scenarios/SETTINGS.md` lists the settings with their units:

    >>> rmasim.run("scenarios/newrma/lock/lock-put-unlock.json",
    ...            set={"protocol.optimizations.single_op": False}).packets
    4

A scenario may also be a dict with the contents of the file, or a `Scenario`, which builds these contents. Bad input
raises `BadInput` with the program's message. If the simulator crashes, the function raises `ProgramFailed`, a kind of
`Failed`. A run that ends in a deadlock has an ordinary result: check its `outcome`.

For tests with pytest there is a fixture `rmasim` (`rmasim.pytest_plugin`).
"""

from rmasim_analysis.errors import BadInput, Failed, ProgramFailed

from .comparing import Comparison, compare
from .exploration import EndState, Exploration, explore
from .programs import exec
from .reporting import report
from .result import Result
from .running import ExpectationFailed, check, run
from .scenario import Calls, Scenario
from .sweeping import sweep
from .tables import save_table
from .tuning import Tuning, tune

__all__ = ["BadInput", "Calls", "Comparison", "EndState", "ExpectationFailed", "Exploration", "Failed", "ProgramFailed",
           "Result",
           "Scenario", "Tuning", "check", "compare", "exec", "explore", "report", "run", "save_table", "sweep", "tune"]
