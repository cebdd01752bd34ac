"""The rules of family ch4 as a function: the packets that the calls of a case send if nothing hangs, in both modes.

The packets of a rank follow from its own calls alone. Only the times at which packets leave depend on other ranks.
"""

import collections

from ch4_cases import EVERYBODY, dissemination
from ch4_scenario import Program

# Names of packets by operation: <name>_REQ, <name>_ACK and so on.
PACKETS = {"put": "PUT", "get": "GET", "accumulate": "ACC", "get_accumulate": "GET_ACC", "fetch_and_op": "GET_ACC",
           "compare_and_swap": "CSWAP"}
NATIVE = {"put": ("write", "remote"), "get": ("read", "local")}  # what it is, and the mark that it leaves
SMALL_BYTES = 16368  # of a datatype's description and what goes with it


class Sender(Program):
    """A rank. It counts the packets that it sends and the packets that answer them. Marks and NOCHECKs are stored by
    window and target."""

    def __init__(self, case, rank, mode, mended):
        super().__init__(case, rank, mode)
        self.is_native = mode == "put_get"
        self.packets = collections.Counter()
        self.marks = {name: {} for name, _ in case.windows}
        self.nocheck = {name: set() for name, _ in case.windows}
        self.forgets = mended or "MPIR_CVAR_CH4_RMA_MEM_EFFICIENT" in case.environment
        self.keeps_local = mended

    def send(self, target, kind, answer=None):
        self.packets[self.rank, target, kind] += 1
        if answer:
            self.packets[target, self.rank, answer] += 1

    def operation(self, name, window, plain, options):
        target = self.target(window, plain[0])
        name = name if name in PACKETS else name[1:]
        if target < 0 or int(options.get("count", 1)) == 0:
            return
        target = self.members(window)[target]
        is_strided = "stride" in options or "blocks" in options
        if name in NATIVE and target == self.rank:
            return
        if self.is_native and name in NATIVE and not is_strided and not (name == "get" and "origin_derived" in plain):
            kind, mark = NATIVE[name]
            if not (self.keeps_local and self.marks[window].get(target) == "local"):
                self.marks[window][target] = mark
            self.send(target, kind)
        else:
            self.message(PACKETS[name], target, int(options.get("blocks", 0)))

    def message(self, kind, target, blocks):
        if kind != "GET" and 72 + 336 + 8 * blocks > SMALL_BYTES:
            self.send(target, f"{kind}_DT_REQ", f"{kind}_DT_ACK")
            self.send(target, f"{kind}_DAT_REQ", f"{kind}_ACK")
        else:
            self.send(target, f"{kind}_REQ", f"{kind}_ACK")

    def flush(self, window, target, marks=("local", "remote")):
        if self.marks[window].get(target) in marks:
            self.send(target, "flush")
            del self.marks[window][target]

    def flush_all(self, window, marks=("local", "remote")):
        if set(self.marks[window].values()) & set(marks):
            self.send(EVERYBODY, "flush_all")
            self.marks[window].clear()

    def other(self, name, window, plain, options):
        action = getattr(self, f"do_{name}", None)
        if name in ("lock", "unlock", "flush", "flush_local"):
            action(window, self.members(window)[self.target(window, plain[0])], plain)
        elif name in ("post", "start"):
            action(window, [self.members(window)[rank] for rank in self.group(window, plain[0])], plain)
        elif action:
            action(window, plain)

    def do_lock(self, window, target, plain):
        if "nocheck" in plain:
            self.nocheck[window].add(target)
        else:
            self.send(target, "LOCK", "LOCK_ACK")

    def do_unlock(self, window, target, plain):
        self.flush(window, target)
        if target not in self.nocheck[window]:
            self.send(target, "UNLOCK", "UNLOCK_ACK")
        elif self.forgets:
            self.nocheck[window].remove(target)

    def do_flush(self, window, target, plain):
        self.flush(window, target)

    def do_flush_local(self, window, target, plain):
        self.flush(window, target, ("local",))

    def do_flush_all(self, window, plain):
        self.flush_all(window)

    def do_flush_local_all(self, window, plain):
        self.flush_all(window, ("local",))

    def do_lock_all(self, window, plain):
        self.is_asked_for = "nocheck" not in plain
        for target in self.members(window) if self.is_asked_for else []:
            self.send(target, "LOCKALL", "LOCKALL_ACK")

    def do_unlock_all(self, window, plain):
        self.flush_all(window)
        for target in self.members(window) if self.is_asked_for else []:
            self.send(target, "UNLOCKALL", "UNLOCK_ACK")

    def do_post(self, window, group, plain):
        for origin in group if "nocheck" not in plain else []:
            self.send(origin, "POST")

    def do_start(self, window, group, plain):
        self.started = group

    def do_complete(self, window, plain):
        self.flush_all(window)
        for target in self.started:
            self.send(target, "COMPLETE")

    def do_fence(self, window, plain):
        self.flush_all(window)
        self.meet(self.members(window))

    def do_barrier(self, window, plain):
        self.meet(list(range(self.case.ranks)))

    def meet(self, members):
        for origin, target in dissemination(len(members)):
            if members[origin] == self.rank:
                self.send(members[target], "message0")

    def do_send(self, window, plain):
        self.send(int(plain[0]), "message")


def expected(case, mode, mended=False):
    """Returns the packets by (origin, target, kind). `mended` means without the library's defects."""
    packets = collections.Counter()
    for rank in range(case.ranks):
        sender = Sender(case, rank, mode, mended)
        sender.take_all()
        packets += sender.packets
    return packets
