# SPDX-License-Identifier: Apache-2.0
"""Writes binary PGM and PPM files of 8 bits."""


def extension(pixels):
    return "pgm" if pixels.ndim == 2 else "ppm"


def netpbm(pixels):
    """The bytes of a file for gray (h, w) or RGB (h, w, 3)."""
    h, w = pixels.shape[:2]
    kind = b"P5" if pixels.ndim == 2 else b"P6"
    return kind + b"\n%d %d\n255\n" % (w, h) + pixels.tobytes()
