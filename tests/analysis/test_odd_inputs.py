"""Input files that no tool of this project wrote lead to a message and exit code 2, without a traceback or output."""

import contextlib
import io
import json

import pytest
from rmasim_analysis.__main__ import main
from rmasim_runner import SCENARIOS, result_of, rmasim
from small_sweep import write

SHM = SCENARIOS / "shm/accumulate/throughput.json"
# As JSON texts, because Python cannot write all of them.
ODD = ['{}', '[]', '[1]', '"x"', '"\\ud800"', "1" + 400 * "0", "1" + 5000 * "0", "1e400", "NaN", "-1", "null", "true",
       '"\\u001b[31m\\u0000"', "0", "1e300", str(2**64 - 1)]
MARK = "@@@"


def paths_of(document, path=()):
    """Yields the path of every value."""
    yield path
    lists = enumerate(document) if isinstance(document, list) else ()
    members = document.items() if isinstance(document, dict) else lists
    for key, member in members:
        yield from paths_of(member, (*path, key))


def with_value(document, path, text):
    """Returns the document as text, with `text` instead of the value at the path."""
    copy = json.loads(json.dumps(document))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    if not path:
        return text
    inner[path[-1]] = MARK
    return json.dumps(copy).replace(f'"{MARK}"', text)


def reported(tmp_path, text, capsys):
    """Runs the tools on a file with this text. Checks the properties that hold for any text."""
    (tmp_path / "odd.json").write_text(text)
    page = tmp_path / "page.html"
    page.unlink(missing_ok=True)
    exit_code = main(["report", str(tmp_path / "odd.json"), "-o", str(page)])
    complaints = capsys.readouterr().err
    assert exit_code in (0, 2), (text[:2000], complaints)
    assert page.exists() == (exit_code == 0)
    assert exit_code == 0 or ("odd.json" in complaints and ": found " in complaints and "; allowed: " in complaints)
    return exit_code


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """Returns a result with every part that a result may have, an exploration, a tuning and a trace."""
    folder = tmp_path_factory.mktemp("documents")
    small = SCENARIOS / "newrma/lock/lock-put-unlock.json"
    rmasim("run", small, "--trace", folder / "trace.json")
    result = result_of(SCENARIOS / "faults/pools-shrink.json") | {
        part: found for part, found in result_of(SHM, "--set", "ranks=2").items()
        if part in ("mutexes", "caches", "shared_memory")}
    result |= {"stuck": result_of(SCENARIOS / "faults/pool-shrinks-to-nothing.json")["stuck"][:1], "cause": "lost",
               "faults": {"ranks_died": {"total": 1, "first": [{"rank": 1, "when": "at 5 ns"}]},
                          "packets_lost": {"total": 1, "first": [{"packet": "0>1 PUT", "nth_of_pair": 1}]},
                          "packets_to_the_dead": 2, "pools_shrunk": {"total": 0, "first": []}},
               "settings": {"ranks": 2}, "violation": {"invariant": "x", "what": "y"},
               "expectations_failed": [{"what": "a", "expected": "1", "got": "2"}],
               "stale_reads": {"total": 1, "first": ["a"]}}
    exploration = json.loads(rmasim("explore", small, "--format", "json").stdout)
    with contextlib.redirect_stdout(io.StringIO()) as tuning:
        assert main(["tune", str(small), "--runs", "20", "--format", "json", "-j", "1"]) == 0
    return {"result": result, "exploration": exploration, "tuning": json.loads(tuning.getvalue()),
            "trace": json.loads((folder / "trace.json").read_text())}


@pytest.mark.parametrize("path, text", [
    (("scenario",), '"\\ud800"'), (("messages", "total"), "{}"), (("time_ns",), "1" + 400 * "0"),
    (("elements", "op.global", "size"), "1e400"), (("stuck",), "3"), (("faults", "ranks_died", "first"), '["x"]'),
    (("messages", "by_kind"), '{"PUT": 0}'), ((), "[" * 100_000),
], ids=lambda value: str(value)[:30])
def test_an_odd_result(tmp_path, documents, capsys, path, text):
    refused = text != '{"PUT": 0}'
    assert reported(tmp_path, with_value(documents["result"], path, text), capsys) == (2 if refused else 0)


