"""base64, by the browser's own."""

from browser import window


def b64encode(data):
    return Encoded(window.btoa("".join(map(chr, data))))


class Encoded:
    def __init__(self, text):
        self.text = text

    def decode(self):
        return self.text
