"""The page of the findings of `exec --semantics` in the programs of races/ (RMASIM_BINARY names the program).

    /usr/bin/python3 tests/mpi/races_page.py --write          runs the programs and writes the page
    /usr/bin/python3 tests/mpi/races_page.py --write-table    renews only the table of races_table.py, without runs
"""

import sys

import races_table
from races import MODELS, RACES, batches, races, verdict

PAGE = RACES / "FOUND.md"
HEAD = """# Races in MPI programs, and what is found

Written by `tests/mpi/races_page.py` from runs of the programs of this folder, which `test_races.py` repeats; do
not edit. Each program is there twice, wrong and right (`-DMENDED`), built with `rmasim cc --watch` and run with
`rmasim exec --semantics`. Found: exactly the two lines that the program marks, and the rule that its head names. False:
blamed for anything else, or right. Some are wrong in the separate model only; in the unified one these count as right.

Known to be missed, and in no program here: the buffers of operations are watched from their first use on (in programs
with threads until their memory is freed), so another thread's access that nothing orders with the operation, but that
came before the first use in this run, is not seen.

| class | {} |
|---|{}|
"""


def counted(model):
    """Returns four numbers by class: wrong programs, found ones, correct programs, and false alarms."""
    counts = {}
    for batch in batches(races()):
        wrong, mended = verdict(batch, False, model)[1], verdict(batch, True, model)[1]
        for race in filter(lambda race: race.is_of(model), batch):
            of_class = counts.setdefault(race.class_name, [0, 0, 0, 0])
            said = {(one.pair, one.rule) for one in wrong[race.name]}
            if race.is_wrong(model):
                of_class[0] += 1
                of_class[1] += race.said <= said
                of_class[3] += not said <= race.said
            else:
                of_class[2] += 1
                of_class[3] += said != set()
            if race.is_twin_right(model):
                of_class[2] += 1
                of_class[3] += mended[race.name] != []
    return counts


def row(name, counts):
    return f"| {name} | " + " | ".join(str(n) for of_model in counts for n in of_model) + " |\n"


def page():
    of_models = [counted(model) for model in MODELS]
    columns = [f"{model}: {what}" for model in MODELS for what in ("wrong", "found", "right", "false")]
    lines = [row(name, [counts[name] for counts in of_models]) for name in sorted(of_models[0])]
    sums = [[sum(column) for column in zip(*counts.values())] for counts in of_models]
    return (HEAD.format(" | ".join(columns), "|".join(["---"] * len(columns))) + "".join(lines) +
            row("all", sums) + "\n" + races_table.page())


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page())
    elif sys.argv[1:] == ["--write-table"]:
        PAGE.write_text(PAGE.read_text().partition(races_table.TITLE)[0] + races_table.page())
    else:
        print(page())
