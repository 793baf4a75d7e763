# SPDX-License-Identifier: Apache-2.0
"""Larger text: all pages and the dialog that moves them, in narrow windows."""

from checks.layout import OUTSIDE
from checks.selecting import open_grid
from fixtures import images

# Elements that are behind others, or out of the window, in their middle.
HIDDEN = """(selector => [...document.querySelectorAll(selector)].filter(each => {
  const box = each.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !found || !each.contains(found) && !found.contains(each);
}).map(each => each.outerHTML.slice(0, 90)))"""

# How many pixels of the number of pages are cut off, and whether it can be seen.
TITLE = """(title => [Math.max(title.scrollWidth - title.clientWidth, 0), title.checkVisibility({visibilityProperty: true}), title.clientWidth > 0])(
  document.querySelector('.grid h2'))"""

# Words of a button that are on two lines.
BROKEN = """[...document.querySelectorAll('.dialog-actions button')].filter(each => {
  const text = each.lastChild, range = document.createRange();
  return [...text.textContent.matchAll(/\\S+/g)].some(({0: word, index}) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1; });
}).map(each => each.textContent)"""


def grid(run):
    """Every button of all pages is in the window; the dialog scrolls, and its buttons cover nothing."""
    page = run.browser.page(390, 844)
    document = run.server.document("Larger", [images.page(number) for number in range(1, 13)])
    for size, width, height, touch in [
            (24, 320, 568, True), (24, 375, 667, True), (32, 320, 568, True), (32, 375, 667, True), (32, 320, 568, False), (32, 667, 375, True), (16, 320, 568, True), (16, 480, 256, True)]:
        where = f"at {size} px in {width} x {height}{' by touch' if touch else ''}"
        page.call("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
        page.resize(width, height, 1, touch)
        viewer = open_grid(run, page, document)
        run.equal(page.evaluate(TITLE), [0, True, True], f"the number of pages {where}")
        viewer.key(" ")
        page.wait("document.querySelector('.grid h2').textContent === '1 selected'", 5, f"a page is selected {where}")
        run.equal(page.evaluate(TITLE), [0, True, True], f"the number of selected pages {where}")
        run.equal(page.evaluate(OUTSIDE), [], f"outside {where}")
        run.equal(page.evaluate(f"{HIDDEN}('.grid .viewer-bar button')"), [], f"buttons that cannot be reached {where}")
        run.screenshot(page, f"larger-grid-{size}-{width}{'-touch' if touch else ''}")
        page.click("[data-action=grid-move]")
        page.wait("!!document.querySelector('dialog[open] input')", 5, "the dialog")
        page.settle()
        dialog(run, page, where)
        run.screenshot(page, f"larger-move-{size}-{width}{'-touch' if touch else ''}")
        page.press("Escape")
        page.wait("!document.querySelector('dialog')", 5, "the dialog is closed")
    page.expect_no_errors()


def dialog(run, page, where):
    """What is wrong is shown with the field; after it, each button can be scrolled to."""
    page.press("9")
    page.press("9")
    page.press("Enter")
    page.wait("document.querySelector('.dialog-error').textContent !== ''", 5, f"what is wrong {where}")
    page.settle()
    run.equal(page.evaluate(BROKEN), [], f"words on two lines {where}")
    for part in ["input", ".dialog-error", "[data-action=cancel]", "[data-action=end]", "[data-action=confirm]", "label"]:
        page.evaluate(f"document.querySelector('dialog {part}').scrollIntoView({{block: 'nearest'}}), null")
        page.settle()
        run.equal(page.evaluate(f"{HIDDEN}('dialog {part}')"), [], f"covered {where}")
    run.equal(page.evaluate("(each => each.scrollWidth - each.clientWidth)(document.querySelector('dialog'))"), 0, f"pixels beside the dialog {where}")
