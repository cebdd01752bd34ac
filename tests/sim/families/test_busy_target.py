"""The time of a lock epoch at a target that computes and whose agent polls at an interval T.

On average a poll occurs T/2 after the arrival of a packet. A protocol that needs one poll takes T/2 longer than with an
agent that polls on arrival. A protocol that needs two polls takes 3T/2 longer, because the answer and the next packet
have arrived before the second poll. The test has a thousand pairs of ranks, each with a phase of its own.
"""

import pytest
from rmasim_runner import result_of, write_scenario

PAIRS, T_NS, WAY_AND_BACK_NS = 1000, 50_000, 2_300


def put(disp, count=1):
    return {"put": {"target": "rank + 1", "disp": disp, "datatype": "int64", "count": count}}


CALLS = {"a short put": [put(0)], "two short puts": [put(0), put(8)], "a long put": [put(0, 500)]}


def mean_wait_ns(folder, family, calls):
    scenario = write_scenario(folder, ranks=2 * PAIRS, data=False, progress="agent", agent={"interval_ns": T_NS},
                              protocol={"family": family}, programs=[
        {"ranks": "rank % 2 == 0", "calls": [{"lock": {"target": "rank + 1", "type": "exclusive"}}, *calls,
                                             {"unlock": {"target": "rank + 1"}}]},
        {"ranks": "rank % 2 == 1", "calls": [{"compute": {"ns": 10 * T_NS}}]}])
    spent = result_of(scenario)["time_spent"]
    return sum(ns for cause, ns in spent.items() if cause.startswith("wait_")) / PAIRS


@pytest.mark.parametrize("family, what, intervals", [
    ("oldqueue", "a short put", 0.5), ("oldqueue", "two short puts", 0.5), ("oldqueue", "a long put", 1.5),
    ("newrma", "a short put", 0.5), ("newrma", "two short puts", 1.5), ("newrma", "a long put", 1.5),
])
def test_each_look_costs_its_share_of_the_interval(tmp_path, family, what, intervals):
    wait = mean_wait_ns(tmp_path, family, CALLS[what])
    assert (wait - WAY_AND_BACK_NS) / T_NS == pytest.approx(intervals, rel=0.03)
