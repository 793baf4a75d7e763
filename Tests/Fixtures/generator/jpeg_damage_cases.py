# SPDX-License-Identifier: Apache-2.0
"""Damaged JPEG files of which something can still be shown."""

from .jpeg_reference import decoded, reference
from .jpeg_writer import SHORT, SOS, cjpeg, find
from .picture import rgb8


def files():
    base = cjpeg(rgb8(40, 24), SHORT)
    yield "jpeg/lenient/no-eoi.jpg", base[:-2]
    yield reference("no-eoi", decoded(base))
    scan = find(base, SOS)[1]
    yield "jpeg/lenient/cut-in-scan.jpg", base[:scan + (len(base) - scan) * 6 // 10]
    # wrong bytes before the first restart marker
    data = cjpeg(rgb8(40, 24), SHORT + "-restart 1")
    at = data.index(b"\xff\xd0")
    yield "jpeg/lenient/restart-damaged.jpg", data[:at - 12] + bytes(8) + data[at - 4:]
