"""The promises in the info of a window (MPI 4.1, 12.2.1). A broken promise is an error of the program (exit code 4)."""

import json

import pytest
from rmasim_runner import result_of, rmasim, without_positions, write_scenario

LOCKS = {"lock": [{"lock": {"target": 1, "type": "shared"}}, {"unlock": {"target": 1}}],
         "lock_all": [{"lock_all": {}}, {"unlock_all": {}}]}
FENCES = [{"fence": {}}, {"fence": {}}]


def scenario(tmp_path, window, calls, **more):
    return write_scenario(tmp_path, ranks=2, windows={"w": {"bytes": 16} | window},
                          programs=[{"ranks": "all", "calls": calls}], **more)


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4"])
@pytest.mark.parametrize("how", ["run", "explore"])
@pytest.mark.parametrize("call", LOCKS)
def test_no_locks(tmp_path, call, how, family):
    path = scenario(tmp_path, {"no_locks": True}, LOCKS[call], protocol={"family": family})
    finished = rmasim(how, path)
    assert finished.returncode == 4, finished.stderr
    assert (f"{call} at programs[0].calls[0].{call}: windows.w.no_locks promises that no rank locks the window"
            in without_positions(finished.stderr + finished.stdout))
    assert rmasim(how, scenario(tmp_path, {"no_locks": True}, FENCES, protocol={"family": family})).returncode == 0


def test_a_broken_promise_does_not_end_the_run(tmp_path):
    """The report names each rank, and the locks are executed."""
    path = scenario(tmp_path, {"no_locks": True}, LOCKS["lock_all"])
    result = result_of(path)
    assert result["outcome"] == "erroneous"
    assert [(one["rank"], one["call"]) for one in result["stuck"]] == [(0, "lock_all"), (1, "lock_all")]
    plain = result_of(scenario(tmp_path, {}, LOCKS["lock_all"]))
    assert result["messages"] == plain["messages"]
    assert result["time_ns"] == plain["time_ns"]


def test_invariants_are_checked_up_to_the_first_broken_promise(tmp_path):
    for no_locks, calls in [(True, 4), (False, 8)]:
        path = scenario(tmp_path, {"no_locks": no_locks}, [*FENCES, *LOCKS["lock_all"]])
        assert result_of(path, "--check-invariants")["checked"]["calls"] == calls


@pytest.mark.parametrize("window, by_call, found", [
    ({"bytes": "16 * (rank + 1)", "same_size": True}, False,
     "same_size promises that all ranks have the same bytes, but it is 16 at rank 0 and 32 at rank 1"),
    ({"bytes": "16 * (rank + 1)", "same_size": True}, True,
     "same_size promises that all ranks have the same bytes, but it is 16 at rank 0 and 32 at rank 1"),
    ({"disp_unit": "4 * (rank + 1)", "same_disp_unit": True}, True,
     "same_disp_unit promises that all ranks have the same disp_unit, but it is 4 at rank 0 and 8 at rank 1"),
    ({"bytes": "16 * (rank + 1)", "disp_unit": "4 * (rank + 1)"}, True, None),
    ({"bytes": 16, "same_size": True, "disp_unit": "rank - rank + 4", "same_disp_unit": True}, False, None),
])
def test_the_same_size_and_unit(tmp_path, window, by_call, found):
    calls = [{"win_create": {}}, *FENCES, {"win_free": {}}] if by_call else FENCES
    finished = rmasim("run", scenario(tmp_path, window, calls))
    assert finished.returncode == (4 if found else 0), finished.stderr
    if found:
        call = "win_create" if by_call else "fence"
        assert f"rank 1: {call} at programs[0].calls[0].{call}: windows.w.{found}" in without_positions(finished.stderr)


def test_of_windows_of_communicators_the_members_have_the_same(tmp_path):
    more = {"communicators": {"half": {"colour": "rank / 2"}}}

    def path(size):
        return write_scenario(tmp_path, ranks=4, windows={"w": {"bytes": size, "same_size": True, "comm": "half"}},
                              programs=[{"ranks": "all", "calls": FENCES}], **more)

    assert rmasim("run", path("16 * (rank / 2 + 1)")).returncode == 0
    finished = rmasim("run", path("16 * (rank + 1)"))
    assert finished.returncode == 4
    said = [one["reason"] for one in result_of(path("16 * (rank + 1)"))["stuck"]]
    assert any("it is 48 at rank 2 and 64 at rank 3" in one for one in said)


@pytest.mark.parametrize("key, value", [("same_size", True), ("same_disp_unit", True)])
def test_dynamic_windows_have_no_size(tmp_path, key, value):
    path = write_scenario(tmp_path, ranks=2, windows={"w": {"dynamic": True, key: value}},
                          programs=[{"ranks": "all", "calls": FENCES}])
    finished = rmasim("run", path)
    assert finished.returncode == 2
    assert f"windows.w.{key}" in finished.stderr


def accumulates(tmp_path, window, *ops):
    """Returns a scenario in which rank 0 is the target and each other rank accumulates once."""
    at = {"target": 0, "datatype": "int64"}
    calls = [{"accumulate": {"op": op, **at}} if op != "no_op" else {"fetch_and_op": {"op": op, **at}} for op in ops]
    fence = {"ranks": "all", "calls": [{"fence": {}}]}
    updates = [{"ranks": str(rank), "calls": [call]} for rank, call in enumerate(calls, 1)]
    return write_scenario(tmp_path, ranks=1 + len(ops), windows={"w": {"bytes": 16} | window},
                          programs=[fence, *updates, fence])


@pytest.mark.parametrize("model", ["separate", "unified"])
@pytest.mark.parametrize("promise, ops, wrong", [
    ("same_op", ("sum", "sum"), False), ("same_op", ("sum", "no_op"), True), ("same_op", ("no_op", "no_op"), False),
    ("same_op", ("sum", "max"), True), ("same_op_no_op", ("sum", "no_op"), False),
    ("same_op_no_op", ("sum", "max"), True), (None, ("sum", "no_op"), False), (None, ("sum", "max"), True)])
def test_concurrent_accumulates_use_the_promised_operations(tmp_path, promise, ops, wrong, model):
    path = accumulates(tmp_path, {"accumulate_ops": promise} if promise else {}, *ops)
    finished = rmasim("run", path, "--semantics", model, "--format", "json")
    assert finished.returncode == (4 if wrong else 0), finished.stderr
    found = json.loads(finished.stdout)["semantics"]["findings"]
    assert [one["rule"] for one in found] == ["accumulates_differ"] * wrong
    if wrong:
        assert ("same_op" in found[0]["remedy"]) == (promise == "same_op")
