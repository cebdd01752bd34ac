"""The search space. A point is a tuple of integers, one integer for each Setting. The module computes the neighbours of
a point, and its price in bytes."""

from dataclasses import dataclass, replace

# Up to this value, steps of one are tried in addition to halving and doubling.
SMALL = 16
AMPLE_ELEMENTS = 1 << 20
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)
# The factor above the scenario's own value up to which the search starts, for settings that cost no memory. A threshold
# may have no effect until it reaches the size of an operation. No sequence of small improvements would then reach this
# value.
REACH = 1024


@dataclass(frozen=True)
class Space:
    settings: tuple
    windows: int  # with a single window, the two levels of a pool are equivalent, and all elements are in `local`
    price_bytes: tuple = ()  # for each setting: the bytes that one more unit costs

    @property
    def own(self):
        return tuple(setting.own for setting in self.settings)

    def priced(self, price_bytes):
        return replace(self, price_bytes=tuple(price_bytes))

    def values(self, point):
        """The values of all settings by path."""
        return {setting.path: value for setting, value in zip(self.settings, point)}

    def changes(self, point):
        """The values that differ from the scenario, by path."""
        return {setting.path: value for setting, value in zip(self.settings, point) if value != setting.own}

    def patched(self, point):
        """The values that differ from the scenario's file without --set, by path."""
        return {s.path: value for s, value in zip(self.settings, point) if value != s.in_file}

    def with_own(self, point, indices):
        """The point with the scenario's own values at `indices`. If this point is not legal, the unchanged point."""
        back = tuple(setting.own if i in indices else point[i] for i, setting in enumerate(self.settings))
        return back if self.legal(back) else point

    def steps_to_price(self):
        """For each setting: the scenario's own point with one unit more. If the setting is at its maximum, with one
        unit less."""
        for i, setting in enumerate(self.settings):
            yield with_value(self.own, i, setting.own + 1 if setting.own < setting.maximum else setting.own - 1)

    def extra_bytes(self, point, than):
        return sum(price * (value - other) for price, value, other in zip(self.price_bytes, point, than))

    def pools(self):
        """The pools in the search: the indices of their settings `local` and `global`. The index is None for a level
        that is not in the search."""
        for kind in ("op", "target"):
            paths = [setting.path for setting in self.settings]
            wanted = [f"protocol.{kind}_pool.{level}" for level in ("local", "global")]
            levels = tuple(paths.index(path) if path in paths else None for path in wanted)
            if levels != (None, None):
                yield levels

    def legal(self, point):
        in_range = all(s.minimum <= value <= s.maximum for s, value in zip(self.settings, point))
        return in_range and all(point[local] + point[shared] > 0 for local, shared in self.pools()
                                if local is not None and shared is not None)

    def cut(self, point, needed):
        """The point without the elements that were never in use. Its run is identical, because the size of a pool has
        an effect only if the pool is exhausted. `needed` is Outcome.needed."""
        values = list(point)
        for local, shared in self.pools():
            for i in (local, shared):
                if i is not None and (need := needed.get(self.settings[i].path)) is not None:
                    values[i] = min(values[i], need)
            if None in (local, shared):
                continue
            if self.windows == 1:
                values[local], values[shared] = values[local] + values[shared], 0
            if values[local] + values[shared] == 0:
                values[local] = 1
        for i, setting in enumerate(self.settings):
            if setting.path.startswith("windows.") and (need := needed.get(setting.path)) is not None:
                values[i] = max(min(values[i], need), setting.minimum)
        cut = tuple(values)
        return cut if self.legal(cut) else point

    def neighbours(self, point, needed):
        """The neighbours of a point: one step up or down in one setting, or with elements moved between the levels of a
        pool."""
        found, both_levels = [], [levels for levels in self.pools() if None not in levels]
        alike = {shared for _, shared in both_levels if self.windows == 1}
        for i, setting in enumerate(self.settings):
            if i not in alike:
                up = steps_up(point[i]) if self.more_may_help(setting, needed) else []
                found += [with_value(point, i, value) for value in (*steps_down(point[i]), setting.own, *up)]
        for local, shared in both_levels if self.windows > 1 else ():
            found += moved(point, local, shared, self.windows)  # unused elements are removed later
            found += moved(point, shared, local, 1)
        return [other for other in dict.fromkeys(found) if other != point and self.legal(other)]

    def more_may_help(self, setting, needed):
        """False for the elements of a pool whose global level was never exhausted, because every call found an element.
        """
        pool, level = setting.path.rpartition(".")[::2]
        return level not in ("local", "global") or needed.get(f"{pool}.global") is None

    def smallest(self):
        return self.with_minimum(self.own, range(len(self.settings)))

    def lean(self):
        """The points that are the scenario's own point with one pool, or one other setting, at its minimum."""
        levels = [[i for i in pool if i is not None] for pool in self.pools()]
        others = [[i] for i in range(len(self.settings)) if i not in sum(levels, [])]
        return [self.with_minimum(self.own, indices) for indices in levels + others]

    def with_minimum(self, point, indices):
        """The point with these settings at their minimum. A pool keeps one element that all windows share."""
        values = list(point)
        for i in indices:
            values[i] = self.settings[i].minimum
        for levels in self.pools():
            if set(levels) & set(indices):
                kept = [i for i in levels if i is not None][0 if self.windows == 1 else -1]
                values[kept] = max(values[kept], 1)
        return tuple(values)

    def far(self):
        """The points that are the scenario's own or the smallest point with one setting at a high value. The setting
        costs no memory."""
        free = [i for i, price in enumerate(self.price_bytes) if price == 0]
        return [with_value(point, i, self.end(i, 0)) for point in (self.own, self.smallest()) for i in free]

    def ample(self):
        """The point whose pools cannot be exhausted. Its run shows the maximum number of elements that are needed."""
        return tuple(AMPLE_ELEMENTS if "_pool." in setting.path else setting.own for setting in self.settings)

    def spread(self, count, room_bytes):
        """Points that Halton's sequence spreads over the space, on a logarithmic scale. They take at most `room_bytes`
        more than the smallest point."""
        found, number = [], 0
        ends = [self.end(i, room_bytes) for i in range(len(self.settings))]
        while len(found) < count and number < 100 * count:
            number += 1
            point = tuple(min(end, setting.minimum + round((end - setting.minimum + 1) ** share(number, prime)) - 1)
                          for setting, end, prime in zip(self.settings, ends, PRIMES))
            if self.legal(point) and self.extra_bytes(point, self.smallest()) <= room_bytes:
                found.append(point)
        return found

    def end(self, i, room_bytes):
        setting, price = self.settings[i], self.price_bytes[i]
        reach = room_bytes // price if price > 0 else REACH * max(setting.own, 1)
        return min(setting.maximum, setting.minimum + reach)


def with_value(point, i, value):
    return point[:i] + (value,) + point[i + 1 :]


def steps_down(value):
    return [value // 2, value - 1] if value <= SMALL else [value // 2]


def steps_up(value):
    return [value + 1, 2 * value] if value <= SMALL else [2 * value]


def moved(point, source, target, each):
    """The points with fewer elements in `source`. For each element less, they have `each` more elements in `target`."""
    return [with_value(with_value(point, source, less), target, point[target] + each * (point[source] - less))
            for less in steps_down(point[source])]


def share(number, prime):
    """The digits of `number` in base `prime`, mirrored at the radix point. The value is between 0 and 1."""
    mirrored, digit = 0.0, 1.0
    while number:
        digit /= prime
        number, rest = divmod(number, prime)
        mirrored += digit * rest
    return mirrored