# At every path one of the values is tried; the long tests try each of them everywhere.
SHIFTS = [pytest.param(shift, marks=pytest.mark.long if shift == 0 else pytest.mark.long)
          for shift in range(len(ODD))]


def odd_values(paths, shift):
    return [(path, ODD[(index + shift) % len(ODD)]) for index, path in enumerate(paths)]


@pytest.mark.parametrize("kind", ["result", "exploration", "tuning", "trace"])
@pytest.mark.parametrize("shift", SHIFTS)
def test_an_odd_value_anywhere(tmp_path, documents, capsys, kind, shift):
    document = documents[kind]
    if kind == "trace":
        document = document | {"traceEvents": document["traceEvents"][:14]}
    assert reported(tmp_path, json.dumps(document), capsys) == 0
    paths = [path for path in paths_of(document) if "settings" not in path and "otherData" not in path[:-1]]
    for path, text in odd_values(paths, shift):
        reported(tmp_path, with_value(document, path, text), capsys)


@pytest.mark.parametrize("kind", ["result", "exploration", "tuning"])
def test_a_missing_key(tmp_path, documents, capsys, kind):
    for path in paths_of(documents[kind]):
        copy = json.loads(json.dumps(documents[kind]))
        inner = copy
        for key in path[:-1]:
            inner = inner[key]
        if path and isinstance(inner, dict) and "settings" not in path[:-1]:
            del inner[path[-1]]
            reported(tmp_path, json.dumps(copy), capsys)


@pytest.mark.parametrize("shift", SHIFTS)
def test_an_odd_value_in_a_table(tmp_path, capsys, shift):
    rows = [{"ranks": ranks, "protocol.slots": slots, "outcome": "finished", "time_ns": ranks * slots,
             "memory_bound_bytes": 10 * slots, "pool.op.global.times_exhausted": 1}
            for ranks in (2, 4, 8) for slots in (1, 2)]
    folder = write(tmp_path / "sweep", rows, {"ranks", "protocol.slots"})
    for key, text in odd_values(rows[0], shift):
        lines = [json.dumps(row) for row in rows]
        lines[3] = with_value(rows[3], (key,), text)
        (folder / "table.jsonl").write_text("\n".join(lines) + "\n")
        assert main(["report", str(folder), "-o", str(tmp_path / "page.html")]) in (0, 2), (key, capsys.readouterr())
    head = json.loads((folder / "columns.json").read_text())
    for path, text in odd_values(paths_of(head), shift):
        (folder / "columns.json").write_text(with_value(head, path, text))
        assert main(["report", str(folder), "-o", str(tmp_path / "page.html")]) in (0, 2), (path, capsys.readouterr())


# ---- Sweeps.

SWEEP = ["sweep", str(SCENARIOS / "newrma/lock/lock-put-unlock.json"), "--vary", "seed=1..3", "-j", "1"]


@pytest.fixture
def program(monkeypatch, tmp_path):
    """Returns a copy of the simulator that a test may change."""
    from verbs import PROGRAM
    copy = tmp_path / "rmasim"
    copy.write_text(f'#!/bin/sh\nexec {PROGRAM} "$@"\n')
    copy.chmod(0o755)
    monkeypatch.setenv("RMASIM_PROGRAM", str(copy))
    return copy


@pytest.mark.parametrize("line", [b"garbage", b"\0" * 20, b"\xff\xfe", b"{}", b"[]", b"3",
                                  b'{"run": 1, "cpu_s": 0, "figures": []}', b'{"run": 7, "cpu_s": 0, "figures": {}}',
                                  b'{"run": "1", "cpu_s": 0, "figures": {"outcome": "finished"}}',
                                  b'{"run": 0, "cpu_s": 0, "figures": {"outcome": "finished"}}'])
