# SPDX-License-Identifier: Apache-2.0
"""Clients that use a server together for a long time: readers, editors, uploaders, and those that leave early."""

import collections
import json
import random
import subprocess
import threading
import uuid

from client import Connection
from http2 import HTTP2Connection
from malformed import damaged

JSON = "Content-Type: application/json"
STYLES = ["h66", "h132", "h264", "e480", "e800", "e1280"]


class Tally:
    """What all clients have seen."""

    def __init__(self):
        self.lock, self.is_ended = threading.Lock(), threading.Event()
        self.answers, self.problems, self.problem_count = collections.Counter(), [], 0
        self.events = 0

    def count(self, status):
        with self.lock:
            self.answers[status] += 1

    def note(self, problem):
        with self.lock:
            self.problem_count += 1
            self.problems = self.problems[:9] + [problem]


class Client(threading.Thread):
    """A client that repeats its step until the end, with a pause between steps."""

    pause, document = 0.005, None

    def __init__(self, tally, server, pages, number=0):
        super().__init__(daemon=True)
        self.tally, self.server, self.pages, self.connection = tally, server, pages, None
        self.random = random.Random(f"{type(self).__name__} {number}")

    def run(self):
        while not self.tally.is_ended.wait(self.pause):
            self.attempt(self.step)
        if self.document is not None:
            self.attempt(self.remove_document)
        if self.connection:
            self.connection.socket.close()

    def attempt(self, step):
        try:
            step()
        except Exception as failure:  # an answer that is missing, or is none
            self.tally.note(f"{type(self).__name__}: {failure!r}")
            self.connection = None

    def ask(self, method, path, allowed=(200,), body=b"", fields=()):
        self.connection = self.connection or Connection(self.server.port)
        answer = self.connection.request(method, path, body, fields)
        self.tally.count(answer.status)
        if answer.status not in allowed:
            self.tally.note(f"{method} {path}: {answer.status} {answer.body[:200]}")
        return answer

    def edit(self, method, path, value=None, allowed=(200, 201, 204), fields=()):
        """An edit with a key, sometimes sent twice: the second answer is the first one."""
        body = json.dumps(value).encode() if value is not None else b""
        fields = [*([JSON] if body else []), f"Idempotency-Key: {uuid.uuid4()}", *fields]
        first = self.ask(method, path, allowed, body, fields)
        if first.status < 300 and self.random.random() < 0.1:
            second = self.ask(method, path, (first.status,), body, fields)
            if second.body != first.body or "idempotent-replay" not in second.fields:
                self.tally.note(f"{method} {path}: another answer to the same key")
        return first

    def make_document(self):
        return self.edit("POST", "/api/v1/documents", {"title": type(self).__name__}).json()["id"]

    def remove_document(self):
        self.edit("DELETE", f"/api/v1/documents/{self.document}")
        self.document = None

    def columns(self, document):
        return self.ask("GET", f"/api/v1/documents/{document}/pages").json()


class Reader(Client):
    """Reads the library, the first document, which nobody changes, and its images."""

    found = None

    def step(self):
        self.found = self.found or self.columns(1)
        index = self.random.randrange(len(self.found["ids"]))
        page, key = self.found["ids"][index], self.found["keys"][index]
        path = self.random.choice([
            "/", "/d/1", "/api/v1/documents?limit=10", "/api/v1/documents/1", "/api/v1/documents/1/pages",
            f"/api/v1/documents/1/pages?from={index}&limit=5", f"/api/v1/pages/{page}", "/metrics",
            *[f"/t/{page}/{key}/{self.random.choice(STYLES)}.jpg"] * 8, f"/api/v1/pages/{page}/original"])
        if path.endswith("original"):
            self.ask("GET", path, (206,), fields=["Range: bytes=100-9999"])
        else:
            self.ask("GET", path)


class Editor(Client):
    """Edits a duplicate of the first document, and makes and deletes further ones."""

    pause = 0.02

    def step(self):
        if self.document is None:
            self.document = self.edit("POST", "/api/v1/documents/1/duplicate", {}).json()["id"]
        ids = self.columns(self.document)["ids"]
        page, other = self.random.choice(ids), self.random.choice([None, *ids])
        path = f"/api/v1/pages/{page}"
        match self.random.randrange(6):
            case 0 | 1: self.edit("PATCH", path, {"rotation": 90})
            case 2: self.edit("POST", f"{path}/move", {"before": other if other != page else None})
            case 3:
                self.edit("DELETE", path)
                # A purge may come first.
                self.edit("POST", f"{path}/restore", allowed=(200, 201, 204, 404))
            case 4: self.retitle()
            case 5: self.edit("DELETE", f"/api/v1/documents/{self.make_document()}")
        if len(ids) < 10:
            self.remove_document()

    def retitle(self):
        tag = self.ask("GET", f"/api/v1/documents/{self.document}").fields["etag"]
        title = "Lease " + "x" * self.random.randrange(100)
        path = f"/api/v1/documents/{self.document}"
        self.edit("PATCH", path, {"title": title}, (200, 412), [f"If-Match: {tag}"])


