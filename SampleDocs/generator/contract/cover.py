# SPDX-License-Identifier: Apache-2.0
"""Page 1: the title page with the stamp of the registry."""

from ..colours import AMBER, HAIRLINE, NAVY, SMALL_PRINT
from ..fonts import SANS, SANS_BOLD, SERIF, SERIF_BOLD, SERIF_ITALIC, font
from ..handwriting import scrawl
from ..paper import LEFT, RIGHT, blank, logo
from ..stamps import box_stamp
from ..typesetting import left, paragraph, right
from .furniture import BUYER, REFERENCE, SELLER

ADDRESS = ["Paper Mill Yard 4", "Quillmere 00417", "post@lanternfold.example",
           "www.lanternfold.example"]
COPIES = """This copy consists of twelve pages, two annexes and a plan. Both parties have received
a signed copy. The annexes are part of the Agreement; where they differ from the clauses, the
clauses prevail."""


def draw():
    page, d = blank()
    letterhead(d)
    y = 410
    for text in ["Framework Agreement", "on the Digitisation of Records"]:
        left(d, text, LEFT, y, font(SERIF_BOLD, 58))
        y += 72
    left(d, REFERENCE, LEFT, y + 16, font(SANS, 27), (84, 84, 90))
    y = party(d, y + 130, "between", BUYER, "Old Customs House, Harbour Walk, Quillmere 00412, "
              "in the following called the Trust,")
    y = party(d, y + 24, "and", SELLER, "Paper Mill Yard 4, Quillmere 00417, in the following "
              "called the Contractor.")
    paragraph(d, COPIES, LEFT, y + 54, 820, font(SERIF, 23))
    foot(d)
    box_stamp(page, (905, 1330), ["RECEIVED", "14 MARCH  -  REGISTRY"], (168, 40, 48), 11, 7)
    scrawl(page, (830, 1395), (210, 52), 12, words=2)
    return page


def letterhead(d):
    logo(d, LEFT, 110, 96)
    left(d, "Lanternfold", LEFT + 124, 122, font(SANS_BOLD, 46), NAVY)
    left(d, "IMAGING COOPERATIVE", LEFT + 126, 178, font(SANS, 21), NAVY)
    for i, text in enumerate(ADDRESS):
        right(d, text, RIGHT, 120 + i * 25, font(SANS, 18), (80, 84, 96))
    d.rectangle([LEFT, 250, RIGHT, 255], fill=AMBER)


def party(d, y, word, name, text):
    left(d, word, LEFT, y, font(SERIF_ITALIC, 26))
    left(d, name, LEFT, y + 50, font(SERIF_BOLD, 33))
    return paragraph(d, text, LEFT, y + 98, 820, font(SERIF, 26))


def foot(d):
    d.line([LEFT, 1600, RIGHT, 1600], fill=HAIRLINE, width=1)
    f = font(SANS, 16)
    rows = [("Registered cooperative no. 000-417", "Account 00 0000 0417 00"),
            ("All names in this document are made up.", "Page 1 of 12")]
    for y, (a, b) in zip((1614, 1636), rows):
        left(d, a, LEFT, y, f, SMALL_PRINT)
        right(d, b, RIGHT, y, f, SMALL_PRINT)
