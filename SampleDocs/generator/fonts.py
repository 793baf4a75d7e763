# SPDX-License-Identifier: Apache-2.0
"""The fonts of the Debian packages fonts-dejavu and fonts-liberation."""

import functools
import sys
from pathlib import Path

from PIL import ImageFont

FOLDERS = ["dejavu", "liberation", "liberation2"]

SERIF = "LiberationSerif-Regular"
SERIF_BOLD = "LiberationSerif-Bold"
SERIF_ITALIC = "LiberationSerif-Italic"
SANS = "LiberationSans-Regular"
SANS_BOLD = "LiberationSans-Bold"
SANS_ITALIC = "LiberationSans-Italic"
MONO = "DejaVuSansMono"
MONO_BOLD = "DejaVuSansMono-Bold"
TYPEWRITER = "LiberationMono-Regular"
TYPEWRITER_BOLD = "LiberationMono-Bold"


@functools.lru_cache(maxsize=None)
def font(name, size):
    """A font of a size in pixels. The basic layout is the same on all machines."""
    for folder in FOLDERS:
        path = Path("/usr/share/fonts/truetype") / folder / f"{name}.ttf"
        if path.exists():
            return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
    sys.exit(f"font {name} not found; install fonts-dejavu and fonts-liberation")
