"""Every program that family synccount must refuse: its exit code, and a message that names call, counter and rank.
`CASES` lists these programs in the order of the rules; those of exit code 2 are in this file."""

import json

import pytest
from rmasim_runner import SCENARIOS, document_of, rmasim, with_json, without_likewise, without_positions

ERRORS = SCENARIOS / "synccount/errors"
RACES = SCENARIOS / "synccount/races"

# A file of scenarios/synccount, its exit code, and the text of the report.
CASES = [
    # MPI_ERR_WIN_COUNTER
    ("errors/below-zero", 4, "rank 1: request_wait", "MPI_ERR_WIN_COUNTER: counter 0 of rank 1 was lowered to -1, "
                                                     "last by rank 0"),
    ("races/race-3", 4, "rank 1: startall", "MPI_ERR_WIN_COUNTER: counter 1 of rank"),
    # START of an active request, `restart`'s included; `restart` where it is not supported
    ("errors/start-of-an-active-request", 4, "rank 0: request_start",
     "the request for operations to rank 1, which lowers the counter with index 0 of rank 1, is active"),
    ("errors/start-of-a-restarted-request", 4, "rank 0: request_start",
     "which lowers the counter with index 0 of rank 1, is active"),
    ("errors/restart-not-supported", 4, "rank 0: win_sync_ops_init",
     "the info key restart is not supported (protocol.restart is false), for the counter with index 0 of rank 1"),
    # handles: of the wrong side, rank or window, null, freed, passed on
    ("errors/counter-of-another-rank", 4, "rank 0: win_sync_object_init",
     "the handle of the counter with index 0 of rank 1 was received in a message; rank 0 must use a handle of its "
     "own counter in this call"),
    ("errors/target-of-another-rank", 4, "rank 0: win_sync_ops_init",
     "the counter with index 0 of rank 1 is not a counter of the target, rank 0"),
    ("errors/counter-of-another-window", 4, "rank 0: win_sync_object_init",
     "counter 0 of rank 0 belongs to window 1, not to window 0"),
    ("errors/remote-counter-of-another-window", 4, "rank 0: win_sync_ops_init",
     "the counter with index 0 of rank 1 belongs to window 1, not to window 0"),
    ("errors/null-handle", 4, "rank 0: win_sync_ops_init", "the handle is MPI_SYNC_NULL"),
    ("errors/freed-handle", 4, "rank 1: win_sync_object_init", "the counter with index 0 of rank 1 was freed"),
    ("errors/handle-passed-on", 4, "rank 0: send",
     "the handle of the counter with index 0 of rank 1 was received in a message, and must not be sent again"),
    ("errors/handle-of-bcast-passed-on", 4, "rank 1: gather",
     "the handle of the counter with index 0 of rank 0 was received in a message, and must not be sent again"),
    ("errors/handle-of-gather-is-remote", 4, "rank 0: win_sync_object_init",
     "the handle of the counter with index 0 of rank 0 was received in a message"),
    # counters in use
    ("errors/second-object-request", 4, "rank 0: win_sync_object_init", "counter 0 of rank 0 has a request already"),
    ("errors/counter-freed-in-use", 4, "rank 0: win_free_sync_objects",
     "the request of counter 0 of rank 0 is active"),
    ("errors/signal-for-a-freed-counter", 4, "rank 1: the end of the program",
     "a signal of rank 0 came for the counter with index 0 of rank 1, which was freed"),
    # windows that the caller or the target has not
    ("errors/operation-of-a-stranger", 4, "rank 1: put", "rank 1 has not window 0"),
    ("errors/operation-outside-the-window", 4, "rank 0: put", "rank 1 has not window 0: only the first 1 ranks have"),
    ("errors/operation-after-leaving", 4, "rank 1: put", "rank 1 has not window 0"),
    ("errors/operation-to-one-that-left", 4, "rank 0: put", "rank 1 has not window 0: only the first 1 ranks have it"),
    ("errors/peer-outside", 4, "rank 0: win_change_comm", "peer 2 is not in both the old and the new group of the "
                                                          "window"),
    ("errors/communicators-differ", 4, "rank 2: win_change_comm",
     "to 2 ranks (2, 3), but rank 0 called win_change_comm at programs[0].calls[0].win_change_comm to 2 ranks (0, 1); "
     "all ranks must name the same communicator"),
    ("errors/operation-of-the-old-communicator", 4, "rank 0: put", "rank 0 has not window 0"),
    ("errors/operation-to-the-old-communicator", 4, "rank 2: win_sync_ops_init",
     "the counter with index 0 of rank 0"),
    ("errors/peers-differ", 4, "rank 1: win_change_comm",
     "with peer 1, but rank 0 called win_change_comm at programs[0].calls[0].win_change_comm with peer 0"),
    ("errors/peers-differ-nobody-tells", 4, "rank 1: win_change_comm",
     "with peer 0, but rank 0 called win_change_comm at programs[0].calls[0].win_change_comm with peer 1"),
    # the end
    ("errors/active-at-the-end", 4, "rank 0: request_wait", "the request of counter 0 of rank 0 is still active"),
    ("errors/uncovered-at-the-end", 4, "rank 0: request_wait",
     "no request of win_sync_ops_init has completed an operation of rank 0 to rank 1"),
    # messages
    ("errors/message-nobody-receives", 4, "rank 1: recv",
     "nobody has received the message that rank 0 sent to rank 1 with tag 5"),
    ("errors/irecv-too-small", 4, "rank 0: irecv", "a message of 2 elements of byte does not fit 1 of byte"),
    # runs that cannot finish
    ("errors/nobody-signals", 3, "rank 0: request_wait",
     "counter 0 of rank 0 at 1 of 1; signals applied: 0; missing: a signal, but no other rank has a request for this"),
    ("errors/variant-3-notify-wait", 3, "rank 0: request_wait",
     "counter 1 of rank 0 at 2 of 2; signals applied: 0; missing: signals of ranks 1 and 3, which have started"),
    ("errors/signal-before-start", 3, "rank 1: request_wait",
     "signals from rank 0 applied: 1; 1 signal was lost: start set the counter to 1 when it was at 0; missing: a "
     "signal; only rank 0 has a request for this counter, and it is not started"),
    ("races/race-3:ignored", 3, "request_wait", "1 signal was lost: start"),
    ("errors/change-comm-missing", 3, "rank 0: win_change_comm", "waits for BARRIER round 0 from rank 2"),
    # no counter detects wrong bytes
    ("worlds/vacuous-signal", 1, "rank 1 at programs[1].calls[5].load", "expected 7, got 0"),
    ("worlds/false-zero", 1, "rank 0 at programs[0].calls[6].load", "expected 2, got 0"),
]


