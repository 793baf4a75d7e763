#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds an index page to the merged documentation site, and checks the site.

- `/` links to every library and every article.
- No page has a dead link or a missing image.
- Each of our types in a declaration is a link, also across libraries.
- A type with many members groups them.
- A web server on the loopback interface serves everything that `/` links to.

usage: site.py SITE LIBRARY...
"""

import functools
import html
import http.server
import json
import pathlib
import re
import sys
import threading
import urllib.parse
import urllib.request

# A type with more members than MOST_UNGROUPED needs groups, with at most MOST_FORGOTTEN outside of them.
MOST_UNGROUPED, MOST_FORGOTTEN = 20, 5
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>page-gallery</title>
<style>
:root {{ color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }}
body {{ max-inline-size: 46rem; margin: 2rem auto; padding-inline: 1rem; }}
h2 {{ margin-block: 2rem 0; font-size: 1.2rem; }}
p, ul {{ margin-block: 0.25rem; }}
</style>
<h1>page-gallery</h1>
<p>The backend of a photos-style viewer for scanned documents.</p>
{sections}
</html>
"""


class Site:
    """The pages of a site by their paths, such as `/documentation/pagestorage/pagestore`."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        data = self.folder / "data"
        self.pages = {f"/{path.relative_to(data).with_suffix('')}": json.loads(path.read_text())
                      for path in sorted(data.rglob("*.json")) if path.parent != data}

    def links(self):
        """Yields each link of each page: the path of the page, and the target path."""
        for path, page in self.pages.items():
            for reference in page.get("references", {}).values():
                targets = [reference["url"]] if "url" in reference else []
                targets += [variant["url"] for variant in reference.get("variants", [])]
                for target in targets:
                    if not urllib.parse.urlsplit(target).scheme:
                        yield path, urllib.parse.unquote(urllib.parse.urlsplit(target).path)

    def dead_links(self):
        for path, target in self.links():
            place = self.folder / target.lstrip("/")
            is_page = target in self.pages and (place / "index.html").is_file()
            if not is_page and not (place.is_file() and place.suffix):
                yield f"{path}: dead link to {target}"

    def dead_types(self, libraries):
        """Yields an error for each of our types in a declaration that is not a link, by mangled name."""
        ours = re.compile("s:(%s)" % "|".join(f"{len(name)}{name}" for name in libraries))
        for path, page in self.pages.items():
            for token in tokens(page.get("primaryContentSections", [])):
                if ours.match(token.get("preciseIdentifier", "")) and "identifier" not in token:
                    yield f"{path}: {token['text']} is not a link"

    def ungrouped_types(self):
        for path, page in self.pages.items():
            groups = [group for group in page.get("topicSections", [])
                      if page["metadata"].get("role") == "symbol"
                      and group["title"] != "Default Implementations"]
            count = sum(len(group["identifiers"]) for group in groups)
            rest = sum(len(group["identifiers"]) for group in groups if group.get("generated"))
            if count > MOST_UNGROUPED and rest > MOST_FORGOTTEN:
                yield f"{path}: {rest} of {count} members are in no topic group; add them to a file in Topics"


def tokens(value):
    """Yields all type identifiers of the declarations in a value."""
    if isinstance(value, dict):
        if value.get("kind") == "typeIdentifier":
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from tokens(each)


def entry(path, page):
    """Returns a link to a page and its abstract, as HTML."""
    abstract = "".join(part.get("text", part.get("code", "")) for part in page.get("abstract", []))
    title = html.escape(page["metadata"]["title"])
    return f'<a href="{html.escape(path.lstrip("/"))}/">{title}</a>', html.escape(abstract)


def first_page(site, libraries):
    """Returns the page at `/`."""
    sections = []
    for library in reversed(libraries):
        root = f"/documentation/{library.lower()}"
        link, abstract = entry(root, site.pages[root])
        articles = [entry(path, page) for path, page in site.pages.items()
                    if path.startswith(f"{root}/") and page["kind"] == "article"]
        rows = "\n".join(f"<li>{article}: {about}</li>" for article, about in articles)
        sections.append(f"<h2>{link}</h2>\n<p>{abstract}</p>\n<ul>\n{rows}\n</ul>")
    return PAGE.format(sections="\n".join(sections))


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def unserved(site):
    """Yields an error for each link of the index page that a web server does not serve."""
    handler = functools.partial(QuietHandler, directory=site.folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            address = f"http://127.0.0.1:{server.server_port}/"
            page = urllib.request.urlopen(address, timeout=60).read().decode()
            links = re.findall(r'href="([^"]+)"', page)
            if len(links) < 15:
                yield f"/ links to only {len(links)} pages; 15 are expected at least"
            for link in links:
                answers = [address + link, f"{address}data/{link.rstrip('/')}.json"]
                try:
                    sizes = [len(urllib.request.urlopen(answer, timeout=60).read()) for answer in answers]
                except OSError as error:
                    sizes = [0]
                    yield f"/{link} is not served: {error}"
                if not all(sizes):
                    yield f"/{link} is empty"
        finally:
            server.shutdown()


def main(folder, *libraries):
    site = Site(folder)
    (site.folder / "index.html").write_text(first_page(site, libraries))
    mistakes = {*site.dead_links(), *site.dead_types(libraries), *site.ungrouped_types(), *unserved(site)}
    if len(site.pages) < 1000:
        mistakes.add(f"only {len(site.pages)} pages; 1000 are expected at least")
    for mistake in sorted(mistakes):
        print(f"site: error: {mistake}", file=sys.stderr)
    print(f"site: {len(site.pages)} pages, {sum(1 for _ in site.links())} links, {len(mistakes)} errors")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
