# SPDX-License-Identifier: Apache-2.0
"""Clients that edit documents through several servers, and know what must have become of them."""
import http.client
import json
import random
import struct
import threading
import time
import uuid
import zlib


def picture(number):
    """A PNG of one pixel whose color depends on a number."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0" + struct.pack(">I", number)[1:])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


class Refused(Exception):
    """An answer that repetition does not change."""


def request(port, method, path, body=None, key=None, timeout=30):
    """Sends a request, and returns the status, the headers and the body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        headers = {"Idempotency-Key": key} if key else {}
        if isinstance(body, dict):
            headers["Content-Type"], body = "application/json", json.dumps(body)
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


def read(port, path):
    """Returns the JSON at a path."""
    status, _, body = request(port, "GET", path)
    if status != 200:
        raise Refused(f"GET {path}: {status} {body[:200]}")
    return json.loads(body)


class Client(threading.Thread):
    """A client with a document of its own, which also appends pages to one that all share."""

    def __init__(self, number, ports, shared, end):
        super().__init__(daemon=True)
        self.random = random.Random(number)
        self.number, self.ports, self.shared, self.end = number, ports, shared, end
        self.document = None
        self.pages = []  # [ID, quarter turns] in order
        self.edits = self.shared_edits = self.repetitions = self.replays = 0
        self.times = []  # when edits were acknowledged
        self.failure = None

    def edit(self, method, path, body=None):
        """Makes an edit once: repeats it with its key, at one server and the other, until it is acknowledged."""
        key = uuid.uuid4().hex
        begin = time.monotonic()
        for attempt in range(10_000):
            try:
                port = self.ports[(self.number + attempt) % len(self.ports)]
                status, headers, answer = request(port, method, path, body, key)
                if 200 <= status < 300:
                    self.replays += headers.get("Idempotent-Replay") == "true"
                    self.times.append(time.monotonic())
                    return json.loads(answer) if answer else None
                # 409: another server still has the request.
                if status not in (409, 503):
                    raise Refused(f"{method} {path}: {status} {answer[:300]}")
            except (OSError, http.client.HTTPException):
                pass
            self.repetitions += 1
            if time.monotonic() - begin > 120:
                raise Refused(f"{method} {path} is not acknowledged after 120 s")
            time.sleep(0.05)

    def run(self):
        try:
            self.document = self.edit("POST", "/api/v1/documents", {"title": f"Client {self.number}"})["id"]
            while time.monotonic() < self.end:
                self.step()
        except Exception as error:
            self.failure = error

    def step(self):
        """Makes a random edit, and notes what it must have done."""
        kind = self.random.choice(["append", "append", "rotate", "rotate", "move", "delete", "share"])
        if kind == "share":
            self.edit("POST", f"/api/v1/documents/{self.shared}/pages", picture(self.random.randrange(1 << 24)))
            self.shared_edits += 1
            return
        if kind == "append" or len(self.pages) < 2:
            page = self.edit("POST", f"/api/v1/documents/{self.document}/pages", picture(self.random.randrange(1 << 24)))
            self.pages.append([page["id"], 0])
        else:
            self.change(kind, self.random.randrange(len(self.pages)))
        self.edits += 1

    def change(self, kind, index):
        page = self.pages[index]
        path = f"/api/v1/pages/{page[0]}"
        if kind == "rotate":
            self.edit("PATCH", path, {"rotation": 90})
            page[1] = (page[1] + 1) % 4
        elif kind == "delete":
            self.edit("DELETE", path)
            del self.pages[index]
        else:
            del self.pages[index]
            # A move to the same place would be no edit.
            place = self.random.choice([place for place in range(len(self.pages) + 1) if place != index])
            before = self.pages[place][0] if place < len(self.pages) else None
            self.edit("POST", f"{path}/move", {"before": before})
            self.pages.insert(place, page)

    def problems(self, port):
        """What differs from what was acknowledged."""
        document = read(port, f"/api/v1/documents/{self.document}")
        found = []
        while len(found) < document["pageCount"]:
            window = read(port, f"/api/v1/documents/{self.document}/pages?from={len(found)}&limit=500")
            found += [[page["id"], page["rotation"] // 90] for page in window["pages"]]
        if document["revision"] != self.edits:
            yield f"client {self.number}: {document['revision']} edits were made, {self.edits} acknowledged"
        if found != self.pages:
            yield f"client {self.number}: the pages are {found}, not {self.pages}"
