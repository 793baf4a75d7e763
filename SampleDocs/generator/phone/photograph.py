# SPDX-License-Identifier: Apache-2.0
"""Lays the letter on a desk and takes a picture of it."""

import math

import numpy as np
from PIL import Image, ImageChops, ImageDraw

from ..paper import H, W
from ..pixels import blurred, coverage, floats, grid, image_of
from ..wood import wood
from . import letter

WIDTH, HEIGHT = 768, 1024   # whole blocks of 16, so that turned copies agree
SCALE = 2                   # the scene is larger than the picture
CORNERS = [(198, 168), (1290, 120), (1420, 1800), (60, 1868)]   # of the letter on the desk


def photograph():
    rng = np.random.default_rng(2000)
    desk = wood(rng, WIDTH * SCALE, HEIGHT * SCALE)
    img = lay_on_desk(folded(letter.draw()), desk)
    img = lit(pencil(img)).resize((WIDTH, HEIGHT), Image.LANCZOS)
    noise = rng.normal(0, 1.5, (HEIGHT, WIDTH, 1)), rng.normal(0, 0.8, (HEIGHT, WIDTH, 3))
    return image_of(floats(blurred(img, 0.4)) + noise[0] + noise[1] + 0.5)


def folded(page):
    """Two folds, with a light and a dark side each, and a sheet that is not quite flat."""
    yy, _ = grid(W, H)
    fold = 1
    for y in (H / 3, 2 * H / 3):
        dark, light = np.exp(-((yy - y) / 5) ** 2), np.exp(-((yy - y - 12) / 9) ** 2)
        fold = fold * (1 - 0.06 * dark + 0.03 * light)
    fold *= 1 + 0.012 * np.sin(yy / H * 3 * math.pi)
    return image_of(floats(page) / 255 * np.array([248, 245, 236]) * fold[..., None])


def perspective(src, corners, size):
    """Warps an image so that its corners (from the upper left, clockwise) lie on the given ones."""
    w, h = src.size
    a, b = [], []
    for (x, y), (u, v) in zip(corners, [(0, 0), (w, 0), (w, h), (0, h)]):
        a += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        b += [u, v]
    coefficients = np.linalg.solve(np.array(a, float), np.array(b, float))
    return src.transform(size, Image.PERSPECTIVE, tuple(coefficients), Image.BICUBIC)


def lay_on_desk(sheet, desk):
    size = (desk.shape[1], desk.shape[0])
    mask = perspective(Image.new("L", sheet.size, 255), CORNERS, size)
    shadow = blurred(ImageChops.offset(mask, 16, 22), 16)
    m = coverage(mask)
    warped = floats(perspective(sheet, CORNERS, size))
    return image_of(desk * (1 - 0.55 * coverage(shadow)) * (1 - m) + warped * m)


def pencil(img):
    """A pencil with its shadow."""
    shadow = Image.new("L", img.size, 0)
    ImageDraw.Draw(shadow).line([1322, 1180, 1508, 560], fill=190, width=30)
    img = image_of(floats(img) * (1 - coverage(blurred(shadow, 10)) * 0.5))
    d = ImageDraw.Draw(img)
    d.line([1312, 1162, 1500, 530], fill=(206, 150, 24), width=26)
    d.line([1305, 1160, 1493, 528], fill=(240, 196, 70), width=8)
    d.polygon([(1299, 1158), (1325, 1166), (1291, 1228)], fill=(226, 190, 146))
    d.polygon([(1294, 1203), (1302, 1206), (1291, 1228)], fill=(40, 40, 42))
    return img


def lit(img):
    """A lamp from the upper left, and the shadow of the hand from below."""
    w, h = img.size
    yy, xx = grid(w, h)
    lamp = 1.06 - 0.42 * (np.hypot(xx / w - 0.3, (yy / h - 0.25) * 1.2)) ** 1.4
    hand = 1 - 0.2 / (1 + np.exp(-((xx / w) * 0.9 + (yy / h) * 1.3 - 1.82) * 26))
    return image_of(floats(img) * (lamp * hand)[..., None] * np.array([1.02, 0.99, 0.93]))
