# SPDX-License-Identifier: Apache-2.0
"""All pages: several are selected with fingers and with the keyboard, and edited."""

from checks.layout import OUTSIDE, SMALL
from fixtures import images
from fixtures.viewer import Viewer

SELECTED = "[...document.querySelectorAll('.grid-cell[aria-selected=true]')].map(each => Number(each.getAttribute('aria-posinset'))).sort((a, b) => a - b).join()"
LABEL = "document.querySelector('[data-action=grid-select]').textContent"
IS_OPEN = "!!document.querySelector('.grid:not([hidden])')"


def check(run):
    page = run.browser.page(390, 844)
    document = run.server.document("Selecting", [images.page(number) for number in range(1, 10)])
    for width, height in [(390, 844), (844, 390), (320, 568), (320, 256)]:
        page.resize(width, height, 1, True)
        viewer = open_grid(run, page, document)
        run.equal(page.evaluate(OUTSIDE), [], f"outside at {width} x {height}")
        run.equal(page.evaluate(f"{SMALL}(44)"), [], f"small targets at {width} x {height}")
        run.screenshot(page, f"selecting-{width}x{height}")
    page.resize(390, 844, 2, True)
    fingers(run, page, document)
    keyboard(run, page, document)
    moving(run, page, document)
    back(run, page, document)
    page.expect_no_errors()


def open_grid(run, page, document):
    viewer = Viewer(page, run.server.url, document, monitored=False)
    viewer.rest()
    viewer.focus()
    viewer.key("g")
    page.wait(IS_OPEN + " && document.querySelectorAll('.grid-cell').length >= 2", 5, "all pages")
    page.settle()
    return viewer


def cell(number):
    return f".grid-cell[aria-posinset='{number}'] .grid-paper"


def fingers(run, page, document):
    """A finger that is held selects, taps add and remove, and Done ends it; a tap opens a page before and after."""
    pages = run.server.pages(document)
    viewer = open_grid(run, page, document)
    x, y = page.center(cell(2))
    page.touch("touchStart", (x, y))
    page.wait(SELECTED + " === '2'", 5, "the page under a finger that is held")
    page.touch("touchEnd")
    page.tap(*page.center(cell(4)))
    page.tap(*page.center(cell(5)))
    page.wait(SELECTED + " === '2,4,5'", 5, "the pages of further taps")
    page.tap(*page.center(cell(4)))
    page.wait(SELECTED + " === '2,5'", 5, "a page that is removed")
    run.equal(page.evaluate(LABEL), "Done", "the button that ends it")
    run.screenshot(page, "selecting-some")
    page.tap(*page.center("[data-action=grid-delete]"))
    viewer.rest()
    left = [each for index, each in enumerate(pages) if index not in (1, 4)]
    run.server.wait_for_pages(document, lambda found: found == left)
    page.tap(*page.center("[data-action=grid-undo]"))
    run.server.wait_for_pages(document, lambda found: found == pages)
    viewer.rest()
    page.tap(*page.center("[data-action=grid-select]"))
    page.wait(LABEL + " === 'Select'", 5, "the end of selecting")
    page.tap(*page.center("[data-action=grid-select]"))
    page.tap(*page.center(cell(3)))
    page.wait(SELECTED + " === '3'", 5, "the page of a tap after Select")
    page.tap(*page.center("[data-action=grid-select]"))
    page.wait(SELECTED + " === ''", 5, "nothing is selected after Done")
    page.tap(*page.center(cell(3)))
    page.wait("!" + IS_OPEN, 5, "a tap opens a page")
    viewer.rest()
    run.equal(viewer.active, 2, "the page that was opened")


def keyboard(run, page, document):
    """Select and Done with keys; Escape ends the selection before it closes all pages."""
    open_grid(run, page, document)
    page.evaluate("document.querySelector('[data-action=grid-select]').focus(), null")
    page.press("Enter")
    page.wait(LABEL + " === 'Done'", 5, "Done")
    page.wait("document.querySelector('[data-part=announcer]').textContent.includes('Select pages')", 10, "the announcement")
    page.evaluate("document.querySelector('.grid-list').focus(), null")
    for key in ["Home", "Enter", "ArrowRight", "ArrowRight", " "]:
        page.press(key)
    page.wait(SELECTED + " === '1,3'", 5, "the pages that keys selected")
    page.press("Escape")
    page.wait(SELECTED + " === ''", 5, "nothing is selected after Escape")
    run.true(page.evaluate(IS_OPEN), "all pages stay open")
    page.press("Escape")
    page.wait("!" + IS_OPEN, 5, "all pages are closed")


INPUT = "(each => [each.value, each.getAttribute('aria-invalid'), document.getElementById(each.getAttribute('aria-describedby'))?.textContent ?? ''])(document.querySelector('dialog input'))"


def moving(run, page, document):
    """The place to which pages are moved: a wrong one is explained, and the end has a button."""
    pages = run.server.pages(document)
    viewer = open_grid(run, page, document)
    page.tap(*page.center("[data-action=grid-select]"))
    page.tap(*page.center(cell(1)))
    page.wait(SELECTED + " === '1'", 5, "a selected page")

    def ask():
        page.tap(*page.center("[data-action=grid-move]"))
        page.wait("!!document.querySelector('dialog[open]')", 5, "the question")

    ask()
    for text in ["", "abc", "99"]:
        page.write(text)
        page.press("Enter")
        page.wait(INPUT + ".join('|') === " + repr(f"{text}|true|Enter the number of a page, from 1 to 9."), 10, f"what is wrong with {text}")
    run.screenshot(page, "selecting-wrong-place")
    page.evaluate("document.querySelector('dialog input').select(), null")
    page.write("4")
    run.equal(page.evaluate(INPUT), ["4", "false", ""], "a place that is corrected")
    page.press("Enter")
    run.server.wait_for_pages(document, lambda found: found == pages[1:3] + pages[:1] + pages[3:])
    page.wait("!document.querySelector('dialog')", 5, "the question is answered")
    viewer.rest()
    ask()
    page.click("dialog [data-action=end]")
    run.server.wait_for_pages(document, lambda found: found == pages[1:] + pages[:1])
    viewer.rest()


def back(run, page, document):
    """The button Back ends the selection before it closes all pages."""
    viewer = open_grid(run, page, document)
    page.tap(*page.center("[data-action=grid-select]"))
    page.tap(*page.center(cell(1)))
    page.wait(SELECTED + " === '1'", 10, "a selected page")
    page.evaluate("history.back(), null")
    page.wait(f"{SELECTED} === '' && {LABEL} === 'Select'", 10, "the end of the selection")
    run.true(page.evaluate(IS_OPEN), "all pages stay open")
    page.evaluate("history.back(), null")
    page.wait("!" + IS_OPEN, 10, "all pages are closed")
    run.true(page.evaluate(f"location.pathname === '/d/{document}'"), "the document stays open")
    viewer.rest()
