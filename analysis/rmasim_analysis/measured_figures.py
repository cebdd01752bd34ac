"""Generates the pictures and tables of a family's FIGURES.md."""

from . import picture

MARKERS = ("o", "s", "^", "D", "v", "P")


@picture.powers()
def draw(figure):
    drawn, axes = picture.grid(4.4 * len(figure.panels), 3.6, 1, len(figure.panels))
    for panel, its in zip(figure.panels, axes):
        for number, (label, xs, ys) in enumerate(panel.lines):
            its.plot(xs, ys, marker=MARKERS[number % len(MARKERS)], markersize=4, linewidth=1.2, label=label,
                     linestyle="--" if number % 2 else "-")
        if panel.logarithmic:
            its.set_xscale("log", base=2)
            its.set_yscale("symlog" if any(0 in ys for _, _, ys in panel.lines) else "log")
        its.set(title=panel.title, xlabel=panel.x, ylabel=panel.y)
        its.grid(True, alpha=0.3)
        its.legend(fontsize=7)
    return drawn


def table(panel):
    xs = panel.lines[0][1]
    lines = [f"| {panel.title}: {panel.x} | {' | '.join(f'{x:,g}' for x in xs)} |", "|---|" + "---:|" * len(xs)]
    lines += [f"| {label} | {' | '.join(cell(y) for y in ys)} |" for label, _, ys in panel.lines]
    return "\n".join(lines)


def cell(value):
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"
