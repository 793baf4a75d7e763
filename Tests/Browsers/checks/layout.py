# SPDX-License-Identifier: Apache-2.0
"""Layout: from 320 pixels to 5 k, at 400 % zoom, with forced colors, reduced motion, and fingers."""

from fixtures import images
from fixtures.states import States
from fixtures.viewer import Viewer

# Controls that are smaller than a target may be, in CSS pixels; links within text are excepted.
SMALL = """(limit => [...document.querySelectorAll("button, input:not([type=hidden]), [role=menuitem], select")].filter(each => {
  const box = each.getBoundingClientRect();
  return each.checkVisibility({visibilityProperty: true, opacityProperty: true}) && box.width > 1 && box.height > 1
    && (box.width < limit - 0.5 || box.height < limit - 0.5) && !each.matches("[type=checkbox], [type=file], .visually-hidden");
}).map(each => `${each.outerHTML.slice(0, 90)} ${each.getBoundingClientRect().width}x${each.getBoundingClientRect().height}`))"""

# Controls that lie beyond the left or right edge of the window, or over each other.
OUTSIDE = """[...document.querySelectorAll("button, a[href], input:not([type=hidden])")].filter(each => {
  if (!each.checkVisibility({visibilityProperty: true, opacityProperty: true}) || each.matches(".visually-hidden")) return false;
  const box = each.getBoundingClientRect();
  return box.width > 1 && (box.left < -1 || box.right > innerWidth + 1);
}).map(each => each.outerHTML.slice(0, 120))"""

SIZES = [(320, 180), (320, 256), (320, 568), (568, 320), (768, 1024), (1280, 800), (1920, 1080), (5120, 2160)]


def room(page, width, height):
    """The page has most of a low window, and its title most of what the buttons leave; what was done can be undone."""
    share = page.evaluate("document.querySelector('.viewer-stage').getBoundingClientRect().height / innerHeight")
    if height < 300 and share < 0.5:
        yield f"the page has {share:.2f} of the height"
    undo = """(button => {
      button.removeAttribute("aria-disabled");
      const isShown = button.checkVisibility() && button.getBoundingClientRect().right <= innerWidth;
      button.setAttribute("aria-disabled", "true");
      return isShown; })(document.querySelector('[data-action=undo]'))"""
    if not page.evaluate(undo):
        yield "an edit cannot be undone with a button"


def check(run):
    """No horizontal scrolling, nothing outside, targets of 24 pixels, and of 44 for fingers."""
    page = run.browser.page(1280, 800)
    page.ignores_network = True
    states, problems = States(run, page), []
    for width, height in SIZES:
        for touch in [False, True] if width < 1000 else [False]:
            page.resize(width, height, 1, touch)
            for name, open_state in [("library", states.library), ("document", states.open)]:
                open_state()
                page.settle()
                where = f"{name} at {width} x {height}{' by touch' if touch else ''}"
                if page.evaluate("document.scrollingElement.scrollWidth > innerWidth"):
                    problems.append(f"{where}: scrolls horizontally")
                problems += [f"{where}: outside: {each}" for each in page.evaluate(OUTSIDE)]
                problems += [f"{where}: small: {each}" for each in page.evaluate(f"{SMALL}({44 if touch else 24})")]
                if name == "document":
                    problems += [f"{where}: {each}" for each in room(page, width, height)]
                run.screenshot(page, f"layout-{name}-{width}x{height}{'-touch' if touch else ''}")
    for problem in problems:
        run.note(problem)
    run.equal(len(problems), 0, "problems of the layout")
    page.expect_no_errors()


# The boxes of the buttons that turn pages; one that cannot be seen has none.
TURNING = """["previous", "next"].map(name => document.querySelector(`.viewer [data-action=${name}]`)).map(each =>
  !each.checkVisibility({visibilityProperty: true, opacityProperty: true}) || getComputedStyle(each).pointerEvents === "none" ? null
  : (box => [box.x, box.y, box.width, box.height])(each.getBoundingClientRect()))"""


# The shortest side of elements that can be seen.
SMALLEST = """Math.min(...[...document.querySelectorAll("%s")].filter(each => each.checkVisibility({visibilityProperty: true}))
  .flatMap(each => (box => [box.width, box.height])(each.getBoundingClientRect())))"""


