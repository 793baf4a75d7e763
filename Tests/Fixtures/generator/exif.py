# SPDX-License-Identifier: Apache-2.0
"""Exif data: a little TIFF file with the orientation."""

import struct

LITTLE, BIG = "<", ">"


def exif(orientation, order=LITTLE, extra=False):
    """With `extra` there are more tags, one of whose values lies outside of the directory."""
    mark = b"II" if order == LITTLE else b"MM"
    entries = [struct.pack(order + "HHIHH", 0x0112, 3, 1, orientation, 0)]
    values = b""
    if extra:
        at = 8 + 2 + 12 * 3 + 4
        entries.append(struct.pack(order + "HHII", 0x011A, 5, 1, at))
        entries.append(struct.pack(order + "HHIHH", 0x0128, 3, 1, 2, 0))
        values = struct.pack(order + "II", 300, 1)
    head = mark + struct.pack(order + "HIH", 42, 8, len(entries))
    return head + b"".join(entries) + struct.pack(order + "I", 0) + values