class Uploader(Client):
    """Adds new pages to a document of its own, which keeps at most fifty."""

    pause, number, byte_count = 0.05, 0, 0

    def step(self):
        self.document = self.document or self.make_document()
        self.number += 1
        body = self.pages.bytes(self.number, self.random.choice([0, 0, 0, 1_000_000]))
        self.byte_count += len(body)
        path = f"/api/v1/documents/{self.document}"
        if self.number % 3:
            self.ask("POST", f"{path}/pages", (201,), body)
        else:
            self.stage(path, body)
        if self.number % 50 == 0:
            ids = ",".join(map(str, self.columns(self.document)["ids"][:-10]))
            self.edit("DELETE", f"{path}/pages?ids={ids}")

    def stage(self, path, body):
        """An upload that is used by a change, or removed."""
        name = uuid.uuid4()
        self.ask("PUT", f"/api/v1/uploads/{name}", (201,), body)
        self.ask("PUT", f"/api/v1/uploads/{name}", (200,), body)
        if self.random.random() < 0.3:
            self.ask("DELETE", f"/api/v1/uploads/{name}", (204,))
            return
        tag = self.ask("GET", f"{path}/pages").fields["etag"]
        change = {"insertions": [{"at": 0, "upload": str(name)}]}
        self.edit("POST", f"{path}/changes", change, fields=[f"If-Match: {tag}"])


class Listener(Client):
    """Reads events for some seconds, again and again."""

    def step(self):
        document = self.random.choice(["", "/documents/1", "/documents/2"])
        with Connection(self.server.port, timeout=self.random.uniform(1, 20)) as stream:
            stream.send("GET", f"/api/v1{document}/events")
            status = stream.head()[0]
            self.tally.count(status)
            if status not in (200, 204, 404):
                self.tally.note(f"events: {status}")
            try:
                while not self.tally.is_ended.is_set():
                    if stream.until(b"\n").startswith(b"event: "):
                        self.tally.events += 1
            except TimeoutError:
                pass  # nothing happened for a while


class Leaver(Client):
    """Leaves in the middle: of uploads, downloads and streams; and sends what is no request."""

    pause = 0.05

    def step(self):
        body = self.pages.bytes(1, 300_000)
        with Connection(self.server.port) as connection:
            match self.random.randrange(4):
                case 0:
                    head = f"PUT /api/v1/uploads/{uuid.uuid4()} HTTP/1.1\r\nHost: localhost\r\n"
                    sent = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
                    connection.socket.sendall(sent[:len(head) + self.random.randrange(len(body))])
                case 1: connection.send("GET", "/api/v1/pages/1/original")
                case 2:
                    connection.send("GET", "/api/v1/events")
                    connection.head()
                case 3: connection.socket.sendall(damaged(self.random))


class Multiplexer(Client):
    """Thumbnails beside event streams in one connection of HTTP/2; streams and some thumbnails are cancelled."""

    pause = 0.2

    def step(self):
        found = self.columns(1)
        choices = [f"/t/{page}/{key}/{style}.jpg" for page, key in zip(found["ids"], found["keys"]) for style in STYLES]
        with HTTP2Connection(self.server.port) as connection:
            events = [connection.get("/api/v1/documents/1/events") for _ in range(10)]
            connection.read_heads(events)
            images = [connection.get(path) for path in self.random.sample(choices, 40)]
            for stream in images[30:]:
                connection.cancel(stream)
            connection.read_until(images)
            for stream in events:
                connection.cancel(stream)
            # The connection goes on after them.
            last = connection.get("/health/ready")
            connection.read_until([last])
        for stream in [*events, *images[:30], last]:
            status = connection.statuses[stream]
            self.tally.count(status)
            if status != 200:
                self.tally.note(f"HTTP/2: {status}")


class Purger(Client):
    """Another process that empties the trash."""

    pause = 10

    def step(self):
        program = self.server.program.with_name("thumbnail-strip")
        command = [program, "store", "purge", "--store", self.server.store, "--older-than", "0", "--quiet"]
        subprocess.run(command, check=True)


CLIENTS = [Reader] * 3 + [Editor] * 2 + [Uploader] * 2 + [Listener] * 10 + [Leaver] * 2 + [Multiplexer, Purger]
