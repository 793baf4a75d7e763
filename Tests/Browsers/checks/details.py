# SPDX-License-Identifier: Apache-2.0
"""The details on a phone: they are dragged by their head and their content, and closed by a drag downward."""

from fixtures import images
from fixtures.viewer import Viewer

CLOSED = "document.querySelector('.details').hidden"


def check(run):
    page = run.browser.page(390, 844)
    page.resize(390, 844, 3, True)
    viewer = Viewer(page, run.server.url, run.server.document("Drawer", [images.page(number) for number in range(1, 4)]), monitored=False)
    viewer.rest()
    for text in ["Details opened. Page 1 of 3. Pixels", "Details closed"]:
        viewer.key("i")
        page.wait(f"document.querySelector('[data-part=announcer]').textContent.includes({text!r})", 5, f"the announcement: {text}")
    page.wait(CLOSED, 5, "a key closes the details")
    for part in [".details-head h2", ".facts dd"]:
        for seconds, rest in [(0.6, 0.2), (0.1, 0)]:
            upper = opened(page, viewer)
            start = page.center(part)
            page.swipe(start, (start[0], start[1] + 40), 0.3, 0.3)
            run.equal(resting(page), upper, f"the top of the details after a short drag at {part}")
            page.touch("touchStart", start)
            tops = []
            for begin, end in [(0, 60), (60, 120)]:
                for point in page.path((start[0], start[1] + begin), (start[0], start[1] + end), 0.1):
                    page.touch("touchMove", point)
                tops.append(resting(page))
            # Where the drag begins depends on the first movements that the browser passes on.
            moved, further = tops[1] - upper, tops[1] - tops[0]
            run.true(59 < further < 61 and moved < 121, f"the details have moved {further} px, {moved} px in all, with a finger at {part} that has moved 60, 120 in all")
            page.touch("touchMove", start)
            page.pause(0.2)
            page.touch("touchEnd")
            resting(page)
            page.swipe(start, (start[0], 836), seconds, rest)
            page.wait(CLOSED, 5, f"a drag of {seconds} s at {part} closes the details")
    mouse(run, page, viewer)
    page.expect_no_errors()


def opened(page, viewer):
    viewer.key("i")
    page.wait("!!document.querySelector('.details:not([hidden])')", 5, "the details")
    page.wait("document.querySelector('.facts').textContent.includes('SHA')", 5, "the facts")
    return resting(page)


def resting(page):
    return page.resting_top(".details")


def mouse(run, page, viewer):
    """A mouse drags the head, and selects the text below it."""
    page.resize(1000, 700)
    viewer.rest()
    upper = opened(page, viewer)
    left, first, width, height = page.box(".facts dd")
    page.drag((left + 1, first + height / 2), (left + width, first + height / 2 + 60), 0.3)
    run.equal(resting(page), upper, "the top of the details after their text was selected")
    run.true(page.evaluate("String(getSelection()).length") > 3, "no text of the details was selected")
    start = page.center(".details-head h2")
    page.drag(start, (start[0], 690), 0.2)
    page.wait(CLOSED, 5, "a drag of the head with a mouse closes the details")
