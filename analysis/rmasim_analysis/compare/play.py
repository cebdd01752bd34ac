"""Runs the sides that are scenarios. Finds the sides that a family cannot run."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from ..files import temporary_folder
from ..parallel import as_they_end
from ..program import Refused, simulate
from ..variants import variant_arguments
from .shape import checked
from .sides import Side, family_set_by

MAX_RANKS_BY_PAIR = 64  # maximum number of ranks of a run that counts packets by pair
# The simulator's message about a call that the family does not have.
MISSING_CALL = re.compile(r'(\S+): found "?(\w+)"?; allowed: the calls of family \w+')
LOCATION = re.compile(r"(\S+): found ")


@dataclass(frozen=True)
class Played:
    """A side that was run. If the family cannot run the program, `result` is None and `refusal` is the simulator's
    message. `missing_calls` then has the locations and names of the missing calls, if the message names them."""

    side: Side
    result: dict | None
    refusal: str = ""
    missing_calls: tuple[tuple[str, str], ...] = ()
    tuned: dict | None = None  # with --tuned: the sizes, and the way in which they were found


def play(program, sides, arguments):
    """Runs the sides. Returns them in the same order. Raises BadInput if a run is refused for a reason other than its
    family, or if all runs are refused."""
    with temporary_folder() as folder:
        ended = as_they_end(lambda number: played(program, sides[number], arguments, folder / f"{number}.json"),
                            range(len(sides)), arguments.jobs)
        runs = [one for _, one in sorted(ended, key=lambda item: item[0])]
    if not any(isinstance(one, Played) and one.result for one in runs):
        raise next(one for one in runs if isinstance(one, Refused))
    for side, one in zip(sides, runs):
        if isinstance(one, Refused) and not is_for_family(one, side):
            raise one
    return [refused(side, one) if isinstance(one, Refused) else one for side, one in zip(sides, runs)]


def played(program, side, arguments, patch):
    """Returns a Played. Raises the simulator's Refused."""
    if side.is_result:
        return Played(side, checked(side.document, side.file))
    by_pair = ["--breakdown", "pair"] if has_few_ranks(side, arguments) else []
    try:
        run = simulate(program, side.file, arguments=[*arguments_of(side, arguments, patch), *by_pair])
    except Refused as error:
        return error
    return Played(side, run.result)


def has_few_ranks(side, arguments):
    """True if the run has a known small number of ranks. The verdict then counts the packets to the rank itself."""
    ranks = side.document.get("ranks")
    changed = any(one.startswith("ranks=") for one in (*arguments.settings, *side.changes))
    is_plain = not changed and not arguments.patches and not side.variant and "schedule" not in side.document
    return is_plain and isinstance(ranks, int) and ranks <= MAX_RANKS_BY_PAIR


def arguments_of(side, arguments, patch):
    """The arguments of the simulator. They remove the scenario's expectations, because expectations are only for the
    scenario's own settings, and may name packets that this family does not have."""
    changes = {"expect": None} | (side.patch or {})
    Path(patch).write_text(json.dumps(changes), encoding="utf-8")
    made = [*variant_arguments(side.variant), "--patch", str(patch)]
    for one in arguments.patches:
        made += ["--patch", one]
    for one in (*arguments.settings, *side.changes):
        made += ["--set", one]
    return made + (["--seed", str(arguments.seed)] if arguments.seed is not None else [])


def is_for_family(refusal, side):
    """True if a run was refused because the side's family cannot run the program. An error in the settings of --side is
    an error of the user instead."""
    location = LOCATION.search(str(refusal))
    own = [one.partition("=")[0] for one in side.settings]
    named = side.family or family_set_by(side.settings)
    return bool(refusal.for_good and named and location) and not any(location[1].startswith(path) for path in own)


def refused(side, refusal):
    words = re.sub(r"^(:\d+:\d+)?: ", "", str(refusal).splitlines()[0].removeprefix(side.file))
    return Played(side, None, words, tuple(MISSING_CALL.findall(str(refusal))))
