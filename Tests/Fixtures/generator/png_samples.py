# SPDX-License-Identifier: Apache-2.0
"""The picture as samples of any PNG colour type and depth."""

import numpy as np

from .picture import LUMA, picture
from .png_writer import GRAY, GRAY_ALPHA, PALETTE, RGB, RGBA

DEPTHS = {GRAY: (1, 2, 4, 8, 16), RGB: (8, 16), PALETTE: (1, 2, 4, 8), GRAY_ALPHA: (8, 16),
          RGBA: (8, 16)}   # those that are allowed


def samples_for(w, h, depth, colour):
    """Samples (h, w, channels)."""
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float64)
    rgb = picture(w, h) / 255
    gray = (rgb @ LUMA)[..., None]
    alpha = np.clip(1.15 * (xx + 0.5) / w - 0.25 * (yy + 0.5) / h, 0, 1)[..., None]
    if colour == PALETTE:
        n = palette_size(depth)
        return np.clip(np.floor(gray * 1.06 * n), 0, n - 1).astype(np.int64)
    channels = {GRAY: [gray], RGB: [rgb], GRAY_ALPHA: [gray, alpha], RGBA: [rgb, alpha]}[colour]
    v, top = np.concatenate(channels, -1), (1 << depth) - 1
    if depth > 4:
        return np.clip(np.round(v * top), 0, top).astype(np.int64)
    # a little ordered noise, so that few levels still make a picture
    bayer = np.array([[0, 2], [3, 1]])[yy.astype(int) % 2, xx.astype(int) % 2][..., None]
    return np.clip(np.floor(v * top + (bayer + 0.5) / 4), 0, top).astype(np.int64)


def palette_size(depth):
    return min(1 << depth, 200)


def palette_for(depth):
    """Colours (n, 3) from dark to light."""
    t = np.arange(palette_size(depth)) / (palette_size(depth) - 1)
    rgb = [20 + 230 * t, 255 * t ** 1.6, 120 + 110 * np.sin(t * 3.0)]
    return np.round(np.stack(rgb, -1)).astype(np.int64)
