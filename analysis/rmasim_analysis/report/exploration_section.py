"""The section of a page on an exploration. It has the number of orders, the end states, and the shortest order of each
kind of failure."""

import re

from ..layout import count
from .run_section import words_of_kinds
from .words import number

MAX_ENDS = 20  # the maximum number of end states in the list
MAX_FAILURES = 16  # the maximum number of failures on the page
MAX_VALUES = 8  # the maximum number of values of an end state
PACKET = re.compile(r"\d+>\d+ (\S+)")  # a packet in a transcript
ENDED_BY = {"limit": "the limit of executions was reached", "time_limit": "the time limit was reached",
            "first_failure": "the search ended at the first failure", "interrupt": "the search was interrupted"}


class ExplorationSection:
    kind = "exploration"

    def __init__(self, exploration):
        self.title = exploration.name
        self.found = exploration.found
        self.about = " ".join(filter(None, (self.found.get("verdict"), self.outcome[2])))

    @property
    def model(self):
        found, failures = self.found, self.found.get("failures", [])
        shown = failures[:MAX_FAILURES]
        ends = found["end_states"]
        return {
            "remarks": [],
            "facts": self.facts,
            "ranks": found["ranks"],
            "failures": shown,
            "failures_left_out": len(failures) - len(shown) + found.get("more_failures", 0),
            "messages": {key: found["messages"][key] for key in ("total", "by_kind")},
            "kinds": words_of_kinds(self.kinds, found.get("protocol")),
            "high_water": found["high_water"],
            "ends": [first_values(end) for end in ends[:MAX_ENDS]],
            "ends_left_out": max(len(ends) - MAX_ENDS, 0),
            "values_left_out": found.get("more_values_differ", False)
            or any(len(end.get("values", {})) > MAX_VALUES for end in ends[:MAX_ENDS]),
            "orders": self.orders,
        }

    @property
    def kinds(self):
        """The kinds of packets on the page, each once."""
        lines = [line for failure in self.found.get("failures", [])[:MAX_FAILURES] for line in failure["transcript"]]
        sent = [match[1] for line in lines if (match := PACKET.match(line))]
        return dict.fromkeys([*self.found["messages"]["by_kind"], *sent])

    def plots(self):
        return {}

    @property
    def outcome(self):
        failing = self.found["failing"]
        if failing:
            return ("bad", count(failing, "execution fails", "executions fail"),
                    "At least one order of the steps fails.")
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
    def orders(self):
        """The names and steps of the orders that the section shows."""
        messages = self.found["messages"]
        if messages["fewest"] == messages["most"]:
            return []
        return [{"name": "An order with the fewest messages", "steps": messages["fewest"]},
                {"name": "An order with the most", "steps": messages["most"]}]


def first_values(end):
    values = dict(list(end.get("values", {}).items())[:MAX_VALUES])
    return end | ({"values": values} if values else {})
