"""How far a subcommand is, on standard error: a bar on a terminal, elsewhere (a CI log, a file) a line a minute."""

import sys

BETWEEN_LINES_S = 60


class Lines:
    """What tqdm writes over its last line becomes a line of its own."""

    def __init__(self, stream):
        self.stream = stream

    def write(self, text):
        line = text.replace("\r", "").strip()
        if line:
            self.stream.write(f"{line}\n")

    def flush(self):
        self.stream.flush()


def progress_bar(total, unit, initial=0, stream=None, between_lines_s=BETWEEN_LINES_S):
    """A tqdm bar; use it in a `with` statement, or close it."""
    from tqdm import tqdm  # not at the top: the help of a subcommand needs nothing but Python

    stream = stream or sys.stderr
    if stream.isatty():
        return tqdm(total=total, initial=initial, unit=unit, delay=1, leave=False, file=stream)
    return tqdm(total=total, initial=initial, unit=unit, delay=between_lines_s, leave=False, file=Lines(stream),
                mininterval=between_lines_s, maxinterval=between_lines_s, ascii=True, ncols=100)
