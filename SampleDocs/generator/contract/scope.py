# SPDX-License-Identifier: Apache-2.0
"""Page 4: the scope of the work, with highlighted lines."""

from ..fonts import SANS_BOLD, SERIF, TYPEWRITER, font
from ..handwriting import tick
from ..paper import LEFT, RIGHT, TEXT_W
from ..stamps import highlight
from ..typesetting import paragraph, table
from .furniture import clauses, heading, set_section, start

NUMBERING = """The name of an image is made of the mark of the box, the folder and a running number.
Numbers are not filled up with zeros; readers of the data have to sort them by value."""
NAMES = [
    ("Box", "Folder", "Image", "File name"), ("H 17", "2", "9", "h17-2-page9.jpg"),
    ("H 17", "2", "10", "h17-2-page10.jpg"), ("C 203", "14", "1", "c203-14-page1.jpg"),
    ("M 8", "1", "117", "m8-1-page117.jpg"),
]


def draw():
    page, d = start(4)
    y, tops = set_section(d, "3   Scope of the work", clauses(3), 146)
    top = int(tops["3.4"])
    highlight(page, (LEFT + 66, top, RIGHT, top + 34), 5)
    highlight(page, (LEFT + 66, top + 37, 560, top + 71), 4)
    tick(page, (1120, top - 10), 50, 3)
    y = heading(d, "Numbering of the images", y)
    y = paragraph(d, NUMBERING, LEFT, y, TEXT_W, font(SERIF, 27))
    table(d, LEFT, y + 20, [200, 160, 160, 430], NAMES, font(TYPEWRITER, 22), font(SANS_BOLD, 21),
          50, zebra=(240, 245, 250))
    return page
