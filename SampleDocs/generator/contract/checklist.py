# SPDX-License-Identifier: Apache-2.0
"""Page 10: annex B, a check list that was filled in by hand."""

from ..colours import FORM_LINE, GRID, INK, SMALL_PRINT
from ..fonts import SANS, SANS_BOLD, SERIF_ITALIC, font
from ..handwriting import scrawl, tick
from ..paper import LEFT, RIGHT
from ..stamps import cup_ring
from ..typesetting import left
from .furniture import heading, start

GROUPS = [
    ("Before collection", [
        "Boxes counted and compared with the list", "Labels readable, boxes closed with tape",
        "Red strips noted on the collection note", "Temperature and humidity written down"]),
    ("Preparation", [
        "Loose sheets in their order, pins noted", "Creases opened with a bone folder only",
        "Mould or vermin: work stopped and Trust told", "Foldouts marked with a paper slip"]),
    ("Scanning", [
        "Test target scanned at start of day", "Background visible on all four sides",
        "No glass on pastel, chalk or loose paint", "Light exposure below 50 000 lux seconds"]),
    ("Return", [
        "Sheets counted, number agrees", "Boxes in their order, slips taken out",
        "Return note signed by both"]),
]
LEFT_OPEN, WITH_NOTE = (6, 9, 14), (1, 3, 6, 11)   # numbers of items


def draw():
    page, d = start(10)
    y = heading(d, "Annex B   Handling check list", 146, 34)
    left(d, "One sheet for each Batch. Tick what was done, strike out what does not apply.",
         LEFT, y, font(SERIF_ITALIC, 22))
    y += 62
    fields(page, d, y)
    y += 128
    number = 0
    for name, items in GROUPS:
        d.rectangle([LEFT, y, RIGHT, y + 40], fill=(228, 234, 230))
        left(d, name, LEFT + 12, y + 7, font(SANS_BOLD, 21), (30, 84, 60))
        y += 54
        for text in items:
            item(page, d, y, number, text)
            number += 1
            y += 47
        y += 18
    remarks(page, d, y)
    cup_ring(page, (930, 1395), 118, 5)
    return page


def fields(page, d, y):
    for i, label in enumerate(["Batch", "Collected on", "By"]):
        x = LEFT + i * 325
        left(d, label, x, y, font(SANS, 16), SMALL_PRINT)
        d.rectangle([x, y + 24, x + 300, y + 88], outline=GRID, width=2)
        scrawl(page, (x + 12, y + 30), (200 + 20 * i, 54), 100 + i, words=1 + i % 2)


def item(page, d, y, number, text):
    d.rectangle([LEFT + 14, y, LEFT + 42, y + 28], outline=INK, width=2)
    left(d, text, LEFT + 62, y + 2, font(SANS, 21))
    d.line([RIGHT - 230, y + 28, RIGHT, y + 28], fill=FORM_LINE, width=1)
    if number not in LEFT_OPEN:
        tick(page, (LEFT + 12, int(y) - 14), 46, 200 + number)
    if number in WITH_NOTE:
        scrawl(page, (RIGHT - 226, int(y) - 16), (210, 46), 300 + number, words=2)


def remarks(page, d, y):
    left(d, "Remarks", LEFT, y + 6, font(SANS, 16), SMALL_PRINT)
    for i in range(3):
        d.line([LEFT, y + 74 + i * 48, RIGHT, y + 74 + i * 48], fill=FORM_LINE, width=1)
    scrawl(page, (LEFT + 6, int(y) + 26), (760, 56), 400, words=6)
    scrawl(page, (LEFT + 6, int(y) + 74), (430, 56), 401, words=4)
