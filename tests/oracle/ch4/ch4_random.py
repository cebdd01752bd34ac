"""Compares, for random legal programs, the packets of the real MPICH, those of the rules, and those of family ch4.

    ch4_random.py --programs 200 --seed 1        (needs mpich)

A program has a few rounds, each followed by a barrier. A round uses fences, locks, LOCK_ALL or
post-start-complete-wait.
"""

import argparse
import pathlib
import random
import sys
import tempfile

from ch4_cases import MODES, read_cases
from ch4_family import all_differences, run_traced
from ch4_records import counts_of, kept
from ch4_rules import expected
from ch4_scenario import is_expressible, scenario_of
from ch4_trace import play_all

PLAIN = ("put", "put", "get", "get", "accumulate", "get_accumulate")
SINGLE = ("fetch_and_op", "compare_and_swap")


def operation(draw, target, window, r_forms, irregular):
    name = draw.choice((*PLAIN, *SINGLE))
    words = [f"win={window}"]
    if name in PLAIN:
        shape = draw.randrange(8)
        if shape == 0:
            words.append("count=0")
        elif shape == 1:
            words.append("count=6 block_length=2 stride=3")
        elif shape == 2:
            words.append("count=4 origin_derived")
        elif shape == 3 and irregular:
            words.append(f"blocks={draw.choice([3, 1995, 1996, 2100])}")
        elif shape == 4:
            words.append(f"count={draw.choice([2, 100, 1500])}")
        if r_forms and draw.random() < 0.2:
            name = "r" + name
    return " ".join([name, "nobody" if draw.random() < 0.05 else str(target), *words])


class Rounds:
    """The lines of a random program. Targets are ranks of MPI_COMM_WORLD. Window b is another window of all ranks."""

    def __init__(self, draw, ranks, irregular, nocheck):
        self.draw = draw
        self.ranks = ranks
        self.nocheck = nocheck
        self.irregular = irregular
        self.lines = []

    def say(self, ranks, *calls):
        if calls:
            self.lines.append(f"{ranks}: {'; '.join(calls)}")

    def operations(self, targets, window, most, r_forms=False):
        return [operation(self.draw, self.draw.choice(targets), window, r_forms, self.irregular)
                for _ in range(self.draw.randrange(most + 1) if targets else 0)]

    def with_flushes(self, calls, target, window):
        """Returns the calls with flushes between them, of one target or of all targets."""
        found = []
        for call in calls:
            found.append(call)
            if self.draw.random() < 0.35:
                form = self.draw.choice(["flush", "flush_local", "flush_all", "flush_local_all", "wait_requests"])
                of = f" {target}" if form in ("flush", "flush_local") else ""
                found.append(form if form == "wait_requests" else f"{form}{of} win={window}")
        return [*found, "wait_requests"] if any(call[0] == "r" for call in calls) else found

    def everybody(self):
        return list(range(self.ranks))

    def fences(self, window):
        for _ in range(self.draw.randrange(1, 4)):
            self.say("all", f"fence win={window}")
            for rank in self.everybody():
                self.say(rank, *self.operations(self.everybody(), window, 3))
        self.say("all", f"fence nosucceed win={window}")

    def locks(self, window):
        for rank in self.everybody():
            for _ in range(self.draw.randrange(3)):
                target, kind = self.draw.choice(self.everybody()), self.draw.choice("xs")
                if self.nocheck:  # of which the library leaves shared locks behind (defect 2)
                    kind = self.draw.choice(["s", "s", "s nocheck"])
                calls = self.with_flushes(self.operations([target], window, 6, True), target, window)
                self.say(rank, f"lock {target} {kind} win={window}", *calls, f"unlock {target} win={window}")

    def lock_alls(self, window):
        for rank in self.everybody():
            if self.draw.random() < 0.6:
                nocheck = self.draw.choice([" nocheck", "", ""])
                target = self.draw.choice(self.everybody())
                calls = self.with_flushes(self.operations(self.everybody(), window, 8, True), target, window)
                self.say(rank, f"lock_all{nocheck} win={window}", *calls, f"unlock_all win={window}")

    def exposures(self, window):
        """Each rank accesses some ranks, and exposes its window to the ranks that access it. No other rank calls POST,
        because its POST would be counted."""
        targets = {rank: [other for other in self.everybody() if self.draw.random() < 0.5] for rank in self.everybody()}
        for rank in self.everybody():
            origins = [other for other in self.everybody() if rank in targets[other]]
            group, exposed = (",".join(map(str, ranks)) or "none" for ranks in (targets[rank], origins))
            self.say(rank, f"post {exposed} win={window}", f"start {group} win={window}",
                     *self.operations(targets[rank], window, 4), f"complete win={window}",
                     f"{self.draw.choice(['wait', 'test'])} win={window}")

    def draw_all(self):
        for _ in range(self.draw.randrange(1, 5)):
            kind = self.draw.choice([self.fences, self.locks, self.lock_alls, self.exposures])
            kind(self.draw.choice("ab"))
            self.say("all", "barrier")
        return self.lines


def random_case(seed):
    draw = random.Random(seed)
    ranks = draw.randrange(2, 5)
    lines = Rounds(draw, ranks, irregular=draw.random() < 0.3, nocheck=draw.random() < 0.2).draw_all()
    return "\n".join([f"case random-{seed}", f"ranks {ranks}", "windows a b", *lines, "both", ""])


def random_cases(folder, first, programs):
    path = pathlib.Path(folder) / "random.txt"
    path.write_text("\n".join(random_case(seed) for seed in range(first, first + programs)))
    return list(read_cases(path).values())


def against_rules(case, by_flavour):
    for mode, flavours in MODES.items():
        rules = expected(case, mode)
        for flavour in flavours:
            traced = counts_of(by_flavour[flavour])
            for packet in sorted(rules | traced, key=str):
                if rules[packet] != traced[packet]:
                    yield f"{case.name}, {flavour}: {packet}: rules {rules[packet]}, traced {traced[packet]}"


def compare(first, programs, with_family):
    """Yields a line for each difference."""
    with tempfile.TemporaryDirectory() as folder:
        cases = random_cases(folder, first, programs)
        played = play_all(cases, folder)
    for case in cases:
        by_flavour = played[case.name]
        yield from against_rules(case, by_flavour)
        for mode, flavours in MODES.items() if with_family and is_expressible(case) else []:
            record = kept(case, by_flavour[flavours[0]])
            yield from all_differences(case, mode, record, *run_traced(scenario_of(case, mode)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--without-family", action="store_true", help="only the rules against MPICH")
    parser.add_argument("--print", action="store_true", help="the programs")
    options = parser.parse_args()
    if options.print:
        print("\n".join(random_case(options.seed + k) for k in range(options.programs)))
        return 0
    found = list(compare(options.seed, options.programs, not options.without_family))
    print("\n".join([*found, f"{options.programs} programs, {len(found)} differences"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
