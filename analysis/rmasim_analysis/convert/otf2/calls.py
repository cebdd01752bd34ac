"""The events of MPI calls: the OTF2 records of operations, windows, locks, messages and collective calls."""

from collections import defaultdict, deque

from otf2 import events
from otf2.enums import CollectiveOp, LockType, RmaAtomicType, RmaSyncLevel, RmaSyncType

from .epochs import ENDS, Epochs
from .slices import Depth, Slice

ALL_RANKS = NO_ROOT = ANY_TAG = 2**32 - 1  # OTF2_UNDEFINED_UINT32
PROCESSES_AND_MEMORY = RmaSyncLevel.PROCESS | RmaSyncLevel.MEMORY
LOCK_TYPES = {"shared": LockType.SHARED, "exclusive": LockType.EXCLUSIVE}
COLLECTIVES = {"bcast": CollectiveOp.BCAST, "reduce": CollectiveOp.REDUCE, "allreduce": CollectiveOp.ALLREDUCE,
               "gather": CollectiveOp.GATHER, "allgather": CollectiveOp.ALLGATHER, "scatter": CollectiveOp.SCATTER,
               "alltoall": CollectiveOp.ALLTOALL, "scan": CollectiveOp.SCAN, "exscan": CollectiveOp.EXSCAN,
               "reduce_scatter_block": CollectiveOp.REDUCE_SCATTER_BLOCK}
ALL_COLLECTIVES = {"barrier": CollectiveOp.BARRIER, **COLLECTIVES}
PERSISTENT_COLLECTIVES = {name + "_init": name for name in ALL_COLLECTIVES}
NONBLOCKING_COLLECTIVES = {"i" + name: name for name in ALL_COLLECTIVES}
SENDS_TO_EACH = ("scatter", "alltoall", "reduce_scatter_block")
RECEIVES_FROM_EACH = ("gather", "allgather", "alltoall")
ROOT_SENDS, ROOT_RECEIVES = ("bcast", "scatter"), ("reduce", "gather")
MODES_OF_SENDS = ("send", "bsend", "ssend", "rsend")
NONBLOCKING_SENDS = tuple("i" + name for name in MODES_OF_SENDS)
PERSISTENT_SENDS = tuple(name + "_init" for name in MODES_OF_SENDS)
STARTS = ("request_start", "startall")
ANSWERS = ("request_wait", "request_test", "waitall", "testall", "waitany", "waitsome", "testany", "testsome")


def slices_of_calls(trace, definitions):
    """Returns (the slices of each track's calls, the windows of each rank that no call frees)."""
    of_rank = {rank: [] for rank in trace.ranks}
    for call in trace.calls:
        of_rank[trace.tracks[call.track].rank].append(call)
    sent = sizes_of_sends(trace)
    slices, kept = defaultdict(list), {}
    for rank, calls in of_rank.items():
        events_of = RankCalls(rank, definitions, sent)
        for call in sorted(calls, key=lambda call: (call.began_ns, call.track)):
            slices[call.track].append(events_of.slice_of(call))
        kept[rank] = sorted(events_of.windows)
    for call in trace.stuck:
        slices[call.track].append(stuck_slice(call, definitions))
    return slices, kept


def stuck_slice(call, definitions):
    """The slice of a call that never returned. It is a region until the end of the run, without effects of the call."""
    attributes = {definitions.call_location: call.location, definitions.stuck: call.reason}
    return Slice(call.began_ns, call.ended_ns, Depth.CALL, definitions.region_of_call(call.name), attributes)


def sizes_of_sends(trace):
    """By (source, target, tag, communicator): the sizes of the messages in bytes, in the order in which they are
    received."""
    sent, persistent = defaultdict(deque), {}
    for call in sorted(trace.calls, key=lambda call: call.began_ns):
        source, arguments = trace.tracks[call.track].rank, call.arguments
        sends = [arguments] if call.name in MODES_OF_SENDS + NONBLOCKING_SENDS else []
        if call.name in STARTS:
            started = [persistent[source, request] for request in arguments["requests"]]
            sends = [made.arguments for made in started if made.name in PERSISTENT_SENDS]
        elif call.name.endswith("_init"):
            persistent[source, arguments["request"]] = call
        for one in sends:
            sent[source, one["target"], one["tag"], one.get("comm")].append(one["bytes"])
    return sent


