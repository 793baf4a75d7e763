# SPDX-License-Identifier: Apache-2.0
"""Stamps, and what else comes upon paper in an office."""

import math

import numpy as np
from PIL import Image, ImageDraw

from .fonts import SANS_BOLD, font
from .pixels import blurred, floats, grid, image_of, multiply, smooth_noise, tint

SCALE = 3   # stamps are drawn larger and made smaller, for soft edges


def ring_letters(mask, centre, radius, text, fnt):
    """Text around a circle, each letter with its own width."""
    widths = [fnt.getlength(letter) for letter in text]
    extra = (2 * math.pi * radius - sum(widths)) / len(text)
    at = 0.0
    for letter, width in zip(text, widths):
        a = -math.pi / 2 + (at + (width + extra) / 2) / radius
        at += width + extra
        glyph = Image.new("L", (fnt.size * 2, fnt.size * 2), 0)
        ImageDraw.Draw(glyph).text((fnt.size, fnt.size * 1.36), letter, font=fnt, fill=255,
                                   anchor="ms")
        glyph = glyph.rotate(-math.degrees(a) - 90, Image.BICUBIC)
        x, y = centre + radius * math.cos(a), centre + radius * math.sin(a)
        mask.paste(255, (int(x - fnt.size), int(y - fnt.size)), glyph)


def round_stamp(page, centre, radius, ring_text, middle, colour, seed, angle):
    r = radius * SCALE
    size = 2 * r + 20 * SCALE
    c = size / 2
    mask = Image.new("L", (size, size), 0)
    d = ImageDraw.Draw(mask)
    for rr, w in ((r, 4), (r - 9 * SCALE, 2), (r * 0.58, 2)):
        d.ellipse([c - rr, c - rr, c + rr, c + rr], outline=255, width=w * SCALE)
    letter = int(r * 0.2)
    while font(SANS_BOLD, letter).getlength(ring_text) > 2 * math.pi * r * 0.745:
        letter -= 1
    ring_letters(mask, c, r * 0.745, ring_text, font(SANS_BOLD, letter))
    for i, line in enumerate(middle):
        f = font(SANS_BOLD, int(r * (0.24 if i == 1 else 0.15)))
        y = c + (i - (len(middle) - 1) / 2) * r * 0.27
        d.text((c, y), line, font=f, fill=255, anchor="mm")
    press(page, centre, mask, colour, seed, angle)


def box_stamp(page, centre, lines, colour, seed, angle, size=34):
    s = SCALE
    fonts = [font(SANS_BOLD, (size if i == 0 else int(size * 0.62)) * s)
             for i in range(len(lines))]
    w = int(max(f.getlength(t) for f, t in zip(fonts, lines)) + 44 * s)
    h = int(sum(f.size * 1.25 for f in fonts) + 26 * s)
    mask = Image.new("L", (w + 20 * s, h + 20 * s), 0)
    d = ImageDraw.Draw(mask)
    d.rounded_rectangle([10 * s, 10 * s, w + 10 * s, h + 10 * s], 8 * s, outline=255, width=4 * s)
    y = 23 * s
    for f, text in zip(fonts, lines):
        d.text((mask.width / 2, y + f.size * 0.6), text, font=f, fill=255, anchor="mm")
        y += f.size * 1.25
    press(page, centre, mask, colour, seed, angle)


def press(page, centre, mask, colour, seed, angle):
    """Turns a stamp, inks it unevenly and lays it on the page."""
    rng = np.random.default_rng(seed)
    mask = mask.rotate(angle, Image.BICUBIC, expand=True)
    mask = mask.resize((mask.width // SCALE, mask.height // SCALE), Image.LANCZOS)
    w, h = mask.size
    wear = 0.84 + smooth_noise(rng, w, h, 9, 0.16) + smooth_noise(rng, w, h, w / 3, 0.10)
    layer = tint(image_of(floats(mask) * np.clip(wear, 0.12, 1)), colour)
    multiply(page, layer, (centre[0] - w / 2, centre[1] - h / 2))


def highlight(page, box, seed, colour=(255, 244, 110)):
    """A broad stroke of a felt pen."""
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    j = np.random.default_rng(seed).uniform(0, 5, 4)
    mask = Image.new("L", (w, h), 0)
    corners = [(j[0], j[1]), (w - j[2], 1), (w - 1, h - j[3]), (3, h - 2)]
    ImageDraw.Draw(mask).polygon(corners, fill=215)
    multiply(page, tint(blurred(mask, 1), colour), (x0, y0))


def cup_ring(page, centre, radius, seed):
    """What a cup of coffee leaves behind."""
    size = radius * 2 + 40
    yy, xx = grid(size, size)
    dx, dy = xx - size / 2, yy - size / 2
    off = np.hypot(dx, dy) - radius
    wobble = smooth_noise(np.random.default_rng(seed), size, size, 6, 2.2)
    ring = np.exp(-((off + wobble) / 3.2) ** 2) + 0.35 * np.exp(-((off + 7 + wobble) / 7) ** 2)
    side = 0.45 + 0.55 * np.cos(np.arctan2(dy, dx) - 0.8)
    layer = tint(image_of(ring * side * 88), (150, 104, 52))
    multiply(page, layer, (centre[0] - size // 2, centre[1] - size // 2))
