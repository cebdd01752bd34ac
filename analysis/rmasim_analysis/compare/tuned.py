"""The option --tuned: each side runs with its best sizes. All sides have the same memory limit."""

from dataclasses import replace

from ..figures import memory_bound_bytes
from ..files import temporary_folder
from ..program import Run, text_of
from ..tune.of_run import best_sizes
from .play import arguments_of, play

UNTUNABLE = ("erroneous", "assertion", "crash", "violation")  # outcomes that do not depend on sizes


def play_tuned(program, sides, arguments):
    """Runs the sides as `play` does, but each scenario with its best sizes. `Played.tuned` describes the sizes."""
    runs = play(program, sides, arguments)
    limit_bytes = arguments.memory or max(
        (memory_bound_bytes(one.result) for one in runs if has_clock(one)), default=0)
    with temporary_folder() as folder:
        tuned = [tuned_side(program, one, arguments, folder / f"{number}.json", limit_bytes)
                 for number, one in enumerate(runs)]
    again = play(program, [side for side, _ in tuned], arguments)
    return [replace(one, tuned=what) for one, (_, what) in zip(again, tuned)]


def has_clock(played):
    return played.result is not None and not played.side.is_result and "memory_bytes_per_rank" in played.result


def tuned_side(program, played, arguments, patch, limit_bytes):
    """The side with its best sizes, and the object that describes these sizes in the comparison."""
    side = played.side
    if not has_clock(played) or played.result["outcome"] in UNTUNABLE:
        return side, None
    run = Run(0, played.result, "", 0) if played.result["outcome"] == "finished" else Run(3, played.result, "", 0)
    sizes = best_sizes(program, side.file, arguments_of(side, arguments, patch), run, side.document,
                       limit_bytes, arguments.runs, arguments.jobs)
    what = {"limit_bytes": limit_bytes, "runs": sizes.runs, "changes": sizes.changes}
    made = tuple(f"{path}={text_of(value)}" for path, value in (sizes.changes or {}).items())
    return replace(side, settings=(*side.settings, *made)), what
