"""The texts of reports and errors: lines and columns, several kinds of errors together, meaningful names, and ends
without output.
"""

import json
import os
import re
import shutil
import subprocess

import pytest
from rmasim_runner import BINARY, SCENARIOS, result_of, rmasim, write_scenario

WAITS = '''{ "name": "waits", "ranks": 2, "windows": { "w": { "bytes": 64 } },
  "programs": [
    { "ranks": "0", "calls": [
      { "recv": { "source": 1 } } ] } ] }
'''


def said(tmp_path, text, *options, verb="run"):
    path = tmp_path / "a.json"
    path.write_text(text)
    finished = rmasim(verb, path, *options)
    return finished, finished.stderr.replace(str(path), "a.json")


@pytest.mark.parametrize("verb", ["run", "explore"])
def test_a_deadlock_names_lines(tmp_path, verb):
    finished, words = said(tmp_path, WAITS, verb=verb)
    assert finished.returncode == 3
    assert "  a.json:4:17: rank 0: recv at programs[0].calls[0].recv waits for SEND from rank 1\n" in words


def test_the_result_has_them_too(tmp_path):
    (tmp_path / "a.json").write_text(WAITS)
    (call,) = result_of(tmp_path / "a.json")["stuck"]
    assert (call["line"], call["column"]) == (4, 17)


def test_generated_calls_have_the_line_of_generate(tmp_path):
    text = WAITS.replace('{ "recv": { "source": 1 } }', '{ "generate": { "pattern": "halo_2d", "bytes": 8 } }')
    finished, words = said(tmp_path, text)
    assert finished.returncode == 3
    assert "  a.json:4:21: rank 0: fence at programs[0].calls[0].generate waits for" in words


UNRECEIVED = '''{ "name": "unreceived", "ranks": 2, "protocol": { "family": "FAMILY" },
  "platform": { "ranks_per_node": 2 }, "windows": { "w": { "bytes": 64, "shared": SHARED } },
  "programs": [
    { "ranks": "0", "calls": [
      { "send": { "target": 1, "tag": 3, "datatype": "int64", "value": 7 } },
      { "barrier": {} } ] },
    { "ranks": "1", "calls": [
      { "barrier": {} } ] } ] }
'''


@pytest.mark.parametrize("verb", ["run", "explore"])
@pytest.mark.parametrize("family", ["newrma", "oldqueue", "shm", "synccount", "ch3", "ch4"])
def test_a_message_that_nobody_receives_has_both_places(tmp_path, family, verb):
    """The report has the SEND, in line 5, and the program without a RECV, which begins in line 7."""
    text = UNRECEIVED.replace("FAMILY", family).replace("SHARED", "true" if family == "shm" else "false")
    finished, words = said(tmp_path, text, verb=verb)
    assert finished.returncode == 4
    where = "rank 1: recv at the end of programs[1]"
    what = "nobody has received the message that rank 0 sent to rank 1 with tag 3, at programs[0].calls[0].send (5:17)"
    run_says, explore_says = f"  a.json:7:5: {where}: {what}\n", f"{where} (7:5): {what}\n"
    assert (run_says if verb == "run" else explore_says) in words


@pytest.mark.parametrize("sends, said_at", [
    (1, ", at programs[0].calls[0].send ("),
    (2, ", at programs[0].calls[0].send (5:17) or programs[0].calls[1].send ("),
    (4, ") or 2 other places\n")])
def test_an_unreceived_message_may_come_from_several_places(tmp_path, sends, said_at):
    """The tags are expressions, so the tag of a message is known only when it is sent. All messages except one have a
    RECV."""
    send = '{ "send": { "target": 1, "tag": "3 * (rank + 1)", "value": 7 } }'
    receive = '{ "recv": { "source": 0, "tag": 3 } }'
    text = UNRECEIVED.replace("FAMILY", "newrma").replace("SHARED", "false").replace(
        '{ "send": { "target": 1, "tag": 3, "datatype": "int64", "value": 7 } }', ", ".join(sends * [send]))
    head, tail = text.rsplit('{ "barrier"', 1)
    _, words = said(tmp_path, f'{head}{(sends - 1) * (receive + ", ")}{{ "barrier"{tail}')
    assert "nobody has received" in words and said_at in words


def test_values_that_only_a_run_knows_have_lines(tmp_path):
    text = WAITS.replace('{ "recv": { "source": 1 } }', '{ "let": { "x": 9 } },\n      { "send": { "target": "x" } }')
    finished, words = said(tmp_path, text)
    assert finished.returncode == 2
    assert words == "a.json:5:29: programs[0].calls[1].send.target (rank 0): found 9; allowed: -1 to 1\n"


