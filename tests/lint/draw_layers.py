"""Draws the layers for ARCHITECTURE.md from the table of layers, with which a test compares the includes."""

from html import escape

from layers import LAYERS, Layer
from lint_tree import family_names

WIDTH, MARGIN, GAP = 800, 20, 12
ROW, BARE_ROW, CHIP = 62, 32, 24  # heights; a bare row has layers without modules only
LETTER = 8.4  # room for a letter of a module's name

STYLE = """  <style>
    svg { color-scheme: light dark; }
    text { font: 13px sans-serif; fill: #1b1f24; }
    .name { font-weight: bold; font-size: 15px; }
    .purpose { font-size: 12px; fill: #57606a; }
    .layer { fill: #f6f8fa; stroke: #6e7781; }
    .core { fill: #ddf4ff; stroke: #0969da; }
    .module { fill: #ffffff; stroke: #afb8c1; }
    .line { stroke: #57606a; stroke-width: 1.5; }
    .tip { fill: #57606a; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .purpose { fill: #9da7b1; }
      .layer { fill: #22272e; stroke: #9da7b1; }
      .core { fill: #12324f; stroke: #6cb6ff; }
      .module { fill: #2d333b; stroke: #6e7781; }
      .line { stroke: #9da7b1; }
      .tip { fill: #9da7b1; }
    }
  </style>
  <defs>
    <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
      <path class="tip" d="M 0 0 L 8 4 L 0 8 z"/>
    </marker>
  </defs>"""


def modules_of(layer: Layer) -> list[str]:
    if layer.name == "protocol":
        return [*layer.modules, *family_names()]
    return [module for module in layer.modules if module != layer.name]


def chips(modules: list[str], left: int, top: int) -> list[str]:
    """Returns the drawing of one row of module names."""
    drawn = []
    for module in modules:
        width = round(len(module) * LETTER + 14)
        drawn.append(f'  <rect class="module" x="{left}" y="{top}" width="{width}" height="{CHIP}" rx="4"/>')
        drawn.append(f'  <text x="{left + 7}" y="{top + 16}">{escape(module)}</text>')
        left += width + 6
    return drawn


def box(layer: Layer, left: int, top: int, width: int, height: int) -> list[str]:
    look = "core" if layer.name == "protocol" else "layer"
    folder = "protocol/" if layer.name == "protocol" else f"sim/{layer.name}/"
    return [
        f'  <rect class="{look}" x="{left}" y="{top}" width="{width}" height="{height}" rx="6"/>',
        f'  <text x="{left + 12}" y="{top + 20}"><tspan class="name">{escape(folder)}</tspan>'
        f'<tspan class="purpose" dx="10">{escape(layer.purpose)}</tspan></text>',
        *chips(modules_of(layer), left + 12, top + 30),
    ]


def rows() -> list[list[Layer]]:
    """Returns the layers in rows, beginning at the top. Layers of the same level are in one row."""
    found: list[list[Layer]] = []
    for layer in LAYERS:
        if layer.same_level_as and found and found[-1][0].name == layer.same_level_as:
            found[-1].append(layer)
        else:
            found.append([layer])
    return found[::-1]


def arrow(top: int) -> str:
    middle = WIDTH // 2
    return f'  <line class="line" x1="{middle}" y1="{top}" x2="{middle}" y2="{top + GAP}" marker-end="url(#head)"/>'


def draw() -> str:
    drawn, top = [], MARGIN
    for number, row in enumerate(rows()):
        if number > 0:
            drawn.append(arrow(top))
            top += GAP
        width = (WIDTH - 2 * MARGIN - (len(row) - 1) * GAP) // len(row)
        tall = ROW if any(modules_of(layer) for layer in row) else BARE_ROW
        for index, layer in enumerate(row):
            drawn += box(layer, MARGIN + index * (width + GAP), top, width, tall)
        top += tall
    height = top + MARGIN
    order = ", ".join(" and ".join(layer.name for layer in row) for row in rows())
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'role="img"\n     aria-labelledby="title about">',
        '  <title id="title">The layers of rmasim, and the modules of each</title>',
        f'  <desc id="about">From the top: {order}. A layer includes only itself and those below it.</desc>',
        STYLE, *drawn, "</svg>", ""])
