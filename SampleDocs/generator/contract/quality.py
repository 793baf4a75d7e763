# SPDX-License-Identifier: Apache-2.0
"""Page 5: the quality of the images, with a chart."""

import numpy as np

from ..colours import INK, WHITE
from ..fonts import SANS, SANS_BOLD, SANS_ITALIC, font
from ..paper import LEFT, TEXT_W
from ..typesetting import centred, left, right
from .furniture import clauses, set_section, start

X, WIDTH, HEIGHT = LEFT + 60, TEXT_W - 90, 500   # of the chart


def draw():
    page, d = start(5)
    y, _ = set_section(d, "4   Quality of the images", clauses(4), 146)
    y += 24
    left(d, "Figure 1   Sharpness over the working day, mean of 20 days", LEFT, y - 8,
         font(SANS_BOLD, 21))
    chart(d, y + 46)
    return page


def chart(d, top):
    bottom = top + HEIGHT
    for i in range(6):
        y = bottom - i * HEIGHT / 5
        d.line([X, y, X + WIDTH, y], fill=(176, 176, 180), width=1)
        right(d, f"{0.5 + i / 10:.1f}", X - 12, y - 12, font(SANS, 18))
    rng = np.random.default_rng(7)
    curve(d, rng, bottom, 60, 0.83, 0)
    curve(d, rng, bottom, 130, 0.74, 2)
    limit(d, bottom - 0.2 / 0.5 * HEIGHT)
    d.rectangle([X, top, X + WIDTH, bottom], outline=INK, width=2)
    for i in range(9):
        centred(d, f"{8 + i}:00", X + i * WIDTH / 8, bottom + 10, font(SANS, 17))


def curve(d, rng, bottom, gray, base, phase):
    """A line through 25 values, with a dot on every second."""
    n = 25
    v = base + 0.04 * np.sin(np.linspace(0, 5, n) + phase) + rng.normal(0, 0.012, n)
    points = [(X + i * WIDTH / (n - 1), bottom - (v[i] - 0.5) / 0.5 * HEIGHT) for i in range(n)]
    d.line(points, fill=(gray,) * 3, width=4, joint="curve")
    for x, y in points[::2]:
        d.ellipse([x - 5, y - 5, x + 5, y + 5], fill=WHITE, outline=(gray,) * 3, width=2)


def limit(d, y):
    for x in range(X, X + WIDTH, 22):
        d.line([x, y, x + 12, y], fill=(40, 40, 40), width=3)
    left(d, "limit of Annex A", X + 10, y + 6, font(SANS_ITALIC, 18))