def test_garbage_in_a_journal_is_named_and_nothing_is_lost(tmp_path, program, capsys, line):
    out = ["--out", str(tmp_path / "s")]
    assert main([*SWEEP, *out]) == 0
    journal = tmp_path / "s/runs.jsonl"
    lines = journal.read_bytes().splitlines()
    lines[1] = line
    journal.write_bytes(b"\n".join(lines) + b"\n")
    capsys.readouterr()
    assert main([*SWEEP, *out]) == 2
    assert f"{journal}: line 2: found " in capsys.readouterr().err.replace("line 2: line 1, column", "line 2: found ")
    assert journal.read_bytes().splitlines() == lines
    del lines[1]
    journal.write_bytes(b"\n".join(lines) + b"\n")
    assert main([*SWEEP, *out]) == 0


def test_a_manifest_that_is_none(tmp_path, program):
    out = ["--out", str(tmp_path / "s")]
    assert main([*SWEEP, *out]) == 0
    for text in ("[]", "{", '"\\ud800"'):
        (tmp_path / "s/sweep.json").write_text(text)
        assert main([*SWEEP, *out]) == 2


@pytest.mark.parametrize("does", ['rm -- "$0"; exit 0', 'rm -- "$0"; kill -9 $$', "echo garbage", "exit 5", "exit 0"])
@pytest.mark.parametrize("verb", [SWEEP, ["check", SWEEP[1]], ["tune", SWEEP[1]]], ids=lambda verb: verb[0])
def test_a_program_that_vanishes_or_talks_nonsense(tmp_path, program, capsys, monkeypatch, verb, does):
    monkeypatch.chdir(tmp_path)
    program.write_text(f"#!/bin/sh\n{does}\n")
    assert main(verb) == 5
    printed = capsys.readouterr()
    assert printed.err and "internal error" not in printed.err and "Traceback" not in printed.err


@pytest.mark.parametrize("verb", [SWEEP, ["tune", SWEEP[1], "-j", "1"]], ids=lambda verb: verb[0])
def test_a_program_that_is_removed_meanwhile(tmp_path, program, capsys, monkeypatch, verb):
    monkeypatch.chdir(tmp_path)
    program.write_text(program.read_text().replace("exec", 'rm -- "$0"\nexec'))
    assert main(verb) == 5
    assert f"rmasim: {program}: No such file or directory" in capsys.readouterr().err


@pytest.mark.parametrize("ranges", [["seed=1..3", "seed=1..3"], ["seed=1", "protocol.slots=1,2", "seed=2"]])
def test_a_setting_is_varied_once(tmp_path, capsys, ranges):
    arguments = [part for one in ranges for part in ("--vary", one)]
    assert main(["sweep", SWEEP[1], *arguments, "--out", str(tmp_path / "s")]) == 2
    assert "--vary: found seed a second time" in capsys.readouterr().err
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize("values", ["1..1e400", "1.." + 400 * "9", "1..1e400*2", 5000 * "1", "1.." + 5000 * "1"],
                         ids=lambda values: values[:12])
def test_ranges_have_numbers_that_exist(tmp_path, capsys, values):
    assert main(["sweep", SWEEP[1], "--vary", f"seed={values}", "--out", str(tmp_path / "s")]) == 2
    assert "internal error" not in capsys.readouterr().err


def test_names_do_not_move_the_cursor(tmp_path, capsys):
    scenario = json.loads((SCENARIOS / "newrma/lock/lock-put-unlock.json").read_text())
    scenario["name"] = "\x1b[2J\x00\x9b"
    path = tmp_path / "\x1b[31m.json"
    path.write_text(json.dumps(scenario))
    for verb in (["sweep", path, "--vary", "seed=1,2", "--out", tmp_path / "s"], ["check", tmp_path / "\x1b[1m"]):
        main(list(map(str, verb)))
        printed = capsys.readouterr()
        assert not {"\x1b", "\0", "\x9b"} & set(printed.out + printed.err)
        assert "\\x1b[" in printed.out + printed.err