def single_taps(run):
    """Pages are turned and chosen by single taps in all windows: the targets are for fingers, and cover no page."""
    page = run.browser.page(1280, 800)
    document = run.server.document("Taps", [images.page(number) for number in range(1, 13)])
    for width, height in [(320, 568), (390, 844), (844, 390), (768, 1024), (1920, 1080)]:
        page.resize(width, height, 1, True)
        viewer = Viewer(page, run.server.url, document, monitored=False)
        viewer.rest()
        boxes, preview = page.evaluate(TURNING), viewer.surface("preview")
        for name, box in zip(["previous", "next"], boxes):
            run.true(box and min(box[2:]) >= 44, f"the button {name} at {width} x {height} is {box}")
            run.true(box[1] >= preview[1] + preview[3] - 0.5, f"the button {name} at {width} x {height} covers the page")
        for box, active in [(boxes[1], 1), (boxes[1], 2), (boxes[0], 1)]:
            page.tap(box[0] + box[2] / 2, box[1] + box[3] / 2)
            viewer.wait(f"pageGallery.frame().activeIndex === {active}", 5, f"page {active + 1} after a tap")
            viewer.rest()
        thumbnails = page.evaluate(SMALLEST % "[role=tab][aria-selected=false]")
        run.true(thumbnails >= 24, f"a thumbnail at {width} x {height} is {thumbnails} px wide or high")
        run.screenshot(page, f"single-taps-{width}")
        page.tap(*page.center(".viewer [data-action=grid]"))
        page.wait("!!document.querySelector('.grid:not([hidden]) .grid-cell')", 5, "all pages")
        cells = page.evaluate(SMALLEST % ".grid-cell")
        run.true(cells >= 44, f"a cell of the grid at {width} x {height} is {cells} px wide or high")
    page.expect_no_errors()


# Where a text is: the left edges of its first and its last character.
ENDS = """(text => [0, text.length - 1].map(place => {
  const range = document.createRange();
  range.setStart(text, place);
  range.setEnd(text, place + 1);
  return range.getBoundingClientRect().left; }))(document.querySelector('.viewer-position').firstChild)"""

# The distance of the middle of the active page from that of the preview, as it is drawn.
OFFSET = """(middle => Math.abs(middle(document.querySelector(`.page[data-page="${pageGallery.frame().activePage}"] .window`))
  - middle(document.querySelector('.preview'))))(each => (box => box.left + box.width / 2)(each.getBoundingClientRect()))"""


def right_to_left(run):
    """In a document that is read from right to left, pages are where the model has them, and arrows point to them."""
    page = run.browser.page(1000, 700)
    page.inject("""new MutationObserver(() => document.documentElement?.dir === "" && (document.documentElement.dir = "rtl"))
      .observe(document, {childList: true});""")
    document = run.server.document("From the right", [images.page(number) for number in range(1, 11)])
    viewer = Viewer(page, run.server.url, document)
    viewer.rest()
    run.equal(page.evaluate("document.documentElement.dir"), "rtl", "the direction of the document")
    for active in [0, 1, 2]:
        run.equal(viewer.active, active, "the page after a key to the left")
        run.true(page.evaluate(OFFSET) < 1, f"page {active + 1} is {page.evaluate(OFFSET)} px from its place")
        viewer.key("ArrowLeft")
        viewer.rest()
    first, last = page.evaluate(ENDS)
    run.true(first < last, "the number of the page is written from right to left")
    run.equal(page.evaluate("getComputedStyle(document.querySelector('[data-action=back] .icon')).scale"), "-1 1", "scale of the arrow to the library")
    run.screenshot(page, "right-to-left")
    viewer.key("g")
    page.wait("!!document.querySelector('.grid-cell')")
    run.equal(page.evaluate(OUTSIDE), [], "controls outside of the window")
    outside = "[...document.querySelectorAll('.grid-cell')].filter(each => (box => box.left < 0 || box.right > innerWidth)(each.getBoundingClientRect())).length"
    run.equal(page.evaluate(outside), 0, "cells of the grid outside of the window")
    page.expect_no_errors()


