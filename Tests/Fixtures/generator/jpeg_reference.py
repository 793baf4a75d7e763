# SPDX-License-Identifier: Apache-2.0
"""The references of the JPEG files: PNG files of what libjpeg-turbo decodes."""

import warnings
from io import BytesIO

import numpy as np
from PIL import Image

from .png_writer import smallest_png


def valid(name, data, decode=None):
    """A file and its reference. `decode` stands in for files that libjpeg cannot read."""
    yield f"jpeg/valid/{name}.jpg", data
    yield reference(name, decoded(decode or data))


def reference(name, pixels):
    return f"jpeg/reference/{name}.png", smallest_png(pixels)


def decoded(data):
    """The pixels, without applying the orientation."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")   # about damaged Exif data
        return np.asarray(Image.open(BytesIO(data)))
