# SPDX-License-Identifier: Apache-2.0
"""A desk or a shelf of wood."""

import numpy as np

from .pixels import enlarged, grid


def wood(rng, w, h):
    """Four boards whose grain runs from left to right, as RGB numbers."""
    grain = enlarged(rng.normal(0, 1, (h, max(4, w // 110))), w, h)
    broad = enlarged(rng.normal(0, 1, (max(4, h // 14), 5)), w, h)
    yy, xx = grid(w, h)
    rings = np.sin(yy / 9 + broad * 2.2 + 0.8 * np.sin(xx / 260))
    tone = 1 + 0.045 * grain + 0.05 * broad + 0.05 * rings
    board = (yy // (h / 4)).astype(int)
    tone *= np.array([1.0, 0.93, 1.05, 0.97, 1.0])[board]
    tone[yy % (h / 4) < 2.4] *= 0.55   # the gaps between the boards
    return np.array([136, 92, 58], np.float32) * tone[..., None]
