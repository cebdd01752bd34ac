"""The tables about family shm are computed from runs, and their conclusions are computed from the tables."""

import os
import pathlib
import subprocess
import sys

from rmasim_analysis import deferred_flush, fence_comparison, group_sizes, non_contiguous, region_throughput

ROOT = pathlib.Path(__file__).resolve().parents[3]
BINARY = os.environ["RMASIM_BINARY"]
THROUGHPUT = ROOT / "scenarios/shm/accumulate/throughput.json"
SPARSE = ROOT / "scenarios/shm/fence/sparse.json"
COLUMNS = ROOT / "scenarios/shm/accumulate/columns.json"
DEFERRED = ROOT / "scenarios/shm/fence/deferred.json"
PSCW, FENCE = ROOT / "scenarios/newrma/pscw/group-of-all.json", ROOT / "scenarios/newrma/fence/put-right.json"


def row(regions, per_us):
    return region_throughput.Row(regions, 8, per_us, 1, 0, 0)


def test_region_sizes_are_halves_down_to_an_element():
    assert region_throughput.region_sizes(64) == [0, 32, 16, 8]


def test_saturation_is_where_doubling_gains_no_more():
    rows = [row(1, 1), row(2, 2), row(4, 2.5), row(8, 2.55), row(16, 2.56)]
    assert region_throughput.saturation(rows, 5).regions == 4
    assert region_throughput.saturation(rows[:2], 5).regions == 2


def test_throughput_rises_until_no_rank_waits():
    rows = region_throughput.measure(BINARY, THROUGHPUT)
    assert [one.regions for one in rows] == [2**k for k in range(11)]
    assert all(one.taken == 1600 for one in rows)
    last = region_throughput.saturation(rows, 5)
    rising = rows[: rows.index(last) + 1]
    assert len(rising) > 2
    assert all(after.per_us > before.per_us for before, after in zip(rising, rising[1:]))
    assert rows[0].waited > 0.5 > 0.1 > rows[-1].waited


def test_fences_are_compared():
    (cells,) = fence_comparison.measure(BINARY, SPARSE, [(4, 16)]).values()
    barrier, counts = cells[False]
    # A barrier says nothing, so each rank drops the 16 lines it read, and rank 0 the one it put; by counts what changed
    # is rank 1's part, of which only rank 0 has a line, its own.
    assert barrier.dropped == (4 * 16 + 1) / 4
    assert counts.dropped == 0
    assert barrier.flushed == counts.flushed == 1 / 4
    assert cells[True][0].dropped == 0


def test_a_mutex_is_taken_once_a_region_or_once_a_block():
    found = non_contiguous.measure(BINARY, COLUMNS)
    for size, (request, block) in found.items():
        regions = 8192 // size if size else 1
        assert (request.taken, block.taken) == (min(regions, 32), 32)  # 32 rows, a block in each
        assert request.time_ns < block.time_ns or regions >= 32


def test_a_deferred_flush_saves_the_lines_that_are_stored_to_again():
    found = deferred_flush.measure(BINARY, DEFERRED)
    for again, (at_once, deferred) in found.items():
        assert (at_once.written_back, deferred.written_back) == (64 + again, 64)
        # A line costs 10 ns to write back, and the fence that defers needs no MEM_SYNC of 30 ns before its barrier.
        assert at_once.time_ns - deferred.time_ns == 10 * again + 30


def test_large_groups_should_use_fence():
    found = group_sizes.measure(BINARY, PSCW, FENCE)
    for n, (pscw, fence) in found.items():
        rounds = (n - 1).bit_length()
        assert (pscw.packets, fence.packets) == (2 * n * n, 2 * n * rounds + 2 * n)


def test_crossover():
    def found(*times):
        return {(4, lines): {True: tuple(fence_comparison.Cell(time, 0, 0) for time in pair)} for lines, pair in times}

    assert fence_comparison.crossover(found((0, (1, 2)), (8, (3, 2)), (16, (5, 2))), 4, True) == 8
    assert fence_comparison.crossover(found((0, (3, 2)), (8, (2, 3))), 4, True) is None


def test_the_commands_print_tables(capsys):
    command = [sys.executable, "-m", "rmasim_analysis.region_throughput", BINARY, THROUGHPUT]
    printed = subprocess.run(command, cwd=ROOT / "analysis", check=True, capture_output=True, text=True).stdout
    assert "twice as many gain less than" in printed

    def output(module, *arguments):
        module.main([BINARY, *map(str, arguments)])
        return capsys.readouterr().out.strip()

    text = output(fence_comparison, SPARSE, "--ranks", "2", "--lines", "0,16")
    assert "2 ranks, not coherent: counts are" in text
    assert output(non_contiguous, COLUMNS) == non_contiguous.table(non_contiguous.measure(BINARY, COLUMNS))
    assert output(deferred_flush, DEFERRED) == deferred_flush.table(deferred_flush.measure(BINARY, DEFERRED))
    assert output(group_sizes, PSCW, FENCE) == group_sizes.table(group_sizes.measure(BINARY, PSCW, FENCE))
