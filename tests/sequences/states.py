"""Draws the epoch states of New RMA (protocol/newrma/states.svg) from the table that the core checks before every step.

`rmasim families newrma --format json` prints the table. A step without a position in
the picture is an error, so the picture is complete.
"""

import html
import json
import pathlib
import re
import subprocess
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parents[2]

Position = tuple[float, float]  # in the picture: x, y

BOX = (150, 34)
# The middle of each state. All diagrams are in one picture, below each other.
POSITIONS = {
    "window": {
        "UNSET": (270, 90), "FENCE_ISSUED": (270, 210), "FENCE_GRANTED": (270, 330),
        "PSCW_ISSUED": (770, 90), "PSCW_GRANTED": (1070, 90), "PER_TARGET": (770, 170),
        "LOCK_ALL_CALLED": (770, 250), "LOCK_ALL_ISSUED": (1070, 250), "LOCK_ALL_GRANTED": (1070, 350),
    },
    "exposure": {"UNSET": (200, 480), "PSCW_ISSUED": (600, 480), "PSCW_GRANTED": (1070, 480)},
    "target": {"ABSENT": (200, 660), "LOCK_CALLED": (770, 580), "LOCK_ISSUED": (1070, 580), "LOCK_GRANTED": (1070, 660),
               "NONE": (770, 740)},
}
TITLES = {"window": ((30, 30), "A window (access epoch)"), "exposure": ((30, 440), "A window (exposure epoch)"),
          "target": ((30, 535), "A target element")}
# Where the way to the right is taken, steps back to the first state leave downwards.
DOWN = {("window", "LOCK_ALL_CALLED"), ("target", "LOCK_CALLED")}
# From each of them the same steps lead to other states: they share an arrow from the frame around them.
FRAME = {"window": ("UNSET", "FENCE_ISSUED", "FENCE_GRANTED")}


