"""Windows: a size and a unit for each rank, creation and freeing by calls, and large windows."""

import os

import pytest
from rmasim_runner import SCENARIOS, plain, rmasim, without_positions, write_scenario

TEBIBYTE = 2**40


def scenario(tmp_path, calls, window, ranks=2):
    return write_scenario(tmp_path, ranks=ranks, windows={"w": window}, programs=[{"ranks": "0", "calls": calls}])


def put_to(target, disp):
    return [{"lock": {"target": target, "type": "shared"}}, {"put": {"target": target, "disp": disp}},
            {"unlock": {"target": target}}]


@pytest.mark.parametrize("window, disp, allowed", [
    ({"bytes": "rank == 1 ? 64 : 8"}, 64, '0 to 63: rank 1 has 64 bytes of window "w"'),
    ({"bytes": 64, "disp_unit": "rank == 1 ? 8 : 1"}, 8, '0 to 7: rank 1 has 64 bytes of window "w"'),
    ({"bytes": 64}, 64, "0 to 63"),
])
def test_the_message_has_the_size_and_unit_of_the_target(tmp_path, window, disp, allowed):
    # A sum that is known only when the program runs.
    finished = rmasim("run", scenario(tmp_path, put_to(1, f"{disp} + 0 * rank"), window))
    assert finished.returncode == 2
    assert f"allowed: {allowed}" in finished.stderr
    assert rmasim("run", scenario(tmp_path, put_to(1, f"{disp} - 1 - rank"), window)).returncode == 0


def test_a_unit_is_named_in_the_message(tmp_path):
    window = {"bytes": 64, "disp_unit": 8}
    finished = rmasim("run", scenario(tmp_path, put_to(1, "9 + rank"), window))
    assert "found 9 units of 8 bytes; allowed: 0 to 7" in finished.stderr


def test_own_loads_and_stores_are_in_bytes(tmp_path):
    window = {"bytes": "8 * (rank + 1)", "disp_unit": 8}
    assert rmasim("run", scenario(tmp_path, [{"store": {"disp": 7}}], window)).returncode == 0
    finished = rmasim("run", scenario(tmp_path, [{"store": {"disp": "8 + rank"}}], window))
    assert finished.returncode == 2
    assert 'rank 0 has 8 bytes of window "w"' in finished.stderr


@pytest.mark.parametrize("calls, what", [
    ([{"load": {"as": "x"}}, {"win_create": {}}], 'load at programs[0].calls[0].load: window "w" does not exist'),
    ([{"win_create": {}}, {"win_free": {}}, {"store": {}}], 'store at programs[0].calls[2].store: window "w" does not'),
    ([{"win_create": {}}, {"win_create": {}}], "win_create at programs[0].calls[1].win_create: the window exists"),
    ([{"win_free": {}}, {"load": {"as": "x"}}], 'load at programs[0].calls[1].load: window "w" does not exist'),
    ([{"win_free": {}}, {"win_free": {}}], "win_free at programs[0].calls[1].win_free: the window was freed"),
    ([{"send": {"target": 0, "from": {}}}, {"win_create": {}}], 'send at programs[0].calls[0].send: window "w" does'),
])
@pytest.mark.parametrize("how", ["run", "explore"])
def test_misuse_is_an_error_of_the_program(tmp_path, calls, what, how):
    path = scenario(tmp_path, calls, {"bytes": 64}, ranks=1)
    finished = rmasim(how, path, *(["--out", tmp_path] if how == "explore" else []))
    assert finished.returncode == 4
    assert what in without_positions(finished.stderr)


def test_a_window_that_is_created_again_has_no_epoch_of_its_former_life(tmp_path):
    put = {"put": {"target": "1 - rank"}}
    calls = [{"win_create": {}}, {"fence": {}}, put, {"fence": {}}, {"win_free": {}}, {"win_create": {}}, put]
    for family in ("newrma", "ch3", "ch4", "shm"):
        path = write_scenario(tmp_path, ranks=2, platform={"ranks_per_node": 2}, protocol={"family": family},
                              windows={"w": {"bytes": 8, "shared": family == "shm"}}, programs=[{"calls": calls}])
        finished = rmasim("run", path)
        assert finished.returncode == 4
        assert "put at programs[0].calls[6].put: no access epoch is open" in finished.stderr


def test_a_rank_that_does_not_free_is_named():
    finished = rmasim("run", SCENARIOS / "errors/win-free-missing.json")
    assert ('rank 0 (likewise ranks 1 and 3): win_free at programs[0].calls[0].win_free waits for rank 2: rank 0 has '
            'called win_free on window "w" once, rank 2 never') in finished.stderr
    assert 'rank 0 waits for rank 2 (rank 0 has called win_free on window "w" once, rank 2 never)' in plain(
        finished.stderr)


def test_windows_created_in_different_orders_stand_still(tmp_path):
    path = write_scenario(tmp_path, ranks=2, windows={"a": {"bytes": 8}, "b": {"bytes": 8}}, programs=[
        {"ranks": "0", "calls": [{"win_create": {"win": "a"}}, {"win_create": {"win": "b"}}]},
        {"ranks": "1", "calls": [{"win_create": {"win": "b"}}, {"win_create": {"win": "a"}}]}])
    finished = rmasim("run", path)
    assert finished.returncode == 3
    cause = plain(finished.stderr)
    assert ('a cycle of waits: rank 0 waits for rank 1 (rank 0 has called win_create on window "a" once, rank 1 '
            'never); rank 1 waits for rank 0 (rank 1 has called win_create on window "b" once, rank 0 never)') in cause


def test_a_tebibyte_needs_next_to_nothing(tmp_path):
    path = SCENARIOS / "newrma/windows/tebibyte.json"
    memory = tmp_path / "memory"
    assert rmasim("run", path, "--check-invariants", "--memory", memory).returncode == 0
    assert memory.stat().st_size == 2 * TEBIBYTE
    assert memory.stat().st_blocks * 512 < 1 << 20, "a file with holes"
    with memory.open("rb") as file:
        file.seek(TEBIBYTE)
        assert file.read(2) == b"\1\0"
        file.seek(TEBIBYTE + 549755813884)
        assert file.read(9) == (2).to_bytes(8, "little") + b"\0"
        file.seek(-8, os.SEEK_END)
        assert file.read() == (3).to_bytes(8, "little")
    assert rmasim("explore", path).returncode == 0


def test_more_than_can_be_addressed_is_refused():
    finished = rmasim("run", SCENARIOS / "newrma/windows/tebibyte.json", "--set", "ranks=8388608")
    assert finished.returncode == 2
    assert "at most 2^62 bytes in all" in finished.stderr
