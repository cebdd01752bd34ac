"""The fuzzer's function accepts its whole corpus and all former findings, with any compiler."""

import json
import os
import subprocess
from pathlib import Path

import corpus

REPLAY = os.environ.get("RMASIM_REPLAY")
FOUND = sorted((Path(__file__).parent / "found").iterdir())


def replay(paths):
    assert REPLAY, "set RMASIM_REPLAY to the path of the fuzz_replay program"
    return subprocess.run([REPLAY, *map(str, paths)], capture_output=True, text=True, check=False)


def test_corpus(tmp_path):
    corpus.write(tmp_path)
    paths = [*sorted((tmp_path / "corpus").iterdir()), *FOUND]
    run = replay(paths)
    assert (run.returncode, run.stdout) == (0, f"{len(paths)} files\n"), run.stderr


def test_a_file_that_is_not_there_is_noticed(tmp_path):
    assert replay([tmp_path / "none"]).returncode == 1


def test_the_dictionary_has_every_word_of_the_schema():
    lines = set(corpus.dictionary().splitlines())
    for word in ["by_pair", "get_accumulate", "dragonfly", "int32_int32", "noprecede", "pscw_tree"]:
        assert '"' + json.dumps(word).replace('"', '\\"') + '"' in lines
