# SPDX-License-Identifier: Apache-2.0
"""A letter on a desk, taken with a telephone, stored in all eight orientations."""

from PIL import Image

from ..pixels import jpeg
from .photograph import photograph

UNDO = {   # the turn that stores an upright picture so that the orientation shows it upright
    1: None, 2: Image.FLIP_LEFT_RIGHT, 3: Image.ROTATE_180, 4: Image.FLIP_TOP_BOTTOM,
    5: Image.TRANSPOSE, 6: Image.ROTATE_90, 7: Image.TRANSVERSE, 8: Image.ROTATE_270,
}


def files():
    upright = photograph()
    for orientation, turn in UNDO.items():
        stored = upright if turn is None else upright.transpose(turn)
        exif = Image.Exif()
        exif[0x0112] = orientation
        exif[0x010E] = "Letter on a desk"
        data = jpeg(stored, quality=80, exif=exif.tobytes(), optimize=True)
        yield f"phone/orientation{orientation}.jpg", data
