"""Pictures of the programs of small scenarios, as text: a column for each rank, with the calls from top to bottom. The
pages of rules have such pictures."""

import difflib

ON_WINDOW = {"fence", "lock", "unlock", "lock_all", "unlock_all", "flush", "flush_local", "flush_all",
             "flush_local_all", "sync", "post", "start", "complete", "wait", "test"}
GAP = 3  # blanks between the columns of a picture


def columns(scenario):
    """Returns the statements of each rank, as {rank: [(location, text)]}."""
    of_ranks = {rank: [] for rank in range(scenario["ranks"])}
    several = len(scenario["windows"]) > 1
    for number, program in enumerate(scenario["programs"]):
        calls = [(f"programs[{number}].calls[{nth}].{verb}", _text(verb, arguments, several))
                 for nth, call in enumerate(program["calls"]) for verb, arguments in call.items()]
        for rank in _ranks(program["ranks"], scenario["ranks"]):
            of_ranks[rank] += calls
    return {rank: calls for rank, calls in of_ranks.items() if calls}


def _ranks(text, ranks):
    if text == "all":
        return range(ranks)
    return [rank for part in str(text).split(",") for low, _, high in [part.partition("-")]
            for rank in range(int(low), int(high or low) + 1)]


def _text(verb, arguments, several):
    """Returns a call as text: "MPI_Put to 1"."""
    if verb in ("load", "store"):
        words = f"{verb} {arguments.get('win', arguments.get('buffer', 'w'))}[{arguments.get('disp', 0)}]"
    elif verb == "get_address":
        words = "MPI_Get_address"
    elif verb == "compute":
        words = "(computes)"
    elif "request" in arguments and verb in ("wait", "test"):
        words = f"MPI_{verb.capitalize()}"
    elif verb in ON_WINDOW:
        words = f"MPI_Win_{verb}"
    else:
        words = f"MPI_{verb[0].upper()}{verb[1:]}"
    to = "of" if verb in ON_WINDOW else "from" if verb.endswith("get") else "to"
    for key, preposition in (("target", to), ("source", "from")):
        if key in arguments:
            words += f" {preposition} {arguments[key]}"
    if "root" in arguments:
        words += f", root {arguments['root']}"
    if "target" in arguments and isinstance(arguments.get("disp"), str):
        words += f" at {arguments['disp']}"
    if "type" in arguments:
        words += f", {arguments['type']}"
    if "op" in arguments:
        words += f", {arguments['op']}"
    if "from" in arguments:
        words += f", from {arguments['from'].get('win', arguments['from'].get('buffer'))}"
    if "group" in arguments:
        words += f" {'for' if verb == 'post' else 'to'} {', '.join(map(str, arguments['group']))}"
    if "assert" in arguments:
        words += f", {', '.join(arguments['assert'])}"
    if several and "win" in arguments and verb not in ("load", "store"):
        words += f", {arguments['win']}"
    return words


def marked(calls_of, locations, lasts):
    """Returns the lines of each column with the letters of the two accesses, and the bars of their duration."""
    columns_with_marks = {}
    for rank, calls in calls_of.items():
        lines, open_bar = [], None
        for location, text in calls:
            mark = " "
            for letter, access, ended_by in zip("AB", locations, lasts, strict=True):
                if location == access:
                    mark = letter
                    open_bar = ended_by if ended_by not in (None, "open") else open_bar
                    break
            else:
                if open_bar is not None:
                    mark = "|"
                    open_bar = None if location.endswith(f".{open_bar}") else open_bar
            lines.append(f"{mark} {text}")
        columns_with_marks[rank] = lines
    return columns_with_marks


def changes(calls_of, mended):
    """Returns the lines of each column of the mended program, with marks for the lines that differ."""
    changed = {}
    for rank, calls in mended.items():
        before = [text for _, text in calls_of.get(rank, [])]
        lines = difflib.ndiff(before, [text for _, text in calls])
        changed[rank] = [line for line in lines if not line.startswith("?")]
        changed[rank] = [line[0] + line[1:].rstrip() for line in changed[rank]]
    return changed


def picture(lines_of):
    """Returns the columns of lines, one for each rank, as a block of text."""
    widths = {rank: max(len(f"  rank {rank}"), *(len(line) for line in lines)) for rank, lines in lines_of.items()}
    rows = [[f"  rank {rank}" for rank in lines_of]]
    longest = max(len(lines) for lines in lines_of.values())
    rows += [[lines[nth] if nth < len(lines) else "" for lines in lines_of.values()] for nth in range(longest)]
    texts = ["".join(cell.ljust(width + GAP) for cell, width in zip(row, widths.values(), strict=True)).rstrip()
             for row in rows]
    return "```\n" + "\n".join(texts) + "\n```\n"
