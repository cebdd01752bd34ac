"""Progress of a subcommand on standard error: a bar on a terminal; otherwise (a CI log, a file) one line per minute."""

import sys

BETWEEN_LINES_S = 60


class Lines:
    """A stream on which tqdm's updates become separate lines."""

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
    from tqdm import tqdm  # imported late: the help of a subcommand must not need more than Python

    stream = stream or sys.stderr
    if stream.isatty():
        return tqdm(total=total, initial=initial, unit=unit, delay=1, leave=False, file=stream)
    return tqdm(total=total, initial=initial, unit=unit, delay=between_lines_s, leave=False, file=Lines(stream),
                mininterval=between_lines_s, maxinterval=between_lines_s, ascii=True, ncols=100)
