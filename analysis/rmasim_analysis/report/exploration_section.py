"""The section of a page on an exploration. It has the number of orders, the end states, and the shortest order of each
kind of failure."""

from ..layout import count
from ..packet_words import KINDS, explain, split
from .order_diagram import order_diagram
from .words import number

MAX_ENDS = 20  # the maximum number of end states in the list
MAX_FAILURES = 16  # the maximum number of failures on the page
MAX_DIAGRAMS = 4  # the maximum number of failures with a diagram
MAX_VALUES = 8  # the maximum number of columns in the table of end states
ENDED_BY = {"limit": "the limit of executions was reached", "time_limit": "the time limit was reached",
            "first_failure": "the search ended at the first failure", "interrupt": "the search was interrupted"}


class FailureOnPage:
    """A kind of failure: its number of executions, its text, and its shortest order."""

    kind = "exploration"
    hides_hint = False

    def __init__(self, failure, found, drawn):
        self.kind_of_failure = failure["kind"]
        self.what, self.transcript, self.schedule = (failure[key] for key in ("what", "transcript", "schedule"))
        self.diagram = order_diagram(failure, found) if drawn else None
        if len(found["failures"]) == 1:
            self.title, self.diagram_title = "The failing order", "The failing order as a diagram"
        else:
            self.title = f"Failure {failure['number']}: {count(failure['executions'], 'execution')}"
            self.diagram_title = f"Failure {failure['number']} as a diagram"


class ExplorationSection:
    template = "exploration.html"
    kind = "exploration"
    charts = ()

    def __init__(self, exploration):
        self.title = exploration.name
        self.found = exploration.found
        failures = self.found.get("failures", [])
        self.failures = [FailureOnPage(one, self.found, number < MAX_DIAGRAMS)
                         for number, one in enumerate(failures[:MAX_FAILURES])]
        self.failures_left_out = len(failures) - len(self.failures) + self.found.get("more_failures", 0)
        self.about = " ".join(filter(None, (self.found.get("verdict"), self.outcome[2])))

    @property
    def outcome(self):
        failing = self.found["failing"]
        if failing:
            return ("bad", count(failing, "execution fails", "executions fail"),
                    "At least one order violates an expectation or an invariant.")
        if not self.found["exhausted"]:
            why = ENDED_BY.get(self.found.get("ended_by"), "there are more")
            return "open", "not exhausted", f"No order run so far fails, but {why}."
        orders = "All distinguishable orders were executed"
        if self.found.get("pairs_in_order") and self.found["messages"]["total"]["most"] > 0:
            orders += " in which packets of a pair keep their order"
        return "good", "none fails", f"{orders}.{self.checked}"

    @property
    def checked(self):
        """The number of executions that did not fail."""
        checked = self.found.get("checked")
        if not checked:
            return ""
        words = (f" No invariant is violated in {count(checked['calls'], 'call')}, "
                 f"{count(checked['operations'], 'operation')} and {count(checked['lock_grants'], 'lock grant')}")
        if "semantics" in checked:
            words += (f"; {count(checked['semantics']['accesses'], 'access is', 'accesses are')} correct under the "
                      f"{checked['semantics']['model']} model")
        return words + "."

    @property
    def facts(self):
        found = self.found
        return [
            ("Executions", number(found["executions"]),
             "all distinguishable orders" if found["exhausted"] else "not all orders"),
            ("Steps in the longest", number(found["longest"]), f"{found['steps']:,} in all"),
            ("Ranks", number(found["ranks"]), ""),
            ("End states", number(len(found["end_states"])), ""),
        ]

    @property
    def ends(self):
        return self.found["end_states"][:MAX_ENDS]

    @property
    def values(self):
        """The names of the first values that differ between end states."""
        return list(next((end["values"] for end in self.ends if "values" in end), {}))[:MAX_VALUES]

    @property
    def values_left_out(self):
        """True if further values differ."""
        names = next((end["values"] for end in self.ends if "values" in end), {})
        return len(names) > MAX_VALUES or self.found.get("more_values_differ", False)

    @property
    def ends_left_out(self):
        return max(len(self.found["end_states"]) - MAX_ENDS, 0)

    @property
    def ranges(self):
        """The minimum, the maximum, and the position of the bar between them. There is a row for all messages, and one
        for each kind."""
        messages = self.found["messages"]
        rows = [("all messages", messages["total"], ""), *(
            (kind, between, explain(kind, self.found.get("protocol")) if split(kind)[0] in KINDS else "")
            for kind, between in messages["by_kind"].items())]
        widest = max(between["most"] for _, between, _ in rows) or 1
        return [{"name": name, "words": words, **between, "left": min(100 * between["least"] / widest, 99),
                 "width": 100 * (between["most"] - between["least"]) / widest} for name, between, words in rows]

    @property
    def orders(self):
        """The names and steps of the orders that the section shows."""
        messages = self.found["messages"]
        if messages["fewest"] == messages["most"]:
            return []
        return [("An order with the fewest messages", messages["fewest"]),
                ("An order with the most", messages["most"])]
