# SPDX-License-Identifier: Apache-2.0
"""Page 12: signatures and seals."""

from ..colours import BALLPOINT, GRID, INK, NAVY, SMALL_PRINT
from ..fonts import SANS, SANS_BOLD, SERIF, TYPEWRITER, font
from ..handwriting import scrawl, signature
from ..paper import LEFT, RIGHT, TEXT_W
from ..stamps import round_stamp
from ..typesetting import left, paragraph
from .furniture import BUYER, SELLER, heading, start

TEXT = """The parties have read this Agreement, together with Annex A, Annex B and the plan, and
agree to all of it. It was signed in two copies. Each party keeps one of them."""
PARTIES = [("For the Trust", BUYER, ["Keeper of the Records", "Treasurer"]),
           ("For the Contractor", SELLER, ["Chair of the Board", "Head of Operations"])]


def draw():
    page, d = start(12)
    y = heading(d, "Signatures", 146, 38)
    y = paragraph(d, TEXT, LEFT, y + 8, TEXT_W, font(SERIF, 24))
    for i, party in enumerate(PARTIES):
        sign(page, d, i, y + 60 + i * 500, *party)
    round_stamp(page, (650, int(y) + 300), 128,
                "QUILLMERE RECORDS TRUST \u2022 OLD CUSTOMS HOUSE \u2022 ",
                ["THE", "SEAL", "OF RECORDS"], (160, 36, 52), 77, 12)
    round_stamp(page, (900, int(y) + 660), 112, "LANTERNFOLD IMAGING \u2022 COOPERATIVE \u2022 ",
                ["NO.", "0417", "IMAGING"], (38, 62, 142), 78, -9)
    register(page, d)
    return page


def sign(page, d, i, top, title, name, roles):
    """Name, place and date of a party, and the signatures of two persons."""
    f = font(SERIF, 23)
    left(d, title, LEFT, top, font(SANS_BOLD, 24), NAVY)
    left(d, name, LEFT, top + 42, f)
    left(d, "Quillmere,", LEFT, top + 92, f)
    d.line([LEFT + 130, top + 120, LEFT + 420, top + 120], fill=GRID, width=1)
    scrawl(page, (LEFT + 140, int(top) + 70), (220, 54), 500 + i, words=2)
    for k, role in enumerate(roles):
        x = LEFT + k * 490
        d.line([x, top + 300, x + 420, top + 300], fill=INK, width=2)
        left(d, role, x, top + 310, font(SANS, 17), SMALL_PRINT)
        ink = BALLPOINT if (i + k) % 2 == 0 else (24, 26, 34)
        signature(page, (x + 20, int(top) + 170), (370, 150), 700 + 10 * i + k, ink,
                  2.8 if k else 2.4)


def register(page, d):
    d.rectangle([LEFT, 1490, RIGHT, 1610], outline=GRID, width=1)
    left(d, "Entered in the register of agreements under number", LEFT + 14, 1502, font(SANS, 17),
         SMALL_PRINT)
    left(d, "0417 / 12 pages / 2 annexes / 1 plan", LEFT + 14, 1544, font(TYPEWRITER, 26))
    scrawl(page, (860, 1530), (210, 56), 801, words=2)
