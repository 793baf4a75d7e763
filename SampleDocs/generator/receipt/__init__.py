# SPDX-License-Identifier: Apache-2.0
"""A till receipt, far taller than wide."""

import numpy as np

from ..pixels import jpeg
from .thermal_paper import worn
from .till import print_receipt


def files():
    rng = np.random.default_rng(3000)
    page = print_receipt(rng)
    yield "receipt/receipt.jpg", jpeg(worn(rng, page), quality=78, optimize=True)
