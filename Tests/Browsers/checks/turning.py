# SPDX-License-Identifier: Apache-2.0
"""A phone that is turned: what was seen is seen again."""

from fixtures import images
from fixtures.viewer import Viewer

UPRIGHT, ASIDE = (390, 844, 3, True), (844, 390, 3, True)


def check(run):
    page = run.browser.page(390, 844)
    page.ignores_network = True
    grid(run, page)
    menu(run, page)
    library(run, page)
    page.expect_no_errors()


# Whether the cell with the focus is in sight, and its page.
CELL = """(list => {
  const [cell, box] = [document.getElementById(list.getAttribute('aria-activedescendant')), list.getBoundingClientRect()];
  if (!cell) return null;
  const { top, bottom } = cell.getBoundingClientRect();
  return top > box.top - 1 && top < box.bottom && bottom > box.top ? Number(cell.getAttribute('aria-posinset')) : null;
})(document.querySelector('.grid-list'))"""


def resize(page, size):
    page.resize(*size)
    page.wait(f"innerWidth === {size[0]}", 10, f"a width of {size[0]}")
    page.settle()


def grid(run, page):
    """All pages: the page that is active stays in sight; after a deletion it is the successor."""
    page.resize(*UPRIGHT)
    document = run.server.generated("Turned", 80)
    active = run.server.pages(document)[56]
    viewer = Viewer(page, run.server.url, document, f"?page={active}", monitored=False)
    viewer.rest()
    viewer.key("g")
    page.wait("!!document.querySelector('.grid-list')", 10, "the grid")
    page.wait(f"{CELL} === 57", 10, "page 57 in the grid")
    for size in [ASIDE, UPRIGHT, ASIDE]:
        resize(page, size)
        page.expect(CELL, 57, f"the page in sight at {size[:2]}")
    viewer.key(" ")
    viewer.key("ArrowRight", "Shift")
    viewer.key("Delete")
    viewer.rest()
    run.server.wait_for_pages(document, lambda pages: len(pages) == 78)
    page.wait("pageGallery.pages().length === 78", 10, "the deletion of two")
    page.settle()
    focused = "Number(document.getElementById(document.querySelector('.grid-list').getAttribute('aria-activedescendant')).getAttribute('aria-posinset'))"
    page.expect(focused, 57, "the page after a deletion of two")
    run.equal(run.server.pages(document)[56], viewer.pages[56], "the pages after a deletion of two")
    run.screenshot(page, "turned-grid")
    page.press("Escape")


# The box of the menu, that of its button, whether the last item can be reached, and the size of the window.
MENU = """(menu => {
  const box = menu.getBoundingClientRect(), button = document.querySelector('.viewer-tools [data-action=more]').getBoundingClientRect();
  menu.scrollTo(0, 1e6);
  const last = menu.lastElementChild.getBoundingClientRect();
  return [box.left >= 0, box.right <= innerWidth, box.top >= 0, box.bottom <= innerHeight, Math.abs(box.right - button.right) <= 8, last.bottom <= innerHeight];
})(document.querySelector('.menu'))"""


def menu(run, page):
    """An open menu stays at its button, and all of it can be reached."""
    page.resize(*UPRIGHT)
    viewer = Viewer(page, run.server.url, run.server.generated("Menu", 3), monitored=False)
    viewer.rest()
    page.tap(*page.center("[data-action=more]"))
    page.wait("!!document.querySelector('.menu')", 10, "the menu")
    for size in [UPRIGHT, ASIDE, UPRIGHT]:
        resize(page, size)
        page.expect(MENU, [True] * 6, f"the menu at {size[:2]}: within four edges, at its button, and its last item")
    page.press("Escape")


# The title of the first cover below the upper edge, and its distance from it.
COVER = """[...document.querySelectorAll('[data-document]')].map(each => [each.querySelector('.cover-title').textContent, each.getBoundingClientRect().top])
  .find(([, top]) => top >= 0)"""


def library(run, page):
    """The library shows the same covers, and those that were shown before when the phone is turned back."""
    image = images.page(1)
    for number in range(30):
        run.server.document(f"Cover {number}", [image])
    page.resize(*UPRIGHT)
    page.open(run.server.url + "/")
    page.wait("document.documentElement.dataset.state === 'ready'")
    page.wait("(scrollTo(0, 1500), scrollY > 1499)", 10, "a place in the library")
    page.settle()
    title, top = page.evaluate(COVER)
    place = f"[...document.querySelectorAll('[data-document]')].find(each => each.textContent.includes('{title}')).getBoundingClientRect().top"
    for size in [ASIDE, UPRIGHT]:
        resize(page, size)
        page.expect(f"Math.abs({place} - {min(top, size[1] / 2)}) < 2 || {place}", True, f"the top of “{title}” at {size[:2]}, which was {top} px")
