# SPDX-License-Identifier: Apache-2.0
"""Replacing a page: it can be undone, or is asked about before."""

import time

from fixtures import images
from fixtures.viewer import Viewer

# Keeps the input for files that the next action opens.
CHOOSING = "HTMLInputElement.prototype.click = function () { this.id = 'chosen'; document.body.append(this); };"
DIALOG = "!!document.querySelector('dialog[open]')"


def check(run):
    page = run.browser.page(1280, 800)
    page.inject(CHOOSING)
    page.ignores_network = True
    document = run.server.document("Replaced", [images.page(number) for number in range(1, 5)])
    pages = run.server.pages(document)
    viewer = Viewer(page, run.server.url, document, f"?page={pages[1]}", monitored=False)
    viewer.rest()
    viewer.focus()
    state = lambda: {key: value for key, value in run.server.request("GET", f"/api/v1/pages/{pages[1]}").items() if key in ("digest", "rotation", "key")}
    viewer.key("R", "Shift")
    viewer.key("]")
    # Edits wait for the modules that make them, and are not open before.
    order = [pages[0], pages[2], pages[1], pages[3]]
    run.server.wait_for_pages(document, lambda pages: pages == order)
    wait_for(page, state, lambda found: found["rotation"] == 270, "the page before")
    viewer.rest()
    old = state()
    undone(run, page, viewer, state, old)
    run.equal(run.server.pages(document), order, "the pages: no earlier edit is undone")
    asked(run, page, viewer, state, old)
    viewer.key("z", "Control")
    page.wait("[...document.querySelectorAll('.toast')].some(each => each.textContent.includes('cannot be undone'))", 10, "the message")
    viewer.rest()
    run.equal(run.server.pages(document), order, "the pages after undoing what cannot be undone")
    page.expect_no_errors()


def replace(run, page, number):
    page.evaluate("document.querySelector('#chosen')?.remove(), null")
    page.click("[data-action=more]")
    page.click("[role=menu] [data-action=replace]")
    page.wait("!!document.querySelector('#chosen')", 10, "the choice of a file")
    page.set_files("#chosen", images.files(run.folder / "new", [number]))


def wait_for(page, state, condition, what):
    end = time.monotonic() + 20
    while not condition(state()):
        if time.monotonic() > end:
            raise AssertionError(f"not in 20 s: {what}: {state()}")
        page.pause(0.05)


def undone(run, page, viewer, state, old):
    """By a key, and by the button of the message."""
    announced = "document.querySelector('[data-part=announcer]').textContent"
    for number, undo in [(21, lambda: viewer.key("z", "Control")), (22, lambda: page.click(".toast [data-action=undo]"))]:
        replace(run, page, number)
        page.focus(".toast [data-action=undo]", "the button of the message", 20)
        wait_for(page, state, lambda found: found["digest"] != old["digest"] and found["rotation"] == 0, "the new image")
        viewer.rest()
        page.evaluate(announced + " = '', null")
        undo()
        wait_for(page, state, lambda found: found == old, "the image before")
        viewer.rest()
        page.wait(announced + ".includes('Page 3 changed back')", 10, "the announcement")


def asked(run, page, viewer, state, old):
    """An image that cannot be read is not replaced without a question."""
    page.evaluate("""(() => {
      const other = fetch;
      globalThis.fetch = (url, init) => String(url).endsWith('/original') ? Promise.resolve(new Response('{}', {status: 422})) : other(url, init);
    })()""")
    replace(run, page, 23)
    page.wait(DIALOG, 20, "the question")
    page.press("Escape")
    page.wait("!" + DIALOG, 10, "no question")
    viewer.rest()
    run.equal(state(), old, "the image after no")
    replace(run, page, 24)
    page.wait(DIALOG, 20, "the question")
    page.click("dialog [data-action=confirm]")
    wait_for(page, state, lambda found: found["digest"] != old["digest"], "the image after yes")
    viewer.rest()
