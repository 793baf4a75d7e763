# SPDX-License-Identifier: Apache-2.0
"""Small tools between Pillow images and numpy arrays."""

from io import BytesIO

import numpy as np
from PIL import Image, ImageChops, ImageFilter


def grid(w, h, kind=np.float32):
    """The row and the column of each pixel, as two arrays."""
    return np.mgrid[0:h, 0:w].astype(kind)


def floats(image):
    return np.asarray(image, np.float32)


def coverage(mask):
    """A mask (L) as numbers from 0 to 1, ready to be multiplied with RGB."""
    return floats(mask)[..., None] / 255


def image_of(array):
    """An image of the numbers, cut to 0...255. Whoever wants rounding adds 0.5 before."""
    return Image.fromarray(np.clip(array, 0, 255).astype(np.uint8))


def blurred(image, radius):
    return image.filter(ImageFilter.GaussianBlur(radius))


def enlarged(values, w, h):
    """A few values as a smooth array of the size."""
    return np.asarray(Image.fromarray(values.astype(np.float32)).resize((w, h), Image.BICUBIC))


def smooth_noise(rng, w, h, cells, amount):
    """Soft spots, about `cells` of them from left to right."""
    columns, rows = max(2, int(cells)), max(2, int(cells * h / w))
    return enlarged(rng.normal(0, 1, (rows, columns)), w, h) * amount


def tint(mask, colour):
    """A white layer with the colour where the mask is high."""
    a = coverage(mask)
    return image_of(255 * (1 - a) + np.array(colour, np.float32) * a + 0.5)


def multiply(page, layer, xy):
    """Lays a layer of white ground on the page like transparent ink."""
    x, y = int(xy[0]), int(xy[1])
    box = (x, y, x + layer.width, y + layer.height)
    page.paste(ImageChops.multiply(page.crop(box), layer), box)


def jpeg(image, **options):
    """The bytes of a JPEG file."""
    out = BytesIO()
    image.save(out, "JPEG", **options)
    return out.getvalue()
