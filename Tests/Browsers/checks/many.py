# SPDX-License-Identifier: Apache-2.0
"""All pages of a long document at once."""

from fixtures.viewer import Viewer

COUNT = 20_000


def check(run):
    """Deletes all pages in the grid with keys, and takes that back."""
    page = run.browser.page(1000, 700)
    document = run.server.generated("Many", COUNT)
    pages = run.server.pages(document)
    viewer = Viewer(page, run.server.url, document, monitored=False)
    viewer.rest()
    viewer.focus()
    viewer.key("g")
    page.wait("!!document.querySelector('.grid:not([hidden])')")
    viewer.key("a", "Control")
    page.wait(f"document.querySelector('#grid-title').textContent === '{COUNT} selected'")
    viewer.key("Delete")
    run.equal(run.server.wait_for_pages(document, lambda found: not found), [], "pages after a deletion of all")
    viewer.wait("pageGallery.pages().length === 0", 10, "a gallery without pages")
    viewer.rest()
    viewer.key("z", "Control")
    run.equal(run.server.wait_for_pages(document, lambda found: len(found) == COUNT), pages, "pages after it was undone")
    viewer.rest()
    run.equal(viewer.pages, pages, "pages of the gallery")
    page.expect_no_errors()
