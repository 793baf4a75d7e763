# SPDX-License-Identifier: Apache-2.0
"""The references of the PNG files, computed from the samples by the rules of the specification."""

import struct

import numpy as np

from .netpbm import extension, netpbm
from .png_samples import palette_for, samples_for
from .png_writer import (GRAY_ALPHA, PALETTE, RGBA, all_filters_in_turn, chunk, deflated, idat,
                         ihdr, png, scan_lines)


def valid(name, w, h, depth, colour, samples=None, interlace=0, trns=None,
          choose=all_filters_in_turn, compress=deflated, sizes=lambda length: (), before=b"",
          after=b"", trailing=b""):
    """A file and its reference.

    `trns` are the values of the tRNS chunk, `sizes` gives those of the IDAT
    chunks, `before` and `after` are chunks around them, `trailing` comes
    behind IEND.
    """
    s = samples_for(w, h, depth, colour) if samples is None else samples
    palette = palette_for(depth) if colour == PALETTE else None
    if palette is not None:
        before += chunk(b"PLTE", palette.astype(np.uint8).tobytes())
    if trns is not None:
        layout = ">%dB" if colour == PALETTE else ">%dH"
        before += chunk(b"tRNS", struct.pack(layout % len(trns), *trns))
    data = compress(scan_lines(s, depth, interlace, choose))
    header = ihdr(w, h, depth, colour, interlace)
    file = png(header, before, idat(data, sizes(len(data))), after) + trailing
    yield f"png/valid/{name}.png", file
    pixels = shown(s, depth, colour, palette, trns)
    yield f"png/reference/{name}.{extension(pixels)}", netpbm(pixels)


def shown(samples, depth, colour, palette, trns):
    """8-bit gray (h, w) or RGB (h, w, 3) over white."""
    top = (1 << depth) - 1
    if colour == PALETTE:
        index = samples[..., 0]
        alphas = np.array(list(trns or []) + [255] * (len(palette) - len(trns or [])))
        out = over_white(palette[index], alphas[index][..., None], 255)
    elif colour in (GRAY_ALPHA, RGBA):
        out = over_white(samples[..., :-1], samples[..., -1:], top)
    elif trns is not None:
        clear = np.all(samples == np.array(trns), -1)[..., None]
        out = np.where(clear, 255, to8(samples, depth))
    else:
        out = to8(samples, depth)
    out = out.astype(np.uint8)
    return out[..., 0] if out.shape[-1] == 1 else out


def to8(v, depth):
    """v * 255 / top, rounded; for 16 bits in the way of libpng."""
    if depth == 16:
        return (v * 255 + 32895) >> 16
    top = (1 << depth) - 1
    return (v * 255 * 2 + top) // (2 * top)


def over_white(colour, alpha, top):
    """round(255 * (c * a + 1 * (1 - a))), in whole numbers: c and a run from 0 to top."""
    numerator = (colour * alpha + top * (top - alpha)) * 255
    denominator = top * top
    return (numerator * 2 + denominator) // (2 * denominator)
