# SPDX-License-Identifier: Apache-2.0
"""The letter."""

from ..fonts import SERIF, SERIF_BOLD, SERIF_ITALIC, TYPEWRITER, TYPEWRITER_BOLD, font
from ..handwriting import signature
from ..paper import LEFT, RIGHT, TEXT_W, blank
from ..stamps import box_stamp
from ..typesetting import left, paragraph, right

WINE = (92, 26, 34)
SENDER = ["Old Customs House", "Harbour Walk", "Quillmere 00412"]
TO = ["To the", "Lanternfold Imaging Cooperative", "Paper Mill Yard 4"]
TEXT = """\
Dear neighbours,
the first forty boxes are ready. They stand in the reading room, left of the door, and are closed \
with white tape. Boxes 7, 12 and 31 carry a red strip.
Please bring the low trolley. The step at the side entrance has been repaired, but the lift will \
be out of use until Friday, so that two people are needed for the stairs.
Box 22 holds a roll of plans that does not fit under the lid. We have wrapped it in paper and tied \
it to the box. Please do not bend it.
The list with all marks and numbers is enclosed. Would you kindly sign one copy and leave it at \
the desk?
With kind regards"""


def draw():
    page, d = blank()
    f = font(TYPEWRITER, 25)
    letterhead(d)
    y = 340
    for line in TO:
        left(d, line, LEFT, y, f)
        y += 36
    right(d, "2 April", RIGHT, y, f)
    left(d, "Collection of the first forty boxes", LEFT, y + 90, font(TYPEWRITER_BOLD, 26))
    y += 162
    for part in TEXT.splitlines():
        y = paragraph(d, part, LEFT, y, TEXT_W, f, justify=False, lead=1.42) + 22
    signature(page, (LEFT - 10, int(y) - 12), (360, 150), 41, (26, 34, 110))
    left(d, "Keeper of the Records", LEFT, y + 148, f)
    box_stamp(page, (880, int(y) + 60), ["COLLECTED", "2 APRIL"], (36, 110, 70), 45, 8)
    left(d, "Enclosed: list of boxes, 2 sheets", LEFT, 1590, font(TYPEWRITER, 20), (70, 70, 74))
    return page


def letterhead(d):
    left(d, "QUILLMERE", LEFT, 130, font(SERIF_BOLD, 52), WINE)
    left(d, "Records Trust", LEFT, 192, font(SERIF_ITALIC, 40), WINE)
    for i, line in enumerate(SENDER):
        right(d, line, RIGHT, 140 + i * 30, font(SERIF, 23), WINE)
    d.line([LEFT, 266, RIGHT, 266], fill=WINE, width=3)
