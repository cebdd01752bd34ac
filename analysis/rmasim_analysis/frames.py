"""Results as pandas data frames, for notebooks. There is a function for each kind of file that `rmasim` writes. A
function for a single result accepts a path, or the object that `simulate` returns.

    from rmasim_analysis import find_program, load_sweep, load_time_spent, simulate
    frame = load_sweep("elements")                                    # a folder of `rmasim sweep`
    frame.pivot_table(index="protocol.slots", columns="protocol.target_pool.global", values="time_ns", aggfunc="min")
    run = simulate(find_program(), "scenarios/quickstart.json", {"protocol.slots": 2})
    load_time_spent(run.result)
"""

from pathlib import Path

import pandas

from .errors import BadInput
from .figures import figures_of, tables_of
from .files import read_json
from .load import load_table
from .trace_file import load as load_trace_file


def load_sweep(path):
    """The table of a sweep. It has a row for each run, and a column for each setting or figure, as table.csv has.
    `frame.attrs` describes the table: `name`, `about`, `units` and `meanings` by column, and `constants`, the settings
    with the same value in all runs."""
    table = load_table(path)
    names = [column.name for column in table.columns]
    frame = pandas.DataFrame.from_records([[row.get(name) for name in names] for row in table.rows], columns=names)
    frame.attrs = {"name": table.name, "about": table.about, "constants": table.constants,
                   "units": {column.name: column.unit for column in table.columns},
                   "meanings": {column.name: column.about for column in table.columns}}
    return frame.set_index("run") if "run" in frame else frame


def load_runs(results):
    """The figures of several results of `rmasim run --format json`, a row for each run. `results` is a dict of paths or
    results by label. If it is a list of paths, the labels are the file names."""
    if not isinstance(results, dict):
        results = {Path(path).stem: path for path in results}
    figures = {label: figures_of(0, result_of(result)) for label, result in results.items()}
    return pandas.DataFrame.from_dict(figures, orient="index").drop(columns="exit_code")


def load_messages(result):
    """Packets by kind, the most frequent kind first. The columns are `packets` and `share`."""
    counts = result_of(result)["messages"]["by_kind"]
    return with_share(pandas.DataFrame({"packets": pandas.Series(counts, dtype="int64")}).rename_axis("kind"))


def load_time_spent(result):
    """The time of all ranks together by cause, the longest time first. The columns are `time_ns` and `share`. Causes
    that took no time are left out."""
    spent = {cause.removesuffix("_ns"): ns for cause, ns in result_of(result)["time_spent"].items() if ns > 0}
    return with_share(pandas.DataFrame({"time_ns": pandas.Series(spent, dtype="int64")}).rename_axis("cause"))


def with_share(frame):
    """The rows in descending order. Each row has its share of the total in addition."""
    (name,) = frame.columns
    ordered = frame.sort_values([name, frame.index.name], ascending=[False, True], kind="stable")
    return ordered.assign(share=ordered[name] / ordered[name].sum())


def load_elements(result):
    """A row for each pool: `size`, `high_water`, `times_exhausted`, `time_waited_ns`."""
    return pandas.DataFrame.from_dict(result_of(result)["elements"], orient="index").rename_axis("pool")


def load_tables(result):
    """A row for each window: `slots`, `longest_list`, `searches`, `elements_compared`, `slots_walked`,
    `targets_restored`, `targets_made_again`, `unlocks_without_lock`, `fall_backs`, `fall_backs_ns`."""
    return pandas.DataFrame.from_dict(tables_of(result_of(result)), orient="index").rename_axis("window")


def load_fall_backs(result):
    """The first fall-backs of LOCK_ALL. Each row has `rank`, `window`, `call`, `needed_by`, `at_ns`, `took_ns`."""
    names = ["rank", "window", "call", "needed_by", "at_ns", "took_ns"]
    return pandas.DataFrame(result_of(result).get("fall_backs", []), columns=names)


def load_by_rank(result):
    """A row for each rank, for a run with `--breakdown rank`. It has the messages and bytes that the rank sent, the
    messages for the rank, and `CAUSE_ns` for each cause."""
    figures = asked_for(result_of(result), "by_rank", "rank")
    columns = {name: values for name, values in figures.items() if name != "time_spent"} | figures["time_spent"]
    return pandas.DataFrame(columns).rename_axis("rank")


def load_by_pair(result):
    """A row for each pair of ranks, for a run with `--breakdown pair`. It has `bytes`, and the number of packets of
    each kind."""
    messages = result_of(result)["messages"]
    kinds = asked_for(messages, "by_pair", "pair")
    pairs = pandas.MultiIndex.from_tuples([tuple(map(int, pair.split(">"))) for pair in kinds],
                                          names=["source", "target"])
    frame = pandas.DataFrame(list(kinds.values()), index=pairs).fillna(0).astype("int64").sort_index(axis=1)
    frame.insert(0, "bytes", [messages["bytes_by_pair"][pair] for pair in kinds])
    return frame.sort_index()


def asked_for(part, key, by):
    if key not in part:
        raise BadInput("the result", f"no {key}", f'a run with breakdown="{by}" (--breakdown {by})')
    return part[key]


def load_trace(path):
    """The calls and the packets of a trace (`rmasim run --trace`), as two frames. Times are in nanoseconds. A call that
    never returned lasts until the end of the run. Its `arguments` have the reason as "stuck"."""
    trace = load_trace_file(path)
    return pandas.DataFrame(trace.all_calls), pandas.DataFrame(trace.messages)


def load_exploration(path):
    """Packets by kind, with the minimum and the maximum over all orders of an exploration (`rmasim explore --format
    json`)."""
    by_kind = result_of(path)["messages"]["by_kind"]
    return pandas.DataFrame.from_dict(by_kind, orient="index", columns=["least", "most"]).rename_axis("kind")


def load_end_states(path):
    """The end states of an exploration, in the order in which they were found. Each row has `executions`, `finished`,
    and a column for each value that differs between end states."""
    rows = [{"digest": one["digest"], "executions": one["executions"], "finished": one["finished"],
             **one.get("values", {})} for one in result_of(path)["end_states"]]
    return pandas.DataFrame.from_records(rows).set_index("digest")


def result_of(result):
    return result if isinstance(result, dict) else read_json(result)
