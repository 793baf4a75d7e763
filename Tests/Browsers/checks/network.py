# SPDX-License-Identifier: Apache-2.0
"""A bad network: no acknowledged edit is lost or made twice, and the display is right in the end."""

import http.client
import random
import threading
import time
import urllib.parse

from fixtures import images
from fixtures.proxy import Proxy
from fixtures.server import ServerError
from fixtures.viewer import Viewer


class Writer(threading.Thread):
    """Another user, whose edits arrive in bursts between those of the viewer: each makes its next edit a conflict."""

    def __init__(self, server, document, seed=1):
        super().__init__(daemon=True)
        self.server, self.document, self.random = server, document, random.Random(seed)
        self.is_ended = threading.Event()

    def run(self):
        while not self.is_ended.wait(0.3):
            try:
                for _ in range(4):
                    pages = self.server.pages(self.document)
                    page = self.random.choice(pages)
                    self.server.request("POST", f"/api/v1/pages/{page}/move", {"before": self.random.choice(pages + [None])})
            except (ServerError, OSError, http.client.HTTPException):
                pass  # the server is being started again, or the page moved before itself

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, *_):
        """Ends the edits, also after a failed check, whose failure counts more than that of the writer."""
        was_alive = self.is_alive()
        self.is_ended.set()
        self.join()
        if kind is None and not was_alive:
            raise AssertionError("the other user has stopped to edit")


def check(run):
    """Deletes pages while requests are late or lost, another user edits, the server dies, and streams are cut."""
    document = run.server.document("Network", [images.page(number) for number in range(1, 31)])
    known = run.server.pages(document)
    with Proxy(urllib.parse.urlsplit(run.server.url).port) as proxy:
        page = run.browser.page(800, 700)
        page.ignores_network = True
        viewer = Viewer(page, proxy.url, document)
        deleted = []
        with Writer(run.server, document):
            for number in range(12):
                deleted.append(viewer.frame["activePage"])
                viewer.key("Delete")
                if number == 3:
                    proxy.cut()
                if number == 6:
                    run.server.kill()
                    page.pause(1)  # an outage
                    run.server.start()
                page.pause(0.4)  # a user at work
        viewer.rest(45)
        pages = run.server.pages(document)
        viewer.wait(f"JSON.stringify(pageGallery.pages()) === {str(pages).replace(' ', '')!r}", 20, "the server's pages")
        failed = page.evaluate("document.querySelector('[data-part=message]')?.textContent ?? ''")
        run.note(f"{proxy.counts}, {len(known) - len(pages)} pages deleted; message: {failed.strip()!r}")
    run.true(proxy.counts["lost"] and proxy.counts["unanswered"], f"the network was too good: {proxy.counts}")
    run.equal(len(set(pages)), len(pages), "pages that are there twice")
    run.true(set(pages) <= set(known), "unknown pages")
    # Each edit was acknowledged and made once: otherwise the number of pages is another one.
    run.equal(len(pages), len(known) - 12, "pages after twelve deletions")
    page.expect_no_errors()


def wait_for(page, condition, seconds, what):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not in {seconds} s: {what}")
        page.pause(0.03)


def offline(run):
    """Without a network the pages stay, an edit waits, and is made when the network is back."""
    document = run.server.document("Offline", [images.page(number) for number in range(1, 9)])
    page = run.browser.page(800, 700)
    page.ignores_network = True
    viewer = Viewer(page, run.server.url, document)
    viewer.rest()
    before = viewer.pages
    # Without a network nothing more is loaded, and an edit would wait for its module. This one is loaded last.
    page.wait("performance.getEntriesByType('resource').some(each => each.name.endsWith('/print-list.js') && each.responseEnd > 0)",
              20, "all modules")
    page.network(offline=True)
    viewer.key("ArrowRight")
    viewer.wait("pageGallery.frame().activeIndex === 1", 5)
    page.requests.clear()
    viewer.key("Delete")
    # The second one is a repetition.
    wait_for(page, lambda: sum(each["method"] == "POST" for each in page.requests) > 1, 25, "attempts to send the edit")
    run.equal(run.server.pages(document), before, "pages of the server while offline")
    page.network()
    run.server.wait_for_pages(document, lambda found: found == before[:1] + before[2:], 20)
    viewer.rest()
    run.equal(viewer.pages, before[:1] + before[2:], "pages after the network is back")
    failed(run, page, viewer)


TOASTS = "[...document.querySelectorAll('.toast p')].map(each => each.textContent)"


def failed(run, page, viewer):
    """What was not made is told until somebody has seen it."""
    kept = viewer.pages
    page.evaluate("""globalThis.send = fetch, globalThis.fetch = (url, init) => init?.method === "POST"
      ? Promise.resolve(new Response(JSON.stringify({code: "forbidden", status: 403}), {status: 403, headers: {"content-type": "application/problem+json"}})) : send(url, init), null""")
    for key in ["Delete", "ArrowLeft", "Delete"]:
        viewer.key(key)
        viewer.rest()
    page.wait(f"(told => told.length === 1 && told[0].split('was not deleted').length === 3)({TOASTS}.filter(each => each.includes('was not deleted')))",
              5, "one message about both pages")
    page.pause(9)
    run.equal(page.evaluate(f"{TOASTS}.length"), 1, "messages after nine seconds")
    run.screenshot(page, "failures")
    run.equal(viewer.pages, kept, "pages after edits that failed")
    page.click(".toast [data-action=dismiss]")
    run.equal(page.evaluate(f"{TOASTS}.length"), 0, "messages after it was dismissed")
    viewer.key("Delete")
    viewer.rest()
    page.wait(f"{TOASTS}.length === 1", 5, "the message about another failure")
    page.evaluate("globalThis.fetch = send, null")
    viewer.key("r")
    viewer.rest()
    page.wait(f"{TOASTS}.length === 0", 5, "no message after a success")
    page.expect_no_errors()
