"""The four figures. Each is a function from runs to a Figure, whose lines are (label, x, y)."""

from ..queue_figures.figures import Figure, Panel
from .workloads import halo_counters, halo_fence, halo_pscw, put_compute_wait, straggling_variant_3

RANKS = (16, 64, 256, 1024)
ROUNDS = 10
COMPUTE_NS = (0, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
PUT_BYTES = 131_072  # 10 us on the wire
LATENCIES_NS = (500, 1_000, 2_000, 5_000, 10_000)
COUNTERS, NEW = {"protocol.family": "synccount"}, {"protocol.family": "newrma"}
PIGGYBACKED = NEW | {"protocol.optimizations.complete_rides": True}


def counters(signal, **more):
    return lambda ranks, rounds: halo_counters(ranks, rounds, signal, **more)


HALOS = [("fence", halo_fence, NEW), ("PSCW", halo_pscw, NEW), ("PSCW, COMPLETE piggybacked", halo_pscw, PIGGYBACKED),
         ("variant 1, barrier", counters("barrier"), COUNTERS), ("variant 2, messages", counters("messages"), COUNTERS),
         ("variant 3, counters", counters("counters", restart=True, order="safe"), COUNTERS)]


def of_a_round(runs, program, settings, ranks, value):
    """`value(result)` of one round. It is the difference between a run with twice the number of rounds and a run with
    that number, so that the time before the loop has no effect."""
    few, many = runs.all([(program(ranks, rounds), settings) for rounds in (ROUNDS, 2 * ROUNDS)])
    return (value(many) - value(few)) / ROUNDS


def halo_over_ranks(runs, ranks=RANKS):
    time = Panel("time per round", "ranks", "µs")
    packets = Panel("packets per rank and round", "ranks", "packets")
    for label, program, settings in HALOS:
        def per_round(value):
            return [of_a_round(runs, program, settings, n, value) for n in ranks]

        time.lines.append((label, ranks, [ns / 1000 for ns in per_round(lambda r: r["time_ns"])]))
        sent = per_round(lambda r: r["messages"]["total"])
        packets.lines.append((label, ranks, [total / n for total, n in zip(sent, ranks)]))
    return Figure("synccount-halo", [time, packets])


def piggyback_over_computation(runs, compute_ns=COMPUTE_NS):
    panel = Panel("put of 128 KiB, computation, wait: time per round", "computation, µs", "µs", logarithmic=False)
    for label, held in (("piggyback on: the put is held back until WAIT", True),
                        ("piggyback off: the put is sent at once", False)):
        settings = COUNTERS | {"protocol.optimizations.piggyback": held}
        results = runs.all([(put_compute_wait(ROUNDS, PUT_BYTES, ns), settings) for ns in compute_ns])
        panel.lines.append((label, [ns / 1000 for ns in compute_ns], [r["time_ns"] / ROUNDS / 1000 for r in results]))
    return Figure("synccount-computation", [panel])


def smallest_straggle(runs, latency_ns, update_ns):
    """The smallest delay that breaks variant 3, in steps of 10 ns. The page needs no finer resolution."""
    low, high = 0, 10 * (latency_ns + update_ns) + 10_000
    while high - low > 10:
        middle = (low + high) // 20 * 10
        outcome = runs.one((straggling_variant_3(middle, latency_ns, update_ns), COUNTERS))["outcome"]
        if outcome == "finished":
            low = middle
        else:
            high = middle
    return high


def straggle_over_latency(runs, latencies=LATENCIES_NS):
    panel = Panel("smallest delay of a rank that breaks variant 3", "latency, µs", "µs", logarithmic=False)
    for update_ns in (0, 5_000):
        ys = [smallest_straggle(runs, latency_ns, update_ns) / 1000 for latency_ns in latencies]
        panel.lines.append((f"update of {update_ns // 1000} µs", [ns / 1000 for ns in latencies], ys))
    return Figure("synccount-straggle", [panel])


def restart_saves(runs, ranks=RANKS):
    """The savings of restart. Both programs are safe: one has a barrier after the first START, the other has no
    stragglers.
    """
    time = Panel("variant 3: time per round", "ranks", "µs")
    in_calls = Panel("variant 3: time in calls per rank and round", "ranks", "ns")
    for label, restart in (("START in each round", False), ("restart", True)):
        program = counters("counters", restart=restart, order="safe" if restart else "as_printed")
        time.lines.append((label, ranks, [of_a_round(runs, program, COUNTERS, n, lambda r: r["time_ns"]) / 1000
                                          for n in ranks]))
        in_calls.lines.append((label, ranks, [
            of_a_round(runs, program, COUNTERS, n, lambda r: r["time_spent"]["call_ns"]) / n for n in ranks]))
    return Figure("synccount-restart", [time, in_calls])


ALL = (halo_over_ranks, piggyback_over_computation, straggle_over_latency, restart_saves)
