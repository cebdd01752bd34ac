"""The packets of messages of each mode and size, by the table of protocol/MESSAGES.md. The runs keep no data."""

import math
from collections import Counter
from pathlib import Path

import pytest
from message_scenarios import scenario
from rmasim_runner import result_of

PAGE = Path(__file__).parents[3] / "protocol/MESSAGES.md"
LIMIT = 4096
PART = 2**30  # the default, a multiple of the elements' size
SIZES = (0, 8, LIMIT, LIMIT + 8, 2**31 - 8, 2**31, 2**31 + 8, 3 * 2**30, 3 * 2**30 + 8)
CALLS = ("send", "isend", "bsend", "ibsend", "rsend", "irsend", "ssend", "issend")


def rows_of_the_page():
    """Returns a list of (calls, condition, packets by kind). The last two are Python expressions of s, L, P and p."""
    _, table = PAGE.read_text(encoding="utf-8").split("| calls | size | packets |\n", 1)
    rows = []
    for line in table.split("\n\n", 1)[0].splitlines()[1:]:
        calls, condition, packets = (cell.strip() for cell in line.strip("|").split("|"))
        kinds = {one.rsplit(" ", 1)[1]: one.rsplit(" ", 1)[0].replace("^", "**") for one in packets.split(", ")}
        rows.append((calls.lower().split(", "), condition.replace("^", "**"), kinds))
    return rows


def packets(call, size):
    names = {"s": size, "L": LIMIT, "P": PART, "p": PART, "ceil": math.ceil}
    (kinds,) = [kinds for calls, condition, kinds in rows_of_the_page()
                if (call in calls or calls == ["all of these"]) and eval(condition, {}, names)]
    return {kind: eval(number, {}, names) for kind, number in kinds.items()}


def test_each_call_of_the_page_is_run():
    assert {call for calls, _, _ in rows_of_the_page() for call in calls} == {*CALLS, "all of these"}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("family", ("newrma", "shm", "oldqueue", "ch3", "ch4", "synccount"))
def test_packets_by_the_formulas(tmp_path, family, call):
    """The receives are posted before the sends begin, as RSEND requires."""
    send = [{"buffer_attach": {"bytes": 2**34}}, {"recv": {"source": 1, "tag": 1}}]
    receive = []
    for number, size in enumerate(SIZES):
        request = {"request": f"r{number}"} if call.startswith("i") else {}
        send += [{call: {"target": 1, "datatype": "int64", "count": size // 8, "tag": 2, **request}}]
        send += [{"wait": {"request": f"r{number}"}}] if request else []
        receive += [{"irecv": {"source": 0, "datatype": "int64", "count": size // 8, "tag": 2,
                               "request": f"q{number}"}}]
    receive += [{"send": {"target": 0, "tag": 1}}]
    receive += [{"wait": {"request": f"q{number}"}} for number in range(len(SIZES))]
    expected = Counter({"SEND": 1})
    for size in SIZES:
        expected.update(packets(call, size))
    result = result_of(scenario(tmp_path, family, send, receive, eager_bytes=LIMIT, data=False))
    assert result["outcome"] == "finished"
    assert result["messages"]["by_kind"] == dict(expected)
