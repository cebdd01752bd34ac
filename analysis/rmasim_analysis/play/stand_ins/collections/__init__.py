"""The part of collections that the report uses."""


class Counter(dict):
    def __init__(self, items=()):
        for item in items:
            self[item] = self.get(item, 0) + 1

    def __missing__(self, item):
        return 0
