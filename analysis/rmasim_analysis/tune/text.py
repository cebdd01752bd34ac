"""Prints the finding as a page of text. The finding is a JSON object."""

import json
import shlex

from ..explanations import of_key
from ..layout import columns, count, difference, duration, durations, indented, percent, title_of

MIN_SHARE = 0.005  # the share of all time; causes whose times differ by less are not listed
MIN_GAIN_PERCENT = 0.5  # rows of the front that gain less are left out
# The explanations of figures (--explain), by the name of the row.
FIGURES = {
    "Time": of_key("time_ns"),
    "Messages": of_key("messages.total"),
    "Memory promised, bytes a rank": "The engine, the tables, and all elements that the pools may have. This is what "
                                     "the limit bounds.",
    "Memory used, bytes a rank": of_key("memory_bytes_per_rank.total"),
}
FRONT = ("Each row takes less time, or sends fewer messages, than all rows with less memory. The percentage compares "
         "it with the scenario's own settings.")
NEXT_KIB = "The memory per rank, what it saves beyond the recommended settings, and the settings that need it."


def names_of(changes):
    listed = ", ".join(f"{path.removeprefix('protocol.')}={value}" for path, value in changes.items())
    return listed or "(the scenario's own)"


def head(found):
    seeds = found["seeds"]
    which = f"seed {seeds[0]}" if len(seeds) == 1 else f"the mean of seeds {seeds[0]} to {seeds[-1]}"
    runs = found["runs"]
    network = found["network"]
    lines = [f"{title_of(found)}: {count(found['ranks'], 'rank')}, family {found['family']}, "
             f"latency {network['latency_ns']:,} ns, bandwidth {network['bandwidth_gbps']:g} Gbit/s, {which}"]
    lines.append(f"  {count(runs['search'], 'run')} to search, {runs['confirming']:,} to confirm the result,"
                 f" {runs['verifying']:,} to verify it; {runs['stopped_because']}")
    failed = {ending: n for ending, n in runs["settings_by_outcome"].items() if ending != "finished"}
    if failed:
        listed = ", ".join(f"{n:,} {ending}" for ending, n in failed.items())
        lines.append(f"  settings left out because the scenario does not finish with them: {listed}")
    return lines


def verdict(found):
    limit, own, best, what = found["limit_bytes"], found["own"], found["recommended"], noun(found)
    within = f"Within {limit:,} bytes a rank"
    if own["outcome"] != "finished":
        return (f"With its own settings the scenario does not finish ({own['outcome']}). "
                f"{within} it does with those below.")
    needs = own["memory_bytes_per_rank"]["promised"]
    if needs > limit:
        within += f" (the scenario's own settings take {needs:,})"
    before, after = cost_of(own, found), cost_of(best, found)
    by = f"{100 * abs(before - after) / before:.1f}%" if before else ""
    if after > before:
        return (f"{within} no setting found takes as little {what} as the scenario's own; the best takes {by} more."
                f"{knee(found)}")
    if after == before:
        return f"{within} no setting found takes less {what} than the scenario's own{less_memory(found)}."
    if gain_is_luck(found):
        return (f"{within} no setting found reliably takes less {what}: "
                f"most of the {by} gained is lost under other seeds.")
    return f"{within}: {by} less {what} than with the scenario's own settings.{knee(found)}"


def knee(found):
    """A sentence on settings that are faster than the recommended ones, but hardly. "" if there are none."""
    fastest, best = found["fastest"], found["recommended"]
    if fastest is None:
        return ""
    bytes_more, cost_less = (100 * (more - fewer) / fewer for more, fewer in (
        (fastest["memory_bytes_per_rank"]["promised"], best["memory_bytes_per_rank"]["promised"]),
        (cost_of(best, found), cost_of(fastest, found))))
    return f" {bytes_more:.1f}% more memory for {cost_less:.2f}% less {noun(found)} is not recommended."


