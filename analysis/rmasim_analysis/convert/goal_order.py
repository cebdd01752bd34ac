"""Orders the operations of a rank by their dependences.

A schedule is a graph, but a thread executes its calls in sequence. One thread is sufficient if the graph leaves no
choice with an effect. Operations begin when they are ready; receives begin as IRECV. If no operation is ready, the
thread waits for a receive on which all other operations depend. If two receives are pending, and other operations
depend on each of them, a wait for one receive could delay the other operations, or even cause a deadlock. In this case
each chain of operations becomes a thread, and the threads synchronise by flags. Each thread has its own core. The graph
must therefore order two computations on the same cpu of GOAL; otherwise the schedule is refused.
"""

import heapq

from ..errors import BadInput
from .program import Program, Thread

MAX_THREADS = 64


def program_of(operations, rank):
    refuse_cycles(operations)
    if len({operation.cpu for operation in operations}) <= 1:
        if thread := one_thread(operations):
            return Program([thread])
    return Program(threads_of_chains(operations, rank))


def before(operation):
    return [*operation.requires, *operation.irequires]


def ancestors_of(operations):
    """For each operation, all operations that begin before it. The list `operations` is sorted."""
    ancestors = {}
    for operation in operations:
        mine = set(before(operation))
        for other in before(operation):
            mine |= ancestors[other]
        ancestors[operation] = mine
    return ancestors


def sorted_by_graph(operations):
    """Returns the operations in topological order, and the operations that are on a cycle or after it. If the graph
    does not order two operations, they are in the order of the file."""
    graph, found = Graph(operations), []
    while graph.ready:
        operation = graph.take()
        found.append(operation)
        graph.has_begun(operation)
        graph.has_completed(operation)
    return found, [operation for operation in operations if graph.missing[operation]]


class Graph:
    """The operations that are ready, in the order of the file, while operations begin and complete. Operations that are
    not among `operations` count as complete."""

    def __init__(self, operations):
        self.operations = operations
        self.index = {operation: number for number, operation in enumerate(operations)}
        self.missing = dict.fromkeys(operations, 0)
        self.after_begin = {operation: [] for operation in operations}
        self.after_end = {operation: [] for operation in operations}
        for operation in operations:
            for others, after in ((operation.irequires, self.after_begin), (operation.requires, self.after_end)):
                for other in others:
                    if other in self.index:
                        after[other].append(operation)
                        self.missing[operation] += 1
        self.ready = [self.index[operation] for operation in operations if not self.missing[operation]]

    def take(self):
        return self.operations[heapq.heappop(self.ready)]

    def has_begun(self, operation):
        self.release(self.after_begin[operation])

    def has_completed(self, operation):
        self.release(self.after_end[operation])

    def release(self, operations):
        for operation in operations:
            self.missing[operation] -= 1
            if not self.missing[operation]:
                heapq.heappush(self.ready, self.index[operation])


def refuse_cycles(operations):
    _, stuck = sorted_by_graph(operations)
    if stuck:
        raise BadInput(stuck[0].location, f"{stuck[0].name}, which waits for itself, directly or by way of others",
                       "requirements without a cycle")


# ---- One thread

def one_thread(operations):
    """The order for one thread. None if a wait for one receive could delay operations that depend on another receive.
    """
    thread, graph, outstanding = Thread(), Graph(operations), {}
    waiting = dict.fromkeys(operations)
    while waiting:
        if not graph.ready:
            needed = needed_by_all(list(waiting), graph, outstanding)
            if needed is None:
                return None
            wait_for(thread, [needed], outstanding)
            graph.has_completed(needed)
            continue
        operation = graph.take()
        del waiting[operation]
        graph.has_begun(operation)
        if operation.kind == "recv":
            outstanding[operation] = free_name(outstanding)
            thread.message(operation.location, "irecv", operation.peer, operation.tag, operation.bytes,
                           outstanding[operation])
        else:
            emit(thread, operation)
            graph.has_completed(operation)
    wait_for(thread, list(outstanding), outstanding)
    return thread


