"""Collective calls as messages: simple textbook algorithms, those that SMPI names `default`.

`peers` are the messages of one rank in the order of its calls. `rank` is one of `size` ranks.
"""


def broadcast(rank, size, root):
    """A binomial tree: pairs of ("recv" or "send", the other rank)."""
    relative_rank, mask = (rank - root) % size, 1
    while mask < size and not relative_rank & mask:
        mask <<= 1
    if relative_rank:
        yield "recv", (relative_rank - mask + root) % size
    while mask := mask >> 1:
        if relative_rank + mask < size:
            yield "send", (relative_rank + mask + root) % size


def reduce(rank, size, root):
    """The same tree as `broadcast`, from the leaves to the root."""
    relative_rank, mask = (rank - root) % size, 1
    while mask < size and not relative_rank & mask:
        if relative_rank + mask < size:
            yield "recv", (relative_rank + mask + root) % size
        mask <<= 1
    if relative_rank:
        yield "send", (relative_rank - mask + root) % size


def allreduce(rank, size):
    yield from reduce(rank, size, 0)
    yield from broadcast(rank, size, 0)


def gather(rank, size, root):
    if rank != root:
        yield "send", root
    else:
        yield from (("recv", other) for other in range(size) if other != root)


def scatter(rank, size, root):
    if rank != root:
        yield "recv", root
    else:
        yield from (("send", other) for other in range(size) if other != root)


def allgather(rank, size):
    """A ring: the rank forwards to the right what it has received from the left. A send does not wait for its receiver.
    """
    for _ in range(size - 1):
        yield "send", (rank + 1) % size
        yield "recv", (rank - 1) % size


def alltoall(rank, size):
    """All sends, then all receives. Each rank begins with its neighbour."""
    yield from (("send", (rank + step) % size) for step in range(1, size))
    yield from (("recv", (rank - step) % size) for step in range(1, size))
