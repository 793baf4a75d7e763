# SPDX-License-Identifier: Apache-2.0
"""Page 6: fees and payment, with a table."""

from ..colours import TEAL
from ..fonts import SANS, SANS_BOLD, SANS_ITALIC, SERIF, font
from ..handwriting import scrawl
from ..paper import LEFT, RIGHT, TEXT_W
from ..stamps import highlight
from ..typesetting import left, paragraph, table
from .furniture import clauses, set_clauses, set_section, start

FEES = [
    ("Service", "Unit", "Fee", "Reduced"), ("Loose sheet up to A4, grey", "side", "0.14", "0.12"),
    ("Loose sheet up to A4, colour", "side", "0.19", "0.16"),
    ("Loose sheet up to A3, colour", "side", "0.34", "0.29"),
    ("Bound volume, opening up to 90 degrees", "opening", "0.62", "0.55"),
    ("Map or plan up to A1", "sheet", "6.80", "6.20"),
    ("Glass plate or film, transmitted light", "piece", "4.10", "3.75"),
    ("Index entry, up to 60 characters", "entry", "0.22", "0.19"),
    ("Preparation of creased paper", "hour", "41.00", "38.50"),
    ("Transport of a Batch, both ways", "Batch", "180.00", "180.00"),
]
UNDER_TABLE = """Fees in crowns, without tax. The reduced fee applies from the 100 001st side of a
calendar year."""
EXAMPLE = """A Batch of 12 400 sides in colour and 36 maps, without index: 12 400 x 0.19 + 36 x 6.80
+ 180.00 = 2 780.80 crowns."""


def draw():
    page, d = start(6)
    both = clauses(5)
    y, _ = set_section(d, "5   Fees and payment", both[:2], 146, 23)
    y = table(d, LEFT, y, [500, 150, 150, 150], FEES, font(SANS, 20), font(SANS_BOLD, 20), 44,
              "lcrr", (206, 224, 228), (241, 246, 247), TEAL)
    y = paragraph(d, UNDER_TABLE, LEFT, y + 14, TEXT_W, font(SANS_ITALIC, 18), (70, 70, 74))
    y, _ = set_clauses(d, both[2:], y + 26, 23)
    y += 30
    d.rounded_rectangle([LEFT, y, RIGHT, y + 174], 10, outline=TEAL, width=3, fill=(240, 248, 248))
    left(d, "Example", LEFT + 28, y + 22, font(SANS_BOLD, 22), TEAL)
    paragraph(d, EXAMPLE, LEFT + 28, y + 64, TEXT_W - 56, font(SERIF, 23))
    highlight(page, (LEFT + 4, 606, RIGHT - 4, 640), 9, (176, 244, 150))
    scrawl(page, (830, int(y) + 186), (250, 56), 33, words=3)
    return page
