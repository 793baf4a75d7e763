# SPDX-License-Identifier: Apache-2.0
"""Many event streams, and clients that are slow on purpose."""

import resource
import selectors
import socket
import time

from client import Connection, Probe, percentile
from pages import columns, make_store
from processes import Server


def allow_files(count):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count), hard))


class Crowd:
    """Many connections that are read without waiting for any one of them."""

    def __init__(self):
        self.selector = selectors.DefaultSelector()
        self.sockets, self.byte_count, self.closed = [], 0, {}

    def add(self, port, first, receive_buffer=None):
        new = socket.socket()
        if receive_buffer:
            new.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        new.connect(("127.0.0.1", port))
        new.sendall(first)
        new.setblocking(False)
        self.sockets.append(new)
        self.selector.register(new, selectors.EVENT_READ)
        return new

    def read(self, seconds, most=1 << 16):
        """Reads what comes for some time, and notes the connections that are closed."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            for key, _ in self.selector.select(left):
                try:
                    piece = key.fileobj.recv(most)
                except BlockingIOError:
                    continue
                except OSError:
                    piece = b""
                self.byte_count += len(piece)
                if not piece:
                    self.selector.unregister(key.fileobj)
                    self.closed[key.fileobj] = time.monotonic()

    def close(self):
        for each in self.sockets:
            each.close()


def streams(run):
    """1,000 streams of one document, with ten edits per second."""
    count, seconds = run.scaled(1000), 20
    allow_files(4096)
    store = run.folder / "streams"
    make_store(run.programs, store, run.files(4))
    options = [*run.quiet, "--connection-limit", "2000"]
    with Server(run.programs / "gallery-server", store, options=options) as server:
        page = columns(server.port)["ids"][0]
        with Connection(server.port) as editor:
            editor.request("GET", "/api/v1/documents/1")
            before, crowd = server.memory(), Crowd()
            for _ in range(count):
                crowd.add(server.port, b"GET /api/v1/documents/1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            crowd.read(3)
            after, begun, received = server.memory(), server.cpu(), crowd.byte_count
            edits, start = 0, time.monotonic()
            while time.monotonic() - start < seconds:
                fields = ["Content-Type: application/json"]
                editor.request("PATCH", f"/api/v1/pages/{page}", b'{"rotation": 90}', fields)
                edits += 1
                crowd.read(max(0.0, start + edits * 0.1 - time.monotonic()))
            took = time.monotonic() - start
            used = server.cpu() - begun
            memory = server.memory()
        events = (crowd.byte_count - received) / count / edits
        crowd.close()
    if crowd.closed:
        raise RuntimeError(f"{len(crowd.closed)} streams ended")
    yield (f"{count:,} event streams, {edits / took:.1f} edits/s: CPU", f"{used / took:.1%} of a core", "<= 15 %")
    yield ("the same: memory for each stream (after the edits)",
           f"{(after - before) / count / 1024:.1f} KiB ({(memory - before) / count / 1024:.1f} KiB)", "<= 32 kB")
    yield "the same: bytes of each stream for each edit", f"{events:.0f}", "an event"


def slow(run):
    """1,000 slow connections: headers, bodies and readers, while others are served."""
    count = run.scaled(1000)
    allow_files(4096)
    store = run.folder / "slow"
    make_store(run.programs, store, run.files(4, 20_000_000))
    options = [*run.quiet, "--connection-limit", "2000"]
    with Server(run.programs / "gallery-server", store, options=options) as server:
        found = columns(server.port)
        known = f"/t/{found['ids'][0]}/{found['keys'][0]}/h132.jpg"
        with Connection(server.port) as connection:
            connection.request("GET", known)
        server.reset_peak()
        before, crowd, kinds, quiet = server.memory(), Crowd(), {}, server.sockets()
        original = f"GET /api/v1/pages/{found['ids'][0]}/original HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        body = "POST /api/v1/documents/1/pages HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n"
        firsts = [b"GET / HTTP/1.1\r\nHost: 127", body.encode() + b"\xff\xd8", original.encode()]
        begin = time.monotonic()
        with Probe(server.port, known) as probe:
            for number in range(count):
                new = crowd.add(server.port, firsts[number % 3], receive_buffer=4096 if number % 3 == 2 else None)
                kinds[new] = number % 3
                if number % 3 == 2:  # a reader that reads nothing
                    crowd.selector.unregister(new)
            # A reader that reads nothing does not see the end: the server's sockets tell it. One is the probe's.
            while time.monotonic() - begin < 75 and server.sockets() > quiet + 1:
                trickle(crowd, kinds)
                crowd.read(1)
            seconds, left = time.monotonic() - begin, max(0, server.sockets() - quiet - 1)
            memory = server.peak_memory()
        crowd.close()
    times = [max((t for s, t in crowd.closed.items() if kinds[s] == kind), default=begin) - begin for kind in range(2)]
    yield (f"{count:,} slow clients: p99 of {len(probe.seconds):,} other requests, {probe.failures} failed",
           f"{percentile(probe.seconds, 0.99) * 1e3:.1f} ms", "<= 50 ms")
    yield ("the same: not closed; the last slow header, the last slow body, the last reader",
           f"{left}; {times[0]:.0f}, {times[1]:.0f} and {seconds:.0f} s", "all within 60 s")
    yield "the same: more memory at the peak", f"{(memory - before) / 2**20:.0f} MiB", "<= 64 MiB"


def trickle(crowd, kinds):
    """Sends one more byte of each slow header and body."""
    for each, kind in kinds.items():
        if kind < 2 and each not in crowd.closed:
            try:
                each.send(b"x")
            except BlockingIOError:
                pass
            except OSError:
                crowd.closed.setdefault(each, time.monotonic())
