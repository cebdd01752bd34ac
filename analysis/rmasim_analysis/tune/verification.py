"""A comparison of the scenario's own settings with the recommended ones, under other seeds. It shows if the gain
depends on the seeds of the search."""

from dataclasses import replace

from .as_json import figures_of


def verified_under(plays, count, own, recommended, digests):
    """The comparison. None if there is nothing to compare. `digests` are those of the runs with the own settings during
    the search."""
    if count == 0 or own == recommended:
        return None
    seeds = range(plays.seeds.stop, plays.seeds.stop + count)
    outcomes = dict(replace(plays, seeds=seeds)([own, recommended]))
    return {
        "seeds": list(seeds),
        "runs": 2 * count,
        "seed_matters": len({*digests, *outcomes[own].digests}) > 1,
        "own": figures_of(outcomes[own]),
        "recommended": figures_of(outcomes[recommended]),
    }
