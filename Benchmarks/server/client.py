# SPDX-License-Identifier: Apache-2.0
"""A small client: connections that stay open, and samples of durations."""

import json
import socket
import threading
import time


class Response:
    def __init__(self, status, fields, body):
        self.status, self.fields, self.body = status, fields, body

    def json(self):
        return json.loads(self.body)


class Connection:
    """One connection, which sends one request after the other."""

    def __init__(self, port, timeout=120):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def request(self, method, path, body=b"", fields=()):
        self.send(method, path, body, fields)
        return self.receive()

    def send(self, method, path, body=b"", fields=()):
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *fields]
        if body or method in ("POST", "PUT", "PATCH"):
            lines.append(f"Content-Length: {len(body)}")
        head = "\r\n".join(lines).encode() + b"\r\n\r\n"
        self.socket.sendall(head + body if len(body) < 4096 else head)
        if len(body) >= 4096:
            self.socket.sendall(body)

    def more(self):
        piece = self.socket.recv(1 << 18)
        if not piece:
            raise ConnectionError("the server closed the connection")
        self.rest += piece

    def arrivals(self, end):
        """Returns the times at which the pieces of a response arrive, up to one that ends with some bytes.

        Nothing is kept: a client that joins the pieces of a long response takes longer than the server.
        """
        times, last = [], b""
        while not last.endswith(end):
            piece = self.socket.recv(1 << 18)
            if not piece:
                raise ConnectionError("the server closed the connection")
            times.append(time.monotonic())
            last = (last + piece)[-len(end):]
        return times

    def until(self, mark):
        while mark not in self.rest:
            self.more()
        found, self.rest = self.rest.split(mark, 1)
        return found

    def exactly(self, count):
        while len(self.rest) < count:
            self.more()
        found, self.rest = self.rest[:count], self.rest[count:]
        return found

    def head(self):
        lines = self.until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        return int(lines[0].split()[1]), fields

    def receive(self):
        status, fields = self.head()
        if fields.get("transfer-encoding") == "chunked":
            body = b""
            while True:
                size = int(self.until(b"\r\n").split(b";")[0], 16)
                piece = self.exactly(size + 2)[:size]
                if not size:
                    return Response(status, fields, body)
                body += piece
        return Response(status, fields, self.exactly(int(fields.get("content-length", 0))))


def percentile(values, part):
    """A percentile of a sample, by the nearest rank."""
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


class Probe(threading.Thread):
    """Requests one address again and again, and keeps the duration of each request."""

    def __init__(self, port, path, pause=0.005):
        super().__init__(daemon=True)
        self.port, self.path, self.pause = port, path, pause
        self.seconds, self.failures, self.is_ended = [], 0, threading.Event()

    def run(self):
        connection = None
        while not self.is_ended.wait(self.pause):
            begin = time.monotonic()
            try:
                connection = connection or Connection(self.port, 30)
                if connection.request("GET", self.path).status != 200:
                    self.failures += 1
            except OSError:
                self.failures += 1
                connection = None
            self.seconds.append(time.monotonic() - begin)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.is_ended.set()
        self.join()


def together(count, body):
    """Runs a function in threads, with their numbers, and returns the seconds until all are done."""
    failures = []

    def run(number):
        try:
            body(number)
        except Exception as failure:  # shown below, where the run ends
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return time.monotonic() - begin
