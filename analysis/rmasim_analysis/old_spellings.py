"""Options that 0.2.0 renamed. Their spellings of 0.1.0 are still accepted, but the help does not show them. To be
removed with the version after 0.2. sim/frontend/cli/old_spellings.h has those of the program."""

SHARD = {"--part": "--shard"}
OLD_SPELLINGS = {
    "run": {"--check": "--check-invariants", "--by": "--breakdown"} | SHARD,
    "explore": SHARD,
    "fuzz": SHARD,
    "sweep": SHARD,
    "tune": SHARD,
    "report": {"--figures": "--plots"},
}


def with_new_spellings(arguments):
    """The arguments, with `--part=1/2` as `--shard=1/2`. What follows `--` is not an option."""
    known = OLD_SPELLINGS.get(arguments[0], {}) if arguments else {}
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return [with_new_spelling(known, one) for one in options] + arguments[len(options):]


def with_new_spelling(known, argument):
    name, equals, value = argument.partition("=")
    return known.get(name, name) + equals + value
