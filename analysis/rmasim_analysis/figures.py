"""The figures of a run's result, with names and units. They are the columns of tables. The causes of time."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    name: str
    unit: str  # "" for a text
    about: str


ALWAYS = (
    Figure("outcome", "", "How the run ended: finished, deadlock, lost_rank, lost_packet, erroneous."),
    Figure("exit_code", "", "Exit code of `rmasim run`; 1 if a load returned an unexpected value."),
    Figure("time_ns", "ns", "Virtual time at the end of the run."),
    Figure("messages", "packets", "All packets."),
    Figure("message_bytes", "bytes", "Bytes of all packets, headers included."),
    Figure("memory_engine_bytes", "bytes", "Engine, windows and epochs of the rank with most protocol state."),
    Figure("memory_tables_bytes", "bytes", "Slots of operation tables of the rank with most protocol state."),
    Figure("memory_pools_bytes", "bytes", "Elements that were in use at once in the rank with most protocol state."),
    Figure("memory_total_bytes", "bytes", "Sum of engine, tables and elements of the rank with most protocol state."),
    Figure("memory_bound_bytes", "bytes", "Protocol state of a rank, if all elements of its pools exist."),
)
# The causes of time in `time_spent`.
CAUSES = {
    "compute": "computing, outside MPI",
    "call": "entering calls",
    "post": "filling and queueing operation elements",
    "search": "searching the slots for target elements",
    "walk": "walking over the slots of tables",
    "send": "building packets",
    "handle": "dispatching packets that arrived",
    "copy": "copying data to and from memory",
    "mem_sync": "memory barriers",
    "mutex": "taking mutexes and giving them back",
    "cache": "writing back and dropping cache lines",
    "wait_barrier": "waiting for others in a barrier or fence",
    "wait_lock": "waiting for a lock",
    "wait_operations": "waiting for operations to complete",
    "wait_ack": "waiting for acknowledgements",
    "wait_element": "waiting for a free element",
    "wait_post": "waiting for POST",
    "wait_complete": "waiting for COMPLETE",
    "wait_message": "waiting for a two-sided message",
    "wait_mutex": "waiting for a mutex",
    "wait_send": "waiting for data to leave the user's memory",
    "wait_counts": "waiting for operations that others count",
    "wait_info": "waiting for what others gave to WIN_CREATE",
    "wait_counter": "waiting for signals to synchronisation counters",
    "wait_thread": "waiting for another thread of the rank",
    "agent": "the progress agent's work",
}
# The keys of the result, from which the names of figures are made. `{}` stands for a kind, pool or cause.
BY_KEY = (
    Figure("packets.{}", "packets", "Packets of this kind."),
    Figure("packets_between_nodes.{}", "packets", "Packets of this kind from one node to another."),
    Figure("pool.{}.size_elements", "elements", "The pool's size at the beginning."),
    Figure("pool.{}.high_water_elements", "elements", "Largest number of elements that a rank had in use at once."),
    Figure("pool.{}.times_exhausted", "times", "How often a call found the pool empty; sum over all ranks."),
    Figure("pool.{}.time_waited_ns", "ns", "Time that calls waited for an element of the pool; sum over all ranks."),
    Figure("table.{}.slots", "slots", "Slots of the window's operation table."),
    Figure("table.{}.longest_list", "elements", "Largest number of target elements in one slot, over all ranks."),
    Figure("table.{}.searches", "times", "How often a rank searched for the element of a target; sum over all ranks."),
    Figure("table.{}.elements_compared", "elements", "Elements that these searches compared; sum over all ranks."),
    Figure("table.{}.slots_walked", "slots", "Slots that walks over all targets visited; sum over all ranks."),
    Figure("table.{}.targets_restored", "elements", "Target elements freed because another target needed an element."),
    Figure("table.{}.targets_made_again", "elements", "Target elements that were created again for locked targets."),
    Figure("table.{}.unlocks_without_lock", "packets", "UNLOCKs without a lock: NOCHECK was lost with the element."),
    Figure("table.{}.fall_backs", "times", "Fall-backs of LOCK_ALL to the locks of all ranks; sum over all ranks."),
    Figure("table.{}.fall_backs_ns", "ns", "Duration of these fall-backs; sum over all ranks."),
    Figure("spent.{}_ns", "ns", "The ranks' time by cause; all ranks together."),
    Figure("mutexes.{}", "times", "Mutexes of shared memory; all ranks together."),
    Figure("caches.{}", "", "Caches that are not coherent; all ranks together."),
    Figure("shared_memory.{}", "", "Windows that ranks share; all ranks together."),
)
LAST = (
    Figure("cause", "", "Why the run could not finish."),
    Figure("digest", "", "Fingerprint of all events and their times."),
)


def figures_of(exit_code, result):
    """The figures of a run by name. `result` is the output of `rmasim run --format json`."""
    memory = result["memory_bytes_per_rank"]
    figures = {"outcome": result["outcome"], "exit_code": exit_code, "time_ns": result["time_ns"],
               "messages": result["messages"]["total"], "message_bytes": result["messages"]["bytes"]}
    figures |= {f"memory_{part}_bytes": memory[part] for part in ("engine", "tables", "pools", "total")}
    figures["memory_bound_bytes"] = memory_bound_bytes(result)
    for kind, count in result["messages"]["by_kind"].items():
        figures[f"packets.{kind}"] = count
    for kind, count in result["messages"].get("between_nodes", {}).items():
        figures[f"packets_between_nodes.{kind}"] = count
    for pool, use in result["elements"].items():
        for key in ("size", "high_water"):
            figures[f"pool.{pool}.{key}_elements"] = use[key]
        figures[f"pool.{pool}.times_exhausted"] = use["times_exhausted"]
        figures[f"pool.{pool}.time_waited_ns"] = use["time_waited_ns"]
    for window, use in tables_of(result).items():
        figures |= {f"table.{window}.{name}": value for name, value in use.items()}
    for cause, spent_ns in result["time_spent"].items():
        figures[f"spent.{cause}"] = spent_ns
    for part in ("mutexes", "caches", "shared_memory"):
        counts = result.get(part, {})
        figures |= {f"{part}.{name}": count for name, count in counts.items() if isinstance(count, int)}
    return figures | {"cause": result.get("cause", ""), "digest": result["digest"]}


def tables_of(result):
    """The figures of each window's table. The number of fall-backs and their time are among them. {} for a family
    without tables."""
    found = {}
    for window, use in result.get("tables", {}).items():
        fall_backs = use["fall_backs"]
        counts = {name: value for name, value in use.items() if name != "fall_backs"}
        found[window] = counts | {"fall_backs": fall_backs["count"], "fall_backs_ns": fall_backs["total_ns"]}
    return found


def memory_bound_bytes(result):
    """The maximum memory of a rank that the settings allow. A real library allocates all elements at once. The
    simulator allocates an element when it is needed."""
    memory = result["memory_bytes_per_rank"]
    return memory["engine"] + memory["tables"] + memory["pools_bound"]


def described(name):
    """The Figure for a name in the result of `figures_of`."""
    for figure in ALWAYS + LAST:
        if figure.name == name:
            return figure
    for pattern in BY_KEY:
        head, tail = pattern.name.split("{}")
        if name.startswith(head) and name.endswith(tail):
            return Figure(name, pattern.unit, pattern.about)
    raise KeyError(name)


def in_order(names):
    """The names of figures in the order of a table: totals first, then kinds, pools and causes by name."""
    ranking = {figure.name: index for index, figure in enumerate(ALWAYS)}
    ranking |= {figure.name: 1000 + index for index, figure in enumerate(LAST)}

    def key(name):
        if name in ranking:
            return ranking[name], name
        return next(100 + k for k, p in enumerate(BY_KEY) if name.startswith(p.name.split("{}")[0])), name

    return sorted(names, key=key)
