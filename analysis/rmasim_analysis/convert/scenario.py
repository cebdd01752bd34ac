"""Programs as the text of a scenario. Each call is one line."""

import json

from ..errors import BadInput

MAX_ENTRIES = 65536


def scenario_of(programs, source):
    """The text of a scenario. `programs` has the program of each rank. `source` is the path of the input file."""
    ranks = {}  # by the text of a program: the ranks that have the program
    for rank, program in enumerate(programs):
        ranks.setdefault(lists_of(program), []).append(rank)
    if len(ranks) > MAX_ENTRIES:
        raise BadInput(source, f"{len(ranks):,} different programs", f"at most {MAX_ENTRIES:,} in a scenario")
    entries = [f'    {{\n      "ranks": "{text_of(same)}",\n{lists}\n    }}' for lists, same in ranks.items()]
    head = {"name": source.stem, "about": f"From {source.name}. Messages have no contents here, and no window is used.",
            "ranks": len(programs), "data": False, "windows": {"w": {"bytes": 8}}}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    return "\n".join(["{", *lines, '  "programs": [', ",\n".join(entries), "  ]", "}"]) + "\n"


def text_of(ranks):
    """The short form of a list of ranks: [0, 1, 2, 5] gives "0-2,5"."""
    runs = []
    for rank in ranks:
        if runs and runs[-1][1] == rank - 1:
            runs[-1][1] = rank
        else:
            runs.append([rank, rank])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def lists_of(program):
    threads = [thread for thread in program.threads if thread] or [[]]
    if len(threads) == 1:
        return f'      "calls": {calls_of(threads[0], "      ")}'
    lists = ",\n".join(f"        {calls_of(thread, '        ')}" for thread in threads)
    return f'      "threads": [\n{lists}\n      ]'


def calls_of(thread, indent):
    if not thread:
        return "[]"
    calls = ",\n".join(f"{indent}  {json.dumps(call)}" for call, _ in thread)
    return f"[\n{calls}\n{indent}]"