def test_both_calls_of_a_broken_rule_have_lines():
    path = SCENARIOS / "errors/lock-in-a-fence-epoch.json"
    lines = path.read_text().splitlines()
    words = rmasim("run", path).stderr
    first, second = (next(n for n, line in enumerate(lines, 1) if call in line) for call in ('"lock"', '"put"'))
    assert f"lock-in-a-fence-epoch.json:{first}:" in words or f"lock-in-a-fence-epoch.json:{second}:" in words
    assert "programs[1].calls[0].put (" in words or "programs[2].calls[0].lock (" in words


def test_pairs_of_accesses_have_lines():
    words = rmasim("run", SCENARIOS / "semantics/lock_all/barrier-without-flush.json").stderr
    assert words.count("barrier-without-flush.json:") == 3  # and in the witness


def test_after_a_patch_no_line_is_claimed(tmp_path):
    change = {"op": "add", "path": "/programs/0/calls/0", "value": {"compute": {"ns": 1}}}
    (tmp_path / "patch.json").write_text(json.dumps([change]))
    words = said(tmp_path, WAITS, "--patch", tmp_path / "patch.json")[1]
    assert "  rank 0: recv at programs[0].calls[1].recv waits" in words
    assert ":4:17: rank 0: recv" in said(tmp_path, WAITS, "--set", "protocol.slots=2")[1]


def test_nothing_is_not_as_expected_where_nothing_is_expected(tmp_path):
    assert "not as expected" not in said(tmp_path, WAITS)[1]
    expects = WAITS.replace("] ] }\n", '] ], "expect": { "messages": { "total": 0 } } }\n')
    assert "not as expected" in said(tmp_path, WAITS.rstrip()[:-1] + ', "expect": { "messages": { "total": 0 } } }')[1]
    assert expects


@pytest.mark.parametrize("family, calls, words", [
    ("newrma", '{ "post": { "group": [1] } }', "the end of its program at programs[0].calls[0].post: an exposure epoch "
                                               "is still open; wait is missing"),
    ("newrma", '{ "lock": { "target": 1, "type": "shared" } }, { "rput": { "target": 1, "request": "r" } }, '
               '{ "unlock": { "target": 1 } }', "the request of an operation is still active; wait for the request"),
    ("oldqueue", '{ "post": { "group": [1] } }', "an exposure epoch is still open; wait is missing"),
    ("ch3", '{ "post": { "group": [1] } }', "an exposure epoch is still open; wait is missing"),
])
def test_a_forgotten_wait(tmp_path, family, calls, words):
    other = '{ "ranks": "1", "calls": [{ "start": { "group": [0] } }, { "complete": {} }] }'
    text = WAITS.replace('{ "recv": { "source": 1 } } ] }', calls + " ] }" + (", " + other if "post" in calls else ""))
    text = text.replace('"ranks": 2,', f'"ranks": 2, "protocol": {{ "family": "{family}" }},')
    finished, found = said(tmp_path, text)
    assert finished.returncode == 4 and words in found and "the end of its program at" in found, found


SEVERAL = '''{ "name": "several", "ranks": 2, "slots": 4, "windows": { "w": { "bytes": "x" } },
  "protocol": { "slot": 2, "op_pool": { "local": -1 } },
  "programs": [ { "calls": [
    { "accumulate": { "target": 7, "op": "add" } }, { "send": { "dest": 1 } }, { "for": {} } ] } ],
  "expect": { "outcom": 1, "messages": {} } }
'''


@pytest.mark.parametrize("verb", ["run", "explore", "validate"])
@pytest.mark.parametrize("opening", ["[", '{"a":', '{"programs":['])
def test_a_text_nested_too_deeply_is_refused_where_it_is_too_deep(tmp_path, verb, opening):
    """The text may be nested deeply, because finding the location needs no stack."""
    file = tmp_path / "deep.json"
    file.write_text(opening * 200_000)
    done = rmasim(verb, file)
    assert done.returncode == 2 and "deeper nesting; allowed: at most 256 levels" in done.stderr


def test_errors_of_several_kinds_come_at_once(tmp_path):
    finished, words = said(tmp_path, SEVERAL)
    assert finished.returncode == 2
    locations = [line.split(": ")[1] for line in words.splitlines()]
    assert locations == ["slots", "protocol.slot", "protocol.op_pool.local", "windows.w.bytes",
                         "programs[0].calls[0].accumulate.target", "programs[0].calls[1].send.dest",
                         "programs[0].calls[2].for", "expect.outcom"]


@pytest.mark.parametrize("old, new, hint", [
    ('"slots"', '"slots"', '; "slots" is protocol.slots'),
    ('"slots"', '"latency_ns"', '; "latency_ns" is platform.network.latency_ns'),
    ('"slots"', '"by_kind"', '; "by_kind" is expect.messages.by_kind'),
    ('"slots"', '"eager_bytes"', '; "eager_bytes" is protocol.eager_bytes of family oldqueue'),
    ('"slots"', '"processes"', 'did you mean "ranks"?'),
    ('"target": 7', '"target": 1', 'did you mean "sum"?'),
    ("7", "1", 'did you mean "target"?'),
    ("7", "1", 'did you mean "repeat"?'),
])
def test_hints_look_at_meaning(tmp_path, old, new, hint):
    assert hint in said(tmp_path, SEVERAL.replace(old, new, 1))[1]


