"""Columns of whole numbers as short texts. The page's script unpacks them (columns.js).

A column becomes the base64 text of numbers with variable length. Each byte has seven bits of a number, the lowest bits
first. The eighth bit is set in all bytes of a number except the last. The lowest bit of a number is its sign. An
ascending column is stored as differences. A page with 200,000 packets needs a third of the space that JSON would need.
"""

import base64

PLAIN, DIFFERENCES = "=", "+"  # the first letter of a text


def packed(data, parts):
    """Returns `data` with its columns as texts. `parts` has the names of the objects in `data` whose lists are columns.
    """
    return data | {part: {name: column(numbers) for name, numbers in data[part].items()} for part in parts}


def column(numbers):
    differences = [after - before for before, after in zip([0, *numbers], numbers)]
    plain, short = encoded(numbers), encoded(differences)
    letter, shortest = (PLAIN, plain) if len(plain) <= len(short) else (DIFFERENCES, short)
    return letter + base64.b64encode(shortest).decode()


def encoded(numbers):
    found = bytearray()
    for number in numbers:
        whole = int(number)  # a file of another program may contain 1e3
        left = whole << 1 if whole >= 0 else (-whole << 1) - 1
        while left >= 128:
            found.append(left & 127 | 128)
            left >>= 7
        found.append(left)
    return bytes(found)


def unpacked(text):
    """The column of a text. Tests use the function. It also shows how other programs can read the data of a page."""
    numbers, number, shift = [], 0, 0
    for byte in base64.b64decode(text[1:]):
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            value = number >> 1 if number % 2 == 0 else -((number + 1) >> 1)
            numbers.append(value + (numbers[-1] if text[0] == DIFFERENCES and numbers else 0))
            number = shift = 0
    return numbers