def less_memory(found):
    """A clause on settings that are not faster, but need less memory. "" if there are no such settings."""
    needs, enough = (found[which]["memory_bytes_per_rank"]["promised"] for which in ("own", "recommended"))
    if enough == needs:
        return ""
    lost = gain_is_luck(found) and saving(found["verified"], found) < 0
    same = "the same time" if found["objective"] == "time" else "the same number of messages"
    return f"; {enough:,} bytes are enough for {same}{', but not under other seeds' if lost else ''}"


def gain_is_luck(found):
    """True if seeds that the search did not use show less than half of the gain."""
    verified = found["verified"]
    if verified is None or not verified["seed_matters"] or verified["own"]["outcome"] != "finished":
        return False
    lost = verified["recommended"]["outcome"] != "finished"
    return lost or saving(verified, found) < saving(found, found) / 2


def saving(pair, found):
    """The share of the scenario's own cost that the recommended settings save."""
    own = cost_of(pair["own"], found)
    return (own - cost_of(pair["recommended"], found)) / own if own else 0


def noun(found):
    return "time" if found["objective"] == "time" else "messages"


def comparison(found, explain):
    own, best = found["own"], found["recommended"]
    rows = [["", "scenario", "recommended", "difference"]]
    if own["outcome"] == "finished":
        rows.append(["Time", *durations([own["time_ns"], best["time_ns"]]),
                     difference(own["time_ns"], best["time_ns"])])
        rows.append(["Messages", f"{own['messages']:,}", f"{best['messages']:,}",
                     difference(own["messages"], best["messages"])])
    else:
        rows.append(["Time", own["outcome"], duration(best["time_ns"]), ""])
        rows.append(["Messages", "", f"{best['messages']:,}", ""])
    for key in ("promised", "used"):
        before, after = (one["memory_bytes_per_rank"][key] for one in (own, best))
        rows.append([f"Memory {key}, bytes a rank", f"{before:,}", f"{after:,}", difference(before, after)])
    return explained(rows, columns(rows), FIGURES.get, explain)


def explained(rows, lines, words_of, explain):
    """The lines of a table. With `explain`, a line after each row explains it. The first row has the heads."""
    if not explain:
        return lines
    return [lines[0], *(one for row, line in zip(rows[1:], lines[1:]) for one in (line, f"      {words_of(row[0])}"))]


def time_spent(found, explain):
    own, best = found["own"]["time_spent_ns"], found["recommended"]["time_spent_ns"]
    moved_ns = {cause: abs(best[cause] - own[cause]) for cause in own.keys() & best.keys()}
    min_ns = MIN_SHARE * sum(own.values())
    causes = [cause for cause, ns in sorted(moved_ns.items(), key=lambda item: (-item[1], item[0])) if ns > min_ns]
    texts = durations([spent[cause] for spent in (own, best) for cause in causes])
    rows = [list(row) for row in zip((cause.removesuffix("_ns") for cause in causes), texts, texts[len(causes):])]
    if not rows or found["own"]["outcome"] != "finished":
        return []
    rows = [["", "scenario", "recommended"], *rows]
    lines = explained(rows, columns(rows), lambda cause: of_key(f"time_spent.{cause}_ns"), explain)
    return ["", "Where the ranks' time went, all together", *indented(lines)]


def recommendation(found):
    own, best = found["own"]["settings"], found["recommended"]["settings"]
    rows = [[path, f"{own[path]:,}", "->", f"{best[path]:,}"] for path in best if own[path] != best[path]]
    lines = ["", "Recommended"]
    lines += indented(columns(rows, left=(0, 2))) if rows else ["  the scenario's own settings"]
    lines += ["  as a patch: " + json.dumps(found["patch"]), "  run with:   " + shlex.join(found["command"])]
    return lines


