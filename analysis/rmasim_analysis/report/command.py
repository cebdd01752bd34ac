"""rmasim report: an HTML page from results, traces, explorations, sweeps and scenarios."""

import re
from pathlib import Path

from ..errors import SUCCESS, BadInput
from ..files import refuse_overwriting, write_whole
from ..layout import count
from ..options import require_settings
from ..terminal import say
from ..variants import variant_arguments
from .inputs import Exploration, Run, Sweep, Tuning, read_all

ABOUT = "one self-contained HTML page from runs, traces, explorations, sweeps and tunings"


def add_arguments(parser):
    parser.add_argument("inputs", nargs="+", metavar="RESULT",
                        help="a result (run --format json), a trace (run --trace), an exploration (explore --format "
                             "json), the folder of a sweep, what was tuned (tune --format json), or a scenario, which "
                             "is run")
    parser.add_argument("--variant", default="", metavar="NAME", help="a variant of every scenario that is run")
    parser.add_argument("--set", action="append", default=[], dest="settings", metavar="PATH=VALUE",
                        help="change a setting of every scenario that is run")
    parser.add_argument("--patch", action="append", default=[], dest="patches", metavar="PATCH.json",
                        help="like --set, from a JSON Patch or Merge Patch")
    parser.add_argument("-o", "--output", required=True, metavar="FILE.html", help="the page")
    parser.add_argument("--plots", metavar="DIR", help="also write every plot as PNG and SVG to this folder")
    parser.add_argument("--title", help="title of the page (default: the names of what it shows)")


def carry_out(arguments):
    from .page import page_of  # imported late, because the help needs only the standard library

    kinds = kinds_of_sections()

    if Path(arguments.output).is_dir():
        raise BadInput(arguments.output, "a folder", "the name of a file for the page")
    require_settings(arguments.settings)
    inputs = [("an input", path) for path in files_of(arguments.inputs)]
    inputs += [("--patch", path) for path in arguments.patches]
    refuse_overwriting(inputs, [("-o", arguments.output)])
    changes = variant_arguments(arguments.variant)
    changes += [part for patch in arguments.patches for part in ("--patch", patch)]
    changes += [part for one in arguments.settings for part in ("--set", one)]
    sections = [kinds[type(found)](found) for found in read_all(arguments.inputs, changes)]
    title = arguments.title or ", ".join(dict.fromkeys(section.title for section in sections))
    page = page_of(sections, title)
    plots = 0
    if arguments.plots:
        plots = write_plots(sections, Path(arguments.plots), [*inputs, ("-o", arguments.output)])
    write_whole(arguments.output, page)
    say(f"{title}: {arguments.output}, {len(page) / 1e6:.1f} MB" +
        (f"; {count(plots, 'plot')} in {arguments.plots}" if plots else ""))
    return SUCCESS


def kinds_of_sections():
    """The class of the section by the class of the input."""
    from .exploration_section import ExplorationSection
    from .run_section import RunSection
    from .sweep_section import SweepSection
    from .tune_section import TuneSection

    return {Run: RunSection, Exploration: ExplorationSection, Tuning: TuneSection, Sweep: SweepSection}


def files_of(inputs):
    """The paths of the files to read. The files of a sweep are in the sweep's folder."""
    return [file for path in inputs for file in ([path] if not Path(path).is_dir() else sorted(Path(path).iterdir()))]


def write_plots(sections, folder, taken):
    """Writes the files NUMBER-NAME-PLOT.png and .svg, in the order of the page, and returns their number. `taken` are
    files that must not be overwritten."""
    from .. import picture

    written = 0
    for number, section in enumerate(sections, start=1):
        name = f"{number:02d}-{re.sub(r'[^A-Za-z0-9.]+', '-', section.title).strip('-')}"
        for plot_name, figure in section.plots().items():
            for form in ("png", "svg"):
                path = folder / f"{name}-{plot_name}.{form}"
                refuse_overwriting(taken, [("--plots", path)])
                picture.write(figure, path)
                written += 1
    return written
