# SPDX-License-Identifier: Apache-2.0
"""Sets lines, paragraphs and tables."""

from .colours import GRID, INK


def left(draw, text, x, y, fnt, fill=INK):
    draw.text((x, y), text, font=fnt, fill=fill)


def centred(draw, text, x, y, fnt, fill=INK):
    draw.text((x - fnt.getlength(text) / 2, y), text, font=fnt, fill=fill)


def right(draw, text, x, y, fnt, fill=INK):
    draw.text((x - fnt.getlength(text), y), text, font=fnt, fill=fill)


def wrap(text, fnt, width):
    """Lines, as lists of words, that fit in the width."""
    lines, line = [], []
    for word in text.split():
        if line and fnt.getlength(" ".join(line + [word])) > width:
            lines.append(line)
            line = []
        line.append(word)
    return lines + [line] if line else lines


def justified(draw, words, x, y, width, fnt, fill):
    """One line that reaches both margins."""
    gap = (width - sum(fnt.getlength(w) for w in words)) / (len(words) - 1)
    for word in words:
        left(draw, word, x, y, fnt, fill)
        x += fnt.getlength(word) + gap


def paragraph(draw, text, x, y, width, fnt, fill=INK, lead=1.36, justify=True):
    """Sets a paragraph. Returns the y below it."""
    lines = wrap(text, fnt, width)
    for number, words in enumerate(lines, 1):
        if justify and number < len(lines) and len(words) > 1:
            justified(draw, words, x, y, width, fnt, fill)
        else:
            left(draw, " ".join(words), x, y, fnt, fill)
        y += fnt.size * lead
    return y


def table(draw, x, y, widths, rows, fnt, head, row_h, align="", head_fill=(222, 228, 234),
          zebra=None, rule=GRID):
    """A ruled table whose first row is the head. Returns the y below it.

    `align` has a letter for each column: l, c or r.
    """
    for r, row in enumerate(rows):
        top = y + r * row_h
        fill = head_fill if r == 0 else zebra if r % 2 == 0 else None
        if fill:
            draw.rectangle([x, top, x + sum(widths), top + row_h], fill=fill)
        table_row(draw, x, top, widths, row, head if r == 0 else fnt, row_h, align)
    table_rules(draw, x, y, widths, len(rows), row_h, rule)
    return y + len(rows) * row_h


def table_row(draw, x, top, widths, cells, fnt, row_h, align):
    y = top + (row_h - fnt.size * 1.15) / 2
    for cell, width, side in zip(cells, widths, align or "l" * len(cells)):
        if side == "r":
            right(draw, cell, x + width - 10, y, fnt)
        elif side == "c":
            centred(draw, cell, x + width / 2, y, fnt)
        else:
            left(draw, cell, x + 10, y, fnt)
        x += width


def table_rules(draw, x, y, widths, count, row_h, rule):
    for r in range(count + 1):
        at = y + r * row_h
        draw.line([x, at, x + sum(widths), at], fill=rule, width=2 if r < 2 else 1)
    for width in widths + [0]:
        draw.line([x, y, x, y + count * row_h], fill=rule, width=1)
        x += width
