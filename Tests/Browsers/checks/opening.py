# SPDX-License-Identifier: Apache-2.0
"""What a first screen requests: everything once, nothing in a third round, and few bytes."""

import re
import urllib.parse

# The scripts and styles of a first screen with gzip, in bytes.
BUDGET = 40_000

# Runs before the page's own scripts: when the application runs.
READY = """new MutationObserver(() => {
  if (document.documentElement?.dataset.state === "ready") globalThis.readyTime ??= performance.now();
}).observe(document, { attributes: true, subtree: true });"""

# Without the icon of the tab: the browser asks for it when it wants to, and again when the address changes.
ENTRIES = """performance.getEntriesByType("resource")
  .filter(each => each.name !== document.querySelector("link[rel=icon]").href)
  .map(each => ({ path: new URL(each.name).pathname, start: each.startTime, size: each.encodedBodySize }))"""


def check(run):
    """Opens the library and a document, and looks at their requests."""
    document = run.server.generated("Opening", 12)
    for path in ["/", f"/d/{document}"]:
        page = run.browser.page(800, 700)
        page.inject(READY)
        page.open(run.server.url + path)
        page.wait("globalThis.readyTime > 0", 15, "the application runs")
        inspect(run, page, path)
        page.expect_no_errors()
        page.close()


def inspect(run, page, path):
    entries, ready = page.evaluate(ENTRIES), page.evaluate("readyTime")
    first = [entry for entry in entries if entry["start"] < ready]
    linked = links(run.server.request("GET", path, fields={"Accept": "text/html"}).decode())
    # The events follow the application; pictures for the size of the window replace the first one.
    late = [entry["path"] for entry in first if entry["path"] not in linked and not re.match(r".*/events$|/t/", entry["path"])]
    run.equal(late, [], f"{path}: requests of a third round")
    paths = [entry["path"] for entry in entries]
    run.equal(sorted({each for each in paths if paths.count(each) > 1}), [], f"{path}: what is requested twice")
    code = [entry for entry in first if entry["path"].endswith((".js", ".css"))]
    size = sum(entry["size"] for entry in code)
    run.note(f"{path}: {size} bytes of scripts and styles in {len(code)} files, ready after {ready:.0f} ms")
    run.true(5 < len(code) <= 8 and 0 < size <= BUDGET, f"{path}: {size} bytes in {len(code)} files")


def links(text):
    """The paths that a page itself names."""
    found = re.findall(r'(?:href|src)="([^"#]+)', text) + [each for group in re.findall(r'srcset="([^"]+)"', text) for each in re.findall(r"/\S+", group)]
    return {urllib.parse.urlsplit(each).path for each in found}