def crowded(run):
    """Long titles, several panels and narrow windows: nothing covers what is needed, and no text breaks into letters."""
    page = run.browser.page(375, 700)
    page.ignores_network = True
    document = run.server.document("Long title " * 45, [images.page(1)])
    page.open(run.server.url + "/")
    page.wait("document.documentElement.dataset.state === 'ready'")
    page.click(f'[data-document="{document}"] [data-action=more]')
    page.click("[role=menu] [data-action=trash]")
    page.wait("!!document.querySelector('.toast button')")
    page.wait(f"!document.querySelector('[data-document=\"{document}\"]')", 5, "the cover is gone")
    page.settle()
    toast, button = page.box(".toast"), page.box(".toast button")
    run.true(toast[3] <= 110, f"a message is {toast[3]} px high")
    run.true(button[3] <= 50, f"its button is {button[3]} px high")
    run.equal(page.evaluate("document.querySelector('.toast p').textContent.endsWith('is in the trash')"), True, "the end of the message")
    panels(run, page)
    page.resize(320, 568, 1, True)
    page.open(f"{run.server.url}/d/{run.server.document('Long title ' * 45, [images.page(1)])}/trash")
    run.true(page.box(".bar")[3] <= 72, f"the bar of a trash is {page.box('.bar')[3]} px high")
    run.equal(page.box(".bar .icon-button")[2], 44, "width of the button to the document")
    page.resize(200, 400, 1, False)
    viewer = Viewer(page, run.server.url, run.server.document("Inheritance", [images.page(1)]), monitored=False)
    viewer.rest()
    bar, position = page.box(".viewer-bar"), page.box(".viewer-position")
    run.true(bar[3] <= 60, f"the bar is {bar[3]} px high at a width of 200 px")
    run.true(position[3] <= 24, f"the number of the page is {position[3]} px high")
    run.screenshot(page, "narrow")
    page.resize(320, 256)
    viewer.key("?")
    page.wait("!!document.querySelector('dialog[open] .key-list')")
    page.settle()
    shown = "(each => document.elementFromPoint(...(box => [box.x + box.width / 2, box.y + box.height / 2])(each.getBoundingClientRect())) === each)"
    run.true(page.evaluate(f"{shown}(document.querySelector('.key-list kbd'))"), "a long dialog does not open at its beginning")
    run.true(page.evaluate(f"{shown}(document.activeElement)"), "the focus of a long dialog is out of sight")
    below = "(box => document.elementFromPoint(box.x + box.width / 2, box.bottom - 2).className)(document.querySelector('dialog').getBoundingClientRect())"
    run.equal(page.evaluate(below), "dialog-actions", "what is at the end of a long dialog")
    run.screenshot(page, "keys")
    page.resize(1000, 900)
    run.true(page.evaluate(COVERED)[0] <= 0, f"a button covers the list of keys: {page.evaluate(COVERED)} px")
    page.press("Escape")
    narrow_grid(run, page, viewer)
    page.expect_no_errors()


def narrow_grid(run, page, viewer):
    viewer.key("g")
    page.wait("!!document.querySelector('.grid-cell')")
    run.equal(page.evaluate("document.querySelector('.grid h2').textContent"), "1 page", "the title of the grid")
    for width in [320, 200]:
        page.resize(width, 568, 1, True)
        page.settle()
        title = page.evaluate("(title => title.scrollWidth - title.clientWidth)(document.querySelector('.grid h2'))")
        run.true(title <= 0, f"{title} px of the number of pages are cut off at a width of {width} px")
        run.equal(page.evaluate(OUTSIDE), [], f"controls of the grid outside of {width} px")
        shown = page.evaluate("[...document.querySelectorAll('.grid .viewer-tools button')].filter(each => each.checkVisibility()).length")
        run.equal(shown, 5, f"buttons of the grid at a width of {width} px")
        run.screenshot(page, f"grid-{width}")


# Titles whose words lie below the button of their cover.
BELOW = """[...document.querySelectorAll('.cover')].filter(each => {
  const range = document.createRange();
  range.selectNodeContents(each.querySelector('.cover-text'));
  const button = each.querySelector('[data-action=more]').getBoundingClientRect();
  return [...range.getClientRects()].some(({right, top, bottom}) => right > button.left + 1 && top < button.bottom && bottom > button.top);
}).map(each => each.textContent)"""

# How much of a message is cut off, and whether its sentence has room for its longest word.
MESSAGE = """[...document.querySelectorAll('.toast')].map(each => [each.scrollHeight - each.clientHeight, each.querySelector('p').clientWidth
  > 4 * parseFloat(getComputedStyle(each).fontSize), each.getBoundingClientRect().right <= innerWidth])"""


# The width of the title of a document in units of its font size, and how much of what is there reaches beyond its place.
TITLE = """((place, title) => [title.clientWidth / parseFloat(getComputedStyle(title).fontSize), place.scrollWidth - place.clientWidth])(
  document.querySelector('.viewer-title'), document.querySelector('.viewer-title h1'))"""


