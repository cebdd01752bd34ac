"""The part of bisect that the report uses."""


def bisect_right(ascending, value, key=None):
    low, high = 0, len(ascending)
    while low < high:
        middle = (low + high) // 2
        if value < (ascending[middle] if key is None else key(ascending[middle])):
            high = middle
        else:
            low = middle + 1
    return low