def verification(found):
    verified = found["verified"]
    if verified is None:
        return []
    if not verified["seed_matters"]:
        return ["", "Runs with other seeds are identical, so the gain does not depend on the seed."]
    own, best, seeds = verified["own"], verified["recommended"], verified["seeds"]
    of_seeds = f"Seeds {seeds[0]} to {seeds[-1]}, which the search did not see: "
    if not (own["outcome"] == best["outcome"] == "finished"):
        return ["", of_seeds + f"scenario {own['outcome']}, recommended {best['outcome']}."]
    return ["", of_seeds + f"time {duration(own['time_ns'])} -> {duration(best['time_ns'])} "
            f"({difference(own['time_ns'], best['time_ns'])}), messages {own['messages']:,} -> {best['messages']:,}."
            + (" Searching more seeds (--seeds) makes a gain more reliable." if gain_is_luck(found) else "")]


def cost_of(one, found):
    return one["time_ns"] if found["objective"] == "time" else one["messages"]


def worth_a_row(found):
    """The points of the front that the text shows, with their numbers. They are the recommended point, the best point,
    and those that gain enough over the previous point shown."""
    shown = []
    for number, one in enumerate(found["front"], start=1):
        cost = cost_of(one, found)
        enough = not shown or cost < cost_of(shown[-1][1], found) * (1 - MIN_GAIN_PERCENT / 100)
        if enough or one["recommended"] or one is found["front"][-1]:
            shown.append((number, one))
    return shown


def row_of(number, one, time):
    saved = one["saves_percent"]
    against = "" if saved is None else percent(-saved)
    return [f"{number}{'*' if one['recommended'] else ' '}", f"{one['memory_bytes_per_rank']['promised']:,}",
            time, f"{one['messages']:,}", against, names_of(one["changes"])]


def front(found, explain):
    shown = worth_a_row(found)
    times = durations([one["time_ns"] for _, one in shown])
    rows = [["row ", "bytes a rank", "time", "messages", "", "settings"],
            *(row_of(number, one, time) for (number, one), time in zip(shown, times))]
    left_out = len(found["front"]) - len(shown)
    title = f"The front: the least {noun(found)} known for each amount of memory (* recommended)"
    lines = ["", title, *(["      " + FRONT] if explain else []), *indented(columns(rows, left=(5,)))]
    if left_out:
        lines.append(f"  ({left_out} more, less than {MIN_GAIN_PERCENT}% better than the one before: left out)")
    return [*lines, "  --patches DIR writes a patch for each row, for run --patch DIR/row-1.json"]


def next_kib(found, explain):
    steps = found["next_kib"]
    if not steps:
        return []
    rows, saved = [], 0
    for step in steps:
        if step["saves"] > saved:
            saved = step["saves"]
            what = duration(saved) if found["objective"] == "time" else count(saved, "message")
            rows.append([f"{step['memory_bytes_per_rank']:,}", f"saves {what}", names_of(step["best"]["changes"])])
    if not rows:
        max_bytes = steps[-1]["memory_bytes_per_rank"]
        return ["", f"No gain was found with more memory, up to {max_bytes:,} bytes a rank."]
    title = "What each further kilobyte buys; those that buy nothing are left out"
    return ["", title, *(["      " + NEXT_KIB] if explain else []), *indented(columns(rows, left=(1, 2)))]


def give_back(found):
    """The memory with which the time (or the number of messages) of the scenario's own settings can be reached, if it
    is less than that of the recommended settings."""
    smallest = found["least_memory_for_own"]
    both = (smallest or found["own"], found["recommended"])
    promised, recommended = (one["memory_bytes_per_rank"]["promised"] for one in both)
    if not smallest or promised >= recommended:
        return []
    return ["", f"{promised:,} bytes a rank are enough for the scenario's own {noun(found)}: "
            f"{names_of(smallest['changes'])}"]


def text_of(found, explain=False):
    """The verdict and the figures. With `explain`, each figure has a line that explains it."""
    parts = [[verdict(found), ""], head(found), [""], indented(comparison(found, explain)), recommendation(found),
             verification(found), time_spent(found, explain), front(found, explain), next_kib(found, explain),
             give_back(found)]
    return "\n".join(line for part in parts for line in part) + "\n"
