#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the small pictures that the decoder tests read.

    python3 make_fixtures.py [output folder]

Without an argument the files are written beside this script. SOURCES.md says
what the files are and what the script needs.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True   # no __pycache__ among the fixtures

from generator import (jpeg_coding_cases, jpeg_damage_cases, jpeg_ink_cases, jpeg_invalid_cases,
                       jpeg_marker_cases, other_formats, png_chunk_cases, png_damage_cases,
                       png_pixel_cases)

GROUPS = [jpeg_coding_cases, jpeg_ink_cases, jpeg_marker_cases, jpeg_damage_cases,
          jpeg_invalid_cases, png_pixel_cases, png_chunk_cases, png_damage_cases, other_formats]


def main():
    here = Path(__file__).resolve().parent
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else here
    for group in GROUPS:
        for name, data in group.files():
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


if __name__ == "__main__":
    main()
