# SPDX-License-Identifier: Apache-2.0
"""Turns a clean page into what a flatbed scanner would give."""

import math

import numpy as np
from PIL import Image, ImageDraw, ImageOps

from .pixels import blurred, coverage, floats, grid, image_of, smooth_noise

LID = (226, 227, 229)
SHADE = 0.035   # how much the lamp falls off
NOISE = 1.6


def scan(page, seed, skew, tone=(250, 247, 239), back=None, gray=False, staple=False):
    """Scans a page.

    `skew` is in degrees, `tone` the colour of the paper, `back` the page that
    is printed on the other side and shines through.
    """
    rng = np.random.default_rng(seed)
    sheet = paper(rng, page, back, tone)
    punch(sheet)
    if staple:
        draw_staple(sheet)
    img = sensor(rng, on_the_glass(rng, sheet, skew))
    dust(rng, img)
    return img.convert("L") if gray else img


def paper(rng, page, back, tone):
    """The page on paper that is not quite even, under a lamp that is neither."""
    w, h = page.size
    ink = floats(page) / 255
    if back is not None:
        ghost = blurred(ImageOps.mirror(back).convert("L"), 2.2)
        ink = ink * (1 - 0.055 * (1 - coverage(ghost)))
    yy, xx = grid(w, h)
    u, v = xx / w - 0.5, yy / h - 0.5
    a = rng.uniform(0, 2 * math.pi)
    light = 1 + SHADE * (math.cos(a) * u + math.sin(a) * v) - SHADE * 0.5 * (u * u + v * v)
    light = light + smooth_noise(rng, w, h, 5, 0.004) + smooth_noise(rng, w, h, w / 9, 0.0035)
    return image_of(ink * (np.array(tone, np.float32) * light[..., None]) + 0.5)


def punch(sheet):
    """Two holes for the binder, at the left of an upright page."""
    w, h = sheet.size
    if w > h:
        return
    d = ImageDraw.Draw(sheet)
    x, r = 44, 17
    for y in (h * 0.365, h * 0.635):
        d.ellipse([x - r, y - r, x + r, y + r], fill=(206, 206, 206))
        d.arc([x - r, y - r, x + r, y + r], 150, 330, fill=(128, 126, 122), width=3)


def draw_staple(sheet):
    d = ImageDraw.Draw(sheet)
    d.line([52, 86, 96, 52], fill=(120, 120, 122), width=5)
    d.line([52, 84, 96, 50], fill=(214, 214, 216), width=2)
    d.line([54, 91, 98, 57], fill=(196, 192, 184), width=2)


def on_the_glass(rng, sheet, skew):
    """Lays the sheet on the glass, a little turned; the lid shows at the rim."""
    shift = tuple(float(v) for v in rng.uniform(-3, 3, 2))
    how = dict(resample=Image.BICUBIC, translate=shift)
    turned = sheet.rotate(skew, fillcolor=LID, **how)
    mask = Image.new("L", sheet.size, 255).rotate(skew, fillcolor=0, **how)
    m, shadow = coverage(mask), coverage(blurred(mask, 7))
    lid = np.array(LID, np.float32) * (1 - 0.42 * shadow * (1 - m))
    return image_of(floats(turned) * m + lid * (1 - m) + 0.5)


def sensor(rng, img):
    """The blur of the lens, grain, and streaks from top to bottom."""
    w, h = img.size
    out = floats(blurred(img, 0.55))
    grain = rng.normal(0, NOISE, (h, w, 1)).astype(np.float32)
    colour_grain = rng.normal(0, NOISE * 0.35, (h, w, 3)).astype(np.float32)
    streak = rng.normal(0, 0.45, (1, w, 1)).astype(np.float32)
    return image_of(out + grain + colour_grain + streak + 0.5)


def dust(rng, img):
    d = ImageDraw.Draw(img)
    for _ in range(14):
        x, y = rng.uniform(0, img.width), rng.uniform(0, img.height)
        r = rng.uniform(0.5, 1.4)
        g = int(rng.uniform(120, 190))
        d.ellipse([x - r, y - r, x + r, y + r], fill=(g, g, g - 6))
