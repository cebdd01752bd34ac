"""Runs the sides that are scenarios, and says which of them a family cannot run."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from ..files import temporary_folder
from ..parallel import as_they_end
from ..program import Refused, simulate
from .shape import checked
from .sides import Side

# How the simulator refuses a call that a family does not have.
LACKS_CALL = re.compile(r'(\S+): found "?(\w+)"?; allowed: the calls of family \w+')


@dataclass(frozen=True)
class Played:
    """`result` is None if the family cannot run the program; then `refusal` is what the simulator said, `place` the
    JSON path of the first call that the family lacks and `call` its name, where it is a call that it lacks."""

    side: Side
    result: dict | None
    refusal: str = ""
    place: str = ""
    call: str = ""


def play(program, sides, arguments):
    """The sides in their order. Raises BadInput where a run is refused for another reason than its family, or where
    all are."""
    with temporary_folder() as folder:
        ended = as_they_end(lambda number: played(program, sides[number], arguments, folder / f"{number}.json"),
                            range(len(sides)), arguments.jobs)
        runs = [one for _, one in sorted(ended, key=lambda item: item[0])]
    if not any(isinstance(one, Played) and one.result for one in runs):
        raise next(one for one in runs if isinstance(one, Refused))
    for one in runs:
        if isinstance(one, Refused) and not is_for_family(one, sides[runs.index(one)]):
            raise one
    return [refused(side, one) if isinstance(one, Refused) else one for side, one in zip(sides, runs)]


def played(program, side, arguments, patch):
    """A Played, or the Refused of the simulator."""
    if side.is_result:
        return Played(side, checked(side.document, side.file))
    try:
        run = simulate(program, side.file, arguments=arguments_of(side, arguments, patch))
    except Refused as error:
        return error
    return Played(side, run.result)


def arguments_of(side, arguments, patch):
    """What the scenario expects of its own settings is left out; it may even name what this family does not have."""
    changes = {"expect": None} | ({"protocol": side.patch} if side.patch else {})
    Path(patch).write_text(json.dumps(changes), encoding="utf-8")
    made = ["--patch", str(patch)]
    for one in arguments.patches:
        made += ["--patch", one]
    for one in (*arguments.settings, *side.changes):
        made += ["--set", one]
    return made + (["--seed", str(arguments.seed)] if arguments.seed is not None else [])


def is_for_family(refusal, side):
    """Whether only the family of this side cannot run the program. A wrong setting in --side is the user's."""
    return refusal.for_good and (side.family is not None or bool(LACKS_CALL.search(str(refusal))))


def refused(side, refusal):
    lacking = LACKS_CALL.search(str(refusal))
    words = str(refusal).splitlines()[0].removeprefix(f"{side.file}: ")
    return Played(side, None, words, *(lacking.groups() if lacking else ()))
