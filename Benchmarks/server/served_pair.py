# SPDX-License-Identifier: Apache-2.0
"""Two servers of one store in PostgreSQL, compared with one."""

import http.client
import re
import statistics
import time

from client import Connection, together
from processes import Server
from served import DOCUMENTS, Load, location, make_pages

ROUNDS = 3
HALF = DOCUMENTS // 2


def pair(run):
    """The CPU time of servers for an edit, and the rate: 8 and 16 clients at one server, and 8 at each of two."""
    samples = {"8": [], "16": [], "8 each": []}
    options = {"options": run.quiet, "log": run.folder / "log"}
    with Server(run.programs / "gallery-server", location(run), **options) as first, \
            Server(run.programs / "gallery-server", location(run), **options) as second:
        pages = make_pages(run, first)
        for _ in range(ROUNDS):
            samples["8"].append(edits(run, [first], pages[:HALF]))
            samples["16"].append(edits(run, [first], pages))
            samples["8 each"].append(edits(run, [first, second], pages))
    cpu, rate = ({name: statistics.median(sample[part] for sample in found) for name, found in samples.items()}
                 for part in (0, 1))
    for name, bar in [("8", "0.9 to 1.1"), ("16", "")]:
        yield (f"server CPU for an edit, two servers with 8 clients each, of that of one with {name}, median of {ROUNDS}",
               f"{cpu['8 each'] / cpu[name]:.2f} ({cpu['8 each'] * 1e3:.2f} of {cpu[name] * 1e3:.2f} ms)", bar)
        yield (f"the same: edits per second, of one with {name}",
               f"{rate['8 each'] / rate[name]:.2f} ({rate['8 each']:,.0f} of {rate[name]:,.0f})", "")


def edits(run, servers, pages):
    """The CPU time of all servers for an edit, and edits per second; each server has documents of its own."""
    seconds, found = max(2, 10 * run.scale), [None] * len(servers)

    def load(number):
        part = Load(run, pages[number::len(servers)], False, f"edits-{number}")
        found[number] = part.rate(servers[number], len(pages) // len(servers), seconds=round(seconds))

    together(len(servers), load)
    rate = sum(rate for rate, _ in found)
    return sum(cpu for _, (cpu, *_) in found) / rate, rate


def events(run):
    """The time from the response of an edit at one server to its event at the other one."""
    options = {"options": run.quiet, "log": run.folder / "log"}
    with Server(run.programs / "gallery-server", location(run), **options) as first, \
            Server(run.programs / "gallery-server", location(run), **options) as second:
        page = make_pages(run, first)[0]
        document = Connection(first.port).request("GET", f"/api/v1/pages/{page}").json()["document"]
        stream = http.client.HTTPConnection("127.0.0.1", second.port, timeout=10)
        stream.request("GET", f"/api/v1/documents/{document}/events")
        response = stream.getresponse()
        with Connection(first.port) as connection:
            times = sorted(event_time(connection, response, page) for _ in range(run.scaled(60)))
    yield (f"event at another server after an edit's response, median and longest of {len(times)}",
           f"{statistics.median(times) * 1e3:.1f} and {times[-1] * 1e3:.1f} ms", "")


def event_time(connection, response, page):
    """Seconds between the response of an edit and the next event of a stream."""
    time.sleep(0.07)
    edited = connection.request("PATCH", f"/api/v1/pages/{page}", b'{"rotation": 90}', ["Content-Type: application/json"])
    begin = time.monotonic()
    if edited.status != 200:
        raise RuntimeError(f"{edited.status} {edited.body[:200]}")
    revision = int(re.match(r'"r(\d+)', edited.fields["etag"])[1])
    while line := response.fp.readline():
        if line.startswith(b"data:") and f'"revision":{revision}'.encode() in line.replace(b" ", b""):
            return time.monotonic() - begin
    raise RuntimeError("the stream has ended")
