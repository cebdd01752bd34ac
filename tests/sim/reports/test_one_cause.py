"""All pairs of accesses of the same two statements are one finding, with the ranks and the number of pairs. A finding
ends with a link to the page of its rule. The repair is one that works."""

import re
from pathlib import Path

import pytest
from rmasim_runner import result_of, rmasim, write_scenario

ROOT = Path(__file__).resolve().parents[3]


def found_in(tmp_path, calls, **more):
    path = write_scenario(tmp_path, **{"ranks": 4, "windows": {"w": {"bytes": 64}, "b": {"bytes": 64}},
                                       "semantics": "separate", "programs": [{"ranks": "all", "calls": calls}]} | more)
    return path, result_of(path)["semantics"]


def test_the_same_two_statements_are_one_finding(tmp_path):
    """Each of four ranks puts to its neighbour, which loads, in each of three epochs."""
    loop = {"repeat": {"times": 3, "calls": [{"put": {"win": "w", "target": "(rank + 1) % size", "datatype": "int64"}},
                                             {"load": {"win": "w", "datatype": "int64", "as": "x"}},
                                             {"fence": {"win": "w"}}]}}
    path, found = found_in(tmp_path, [{"fence": {"win": "w"}}, loop])
    assert found["total"] == 1
    (one,) = found["findings"]
    ranks = [0, 1, 2, 3]
    assert (one["first_ranks"], one["second_ranks"], one["targets"]) == (ranks, ranks, ranks)
    assert one["times"] == 12
    said = rmasim("run", path).stderr
    assert re.search(r"in all: first access by ranks 0 to 3, second by ranks 0 to 3, memory of ranks 0 to 3: "
                     "at least 12 times", said)


def test_two_statements_of_one_program_are_two_findings(tmp_path):
    puts = [{"put": {"win": "w", "target": 0, "disp": disp, "datatype": "int64"}} for disp in (0, 8)]
    _, found = found_in(tmp_path, [{"fence": {"win": "w"}}, *puts, {"fence": {"win": "w"}}])
    assert [[access["place"] for access in one["accesses"]] for one in found["findings"]] == [
        [f"programs[0].calls[{nth}].put"] * 2 for nth in (1, 2)]
    assert all(one["first_ranks"] == one["second_ranks"] == [0, 1, 2, 3] for one in found["findings"])
    assert all(one["targets"] == [0] for one in found["findings"])


def test_a_pair_that_occurs_once_has_no_line_of_ranks(tmp_path):
    path, found = found_in(tmp_path, [], programs=[
        {"ranks": str(rank), "calls": [{"fence": {"win": "w"}}, {"put": {"win": "w", "target": 2}},
                                       {"fence": {"win": "w"}}]} for rank in (0, 1)] + [
        {"ranks": "2-3", "calls": [{"fence": {"win": "w"}}, {"fence": {"win": "w"}}]}])
    assert found["findings"][0]["times"] == 1
    assert "in all" not in rmasim("run", path).stderr


# ---- The repair.

def passive(*calls):
    return [{"lock": {"win": "w", "target": 1, "type": "shared"}}, *calls, {"unlock": {"win": "w", "target": 1}}]


RPUT = {"rput": {"win": "w", "target": 1, "datatype": "int64", "request": "r", "from": {"win": "b", "disp": 0}}}
RGET = {"rget": {"win": "w", "target": 1, "datatype": "int64", "request": "r", "into": {"win": "b", "disp": 0}}}
WAIT = {"wait": {"request": "r"}}
GET = {"get": {"win": "w", "target": 1, "datatype": "int64", "into": {"win": "b", "disp": 8}}}
STORE = {"store": {"win": "b", "datatype": "int64", "value": 9}}
FLUSH = {"flush": {"win": "w", "target": 1}}


def rank_0(calls):
    return {"ranks": 2, "programs": [{"ranks": "0", "calls": calls}, {"ranks": "1", "calls": []}]}


def test_a_wait_for_an_rput_frees_the_buffer_only(tmp_path):
    """WAIT is no repair for a GET of the same bytes; FLUSH is one. For the buffer, WAIT is one."""
    _, found = found_in(tmp_path, [], **rank_0(passive(RPUT, WAIT, GET)))
    (one,) = found["findings"]
    assert one["remedy"] == ("call FLUSH for the target between the two accesses; WAIT for the request of RPUT frees "
                             "the buffer only")
    assert one["accesses"][0]["what"] == "rput"
    _, found = found_in(tmp_path, [], **rank_0(passive(RPUT, WAIT, FLUSH, GET)))
    assert found["total"] == 0
    _, found = found_in(tmp_path, [], **rank_0(passive(RPUT, STORE, WAIT)))
    (one,) = found["findings"]
    assert one["remedy"].startswith("free the buffer first: by WAIT for the request of RPUT")
    _, found = found_in(tmp_path, [], **rank_0(passive(RPUT, WAIT, STORE)))
    assert found["total"] == 0


def test_a_wait_for_an_rget_completes_it(tmp_path):
    put = {"put": {"win": "w", "target": 1, "datatype": "int64", "value": 1}}
    _, found = found_in(tmp_path, [], **rank_0(passive(RGET, put, WAIT)))
    (one,) = found["findings"]
    assert one["remedy"] == "call FLUSH_LOCAL for the target, or WAIT for its request, between the two accesses"
    _, found = found_in(tmp_path, [], **rank_0(passive(RGET, WAIT, put)))
    assert found["total"] == 0


