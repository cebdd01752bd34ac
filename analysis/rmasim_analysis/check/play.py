"""Runs scenarios, and compares the results with expectations or with saved results."""

from dataclasses import replace

from ..errors import BadInput, ProgramFailed
from ..parallel import as_they_end
from ..progress import progress_bar
from ..program import accepts, simulate
from ..variants import variant_arguments
from .results import compared
from .verdict import Status, Verdict, held, played


class Check:
    """The settings of a check. `before`: saved Results with which runs are compared. If it is None, runs are compared
    with their own expectations, or with nothing if `settings` or `patches` change them. `semantics`: the memory model;
    the expectations apply under each model."""

    def __init__(self, program, settings, patches, before, times_count, semantics=None):
        self.program, self.before, self.times_count = program, before, times_count
        self.changes = [part for patch in patches for part in ("--patch", patch)]
        self.changes += [part for setting in settings for part in ("--set", setting)]
        self.semantics = [part for option, value in (semantics or {}).items() for part in (f"--{option}", value)]

    def verdicts(self, scenarios, jobs):
        """Runs the scenarios. Returns their verdicts in the same order."""
        ended = as_they_end(lambda number: self.verdict(scenarios[number]), range(len(scenarios)), jobs)
        verdicts = {}
        with progress_bar(len(scenarios), "run") as progress:
            for number, verdict in ended:
                verdicts[number] = verdict
                progress.update()
        verdicts = [verdict for _, verdict in sorted(verdicts.items())]
        if any(verdict.result for verdict in verdicts):
            return verdicts
        # If no scenario accepts the settings, the settings themselves are wrong.
        return [replace(verdict, status=Status.REFUSED) if verdict.status == Status.NOT_FOR_SETTINGS else verdict
                for verdict in verdicts]

    def verdict(self, scenario):
        return replace(self.verdict_on(scenario), variant=scenario.variant)

    def verdict_on(self, scenario):
        arguments = [*variant_arguments(scenario.variant), *self.semantics, *self.changes]
        try:
            run = simulate(self.program, scenario.path, arguments=arguments)
        except BadInput as error:
            words = tuple(str(error).splitlines())
            fits_alone = self.changes and accepts(self.program, scenario.path)
            return Verdict(scenario.path, Status.NOT_FOR_SETTINGS if fits_alone else Status.REFUSED, notes=words)
        except ProgramFailed as error:
            return Verdict(scenario.path, Status.BROKE, notes=tuple(str(error).splitlines()))
        if self.before:
            return compared(scenario, run, self.before, self.times_count)
        return played(scenario, run) if self.changes else held(scenario, run)
