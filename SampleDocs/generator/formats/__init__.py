# SPDX-License-Identifier: Apache-2.0
"""Less common kinds of PNG and JPEG."""

from . import four_inks, harbour_chart, posters, seal, step_wedge


def files():
    yield "formats/gray16.png", step_wedge.png16()
    yield "formats/palette-transparent.png", seal.palette_png()
    yield "formats/adam7.png", harbour_chart.interlaced_png()
    yield "formats/cmyk.jpg", four_inks.cmyk_jpeg(posters.harbour_day(), 72)
    yield "formats/ycck.jpg", four_inks.ycck_jpeg(posters.lantern_walk(), 76)
