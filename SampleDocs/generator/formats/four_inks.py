# SPDX-License-Identifier: Apache-2.0
"""Baseline JPEG files of four planes, as Adobe's programs write them."""

import numpy as np
from PIL import Image

from ..pixels import jpeg

ADOBE = b"\xff\xee\x00\x0eAdobe"


def cmyk_jpeg(planes, quality):
    """Stored CMYK planes as they are, with an Adobe marker of transform 0."""
    # Pillow inverts CMYK when it writes JPEG
    return jpeg(Image.fromarray(255 - planes, "CMYK"), quality=quality, optimize=True)


def ycck_jpeg(planes, quality):
    """The same planes as YCCK, transform 2."""
    data = cmyk_jpeg(ycck(planes), quality)
    at = data.index(ADOBE) + 15   # of the transform
    return data[:at] + b"\x02" + data[at + 1:]


def ycck(planes):
    """Y, Cb, Cr are those of 255 - stored CMY; K stays."""
    r, g, b = [255.0 - planes[..., i] for i in range(3)]
    y = 0.299 * r + 0.587 * g + 0.114 * b
    ycc = np.dstack([y, (b - y) / 1.772 + 128, (r - y) / 1.402 + 128])
    return np.dstack([np.clip(np.round(ycc), 0, 255), planes[..., 3]]).astype(np.uint8)