def table(program: str) -> dict:
    command = [program, "families", "newrma", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["families"]["newrma"]["states"]


def text(x: float, y: float, words: str, anchor: str = "middle", kind: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{kind}>{html.escape(words)}</text>'


def label(words: str, x: float, y: float, anchor: str = "middle") -> list[str]:
    """Returns the text of a cause, with its clause below it."""
    cause, clause = words.split("|")
    return [text(x, y - 3, cause, anchor), text(x, y + 10, clause, anchor, ' class="clause"')]


def edge_of(position: Position, toward: Position, half: Position) -> Position:
    """Returns the point at which the line between two boxes crosses the border of the box at `position`."""
    dx, dy = toward[0] - position[0], toward[1] - position[1]
    scale = min(half[0] / abs(dx) if dx else 1e9, half[1] / abs(dy) if dy else 1e9)
    return position[0] + dx * scale, position[1] + dy * scale


def arrow(start: Position, end: Position) -> str:
    return (f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}" '
            'marker-end="url(#head)"/>')


def box(name: str, position: Position) -> list[str]:
    x, y = position[0] - BOX[0] / 2, position[1] - BOX[1] / 2
    return [f'<rect x="{x:g}" y="{y:g}" width="{BOX[0]}" height="{BOX[1]}" rx="6"/>',
            text(position[0], position[1] + 5, name, kind=' class="state"')]


def framed_steps(of: str, steps: list[dict]) -> tuple[list[tuple], list[dict]]:
    """Returns two lists: steps that all states of the frame share, as (to, cause, clauses), and the other steps."""
    inside = FRAME.get(of, ())
    sources = defaultdict(dict)
    for step in steps:
        if step["from"] in inside and step["to"] not in inside:
            sources[step["to"], step["cause"]][step["from"]] = step["clause"]
    shared = {key: clauses for key, clauses in sources.items() if set(clauses) == set(inside)}
    rest = [step for step in steps if (step["to"], step["cause"]) not in shared or step["from"] not in inside]
    return [(*key, sorted(set(clauses.values()))) for key, clauses in shared.items()], rest


def frame(of: str) -> tuple[float, float, float, float]:
    positions = [POSITIONS[of][name] for name in FRAME[of]]
    left, right = min(x for x, _ in positions) - BOX[0] / 2 - 155, max(x for x, _ in positions) + BOX[0] / 2 + 175
    return left, min(y for _, y in positions) - 30, right, max(y for _, y in positions) + 60


def draw_frame(of: str, shared: list[tuple]) -> list[str]:
    if of not in FRAME:
        return []
    left, top, right, bottom = frame(of)
    size = f'width="{right - left:g}" height="{bottom - top:g}"'
    lines = [f'<rect class="frame" x="{left:g}" y="{top:g}" {size} rx="10"/>']
    for to, cause, clauses in shared:
        position = POSITIONS[of][to]
        start = (right, position[1])
        end = (position[0] - BOX[0] / 2, position[1])
        lines.append(arrow(start, end))
        lines += label(f"{cause}|{', '.join(clauses)}", start[0] + 6, position[1] - 15, "start")
    return lines


def draw_step(of: str, step: dict, begin: str, both_ways: bool) -> list[str]:
    """Returns the drawing of a step. A step back to the first state is a short arrow with the name of that state."""
    positions = POSITIONS[of]
    start, end = positions[step["from"]], positions[step["to"]]
    words = f'{step["cause"]}|{step["clause"]}'
    if step["from"] == step["to"]:
        x, y = start[0] + BOX[0] / 2, start[1]
        return [f'<path d="M {x:g} {y - 8:g} C {x + 40:g} {y - 30:g}, {x + 40:g} {y + 30:g}, {x:g} {y + 8:g}" '
                'marker-end="url(#head)"/>', *label(words, x + 36, y, "start")]
    if step["to"] == begin and step["from"] not in FRAME.get(of, ()):
        if (of, step["from"]) in DOWN:
            x, y = start[0] - 20, start[1] + BOX[1] / 2
            return [arrow((x, y), (x, y + 24)), *label(f"{words} → {begin}", x + 6, y + 20, "start")]
        x, y = start[0] + BOX[0] / 2, start[1]
        return [arrow((x, y), (x + 30, y)), *label(f"{words} → {begin}", x + 36, y, "start")]
    if start[0] == end[0] and abs(start[1] - end[1]) > 150:  # past the state between them
        x, far = start[0] - BOX[0] / 2, start[0] - BOX[0] / 2 - 130
        return [f'<path d="M {x:g} {start[1]:g} H {far:g} V {end[1]:g} H {x:g}" marker-end="url(#head)"/>',
                *label(words, far, start[1] + 18, "start")]
    half = (BOX[0] / 2, BOX[1] / 2)
    start, end = edge_of(start, end, half), edge_of(end, start, half)
    side = 0
    if both_ways or (start[0] == end[0] and step["to"] == begin):
        side = 24 if start[1] < end[1] else -24
    if start[0] == end[0]:
        x = start[0] + side
        anchor = "start" if side >= 0 else "end"
        shift = 6 if side >= 0 else -6
        return [arrow((x, start[1]), (x, end[1])), *label(words, x + shift, (start[1] + end[1]) / 2, anchor)]
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return [arrow(start, end), *label(words, middle[0], middle[1] - 16)]


def picture(diagrams: dict) -> str:
    lines = []
    for of, diagram in diagrams.items():
        named = {state for step in diagram["steps"] for state in (step["from"], step["to"])}
        if named != set(POSITIONS[of]):
            raise SystemExit(f"{of}: the picture has no position for {sorted(named ^ set(POSITIONS[of]))}")
        (x, y), title = TITLES[of]
        lines.append(text(x, y, title, "start", ' class="title"'))
        shared, rest = framed_steps(of, diagram["steps"])
        lines += draw_frame(of, shared)
        for name, position in POSITIONS[of].items():
            lines += box(name, position)
        ways = {(step["from"], step["to"]) for step in rest}
        for step in rest:
            lines += draw_step(of, step, diagram["begin"], (step["to"], step["from"]) in ways)
    return "\n".join([
        '<svg xmlns="http://www.w3.org/2000/svg" width="1390" height="790" viewBox="0 0 1390 790"'
        ' font-family="sans-serif" font-size="11">',
        "<style>rect { fill: #f4f4f0; stroke: #333 } .frame { fill: none; stroke: #999; stroke-dasharray: 5 4 }"
        " line, path { stroke: #333; fill: none } .state { font-size: 13px }"
        " .title { font-size: 15px; font-weight: bold } .clause { fill: #666; font-size: 10px }</style>",
        '<defs><marker id="head" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
        '<path d="M 0 0 L 8 4 L 0 8 z" style="fill: #333; stroke: none"/></marker></defs>',
        '<rect width="1390" height="790" style="fill: white; stroke: none"/>', *lines, "</svg>", ""])


STEP = re.compile(r"\d+: (?:w\d+ )?(window|exposure) (\w+) -> (\w+)$")
MADE = re.compile(r"(\d+): (w\d+ )?target (\d+) created (\w+)$")
CHANGED = re.compile(r"(\d+): (w\d+ )?target (\d+) (\w+) -> (\w+)$")
FREED = re.compile(r"(\d+): (w\d+ )?target (\d+) freed")


def steps_in(transcript: list[str]) -> set[tuple[str, str, str]]:
    """Returns the steps that the lines of a sequence show, as (of, from, to)."""
    steps, states = set(), {}
    for line in transcript:
        if found := STEP.match(line):
            steps.add(found.groups())
        elif found := MADE.match(line):
            steps.add(("target", "ABSENT", found[4]))
            states[found.groups()[:3]] = found[4]
        elif found := CHANGED.match(line):
            steps.add(("target", found[4], found[5]))
            states[found.groups()[:3]] = found[5]
        elif (found := FREED.match(line)) and found.groups() in states:
            steps.add(("target", states.pop(found.groups()), "ABSENT"))
    return steps
