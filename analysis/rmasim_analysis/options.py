"""The options that several subcommands have, and the types of their values for argparse."""

import json

from .errors import BadInput
from .parallel import processors


def whole(minimum):
    """An argparse type: whole numbers of at least `minimum`."""
    def number(text):
        value = int(text)
        if value < minimum:
            raise ValueError
        return value

    number.__name__ = f"a whole number of at least {minimum}"  # the name of the type in errors
    return number


def positive(text):
    """An argparse type: numbers above 0, "2.5e9"."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


positive.__name__ = "a number above 0"


def value_of(text):
    """The value of a setting. Like the simulator, the function reads the text as JSON. A text that is not valid JSON is
    the value itself."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text  # json raises this error for a number with thousands of digits


def setting(text):
    """The path and the value in a text such as "protocol.slots=4"."""
    path, equals, value = text.partition("=")
    if not (path and equals):
        raise ValueError
    return path, value_of(value)


setting.__name__ = "PATH=VALUE"


def require_settings(texts):
    """Raises BadInput for a --set whose text is not a setting."""
    for text in texts:
        try:
            setting(text)
        except ValueError:
            raise BadInput("--set", text, "PATH=VALUE, such as protocol.slots=4") from None


def add_semantics(parser):
    """Adds the options of `rmasim run` for memory semantics."""
    parser.add_argument("--semantics", choices=("separate", "unified", "off"),
                        help="check every program against this memory model of MPI")
    parser.add_argument("--propagation", choices=("eager", "lazy", "seeded"),
                        help="with --semantics separate: when an update reaches the other copy of a window")


def semantics_of(arguments):
    """The settings that the options for memory semantics set."""
    chosen = {"semantics": arguments.semantics, "propagation": arguments.propagation}
    return {path: value for path, value in chosen.items() if value}


def add_jobs(parser):
    parser.add_argument("-j", "--jobs", type=whole(1), default=processors(), metavar="N",
                        help="runs at the same time (default: all processors); the result does not depend on it")
