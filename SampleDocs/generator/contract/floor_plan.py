# SPDX-License-Identifier: Apache-2.0
"""Page 11: the plan of the scanning room."""

from PIL import Image, ImageDraw

from ..colours import GRID, INK, RED, TEAL, WHITE
from ..fonts import SANS, SANS_BOLD, SERIF_ITALIC, font
from ..paper import LEFT, RIGHT
from ..stamps import box_stamp
from ..typesetting import centred, left
from .furniture import heading, start

X0, Y0, X1, Y1 = LEFT + 46, 300, RIGHT - 20, 1290   # the house, from outside
THICK = 26
SQUARES = (226, 236, 240)
MACHINE, TABLE, SHELF, LOCKED = (222, 236, 246), (246, 236, 216), (228, 240, 226), (248, 220, 218)

THINGS = [   # box within the house, label, colour
    ((60, 60, 240, 250), "Scanner 1|A2 book", MACHINE),
    ((290, 60, 480, 250), "Scanner 2|A3 flatbed", MACHINE),
    ((60, 400, 200, 700), "Preparation|table", TABLE),
    ((330, 470, 480, 640), "Light|table", (250, 246, 200)),
    ((590, 60, 830, 130), "Shelves, boxes in", SHELF),
    ((590, 160, 830, 230), "Shelves, boxes out", SHELF),
    ((590, 260, 830, 330), "Red strips (locked)", LOCKED),
    ((600, 560, 780, 720), "Server", (232, 228, 242)),
    ((600, 800, 830, 920), "Store for|paper pockets", (240, 240, 240)),
]
ROOMS = [(60, 310, "SCANNING"), (600, 440, "STORE"), (60, 780, "RECEPTION")]
LEGEND = [(MACHINE, "machines under service contract"), (TABLE, "work tables, no pens"),
          (LOCKED, "closed after hours"), (SHELF, "shelves, 50 kg for each board")]


def draw():
    page, d = start(11)
    y = heading(d, "Plan of the scanning room", 146, 34)
    left(d, "Scale about 1 : 75. Hatched walls carry load. Dimensions in metres.", LEFT, y,
         font(SERIF_ITALIC, 22))
    for x in range(X0, X1, 42):
        d.line([x, Y0, x, Y1], fill=SQUARES, width=1)
    for y in range(Y0, Y1, 42):
        d.line([X0, y, X1, y], fill=SQUARES, width=1)
    walls(page, d)
    for box, label, fill in THINGS:
        thing(d, *box, label, fill)
    for x, y, name in ROOMS:
        left(d, name, X0 + x, Y0 + y, font(SANS_BOLD, 24), (120, 120, 126))
    dimension_across(d, 0, 530, "6.70")
    dimension_across(d, 530, X1 - X0, "4.50")
    dimension_down(page, d, "12.60")
    north(d, RIGHT - 80, 1405)
    legend(d)
    box_stamp(page, (LEFT + 640, 1580), ["PLAN NO. 3"], (40, 110, 80), 44, 4, 28)
    return page


def walls(page, d):
    t, mid, door = THICK, X0 + 520, X0 + 320
    for box in [(X0, Y0, X1, Y0 + t), (X0, Y1 - t, door, Y1), (X0 + 470, Y1 - t, X1, Y1),
                (X0, Y0, X0 + t, Y1), (X1 - t, Y0, X1, Y1), (mid, Y0 + t, mid + 20, Y0 + 380),
                (mid, Y0 + 520, mid + 20, Y1 - t)]:
        wall(page, d, *box)
    d.arc([door - 150, Y1 - 176, door + 150, Y1 + 124], 270, 360, fill=TEAL, width=2)
    d.line([door, Y1 - 26, door, Y1 - 176], fill=TEAL, width=3)


def wall(page, d, x0, y0, x1, y1):
    """A hatched rectangle."""
    w, h = x1 - x0, y1 - y0
    hatch = Image.new("RGB", (w, h), (206, 206, 206))
    hd = ImageDraw.Draw(hatch)
    for k in range(-h, w + h, 9):
        hd.line([k, h, k + h, 0], fill=(90, 90, 90), width=1)
    page.paste(hatch, (x0, y0))
    d.rectangle([x0, y0, x1, y1], outline=INK, width=3)


def thing(d, x0, y0, x1, y1, label, fill):
    d.rectangle([X0 + x0, Y0 + y0, X0 + x1, Y0 + y1], fill=fill, outline=INK, width=2)
    lines = label.split("|")
    top = Y0 + (y0 + y1) / 2 - 12 * len(lines)
    for i, line in enumerate(lines):
        centred(d, line, X0 + (x0 + x1) / 2, top + i * 24, font(SANS, 19))


def dimension_across(d, a, b, text):
    y = Y0 - 26
    d.line([X0 + a, y, X0 + b, y], fill=RED, width=2)
    for x in (X0 + a, X0 + b):
        d.line([x - 8, y + 8, x + 8, y - 8], fill=RED, width=2)
    centred(d, text, X0 + (a + b) / 2, y - 24, font(SANS, 19), RED)


def dimension_down(page, d, text):
    """The dimension of the whole house, at its left; the number is turned."""
    x = X0 - 26
    d.line([x, Y0, x, Y1], fill=RED, width=2)
    for y in (Y0, Y1):
        d.line([x - 8, y + 8, x + 8, y - 8], fill=RED, width=2)
    number = Image.new("RGB", (80, 24), WHITE)
    ImageDraw.Draw(number).text((40, 12), text, font=font(SANS, 19), fill=RED, anchor="mm")
    page.paste(number.rotate(90, expand=True), (x - 30, (Y0 + Y1) // 2 - 40))


def north(d, x, y):
    d.ellipse([x - 52, y - 52, x + 52, y + 52], outline=INK, width=2)
    d.polygon([(x, y - 66), (x - 17, y + 30), (x, y + 14)], fill=INK)
    d.polygon([(x, y - 66), (x + 17, y + 30), (x, y + 14)], outline=INK)
    centred(d, "N", x, y - 98, font(SANS_BOLD, 26))


def legend(d):
    d.rectangle([LEFT, 1350, LEFT + 560, 1520], outline=GRID, width=2)
    for i, (colour, text) in enumerate(LEGEND):
        y = 1368 + i * 37
        d.rectangle([LEFT + 20, y, LEFT + 60, y + 24], fill=colour, outline=INK)
        left(d, text, LEFT + 78, y, font(SANS, 19))
