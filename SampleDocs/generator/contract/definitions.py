# SPDX-License-Identifier: Apache-2.0
"""Page 3: the parties and the words used."""

from ..fonts import SERIF, SERIF_BOLD, font
from ..handwriting import scrawl
from ..paper import LEFT, TEXT_W
from ..typesetting import left, paragraph
from .furniture import clauses, heading, set_clauses, start

WORDS = [
    ("Record", """a volume, folder or single sheet that is entered in the catalogue of the Trust
        under a mark of its own."""),
    ("Side", "one face of a sheet. A sheet has two sides even if one of them is blank."),
    ("Master Image", """the image as it left the scanner, without sharpening, cropping or change of
        colour, kept for good."""),
    ("Access Image", """a smaller image made from the Master Image for use on screens. It may be
        compressed with loss."""),
    ("Batch", """the Records that are collected on the same day. A Batch holds no more than forty
        boxes."""),
    ("Box", """a case of grey board, 39 by 27 by 13 centimetres, with a label on the narrow
        side."""),
    ("Delivery List", """the table which the Contractor hands over together with each Batch, on
        paper and as a file."""),
    ("Test target", """a printed card with steps of grey, patches of colour and fine lines, used to
        prove the quality of a scanner."""),
    ("Working day", """every day from Monday to Friday on which the reading room is open to the
        public."""),
]
REMARK = """Words in the singular include the plural, and the other way round. References to
clauses and annexes are references to those of this Agreement."""


def draw():
    page, d = start(3)
    y = heading(d, "1   Parties and purpose", 146)
    y, _ = set_clauses(d, clauses(1), y, 26)
    y = heading(d, "2   Words used in this Agreement", y + 22)
    for word, meaning in WORDS:
        left(d, word, LEFT, y, font(SERIF_BOLD, 26))
        y = paragraph(d, meaning, LEFT + 210, y, TEXT_W - 210, font(SERIF, 26)) + 19
    y = paragraph(d, REMARK, LEFT, y + 18, TEXT_W, font(SERIF, 26))
    scrawl(page, (LEFT + 4, int(y) + 24), (430, 62), 31, (88, 88, 92), 4)
    return page
