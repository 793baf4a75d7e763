# SPDX-License-Identifier: Apache-2.0
"""Page 9: annex A, a wide table in landscape."""

import numpy as np

from ..colours import NAVY
from ..fonts import SANS, SANS_BOLD, SANS_ITALIC, SERIF_ITALIC, font
from ..handwriting import tick
from ..paper import H, LEFT, W
from ..stamps import box_stamp
from ..typesetting import left, paragraph, table
from .furniture import start

HEAD = ("No.", "Records", "Boxes", "Sides", "Kind", "dpi", "Colour", "Skew max.", "Sharpness",
        "Noise", "Due")
WIDTHS = [64, 300, 96, 130, 110, 80, 112, 138, 142, 104, 178]
RECORDS = [
    ("Harbour dues, volumes", "bound"), ("Harbour dues, receipts", "loose"),
    ("Customs journals", "bound"), ("Ships' papers", "loose"), ("Pilots' reports", "loose"),
    ("Letters received", "loose"), ("Letters sent, copies", "bound"), ("Plans of quays", "plan"),
    ("Mill accounts", "bound"), ("Mill drawings", "plan"), ("Rent rolls", "bound"),
    ("Photographs, prints", "photo"), ("Glass plates", "film"), ("Notices, posters", "plan"),
    ("Catalogue cards", "card"),
]
MONTHS = ["April", "May", "June", "July", "August", "September", "October", "November", "December"]
REMARK = """Sharpness is the contrast of the line pattern with five lines per millimetre. Noise is
the standard deviation of the middle grey patch, in levels of 255."""


def draw():
    page, d = start(9, H, W)
    left(d, "Annex A   Schedule of batches and limits", LEFT, 130, font(SANS_BOLD, 34), NAVY)
    left(d, "Sides are estimates. Limits hold for every Batch of the row.", LEFT, 182,
         font(SERIF_ITALIC, 22))
    rng = np.random.default_rng(90)
    rows = [HEAD] + [row(rng, i, *record) for i, record in enumerate(RECORDS)]
    y = table(d, LEFT, 232, WIDTHS, rows, font(SANS, 20), font(SANS_BOLD, 20), 47, "clrrccccccl",
              (206, 216, 232), (242, 245, 250))
    paragraph(d, REMARK, LEFT, y + 18, 1000, font(SANS_ITALIC, 18), justify=False)
    for r in (1, 2, 3, 6):
        tick(page, (LEFT - 52, 232 + r * 47), 44, 60 + r)
    box_stamp(page, (1470, 1070), ["CHECKED", "ANNEX A"], (40, 70, 150), 92, -6, 30)
    return page


def row(rng, i, name, kind):
    boxes = int(rng.integers(4, 41))
    sides = boxes * int(rng.integers(520, 980))
    sharpness = 0.70 + 0.01 * int(rng.integers(0, 9))
    noise = 1.4 + 0.1 * int(rng.integers(0, 7))
    return (str(i + 1), name, str(boxes), f"{sides:,}".replace(",", " "), kind,
            "600" if kind in ("photo", "film") else "300", "gray" if i in (1, 5, 12) else "sRGB",
            "1.0", f"{sharpness:.2f}", f"{noise:.1f}", MONTHS[i * 9 // 15])
