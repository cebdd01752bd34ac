"""rmasim sweep, tune, check, compare, report, play, convert, calibrate, validate-times and init-ci. These subcommands
make many runs, a page of results, a scenario, a platform file, or a workflow.

    /usr/bin/python3 -P -m rmasim_analysis SUBCOMMAND ...     is what `./rmasim SUBCOMMAND ...` runs

Each subcommand is a package with a module `command`. The module has `ABOUT` (one line of help),
`add_arguments(parser)`, and `carry_out(arguments)`, which returns the exit code. The program itself has three further
subcommands. They are run by this module if their work is distributed over processors or machines. They accept the
program's other arguments as well (`PASSES_ON`). `rmasim complete` is called by the completion of shells
(completion.py).
"""

import argparse
import importlib
import sys

from . import command_line
from .errors import BadInput
from .terminal import complain, say

SUBCOMMANDS = ("sweep", "tune", "check", "compare", "report", "play", "convert", "calibrate", "validate-times",
               "init-ci", "explore", "fuzz", "run")


class Parser(argparse.ArgumentParser):
    """A parser whose messages look like those of the program."""

    def _get_value(self, action, arg_string):
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError:
            raise BadInput(option_of(action), arg_string, action.type.__name__) from None

    def _check_value(self, action, value):
        if action.option_strings and action.choices is not None and value not in action.choices:
            raise BadInput(option_of(action), value, ", ".join(map(str, action.choices)))
        super()._check_value(action, value)

    def _print_message(self, message, file=None):
        if message:
            (say if file is sys.stdout else complain)(message.removesuffix("\n"))


def option_of(action):
    return action.option_strings[-1] if action.option_strings else action.metavar


def parser_of(subcommands):
    parser = Parser(prog="rmasim", allow_abbrev=False)
    subparsers = parser.add_subparsers(dest="subcommand", metavar="SUBCOMMAND", required=True)
    for name, command in subcommands.items():
        command.add_arguments(subparsers.add_parser(name, help=command.ABOUT, description=command.ABOUT,
                                                    allow_abbrev=False))
    return parser


def carry_out(arguments):
    if arguments[:1] == ["complete"]:
        return importlib.import_module(".completion", __package__).carry_out(arguments[1:])
    # Only the selected subcommand is imported, because importing matplotlib takes longer than a hundred small runs.
    wanted = [arguments[0]] if arguments and arguments[0] in SUBCOMMANDS else SUBCOMMANDS
    subcommands = {name: importlib.import_module(f".{name.replace('-', '_')}.command", __package__) for name in wanted}
    parser = parser_of(subcommands)
    parsed, passed_on = parser.parse_known_args(arguments)
    if getattr(subcommands[parsed.subcommand], "PASSES_ON", False):
        return subcommands[parsed.subcommand].carry_out(parsed, passed_on)
    if passed_on:
        parser.error(f"unrecognized arguments: {' '.join(passed_on)}")
    return subcommands[parsed.subcommand].carry_out(parsed)


def main(arguments):
    """Runs a subcommand and returns its exit code."""
    return command_line.code_of(carry_out, arguments)


if __name__ == "__main__":
    command_line.run(carry_out)
