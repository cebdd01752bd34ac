"""Progress between calls: none, or by an asynchronous agent."""

import itertools

from rmasim_runner import SCENARIOS, result_of, write_scenario

LOCK = [{"lock": {"target": 1, "type": "exclusive"}}, {"put": {"target": 1, "count": 8}}, {"unlock": {"target": 1}}]


def programs(compute_ns):
    return [{"ranks": "0", "calls": [*LOCK, {"send": {"target": 1}}]},
            {"ranks": "1", "calls": [{"compute": {"ns": compute_ns}}, {"recv": {"source": 0}}]}]


def test_an_agent_answers_while_its_rank_computes(tmp_path):
    path = write_scenario(tmp_path, ranks=2, programs=programs(50000))
    without = result_of(path)
    with_agent = result_of(path, "--set", "progress=agent")
    assert with_agent["messages"] == without["messages"]
    assert with_agent["time_ns"] < 51000 < without["time_ns"]
    assert without["time_spent"]["agent_ns"] == 0
    assert with_agent["time_spent"]["agent_ns"] > 0
    assert with_agent["time_spent"]["compute_ns"] == without["time_spent"]["compute_ns"]


def test_an_agent_has_nothing_to_do_where_ranks_only_call(tmp_path):
    path = SCENARIOS / "newrma/fence/put-right.json"
    with_agent = result_of(path, "--set", "progress=agent")
    assert with_agent["time_spent"]["agent_ns"] == 0
    assert with_agent["time_ns"] == result_of(path)["time_ns"]


def test_the_same_data_with_an_agent(tmp_path):
    for name in ("workloads/random-access.json", "workloads/shared-counter.json"):
        assert "expectations_failed" not in result_of(SCENARIOS / name, "--set", "progress=agent")


def test_a_rank_polls_as_long_as_one_of_its_threads_does(tmp_path):
    poll = [[{"compute": {"ns": ns, "poll": True}}] for ns in (10000, 100000)]
    path = write_scenario(tmp_path, ranks=2, programs=[
        {"ranks": "0", "calls": [{"compute": {"ns": 30000}}, *LOCK]}, {"ranks": "1", "threads": poll}])
    spent = result_of(path, "--breakdown", "rank")["by_rank"]["time_spent"]
    assert spent["agent_ns"][1] > 0
    assert spent["wait_operations_ns"][0] < 10000  # not until the end of the longer computation


def time_with_signals(folder, epochs, interval_ns, wake_ns):
    """The time of a run in which rank 1 computes 100 us, and its signal handler serves `epochs` epochs of rank 0. Each
    epoch sends rank 1 one packet."""
    path = write_scenario(folder, ranks=2, progress="agent", protocol={"family": "oldqueue"},
                          agent={"kind": "signal", "interval_ns": interval_ns, "wake_ns": wake_ns},
                          programs=[{"ranks": "0", "calls": [*LOCK] * epochs or [{"compute": {"ns": 0}}]},
                                    {"ranks": "1", "calls": [{"compute": {"ns": 100000}}]}])
    result = result_of(path)
    assert result["messages"]["total"] == 2 * epochs
    return result["time_ns"]


def test_sigio_interrupts_for_each_packet(tmp_path):
    """OQ-AGENT-6, interval 0: each packet costs a wake-up and its handling. Without packets there is no cost."""
    times = [time_with_signals(tmp_path, epochs, 0, 300) for epochs in range(4)]
    assert times[0] == 100000
    for epochs, time in enumerate(times):
        assert time - time_with_signals(tmp_path, epochs, 0, 0) == 300 * epochs
    assert all(300 < later - earlier < 600 for earlier, later in itertools.pairwise(times))


def test_sigalrm_interrupts_in_each_interval(tmp_path):
    """OQ-AGENT-6, interval 10 us: 9.7 us of each interval remain for the computation. By hand: the first signal is in
    the first interval. The remaining 90 to 100 us contain 10 or 11 more signals, even without packets."""
    longer = {time_with_signals(tmp_path, epochs, 10000, 300) - time_with_signals(tmp_path, epochs, 10000, 0)
              for epochs in range(4)}
    assert len(longer) == 1 and longer <= {3000, 3300}
