# SPDX-License-Identifier: Apache-2.0
"""Pages to upload, which are small and all different."""

import os
import struct
import zlib


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def make_page():
    """A PNG image of 8 x 12 random pixels."""
    rows = b"".join(b"\0" + os.urandom(8) for _ in range(12))
    head = struct.pack(">IIBBBBB", 8, 12, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
