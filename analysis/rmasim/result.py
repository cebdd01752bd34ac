"""Results of runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rmasim_analysis import frames
from rmasim_analysis.layout import count, title_of

from . import notebook

if TYPE_CHECKING:
    import pandas


class Result:
    """The result of a run. `raw` is the output of `rmasim run --format json`. The properties are the most important
    parts of this output: numbers, and tables as pandas data frames.

        >>> import rmasim
        >>> result = rmasim.run("scenarios/newrma/lock/lock-put-get-unlock.json")
        >>> result.messages.index[0]
        'GET+UNLOCK'
        >>> result.time_spent.loc["wait_lock", "time_ns"] > 0
        True
    """

    def __init__(self, raw: dict[str, Any], exit_code: int = 0, complaints: str = "") -> None:
        self.raw = raw
        self.exit_code = exit_code  # README.md lists the codes
        self.complaints = complaints  # the program's messages

    def __repr__(self) -> str:
        packets = count(self.packets, "packet")
        return f"<rmasim.Result {title_of(self.raw)}: {self.outcome}, {packets}, {self.time_ns:,} ns>"

    def _repr_html_(self) -> str:
        after = f" after {self.time_ns:,} ns" if "time_ns" in self.raw else ""  # a replay has no clock
        ended = f"{title_of(self.raw)}: {self.outcome}{after}, {count(self.ranks, 'rank')}"
        rows = [("all packets", self.packets), *notebook.kinds(self.by_kind)]
        return notebook.table(ended, ("packets", "number"), rows)

    @property
    def outcome(self) -> str:
        """"finished", or the reason why the run did not finish, such as "deadlock" or "lost_packet"."""
        return str(self.raw["outcome"])

    @property
    def finished(self) -> bool:
        """True if all programs finished and no packet was lost."""
        return self.outcome == "finished"

    @property
    def ranks(self) -> int:
        """Number of processes of the simulated machine."""
        return int(self.raw["ranks"])

    @property
    def time_ns(self) -> int:
        """Virtual time at the end of the run."""
        return int(self.raw["time_ns"])

    @property
    def packets(self) -> int:
        """Number of packets that were sent."""
        return int(self.raw["messages"]["total"])

    @property
    def by_kind(self) -> dict[str, int]:
        """Packets by kind and flags: {"PUT+LOCK.X+UNLOCK": 1, ...}."""
        return dict(self.raw["messages"]["by_kind"])

    @property
    def settings(self) -> dict[str, Any]:
        """Every setting of the run, including defaults."""
        return dict(self.raw["settings"])

    @property
    def digest(self) -> str:
        """A hash of all events and their times. Equal runs have the same digest on every machine."""
        return str(self.raw["digest"])

    @property
    def expectations_failed(self) -> list[dict[str, str]]:
        """The expectations of the scenario that the run did not meet: "what", "expected" and "got"."""
        return list(self.raw.get("expectations_failed", []))

    @property
    def messages(self) -> pandas.DataFrame:
        """Packets by kind, the most frequent kind first: `packets`, `share`."""
        return frames.load_messages(self.raw)

    @property
    def time_spent(self) -> pandas.DataFrame:
        """The time of all ranks together by cause, in descending order: `time_ns`, `share`."""
        return frames.load_time_spent(self.raw)

    @property
    def elements(self) -> pandas.DataFrame:
        """A row for each pool: `size`, `high_water`, `times_exhausted`, `time_waited_ns`."""
        return frames.load_elements(self.raw)

    @property
    def by_rank(self) -> pandas.DataFrame:
        """A row for each rank, for a run with `breakdown="rank"`: `messages_sent`, `bytes_sent`, `messages_for_it`, and
        `CAUSE_ns` for each cause of its time."""
        return frames.load_by_rank(self.raw)

    @property
    def by_pair(self) -> pandas.DataFrame:
        """A row for each pair `source`, `target` that sent packets, for a run with `breakdown="pair"`: `bytes`, and
        packets by kind."""
        return frames.load_by_pair(self.raw)
