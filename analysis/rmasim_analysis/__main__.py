"""rmasim sweep, tune, check, compare, report and convert: the verbs that make many runs, a page of their results, or a
scenario.

    /usr/bin/python3 -m rmasim_analysis VERB ...        is what `./rmasim VERB ...` runs

Each verb is a package whose module `command` has `ABOUT` (one line of help), `add_arguments(parser)`, and
`carry_out(arguments)`, which returns the exit code. Three verbs are the program's own; they come here when they are
to be spread over processors or machines, and take the program's other arguments as well (`PASSES_ON`).
"""

import argparse
import importlib
import sys

from . import command_line
from .terminal import complain, say

VERBS = ("sweep", "tune", "check", "compare", "report", "convert", "explore", "fuzz", "run")


class Parser(argparse.ArgumentParser):
    """Prints as the verbs do."""

    def _print_message(self, message, file=None):
        if message:
            (say if file is sys.stdout else complain)(message.removesuffix("\n"))


def parser_of(verbs):
    parser = Parser(prog="rmasim", allow_abbrev=False)
    verb_parsers = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, command in verbs.items():
        verb = verb_parsers.add_parser(name, help=command.ABOUT, description=command.ABOUT, allow_abbrev=False)
        command.add_arguments(verb)
    return parser


def carry_out(arguments):
    # Only the wanted verb is imported: importing matplotlib takes longer than a hundred small runs.
    wanted = [arguments[0]] if arguments and arguments[0] in VERBS else VERBS
    verbs = {name: importlib.import_module(f".{name}.command", __package__) for name in wanted}
    parser = parser_of(verbs)
    parsed, passed_on = parser.parse_known_args(arguments)
    if getattr(verbs[parsed.verb], "PASSES_ON", False):
        return verbs[parsed.verb].carry_out(parsed, passed_on)
    if passed_on:
        parser.error(f"unrecognized arguments: {' '.join(passed_on)}")
    return verbs[parsed.verb].carry_out(parsed)


def main(arguments):
    """The exit code."""
    return command_line.code_of(carry_out, arguments)


if __name__ == "__main__":
    command_line.run(carry_out)
