"""base64 for the browser. It uses the browser's own functions."""

from browser import window


def b64encode(data):
    return Encoded(window.btoa("".join(map(chr, data))))


class Encoded:
    def __init__(self, text):
        self.text = text

    def decode(self):
        return self.text
