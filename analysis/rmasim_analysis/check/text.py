"""The output of a check as text."""

from collections import Counter

from .table import CHECK_HEADS, COMPARISON_HEADS, table
from .verdict import Status

# The statuses of scenarios that are described, on standard output or on standard error. All other scenarios are only
# counted.
SAID = (Status.CHANGED, Status.BLESSED, Status.ONLY_SHOWN, Status.WITHOUT_EXPECTATIONS, Status.NEW,
        Status.NOT_FOR_SETTINGS)
COMPLAINED = (Status.REFUSED, Status.BROKE)


def heads_of(comparison):
    return COMPARISON_HEADS if comparison else CHECK_HEADS


def details_of(verdict, comparison):
    """The table and the notes of a verdict."""
    rows = table(verdict.differences, heads_of(comparison)) if verdict.differences else []
    return [*rows, *verdict.notes]


HOW_TO_BLESS = "the run only had to finish; --bless writes its counts into the file, as expectations of later runs"


def paragraph(verdict, comparison):
    """The lines about one scenario."""
    how = f": {HOW_TO_BLESS}" if verdict.status == Status.WITHOUT_EXPECTATIONS else ""
    return [f"{verdict.title}: {verdict.status.value}{how}", *(f"  {line}" for line in details_of(verdict, comparison))]


def report(verdicts, comparison):
    """The text for standard output."""
    lines = [line for verdict in verdicts if verdict.status in SAID for line in paragraph(verdict, comparison)]
    return "\n".join([*lines, summary(verdicts)])


def complaints(verdicts):
    """The text for standard error: the simulator's messages."""
    return [line for verdict in verdicts if verdict.status in COMPLAINED for line in verdict.notes]


def summary(verdicts):
    counts = Counter(verdict.status for verdict in verdicts)
    said = [(status, counts[status]) for status in Status if counts[status]]
    heading = f"{len(verdicts)} scenario" + "s" * (len(verdicts) != 1)
    if len(said) == 1:
        return f"{heading} {said[0][0].value}"
    return f"{heading}: " + ", ".join(f"{count} {status.value}" for status, count in said)
