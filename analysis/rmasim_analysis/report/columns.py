"""Columns of whole numbers as short texts, which the page's script unpacks (columns.js).

A column becomes base64 of variable-length numbers: seven bits per byte, lowest first, with the eighth bit set in all
bytes except the last. The lowest bit is the sign. Ascending columns are stored as differences. A page of 200,000
packets needs a third of the space that JSON would need.
"""

import base64

PLAIN, DIFFERENCES = "=", "+"  # the first letter


def packed(data, parts):
    """Returns `data` with columns as texts. `parts` names the objects in it whose lists are columns."""
    return data | {part: {name: column(numbers) for name, numbers in data[part].items()} for part in parts}


def column(numbers):
    differences = [after - before for before, after in zip([0, *numbers], numbers)]
    plain, short = encoded(numbers), encoded(differences)
    letter, shortest = (PLAIN, plain) if len(plain) <= len(short) else (DIFFERENCES, short)
    return letter + base64.b64encode(shortest).decode()


def encoded(numbers):
    found = bytearray()
    for number in numbers:
        whole = int(number)  # a file of another program may have 1e3
        left = whole << 1 if whole >= 0 else (-whole << 1) - 1
        while left >= 128:
            found.append(left & 127 | 128)
            left >>= 7
        found.append(left)
    return bytes(found)


def unpacked(text):
    """The column of a text; for tests, and as an example of how to read a page's data."""
    numbers, number, shift = [], 0, 0
    for byte in base64.b64decode(text[1:]):
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            value = number >> 1 if number % 2 == 0 else -((number + 1) >> 1)
            numbers.append(value + (numbers[-1] if text[0] == DIFFERENCES and numbers else 0))
            number = shift = 0
    return numbers
