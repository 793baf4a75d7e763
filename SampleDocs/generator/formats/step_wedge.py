# SPDX-License-Identifier: Apache-2.0
"""A step wedge and soft tones in gray of 16 bits."""

import numpy as np
from PIL import Image, ImageDraw

from ..fonts import SANS, SANS_BOLD, font
from ..pixels import grid
from ..png_writer import GRAY, filtered, png
from ..typesetting import left, right

W, H = 620, 440


def png16():
    rng = np.random.default_rng(6000)
    v = tones() * (1 - 0.85 * np.asarray(lettering(), np.float64) / 255)
    noise = np.round(rng.normal(0, 1.2, (H, W))) * 24
    samples = np.clip(v * 65535 + noise, 0, 65535).astype(">u2")
    return png(W, H, 16, GRAY, filtered(samples.view(np.uint8), 2))


def tones():
    """Light from 0 to 1: a ramp, twelve steps, a sphere, and squares near black and near white."""
    yy, xx = grid(W, H, np.float64)
    v = np.full((H, W), 0.93) - 0.03 * (xx / W) - 0.02 * (yy / H)
    v[70:170, 40:580] = np.linspace(0.02, 0.90, 540)
    for i in range(12):
        v[190:260, 40 + i * 45:85 + i * 45] = 0.02 + i * 0.08
    sx, sy = (xx - 130) / 62, (yy - 340) / 62
    ball = np.hypot(xx - 130, yy - 340) / 62
    z = np.sqrt(np.clip(1 - ball ** 2, 0, 1))
    v = np.where(ball < 1, 0.10 + 0.75 * np.clip(0.45 * z - 0.4 * sx - 0.4 * sy, 0, 1), v)
    squares = (np.arange(170) // 17 + np.arange(116)[:, None] // 17) % 2
    v[282:398, 230:400] = 0.010 + 0.010 * squares
    v[282:398, 410:580] = 0.985 - 0.010 * squares
    return v


def lettering():
    mask = Image.new("L", (W, H), 0)
    d = ImageDraw.Draw(mask)
    left(d, "Grey step wedge, 16 bits", 40, 22, font(SANS_BOLD, 24), 255)
    right(d, "Q 13", 580, 26, font(SANS, 19), 255)
    for i in range(12):
        d.text((62 + i * 45, 264), str(i), font=font(SANS, 13), fill=255, anchor="mt")
    for text, x in (("sphere", 130), ("near black", 315), ("near white", 495)):
        d.text((x, 408), text, font=font(SANS, 15), fill=255, anchor="mt")
    return mask