def path_of(name):
    return SCENARIOS.parent / f"tests/explore/{name.replace('worlds/', 'worlds/synccount/')}.json" \
        if name.startswith("worlds/") else SCENARIOS / "synccount" / with_json(name)


def run_without_expectations(program, tmp_path, verb="run", *options):
    program = {key: value for key, value in program.items() if key not in ("expect", "$schema")}
    path = tmp_path / "program.json"
    path.write_text(json.dumps(program))
    return rmasim(verb, path, *options)


@pytest.mark.parametrize("name, code, who, what", CASES)
def test_ends_with_its_code_and_says_why(name, code, who, what, tmp_path):
    program = document_of(path_of(name))
    verb = ("explore", "--out", tmp_path, "--first") if code == 1 else ("run",)
    ended = run_without_expectations(program, tmp_path, *verb)
    assert ended.returncode == code, ended.stdout + ended.stderr
    said = without_likewise(without_positions(ended.stderr))
    assert who in said and what in said, ended.stderr


def test_every_error_of_the_scenarios_is_in_the_list():
    assert {path.stem for path in ERRORS.glob("*.json")} == \
        {name.removeprefix("errors/") for name, *_ in CASES if name.startswith("errors/")}


# ---- Exit code 2: what is wrong with the text of a program

ALLOC = {"win_alloc_sync_objects": {"as": "c"}}
ABSENT = ["fence", "post", "complete", "lock", "unlock", "lock_all", "unlock_all", "flush", "flush_all", "flush_local",
          "flush_local_all", "sync", "rput", "rget", "raccumulate", "rget_accumulate", "get_accumulate",
          "fetch_and_op", "compare_and_swap", "win_create", "win_free"]
