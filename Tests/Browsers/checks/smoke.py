# SPDX-License-Identifier: Apache-2.0
"""The smoke walk, in every browser: library, document, turning, jumping, editing, undoing."""

from checks.walk import attach


def check(run):
    """Opens a sample document from the library, turns pages, and edits them."""
    document = run.server.sample("contract")
    pages = run.server.pages(document)
    page = run.browser.page(1000, 700)
    page.open(run.server.url + "/")
    page.wait("document.documentElement.dataset.state === 'ready'", 15)
    page.wait(f"document.querySelector('[data-document=\"{document}\"] img')?.naturalWidth > 0", 10, "a cover")
    page.submit(f'[data-document="{document}"] a')
    viewer = attach(page, run.server.url, document)
    run.equal(viewer.pages, pages, "pages")
    page.wait("[...document.querySelectorAll('[data-surface=preview] img')].some(each => each.naturalWidth > 0)")
    viewer.rest()
    run.equal(viewer.active, 0, "the first page")
    viewer.key("ArrowRight")
    viewer.rest()
    run.equal(viewer.active, 1, "the page after a key")
    viewer.drag("preview", 0.8, 0.3)
    viewer.rest()
    run.equal(viewer.active, 2, "the page after a drag")
    viewer.key("End")
    viewer.rest()
    run.equal(viewer.active, len(pages) - 1, "the last page")
    viewer.key("Home")
    viewer.rest()
    edit(run, viewer, document, pages)
    page.expect_no_errors()
    page.close()


def edit(run, viewer, document, pages):
    for _ in range(3):
        viewer.key("Delete")
    run.server.wait_for_pages(document, lambda found: found == pages[3:])
    viewer.rest()
    run.equal(viewer.pages, pages[3:], "pages after three deletions")
    for _ in range(3):
        viewer.key("z", "Control")
    run.server.wait_for_pages(document, lambda found: found == pages)
    viewer.rest()
    run.equal(viewer.pages, pages, "pages after undoing")
    other = run.server.pages(document)[1]
    run.server.request("DELETE", f"/api/v1/pages/{other}")
    viewer.wait(f"!pageGallery.pages().includes({other})", 5, "the deletion by another user")
    viewer.rest()
