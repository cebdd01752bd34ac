"""`run --breakdown`: the figures of ranks and of pairs add up to those of the run. The option changes nothing else."""

import json

import pytest
from rmasim_runner import SCENARIOS, result_of, rmasim, write_scenario

SEVERAL = ["workloads/shared-counter.json", "newrma/threads/flush-beside-put.json",
           "newrma/threads/thread-barrier.json", "oldqueue/agent/periodic.json",
           "synccount/races/variant-3-barrier.json", "faults/lost-packet.json", "errors/crossed-locks.json"]


def rounded_alike(of_ranks, whole):
    """True if the ranks' times add up to the whole time, except for rounding: each time and the sum are rounded to
    whole nanoseconds."""
    return abs(sum(of_ranks) - whole) <= len(of_ranks)


@pytest.mark.parametrize("scenario", SEVERAL)
def test_ranks_add_up_to_the_run(scenario):
    result = result_of(SCENARIOS / scenario, "--breakdown", "rank")
    figures, messages = result["by_rank"], result["messages"]
    assert all(len(figures[name]) == result["ranks"] for name in figures if name != "time_spent")
    assert sum(figures["messages_sent"]) == sum(figures["messages_for_it"]) == messages["total"]
    assert sum(figures["bytes_sent"]) == sum(figures["bytes_for_it"]) == messages["bytes"]
    spent = {name: ns for name, ns in result["time_spent"].items() if ns}
    assert set(spent) <= set(figures["time_spent"])
    for name, of_ranks in figures["time_spent"].items():
        assert len(of_ranks) == result["ranks"] and rounded_alike(of_ranks, result["time_spent"][name])
    assert "by_pair" not in messages


@pytest.mark.parametrize("scenario", SEVERAL)
def test_pairs_add_up_to_the_run(scenario):
    result = result_of(SCENARIOS / scenario, "--breakdown", "pair")
    messages = result["messages"]
    by_kind = {}
    for kinds in messages["by_pair"].values():
        for kind, count in kinds.items():
            by_kind[kind] = by_kind.get(kind, 0) + count
    assert by_kind == messages["by_kind"]
    assert messages["bytes_by_pair"].keys() == messages["by_pair"].keys()
    assert sum(messages["bytes_by_pair"].values()) == messages["bytes"]
    assert "by_rank" not in result


def test_a_put_by_hand(tmp_path):
    """Rank 0 puts 8 bytes to rank 2 under a lock. It sends PUT+LOCK.X+UNLOCK and receives the acknowledgement. Rank 1
    computes for 500 ns."""
    scenario = write_scenario(tmp_path, ranks=3, programs=[
        {"ranks": "0", "calls": [{"lock": {"target": 2, "type": "exclusive"}}, {"put": {"target": 2, "count": 8}},
                                 {"unlock": {"target": 2}}]},
        {"ranks": "1", "calls": [{"compute": {"ns": 500}}]}])
    result = result_of(scenario, "--breakdown", "rank,pair")
    header = result["settings"]["platform"]["network"]["header_bytes"]
    figures = result["by_rank"]
    assert figures["messages_sent"] == [1, 0, 1] and figures["messages_for_it"] == [1, 0, 1]
    assert figures["bytes_sent"] == [header + 8, 0, header] and figures["bytes_for_it"] == [header, 0, header + 8]
    assert figures["time_spent"]["compute_ns"] == [0, 500, 0]
    assert result["messages"]["by_pair"] == {"0>2": {"PUT+LOCK.X+UNLOCK": 1}, "2>0": {"RMA_DONE_ACK": 1}}
    assert result["messages"]["bytes_by_pair"] == {"0>2": header + 8, "2>0": header}


def test_a_slow_rank_is_slow_in_its_own_account(tmp_path):
    """A fault makes rank 1 three times as slow. Only its own computation takes three times as long."""
    scenario = write_scenario(tmp_path, ranks=2, programs=[{"ranks": "all", "calls": [{"compute": {"ns": 1000}}]}],
                              faults={"stragglers": [{"ranks": "1", "slowdown": 3}]})
    assert result_of(scenario, "--breakdown", "rank")["by_rank"]["time_spent"]["compute_ns"] == [1000, 3000]


def test_nothing_else_changes(tmp_path):
    plain, apart = (result_of(SCENARIOS / "workloads/shared-counter.json", *arguments)
                    for arguments in ([], ["--breakdown", "rank,pair"]))
    apart.pop("by_rank")
    for name in ("by_pair", "bytes_by_pair"):
        apart["messages"].pop(name)
    for result in (plain, apart):
        result.pop("wall_s")
    assert json.dumps(plain) == json.dumps(apart)


@pytest.mark.parametrize("arguments, complaint", [
    (["--breakdown", "node"], "found node; allowed: rank, pair"), (["--breakdown", ""], "--breakdown"),
    (["--breakdown"], "--breakdown")])
def test_what_is_not_counted_is_refused(arguments, complaint):
    finished = rmasim("run", SCENARIOS / "newrma/lock/lock-unlock.json", *arguments)
    assert finished.returncode == 2 and complaint in finished.stderr


def test_waits_of_a_trace_are_those_of_the_result(tmp_path):
    """The waits of each rank in the trace add up, for each cause, to the rank's times in the result."""
    path = tmp_path / "trace.json"
    result = result_of(SCENARIOS / "workloads/shared-counter.json", "--breakdown", "rank", "--trace", path)
    waited = {}
    for event in json.loads(path.read_text())["traceEvents"]:
        if event.get("cat") == "wait":
            of_cause = waited.setdefault(event["name"] + "_ns", [0] * result["ranks"])
            of_cause[event["tid"] - 1] += round(1000 * event["dur"])
    spent = {name: of for name, of in result["by_rank"]["time_spent"].items() if name.startswith("wait_")}
    assert waited.keys() == spent.keys() and len(waited) >= 2
    for name, of_ranks in spent.items():
        # A wait's edges are cut to nanoseconds.
        assert all(abs(one - other) <= 40 for one, other in zip(waited[name], of_ranks))
