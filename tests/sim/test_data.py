"""After a workload, every byte of window memory agrees with a simple sequential model."""

import struct

from reference_random import MASK, Random
from rmasim_runner import SCENARIOS, rmasim


def memory_after(name, tmp_path, *arguments):
    path = tmp_path / "memory.bin"
    finished = rmasim("run", SCENARIOS / name, "--memory", path, *arguments)
    assert finished.returncode == 0, finished.stderr
    return path.read_bytes()


def halo(rows, columns, side_bytes, iterations):
    """Returns the receive buffers north, south, west and east of every rank after the last iteration."""
    memory = bytearray(rows * columns * 4 * side_bytes)

    def put(row, column, side, value):
        target = (row % rows) * columns + column % columns
        at = (target * 4 + side) * side_bytes
        memory[at : at + side_bytes] = bytes([value % 256]) * side_bytes

    for iteration in range(iterations):
        for row in range(rows):
            for column in range(columns):
                value = 4 * (row * columns + column) + iteration
                put(row - 1, column, 1, value)  # I am my northern neighbour's south
                put(row + 1, column, 0, value + 1)
                put(row, column - 1, 3, value + 2)
                put(row, column + 1, 2, value + 3)
    return bytes(memory)


def test_quickstart_halo(tmp_path):
    assert memory_after("quickstart.json", tmp_path) == halo(32, 32, 256, 10)


def test_halo_1024(tmp_path):
    assert memory_after("workloads/halo-1024.json", tmp_path) == halo(32, 32, 1024, 10)


def test_halo_on_one_element_of_each_kind(tmp_path):
    starved = ["--set", "protocol.op_pool.local=1", "--set", "protocol.op_pool.global=0"]
    starved += ["--set", "protocol.target_pool.local=1", "--set", "protocol.target_pool.global=0"]
    assert memory_after("quickstart.json", tmp_path, *starved) == halo(32, 32, 256, 10)


def test_transpose(tmp_path):
    n = 256
    a = [[row * n + column for column in range(n)] for row in range(n)]
    transposed = [a[column][row] for row in range(n) for column in range(n)]
    expected = struct.pack(f"<{n * n}q", *sum(a, [])) + struct.pack(f"<{n * n}q", *transposed)
    assert memory_after("workloads/transpose.json", tmp_path) == expected


def random_access(ranks, updates, entries, seed):
    """Returns the table after all updates. Their order has no effect, because xor commutes."""
    table = [0] * (ranks * entries)
    for rank in range(ranks):
        random = Random(seed, rank)
        for _ in range(updates):
            target, index = random.below(ranks), random.below(entries)
            table[target * entries + index] ^= random.below(0x7FFFFFFFFFFFFFFF)
    return struct.pack(f"<{len(table)}Q", *[word & MASK for word in table])


def test_random_access(tmp_path):
    assert memory_after("workloads/random-access.json", tmp_path) == random_access(256, 100, 64, seed=1)


def test_random_access_with_another_seed(tmp_path):
    assert memory_after("workloads/random-access.json", tmp_path, "--seed", 77) == random_access(256, 100, 64, seed=77)


def test_shared_counter(tmp_path):
    memory = memory_after("workloads/shared-counter.json", tmp_path)
    assert struct.unpack("<64q", memory) == (640,) + (0,) * 63