def test_one_buffer_for_origin_and_result(tmp_path):
    """No call can complete the first access before the second one."""
    b = {"win": "b", "disp": 0}
    both = {"get_accumulate": {"win": "w", "target": 1, "datatype": "int64", "op": "sum", "from": b, "into": b}}
    _, found = found_in(tmp_path, [], **rank_0(passive(both)))
    (one,) = found["findings"]
    assert one["rule"] == "buffer_in_use"
    assert one["missing"] == "the call reads and writes the same bytes"
    assert one["remedy"].startswith("give the call disjoint buffers")


def lock_all(win, *calls):
    return [{"lock_all": {"win": win}}, *calls, {"unlock_all": {"win": win}}]


PUT_1 = {"put": {"win": "w", "target": 1, "datatype": "int64", "value": 1}}
LOAD = {"load": {"win": "w", "datatype": "int64", "as": "x"}}
BARRIER, SYNC = {"barrier": {}}, {"sync": {"win": "w"}}


@pytest.mark.parametrize("before, after, found", [
    ([], [SYNC], ["concurrent_local"]), ([FLUSH], [], ["stale_private"]), ([FLUSH], [SYNC], [])])
def test_a_barrier_that_is_there_is_not_missing(tmp_path, before, after, found):
    """Without the FLUSH, the barrier orders the calls only. The repair names the FLUSH, and works with the SYNC."""
    _, report = found_in(tmp_path, [], ranks=2, programs=[
        {"ranks": "0", "calls": lock_all("w", PUT_1, *before, BARRIER)},
        {"ranks": "1", "calls": lock_all("w", BARRIER, *after, LOAD)}])
    assert [one["rule"] for one in report["findings"]] == found
    if found == ["concurrent_local"]:
        (one,) = report["findings"]
        assert [access["what"] for access in one["accesses"]] == ["put", "load"]  # in the order of time
        assert one["missing"] == ("the first access may continue until FLUSH or UNLOCK_ALL at its origin, which is not "
                                  "ordered before the second access")
        assert one["remedy"].endswith(
            "or complete the first one (FLUSH, UNLOCK_ALL) and only then notify the rank of the second access: by a "
            "message, a BARRIER, or a flag that both ranks access by accumulates; in the separate model, the owner "
            "must also call LOCK or SYNC before its access")
    if found == ["stale_private"]:
        assert report["findings"][0]["missing"] == (
            "between the completion of the update and the second access, the owner calls no WAIT, FENCE, LOCK or SYNC "
            "on the window, so the update is not visible in the private copy")


def test_a_message_that_orders_the_calls_only_is_not_missing(tmp_path):
    """Rank 2 puts after the BARRIER that follows the put of rank 0, which is complete after the BARRIER only."""
    flush = {"flush_local": {"win": "w", "target": 1}}
    _, report = found_in(tmp_path, [], ranks=3, programs=[
        {"ranks": "0", "calls": lock_all("w", PUT_1, flush, BARRIER)}, {"ranks": "1", "calls": [BARRIER]},
        {"ranks": "2", "calls": lock_all("w", BARRIER, PUT_1, flush)}])
    (one,) = report["findings"]
    assert one["missing"] == ("the calls of the two accesses are ordered, but the first access may continue after its "
                              "call, until FLUSH or UNLOCK_ALL at its origin, which is not ordered before the second "
                              "access")
    assert one["remedy"] == ("complete the first access (FLUSH or UNLOCK_ALL) before the message, the barrier or the "
                             "other call by which the two calls are ordered")


def exposure(*calls):
    return [{"post": {"win": "w", "group": [0, 2]}}, *calls, {"wait": {"win": "w"}}]


def access(*calls):
    return [{"start": {"win": "w", "group": [1]}}, *calls, {"complete": {"win": "w"}}]


@pytest.mark.parametrize("first, second, target, remedy", [
    ([PUT_1], [], [LOAD], "move the load before the POST or after the WAIT of the exposure epoch that has the "
     "operation"),
    ([PUT_1], [PUT_1], [], "put the two operations into two exposure epochs: let the target call POST for one of the "
     "origins, and POST for the other origin only after WAIT"),
    ([PUT_1, PUT_1], [], [], "end the epoch between the two operations: COMPLETE and START again at the origin, WAIT "
     "and POST again at the target")])
def test_accesses_of_one_exposure_epoch(tmp_path, first, second, target, remedy):
    """The repair names the calls of both sides."""
    _, report = found_in(tmp_path, [], ranks=3, programs=[
        {"ranks": "0", "calls": access(*first)}, {"ranks": "1", "calls": exposure(*target)},
        {"ranks": "2", "calls": access(*second)}])
    assert [one["remedy"] for one in report["findings"]] == [remedy]


# ---- The pages of rules.

RULES = ROOT / "protocol/memmodel/RULES.md"


def test_a_finding_ends_with_the_page_of_its_rule(tmp_path):
    fence = {"fence": {"win": "w"}}
    path, found = found_in(tmp_path, [fence, {"put": {"win": "w", "target": 0}}, fence])
    page = "protocol/memmodel/RULES.md#concurrent_rma"
    assert found["findings"][0]["page"] == page
    assert f"\n     see {page}\n" in rmasim("run", path).stderr


@pytest.mark.parametrize("rule", re.findall(r'^    \{"(\w+)", "MM-', (ROOT / "protocol/memmodel/rules.cpp").read_text(),
                                            re.MULTILINE))
def test_each_rule_has_an_anchor(rule):
    assert f"\n## {rule}\n" in RULES.read_text(encoding="utf-8")
