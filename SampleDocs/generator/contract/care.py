# SPDX-License-Identifier: Apache-2.0
"""Page 7: care of the records and confidence, with notes in pencil."""

from ..handwriting import scrawl
from ..paper import LEFT
from .furniture import clauses, set_section, start

PENCIL = (84, 84, 88)


def draw():
    page, d = start(7)
    y, tops = set_section(d, "6   Care of the Records", clauses(6), 146)
    y, _ = set_section(d, "7   Ownership and confidence", clauses(7), y)
    scrawl(page, (LEFT + 68, int(y) + 10), (520, 56), 71, PENCIL, 5)
    scrawl(page, (LEFT + 68, int(y) + 62), (300, 56), 72, PENCIL, 3)
    margin = [LEFT - 24, tops["6.3"] + 4, LEFT - 24, tops["6.4"] - 14]
    d.line(margin, fill=(110, 110, 112), width=3)
    return page