ONLY_ON_WINDOWS = {"start": {"group": [1]}, "wait": {}, "test": {"as": "x"}}
OPS_INIT = {"target": 1, "mode": ["put"], "counter": "c", "request": "r"}
HANDLE = {"datatype": "handle_sync"}
OBJECT_INIT = {"counter": "c", "count": 1, "request": "r"}
WRONG_ARGUMENTS = [
    ({"put": {"target": 1, "datatype": "handle_sync"}}, 'calls[1].put.datatype: found "handle_sync"'),
    ({"get": {"target": 1, "datatype": "handle_sync", "as": "x"}}, 'calls[1].get.datatype: found "handle_sync"'),
    ({"reduce": HANDLE | {"value": "c"}}, 'calls[1].reduce.datatype: found "handle_sync"'),
    ({"allreduce": HANDLE | {"value": "c"}}, 'calls[1].allreduce.datatype: found "handle_sync"'),
    ({"accumulate": {"target": 1} | HANDLE}, 'calls[1].accumulate.datatype: found "handle_sync"'),
    ({"send": {"target": 1, "count": 2, "value": ["c"]} | HANDLE},
     'calls[1].send.value: found ["c"]; allowed: a list or an array of at least 2, for all handles that are sent'),
    ({"send": {"target": 1} | HANDLE}, 'calls[1].send: found no "value"'),
    ({"send": {"target": 1, "value": "c", "step": 1} | HANDLE}, "calls[1].send.step: found 1"),
    ({"send": {"target": 1, "from": {"disp": 0}} | HANDLE}, 'calls[1].send.from: found {"disp":0}'),
    ({"recv": {"source": 1, "count": 2, "as": "h"} | HANDLE},
     'calls[1].recv.as: found "h"; allowed: an array of at least 2, for all handles that may be received'),
    ({"recv": {"source": 1, "into": {"disp": 0}} | HANDLE}, "calls[1].recv.into: found"),
    ({"gather": {"datatype": "int64", "as": "x"}}, 'calls[1].gather.as: found "x"; allowed: "into"'),
    ({"bcast": {"datatype": "int64", "value": ["c"]}}, 'calls[1].bcast.value: found ["c"]'),
    # what only the run can tell
    ({"allgather": HANDLE | {"value": "c", "as": "h"}},
     "calls[1].allgather.as (rank 0): found 1 variable; allowed: an array of at least 2, for all handles that may "
     "be received"),
    ({"scatter": HANDLE | {"value": ["c"], "as": "h"}},
     "calls[1].scatter.value (rank 0): found only 1 of 2 handles; allowed: as many as are sent"),
    ({"bcast": HANDLE | {"as": "h"}},
     "calls[1].bcast.value (rank 0): found none; allowed: the handles that the root sends"),
    ({"win_sync_ops_init": OPS_INIT | {"mode": ["putt"]}}, 'win_sync_ops_init.mode[0]: found "putt"'),
    ({"win_sync_ops_init": OPS_INIT | {"info": {"restrat": True}}}, "info.restrat: found an unknown key"),
    ({"win_sync_object_init": OBJECT_INIT | {"info": {"no": 1}}}, "info.no: found an unknown key"),
    ({"win_sync_object_init": OBJECT_INIT | {"count": -1}}, "win_sync_object_init.count: found -1"),
]
NEW_CALLS = {"win_alloc_sync_objects": {"as": "d"}, "win_free_sync_objects": {"counters": ["c"]},
             "win_sync_ops_init": OPS_INIT, "win_sync_object_init": OBJECT_INIT,
             "win_change_comm": {"ranks": 2, "peer": 0}}
OTHER_FAMILIES = ["newrma", "shm", "oldqueue", "ch3", "ch4"]


def refused(calls, tmp_path, family="synccount", **more):
    shared = family == "shm"
    program = {"name": "p", "ranks": 2, "platform": {"ranks_per_node": 2 if shared else 1},
               "protocol": {"family": family}, "windows": {"w": {"bytes": 64, "shared": shared}},
               "programs": [{"calls": calls}]} | more
    ended = run_without_expectations(program, tmp_path)
    assert ended.returncode == 2, ended.stdout + ended.stderr
    assert ended.stdout == ""
    return ended.stderr


@pytest.mark.parametrize("call", ABSENT)
def test_has_no_epochs_and_no_r_forms(call, tmp_path):
    assert f'calls[0].{call}: found "{call}"; allowed: the calls of family synccount' in refused([{call: {}}], tmp_path)


@pytest.mark.parametrize("call", ONLY_ON_WINDOWS)
def test_has_the_calls_on_requests_only(call, tmp_path):
    assert f"calls[0].{call}: found MPI_Win_{call}; allowed: the calls of this name in family synccount: MPI_" \
        in refused([{call: ONLY_ON_WINDOWS[call]}], tmp_path)


