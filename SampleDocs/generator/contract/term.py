# SPDX-License-Identifier: Apache-2.0
"""Page 8: term and other provisions, with a test target in colour."""

from ..fonts import SANS_BOLD, SANS_ITALIC, font
from ..paper import LEFT, RIGHT, TEXT_W
from ..typesetting import left, paragraph
from .furniture import clauses, set_section, start

PATCHES = [
    (115, 82, 68), (194, 150, 130), (98, 122, 157), (87, 108, 67), (133, 128, 177),
    (103, 189, 170), (214, 126, 44), (80, 91, 166), (193, 90, 99), (94, 60, 108), (157, 188, 64),
    (224, 163, 46), (56, 61, 150), (70, 148, 73), (175, 54, 60), (231, 199, 31), (187, 86, 149),
    (8, 133, 161),
]


def draw():
    page, d = start(8)
    y, _ = set_section(d, "8   Term and ending", clauses(8), 146)
    y, _ = set_section(d, "9   Other provisions", clauses(9), y)
    left(d, "Test target of the first day", LEFT, y, font(SANS_BOLD, 21))
    target(d, y + 44)
    paragraph(d, "Scanned with the first Batch. The limits are found in Annex A.", LEFT, y + 390,
              TEXT_W, font(SANS_ITALIC, 18))
    return page


def target(d, y):
    """Two rows of patches and a row of grays on a dark ground."""
    d.rectangle([LEFT, y, RIGHT, y + 330], fill=(40, 40, 42))
    wide = TEXT_W / 9
    for i, colour in enumerate(PATCHES):
        x, top = LEFT + (i % 9) * wide, y + (i // 9) * 106
        d.rectangle([x + 7, top + 8, x + wide - 7, top + 100], fill=colour)
    wide = TEXT_W / 12
    for i in range(12):
        x0 = LEFT + i * wide + (6 if i == 0 else 0)
        x1 = LEFT + (i + 1) * wide - (6 if i == 11 else 0)
        d.rectangle([x0, y + 222, x1, y + 318], fill=(int(250 - i * 19.5),) * 3)
