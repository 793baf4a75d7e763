# SPDX-License-Identifier: Apache-2.0
"""Navigation: links to pages, restoration, titles, and nothing that moves after the start."""

import re

from fixtures.viewer import Viewer


def check(run):
    """Opens page 5,000 of 10,000 directly, and restores page and zoom after a reload."""
    document = run.server.generated("Long", 10_000)
    pages = run.server.pages(document)
    target = pages[4999]
    page = run.browser.page(1280, 800)
    viewer = Viewer(page, run.server.url, document, f"?page={target}")
    viewer.rest()
    page.wait("/5,?000 of/.test(document.title)", 5, "the title with the page")
    page.images()
    run.equal(viewer.frame["activePage"], target, "the page of the link")
    requested = {int(found[1]) for each in page.requests if (found := re.search(r"/t/(\d+)/", each["url"]))}
    near = set(pages[4999 - 60:4999 + 60])
    run.true(requested, "no image was requested")
    run.equal(sorted(requested - near), [], "requested pages that are far away")
    run.true(viewer.shift() == 0, f"the layout shifts by {viewer.shift()} after the start")
    restore(run, page, viewer)
    resize(run, page, viewer)
    page.expect_no_errors()


# Whether the place that a reload restores is zoomed: it is noted at rest.
ZOOMED = "Boolean(history.state?.place?.zoom)"


def restore(run, page, viewer):
    for _ in range(3):
        viewer.key("ArrowRight")
    viewer.rest()
    viewer.key("+")
    page.wait(ZOOMED, 5, "the zoom rests, and is noted")
    page.images()
    before = viewer.frame["activePage"]
    zoomed = image_width(page)
    page.reload()
    viewer.wait_until_ready()
    viewer.rest()
    run.equal(viewer.frame["activePage"], before, "the page after a reload")
    page.images()
    run.true(abs(image_width(page) - zoomed) < 1, f"the zoomed page is {image_width(page)} wide after a reload, it was {zoomed}")
    viewer.key("0")
    page.wait(f"!{ZOOMED}", 5, "the whole page rests, and is noted")


def image_width(page):
    """The width of the active page as it is displayed."""
    return page.evaluate(
        "Math.max(...[...document.querySelectorAll('[data-surface=preview] [data-page]:not([hidden]) img')].map(each => each.getBoundingClientRect().width))")


# Whether the page that was drawn last is in the middle of the preview.
FRAMED = """(({activePage, preview}) => Math.abs(preview.find(each => each.id === activePage).center[0]
  - document.querySelector('[data-surface=preview]').getBoundingClientRect().width / 2) < 0.01)(pageGallery.frame())"""


def resize(run, page, viewer):
    before = viewer.frame["activePage"]
    for size in [(375, 700, 2, True), (700, 375, 3, True), (2560, 1440), (1280, 800)]:
        page.resize(*size)
        page.wait(f"innerWidth === {size[0]} && {FRAMED}", 10, f"a frame of the preview at {size}")
        run.equal(viewer.frame["activePage"], before, f"the page at {size}")
        expected = page.evaluate("(box => [box.width, box.height])(document.querySelector('[data-surface=preview]').getBoundingClientRect())")
        center = [cell["center"] for cell in viewer.frame["preview"] if cell["id"] == before][0]
        run.true(abs(center[0] - expected[0] / 2) < 0.01, f"the page is at {center} of {expected}")
