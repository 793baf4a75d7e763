# SPDX-License-Identifier: Apache-2.0
"""Signatures, ticks and hand writing that nobody can read."""

import math

import numpy as np
from PIL import Image, ImageDraw

from .colours import BALLPOINT
from .pixels import floats, multiply, tint

# strokes of one letter: x in widths of a letter, y up from the base line in heights of an "n"
LETTERS = [
    [(0.1, 0.1), (0.3, 1), (0.4, 0.1), (0.6, 0.9), (0.8, 0.8), (0.85, 0.1), (1.1, 0.15)],  # n
    [(0.1, 0.2), (0.25, 1), (0.35, 0.15), (0.6, 0.1), (0.8, 0.95), (0.85, 0.15), (1.1, 0.2)],  # u
    [(0.1, 0.35), (0.6, 0.6), (0.55, 1), (0.25, 0.8), (0.25, 0.2), (0.6, 0), (1.0, 0.3)],  # e
    [(0.1, 0.2), (0.5, 1.3), (0.55, 2.2), (0.35, 2.1), (0.3, 0.5), (0.5, 0), (0.85, 0.2)],  # l
    [(0.65, 0.9), (0.3, 1), (0.15, 0.4), (0.4, 0), (0.7, 0.4), (0.75, 1), (0.75, 0.2),
     (1.05, 0.15)],  # a
    [(0.65, 0.9), (0.3, 0.9), (0.3, 0.2), (0.7, 0.7), (0.7, -0.6), (0.45, -1.1), (0.3, -0.7),
     (1.0, 0.2)],  # g
    [(0.1, 0.2), (0.4, 1.1), (0.5, 1.7), (0.4, 0.2), (0.6, 0), (0.9, 0.25)],  # t
    [(0.1, 0.3), (0.4, 1.05), (0.65, 0.95), (0.55, 0.4), (0.6, 0.05), (0.95, 0.2)],  # r
    [(0.1, 0.2), (0.4, 0.95), (0.45, 0.2), (0.6, 0), (0.8, 0.25)],  # i
]
FREQUENCY = [.14, .12, .2, .1, .14, .06, .08, .1, .06]
SCALE = 3   # lines are drawn larger and made smaller, for soft edges


def pen(points, width, size, pressure=None):
    """The mask of a pen line through many points."""
    mask = Image.new("L", (size[0] * SCALE, size[1] * SCALE), 0)
    d = ImageDraw.Draw(mask)
    for i, ((x0, y0), (x1, y1)) in enumerate(zip(points, points[1:])):
        w = width * (pressure[i] if pressure else 1) * SCALE
        x1, y1, r = x1 * SCALE, y1 * SCALE, w / 2
        d.line([x0 * SCALE, y0 * SCALE, x1, y1], fill=235, width=max(1, round(w)))
        d.ellipse([x1 - r, y1 - r, x1 + r, y1 + r], fill=235)
    return mask.resize(size, Image.LANCZOS)


def signature(page, xy, size, seed, colour=BALLPOINT, width=2.6):
    w, h = size
    x, y = name_strokes(np.random.default_rng(seed), w, h)
    slope = np.gradient(y)
    pressure = list(0.65 + 0.5 * np.clip(slope / np.abs(slope).max(), -0.4, 1))
    points = list(zip(x, y))
    s = np.linspace(0, 1, 60)   # the closing stroke under the name
    points += zip(w * (0.78 - 0.58 * s), h * (0.50 + 0.34 * np.sin(s * 1.5) - 0.04 * np.sin(s * 9)))
    pressure += list(0.9 - 0.5 * s)
    multiply(page, tint(pen(points, width, size, pressure), colour), xy)


def name_strokes(rng, w, h):
    """Loops that grow smaller from left to right."""
    n = 420
    t = np.linspace(0, 1, n)
    loops = rng.uniform(6.5, 9.5)
    waves = np.sin(t * math.pi * rng.uniform(1.2, 2.4) + rng.uniform(0.3, 1.2))
    envelope = (0.45 + 0.55 * np.abs(waves)) * (1 - 0.75 * t)
    speed = 1 + 0.5 * np.sin(t * 23 + rng.uniform(0, 6))
    phase = np.cumsum(speed) / n * loops * 2 * math.pi
    x = w * (0.1 + 0.66 * t) + w * 0.055 * np.cos(phase) * (1 - 0.5 * t)
    y = h * 0.52 - h * 0.42 * envelope * np.sin(phase) - h * 0.06 * t
    return x, y


def tick(page, xy, size, seed):
    j = np.random.default_rng(seed).uniform(-0.05, 0.05, 6)
    points = [(0.12 + j[0], 0.55 + j[1]), (0.26, 0.68 + j[2]), (0.38 + j[3], 0.86), (0.5, 0.6),
              (0.68 + j[4], 0.3), (0.92, 0.06 + abs(j[5]))]
    mask = pen([(a * size, b * size) for a, b in points], 3.2, (size, size))
    multiply(page, tint(mask, BALLPOINT), xy)


def spline(points, steps=9):
    """A smooth line through the points (Catmull-Rom)."""
    p = np.array([points[0]] + points + [points[-1]], float)
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    out = [0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2
                  + (3 * b - a - 3 * c + d) * t ** 3)
           for a, b, c, d in zip(p, p[1:], p[2:], p[3:])]
    return [tuple(q) for q in np.concatenate(out + [p[-1:]])]


def scrawl(page, xy, size, seed, colour=BALLPOINT, words=3):
    """A line of hand writing that nobody can read, as in real life."""
    rng = np.random.default_rng(seed)
    w, h = size
    mask = np.zeros((h, w), np.float32)
    share = rng.uniform(0.7, 1.4, words)
    share = share / share.sum() * (w - 12 - 14 * (words - 1))
    x = 6.0
    for length in share:
        line = spline(word_points(rng, x, length, h, seed))
        mask = np.maximum(mask, floats(pen(line, 1.9, (w, h))))
        x += length + 14
    multiply(page, tint(Image.fromarray(mask.astype(np.uint8)), colour), xy)


def word_points(rng, start, length, h, seed):
    """The points of a word: letters by chance, on a base line that is not quite straight."""
    unit = h * 0.24
    count = max(2, int(length / unit))
    step = length / count * 0.96
    points = []
    for i in range(count):
        letter = LETTERS[int(rng.choice(9, p=FREQUENCY))]
        tall = unit * rng.uniform(0.78, 1.12) * (1.35 if i == 0 else 1)
        base = 2.2 * math.sin((start + i * step) / 90 + seed)
        for a, b in letter:
            a, b = a + rng.normal(0, 0.05), b + rng.normal(0, 0.07)
            points.append((start + (i + a) * step + b * tall * 0.28, h * 0.66 - b * tall - base))
    return points
