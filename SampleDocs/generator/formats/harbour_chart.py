# SPDX-License-Identifier: Apache-2.0
"""A harbour chart in flat colours, stored interlaced."""

import math

import numpy as np
from PIL import Image, ImageDraw

from ..colours import INK, WHITE
from ..fonts import SANS_ITALIC, SERIF, SERIF_BOLD, SERIF_ITALIC, font
from ..png_writer import adam7_png, density
from ..typesetting import left

S = 2   # drawn twice as large
W, H = 620, 877
SEA, COMPASS = (40, 70, 110), (150, 40, 90)
SHALLOWS = [(128, 0.3, (190, 216, 230)), (62, 0.12, (170, 203, 222)), (26, 0.04, (238, 230, 196)),
            (0, 0, (216, 214, 160))]   # distance from the shore, flatness, colour
MOLES = [(232, 584, 262, 534), (262, 534, 298, 520), (396, 582, 366, 536), (366, 536, 334, 522)]


def interlaced_png():
    img = draw().resize((W, H), Image.BOX)
    few_tones = np.asarray(img) // 6 * 6 + 3   # they keep the file small
    return adam7_png(few_tones.astype(np.uint8), density(2953, 2953))


def draw():
    rng = np.random.default_rng(6700)
    img = Image.new("RGB", (W * S, H * S), (246, 241, 226))
    d = ImageDraw.Draw(img)
    rectangle(d, 36, 36, W - 36, H - 36, fill=(206, 226, 236), outline=INK, width=2 * S)
    xs, bay = shore_line(rng)
    land(d, xs, bay)
    for mole in MOLES:
        d.line([v * S for v in mole], fill=(60, 54, 50), width=6 * S)
    town(d, rng)
    lettering(d, "QUILLMERE", 316, 770, font(SERIF_BOLD, 17 * S))
    lettering(d, "Lantern Bay", 312, 470, font(SERIF_ITALIC, 26 * S), SEA)
    soundings(d, rng, xs, bay)
    compass(d, 470 * S, 190 * S, 64 * S)
    title(d)
    scale_and_frame(d)
    return img


def rectangle(d, x0, y0, x1, y1, **how):
    d.rectangle([x0 * S, y0 * S, x1 * S, y1 * S], **how)


def lettering(d, text, x, y, fnt, fill=INK):
    d.text((x * S, y * S), text, font=fnt, fill=fill, anchor="mm")


def shore_line(rng):
    """The x of 120 points, and the y of the shore at each."""
    n = 120
    rough = np.cumsum(rng.normal(0, 1, n))
    rough = rough - np.linspace(rough[0], rough[-1], n)
    rough = np.convolve(np.pad(rough, 2, "edge"), np.ones(5) / 5, "valid")
    xs = np.linspace(36, 584, n)
    bay = 560 - 130 * np.cos((xs - 36) / 548 * 2 * math.pi) + 26 * np.sin(xs / 74) + 7 * rough
    return xs, bay


def land(d, xs, bay):
    for off, flat, colour in SHALLOWS:
        line = [(x * S, min(838, y - off + flat * (640 - y)) * S) for x, y in zip(xs, bay)]
        d.polygon(line + [(584 * S, 840 * S), (36 * S, 840 * S)], fill=colour)
    d.line(line, fill=(110, 92, 50), width=2 * S)   # the last one is the shore


def town(d, rng):
    for _ in range(60):
        x, y = rng.uniform(200, 430), rng.uniform(652, 742)
        w, h = rng.uniform(5, 13), rng.uniform(5, 10)
        rectangle(d, x, y, x + w, y + h, fill=(176, 92, 72), outline=(110, 60, 50))


def soundings(d, rng, xs, bay):
    for row in range(12):
        for column in range(13):
            x = 62 + column * 41 + rng.uniform(-11, 11)
            y = 100 + row * 40 + rng.uniform(-11, 11)
            depth = int((np.interp(x, xs, bay) - 26 - y) / 15 + rng.uniform(-1, 3))
            if depth >= 2 and not taken(x, y):
                lettering(d, str(depth), x, y, font(SANS_ITALIC, 11 * S), SEA)


def taken(x, y):
    """Whether the title, the compass, the name of the bay or a mole is here."""
    return ((x < 345 and y < 165) or math.hypot(x - 470, y - 190) < 92
            or (abs(x - 312) < 90 and abs(y - 468) < 24) or (y > 500 and 210 < x < 420))


def compass(d, cx, cy, r):
    def at(radius, angle):
        return cx + radius * math.cos(angle), cy + radius * math.sin(angle)

    for i in range(32):
        a = i * math.pi / 16
        d.line([at(r * 0.8, a), at(r if i % 4 == 0 else r * 0.92, a)], fill=COMPASS, width=S)
    d.ellipse([cx - r, cy - r, cx + r, cy + r], outline=COMPASS, width=S)
    for i in range(4):
        a = i * math.pi / 2 - math.pi / 2
        d.polygon([at(r * 0.76, a), at(9 * S, a + 0.8), (cx, cy)], fill=COMPASS)
    d.text((cx, cy - r - 10 * S), "N", font=font(SERIF_BOLD, 15 * S), fill=COMPASS, anchor="mm")


def title(d):
    rectangle(d, 62, 62, 330, 150, fill=(250, 247, 236), outline=INK, width=S)
    lettering(d, "CHART OF THE HARBOUR", 196, 88, font(SERIF_BOLD, 19 * S))
    lettering(d, "of Quillmere", 196, 112, font(SERIF_ITALIC, 19 * S))
    lettering(d, "soundings in feet", 196, 134, font(SERIF, 13 * S))


def scale_and_frame(d):
    for i in range(6):
        x = 62 + i * 30
        rectangle(d, x, 806, x + 30, 814, fill=WHITE if i % 2 else INK, outline=INK, width=S)
    left(d, "half a mile", 62 * S, 786 * S, font(SERIF_ITALIC, 14 * S))
    for i in range(60):
        x = 36 + i * 548 / 60
        for y in (30, 841):
            rectangle(d, x, y, x + 548 / 60, y + 6, fill=WHITE if i % 2 else INK)
