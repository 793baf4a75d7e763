# SPDX-License-Identifier: Apache-2.0
"""A long shelf, far wider than tall."""

import math

import numpy as np
from PIL import Image

from ..pixels import blurred, floats, grid, image_of, jpeg, smooth_noise
from .shelf import draw
from .size import SCALE


def files():
    rng = np.random.default_rng(4000)
    img = draw(rng)
    img = img.resize((img.width // SCALE, img.height // SCALE), Image.LANCZOS)
    yield "panorama/panorama.jpg", jpeg(lit(rng, img), quality=80, optimize=True)


def lit(rng, img):
    """Lamps above the shelf, and the noise of the camera."""
    w, h = img.size
    yy, xx = grid(w, h)
    light = 0.80 + 0.22 * np.cos((xx / w - 0.5) * 2 * math.pi * 2.5) ** 2
    light = light - 0.16 * np.exp(-yy / 46) + smooth_noise(rng, w, h, 40, 0.012)
    out = floats(blurred(img, 0.7)) * light[..., None] * np.array([1.05, 1.0, 0.93])
    return image_of(out + rng.normal(0, 2.0, (h, w, 1)) + 0.5)
