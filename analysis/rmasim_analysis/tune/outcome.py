"""The outcome of a point. It is the outcome of one run, or of one run for each of several seeds."""

from collections import Counter
from dataclasses import dataclass, field

from ..figures import memory_bound_bytes

FINISHED = "finished"


@dataclass(frozen=True)
class Outcome:
    """The outcome. Times and messages are sums over the runs. Bytes are those of the rank with most bytes in any run.
    """

    ending: str  # the result's `outcome`, or "refused"
    runs: int = 1
    time_ns: int = 0
    messages: int = 0
    promised_bytes: int = 0  # the bytes that the settings reserve, plus those of the engine
    engine_bytes: int = 0  # the bytes of the engine among the promised bytes
    used_bytes: int = 0
    # By path of a pool's level: the maximum number of elements in use. None if the level was exhausted.
    needed: dict = field(default_factory=dict)
    spent_ns: dict = field(default_factory=dict)  # time by cause, summed over ranks
    digests: tuple = ()

    @property
    def finished(self):
        return self.ending == FINISHED


def outcome_of(run):
    """The outcome of one Run. If the exit code of the Run is 1, a `load` did not give its expected value."""
    result = run.result
    memory = result["memory_bytes_per_rank"]
    return Outcome(
        ending=result["outcome"] if run.exit_code in (0, 3, 4) else "wrong values",
        time_ns=result["time_ns"],
        messages=result["messages"]["total"],
        promised_bytes=memory_bound_bytes(result),
        engine_bytes=memory["engine"],
        used_bytes=memory["total"],
        needed=needed_elements(result["elements"]),
        spent_ns=result["time_spent"],
        digests=(result["digest"],),
    )


def needed_elements(elements):
    """The maximum number of elements that a window had in use at once, by a path such as "protocol.op_pool.local". None
    if a call found the level empty, because it could then have used more elements. "protocol.op_pool.local" has the
    maximum over the local pools of all windows. "windows.w.protocol.op_pool.local" has that of one window."""
    found = {}
    for name, use in elements.items():
        kind, level, *window = name.split(".")
        path = f"protocol.{kind}_pool.{level}"
        for one in (path, *(f"windows.{name}.{path}" for name in window)):
            known = found.get(one, 0)
            empty = use["times_exhausted"] > 0 or known is None
            found[one] = None if empty else max(known, use["high_water"])
    return found


def together(outcomes):
    """The outcome of runs under several seeds. If one of the runs did not finish, its outcome."""
    for outcome in outcomes:
        if not outcome.finished:
            return outcome
    spent = Counter()
    for outcome in outcomes:
        spent.update(outcome.spent_ns)
    most = max(outcomes, key=lambda outcome: outcome.promised_bytes)
    return Outcome(
        ending=FINISHED,
        runs=len(outcomes),
        time_ns=sum(outcome.time_ns for outcome in outcomes),
        messages=sum(outcome.messages for outcome in outcomes),
        promised_bytes=most.promised_bytes,
        engine_bytes=most.engine_bytes,
        used_bytes=max(outcome.used_bytes for outcome in outcomes),
        needed={path: max_needed([outcome.needed[path] for outcome in outcomes]) for path in most.needed},
        spent_ns=dict(spent),
        digests=tuple(digest for outcome in outcomes for digest in outcome.digests),
    )


def max_needed(needs):
    return None if None in needs else max(needs)
