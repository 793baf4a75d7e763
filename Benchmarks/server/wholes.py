# SPDX-License-Identifier: Apache-2.0
"""Long lists, the start, the end, and bodies that are refused."""

import socket
import statistics
import threading
import time

from client import Connection
from pages import columns, make_document, make_store
from processes import Server


def lists(run):
    """The columns of a document of 100,000 pages."""
    count = run.scaled(100_000)
    store = run.folder / "long"
    make_store(run.programs, store, run.files(100))
    with Server(run.programs / "gallery-server", store, options=run.quiet) as server:
        with Connection(server.port) as connection:
            lengthen(connection, count)
            pages = connection.request("GET", "/api/v1/documents/1").json()["pageCount"]
    # A new process: the edits must not count as memory of the list.
    with Server(run.programs / "gallery-server", store, options=run.quiet) as server:
        with Connection(server.port) as connection:
            connection.request("GET", "/health/ready")
            server.reset_peak()
            before = server.memory()
            firsts, alls = [], []
            for _ in range(5):
                begin = time.monotonic()
                connection.send("GET", "/api/v1/documents/1/pages")
                times = connection.arrivals(b"\r\n0\r\n\r\n")
                firsts.append(times[0] - begin)
                alls.append(times[-1] - begin)
            memory = server.peak_memory() - before
            byte_count = len(connection.request("GET", "/api/v1/documents/1/pages").body)
            idle_memory, idle_time = beside_idle_readers(server, connection, 60)
    yield (f"page list of {pages:,} pages, {byte_count / 1e6:.1f} MB: first byte",
           f"{firsts[0] * 1e3:.0f} ms, then {statistics.median(firsts[1:]) * 1e3:.0f} ms", "<= 50 ms")
    yield ("the same: all", f"{alls[0] * 1e3:.0f} ms, then {statistics.median(alls[1:]) * 1e3:.0f} ms", "<= 300 ms")
    yield "the same: more memory at the peak", f"{memory / 2**20:.1f} MiB", "<= 16 MiB"
    yield ("the same requested by 60 clients that read nothing: more memory; the slowest other request",
           f"{idle_memory / 2**20:.1f} MiB; {idle_time * 1e3:.0f} ms", "")


def beside_idle_readers(server, connection, count):
    """Returns the additional memory for clients that request the list and read nothing, and the time of the slowest
    request of another client in the three seconds after that."""
    server.reset_peak()
    before, slowest = server.memory(), 0
    readers = [socket.socket() for _ in range(count)]
    for reader in readers:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.connect(("127.0.0.1", server.port))
        reader.sendall(b"GET /api/v1/documents/1/pages HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % server.port)
    end = time.monotonic() + 3
    while time.monotonic() < end:
        begin = time.monotonic()
        if connection.request("GET", "/api/v1/documents/1").status != 200:
            raise RuntimeError("no document")
        slowest = max(slowest, time.monotonic() - begin)
    memory = server.peak_memory() - before
    for reader in readers:
        reader.close()
    return memory, slowest


def lengthen(connection, count, document=1):
    """Merges duplicates of a document into it until it has enough pages."""
    def post(path, body=b"{}"):
        response = connection.request("POST", path, body, ["Content-Type: application/json"])
        if response.status >= 300:
            raise RuntimeError(f"{path}: {response.status} {response.body[:200]}")
        return response.json()

    path = f"/api/v1/documents/{document}"
    pages = connection.request("GET", path).json()["pageCount"]
    while pages < count:
        copy = post(f"{path}/duplicate")["id"]
        pages = post(f"{path}/merge", b'{"document": %d}' % copy)["pageCount"]


def starting(run):
    """The time from the start of the process to the first response, with 10,000 pages."""
    count = run.scaled(10_000)
    store = run.folder / "start"
    make_store(run.programs, store, run.files(100))
    with Server(run.programs / "gallery-server", store, options=run.quiet) as server:
        with Connection(server.port) as connection:
            lengthen(connection, count)
    times = []
    for _ in range(10):
        begin = time.monotonic()
        with Server(run.programs / "gallery-server", store, options=run.quiet) as server:
            with Connection(server.port) as connection:
                if connection.request("GET", "/api/v1/documents/1").status != 200:
                    raise RuntimeError("no document")
            times.append(time.monotonic() - begin)
    yield (f"start to first response, {count:,} pages", f"{statistics.median(times) * 1e3:.0f} ms", "<= 150 ms")


def ending(run):
    """SIGTERM with 100 streams and 10 uploads in progress."""
    store = run.folder / "end"
    make_store(run.programs, store, run.files(4))
    server = Server(run.programs / "gallery-server", store, options=run.quiet)
    document = make_document(server.port)
    opened, answers = [], []
    for _ in range(100):
        connection = Connection(server.port)
        connection.send("GET", "/api/v1/documents/1/events")
        opened.append(connection)
    ended = threading.Event()
    bodies = [path.read_bytes() for path in sorted(run.files(10, 1_000_000).iterdir())]
    senders = [threading.Thread(target=send_slowly, args=(server.port, document, body, ended, answers)) for body in bodies]
    for sender in senders:
        sender.start()
    time.sleep(1)
    seconds, status = server.end()
    ended.set()
    for sender in senders:
        sender.join()
    for connection in opened:
        connection.socket.close()
    with Server(run.programs / "gallery-server", store, options=run.quiet) as again:
        stored = len(columns(again.port, document)["ids"])
    if stored < answers.count(201) or status != 0:
        raise RuntimeError(f"status {status}; {stored} pages of {answers.count(201)} acknowledged ones")
    yield ("SIGTERM with 100 streams and 10 uploads",
           f"{seconds:.1f} s; {answers.count(201)} acknowledged, {stored} stored", "<= 12 s")


def send_slowly(port, document, body, ended, answers):
    """Sends a page in pieces for about three seconds, and keeps the status of the response."""
    try:
        with Connection(port) as connection:
            head = f"POST /api/v1/documents/{document}/pages HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n"
            connection.socket.sendall(head.encode())
            for start in range(0, len(body), len(body) // 30):
                connection.socket.sendall(body[start:start + len(body) // 30])
                time.sleep(0.1)
            answers.append(connection.receive().status)
    except OSError:
        answers.append(None)


def refused(run):
    """A body of 200 MiB that is refused by its length."""
    store = run.folder / "refused"
    make_store(run.programs, store, run.files(4))
    with Server(run.programs / "gallery-server", store, options=run.quiet) as server:
        sender = socket.create_connection(("127.0.0.1", server.port))
        sender.sendall(
            b"POST /api/v1/documents/1/pages HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 209715200\r\n\r\n")
        status, sent = b"", 0
        sender.settimeout(0.5)
        try:
            status = sender.recv(4096).split(b"\r\n")[0]
            while sent < 200 << 20:
                sent += sender.send(bytes(1 << 16))
        except OSError:
            pass
        sender.close()
    yield ("413 while the client sends 200 MiB: " + status.decode(),
           f"{sent / 2**20:.1f} MiB left the client, socket buffers included", "1 MiB more, and the buffers")
