#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of the viewer for the documentation, from the sample documents, with Chromium.

usage: pictures.py DIR    GALLERY_SERVER is the program
"""

import pathlib
import sys

from drivers.chromium import Chromium
from fixtures.server import Server
from fixtures.viewer import Viewer

# The page that is shown has a picture of its size, and all thumbnails have theirs.
LARGE = """[...document.querySelectorAll("[data-surface=preview] [data-page]:not([hidden]) img")].some(each => each.src.includes("/e"))
  && [...document.querySelectorAll("[data-surface=strip] [data-page]:not([hidden])")].every(each => each.querySelector("img"))"""
LOADED = "[...document.images].every(each => each.complete && (each.naturalWidth > 0 || !each.src))"


def fill(server):
    """Makes a document of each folder of samples. The last one is the first cover."""
    return [server.sample(name) for name in ["fax", "receipt", "phone", "formats", "contract"]][-1]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    browser = Chromium()
    try:
        with Server() as server:
            contract = fill(server)
            take(browser, server, contract, folder)
    finally:
        browser.end()


def take(browser, server, contract, folder):
    page = browser.page(1280, 800)
    viewer = Viewer(page, server.url, contract, monitored=False)
    viewer.key("ArrowRight")
    viewer.rest()
    page.wait(LARGE, 60, "the picture of the page")
    page.screenshot(folder / "document.png")
    page.resize(1280, 520)
    page.open(server.url + "/")
    page.wait("document.documentElement.dataset.state === 'ready'", 15, "the library")
    page.wait(LOADED, 60, "the covers")
    page.settle()
    page.screenshot(folder / "library.png")


if __name__ == "__main__":
    main()
