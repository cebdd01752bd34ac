"""The section of a page for an exploration: the number of orders, their end states, and the shortest failing order."""

from ..packet_words import KINDS, explain, split
from .order_diagram import order_diagram
from .words import number

MOST_ENDS = 20  # listed


class ExplorationSection:
    template = "exploration.html"
    kind = "exploration"
    charts = ()

    def __init__(self, exploration):
        self.title = exploration.name
        self.found = exploration.found
        failure = self.found.get("failure")
        self.diagram = order_diagram(failure, self.found) if failure else None
        self.about = self.outcome[2]

    @property
    def outcome(self):
        failing = self.found["failing"]
        if failing:
            return ("bad", "1 execution fails" if failing == 1 else f"{failing:,} executions fail",
                    "At least one order violates an expectation or an invariant.")
        if not self.found["exhausted"]:
            return "open", "not exhausted", "No order run so far fails, but there are more."
        return "good", "none fails", "All orders that can differ were run."

    @property
    def facts(self):
        found = self.found
        return [
            ("Executions", number(found["executions"]), "all that can differ" if found["exhausted"] else "not all"),
            ("Steps in the longest", number(found["longest"]), f"{found['steps']:,} in all"),
            ("Ranks", number(found["ranks"]), ""),
            ("End states", number(len(found["end_states"])), ""),
        ]

    @property
    def ends(self):
        return sorted(self.found["end_states"], key=lambda end: (-end["executions"], end["digest"]))[:MOST_ENDS]

    @property
    def ends_left_out(self):
        return max(len(self.found["end_states"]) - MOST_ENDS, 0)

    @property
    def ranges(self):
        """For all messages and for each kind: least, most, and the position of the bar between them."""
        messages = self.found["messages"]
        rows = [("all messages", messages["total"], ""), *(
            (kind, between, explain(kind, self.found.get("protocol")) if split(kind)[0] in KINDS else "")
            for kind, between in messages["by_kind"].items())]
        widest = max(between["most"] for _, between, _ in rows) or 1
        return [{"name": name, "words": words, **between, "left": min(100 * between["least"] / widest, 99),
                 "width": 100 * (between["most"] - between["least"]) / widest} for name, between, words in rows]

    @property
    def orders(self):
        """Names and steps of the orders to show."""
        messages = self.found["messages"]
        if messages["fewest"] == messages["most"]:
            return []
        return [("An order with the fewest messages", messages["fewest"]),
                ("An order with the most", messages["most"])]
