#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the viewer in Chromium with tracing, and prints a table. Not part of the checks.

usage: figures.py [--pages N] [--seconds N] [--rounds N] [--peers DIR] [NAME...]

GALLERY_SERVER is the path of a release of the server. DIR has the files of PhotoSwipe and OpenSeadragon, unpacked
from packages that contain them; without it the peers are not measured.
"""

import argparse
import pathlib
import signal
import statistics
import sys
import tempfile

from drivers.chromium import Chromium
from fixtures import images
from fixtures.peers import Peers
from fixtures.profile import profiled
from fixtures.server import Server
from fixtures.tracing import traced
from fixtures.viewer import Viewer

PHONE, WIDE = (375, 700, 2, True), (1920, 1080, 1, True)

# Runs before the page's own scripts: when the application runs, and when the picture of its first page is drawn.
TIMES = """globalThis.galleryTimes = {};
(function look() {
  if (document.documentElement?.dataset.state === "ready") galleryTimes.ready ??= performance.now();
  if (galleryTimes.ready && !galleryTimes.asked && document.querySelector("[data-surface=preview] img")?.complete) {
    galleryTimes.asked = true;
    requestAnimationFrame(() => { galleryTimes.drawn = performance.now(); });
  }
  if (!galleryTimes.drawn) setTimeout(look, 1);
})();"""


class Figures:
    def __init__(self, options, server, browser, folder):
        self.options, self.server, self.browser, self.folder = options, server, browser, folder
        self.long = None

    def document(self):
        self.long = self.long or self.server.generated("Long", self.options.pages)
        return self.long

    def viewer(self, size, document=None, monitored=False):
        page = self.browser.page(*size)
        # Without a screen reader, no browser keeps a tree for one.
        page.call("Accessibility.disable")
        viewer = Viewer(page, self.server.url, document or self.document(), monitored=monitored)
        viewer.page.wait("pageGallery.isReady.then(() => true)")
        viewer.rest()
        return viewer

    def ends(self, viewer):
        return viewer.point("strip", 0.25), viewer.point("strip", 0.75)

    def flings(self, viewer, seconds, points=None):
        """Flings the strip forward and back, so that it never comes to rest."""
        # Before: what the measurement asks is a script as well.
        left, right = points or self.ends(viewer)
        for number in range(round(seconds / 0.5)):
            start, end = (right, left) if number // 3 % 2 == 0 else (left, right)
            viewer.page.swipe(start, end, 0.1)
            viewer.page.pause(0.4)

    def fling(self):
        """Script time and intervals of frames in flings."""
        for size in [PHONE, WIDE]:
            viewer = self.viewer(size)
            self.flings(viewer, 3)  # images are cached afterwards
            found = [self.traced_fling(viewer) for _ in range(self.options.rounds)]
            viewer.page.close()
            dropped, drawn = sum(each["dropped"] for each in found), sum(each["drawn"] for each in found)
            what = (f"flings of 3 s, {self.options.pages:,} pages, {size[0]} px, {dropped} of {drawn} frames dropped, "
                    f"medians of {len(found)}")
            mean, worst, busy, busy_worst, p95 = (
                statistics.median(each[name] for each in found) for name in ["mean", "worst", "busy_mean", "busy_worst", "p95"])
            yield (f"{what}: script time, mean, worst; of the processor",
                   f"{mean:.2f} ms, {worst:.1f} ms; {busy:.2f} ms, {busy_worst:.1f} ms", "0.5 ms, 4 ms")
            yield (f"{what}: interval, p95; the longest of all",
                   f"{p95:.1f} ms; {max(each['longest'] for each in found):.1f} ms", "17 ms; 34 ms")

    def traced_fling(self, viewer):
        viewer.rest()
        viewer.key("Home")
        viewer.rest()
        points = self.ends(viewer)
        with traced(viewer.page) as traces:
            self.flings(viewer, 3, points)
        return traces[0].summary()

    def profile(self):
        """The functions that take most of the time in a fling."""
        for size in [PHONE, WIDE]:
            viewer = self.viewer(size)
            self.flings(viewer, 2)
            with profiled(viewer.page) as functions:
                self.flings(viewer, 5)
            for time, name in functions[:25]:
                yield f"fling of 5 s, {size[0]} px: {name}", f"{time:.1f} ms", ""
            viewer.page.close()

    def opening(self):
        """From the request to the first page."""
        self.viewer(PHONE).page.close()
        drawn, ready = [], []
        for _ in range(7):
            page = self.browser.page(*PHONE)
            page.inject(TIMES)
            page.open(f"{self.server.url}/d/{self.document()}")
            times = page.wait("globalThis.galleryTimes?.drawn && galleryTimes", 10)
            drawn.append(times["drawn"])
            ready.append(times["ready"])
            page.close()
        what = f"open {self.options.pages:,} pages, median and worst of {len(drawn)}, empty cache"
        yield f"{what}: first page drawn", f"{statistics.median(drawn):.0f} ms, {max(drawn):.0f} ms", "400 ms"
        yield f"{what}: gallery responds", f"{statistics.median(ready):.0f} ms, {max(ready):.0f} ms", "300 ms"

    def memory(self):
        """Memory and elements while flinging."""
        viewer = self.viewer(PHONE)
        state = "(gc(), [performance.memory.usedJSHeapSize, document.querySelectorAll('*').length, pageGallery.elementCount, pageGallery.decodedByteCount])"
        self.flings(viewer, 10)
        viewer.rest()
        before = viewer.page.evaluate(state)
        self.flings(viewer, self.options.seconds)
        viewer.rest()
        after = viewer.page.evaluate(state)
        yield (f"{self.options.seconds} s of flinging: heap before, after", f"{before[0] / 2**20:.1f} MiB, {after[0] / 2**20:.1f} MiB", "no growth")
        yield "the same: elements of the document, of the pool, before and after", f"{before[1]}, {after[1]}; {before[2]}, {after[2]}", "44 to 120"
        yield "the same: decoded images", f"{after[3] / 2**20:.1f} MiB", "96 MiB"
        viewer.page.close()

    def keys(self):
        """From a key to the frame with the page, when its image is cached."""
        document = self.server.document("Keys", [images.page(number) for number in range(1, 31)])
        viewer = self.viewer((1280, 800, 1, False), document)
        viewer.page.evaluate("""globalThis.keyTimes = [], addEventListener("keydown", event => {
          pageGallery.onFrame = frame => {
            const page = pageGallery.frame().activePage;
            const image = document.querySelector(`[data-surface=preview] [data-page="${page}"] img`);
            keyTimes.push([performance.now() - event.timeStamp, Boolean(image?.complete && image.naturalWidth)]);
            pageGallery.onFrame = null;
          }; }, true), null""")
        for _ in range(20):
            viewer.key("ArrowRight")
            viewer.rest()
            viewer.page.pause(0.3)
        times = viewer.page.evaluate("keyTimes")
        yield (f"key to the first frame, p95 of {len(times)}; with the next page's image",
               f"{sorted(each[0] for each in times)[int(len(times) * 0.95)]:.1f} ms; {sum(each[1] for each in times)} of {len(times)}", "the same frame")
        viewer.page.close()

    def sharing(self):
        """From an edit in one window to the first animated frame in another one."""
        document = self.server.document("Shared", [images.page(number) for number in range(1, 41)])
        first, second = self.viewer((1000, 700, 1, False), document), self.viewer(PHONE, document)
        now = "performance.timeOrigin + performance.now()"
        sent = """(() => { const all = performance.getEntriesByType("resource").filter(each => each.name.endsWith("/changes"));
          return performance.timeOrigin + all.at(-1).startTime; })()"""
        times, since = [], []
        for number in range(30):
            second.page.evaluate(f"pageGallery.onFrame = frame => {{ if (frame.isAnimating) globalThis.animated ??= {now}; }}, globalThis.animated = null, null")
            first.page.evaluate(f"addEventListener('keydown', () => {{ globalThis.pressed = {now}; }}, {{once: true, capture: true}}), null")
            first.key("Delete" if number % 3 else "]")
            animated = second.page.wait("globalThis.animated", 5)
            times.append(animated - first.page.evaluate("pressed"))
            first.rest()
            second.rest()
            since.append(animated - first.page.evaluate(sent))
        for what, values in [("key", times), ("request, which is made when its own animation allows it,", since)]:
            yield (f"edit, from its {what} to the first animated frame in another window, median, p95 of {len(values)}",
                   f"{statistics.median(values):.0f} ms, {sorted(values)[int(len(values) * 0.95)]:.0f} ms", "p95 100 ms")
        first.page.close()
        second.page.close()

    def shift(self):
        """Shifts of the layout after the start."""
        viewer = self.viewer((1280, 800, 1, False), monitored=True)
        viewer.page.pause(1)
        yield "layout shift after load: document", f"{viewer.shift():.4f}", "0"
        viewer.page.open(self.server.url + "/")
        viewer.page.pause(2)
        yield "layout shift after load: library", f"{viewer.shift():.4f}", "0"
        viewer.page.close()

    def peers(self):
        """Turning 20 pages, the same images, beside two other viewers."""
        if not self.options.peers:
            return
        document = self.server.generated("Peers", 40)
        with Peers(self.options.peers, self.folder, self.server, document) as peers:
            for name in ["page-gallery", "PhotoSwipe", "OpenSeadragon"]:
                page = self.browser.page(*PHONE)
                page.call("Accessibility.disable")
                url = f"{self.server.url}/d/{document}" if name == "page-gallery" else f"{peers.url}/{name.lower()}.html"
                yield self.peer(name, page, url)
                page.close()

    def peer(self, name, page, url):
        received = []
        page.listen("Network.dataReceived", lambda event: received.append(event["encodedDataLength"]))
        page.open(url)
        index = "pageGallery.frame().activeIndex" if name == "page-gallery" else "peer.index"
        page.wait("globalThis.pageGallery || globalThis.peer && peer.index >= 0 && peer.isReady !== false", 10)
        page.pause(1.5)
        with traced(page) as traces:
            for _ in range(20):
                if name == "OpenSeadragon":
                    page.evaluate("peer.next(), null")  # it has no gesture that turns pages
                    page.pause(0.1)
                else:
                    page.swipe((300, 300), (60, 300), 0.1)
                page.pause(0.4)
        found = traces[0].summary()
        at = page.evaluate(index)
        return (f"{name}: 20 pages turned ({at} in the end): script time in all, mean of a frame, worst; of the processor in all; dropped frames; bytes",
                f"{found['total']:.0f} ms, {found['mean']:.2f} ms, {found['worst']:.1f} ms; {found['busy_total']:.0f} ms; {found['dropped']}; {sum(received):,}", "better in each")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pages", type=int, default=100_000, help="the pages of the long document")
    parser.add_argument("--seconds", type=int, default=60, help="the duration of flinging")
    parser.add_argument("--rounds", type=int, default=5, help="the number of traced flings")
    parser.add_argument("--peers", type=pathlib.Path, help="a folder with the files of the peers")
    names = ["fling", "opening", "memory", "keys", "sharing", "shift", "peers"]
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names) + "; profile")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    failures = 0
    print("| what | measured | goal |\n|---|---|---|", flush=True)
    with Server() as server, tempfile.TemporaryDirectory(prefix="gallery-figures-") as folder:
        with Chromium() as browser:
            figures = Figures(options, server, browser, pathlib.Path(folder))
            for name in options.names or names:
                try:
                    for row in getattr(figures, name)():
                        print("| " + " | ".join(row) + " |", flush=True)
                except Exception as failure:
                    failures += 1
                    print(f"| {name} | failed: {failure!r} | |", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
