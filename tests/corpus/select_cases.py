"""select_cases.py SECONDS FILE...: selects cases of the corpus for coverage.

FILEs are written by corpus_features. The program prints the cases that together cover as many features as possible
within that CPU time. The time of a case is measured by corpus_features, which takes several times as long as
corpus_tests. Each step chooses the case that adds most for its time. A feature counts half the second time and a
quarter the third time, because a single case may execute code without checking it. The output has no hashes;
`corpus_tests --bless` adds them:

    cmake -S . -B build/features -G Ninja -DRMASIM_TESTS=ON -DCMAKE_BUILD_TYPE=Release \\
        "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -fsanitize-coverage=trace-pc,trace-cmp"
    ninja -C build/features corpus_features
    (cd build/features/tests && ./corpus_features 10 0 1 all.features)
    /usr/bin/python3 tests/corpus/select_cases.py 40 build/features/tests/all.features > tests/corpus/golden.txt
    build/release/tests/corpus_tests --bless
"""

import heapq
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

FEATURES = 1 << 24
FIXED_COST_US = 300  # so that the cheapest do not crowd out all others
TIMES_THAT_COUNT = 4


def read(file: Path) -> Iterator[tuple[str, int, np.ndarray]]:
    words = np.fromfile(file, dtype=np.uint32)
    at = 0
    while at < len(words):
        name_bytes, time_us, count = (int(word) for word in words[at : at + 3])
        at += 3
        name = words[at : at + name_bytes // 4].tobytes().rstrip(b"\0").decode()
        at += name_bytes // 4
        yield name, time_us, words[at : at + count]
        at += count


def choose(cases: list[tuple[str, int, np.ndarray]], budget_us: int) -> list[int]:
    """Returns the numbers of the cases, the best case first."""
    worth = np.ones(FEATURES)  # of coming to it once more

    def gain(number: int) -> float:
        _, time_us, found = cases[number]
        return float(worth[found].sum()) / (time_us + FIXED_COST_US)

    # A gain never grows, so one that is still best when counted anew is best.
    heap = [(-gain(number), number) for number in range(len(cases))]
    heapq.heapify(heap)
    chosen: list[int] = []
    left = budget_us
    while heap and left > 0:
        _, number = heapq.heappop(heap)
        now = gain(number)
        if now == 0:
            continue
        if heap and now < -heap[0][0]:
            heapq.heappush(heap, (-now, number))
            continue
        chosen.append(number)
        left -= cases[number][1]
        worth[cases[number][2]] /= 2
        worth[worth < 0.5**TIMES_THAT_COUNT] = 0
    return chosen


def main() -> None:
    seconds = float(sys.argv[1])
    cases = [case for file in sys.argv[2:] for case in read(Path(file))]
    chosen = choose(cases, int(seconds * 1e6))
    print(f"{len(chosen)} of {len(cases)} cases", file=sys.stderr)
    for number in sorted(chosen, key=lambda one: cases[one][0]):
        print(cases[number][0], "-")


if __name__ == "__main__":
    main()
