"""The runs: each row of a table as a run of the scenario of its benchmark (scenarios/osu)."""

from dataclasses import dataclass
from pathlib import Path

from ..errors import BadInput
from ..parallel import as_they_end
from ..program import simulate

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios/osu"
BENCHMARKS = {
    "pingpong": "latency", "bw": "bw", "bibw": "bibw", "put": "put-latency", "get": "get-latency",
    "accumulate": "acc-latency", "fetch_and_op": "fop-latency", "compare_and_swap": "cas-latency",
    "get_accumulate": "get-acc-latency", "put_bw": "put-bw", "get_bw": "get-bw", "put_bibw": "put-bibw",
}
SYNCHRONISATIONS = {"pingpong": "two_sided", "bw": "two_sided", "bibw": "two_sided", "get_accumulate": "lock_unlock",
                    "put_bibw": "pscw"}
WITH_WINDOW = frozenset(BENCHMARKS) - {"pingpong", "bw", "bibw"}
FEW, MANY = 10, 30  # iterations. Their difference has no time of the beginning and the end.
# The bytes that an iteration transfers, per byte of the size; and the parts of an iteration that a latency is.
MESSAGES = {"bw": 64, "bibw": 128, "put_bw": 64, "get_bw": 64, "put_bibw": 128}
PARTS = {"pingpong": 2}


@dataclass(frozen=True)
class Compared:
    """A measured row and the simulated value, in the unit of the row."""

    machine: object
    row: object
    simulated: float

    @property
    def ratio(self):
        """Simulated to measured time. Bandwidths are inverted, so that a ratio above 1 is always too slow."""
        ratio = self.simulated / self.row.value
        return ratio if self.row.is_latency else 1 / ratio

    @property
    def error(self):
        return max(self.ratio, 1 / self.ratio) - 1


def has_scenario(row):
    """True if a scenario has the benchmark of the row. With 0 bytes there is no one-sided operation."""
    return row.operation in BENCHMARKS and bool(row.size) and is_usual(row)


def is_usual(row):
    """True if the row has the synchronisation of OSU's benchmark of its operation."""
    return row.synchronisation == SYNCHRONISATIONS.get(row.operation, "flush")


def scenario_of(operation, folder=SCENARIOS):
    path = folder / f"{BENCHMARKS[operation]}.json"
    if not path.exists():
        raise BadInput("--scenarios", folder, "the folder scenarios/osu of a checkout of rmasim")
    return path


def settings_of(machine, row, changes):
    shared = {"windows.w.shared": True} if (machine.table.is_within_node and row.operation in WITH_WINDOW
                                            and row.operation != "get_accumulate") else {}
    return machine.family | machine.settings | shared | dict(changes) | {"params.bytes": row.size}


def simulated(program, machine, row, changes=(), folder=SCENARIOS):
    """The simulated value of a row."""
    settings = settings_of(machine, row, changes)
    times = [simulate(program, scenario_of(row.operation, folder),
                      settings | {"params.iterations": iterations}).result["time_ns"] for iterations in (FEW, MANY)]
    iteration_ns = (times[1] - times[0]) / (MANY - FEW)
    if row.is_latency:
        return iteration_ns / 1000 / PARTS.get(row.operation, 1)
    return row.size * MESSAGES[row.operation] / iteration_ns * 1000


def compared(program, machine, rows, jobs, changes=(), folder=SCENARIOS):
    """The rows that have a scenario with their simulated values, in the order of `rows`."""
    wanted = [row for row in rows if has_scenario(row)]
    values = dict(as_they_end(lambda at: simulated(program, machine, wanted[at], changes, folder),
                              range(len(wanted)), jobs))
    return [Compared(machine, row, values[at]) for at, row in enumerate(wanted)]
