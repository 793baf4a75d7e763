# SPDX-License-Identifier: Apache-2.0
"""Thermal print fades, and the paper has been in a pocket."""

import numpy as np
from PIL import Image

from ..pixels import blurred, floats, grid, image_of, smooth_noise

GROUND = (96, 98, 102)   # behind the receipt


def worn(rng, page):
    w, h = page.size
    yy, xx = grid(w, h)
    ink = faded(rng, page, yy)
    light = creases(xx, yy) * sides(xx, w) * (1 + 0.02 * np.sin(yy / 190))
    light = light + smooth_noise(rng, w, h, 30, 0.005)
    img = image_of(ink * (np.array([247, 246, 244], np.float32) * light[..., None]))
    img = img.rotate(0.12, Image.BICUBIC, fillcolor=GROUND)
    out = floats(blurred(img, 0.5)) + rng.normal(0, 1.6, (h, w, 1))
    teeth = 7 + 5 * np.abs(((np.arange(w) / 9) % 2) - 1)   # of the torn edges
    out[(yy < teeth) | (yy > h - 1 - teeth)] = GROUND
    return image_of(out + 0.5)


def faded(rng, page, yy):
    w, h = page.size
    fade = 0.86 + 0.12 * np.sin(yy / 310) + smooth_noise(rng, w, h, 6, 0.05)
    bands = 1 - 0.05 * (rng.normal(0, 1, (h, 1)) > 1.6)
    return 1 - (1 - floats(page) / 255) * (np.clip(fade, 0.55, 1) * bands)[..., None]


def creases(xx, yy):
    light = np.ones_like(xx)
    for y, slope in ((540, 0.05), (1210, -0.04), (1890, 0.03)):
        away = yy - y - slope * xx
        light *= 1 - 0.10 * np.exp(-(away / 3) ** 2) + 0.04 * np.exp(-((away - 8) / 7) ** 2)
    return light


def sides(xx, w):
    return 1 - 0.10 * np.exp(-xx / 16) - 0.07 * np.exp(-(w - xx) / 20)
