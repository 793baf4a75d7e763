# SPDX-License-Identifier: Apache-2.0
"""The sizes of the shelf. It is drawn twice as large as the picture."""

SCALE = 2
W, H = 2600 * SCALE, 420 * SCALE
FLOOR = H - 52 * SCALE   # where things stand
LETTERS = "ABCDEFGHKLMN"
