# SPDX-License-Identifier: Apache-2.0
"""What clients read from a store in PostgreSQL, compared with a folder, and the round trips to the database."""

import os
import re
import statistics
import subprocess
import time
import urllib.parse

from client import Connection
from processes import Server
from roundtrips import Proxy
from served import location
from wholes import lengthen

JSON = ["Content-Type: application/json"]


def trips(run):
    """Round trips to the database of an edit, an upload with its commit, and a window of pages."""
    address = os.environ["GALLERY_POSTGRESQL"]
    folder = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)["host"][0]
    proxy = Proxy(run.folder / "proxy", folder)
    store = location(run).replace(f"host={folder}", f"host={run.folder}/proxy")
    with Server(run.programs / "gallery-server", store, options=run.quiet, log=run.folder / "log") as server:
        with Connection(server.port) as connection:
            document = connection.request("POST", "/api/v1/documents", b'{"title": "scans"}', JSON).json()["id"]
            path = f"/api/v1/documents/{document}/pages"
            add = lambda number: connection.request("POST", path, run.images.bytes(number))
            pages = [add(number).json()["id"] for number in range(100)]
            rotate = lambda number: connection.request("PATCH", f"/api/v1/pages/{pages[number % 100]}", b'{"rotation": 90}', JSON)
            window = lambda number: connection.request("GET", f"{path}?from={number % 50}&limit=50")
            for what, ask, bar in [("an edit", rotate, 4), ("an upload", add, 4), ("a window of 50 pages", window, 2)]:
                count, turn_count = mean_trips(proxy, ask)
                yield f"round trips to the database for {what}; of these, those of the turn that commits", f"{count:.1f}; {turn_count:.1f}", f"<= {bar}"


def mean_trips(proxy, ask, count=200):
    """Round trips of a request, without those that an idle server makes in the same time, and those of its turn."""
    time.sleep(1)
    idle_count, begin = proxy.count, time.monotonic()
    time.sleep(3)
    idle_rate = (proxy.count - idle_count) / (time.monotonic() - begin)
    first, first_turn, begin = proxy.count, proxy.turn_count, time.monotonic()
    for number in range(count):
        response = ask(number)
        if response.status >= 300:
            raise RuntimeError(f"{response.status} {response.body[:200]}")
    trips = proxy.count - first - idle_rate * (time.monotonic() - begin)
    return trips / count, (proxy.turn_count - first_turn) / count


def thumbnails(run):
    """Requests per second of thumbnails in memory."""
    rates = {"folder": [], "served": []}
    stores = {"folder": run.folder / "folder", "served": location(run)}
    servers = {name: Server(run.programs / "gallery-server", store, options=run.quiet, log=run.folder / "log")
               for name, store in stores.items()}
    try:
        urls = {name: thumbnail(run, server) for name, server in servers.items()}
        for _ in range(run.rounds):
            for name, url in urls.items():
                rates[name].append(requests_per_second(url, max(2, round(5 * run.scale))))
    finally:
        for server in servers.values():
            server.end()
    folder, served = (statistics.median(rates[name]) for name in ("folder", "served"))
    yield (f"cached thumbnail, requests per second of those on a folder, median of {run.rounds}",
           f"{served / folder:.2f} ({served:,.0f} of {folder:,.0f})", "1")


def thumbnail(run, server):
    with Connection(server.port) as connection:
        document = connection.request("POST", "/api/v1/documents", b'{"title": "scans"}', JSON).json()["id"]
        page = connection.request("POST", f"/api/v1/documents/{document}/pages", run.images.bytes(0)).json()
        path = f"/t/{page['id']}/{page['key']}/h132.jpg"
        if connection.request("GET", path).status != 200:
            raise RuntimeError("no thumbnail")
    return server.url + path


def requests_per_second(url, seconds):
    text = subprocess.run(["wrk", "-c16", "-t1", f"-d{seconds}s", url], check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text:
        raise RuntimeError(text)
    return float(re.search(r"Requests/sec:\s*([0-9.]+)", text)[1])


def opening(run):
    """The first window of a document of a million pages, from servers that have just started."""
    count = run.scaled(1_000_000)
    stores = {"folder": run.folder / "folder", "served": location(run)}
    documents = {name: make_long(run, store, count) for name, store in stores.items()}
    firsts, seconds = {name: [] for name in stores}, {name: [] for name in stores}
    for _ in range(run.rounds * 2):
        for name, store in stores.items():
            with Server(run.programs / "gallery-server", store, options=run.quiet, log=run.folder / "log") as server:
                first, second = open_document(server, documents[name])
            firsts[name].append(first)
            seconds[name].append(second)
    for what, times in [("first request of a new server", firsts), ("the next request", seconds)]:
        folder, served = (statistics.median(times[name]) * 1e3 for name in ("folder", "served"))
        yield (f"first 50 of {count:,} pages, more than on a folder, {what}, median of {run.rounds * 2}",
               f"{served - folder:.1f} ms ({served:.1f} and {folder:.1f} ms)", "<= 30 ms")


def make_long(run, store, count):
    """A document of many duplicates of a few pages; returns its ID."""
    with Server(run.programs / "gallery-server", store, options=run.quiet, log=run.folder / "log") as server:
        with Connection(server.port, timeout=900) as connection:
            document = connection.request("POST", "/api/v1/documents", b'{"title": "long"}', JSON).json()["id"]
            for number in range(100):
                connection.request("POST", f"/api/v1/documents/{document}/pages", run.images.bytes(number))
            lengthen(connection, count, document)
    return document


def open_document(server, document):
    """Seconds of the first and of the second request of the document and its first window."""
    found = []
    with Connection(server.port) as connection:
        connection.request("GET", "/health/ready")
        for _ in range(2):
            begin = time.monotonic()
            for path in ("", "/pages?from=0&limit=50"):
                if connection.request("GET", f"/api/v1/documents/{document}{path}").status != 200:
                    raise RuntimeError("no document")
            found.append(time.monotonic() - begin)
    return found
