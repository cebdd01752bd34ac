"""Shared memory: the memory model's verdict on a program agrees with the machine. Rank 0 writes and synchronises with
rank 1, and rank 1 reads. The programs use every way of writing and reading that MPI has, with and without the required
synchronisation. The checker reports an error (MM-SHM-1) for a program if and only if some order reads a wrong value."""

import json

import pytest
from explore_runner import explore, run

INT = {"datatype": "int64"}


def lock(target):
    return {"lock": {"target": target, "type": "shared"}}


def unlock(target):
    return {"unlock": {"target": target}}


ALL, END, SYNC, FLUSH_ALL = {"lock_all": {}}, {"unlock_all": {}}, {"sync": {}}, {"flush_all": {}}
SEND, RECV = {"send": {"target": 1}}, {"recv": {"source": 0}}


def store(owner):
    return {"store": {"target": owner, "value": 1} | INT}


def writers(owner):
    """Returns the ways of writing to the window segment of `owner`, by name, each with its calls. The calls include the
    message."""
    put = {"put": {"target": owner, "value": 1} | INT}
    return {
        "store": [store(owner), SEND],
        "store, lock": [store(owner), lock(owner), SEND, unlock(owner)],
        "store, lock, unlock": [store(owner), lock(owner), unlock(owner), SEND],
        "lock, store, unlock": [lock(owner), store(owner), unlock(owner), SEND],
        "lock, store": [lock(owner), store(owner), SEND, unlock(owner)],
        "lock_all, store": [ALL, store(owner), SEND, END],
        "lock_all, store, sync": [ALL, store(owner), SYNC, SEND, END],
        "lock_all, store, flush": [ALL, store(owner), {"flush": {"target": owner}}, SEND, END],
        "lock_all, store, flush of another": [ALL, store(owner), {"flush": {"target": 1 - owner}}, SEND, END],
        "lock_all, store, flush_all": [ALL, store(owner), FLUSH_ALL, SEND, END],
        "lock_all, store, unlock_all": [ALL, store(owner), END, SEND],
        "lock, put, unlock": [lock(owner), put, unlock(owner), SEND],
        "lock_all, put, flush": [ALL, put, {"flush": {"target": owner}}, SEND, END],
        "lock_all, put, unlock_all": [ALL, put, END, SEND],
    }


def readers(owner):
    load = {"load": {"target": owner, "as": "x", "expect": 1} | INT}
    kept = {"win": "w", "disp": 8}
    see = {"load": {"disp": 8, "as": "x", "expect": 1} | INT}
    get = {"get": {"target": owner, "into": kept} | INT}
    fetch = {"fetch_and_op": {"target": owner, "op": "no_op", "into": kept} | INT}
    return {
        "load": [RECV, load],
        "lock, load": [RECV, lock(owner), load, unlock(owner)],
        "lock, told, load": [lock(owner), RECV, load, unlock(owner)],
        "lock, told, unlock, load": [lock(owner), RECV, unlock(owner), load],
        "lock_all, told, load": [ALL, RECV, load, END],
        "lock_all, told, sync, load": [ALL, RECV, SYNC, load, END],
        "lock_all, told, flush_all, load": [ALL, RECV, FLUSH_ALL, load, END],
        "told, lock_all, load": [RECV, ALL, load, END],
        "lock, told, get": [lock(owner), RECV, get, unlock(owner), see],
        "lock_all, told, get": [ALL, RECV, get, END, see],
        "lock_all, told, fetch": [ALL, RECV, fetch, END, see],
        "told, lock, get": [RECV, lock(owner), get, unlock(owner), see],
    }


def scenario(owner, writer, reader):
    return {"name": "shared", "ranks": 2, "windows": {"w": {"bytes": 16, "shared": True}},
            "platform": {"ranks_per_node": 2, "memory": {"order": "weak"}},
            "programs": [{"ranks": "0", "calls": writers(owner)[writer]},
                         {"ranks": "1", "calls": readers(owner)[reader]}]}


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("writer", writers(0))
def test_the_model_and_the_machine_agree(writer, owner, tmp_path):
    verdicts = {}
    for reader in readers(owner):
        file = tmp_path / "program.json"
        file.write_text(json.dumps(scenario(owner, writer, reader)))
        finished = explore(file, "--limit", "0", "--format", "json")
        played = json.loads(finished.stdout)
        assert played["exhausted"]
        checked = run(file, "--semantics", "unified")
        assert ("MM-SHM-1" in checked.stderr) == (checked.returncode == 4), checked.stderr
        verdicts[reader] = (played["failing"] > 0, checked.returncode == 4)
    assert {reader: wrong for reader, (wrong, _) in verdicts.items()} == \
        {reader: erroneous for reader, (_, erroneous) in verdicts.items()}
