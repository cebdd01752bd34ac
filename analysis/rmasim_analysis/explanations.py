"""Explanations of the figures in texts (--explain). They are the descriptions of a result's keys, and of packets."""

from functools import cache

from . import packet_words
from .result_reference import keys, schema


@cache
def descriptions():
    """The descriptions of a result's keys by path, as in RESULT.md: "elements.POOL.size"."""
    return {path: node["description"] for path, node, _ in keys(schema())}


def of_key(path):
    return descriptions()[path]


def of_packet(name):
    """The description of a packet kind. A recorded result may have kinds that this version does not have."""
    kind, flags = packet_words.split(name)
    if kind not in packet_words.KINDS:
        return "a packet that the families of this version do not have"
    return "; ".join([packet_words.KINDS[kind].words, *(packet_words.FLAGS.get(flag, "") for flag in flags)])
