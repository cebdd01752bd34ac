"""rmasim play: writes a page that runs a scenario, or prints a link to such a page."""

import json
import webbrowser
from pathlib import Path

from ..errors import INTERNAL_ERROR, SUCCESS, BadInput
from ..files import read_json, read_text, refuse_overwriting, write_whole
from ..options import require_settings
from ..terminal import complain, say
from ..variants import add_variant, variants_of
from .link import fragment_of

ABOUT = "a scenario as one HTML page that runs and explores it in a browser, or as a link to such a page"
# The page is in this folder if package rmasim-play is installed. Otherwise it is in the folder in which the checkout
# builds it.
PAGES = (Path(__file__).with_name("rmasim-play.html"), Path(__file__).parents[3] / "build/wasm/rmasim-play.html")
GIVEN = '<script id="given" type="application/json">null</script>'
HOW_TO_GET_IT = ("rmasim: the page of `rmasim play` is not installed; it is in the package rmasim-play. In a checkout: "
                 "./rmasim play --build builds it, with Debian's emscripten")


def add_arguments(parser):
    parser.add_argument("scenario", metavar="SCENARIO.json", help="the scenario that the page begins with")
    add_variant(parser)
    parser.add_argument("--set", action="append", default=[], dest="settings", metavar="PATH=VALUE",
                        help="a setting that the page begins with, in addition to the scenario's")
    parser.add_argument("--link", action="store_true",
                        help="write no page; print the part after # of the address of a page that is served "
                             "anywhere: the scenario, compressed")
    parser.add_argument("-o", "--output", metavar="FILE.html",
                        help="the page (default: the scenario's name with .html, in this folder)")
    parser.add_argument("--build", action="store_true",
                        help="first build the page, which takes up to 45 minutes; only in a checkout")
    parser.add_argument("--no-browser", action="store_true", help="write the page, and do not open it")


def carry_out(arguments):
    state = state_of(arguments)
    if arguments.link:
        say(fragment_of(state))
        return SUCCESS
    if arguments.build:  # the launcher of a checkout handles this option
        raise BadInput("--build", "an installed rmasim", "a checkout; the package rmasim-play has the page")
    output = arguments.output or Path(arguments.scenario).with_suffix(".html").name
    refuse_overwriting([("the scenario", arguments.scenario)], [("-o", output)])
    page = next((path for path in PAGES if path.exists()), None)
    if page is None:
        complain(HOW_TO_GET_IT)
        return INTERNAL_ERROR
    write_whole(output, page_with(read_text(page), state))
    say(f"{output}: open it in a browser; it needs nothing else")
    if not arguments.no_browser:
        webbrowser.open(Path(output).resolve().as_uri())
    return SUCCESS


def state_of(arguments):
    """The state of the page. state.js uses the same names."""
    require_settings(arguments.settings)
    for setting in arguments.settings:
        if any(letter.isspace() for letter in setting):
            raise BadInput("--set", repr(setting), "settings without blanks, as the page separates them by blanks")
    document = read_json(arguments.scenario)
    if not isinstance(document, dict):
        raise BadInput(arguments.scenario, "JSON of another kind", "a scenario")
    names = [one["name"] for one in variants_of(document)]
    if arguments.variant and arguments.variant not in names:
        raise BadInput("--variant", arguments.variant,
                       ", ".join(names) or 'no variant, because the file has no "variants"')
    chosen = {"variant": arguments.variant} if arguments.variant else {}
    return {"scenario": read_text(arguments.scenario), **chosen, "settings": " ".join(arguments.settings)}


def page_with(page, state):
    given = json.dumps(state, ensure_ascii=True).replace("<", "\\u003c")
    return page.replace(GIVEN, GIVEN.replace("null", given), 1)
