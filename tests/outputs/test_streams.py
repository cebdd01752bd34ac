"""Standard output and standard error that cannot be written to: a message and exit code 5, or the usual exit code."""

import os
import signal

import pytest
from verbs_under_test import EVERY, OF_PYTHON, OF_THE_PROGRAM, carried_out, files_in, prepared, unfinished_in

REFUSED = [verb for verb in (*OF_THE_PROGRAM, *OF_PYTHON) if verb.name in ("run", "explore", "validate", "check")]


def assert_failed(verb, finished, words):
    assert finished.returncode == (5 if verb.says else 0), finished.stderr
    assert (words in finished.stderr) == verb.says
    assert "Traceback" not in finished.stderr


@pytest.mark.parametrize("verb", EVERY, ids=str)
def test_a_full_disk_under_standard_output(tmp_path, verb):
    finished = carried_out(verb, prepared(tmp_path), shell='"$@" >/dev/full')
    assert_failed(verb, finished, "rmasim: standard output could not be written: No space left on device")
    assert unfinished_in(tmp_path) == []


@pytest.mark.parametrize("verb", EVERY, ids=str)
def test_a_closed_standard_output(tmp_path, verb):
    finished = carried_out(verb, prepared(tmp_path), shell='"$@" >&-')
    assert_failed(verb, finished, "rmasim: standard output could not be written: Bad file descriptor")


@pytest.mark.parametrize("verb", EVERY, ids=str)
def test_a_reader_that_has_gone(tmp_path, verb):
    read, write = os.pipe()
    os.close(read)
    finished = carried_out(verb, prepared(tmp_path), stdout=write)
    os.close(write)
    # As any other program ends under `| head`: by the signal, without a word.
    assert finished.returncode == (-signal.SIGPIPE if verb.says else 0)
    assert "could not be written" not in finished.stderr and "Traceback" not in finished.stderr
    assert unfinished_in(tmp_path) == []


@pytest.mark.parametrize("shell", ['"$@" 2>/dev/full', '"$@" 2>&-'])
@pytest.mark.parametrize("verb", EVERY, ids=str)
def test_standard_error_does_not_matter(tmp_path, verb, shell):
    assert carried_out(verb, prepared(tmp_path), shell=shell).returncode == 0


@pytest.mark.parametrize("shell", ['"$@" 2>/dev/full', '"$@" 2>&-', '"$@" >/dev/full 2>&1', '"$@" >&- 2>&- <&-'])
@pytest.mark.parametrize("verb", REFUSED, ids=str)
def test_errors_that_cannot_be_said_keep_their_exit_code(tmp_path, verb, shell):
    prepared(tmp_path)
    (tmp_path / "scenario.json").write_text("{")
    finished = carried_out(verb, tmp_path, shell=shell)
    # check reports on standard output that it refused one scenario. The others print nothing there.
    assert finished.returncode == (5 if verb.name == "check" and ">/dev/full 2" in shell or
                                   verb.name == "check" and ">&-" in shell.replace("2>&-", "") else 2)


def test_wrong_options_keep_their_exit_code_too(tmp_path):
    for verb in (OF_THE_PROGRAM[0], OF_PYTHON[0]):
        for shell in ('"$@" 2>/dev/full', '"$@" 2>&-'):
            assert carried_out(verb, prepared(tmp_path), "--nonsense", shell=shell).returncode == 2


def test_a_file_does_not_take_the_place_of_a_closed_stream(tmp_path):
    """The next file that is opened gets the number of a closed stream. The summary must not be written to this file."""
    prepared(tmp_path)
    carried_out(OF_THE_PROGRAM[0], tmp_path, "--trace", "usual.json")
    finished = carried_out(OF_THE_PROGRAM[0], tmp_path, "--trace", "trace.json", shell='"$@" >&- 2>&- <&-')
    assert finished.returncode == 5
    assert (tmp_path / "trace.json").read_bytes() == (tmp_path / "usual.json").read_bytes()
    assert unfinished_in(tmp_path) == []


@pytest.mark.long
def test_a_sweep_whose_last_word_fails_has_its_table(tmp_path):
    prepared(tmp_path)
    sweep = OF_PYTHON[1]
    assert carried_out(sweep, tmp_path, shell='"$@" >/dev/full').returncode == 5
    assert "table.csv" in files_in(tmp_path / "lock-put-unlock.sweep")
