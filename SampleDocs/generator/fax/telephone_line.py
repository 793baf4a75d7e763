# SPDX-License-Identifier: Apache-2.0
"""What two fax machines and the telephone line between them make of a sheet."""

import numpy as np
from PIL import Image

from ..pixels import floats

W, H = 1728, 1143
BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], np.float32)


def transmitted(sheet):
    """The pixels (h, w) that arrive; true is white."""
    rng = np.random.default_rng(5000)
    gray = floats(sheet.rotate(0.25, Image.BICUBIC, fillcolor=255).resize((W, H), Image.BOX))
    screen = np.tile((BAYER - 7.5) * 8, (H // 4 + 1, W // 4 + 1))[:H, :W]
    screened = gray + np.where((gray > 30) & (gray < 245), screen, 0)
    bits = screened + rng.normal(0, 8, (H, W)) > 128
    bits ^= rng.random((H, W)) < 0.0007   # specks
    for _ in range(3):                    # lines that were lost on the way
        y, x = int(rng.integers(200, H - 100)), int(rng.integers(0, 700))
        bits[y, x:x + int(rng.integers(300, 900))] = True
    bits[:, 1702:1704] &= rng.random((H, 2)) > 0.8   # dirt on the glass
    return bits
