"""Is the gain more than the luck of the seeds that the search saw? The scenario's own settings and the recommended ones
under other seeds."""

from dataclasses import replace

from .as_json import figures_of


def verified_under(plays, count, own, recommended, digests):
    """None where there is nothing to compare. `digests`: of the own settings' runs in the search."""
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
