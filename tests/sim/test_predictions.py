"""Races that another order of the run would show (MM-PREDICT)."""

from rmasim_runner import result_of, write_scenario


def test_a_pair_that_only_the_reverse_order_of_the_locks_shows_is_counted(tmp_path):
    """MM-PREDICT-4: only the number of such pairs is reported."""
    data, guard = ({"win": win, "target": 2} for win in ("data", "guard"))
    put = [{"put": data | {"datatype": "int64", "value": 7}}, {"flush": data}]
    get = [{"get": guard | {"datatype": "int64"}}]
    lock, unlock = [{"lock": guard | {"type": "exclusive"}}], [{"unlock": guard}]
    opened, closed = [{"lock_all": {"win": "data"}}], [{"unlock_all": {"win": "data"}}]
    first = opened + lock + put + get + unlock + closed
    second = opened + [{"compute": {"ns": 1000000}}] + lock + get + unlock + put + closed
    result = result_of(write_scenario(
        tmp_path, ranks=3, semantics="separate", windows={"data": {"bytes": 64}, "guard": {"bytes": 64}},
        programs=[{"ranks": "0", "calls": first}, {"ranks": "1", "calls": second},
                  {"ranks": "2", "calls": opened + closed}]))
    assert result["semantics"]["findings"] == []
    assert result["semantics"]["ordered_by_lock"] == 1
