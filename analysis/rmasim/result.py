"""What a run gave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rmasim_analysis import frames
from rmasim_analysis.layout import count, title_of

if TYPE_CHECKING:
    import pandas


class Result:
    """The result of a run. `raw` is the whole object that `rmasim run --format json` prints; the rest of this class
    are the parts of it that are asked for most, numbers as they are and tables as pandas data frames.

        >>> import rmasim
        >>> result = rmasim.run("scenarios/newrma/lock/lock-put-get-unlock.json")
        >>> result.messages.index[0]
        'GET+UNLOCK'
        >>> result.time_spent.loc["wait_lock", "time_ns"] > 0
        True
    """

    def __init__(self, raw: dict[str, Any], exit_code: int = 0, complaints: str = "") -> None:
        self.raw = raw
        self.exit_code = exit_code  # README.md has the codes
        self.complaints = complaints  # what the program said about it, for people

    def __repr__(self) -> str:
        packets = count(self.packets, "packet")
        return f"<rmasim.Result {title_of(self.raw)}: {self.outcome}, {packets}, {self.time_ns:,} ns>"

    @property
    def outcome(self) -> str:
        """ "finished", or why it did not: "deadlock", "lost_packet", ..."""
        return str(self.raw["outcome"])

    @property
    def finished(self) -> bool:
        """Whether all programs came to their end, and nothing was lost."""
        return self.outcome == "finished"

    @property
    def ranks(self) -> int:
        """Processes of the simulated machine."""
        return int(self.raw["ranks"])

    @property
    def time_ns(self) -> int:
        """Virtual time at the end of the run."""
        return int(self.raw["time_ns"])

    @property
    def packets(self) -> int:
        """All packets that were sent."""
        return int(self.raw["messages"]["total"])

    @property
    def by_kind(self) -> dict[str, int]:
        """Packets by kind and flags: {"PUT+LOCK.X+UNLOCK": 1, ...}."""
        return dict(self.raw["messages"]["by_kind"])

    @property
    def settings(self) -> dict[str, Any]:
        """Every setting the run had, defaults too."""
        return dict(self.raw["settings"])

    @property
    def digest(self) -> str:
        """A fingerprint of all events and their times: equal for equal runs, on any machine."""
        return str(self.raw["digest"])

    @property
    def expectations_failed(self) -> list[dict[str, str]]:
        """What the scenario expected otherwise: "what", "expected", "got" of each."""
        return list(self.raw.get("expectations_failed", []))

    @property
    def messages(self) -> pandas.DataFrame:
        """Packets by kind, the most frequent first: `packets`, `share`."""
        return frames.load_messages(self.raw)

    @property
    def time_spent(self) -> pandas.DataFrame:
        """The ranks' time by cause, summed over ranks, the largest first: `time_ns`, `share`."""
        return frames.load_time_spent(self.raw)

    @property
    def elements(self) -> pandas.DataFrame:
        """A row a pool: `size`, `high_water`, `times_exhausted`, `time_waited_ns`."""
        return frames.load_elements(self.raw)

    @property
    def by_rank(self) -> pandas.DataFrame:
        """A row a rank, of a run with `breakdown="rank"`: `messages_sent`, `bytes_sent`, `messages_for_it`,
        and `CAUSE_ns` for each cause of its time."""
        return frames.load_by_rank(self.raw)

    @property
    def by_pair(self) -> pandas.DataFrame:
        """A row for each pair `source`, `target` that sent packets, of a run with `breakdown="pair"`: `bytes`, and
        packets by kind."""
        return frames.load_by_pair(self.raw)