@pytest.mark.parametrize("params, words", [
    ('{ "a": "b + 1", "b": "a + 1" }',
     'params.a: found "b + 1"; allowed: earlier parameters, but these parameters form a cycle: a, b, a'),
    ('{ "a": "a" }', "but these parameters form a cycle: a, a"),
    ('{ "a": "b", "b": 3 }', 'earlier parameters, but "b" is a later parameter'),
])
def test_parameters_that_need_each_other(tmp_path, params, words):
    finished, found = said(tmp_path, WAITS.replace('"ranks"', f'"params": {params}, "ranks"', 1))
    assert finished.returncode == 2 and words in found


@pytest.mark.parametrize("expect", ['{ "messages": {} }', '{ "messages": { "by_pair": {} } }', '{ "high_water": {} }',
                                    '{ "time_ns": {} }'])
def test_expectations_that_cannot_fail_are_refused(tmp_path, expect):
    finished, _ = said(tmp_path, WAITS.rstrip()[:-1] + f', "expect": {expect} }}')
    assert finished.returncode == 2


def test_a_power_is_not_written_with_a_hat(tmp_path):
    finished, words = said(tmp_path, WAITS.replace('"source": 1', '"source": "2^1 - 2"'))
    assert finished.returncode == 2
    assert words.startswith('a.json:4:29: programs[0].calls[0].recv.source: found "2^1 - 2"; allowed:')
    assert "'2^...' is exclusive or, not a power: write a power as 1 << n or pow(2, n)" in words
    finished, words = said(tmp_path, WAITS.replace('"source": 1', '"source": "pow(2, 70)"'))
    assert finished.returncode == 2 and "pow(2, 70) leaves the range of 64-bit integers" in words
    late = WAITS.replace('{ "recv"', '{ "let": { "x": "pow(10, rank + 19)" } }, { "recv"')
    finished, words = said(tmp_path, late)
    assert finished.returncode == 2
    assert words.startswith("a.json:4:16: programs[0].calls[0].let.value (rank 0): found pow(10, 19) leaves the range")


def test_missing_directory_and_forbidden_are_three_errors(tmp_path):
    missing = rmasim("run", tmp_path / "none.json")
    assert missing.stderr == f"{tmp_path}/none.json: found no such file; allowed: a scenario file\n"
    directory = rmasim("run", tmp_path)
    assert directory.stderr == f"{tmp_path}: found a directory; allowed: a scenario file\n"
    forbidden = tmp_path / "forbidden.json"
    forbidden.write_text(WAITS)
    forbidden.chmod(0)
    nobody = 65534
    tmp_path.chmod(0o755)
    becomes = (lambda: os.setuid(nobody)) if os.geteuid() == 0 else None
    shutil.copy(BINARY, tmp_path / "rmasim")  # the user nobody may not read the build folder nor those above
    reads = subprocess.run(["./rmasim", "run", "forbidden.json"], cwd=tmp_path, capture_output=True, text=True,
                           check=False, preexec_fn=becomes)
    assert reads.stderr == \
        "forbidden.json: found a file that cannot be read (Permission denied); allowed: a scenario file\n"
    assert {missing.returncode, directory.returncode, reads.returncode} == {2}


def test_by_in_text(tmp_path):
    text = rmasim("run", SCENARIOS / "newrma/lock/lock-put-get-unlock.json", "--breakdown", "rank,pair").stdout
    ranks, pairs = text.split("\n\n")[-2:]
    assert [line.split()[:5] for line in ranks.splitlines()] == [
        ["rank", "sent", "bytes", "sent", "to"], ["0", "3", "104", "2", "72"], ["1", "2", "72", "3", "104"]]
    assert pairs.splitlines()[0].split() == ["pair", "messages", "bytes", "by", "kind"]
    assert "0>1" in pairs and "GET+UNLOCK 1" in pairs


def test_a_clean_check_says_so(tmp_path):
    path = write_scenario(tmp_path, ranks=2, programs=[{"ranks": "0", "calls": [
        {"lock": {"target": 1, "type": "exclusive"}}, {"put": {"target": 1}}, {"unlock": {"target": 1}}]}])
    text = rmasim("run", path, "--check-invariants", "--semantics", "separate").stdout
    assert re.search("^Checked +3 +calls; operations 1, lock grants 1: no invariant violated$", text, re.MULTILINE)
    assert "none erroneous under the separate model" in text
    assert result_of(path, "--check-invariants")["checked"] == {"calls": 3, "operations": 1, "lock_grants": 1}
    assert result_of(path, "--semantics", "separate")["semantics"]["accesses"] == 1
    assert "Checked" not in rmasim("run", path).stdout
