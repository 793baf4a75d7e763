# SPDX-License-Identifier: Apache-2.0
"""The one picture that all fixtures show, in any size."""

import numpy as np

LUMA = np.array([0.299, 0.587, 0.114])


def picture(w, h):
    """Smooth ramps, a few shapes and a mark; no symmetry. RGB in floats from 0 to 255."""
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float64)
    u, v = (xx + 0.5) / w, (yy + 0.5) / h
    rgb = np.stack([60 + 150 * u, 70 + 130 * v, 190 - 90 * u - 40 * v], -1)
    disc = np.clip((0.24 - np.hypot(u - 0.66, v - 0.62)) * min(w, h) * 0.5 + 0.5, 0, 1)
    rgb = blend(rgb, [226, 150, 60], disc)
    band = (np.abs(u - v * 0.6 - 0.22) < 0.05) * np.clip((v - 0.1) * 20, 0, 1)
    rgb = blend(rgb, [40, 60, 120], band)
    return np.where(mark(u, v)[..., None], np.array([245.0, 240, 225]), rgb)


def blend(rgb, colour, amount):
    a = amount[..., None]
    return rgb * (1 - a) + np.array(colour) * a


def mark(u, v):
    """An F in the upper left, which looks different in all eight orientations."""
    def box(u0, u1, v0, v1):
        return (u > u0) & (u < u1) & (v > v0) & (v < v1)

    return box(0.06, 0.12, 0.06, 0.40) | box(0.06, 0.30, 0.06, 0.12) | box(0.06, 0.22, 0.20, 0.26)


def clip8(values):
    return np.clip(np.round(values), 0, 255).astype(np.uint8)


def rgb8(w, h):
    return clip8(picture(w, h))


def gray8(w, h):
    return clip8(picture(w, h) @ LUMA)
