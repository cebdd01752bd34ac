"""The finding as one JSON object. `rmasim tune` prints the object itself, or a text that is made from it."""

from .text import verdict


def patch_of(changes):
    """The JSON Merge Patch for values by path."""
    patch = {}
    for path, value in changes.items():
        *names, last = path.split(".")
        inner = patch
        for name in names:
            inner = inner.setdefault(name, {})
        inner[last] = value
    return patch


def per_run(total, runs):
    """The mean of several runs. It is an integer if it is whole."""
    return total // runs if total % runs == 0 else round(total / runs, 1)


def figures_of(outcome):
    return {
        "outcome": outcome.ending,
        "time_ns": per_run(outcome.time_ns, outcome.runs),
        "messages": per_run(outcome.messages, outcome.runs),
        "memory_bytes_per_rank": {"promised": outcome.promised_bytes, "used": outcome.used_bytes},
    }


class Describer:
    """Converts Candidates to JSON."""

    def __init__(self, search, objective):
        self.search, self.objective = search, objective

    def candidate(self, one):
        outcome = self.search.ledger.outcomes[one.point]
        own = self.search.ledger.outcomes[self.search.space.own]
        return {
            **figures_of(outcome),
            "saves_percent": saved_percent(self.objective(own), one.cost) if own.finished else None,
            "changes": self.search.space.changes(one.point),
            "patch": patch_of(self.search.space.patched(one.point)),
        }

    def with_time_spent(self, point):
        outcome = self.search.ledger.outcomes[point]
        return {
            **figures_of(outcome),
            "settings": self.search.space.values(point),
            "time_spent_ns": {cause: per_run(ns, outcome.runs) for cause, ns in outcome.spent_ns.items()},
        }

    def steps(self, finding):
        found = []
        for step in finding.steps:
            saved = finding.recommended.cost - step.candidate.cost
            runs = self.search.ledger.runs_each
            found.append({"memory_bytes_per_rank": step.limit_bytes, "saves": per_run(saved, runs),
                          "best": self.candidate(step.candidate)})
        return found


def saved_percent(before, after):
    return round(100 * (before - after) / before, 4) if before else 0.0


def why_stopped(search):
    if search.ledger.cut_short:
        return "the run limit was reached before every neighbour of the front was tried"
    max_bytes = search.limit_bytes + search.beyond_bytes
    return f"every neighbour of the front was tried, up to {max_bytes:,} bytes a rank"


def json_of(search, finding, verified, objective, head):
    """The finding as JSON. `head` describes the request. `verified` is the comparison under other seeds, or None if
    there was no comparison.
    """
    describe = Describer(search, objective)
    recommended = finding.recommended
    found = {
        **head,
        "settings_searched": [setting.path for setting in search.space.settings],
        "limit_bytes": search.limit_bytes,
        "beyond_bytes": search.beyond_bytes,
        "runs": {
            "search": search.ledger.runs - search.ledger.insisted_runs,
            "confirming": search.ledger.insisted_runs,
            "verifying": verified["runs"] if verified else 0,
            "settings_by_outcome": search.ledger.endings(),
            "stopped_because": why_stopped(search),
        },
        "own": describe.with_time_spent(search.space.own),
        "recommended": describe.with_time_spent(recommended.point),
        "saves_percent": describe.candidate(recommended)["saves_percent"],
        "fastest": None if finding.fastest.figures == recommended.figures else describe.candidate(finding.fastest),
        "patch": patch_of(search.space.patched(recommended.point)),
        "verified": verified,
        "front": [describe.candidate(one) | {"recommended": one is recommended} for one in finding.front],
        "next_kib": describe.steps(finding),
        "least_memory_for_own": describe.candidate(finding.min_memory_for_own) if finding.min_memory_for_own else None,
    }
    return {"verdict": verdict(found), **found}
