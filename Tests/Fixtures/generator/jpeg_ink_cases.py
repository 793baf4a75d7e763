# SPDX-License-Identifier: Apache-2.0
"""Valid JPEG files of four inks.

Adobe's programs store the inverted planes: 255 is no ink. The reference is
C * K / 255 of the stored planes, and the same for M and Y.
"""

from io import BytesIO

import numpy as np
from PIL import Image

from .jpeg_reference import reference
from .jpeg_writer import with_adobe_transform
from .picture import clip8, picture


def files():
    cmyk = stored_planes(40, 24)
    data = four_planes(cmyk)
    yield "jpeg/valid/cmyk.jpg", data
    yield reference("cmyk", times_black(decoded_planes(data)))
    ycck = np.dstack([clip8(ycc_from_rgb(255 - cmyk[..., :3])), cmyk[..., 3]])
    for name, progressive in (("ycck", False), ("ycck-progressive", True)):
        data = with_adobe_transform(four_planes(ycck, progressive), 2)
        yield f"jpeg/valid/{name}.jpg", data
        planes = decoded_planes(data)
        cmy = 255 - clip8(rgb_from_ycc(planes[..., :3]))
        yield reference(name, times_black(np.dstack([cmy, planes[..., 3]])))


def stored_planes(w, h):
    """The picture in four inks; some of the ink is black."""
    rgb = picture(w, h)
    k = np.clip(0.55 + 0.45 * rgb.max(-1) / 255, 0.1, 1)
    yy, xx = np.mgrid[0:h, 0:w]
    k = np.where((xx > w * 0.8) & (yy < h * 0.25), 0.25, k)
    cmy = np.clip(rgb / np.maximum(k, 0.5)[..., None], 0, 255)
    return clip8(np.dstack([cmy, k * 255]))


def four_planes(planes, progressive=False):
    """A JPEG file of four planes as they are, with an Adobe marker of transform 0."""
    out = BytesIO()
    # Pillow inverts CMYK when it writes JPEG
    Image.fromarray(255 - planes, "CMYK").save(out, "JPEG", quality=80, optimize=True,
                                               progressive=progressive)
    return out.getvalue()


def decoded_planes(data):
    """The four stored planes, as a decoder finds them before any colour step."""
    return 255 - np.asarray(Image.open(BytesIO(with_adobe_transform(data, 0))))


def times_black(planes):
    p = planes.astype(np.int32)
    return ((p[..., :3] * p[..., 3:] * 2 + 255) // 510).astype(np.uint8)


def ycc_from_rgb(rgb):
    r, g, b = [rgb[..., i].astype(np.float64) for i in range(3)]
    y = 0.299 * r + 0.587 * g + 0.114 * b
    return np.stack([y, (b - y) / 1.772 + 128, (r - y) / 1.402 + 128], -1)


def rgb_from_ycc(ycc):
    y, cb, cr = ycc[..., 0], ycc[..., 1] - 128.0, ycc[..., 2] - 128.0
    return np.stack([y + 1.402 * cr, y - 0.344136286 * cb - 0.714136286 * cr, y + 1.772 * cb], -1)
