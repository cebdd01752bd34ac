"""Encodes the part of the page's address after "#". state.js decodes it."""

import base64
import json
import zlib

RAW = -15  # compressed data without a header


def fragment_of(state):
    packer = zlib.compressobj(9, wbits=RAW)
    packed = packer.compress(json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")
