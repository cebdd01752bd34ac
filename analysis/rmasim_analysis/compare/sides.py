"""The sides of a comparison. The arguments of the command line determine the run of each side.

A scenario has a side for each family of --families and for each --side. Without these options, it has a single side. A
recorded result has one side.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import BadInput
from ..files import read_json
from ..options import setting
from ..program_file import can_run
from ..variants import document_of
from .families import without_the_unknown

NEITHER = "a scenario, or a result (rmasim run --format json)"
SIDE_FORM = "'NAME: PATH=VALUE; PATH=VALUE', such as 'eager: protocol.eager_bytes=65536'"


@dataclass(frozen=True)
class Alteration:
    """The change of a side from its scenario. `family` is a family of --families, otherwise None. `settings` are the
    PATH=VALUE of --side.
    """

    name: str
    family: str | None = None
    settings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Side:
    """A side. `document` is the scenario or its variant. If the side `is_result`, `document` is the result. `changes`
    are the settings of --set, --side and --families, as PATH=VALUE. `patch` is a Merge Patch of the scenario. It
    removes `left_out`, the settings that the side's family does not have."""

    name: str
    file: str
    document: dict
    is_result: bool
    family: str | None = None
    settings: tuple[str, ...] = ()
    variant: str = ""
    patch: dict | None = None
    left_out: tuple[str, ...] = ()

    @property
    def changes(self):
        return ((f"protocol.family={self.family}",) if self.family else ()) + self.settings


def sides_of(arguments, families):
    """The sides in the order of the table. `families` are the families by name, as `rmasim families` lists them."""
    alterations = alterations_of(arguments.families, arguments.sides, families)
    inputs = inputs_of(arguments.inputs, arguments.variants)
    if alterations and any(one.is_result for one in inputs):
        result = next(one for one in inputs if one.is_result)
        raise BadInput(result.file, "a recorded result",
                       "a scenario with --families or --side, because their settings apply only to a scenario")
    if len(inputs) == 1 and len(alterations) == 1:
        if not alterations[0].family and not alterations[0].settings:
            raise BadInput(f"--side {alterations[0].name}", "a single side, without settings",
                           f"{SIDE_FORM}, which is compared with the unchanged scenario; or two sides")
        alterations = [Alteration("as it is"), *alterations]
    if len(inputs) == 1 and inputs[0].variant and not alterations:
        inputs = [replace(read_input(arguments.inputs[0]), name="as it is"), *inputs]
    sides = [side_of(one, alteration, len(inputs) > 1) for one in inputs for alteration in alterations or [None]]
    if len(sides) < 2:
        raise BadInput(arguments.inputs[0], "one run",
                       "at least two runs: several files, or --families, --side or --variant")
    return [fitted(side, arguments.settings, families) for side in with_unique_names(sides)]


def read_input(path):
    document = read_json(path)
    keys = document.keys() if isinstance(document, dict) else set()
    if {"outcome", "messages"} <= keys:
        return Side(Path(path).stem, str(path), document, is_result=True)
    if can_run(document):
        return Side(Path(path).stem, str(path), document, is_result=False)
    raise BadInput(path, "JSON of another kind", NEITHER)


def inputs_of(paths, variants):
    """A Side for each file. If variants are given, a Side for each variant of each file."""
    inputs = []
    for path in paths:
        one = read_input(path)
        if variants and one.is_result:
            raise BadInput(path, "a recorded result", "a scenario with --variant, because a result has no variants")
        inputs += [replace(one, name=f"{one.name}:{name}" if len(paths) > 1 else name, variant=name,
                           document=document_of(one.document, name)) for name in variants] or [one]
    return inputs


def alterations_of(family_names, side_texts, families):
    alterations = []
    for name in family_names or ():
        if name not in families:
            raise BadInput("--families", name or "an empty name", ", ".join(families))
        alterations.append(Alteration(name, family=name))
    alterations += [parsed_side(text) for text in side_texts]
    names = [alteration.name for alteration in alterations]
    for name in names:
        if names.count(name) > 1:
            raise BadInput("--families and --side", f"two sides named {name}", "a different name for each side")
    return alterations


def parsed_side(text):
    """The name and the settings in a text such as "eager: protocol.eager_bytes=65536; seed=2". Semicolons inside JSON
    texts do not separate settings."""
    name, colon, rest = text.partition(":")
    if not name.strip() or "=" in name:
        raise BadInput("--side", f"{text}, which does not begin with the name of the side",
                       f"{SIDE_FORM}; a single side is compared with the unchanged scenario")
    settings = tuple(part.strip() for part in split_outside_quotes(rest) if part.strip()) if colon else ()
    for one in settings:
        try:
            setting(one)
        except ValueError:
            raise BadInput(f"--side {name.strip()}", one, "PATH=VALUE, such as protocol.slots=4") from None
    return Alteration(name.strip(), settings=settings)


def split_outside_quotes(text):
    parts, quoted, escaped = [""], False, False
    for character in text:
        if character == ";" and not quoted:
            parts.append("")
            continue
        parts[-1] += character
        quoted ^= character == '"' and not escaped
        escaped = character == "\\" and not escaped
    return parts


def side_of(one, alteration, with_file):
    if alteration is None:
        return one
    name = f"{one.name}: {alteration.name}" if with_file else alteration.name
    return replace(one, name=name, family=alteration.family, settings=alteration.settings)


def fitted(side, common, families):
    """The side without the settings of the scenario's `protocol` that its family does not have. `common` are the texts
    of --set."""
    protocol = {} if side.is_result else side.document.get("protocol", {})
    family = family_set_by((*common, *side.changes))
    if not isinstance(protocol, dict) or family not in families:
        return side
    if protocol.get("family", next(iter(families))) == family:
        return side
    known = families[family]["settings"]
    patch, left_out = without_the_unknown(protocol, known)
    patch = {"protocol": patch} if patch else {}
    own = [] if "slots" in known else windows_with_sizes(side.document)
    if own:
        patch["windows"] = {name: {"protocol": None} for name in own}
    return replace(side, patch=patch, left_out=(*left_out, *(f"windows.{name}.protocol" for name in own)))


def windows_with_sizes(document):
    windows = document.get("windows")
    if not isinstance(windows, dict):
        return []
    return [name for name, window in windows.items() if isinstance(window, dict) and "protocol" in window]


def family_set_by(settings):
    """The family that the settings name. If several settings name one, the last family. None if no setting names a
    family."""
    named = dict(map(setting, settings)).get("protocol.family")
    return named if isinstance(named, str) else None


def with_unique_names(sides):
    """Makes the names of sides unique by numbers. Names may be equal because files in two folders may have the same
    name."""
    seen, named = {}, []
    for side in sides:
        seen[side.name] = seen.get(side.name, 0) + 1
        named.append(side if seen[side.name] == 1 else replace(side, name=f"{side.name} ({seen[side.name]})"))
    return named
