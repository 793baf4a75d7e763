# SPDX-License-Identifier: Apache-2.0
"""A contract of twelve pages, one module for each page, and how each was scanned."""

from typing import NamedTuple, Optional

from ..pixels import jpeg
from ..scanner import scan
from . import (annex, care, checklist, contents, cover, definitions, fees, floor_plan, quality,
               scope, signatures, term)


class Capture(NamedTuple):
    """How a page was scanned and stored."""
    gray: bool
    skew: float
    tone: tuple
    progressive: bool
    subsampling: Optional[int]   # that of Pillow: 0 is 4:4:4, 2 is 4:2:0


PAGES = [
    (cover, Capture(False, 0.25, (251, 248, 240), False, 2)),
    (contents, Capture(True, -0.35, (248, 248, 248), False, None)),
    (definitions, Capture(True, 0.15, (244, 244, 244), True, None)),
    (scope, Capture(False, -0.45, (250, 246, 235), False, 0)),
    (quality, Capture(True, 0.5, (247, 247, 247), False, None)),
    (fees, Capture(False, -0.15, (250, 249, 245), True, 2)),
    (care, Capture(True, 0.3, (240, 240, 240), False, None)),
    (term, Capture(False, -0.2, (249, 247, 242), False, 2)),
    (annex, Capture(False, 0.35, (251, 249, 243), True, 2)),
    (checklist, Capture(False, -0.55, (248, 244, 230), False, 2)),
    (floor_plan, Capture(False, 0.2, (250, 248, 243), True, 2)),
    (signatures, Capture(False, -0.3, (251, 247, 238), False, 2)),
]


def files():
    pages = [module.draw() for module, _ in PAGES]
    for i, (page, (_, how)) in enumerate(zip(pages, PAGES)):
        img = scan(page, 1000 + i, how.skew, how.tone, back=back_of(pages, i), gray=how.gray,
                   staple=(i == 0))
        options = {} if how.subsampling is None else {"subsampling": how.subsampling}
        yield f"contract/page{i + 1}.jpg", jpeg(img, quality=80, dpi=(150, 150), optimize=True,
                                                progressive=how.progressive, **options)


def back_of(pages, i):
    """The page on the other side of the sheet, if it lies the same way."""
    other = pages[i + 1] if i % 2 == 0 else None
    return other if other and other.size == pages[i].size else None
