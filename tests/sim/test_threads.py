"""Threads of a rank: their variables and cores, their order inside MPI, which the seed chooses, and their reports."""

from rmasim_runner import SCENARIOS, result_of, rmasim, write_scenario

SEEDS = range(1, 41)
NOCHECK = {"lock_all": {"assert": ["nocheck"]}}
LATER = {"compute": {"ns": 1000}}


def increments(times):
    """Returns calls that fetch and increment a ticket, with pauses between them. All fetched values are different."""
    ticket = {"fetch_and_op": {"target": 1, "datatype": "int64", "value": 1, "as": "ticket"}}
    mark = {"put": {"target": 1, "disp": "64 + ticket", "value": "thread + 1"}}
    calls = [{"compute": {"ns": "random(400)"}}, ticket, {"flush": {"target": 1}}, mark]
    return {"repeat": {"times": times, "calls": calls}}


def tickets(tmp_path, threads, times, **members):
    close = [{"compute": {"ns": 1000000}}, {"unlock_all": {}}]
    programs = [[NOCHECK, increments(times), *close]] + [[LATER, increments(times)] for _ in range(threads - 1)]
    counter = {"ranks": "1", "datatype": "int64", "values": [threads * times]}
    return write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "threads": programs}],
                          expect={"memory": [counter]}, **members)


def test_every_interleaving_keeps_the_data(tmp_path):
    path = tickets(tmp_path, 3, 5)
    digests = set()
    for seed in SEEDS:
        result = result_of(path, "--seed", seed)
        assert "expectations_failed" not in result, seed
        digests.add(result["digest"])
    assert len(digests) > len(SEEDS) // 2, "seeds hardly change anything"


def test_interleavings_are_reproducible(tmp_path):
    path = tickets(tmp_path, 3, 5)
    assert result_of(path, "--seed", 7)["digest"] == result_of(path, "--seed", 7)["digest"]


def test_they_keep_it_where_packets_overtake_each_other_and_with_an_agent(tmp_path):
    path = tickets(tmp_path, 3, 5, progress="agent", platform={"network": {"reorder_ns": 3000}})
    for seed in SEEDS:
        assert "expectations_failed" not in result_of(path, "--seed", seed), seed


def test_one_thread_is_a_call_list(tmp_path):
    """With one thread, no random number is generated and no event is added. So the digest is that of a list of calls.
    """
    calls = [NOCHECK, increments(5), {"unlock_all": {}}]
    alone = result_of(write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "threads": [calls]}]))
    listed = result_of(write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "calls": calls}]))
    assert alone["digest"] == listed["digest"]


def test_the_order_of_calls_at_the_same_time_is_chosen(tmp_path):
    """Two threads receive at the same time, and only one message has their tag. Either thread may get the message."""
    receive = [{"compute": {"ns": 500}}, {"recv": {"source": 1}}, {"store": {"disp": "thread", "value": 1}}]
    programs = [{"ranks": "0", "threads": [receive, receive]},
                {"ranks": "1", "calls": [{"send": {"target": 0}}, {"compute": {"ns": 9000}}, {"send": {"target": 0}}]}]
    path = write_scenario(tmp_path, ranks=2, programs=programs)
    assert len({result_of(path, "--seed", seed)["digest"] for seed in SEEDS}) == 2


def test_a_deadlock_report_names_threads(tmp_path):
    programs = [{"ranks": "0", "threads": [[{"recv": {"source": 1}}], [LATER, {"post": {"group": [1]}}, {"wait": {}}]]}]
    path = write_scenario(tmp_path, ranks=2, programs=programs)
    finished = rmasim("run", path)
    assert finished.returncode == 3
    assert "rank 0 thread 0: recv at programs[0].threads[0][0].recv waits for SEND from rank 1" in finished.stderr
    assert "rank 0 thread 1: wait at programs[0].threads[1][2].wait waits for COMPLETE from rank 1" in finished.stderr
    assert [(one["rank"], one["thread"]) for one in result_of(path)["stuck"]] == [(0, 0), (0, 1)]


def test_an_illegal_pair_names_both_calls():
    finished = rmasim("run", SCENARIOS / "errors/unlock-beside-flush.json")
    assert finished.returncode == 0  # as expected
    assert "rank 0 thread 1: unlock at programs[0].threads[1][1].unlock" in finished.stderr
    assert "inside flush" in finished.stderr


def test_a_bad_value_names_the_thread(tmp_path):
    threads = [[], [{"send": {"target": "rank + 2"}}]]
    path = write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "threads": threads}])
    finished = rmasim("run", path)
    assert finished.returncode == 2
    assert "programs[0].threads[1][0].send.target (rank 0 thread 1): found 2; allowed: -1 to 1" in finished.stderr
