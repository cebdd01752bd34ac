"""Races that another order of the run would show (MM-PREDICT)."""

from rmasim_runner import result_of, write_scenario

DATA, GUARD = ({"win": win, "target": 2} for win in ("data", "guard"))
OPENED, CLOSED = [{"lock_all": {"win": "data"}}], [{"unlock_all": {"win": "data"}}]
LOCK, UNLOCK = [{"lock": GUARD | {"type": "exclusive"}}], [{"unlock": GUARD}]
GET = [{"get": GUARD | {"datatype": "int64"}}]
PUT = [{"put": DATA | {"datatype": "int64", "value": 7}}, {"flush": DATA}]


def judged(folder, section):
    """Rank 0 executes `section` under a lock. Then rank 1 acquires and releases the lock, and puts after its UNLOCK."""
    first = OPENED + LOCK + section + UNLOCK + CLOSED
    second = OPENED + [{"compute": {"ns": 1000000}}] + LOCK + GET + UNLOCK + PUT + CLOSED
    return result_of(write_scenario(
        folder, ranks=3, semantics="separate", windows={"data": {"bytes": 64}, "guard": {"bytes": 64}},
        programs=[{"ranks": "0", "calls": first}, {"ranks": "1", "calls": second},
                  {"ranks": "2", "calls": OPENED + CLOSED}]))["semantics"]


def test_a_pair_that_only_the_reverse_order_of_the_locks_shows_is_counted(tmp_path):
    """MM-PREDICT-4: only the number of such pairs is reported."""
    found = judged(tmp_path, GET + [{"flush": GUARD}] + PUT)
    assert found["findings"] == []
    assert found["ordered_by_lock"] == 1


def test_an_operation_before_the_grant_is_not_in_the_section(tmp_path):
    """MM-PREDICT-1: LOCK need not wait for the grant, so the put may be called before it."""
    found = judged(tmp_path, PUT + GET)
    assert [(one["id"], one["predicted"]) for one in found["findings"]] == [("MM-PAIR-1", True)]
    assert "ordered_by_lock" not in found
