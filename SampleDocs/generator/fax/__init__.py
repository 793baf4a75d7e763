# SPDX-License-Identifier: Apache-2.0
"""A fax of 204 x 98 dpi: its pixels are not square."""

import numpy as np

from ..png_writer import GRAY, density, png, unfiltered
from . import sheet
from .telephone_line import transmitted


def files():
    bits = transmitted(sheet.draw())
    h, w = bits.shape
    lines = unfiltered(np.packbits(bits, axis=1))
    yield "fax/fax.png", png(w, h, 1, GRAY, lines, extra=density(8031, 3858))
