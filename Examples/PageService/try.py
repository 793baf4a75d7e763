#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries the service as its clients use it: starts it on a free loopback port, asks, and stops it.

usage: try.py PROGRAM
"""

import http.client
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "SampleDocs"
SCAN = (SAMPLES / "phone/orientation1.jpg").read_bytes()
VIEWPORT = {"preview": {"width": 375, "height": 600}, "strip": {"width": 375, "height": 66}}


class Service:
    """The program, over a store in a folder, with galleries that are closed after two idle seconds."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, folder, "0", "2"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"listening on .*:(\d+)", line):
                self.port = int(found.group(1))
                # Whoever writes into a full pipe stops.
                threading.Thread(target=self.process.stderr.read, daemon=True).start()
                return
        raise SystemExit("try: the service did not start")

    def connect(self, receive_buffer=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        if receive_buffer:
            connection.sock = socket.socket()
            connection.sock.settimeout(20)
            connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            connection.sock.connect(("127.0.0.1", self.port))
        return connection

    def ask(self, method, path, body=None, status=200, **headers):
        """Returns the answer and its body; fails on another status."""
        connection = self.connect()
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if isinstance(body, dict):
            body, headers["Content-Type"] = json.dumps(body), "application/json"
        connection.request(method, path, body, headers, encode_chunked=bool(headers.get("Transfer-Encoding")))
        answer = connection.getresponse()
        # A stream has no end.
        content = b"a stream" if answer.headers["Content-Type"] == "text/event-stream" else answer.read()
        connection.close()
        expect(answer.status, status, f"{method} {path}: {content[:200]}")
        return answer, content

    def get(self, path):
        return json.loads(self.ask("GET", path)[1])

    def stop(self):
        """Asks the service to end, and expects that it does so in time and well."""
        self.process.send_signal(signal.SIGTERM)
        expect(self.process.wait(timeout=8), 0, "exit status")


class Events:
    """The events of a stream, and its connection."""

    def __init__(self, service, path, receive_buffer=None, **headers):
        self.connection = service.connect(receive_buffer)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        expect(self.answer.status, 200, path)

    def next(self):
        """Returns the next event with data, and `None` at the end."""
        event = {}
        while line := self.answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if value:
                event[name] = value
            elif "data" in event:
                return {**event, "data": json.loads(event["data"])}
        return None

    def find(self, wanted):
        """Returns the first data that are wanted."""
        while event := self.next():
            if wanted(event["data"]):
                return event["data"]
        raise SystemExit("try: a stream ended before what was expected")

    def close(self):
        self.answer.close()
        self.connection.close()


def expect(found, expected, about):
    if found != expected:
        raise SystemExit(f"try: expected {expected!r} and found {found!r}: {about}")


def chunks(start, count):
    yield start
    for _ in range(count):
        yield bytes(1 << 20)


def try_uploads(service, document):
    path = f"/documents/{document}/pages"
    answer, body = service.ask("POST", path, SCAN, status=201)
    expect(answer.headers["Location"], f"/pages/{json.loads(body)['id']}/original", "Location")
    service.ask("POST", path, iter([SCAN[:5000], SCAN[5000:]]), status=201, Transfer_Encoding="chunked")
    service.ask("POST", path, b"%PDF-1.7, which is no image", status=422)
    service.ask("POST", path, b"", status=422)
    service.ask("POST", path, chunks(SCAN[:1000], 65), status=413, Transfer_Encoding="chunked")
    service.ask("POST", path, SCAN, status=413, Content_Length=str(65 << 20))
    service.ask("POST", "/documents/999/pages", SCAN, status=404)
    service.ask("POST", "/documents/first/pages", SCAN, status=400)
    expect(service.get(f"{path}?from=1")["pageCount"], 2, "pages after refused ones")
    service.get(f"{path}?from={2**63 - 1}")


def try_pictures(service, page):
    path = f"/pages/{page}/original"
    answer, body = service.ask("GET", path)
    expect((answer.headers["Content-Type"], body == SCAN), ("image/jpeg", True), path)
    tag = answer.headers["ETag"]
    answer, body = service.ask("GET", path, status=304, If_None_Match=f'"other", W/{tag}')
    expect((answer.headers["ETag"], body), (tag, b""), "a picture that is known")
    answer, body = service.ask("HEAD", path)
    expect((answer.headers["Content-Length"], body), (str(len(SCAN)), b""), "HEAD")
    size = len(SCAN)
    for field, part in {"0-9": SCAN[:10], "-7": SCAN[-7:], f"{size - 3}-": SCAN[-3:],
                        f"5-{size * 9}": SCAN[5:]}.items():
        answer, body = service.ask("GET", path, status=206, Range=f"bytes={field}")
        start = size - len(part) if field != "0-9" else 0
        expect((body == part, answer.headers["Content-Range"]),
               (True, f"bytes {start}-{start + len(part) - 1}/{size}"), field)
    answer, _ = service.ask("GET", path, status=416, Range=f"bytes={size}-")
    expect(answer.headers["Content-Range"], f"bytes */{size}", "a part that is not there")
    for field in ["bytes=9-2", "bytes=0-1,4-5", "bytes=a-b", "pages=1-2", "bytes=--1"]:
        expect(service.ask("GET", path, Range=field)[1] == SCAN, True, field)
    service.ask("GET", path, status=206, Range="bytes=0-9", If_Range=tag)
    service.ask("GET", path, status=200, Range="bytes=0-9", If_Range='"other"')
    service.ask("GET", "/pages/999/original", status=404)

    path = f"/pages/{page}/thumbnail?height=66"
    answer, body = service.ask("GET", path)
    expect((answer.headers["Content-Type"], body[:2]), ("image/jpeg", b"\xff\xd8"), path)
    service.ask("GET", path, status=304, If_None_Match=answer.headers["ETag"])
    service.ask("GET", f"/pages/{page}/thumbnail?height=0", status=400)
    return answer.headers["ETag"]


def open_gallery(service, document, **more):
    body = {"document": document, "viewport": VIEWPORT, **more}
    return "/galleries/" + json.loads(service.ask("POST", "/galleries", body, status=201)[1])["gallery"]


def try_galleries(service, document, pages, tag):
    mine, other = open_gallery(service, document), open_gallery(service, document)
    wide = {"preview": {"width": 1e9, "height": 600}, "strip": {"width": 1e9, "height": 66}}
    service.ask("POST", "/galleries", {"document": document, "viewport": wide}, status=400)
    service.ask("POST", "/galleries", {"document": 999, "viewport": VIEWPORT}, status=404)
    service.ask("POST", "/galleries", b"{", status=400)
    stream, others = Events(service, f"{mine}/updates"), Events(service, f"{other}/updates")
    expect(stream.next()["data"]["frame"]["activePage"], pages[0], "the first frame")

    service.ask("POST", f"{mine}/touches", {"call": "goTo", "page": pages[1]}, status=204)
    stream.find(lambda data: data.get("event") == "activeChanged")
    stream.find(lambda data: data.get("frame", {}).get("position") == 1)
    service.ask("POST", f"{mine}/touches", {"call": "beginDrag", "surface": "strip"}, status=204)
    service.ask("POST", f"{mine}/touches", {"call": "drag", "translation": 20}, status=204)
    service.ask("POST", f"{mine}/touches", {"call": "endDrag", "velocity": 0}, status=204)
    service.ask("POST", f"{mine}/touches", {"call": "goTo", "page": 999}, status=404)
    service.ask("POST", f"{mine}/touches", {"call": "fold"}, status=400)

    service.ask("POST", f"{mine}/pages/{pages[0]}/rotation")
    answer, _ = service.ask("GET", f"/pages/{pages[0]}/thumbnail?height=66", If_None_Match=tag)
    expect(answer.headers["ETag"] != tag, True, "the tag of a page that was turned")
    added = json.loads(service.ask("POST", f"{mine}/pages", SCAN, status=201)[1])["id"]
    service.ask("POST", f"{mine}/pages", b"GIF89a", status=422)
    service.ask("DELETE", f"{mine}/pages/{pages[1]}")
    service.ask("DELETE", f"{mine}/pages/999", status=404)
    # The other client sees what this one has done.
    others.find(lambda data: data.get("event") == "committed" and data["changeset"].get("deletions"))
    window = service.get(f"/documents/{document}/pages")
    expect([page["id"] for page in window["pages"]], [pages[0], added], "pages after the edits")

    service.ask("DELETE", mine, status=204)
    while stream.next():
        pass
    service.ask("POST", f"{mine}/touches", {"call": "cancelDrag"}, status=404)
    others.close()
    return other


def try_places(service, document, pages):
    """A client whose gallery is gone finds its page again, and not in another document."""
    first = open_gallery(service, document)
    service.ask("POST", f"{first}/touches", {"call": "goTo", "page": pages[1]}, status=204)
    stream = Events(service, f"{first}/updates")
    stream.find(lambda data: data.get("frame", {}).get("position") == 1)
    place = service.get(f"{first}/place")
    stream.close()
    service.ask("DELETE", first, status=204)
    service.ask("GET", f"{first}/place", status=404)
    second = open_gallery(service, document, place=place)
    stream = Events(service, f"{second}/updates")
    expect(stream.next()["data"]["frame"]["activePage"], pages[1], "the first frame at a place")
    stream.close()
    body = {"document": 999, "viewport": VIEWPORT, "place": place}
    service.ask("POST", "/galleries", body, status=409)
    service.ask("POST", "/galleries", {**body, "place": {**place, "document": None}}, status=404)


def try_slow_client(service, document, pages):
    """A client that reads nothing for a while is told all events, and no more frames than another one."""
    name = open_gallery(service, document)
    slow, quick = (Events(service, f"{name}/updates", receive_buffer=size) for size in (4096, None))
    seen = []
    reader = threading.Thread(target=lambda: seen.extend(iter(quick.next, None)))
    reader.start()
    for turn in range(60):
        service.ask("POST", f"{name}/touches", {"call": "goTo", "page": pages[(turn + 1) % 2]}, status=204)
        time.sleep(0.05)
    service.ask("DELETE", name, status=204)
    reader.join()
    taken = list(iter(slow.next, None))
    events, others = ([each["data"] for each in all if "event" in each["data"]] for all in (taken, seen))
    expect((events == others, len(events) > 5), (True, True), "the events of a slow client")
    expect(len(taken) <= len(seen) + 3, True, f"{len(taken)} updates of a slow client, and {len(seen)} of a quick one")


def try_eviction(service, document, abandoned):
    kept = open_gallery(service, document)
    stream = Events(service, f"{kept}/updates")
    time.sleep(4)
    service.ask("GET", f"{abandoned}/updates", status=404)
    service.ask("POST", f"{kept}/touches", {"call": "cancelDrag"}, status=204)
    return stream


def try_changes(service):
    stream = Events(service, "/changes?after=0")
    first = stream.next()
    expect(first["data"]["kind"], "created", "the first change of the store")
    stream.close()
    stream = Events(service, "/changes", Last_Event_ID=first["id"])
    expect(stream.next()["data"]["kind"], "pagesChanged", "the change after that")
    return stream


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        service = Service(program, folder)
        try:
            title = "/documents?title=Lease"
            document = json.loads(service.ask("POST", title, b"", status=201)[1])["id"]
            try_uploads(service, document)
            pages = [page["id"] for page in service.get(f"/documents/{document}/pages")["pages"]]
            tag = try_pictures(service, pages[0])
            try_places(service, document, pages)
            try_slow_client(service, document, pages)
            abandoned = try_galleries(service, document, pages, tag)
            streams = [try_eviction(service, document, abandoned), try_changes(service)]
            service.stop()
            for stream in streams:
                while stream.next():
                    pass  # ends well: an answer that was cut throws
            service = Service(program, folder)
            expect([each["title"] for each in service.get("/documents")["documents"]], ["Lease"], "after a restart")
            service.stop()
        finally:
            service.process.kill()
            service.process.wait()
    print("try: the service answers, forgets idle galleries, and ends when it is asked to")


if __name__ == "__main__":
    main(*sys.argv[1:])
