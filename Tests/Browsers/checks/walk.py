# SPDX-License-Identifier: Apache-2.0
"""The walk: a user works on a document while a second browser shows it."""

from fixtures import images
from fixtures.motion import jumps
from fixtures.viewer import Viewer


class Walk:
    """Two windows with one document; after each step, both must show the pages that the server has."""

    def __init__(self, run):
        self.run = run
        self.page = run.browser.page(1280, 800)
        self.document, self.first, self.second = None, None, None

    def create(self):
        """Drops five scans on the library, and opens the document that they become."""
        run, page = self.run, self.page
        page.open(run.server.url + "/")
        page.wait("document.documentElement.dataset.state === 'ready'", 10)
        known = documents(run.server)
        # As a file manager sends them: 10 before 2.
        paths = images.files(run.folder / "scans", [1, 10, 2, 3, 4])
        page.drop(640, 400, paths)
        page.wait("document.querySelector('[data-part=uploads]')?.dataset.done === '5'", 20, "five uploads")
        new = [each for each in documents(run.server) if each not in known]
        run.equal(len(new), 1, "new documents")
        self.document = new[0]
        run.equal(len(run.server.pages(self.document)), 5, "pages of the new document")
        run.screenshot(page, "library-upload")
        page.wait(f"document.querySelector('[data-document=\"{self.document}\"] img')?.naturalWidth > 0", 10, "a cover")

    def open(self):
        self.page.submit(f'[data-document="{self.document}"] a')
        self.first = attach(self.page, self.run.server.url, self.document)
        self.second = Viewer(self.run.browser.page(375, 700, 2, True), self.run.server.url, self.document)
        self.run.equal(self.sizes(), [[877, 620], [300, 900], [620, 877], [640, 640], [620, 877]], "sizes in natural order")
        for number in range(5, 25):
            self.run.server.request("POST", f"/api/v1/documents/{self.document}/pages", images.page(number))
        self.agree("pages of another user")

    def sizes(self):
        pages = [self.run.server.request("GET", f"/api/v1/pages/{page}") for page in self.run.server.pages(self.document)]
        return [[page["width"], page["height"]] for page in pages]

    def agree(self, what):
        """Waits until both windows rest, and compares them with the server."""
        expected = self.run.server.pages(self.document)
        for name, viewer in [("first", self.first), ("second", self.second)]:
            try:
                viewer.rest()
                viewer.wait(f"JSON.stringify(pageGallery.pages()) === {str(expected).replace(' ', '')!r}", 5)
            except Exception:
                raise AssertionError(f"{what}: the {name} window shows {viewer.pages}, the server has {expected}") from None
        found = jumps(self.second.samples(), self.second.surface("preview")[2])
        self.run.equal(found[:3], [], f"{what}: jumps in the second window")

    def resized(self, step, expected=None):
        """Makes a step, and changes the size of the window in the middle of it."""
        step()
        self.page.frames(4)
        self.page.resize(900, 700)
        self.page.frames(3)
        self.page.resize(1280, 800)
        self.agree(getattr(step, "__name__", "a step"))
        if expected is not None:
            self.run.equal(self.first.active, expected, f"{step.__name__}: active page")

    def fling_forward(self):
        self.first.drag("strip", 0.7, 0.3)

    def fling_back(self):
        self.first.drag("strip", 0.4, 0.6)

    def swipe(self):
        self.first.drag("preview", 0.7, 0.4)

    def jump(self):
        self.page.click_at(*self.first.point("strip", 0.8))

    def zoom(self):
        self.first.key("+")
        self.first.key("+")

    def delete(self):
        """Deletes three pages as fast as a finger can."""
        self.before = self.run.server.pages(self.document)
        for _ in range(3):
            self.first.key("Delete")
            self.page.pause(0.06)
        self.run.server.wait_for_pages(self.document, lambda pages: len(pages) == len(self.before) - 3)

    def undo(self):
        for _ in range(3):
            self.first.key("z", "Control")
            self.page.pause(0.05)
        self.run.server.wait_for_pages(self.document, lambda pages: pages == self.before)

    def rotate(self):
        page = self.first.frame["activePage"]
        before = self.run.server.request("GET", f"/api/v1/pages/{page}")["rotation"]
        self.first.key("r")
        self.wait_for(lambda: self.run.server.request("GET", f"/api/v1/pages/{page}")["rotation"] == (before + 90) % 360)

    def move(self):
        before, index = self.run.server.pages(self.document), self.first.active
        self.first.key("]")
        expected = before[:index] + [before[index + 1], before[index]] + before[index + 2:]
        self.run.server.wait_for_pages(self.document, lambda pages: pages == expected)

    def wait_for(self, condition):
        for _ in range(100):
            if condition():
                return
            self.page.pause(0.05)
        raise AssertionError("the server did not get the edit in 5 s")

    def leave_rename_and_return(self):
        """Back in the library the document gets a title; then the page that was left is shown again."""
        page = self.first.frame["activePage"]
        self.page.wait(f"location.search.includes('page={page}')", 3, "the URL identifies the page")
        self.first.act("back")
        self.page.wait("document.body.dataset.view === 'library' && document.documentElement.dataset.state === 'ready'")
        cover = f'[data-document="{self.document}"]'
        self.page.wait(f"Boolean(document.querySelector('{cover} a'))", 5, "the cover")
        self.page.evaluate(f"document.querySelector('{cover} a').focus(), null")
        self.page.press("F2")
        self.page.wait(f"Boolean(document.querySelector('{cover} input'))", 3, "a field for the title")
        self.page.press("a", "Control")
        self.page.write("Lease")
        self.page.press("Enter")
        path = f"/api/v1/documents/{self.document}"
        self.wait_for(lambda: self.run.server.request("GET", path)["title"] == "Lease")
        self.second.wait("document.title.startsWith('Lease')", 5, "the new title in the second window")
        self.page.evaluate("history.forward(), null")
        self.page.wait("document.body.dataset.view === 'document' && document.documentElement.dataset.state === 'ready' && globalThis.pageGallery")
        self.page.wait(f"pageGallery.frame().activePage === {page}", 5, "the page that was left")
        self.agree("leave and return")


def attach(page, url, document):
    """A viewer in a page that shows the document already."""
    viewer = Viewer.__new__(Viewer)
    viewer.page, viewer.url, viewer.document = page, url, document
    viewer.wait_until_ready()
    return viewer


def documents(server):
    return [each["id"] for each in server.request("GET", "/api/v1/documents")["documents"]]


def check(run):
    """Walks through everything that a user does with a document."""
    walk = Walk(run)
    walk.create()
    walk.open()
    run.screenshot(walk.page, "document")
    run.screenshot(walk.second.page, "document-phone")
    walk.first.key("Home")
    walk.agree("home")
    for step in [walk.fling_forward, walk.fling_back, walk.swipe, walk.jump]:
        walk.resized(step)
    walk.first.key("Home")
    for _ in range(4):
        walk.first.key("ArrowRight")
    walk.agree("keys")
    run.equal(walk.first.active, 4, "active page after four keys")
    walk.resized(walk.zoom)
    run.screenshot(walk.page, "zoomed")
    walk.first.key("0")
    for step in [walk.delete, walk.undo, walk.rotate, walk.move]:
        walk.resized(step)
    walk.leave_rename_and_return()
    for page in [walk.page, walk.second.page]:
        page.expect_no_errors()
