"""Family shm: accumulates compared with a model, mutexes, fences by barrier and by counts, reports of waiting ranks."""

import json
import random

import pytest

from rmasim_runner import SCENARIOS, result_of, rmasim, write_scenario

WINDOW = 256
BYTES = {"int16": 2, "int32": 4, "int64": 8}
MACHINES = [{"order": "sc"}, {"order": "tso"}, {"order": "weak"},
            {"order": "weak", "coherent": False}, {"order": "tso", "coherent": False, "cache_lines": 2},
            {"order": "weak", "coherent": False, "cache": "write_through"}]


def shm(tmp_path, ranks, programs, window=WINDOW, memory=None, **protocol):
    """Writes a scenario file of family shm, and returns the scenario and its path."""
    scenario = {"name": "shm", "ranks": ranks,
                "platform": {"ranks_per_node": ranks, "memory": memory or {}},
                "protocol": {"family": "shm", **protocol},
                "windows": {"w": {"bytes": window, "shared": True}}, "programs": programs}
    path = tmp_path / "shm.json"
    path.write_text(json.dumps(scenario))
    return path


class Model:
    """The sums that the accumulates leave. They do not depend on the order of the additions."""

    def __init__(self, ranks, datatype, first):
        self.size, self.first = BYTES[datatype], first
        self.parts = [[0] * ((WINDOW - first) // self.size) for _ in range(ranks)]

    def add(self, target, index, count, value, step):
        for k in range(count):
            self.parts[target][index + k] += value + k * step

    def expected(self, rank):
        bits = 8 * self.size
        return [(value + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1) for value in self.parts[rank]]


def random_accumulates(rng, ranks, datatype, first):
    """Returns programs with random accumulates, and the model of their sums."""
    model = Model(ranks, datatype, first)
    programs = []
    for rank in range(ranks):
        calls = [{"fence": {}}]
        for _ in range(12):
            target = rng.randrange(ranks)
            count = rng.randint(1, 6)
            index = rng.randrange(min(16, len(model.parts[0])) - count)
            value, step = rng.randint(-1000, 1000), rng.randint(-3, 3)
            model.add(target, index, count, value, step)
            calls.append({"accumulate": {"target": target, "disp": first + index * model.size, "count": count,
                                         "datatype": datatype, "value": value, "step": step}})
        calls.append({"fence": {}})
        programs.append({"ranks": str(rank), "calls": calls})
    return programs, model


def with_loads(programs, model, datatype):
    """Adds loads at the end: each rank loads the first elements of its right neighbour."""
    ranks = len(programs)
    for rank, program in enumerate(programs):
        of = (rank + 1) % ranks
        for k, value in enumerate(model.expected(of)[:16]):
            program["calls"].append({"load": {"target": of, "disp": model.first + k * model.size,
                                              "datatype": datatype, "as": f"x{k}", "expect": value}})
    return programs


@pytest.mark.parametrize("memory", MACHINES, ids=json.dumps)
@pytest.mark.parametrize("region_bytes", [0, 8, 12, 16, 64, 128, 256])
@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 12), marks=pytest.mark.long)])
def test_elements_are_atomic(tmp_path, seeds, region_bytes, memory):
    for seed in seeds:
        rng = random.Random(f"{seed} {region_bytes} {memory}")
        datatype = rng.choice(sorted(BYTES))
        first = rng.randrange(BYTES[datatype])  # elements lie across regions, words and lines
        programs, model = random_accumulates(rng, 4, datatype, first)
        path = shm(tmp_path, 4, with_loads(programs, model, datatype), memory=memory, region_bytes=region_bytes,
                   fence=rng.choice(["barrier", "counts"]))
        result = json.loads(path.read_text())
        result["expect"] = {"memory": [{"ranks": str(rank), "win": "w", "disp": first, "datatype": datatype,
                                        "values": model.expected(rank)} for rank in range(4)]}
        path.write_text(json.dumps(result))
        finished = rmasim("run", path, "--check-invariants")
        assert finished.returncode == 0, (seed, finished.stderr)


def test_every_rank_draws_another_ticket(tmp_path):
    calls = [{"fence": {}}, {"repeat": {"times": 5, "calls": [
        {"fetch_and_op": {"target": 0, "datatype": "int64", "value": 1, "as": "ticket"}},
        {"accumulate": {"target": 1, "disp": "8 * ticket", "datatype": "int64", "op": "sum", "value": 1}}]}},
             {"fence": {}}]
    path = shm(tmp_path, 6, [{"calls": calls}], memory={"order": "weak"}, region_bytes=8)
    scenario = json.loads(path.read_text())
    scenario["expect"] = {"memory": [
        {"ranks": "0", "win": "w", "datatype": "int64", "values": [30]},
        {"ranks": "1", "win": "w", "datatype": "int64", "values": [1] * 30 + [0, 0]}]}
    path.write_text(json.dumps(scenario))
    assert rmasim("run", path).returncode == 0


