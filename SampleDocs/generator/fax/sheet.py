# SPDX-License-Identifier: Apache-2.0
"""The sheet that was put into the fax machine, about 204 x 196 dpi."""

import numpy as np
from PIL import Image, ImageDraw

from ..fonts import MONO, SANS, SANS_BOLD, SERIF, SERIF_BOLD, TYPEWRITER, font
from ..handwriting import signature
from ..pixels import grid, image_of
from ..typesetting import left, paragraph, right

SIZE = (1728, 2286)
LEFT, RIGHT = 150, 1590
BLACK = 0
FACTS = [("To:", "Lanternfold Imaging Cooperative"), ("Attn.:", "Scanning room"),
         ("Pages:", "1, this one"), ("Re.:", "Collection of boxes")]
TEXT = """\
Please note that box 31 was not closed when it left the house. The tape had come off. Nothing is \
missing, but the sheets may have moved. Kindly count them before you begin and tell us the number.
The lift works again. The trolley may stay in the hall overnight.
The following boxes are to be scanned first:"""
BOXES = [("Box", "Mark", "Sides", "Remark"), ("7", "H 17", "812", "red strip"),
         ("12", "C 203", "640", "red strip"), ("22", "P 4", "36", "plans, rolled"),
         ("31", "M 8", "?", "count first")]
COLUMNS = [LEFT, 350, 690, 990, RIGHT]


def draw():
    sheet = Image.new("L", SIZE, 255)
    d = ImageDraw.Draw(sheet)
    f = font(TYPEWRITER, 34)
    y = head(d)
    for part in TEXT.splitlines():
        y = paragraph(d, part, LEFT, y, RIGHT - LEFT, f, BLACK, justify=False, lead=1.34) + 26
    y = boxes(d, y) + 50
    left(d, "With kind regards", LEFT, y, f, BLACK)
    rgb = sheet.convert("RGB")
    signature(rgb, (LEFT, int(y) + 40), (560, 210), 700, (0, 0, 0), 4.4)
    sheet = rgb.convert("L")
    left(ImageDraw.Draw(sheet), "Keeper of the Records", LEFT, y + 262, f, BLACK)
    sheet.paste(picture(), (1030, int(y) - 10))
    return sheet


def head(d):
    left(d, "02 APR  09:52   QUILLMERE RECORDS TRUST     000 0417      P. 01/01", 60, 22,
         font(MONO, 26), BLACK)
    left(d, "FAX", LEFT, 150, font(SANS_BOLD, 150), BLACK)
    right(d, "Quillmere Records Trust", RIGHT, 180, font(SERIF_BOLD, 50), BLACK)
    right(d, "Old Customs House, Harbour Walk", RIGHT, 244, font(SERIF, 36), BLACK)
    d.rectangle([LEFT, 340, RIGHT, 350], fill=BLACK)
    y = 400
    for name, value in FACTS:
        left(d, name, LEFT, y, font(SANS_BOLD, 38), BLACK)
        left(d, value, 360, y, font(SANS, 38), BLACK)
        y += 58
    return y + 40


def boxes(d, top):
    y = top
    for r, row in enumerate(BOXES):
        for x, text in zip(COLUMNS, row):
            left(d, text, x + 16, y + 12, font(TYPEWRITER if r else SANS_BOLD, 34), BLACK)
        d.line([LEFT, y, RIGHT, y], fill=BLACK, width=4)
        y += 66
    d.line([LEFT, y, RIGHT, y], fill=BLACK, width=4)
    for x in COLUMNS:
        d.line([x, top, x, y], fill=BLACK, width=3)
    return y


def picture():
    """A photograph of a box with tape."""
    yy, xx = grid(560, 420)
    light = np.exp(-(((xx - 280) / 210) ** 2 + ((yy - 210) / 140) ** 2))
    img = image_of(200 - 90 * light + 40 * (yy / 420))
    d = ImageDraw.Draw(img)
    d.polygon([(130, 170), (280, 80), (430, 170), (430, 330), (280, 400), (130, 330)], fill=96)
    d.polygon([(130, 170), (280, 80), (430, 170), (280, 250)], fill=190)
    d.polygon([(280, 250), (430, 170), (430, 330), (280, 400)], fill=50)
    d.line([205, 125, 355, 210, 355, 365], fill=240, width=12)
    return img
