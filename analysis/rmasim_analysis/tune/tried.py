"""The table of all points that the search has run, as CSV."""

import csv
import io

from .as_json import per_run


def tried_csv(search):
    front = {one.point for one in search.front()}
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    paths = [setting.path for setting in search.space.settings]
    table.writerow([*paths, "outcome", "time_ns", "messages", "promised_bytes", "used_bytes", "on_front"])
    for point, outcome in search.ledger.outcomes.items():
        figures = ["", "", "", ""]
        if outcome.finished:
            figures = [per_run(outcome.time_ns, outcome.runs), per_run(outcome.messages, outcome.runs),
                       outcome.promised_bytes, outcome.used_bytes]
        table.writerow([*point, outcome.ending, *figures, int(point in front)])
    return text.getvalue()