def needed_by_all(waiting, graph, outstanding):
    """The first receive on which all waiting operations depend. None if there is no such receive."""
    wanted = [receive for receive in outstanding if any(graph.missing[other] for other in graph.after_end[receive])]
    if len(wanted) == 1:  # no operation is ready, so the thread can only wait for this receive
        return wanted[0]
    needs, needed = {}, None
    for operation in sorted_by_graph(waiting)[0]:
        mine = {other for other in operation.requires if other in outstanding}
        for other in before(operation):
            mine |= needs.get(other, set())
        needs[operation] = mine
        needed = mine if needed is None else needed & mine
    return next((receive for receive in wanted if receive in needed), None)


def free_name(outstanding):
    taken = set(outstanding.values())
    return next(name for number in range(len(taken) + 1) if (name := f"r{number}") not in taken)


def wait_for(thread, receives, outstanding):
    """Adds the wait for a receive. If the receive's IRECV is directly before the wait, both together become RECV."""
    names = [outstanding.pop(receive) for receive in receives]
    if not names:
        return
    if len(names) == 1 and thread[-1][0].get("irecv", {}).get("request") == names[0]:
        [receive] = receives
        thread.pop()
        thread.message(receive.location, "recv", receive.peer, receive.tag, receive.bytes)
    elif len(names) == 1:
        thread.call(receives[0].location, "wait", request=names[0])
    else:
        thread.call(receives[0].location, "waitall", requests=names)


def emit(thread, operation):
    if operation.kind == "calc":
        thread.compute(operation.location, operation.ns)
    else:
        thread.message(operation.location, operation.kind, operation.peer, operation.tag, operation.bytes)


# ---- A thread for each chain

def threads_of_chains(operations, rank):
    ordered, _ = sorted_by_graph(operations)
    refuse_shared_cpu(ordered, rank)
    chain_of = chains_of(ordered)
    threads = [Thread() for _ in range(max(chain_of.values()) + 1)] if ordered else []
    if len(threads) > MAX_THREADS:
        raise BadInput(ordered[0].location, f"a rank {rank} with {len(threads)} chains of operations at the same time",
                       f"at most {MAX_THREADS} chains, because each chain becomes a thread")
    flags = flags_of(ordered, chain_of)
    for operation in ordered:
        emit_in_chain(threads[chain_of[operation]], operation, chain_of, flags)
    return threads


def chains_of(ordered):
    """For each operation, the number of its chain. Each operation of a chain requires the previous one."""
    chain_of, last = {}, []
    for operation in ordered:
        mine = next((chain_of[other] for other in operation.requires if last[chain_of[other]] is other), len(last))
        if mine == len(last):
            last.append(None)
        last[mine] = operation
        chain_of[operation] = mine
    return chain_of


def flags_of(ordered, chain_of):
    """The flags for which other chains wait, by operation. The value is True if the operation must have completed, and
    False if it must have begun."""
    flags = {}
    for operation in ordered:
        for what, others in (("begun", operation.irequires), ("done", operation.requires)):
            for other in others:
                if chain_of[other] != chain_of[operation]:
                    flags.setdefault((other, what), f"f{len(flags)}")
    return flags


def emit_in_chain(thread, operation, chain_of, flags):
    awaited = [flags[other, what]
               for what, others in (("begun", operation.irequires), ("done", operation.requires))
               for other in others if chain_of[other] != chain_of[operation]]
    for flag in dict.fromkeys(awaited):
        thread.call(operation.location, "wait_flag", flag=flag)
    begun, done = flags.get((operation, "begun")), flags.get((operation, "done"))
    if begun and operation.kind == "recv":
        thread.message(operation.location, "irecv", operation.peer, operation.tag, operation.bytes, "r")
        thread.call(operation.location, "set_flag", flag=begun)
        thread.call(operation.location, "wait", request="r")
    else:
        if begun:
            thread.call(operation.location, "set_flag", flag=begun)
        emit(thread, operation)
    if done:
        thread.call(operation.location, "set_flag", flag=done)


def refuse_shared_cpu(ordered, rank):
    """Refuses two computations on the same cpu that the graph does not order."""
    ancestors, last = ancestors_of(ordered), {}
    for operation in ordered:
        if operation.kind != "calc" or not operation.ns:
            continue
        other = last.get(operation.cpu)
        if other and other not in ancestors[operation]:
            raise BadInput(operation.location,
                           f"{operation.name} and {other.name}, which rank {rank} may compute in any order on cpu "
                           f"{operation.cpu}", "a `requires` between the two computations, or different cpus")
        last[operation.cpu] = operation
