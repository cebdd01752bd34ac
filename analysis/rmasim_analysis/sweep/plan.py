"""The plan of a sweep. It has the sweep's runs in order: the whole grid, or samples of the grid."""

import math
from dataclasses import dataclass
from random import Random

from .ranges import Values


@dataclass(frozen=True)
class Grid:
    """Every combination of the dimensions' cases. The last dimension changes fastest."""

    dimensions: tuple

    def __len__(self):
        return math.prod(len(dimension.cases) for dimension in self.dimensions)

    def __getitem__(self, index):
        settings = []
        for dimension in reversed(self.dimensions):
            index, case = divmod(index, len(dimension.cases))
            settings.append(dimension.cases[case])
        return merged(reversed(settings))


@dataclass(frozen=True)
class Samples:
    """Points that are chosen at the start. A point has a position from 0 to 1 in each dimension."""

    dimensions: tuple
    shares: tuple

    def __len__(self):
        return len(self.shares)

    def __getitem__(self, index):
        return merged(dimension.at(share) for dimension, share in zip(self.dimensions, self.shares[index]))


def merged(settings):
    return {path: value for some in settings for path, value in some.items()}


def randomly(dimensions, runs, seed):
    """Independent points. They use only the generator's method random(): Python guarantees that its numbers are the
    same in all versions, but does not guarantee it for other methods."""
    draw = Random(seed).random
    return Samples(dimensions, tuple(tuple(draw() for _ in dimensions) for _ in range(runs)))


def latin_hypercube(dimensions, runs, seed):
    """Points of a Latin hypercube. Each dimension is divided into as many strips as there are runs, and each strip has
    one run. Each dimension is therefore sampled at `runs` different values, far more than in a grid with the same
    number of runs."""
    draw = Random(seed).random
    columns = [[(strip + draw()) / runs for strip in shuffled(runs, draw)] for _ in dimensions]
    return Samples(dimensions, tuple(zip(*columns)))


def shuffled(count, draw):
    """A random permutation of 0 to count - 1, by the algorithm of Fisher and Yates."""
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = int(draw() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


METHODS = {"random": randomly, "latin_hypercube": latin_hypercube}


def paths_of(dimensions):
    """The paths that the dimensions vary, each path once, in order."""
    paths = {}
    for dimension in dimensions:
        cases = dimension.cases if isinstance(dimension, Values) else [{dimension.path: None}]
        for case in cases:
            paths |= dict.fromkeys(case)
    return tuple(paths)