def test_shares_no_windows(tmp_path):
    assert "windows.w.shared: found true" in refused([{"barrier": {}}], tmp_path,
                                                     windows={"w": {"bytes": 64, "shared": True}})


@pytest.mark.parametrize("call, complaint", WRONG_ARGUMENTS)
def test_refuses_arguments(call, complaint, tmp_path):
    assert complaint in refused([ALLOC, call], tmp_path)


def test_a_start_is_of_a_request_or_of_a_group(tmp_path):
    calls = [ALLOC, {"win_sync_object_init": OBJECT_INIT}, {"start": {"request": "r", "group": [1]}}]
    assert 'calls[2].start.group: found [1]; allowed: no "group" together with requests' in refused(calls, tmp_path)


@pytest.mark.parametrize("family", OTHER_FAMILIES)
@pytest.mark.parametrize("call", NEW_CALLS)
def test_no_other_family_has_counters(family, call, tmp_path):
    assert f'{call}: found "{call}"' in refused([{"let": {"c": 1}}, {call: NEW_CALLS[call]}], tmp_path, family)


@pytest.mark.parametrize("family", OTHER_FAMILIES)
def test_no_other_family_has_handles_or_windows_of_some(family, tmp_path):
    let = {"let": {"c": 1}}
    for call in ({"send": {"target": 1, "datatype": "handle_sync", "value": "c"}},
                 {"recv": {"source": 1, "datatype": "handle_sync", "as": "c"}}):
        assert 'datatype: found "handle_sync"' in refused([let, call], tmp_path, family)
    assert "windows.w.ranks: found 1" in refused([{"barrier": {}}], tmp_path, family,
                                                 windows={"w": {"bytes": 64, "ranks": 1, "shared": family == "shm"}})


@pytest.mark.parametrize("family", ["synccount", *OTHER_FAMILIES])
def test_no_family_has_persistent_messages_of_handles(family, tmp_path):
    for call, peer in (("send_init", "target"), ("recv_init", "source")):
        made = {call: {peer: 1, "request": "r", "datatype": "handle_sync"}}
        assert f'{call}.datatype: found "handle_sync"' in refused([made], tmp_path, family)


ROWS = {"row": {"colour": "rank < 4 ? rank / 2 : undefined"}}


def refused_on_rows(calls, tmp_path):
    programs = [{"ranks": "4", "calls": calls}]
    return refused([], tmp_path, ranks=5, communicators=ROWS, programs=programs)


def test_the_communicator_of_a_rank_that_leaves_is_the_only_one_with_ranks_of_the_window(tmp_path):
    assert ('win_change_comm.comm (rank 4): found "row"; allowed: a communicator that the rank is in, or the only one '
            'with ranks of the window, of which there are 2: rank 4 is in no communicator of "row"') \
        in refused_on_rows([{"win_change_comm": {"comm": "row", "peer": 0}}], tmp_path)


def test_win_change_comm_needs_a_communicator_or_a_number_of_ranks(tmp_path):
    assert 'win_change_comm: found neither "comm" nor "ranks"' \
        in refused_on_rows([{"win_change_comm": {"peer": 0}}], tmp_path)


def test_a_peer_and_a_number_of_ranks_are_in_the_communicator(tmp_path):
    assert "win_change_comm.peer: found 2; allowed: an integer from 0 to 1" \
        in refused_on_rows([{"win_change_comm": {"comm": "row", "peer": 2}}], tmp_path)
    assert "win_change_comm.ranks: found 3; allowed: an integer from 1 to 2" \
        in refused_on_rows([{"win_change_comm": {"comm": "row", "ranks": 3, "peer": 0}}], tmp_path)


def test_targets_are_ranks_of_the_present_communicator(tmp_path):
    """Ranks 0 and 1 have the window after the change, and rank 0 has it with target 0 or 1."""
    calls = [{"win_change_comm": {"comm": "row", "peer": 0}}, {"put": {"target": 2}}]
    assert "put.target (rank 0): found 2; allowed: -1 (MPI_PROC_NULL) to 1: the window's communicator has 2 ranks" \
        in refused([], tmp_path, ranks=3, communicators={"row": {"colour": "rank < 2 ? 0 : undefined"}},
                   programs=[{"ranks": "0-1", "calls": calls}, {"ranks": "2", "calls": calls[:1]}])