def test_each_mutex_once_an_operation(tmp_path):
    # 3 elements at 4, 12 and 20 lie in regions 0 to 3; 3 elements at 0, 8 and 16 in regions 0 to 2.
    calls = [{"fence": {}},
             {"accumulate": {"target": 0, "disp": 4, "count": 3, "datatype": "int64", "value": 1}},
             {"fence": {}},
             {"accumulate": {"target": 0, "disp": 0, "count": 3, "datatype": "int64", "value": 1}}, {"fence": {}}]
    path = shm(tmp_path, 2, [{"calls": calls}], region_bytes=8)
    assert result_of(path)["mutexes"]["taken"] == 2 * (4 + 3)
    assert result_of(path, "--set", "protocol.region_bytes=0")["mutexes"]["taken"] == 2 * 2


def test_the_critical_section_excludes_others_while_it_takes_time(tmp_path):
    costs = {"call_ns": 0, "mem_sync_ns": 0, "mutex_ns": 0, "reduce_ns": 1}
    calls = [{"fence": {}}, {"accumulate": {"target": 0, "count": 100, "datatype": "byte", "value": 1}}, {"fence": {}}]
    path = shm(tmp_path, 4, [{"calls": calls}])
    scenario = json.loads(path.read_text()) | {"costs": costs}
    path.write_text(json.dumps(scenario))
    one = result_of(path)
    # The last of four waits for three others, 100 ns each; the second for one, the third for two.
    assert 590 <= one["time_spent"]["wait_mutex_ns"] <= 600  # they leave the fence some picoseconds apart
    assert one["mutexes"] == {"taken": 4, "contended": 3}


def caches_of(tmp_path, first, second, stores=False):
    """The effects of two fences on the caches of two ranks that each load a line of their own segment between the
    fences."""
    between = [{"load": {"datatype": "int64", "as": "own"}}]
    if stores:
        between.append({"store": {"disp": 8, "datatype": "int64", "value": 1}})
    calls = [{"fence": {"assert": ["nostore", *first]}}, *between, {"fence": {"assert": second}}]
    return result_of(shm(tmp_path, 2, [{"calls": calls}], memory={"coherent": False}))["caches"]


@pytest.mark.parametrize("first, second, dropped", [
    ([], ["nostore"], 2), (["noput"], ["nostore"], 0), ([], ["nostore", "noprecede"], 0)])
def test_assertions_save_dropping_own_lines(tmp_path, first, second, dropped):
    assert caches_of(tmp_path, first, second)["lines_invalidated"] == dropped


def test_nostore_saves_the_flush(tmp_path):
    assert caches_of(tmp_path, [], ["nostore"])["flushes"] == 0
    with_stores = caches_of(tmp_path, [], [], stores=True)
    assert (with_stores["flushes"], with_stores["lines_written_back"]) == (2, 2)


@pytest.mark.parametrize("name", ["counts/put-and-store", "counts/one-writer", "fence/put-and-store"])
def test_packets_may_overtake_each_other(name):
    path = SCENARIOS / "shm" / f"{name}.json"
    expected = json.loads(path.read_text())["expect"]["messages"]["by_kind"]
    for seed in range(20):
        result = result_of(path, "--set", "platform.network.reorder_ns=3000", "--seed", seed)
        assert result["outcome"] == "finished"
        assert result["messages"]["by_kind"] == expected


def test_an_operation_before_the_first_fence_is_an_error(tmp_path):
    path = shm(tmp_path, 2, [{"calls": [{"put": {"target": 1, "value": 1}}]}])
    finished = rmasim("run", path)
    assert finished.returncode == 4
    assert "no access epoch is open on the window; open one with fence" in finished.stderr


def test_an_operation_after_the_last_fence_is_an_error(tmp_path):
    path = shm(tmp_path, 2, [{"calls": [{"fence": {"assert": ["nosucceed"]}}, {"put": {"target": 1, "value": 1}}]}])
    assert rmasim("run", path).returncode == 4


def test_operations_without_a_fence_are_an_error(tmp_path):
    path = shm(tmp_path, 2, [{"calls": [{"fence": {}}, {"put": {"target": 1, "value": 1}}]}])
    finished = rmasim("run", path)
    assert finished.returncode == 4
    assert "fence is missing" in finished.stderr


@pytest.mark.parametrize("fence", ["barrier", "counts"])
def test_a_fence_that_one_does_not_call(tmp_path, fence):
    path = shm(tmp_path, 2, [{"ranks": "0", "calls": [{"fence": {}}]}], fence=fence)
    finished = rmasim("run", path)
    assert finished.returncode == 3
    assert 'waits for rank 1: rank 0 has called fence on window "w" once, rank 1 never' in finished.stderr
    assert "whose program has ended" in finished.stderr


