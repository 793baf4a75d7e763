# SPDX-License-Identifier: Apache-2.0
"""Page 2: the table of contents and the dates."""

from ..fonts import SANS, SANS_BOLD, SERIF, SERIF_ITALIC, font
from ..paper import LEFT, RIGHT, TEXT_W
from ..typesetting import left, paragraph, right, table
from .furniture import heading, start

CONTENTS = [
    ("1   Parties and purpose", 3), ("2   Words used in this Agreement", 3),
    ("3   Scope of the work", 4), ("4   Quality of the images", 5), ("5   Fees and payment", 6),
    ("6   Care of the Records", 7), ("7   Ownership and confidence", 7), ("8   Term and ending", 8),
    ("9   Other provisions", 8), ("Annex A   Schedule of batches (landscape)", 9),
    ("Annex B   Handling check list", 10), ("Plan of the scanning room", 11), ("Signatures", 12),
]
DATES = [
    ("Step", "Who", "Until"), ("Draft sent to the Trust", "Contractor", "3 February"),
    ("Remarks of the reading room", "Trust", "17 February"),
    ("Visit of the scanning room", "both", "26 February"), ("Signature", "both", "14 March"),
    ("First collection of boxes", "Contractor", "2 April"),
    ("First Batch examined", "Trust", "30 April"),
]
REMARK = """The dates above are a plan and not a promise. If a step is late, the following steps
move by the same number of working days, unless the parties agree on something else."""


def draw():
    page, d = start(2)
    y = heading(d, "Contents", 150, 38) + 14
    for name, number in CONTENTS:
        entry(d, name, number, y)
        y += 46
    y = heading(d, "Dates", y + 44)
    y = table(d, LEFT, y, [470, 240, 240], DATES, font(SANS, 20), font(SANS_BOLD, 20), 44)
    paragraph(d, REMARK, LEFT, y + 50, TEXT_W, font(SERIF_ITALIC, 22))
    return page


def entry(d, name, number, y):
    """A name, a row of dots that ends at the same place in all rows, and a page number."""
    f = font(SERIF, 24)
    left(d, name, LEFT, y, f)
    first, end = LEFT + f.getlength(name) + 14, RIGHT - 46
    x = end - (end - first) // 11 * 11
    while x < end:
        d.ellipse([x, y + 21, x + 2, y + 23], fill=(100, 100, 104))
        x += 11
    right(d, str(number), RIGHT, y, f)
