"""Collective calls as messages. The algorithms are simple textbook algorithms, those that SMPI names `default`.

Each function returns the messages of rank `rank` of `size` ranks, in the order of the rank's calls.
"""


def broadcast(rank, size, root):
    """The messages of a broadcast by a binomial tree, as pairs of ("recv" or "send", the other rank)."""
    relative_rank, mask = (rank - root) % size, 1
    while mask < size and not relative_rank & mask:
        mask <<= 1
    if relative_rank:
        yield "recv", (relative_rank - mask + root) % size
    while mask := mask >> 1:
        if relative_rank + mask < size:
            yield "send", (relative_rank + mask + root) % size


def reduce(rank, size, root):
    """The messages of a reduction. They use the tree of `broadcast`, from the leaves to the root."""
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
    """The messages of a ring: the rank sends to the right neighbour what it has received from the left one. A send does
    not wait for its receiver.
    """
    for _ in range(size - 1):
        yield "send", (rank + 1) % size
        yield "recv", (rank - 1) % size


def alltoall(rank, size):
    """All sends, then all receives. Each rank begins with its neighbour."""
    yield from (("send", (rank + step) % size) for step in range(1, size))
    yield from (("recv", (rank - step) % size) for step in range(1, size))