class RankCalls:
    """The calls of one rank. They must be added in the order in which they begin."""

    def __init__(self, rank, definitions, sent):
        self.rank, self.definitions, self.sent = rank, definitions, sent
        self.epochs = Epochs()
        self.messages = {}  # by request: the request's number in the archive, and the event of its completion
        self.begun_messages = 0
        self.persistent = {}  # by persistent request: the call that has created it
        self.found = {}  # by number of a message that MPROBE has found: source, communicator, tag, bytes
        self.windows = set(definitions.windows_from_start(rank))  # the windows that the rank has after the latest call
        self.groups = {}  # by window: the groups of the latest POST and START
        self.record = {"fence": self.fence, "lock": self.lock, "lock_all": self.lock_all, "sync": self.sync,
                       "post": self.post, "start": self.start, "wait": self.end_exposure, "test": self.end_exposure,
                       "win_create": self.win_create, "win_free": self.win_free,
                       "win_change_comm": self.win_change_comm, "barrier": self.barrier,
                       "recv": self.recv, "irecv": self.irecv, "win_sync_ops_init": self.cover}
        self.record.update(dict.fromkeys(MODES_OF_SENDS, self.send))
        self.record.update(dict.fromkeys(NONBLOCKING_SENDS, self.isend))
        self.record.update(dict.fromkeys(STARTS, self.start_requests))
        self.record.update(dict.fromkeys(ANSWERS, self.answer))
        self.record.update(dict.fromkeys(COLLECTIVES, self.collective_call))
        self.record.update(dict.fromkeys(NONBLOCKING_COLLECTIVES, self.nonblocking_collective_call))
        self.record.update(dict.fromkeys(("mprobe", "improbe"), self.matched_probe))
        self.record.update(mrecv=self.mrecv, imrecv=self.imrecv)

    def slice_of(self, call):
        attributes = {self.definitions.call_location: call.location} if call.location else None
        slice_ = Slice(call.began_ns, call.ended_ns, Depth.CALL, self.definitions.region_of_call(call.name), attributes)
        if "win" in call.arguments and "bytes" in call.arguments:
            slice_.first.append(self.operation(call))
        if call.name in ENDS:
            self.complete(call, slice_)
        if call.name.endswith("_init"):
            self.persistent[call.arguments["request"]] = call
        if call.name in self.record:
            self.record[call.name](call, slice_)
        return slice_

    def window(self, call):
        return self.window_named(call.arguments["win"])

    def window_named(self, name):
        return self.definitions.window(self.rank, name)[0]

    def target(self, call):
        return self.comm_rank(call, call.arguments["target"])

    def comm_rank(self, call, rank):
        """The communicator rank of `rank` in the window of the call."""
        comm_ranks = self.definitions.window(self.rank, call.arguments["win"])[1]
        return rank if comm_ranks is None or rank < 0 else comm_ranks[rank]

    # ---- Operations, and the calls that complete operations.

    def operation(self, call):
        posted = self.epochs.post(call)
        at, win, target = call.began_ns, self.window(call), self.target(call)
        size_bytes = call.arguments["bytes"]
        if posted.mode == "put":
            return events.RmaPut(at, win, target, size_bytes, posted.number)
        if posted.mode == "get":
            return events.RmaGet(at, win, target, size_bytes, posted.number)
        kind, sent, received = atomic(call.name, call.arguments.get("op"), size_bytes)
        return events.RmaAtomic(at, win, target, kind, sent, received, posted.number)

    def complete(self, call, slice_):
        local, remote = self.epochs.end(call)
        win = self.window(call)
        slice_.last += [completion(call.ended_ns, win, operation) for operation in local]
        slice_.last += [events.RmaOpCompleteRemote(call.ended_ns, win, operation.number) for operation in remote]
        if call.name in ("unlock", "unlock_all"):
            target = self.target(call) if "target" in call.arguments else ALL_RANKS
            slice_.last.append(events.RmaReleaseLock(call.ended_ns, win, target, 0))
        elif call.name == "complete":
            self.synchronise(call, slice_, RmaSyncLevel.MEMORY, self.groups.pop(("start", win), ()))

    def cover(self, call, _):
        arguments = call.arguments
        self.epochs.covers[arguments["request"]] = (arguments["win"], arguments["target"], arguments["modes"])

    def answer(self, call, slice_):
        """Records the requests that a wait or a test has completed."""
        arguments = call.arguments
        requests = arguments.get("requests", [])
        tested_in_vain = not arguments.get("flag", True) or arguments.get("outcount") == 0
        if "index" in arguments and not tested_in_vain:
            requests = requests[arguments["index"]:][:1] if arguments["index"] >= 0 else []
        elif "outcount" in arguments and not tested_in_vain:
            requests = [requests[index] for index in arguments.get("indices", [])]
        for request in requests:
            slice_.last += self.still_open(request, call) if tested_in_vain else self.completed(request, call)

    def completed(self, request, call):
        at = call.ended_ns
        for operation in self.epochs.complete_request(request):
            yield events.RmaOpCompleteNonBlocking(at, self.window_named(operation.win), operation.number)
        if request in self.messages:
            _, complete = self.messages.pop(request)
            yield complete(at)

    def still_open(self, request, call):
        operation = self.epochs.of_request.get(request)
        if operation is not None and not operation.complete:
            yield events.RmaOpTest(call.ended_ns, self.window_named(operation.win), operation.number)
        if request in self.messages:
            yield events.MpiRequestTest(call.ended_ns, self.messages[request][0])

    # ---- Windows and their epochs.

    def fence(self, call, slice_):
        self.collective(call, slice_, CollectiveOp.BARRIER, PROCESSES_AND_MEMORY)

    def win_create(self, call, slice_):
        self.gets_window(call, slice_)
        self.collective(call, slice_, CollectiveOp.CREATE_HANDLE, RmaSyncLevel.PROCESS)

    def win_free(self, call, slice_):
        self.loses_window(call, slice_)
        self.collective(call, slice_, CollectiveOp.DESTROY_HANDLE, RmaSyncLevel.PROCESS)

    def win_change_comm(self, call, slice_):
        has, will_have = call.arguments["win"] in self.windows, self.rank < call.arguments["new_size"]
        if will_have and not has:
            self.gets_window(call, slice_)
        elif has and not will_have:
            self.loses_window(call, slice_)
        self.collective(call, slice_, CollectiveOp.BARRIER, RmaSyncLevel.PROCESS)

    def gets_window(self, call, slice_):
        self.windows.add(call.arguments["win"])
        slice_.last.append(events.RmaWinCreate(call.ended_ns, self.window(call)))

    def loses_window(self, call, slice_):
        self.windows.discard(call.arguments["win"])
        slice_.last.append(events.RmaWinDestroy(call.ended_ns, self.window(call)))

    def collective(self, call, slice_, kind, level):
        slice_.first.append(events.RmaCollectiveBegin(call.began_ns))
        slice_.last.append(events.RmaCollectiveEnd(call.ended_ns, kind, level, self.window(call), NO_ROOT, 0, 0))

    def lock(self, call, slice_):
        self.locked(call, slice_, self.target(call), LOCK_TYPES[call.arguments["type"]])

    def lock_all(self, call, slice_):
        self.locked(call, slice_, ALL_RANKS, LockType.SHARED)

    def locked(self, call, slice_, target, kind):
        """Records the acquisition of a lock at the time at which MPI opens the epoch. The target may grant the lock at
        another time, which the packets show."""
        slice_.first.append(events.RmaRequestLock(call.began_ns, self.window(call), target, 0, kind))
        slice_.last.append(events.RmaAcquireLock(call.ended_ns, self.window(call), target, 0, kind))

    def sync(self, call, slice_):
        own = self.comm_rank(call, self.rank)
        slice_.first.append(events.RmaSync(call.began_ns, self.window(call), own, RmaSyncType.MEMORY))

    def post(self, call, slice_):
        self.open_epoch(call, slice_, "post")

    def start(self, call, slice_):
        self.open_epoch(call, slice_, "start")

    def open_epoch(self, call, slice_, what):
        self.groups[what, self.window(call)] = call.arguments["group"]
        self.synchronise(call, slice_, RmaSyncLevel.NONE, call.arguments["group"])

    def end_exposure(self, call, slice_):
        if call.arguments.get("flag", True):
            group = self.groups.pop(("post", self.window(call)), ())
            self.synchronise(call, slice_, RmaSyncLevel.MEMORY, group)

    def synchronise(self, call, slice_, level, group):
        members = self.definitions.group(group)
        slice_.last.append(events.RmaGroupSync(call.ended_ns, level, self.window(call), members))

    # ---- Two-sided messages, barriers and other collective calls.

    def barrier(self, call, slice_):
        slice_.first.append(events.MpiCollectiveBegin(call.began_ns))
        comm, _ = self.definitions.communicator(self.rank, call.arguments.get("comm"))
        slice_.last.append(events.MpiCollectiveEnd(call.ended_ns, CollectiveOp.BARRIER, comm, NO_ROOT, 0, 0))

    def collective_call(self, call, slice_):
        slice_.first.append(events.MpiCollectiveBegin(call.began_ns))
        slice_.last.append(events.MpiCollectiveEnd(call.ended_ns, *self.collective_data(call, call.name)))

    def nonblocking_collective_call(self, call, slice_):
        self.begin_collective(call, NONBLOCKING_COLLECTIVES[call.name], slice_, call.began_ns)

    def begin_collective(self, call, name, slice_, began_ns):
        """`call` has the arguments of the collective call that begins. It may be the call that has created the
        persistent request."""
        data = self.collective_data(call, name)
        number = self.begin(call.arguments["request"], lambda at: events.NonBlockingCollectiveComplete(
            at, *data, number))
        slice_.first.append(events.NonBlockingCollectiveRequest(began_ns, number))

    def collective_data(self, call, name):
        """Returns (operation, communicator, root, bytes sent, bytes received) of a collective call. The bytes are the
        data and the result of the program, not those of packets."""
        size_bytes, root = call.arguments.get("bytes", 0), call.arguments.get("root")
        comm, comm_ranks = self.definitions.communicator(self.rank, call.arguments.get("comm"))
        size = len(comm_ranks or self.definitions.main)
        sent = 0 if name in ROOT_SENDS and self.rank != root else size_bytes * (size if name in SENDS_TO_EACH else 1)
        received = size_bytes * (size if name in RECEIVES_FROM_EACH else 1)
        if name in ROOT_RECEIVES and self.rank != root:
            received = 0
        comm_rank = NO_ROOT if root is None else comm_ranks.get(root, NO_ROOT) if comm_ranks else root
        return ALL_COLLECTIVES[name], comm, comm_rank, sent, received

    def peer(self, call, rank):
        """Returns (the other rank of a message, as a rank of the communicator; the communicator)."""
        comm, comm_ranks = self.definitions.communicator(self.rank, call.arguments.get("comm"))
        return (comm_ranks.get(rank, ALL_RANKS) if comm_ranks else rank), comm

    def send(self, call, slice_):
        arguments = call.arguments
        slice_.first.append(events.MpiSend(call.began_ns, *self.peer(call, arguments["target"]), arguments["tag"],
                                           arguments["bytes"]))

    def isend(self, call, slice_, began_ns=None):
        arguments = call.arguments
        number = self.begin(arguments["request"], lambda at: events.MpiIsendComplete(at, number))
        began_ns = call.began_ns if began_ns is None else began_ns
        slice_.first.append(events.MpiIsend(began_ns, *self.peer(call, arguments["target"]), arguments["tag"],
                                            arguments["bytes"], number))

    def start_requests(self, call, slice_):
        """Records the messages and collective calls of persistent requests."""
        for made in (self.persistent[request] for request in call.arguments["requests"]):
            if made.name in PERSISTENT_SENDS:
                self.isend(made, slice_, call.began_ns)
            elif made.name == "recv_init":
                self.irecv(made, slice_, call.began_ns)
            elif made.name in PERSISTENT_COLLECTIVES:
                self.begin_collective(made, PERSISTENT_COLLECTIVES[made.name], slice_, call.began_ns)

    def matched_probe(self, call, _):
        """Takes the message that MPROBE has found. A message from MPI_PROC_NULL is none."""
        if not call.arguments.get("flag", True):
            return
        source, tag, _ = call.arguments["statuses"][0]
        if source >= 0:
            size_bytes = self.received_bytes(call, source, tag)
            self.found[call.arguments["message"]] = (*self.peer(call, source), tag, size_bytes)

    def mrecv(self, call, slice_):
        if call.arguments["message"] in self.found:
            slice_.last.append(events.MpiRecv(call.ended_ns, *self.found.pop(call.arguments["message"])))

    def imrecv(self, call, slice_):
        if call.arguments["message"] in self.found:
            data = self.found.pop(call.arguments["message"])
            number = self.begin(call.arguments["request"], lambda at: events.MpiIrecv(at, *data, number))
            slice_.first.append(events.MpiIrecvRequest(call.began_ns, number))

    def matched(self, call):
        """Returns (source, tag) of a receive. If one of them is "any", the status of a blocking receive has the values
        of the message. The trace has no status for IRECV; then they are undefined."""
        source, tag = call.arguments["source"], call.arguments["tag"]
        if "any" in (source, tag) and call.arguments.get("statuses"):
            source, tag, _ = call.arguments["statuses"][0]
        return (ALL_RANKS if source == "any" else source), (ANY_TAG if tag == "any" else tag)

    def recv(self, call, slice_):
        source, tag = self.matched(call)
        slice_.last.append(events.MpiRecv(call.ended_ns, *self.peer(call, source), tag,
                                          self.received_bytes(call, source, tag)))

    def irecv(self, call, slice_, began_ns=None):
        source, tag = self.matched(call)
        size_bytes = self.received_bytes(call, source, tag)
        source, comm = self.peer(call, source)
        number = self.begin(call.arguments["request"], lambda at: events.MpiIrecv(
            at, source, comm, tag, size_bytes, number))
        slice_.first.append(events.MpiIrecvRequest(call.began_ns if began_ns is None else began_ns, number))

    def begin(self, request, complete):
        """Returns the number of a message's request in the archive. It differs from those of all active requests.
        `complete` is the time at which the request completes."""
        number = self.begun_messages * len(self.definitions.main) + self.rank
        self.begun_messages += 1
        self.messages[request] = (number, complete)
        return number

    def received_bytes(self, call, source, tag):
        """The bytes of a received message. The receive itself states only the size of its buffer."""
        sent = self.sent[source, self.rank, tag, call.arguments.get("comm")]
        return sent.popleft() if sent else call.arguments.get("bytes", 0)


def completion(at, win, operation):
    made = events.RmaOpCompleteNonBlocking if operation.by_request else events.RmaOpCompleteBlocking
    return made(at, win, operation.number)


def atomic(name, op, size_bytes):
    """Returns (kind of the atomic operation, bytes sent, bytes received)."""
    if name in ("accumulate", "raccumulate"):
        return RmaAtomicType.ACCUMULATE, size_bytes, 0
    if name == "compare_and_swap":
        return RmaAtomicType.COMPARE_AND_SWAP, 2 * size_bytes, size_bytes
    kinds = {"sum": RmaAtomicType.FETCH_AND_ADD, "replace": RmaAtomicType.SWAP} if name == "fetch_and_op" else {}
    return kinds.get(op, RmaAtomicType.FETCH_AND_ACCUMULATE), 0 if op == "no_op" else size_bytes, size_bytes
