# SPDX-License-Identifier: Apache-2.0
"""The colours that more than one document uses."""

WHITE = (255, 255, 255)
INK = (34, 33, 36)
NAVY = (28, 54, 96)
TEAL = (22, 104, 112)
RED = (176, 34, 40)
AMBER = (214, 142, 40)
BALLPOINT = (30, 44, 140)
GRID = (120, 120, 124)       # rules of tables
SMALL_PRINT = (90, 90, 96)   # page numbers, labels of fields
HAIRLINE = (150, 150, 156)
FORM_LINE = (170, 170, 174)  # lines to write on
