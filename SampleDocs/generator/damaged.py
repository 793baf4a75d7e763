# SPDX-License-Identifier: Apache-2.0
"""Files that cannot be shown, or not wholly."""

import numpy as np
from PIL import Image

from .contract import definitions
from .pixels import jpeg
from .scanner import scan

TEXT = b"""This file has the name of a picture, but it is a text.

A viewer should say that it cannot show it, and go on with the next page.
"""


def files():
    page = scan(definitions.draw(), 1900, 0.4, gray=True).resize((930, 1316), Image.LANCZOS)
    whole = jpeg(page, quality=60)
    yield "damaged/truncated.jpg", whole[:len(whole) * 55 // 100]
    noise = np.random.default_rng(7000).integers(0, 256, 20000, dtype=np.uint8).tobytes()
    yield "damaged/noise.jpg", b"\x4e\x6f" + noise
    yield "damaged/empty.png", b""
    yield "damaged/text.jpg", TEXT