def test_who_dies_with_a_mutex_keeps_it(tmp_path):
    # Rank 0 copies for 80 us under the mutex, and fails during that time.
    calls = [{"fence": {}}, {"if": {"when": "rank == 1", "calls": [{"compute": {"ns": 20000}}]}},
             {"accumulate": {"target": 0, "count": "1 + 799999 * (rank == 0)", "datatype": "byte", "value": 1}}]
    path = shm(tmp_path, 2, [{"calls": calls}], window=1_000_000)
    scenario = json.loads(path.read_text()) | {"faults": {"deaths": [{"ranks": "0", "at_ns": 50000}]}}
    path.write_text(json.dumps(scenario))
    found = result_of(path)
    assert found["outcome"] == "lost_rank"
    assert "rank 0 died" in found["cause"] and "rank 1 waits for it" in found["cause"]
    assert "which rank 0 holds" in found["stuck"][0]["reason"]


def test_the_holder_of_a_mutex_is_named_and_not_only_its_owner(tmp_path):
    # Rank 1 fails while it adds to rank 2's window.
    calls = [{"fence": {}}, {"if": {"when": "rank == 0", "calls": [{"compute": {"ns": 20000}}]}},
             {"if": {"when": "rank < 2", "calls": [
                 {"accumulate": {"target": 2, "count": "1 + 799999 * rank", "datatype": "byte", "value": 1}}]}},
             {"fence": {}}]
    path = shm(tmp_path, 3, [{"calls": calls}], window=1_000_000)
    scenario = json.loads(path.read_text()) | {"faults": {"deaths": [{"ranks": "1", "at_ns": 50000}]}}
    path.write_text(json.dumps(scenario))
    waiting = result_of(path)["stuck"][0]
    assert (waiting["rank"], waiting["call"]) == (0, "accumulate")
    assert waiting["reason"] == "mutex 0 of the window of rank 2, which rank 1 holds"


def test_threads_of_a_rank_take_turns(tmp_path):
    add = {"repeat": {"times": 20, "calls": [{"accumulate": {"target": 0, "datatype": "int64", "value": 1}}]}}
    path = shm(tmp_path, 2, [
        {"ranks": "0", "threads": [
            [{"fence": {}}, add, {"recv": {"source": 1, "count": 1}}, {"fence": {}},
             {"load": {"datatype": "int64", "as": "sum", "expect": 60}}],
            [{"barrier": {}}, add, {"barrier": {}}]]},
        {"ranks": "1", "calls": [{"fence": {}}, {"barrier": {}}, add, {"barrier": {}},
                                 {"send": {"target": 0, "count": 1, "value": 1}}, {"fence": {}}]}],
        memory={"order": "weak"})
    finished = rmasim("run", path)
    assert finished.returncode == 0, finished.stderr


def test_a_fence_beside_another_threads_operation_is_an_error(tmp_path):
    # Rank 1 has the mutex for 10 us, so rank 0's accumulate waits when its other thread fences.
    path = shm(tmp_path, 2, [
        {"ranks": "0", "threads": [
            [{"fence": {}}, {"compute": {"ns": 1000}}, {"accumulate": {"target": 0, "datatype": "byte", "value": 1}}],
            [{"compute": {"ns": 5000}}, {"fence": {}}]]},
        {"ranks": "1", "calls": [
            {"fence": {}}, {"accumulate": {"target": 0, "count": 100000, "datatype": "byte", "value": 1}}]}],
        window=100000)
    finished = rmasim("run", path)
    assert finished.returncode == 4
    assert "another thread is inside an operation on the window" in finished.stderr


def test_with_a_deferred_flush_nobody_loads_from_another_part(tmp_path):
    """SHM-FENCE-11: no fence makes data that are still in their owner's cache visible to a load."""
    calls = [{"fence": {}}, {"load": {"target": 0, "datatype": "int64", "as": "x"}}]
    assert rmasim("run", shm(tmp_path, 2, [{"calls": calls}])).returncode == 0
    finished = rmasim("run", shm(tmp_path, 2, [{"calls": calls}], defer_flush=True))
    assert finished.returncode == 2
    assert "programs[0].calls[1].load.target: found a load of another rank's segment" in finished.stderr
    own = [{"fence": {}}, {"load": {"datatype": "int64", "as": "x"}}]
    assert rmasim("run", shm(tmp_path, 2, [{"calls": own}], defer_flush=True)).returncode == 0


def test_leaving_out_mem_sync_at_mutexes_shows(tmp_path):
    scenario = json.loads((SCENARIOS / "shm/accumulate/one-mutex.json").read_text())
    scenario["platform"]["memory"].update({"drain_ns": 5000, "without_mem_sync": ["mutex.unlock", "mutex.lock"]})
    path = tmp_path / "without.json"
    path.write_text(json.dumps(scenario))
    assert rmasim("run", path).returncode == 1


@pytest.mark.parametrize("verb", ["run", "validate", "explore"])
def test_there_are_no_pools_to_shrink(tmp_path, verb):
    path = write_scenario(tmp_path, ranks=2, platform={"ranks_per_node": 2}, protocol={"family": "shm"},
                          windows={"w": {"bytes": 64, "shared": True}}, programs=[{"calls": [{"barrier": {}}]}],
                          faults={"shrinks": [{"pool": "op.global", "to": 0, "at_call": 1}]})
    finished = rmasim(verb, path)
    assert finished.returncode == 2
    assert "faults.shrinks[0].pool: found " in finished.stderr and "family shm has no pools" in finished.stderr