def larger_text(run):
    """Text of 150 and 200 % in narrow windows: nothing is cut off or covered, and entries of a menu are aligned."""
    page = run.browser.page(390, 844)
    page.ignores_network = True
    document = run.server.document("Renamed lease, copy", [images.page(1), images.page(2)])
    for size, width, height in [(24, 390, 844), (32, 390, 844), (32, 320, 568), (32, 1000, 700)]:
        page.call("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
        page.resize(width, height, 1, width < 1000)
        page.open(run.server.url + "/")
        page.wait("document.documentElement.dataset.state === 'ready'")
        run.equal(page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"), size * 15 / 16, "the size of the text")
        run.equal(page.evaluate(BELOW), [], f"titles below a button at {size} px in {width} x {height}")
        viewer = Viewer(page, run.server.url, document, monitored=False)
        viewer.rest()
        viewer.key("Delete")
        page.wait("!!document.querySelector('.toast')", 5, "the message")
        page.settle()
        for cut, has_room, is_inside in page.evaluate(MESSAGE):
            run.true(cut <= 1 and has_room and is_inside, f"a message at {size} px in {width} x {height}: {cut} px are cut off, {has_room}, {is_inside}")
        letters, excess = page.evaluate(TITLE)
        run.true(letters > 3 and excess <= 0, f"a title at {size} px in {width} x {height} has {letters} em, and {excess} px too few")
        run.screenshot(page, f"larger-{size}-{width}")
        viewer.key("z", "Control")
        viewer.rest()
        page.wait("pageGallery.pages().length === 2", 5, "the page is back")
        run.server.wait_for_pages(document, lambda pages: len(pages) == 2)
        viewer.rest()
        run.equal(page.evaluate(OUTSIDE), [], f"controls outside of the window at {size} px in {width} x {height}")
        page.click(".viewer-tools [data-action=more]")
        page.wait("!!document.querySelector('.menu')", 5, "the menu")
        run.equal(page.evaluate("[...new Set([...document.querySelectorAll('.menu > button')].map(each => getComputedStyle(each).textAlign))]"), ["start"], "alignment in the menu")
        page.press("Escape")
    page.expect_no_errors()


# How many pixels of what is above the buttons of a dialog or panel are behind them.
COVERED = """[...document.querySelectorAll('.dialog-actions')].map(each =>
  each.previousElementSibling.getBoundingClientRect().bottom - each.getBoundingClientRect().top)"""


def panels(run, page):
    page.resize(1000, 700)
    for number in [1, 2]:
        paths = images.files(run.folder / f"panel{number}", [40 + number]) + [run.folder / f"panel{number}/notes.txt"]
        paths[-1].write_text("no image")
        page.drop(300, 300, paths)
        page.wait(f"document.querySelectorAll('[data-part=uploads] li[data-state=rejected]').length === {number}", 15, "a rejected file")
        # Chromium loses the end of a drag that begins while the first frame of the panel is drawn.
        page.wait("[...document.querySelectorAll('[data-part=uploads]')].every(each => each.dataset.done === '1')", 15, "the accepted files")
        page.settle()
    boxes = page.evaluate("[...document.querySelectorAll('[data-part=uploads]')].map(each => (box => [box.top, box.bottom])(each.getBoundingClientRect()))")
    run.equal(len(boxes), 2, "panels of uploads")
    messages = page.evaluate("[...document.querySelectorAll('.toast')].map(each => each.getBoundingClientRect().bottom)")
    run.true(all(bottom <= boxes[0][0] for bottom in messages), "a message covers the panels")
    run.true(boxes[0][0] >= 0 and boxes[0][1] <= boxes[1][0] and boxes[1][1] <= 700, f"the panels are at {boxes}")
    run.screenshot(page, "panels")
    run.true(all(pixels <= 0.5 for pixels in page.evaluate(COVERED)), f"buttons cover the reasons: {page.evaluate(COVERED)} px")
    for _ in boxes:
        page.click("[data-action=close-uploads]")
    run.equal(page.count(".upload-panels"), 0, "places of panels that are closed")


def media(run):
    """Reduced motion takes effect at once; with forced colors the active page can be told from others."""
    page = run.browser.page(1000, 700)
    document = run.server.generated("Media", 20)
    viewer = Viewer(page, run.server.url, document)
    viewer.rest()
    page.media(prefers_reduced_motion="reduce")
    page.settle()  # a browser tells the page with its next frame
    viewer.samples()
    viewer.key("End")
    viewer.wait("pageGallery.frame().activeIndex === 19", 2, "a jump")
    viewer.rest()
    between = [each["position"] for each in viewer.samples() if 0.01 < each["position"] < 18.99]
    run.equal(between, [], "positions between the first and the last page with reduced motion")
    page.media(forced_colors="active")
    run.true(page.evaluate("matchMedia('(forced-colors: active)').matches"), "no forced colors")
    looks = page.evaluate("""[...document.querySelectorAll('[role=tab]')].filter(each => !each.hidden).map(each => {
      const style = getComputedStyle(each);
      return [each.getAttribute('aria-selected'), style.outlineStyle + style.outlineColor + style.borderColor + style.borderWidth + style.boxShadow
        + getComputedStyle(each, '::after').borderColor + getComputedStyle(each, '::after').outlineStyle + getComputedStyle(each, '::before').backgroundColor]; })""")
    selected = {look for state, look in looks if state == "true"}
    others = {look for state, look in looks if state != "true"}
    run.screenshot(page, "forced-colors")
    run.true(selected and not selected & others, "the selected thumbnail looks like the others with forced colors")
    page.expect_no_errors()
