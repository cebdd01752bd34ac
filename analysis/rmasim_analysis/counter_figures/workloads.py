"""The programs that the figures measure."""

from ..queue_figures.workloads import CLUSTER

HANDLE = {"datatype": "handle_sync"}
BYTES = 8


def scenario(name, ranks, calls, window_bytes=64, **more):
    return {"name": name, "ranks": ranks, "data": False, "platform": CLUSTER, "windows": {"w": {"bytes": window_bytes}},
            "programs": [{"calls": calls}], **more}


def neighbours(ranks):
    """The four offsets to the neighbours in a torus. Rows have `side` ranks. The end of a row is connected to the next
    row."""
    side = max(2, round(ranks ** 0.5))
    return [-1, 1, -side, side]


def halo_counters(ranks, rounds, signal, restart=False, order="as_printed", compute_ns=0):
    """Example A of NEC's proposal. `signal` selects variant 1 (barrier), 2 (messages) or 3 (counters)."""
    return scenario("halo-counters", ranks, [{"generate": {
        "pattern": "halo_counters", "neighbours": neighbours(ranks), "bytes": BYTES, "iterations": rounds,
        "signal": signal, "restart": restart, "order": order, "compute_ns": compute_ns}}])


def puts(ranks):
    return [{"put": {"target": f"(rank + {offset}) % size", "disp": BYTES * index, "count": BYTES}}
            for index, offset in enumerate(neighbours(ranks))]


def halo_fence(ranks, rounds):
    return scenario("halo-fence", ranks, [{"fence": {"assert": ["noprecede"]}},
                                          {"repeat": {"times": rounds, "calls": [*puts(ranks), {"fence": {}}]}}])


def halo_pscw(ranks, rounds):
    group = [f"(rank + {offset}) % size" for offset in neighbours(ranks)]
    calls = [{"post": {"group": group}}, {"start": {"group": group}}, *puts(ranks), {"complete": {}}, {"wait": {}}]
    return scenario("halo-pscw", ranks, [{"repeat": {"times": rounds, "calls": calls}}])


def exchange(tag, counter, handle):
    return [{"send": {"target": "1 - rank", "tag": tag, "value": counter, **HANDLE}},
            {"recv": {"source": "1 - rank", "tag": tag, "as": handle, **HANDLE}}]


def put_compute_wait(rounds, put_bytes, compute_ns):
    """The program of two ranks. Rank 0 puts to rank 1, computes and waits. Rank 1 waits for its counter and signals
    back."""
    def counter(restart_request):
        return [{"win_alloc_sync_objects": {"as": "c"}},
                {"win_sync_object_init": {"counter": "c", "count": 1, "info": {"restart": True},
                                          "request": restart_request}}, {"start": {"request": restart_request}}]
    origin = [*counter("free"), *exchange(1, "c", "h"),
              {"win_sync_ops_init": {"target": 1, "mode": ["put"], "counter": "h", "request": "r"}},
              {"repeat": {"times": rounds, "calls": [
                  {"start": {"request": "r"}}, {"put": {"target": 1, "count": put_bytes}},
                  {"compute": {"ns": compute_ns}}, {"wait": {"request": "r"}}, {"wait": {"request": "free"}}]}}]
    target = [*counter("full"), *exchange(1, "c", "h"),
              {"win_sync_ops_init": {"target": 0, "mode": [], "counter": "h", "request": "s"}},
              {"repeat": {"times": rounds, "calls": [{"wait": {"request": "full"}}, {"start": {"request": "s"}},
                                                     {"wait": {"request": "s"}}]}}]
    document = scenario("put-compute-wait", 2, [], put_bytes)
    document["programs"] = [{"ranks": "0", "calls": origin}, {"ranks": "1", "calls": target}]
    return document


def straggling_variant_3(straggle_ns, latency_ns, update_ns=0):
    """Two ranks, two rounds of variant 3. Rank 1 begins the second round late. Only the race of later rounds is
    possible, because INIT and START precede the sending of the handles."""
    setup = [{"array": {"c": 2}}, {"win_alloc_sync_objects": {"n": 2, "as": "c"}},
             {"win_sync_object_init": {"counter": "c[0]", "count": 1, "request": "u"}},
             {"win_sync_object_init": {"counter": "c[1]", "count": 1, "request": "d"}},
             {"startall": {"requests": ["u", "d"]}}, *exchange(1, "c[0]", "h"), *exchange(2, "c[1]", "g"),
             {"win_sync_ops_init": {"target": "1 - rank", "mode": ["put"], "counter": "h", "request": "p"}},
             {"win_sync_ops_init": {"target": "1 - rank", "mode": [], "counter": "g", "request": "f"}},
             {"barrier": {}}]
    a_round = [{"start": {"request": "p"}}, {"compute": {"ns": update_ns}}, {"start": {"request": "f"}},
               {"wait": {"request": "d"}}, {"put": {"target": "1 - rank", "count": BYTES}}, {"wait": {"request": "p"}},
               {"wait": {"request": "u"}}]
    late = {"compute": {"ns": f"rank == 1 ? {straggle_ns} : 0"}}
    document = scenario("straggling-variant-3", 2, [*setup, *a_round, late, {"startall": {"requests": ["u", "d"]}},
                                                    *a_round])
    document["platform"] = {**CLUSTER, "network": {**CLUSTER["network"], "latency_ns": latency_ns}}
    return document
