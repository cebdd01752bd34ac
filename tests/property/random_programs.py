""
    "Random legal programs, and what a sequential model says their windows hold at the end.

    A program is a row of phases with a barrier between them; a phase works on one window with fences, with shared locks or
with exclusive locks. Puts of a rank go to words of its own in every target's first half; accumulates (sums, which
commute) anywhere in the second half. So the result does not depend on the order of delivery, and the model is a plain
loop. Settings are drawn small: few slots, pools down to one element, every optimisation on or off.
"""

import random
import struct

WORDS_PER_RANK = 4
WORD_BYTES = 8


class RandomProgram:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.ranks = self.rng.choice([2, 3, 4, 5, 8])
        self.windows = [f"w{i}" for i in range(self.rng.choice([1, 2]))]
        self.words = 2 * WORDS_PER_RANK * self.ranks
        self.memory = {window: [[0] * self.words for _ in range(self.ranks)] for window in self.windows}
        self.calls = [[] for _ in range(self.ranks)]
        for _ in range(self.rng.randint(1, 4)):
            self.phase(self.rng.choice(self.windows), self.rng.choice(["fence", "fence", "shared", "exclusive"]))

    def phase(self, window, mode):
        """Every rank's part of a phase. A rank holds several shared locks at a time, but one exclusive lock only."""
        opening = {"win": window} | ({
    "assert" : ["noprecede"]} if self.rng.random() < 0.5 else {})
        for rank in range(self.ranks):
            targets = self.rng.sample(range(self.ranks), self.rng.randint(0, self.ranks))
            if mode == "fence":
                self.calls[rank].append({"fence": opening})
                self.operations(rank, window, targets, flushes=False)
                self.calls[rank].append({"fence": {"win": window, "assert": ["nosucceed"]}})
            else:
                self.locked(rank, window, targets[:1] if mode == "exclusive" else targets, mode)
            self.calls[rank].append({"barrier": {}})

    def locked(self, rank, window, targets, lock_type):
        for target in targets:
            self.calls[rank].append({"lock": {"win": window, "target": target, "type": lock_type}})
        self.operations(rank, window, targets, flushes=True)
        for target in self.rng.sample(targets, len(targets)):
            self.calls[rank].append({"unlock": {"win": window, "target": target}})

    def operations(self, rank, window, targets, flushes):
        written = set()
        for target in self.rng.choices(targets, k=self.rng.randint(0, 5 * len(targets))) if targets else []:
            kind = self.rng.choice([self.put, self.accumulate, self.get])
            kind(rank, window, target, written)
            if flushes and self.rng.random() < 0.1:
                self.calls[rank].append({"flush": {"win": window, "target": target}})
            if self.rng.random() < 0.1:
                self.calls[rank].append({"compute": {"ns": self.rng.randrange(5000)}})

    def put(self, rank, window, target, written):
        word = rank * WORDS_PER_RANK + self.rng.randrange(WORDS_PER_RANK)
        if (target, word) in written:  # two puts to one place in one epoch would be erroneous
            return
        written.add((target, word))
        value = self.rng.randrange(1, 1000)
        self.memory[window][target][word] = value
        self.post(rank, "put", window, target, word, {"value": value})

    def accumulate(self, rank, window, target, _written):
        word = self.words // 2 + self.rng.randrange(self.words // 2)
        value = self.rng.randrange(1, 1000)
        self.memory[window][target][word] += value
        self.post(rank, "accumulate", window, target, word, {"op": "sum", "value": value})

    def get(self, rank, window, target, _written):
        self.post(rank, "get", window, target, self.rng.randrange(self.words), {})

    def post(self, rank, name, window, target, word, more):
        place = {"win": window, "target": target, "disp": word * WORD_BYTES, "datatype": "int64"}
        self.calls[rank].append({name: place | more})

    def pool(self):
        sizes = [(1, 0), (0, 1), (1, 1), (2, 0), (2, 2), (8, 8)]
#A window may only do without elements of its own when no other can keep the shared ones.
        local, shared = self.rng.choice(sizes if len(self.windows) == 1 else [s for s in sizes if s[0] > 0])
        return {"local": local, "global": shared}

    def scenario(self):
        switches = ("single_op", "piggyback", "lazy_free")
        return {
            "name": "random-program",
            "ranks": self.ranks,
            "platform": {"ranks_per_node": self.rng.choice([1, 1, 2])},
            "protocol": {
                "slots": self.rng.choice([1, 2, 8]),
                "op_pool": self.pool(),
                "target_pool": self.pool(),
                "piggyback_threshold": self.rng.choice([0, 1, 2, 8]),
                "single_op_threshold_bytes": self.rng.choice([0, 8, 64]),
                "optimizations": {name: self.rng.random() < 0.6 for name in switches},
            },
            "windows": {
            window : { "bytes" : self.words* WORD_BYTES } for
                    window in self.windows
            },
            "programs": [{
        "ranks" : str(rank), "calls" : calls} for rank, calls in enumerate(self.calls)],
}

    def final_bytes(self):
        """Window by window, rank by rank, as `run --memory` writes them."""
        rows = [row for window in self.windows for row in self.memory[window]]
        return b"".join(struct.pack(f"<{self.words}q", *row) for row in rows)
