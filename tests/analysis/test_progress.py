"""A subcommand prints its progress even if standard error is not a terminal."""

import io

from rmasim_analysis.progress import progress_bar


def lines_of(between_lines_s):
    stream = io.StringIO()
    with progress_bar(4, "run", stream=stream, between_lines_s=between_lines_s) as progress:
        for _ in range(4):
            progress.update()
    return stream.getvalue().splitlines()


def test_lines_follow_each_other():
    lines = lines_of(between_lines_s=0)
    assert len(lines) >= 4
    assert "4/4" in lines[-1] and "\r" not in "".join(lines)


def test_a_short_verb_says_nothing():
    assert lines_of(between_lines_s=60) == []
