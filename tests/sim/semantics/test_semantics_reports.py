"""The contents of a report about memory semantics."""

from rmasim_runner import SCENARIOS, result_of, rmasim, write_scenario


def test_each_pair_of_statements_is_reported_once(tmp_path):
    """A loop repeats the same statements. There is one finding for each rule and pair, in the order of ranks
    (MM-BOUND-2)."""
    both = [{"put": {"target": 2, "datatype": "int64", "value": "rank"}},
            {"get": {"target": 2, "datatype": "int64", "as": "x"}}]
    calls = [{"lock_all": {}}, {"repeat": {"times": 5, "calls": both}}, {"unlock_all": {}}]
    path = write_scenario(tmp_path, ranks=3, programs=[{"ranks": "0-1", "calls": calls}])
    result = result_of(path, "--semantics", "separate")["semantics"]
    pairs = [tuple((one["rank"], one["place"]) for one in found["accesses"]) for found in result["findings"]]
    assert len(pairs) == len(set(pairs)) and pairs == sorted(pairs)
    # Two statements: put and put, put and get. Both concern pairs within each rank and pairs of the two ranks.
    assert len(pairs) == 2
    for found in result["findings"]:
        assert found["first_ranks"] == found["second_ranks"] == [0, 1]


def test_a_report_about_counters_names_the_missing_signal():
    done = rmasim("run", SCENARIOS / "semantics/counters/free-by-barrier.json")
    missing = "the owner sends no signal on the window, so the stored value is not visible in the public copy"
    assert missing in done.stderr
    done = rmasim("run", SCENARIOS / "semantics/counters/barrier-is-no-counter.json")
    assert "epoch: a request, complete by: request_wait" in done.stderr
    assert "fix: let the target wait for the counter that the operation's request signals" in done.stderr


def remedies(scenario):
    found = result_of(SCENARIOS / f"semantics/{scenario}.json")["semantics"]["findings"]
    return {one["remedy"] for one in found}


def test_what_mends_it_depends_on_the_rule_and_the_epoch(tmp_path):
    (of_barrier,) = remedies("lock_all/barrier-without-flush")
    assert "by a message, a BARRIER, or a flag that both ranks access by accumulates" in of_barrier
    (of_message,) = remedies("buffers/isend")
    assert of_message == "complete the call first: by WAIT, or a TEST that returns true"
    (of_lock,) = remedies("buffers/two-results")
    assert of_lock == "complete the operation at its origin first: by FLUSH_LOCAL, FLUSH or UNLOCK"
    calls = [{"lock_all": {}}, {"get": {"target": 1, "datatype": "int64", "as": "x"}},
             {"put": {"target": 1, "datatype": "int64", "value": 1}}, {"unlock_all": {}}]
    path = write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "calls": calls}])
    (found,) = result_of(path, "--semantics", "separate")["semantics"]["findings"]
    assert found["remedy"] == "call FLUSH_LOCAL for the target between the two accesses"
