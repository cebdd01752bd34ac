"""The project's random generator, implemented again from its description in scenarios/README.md (SplitMix64)."""

MASK = (1 << 64) - 1


class Random:
    def __init__(self, seed, rank):
        self.state = (seed + (rank + 1) * 0xD1B54A32D192ED03) & MASK

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n):
        return (self.next() * n) >> 64
