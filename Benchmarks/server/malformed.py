# SPDX-License-Identifier: Apache-2.0
"""A million requests that are damaged at random places, from a seed."""

import collections
import os
import random
import re
import socket

from client import together
from pages import columns, make_store
from processes import Server

REQUESTS = [
    b"GET /api/v1/documents?limit=10&order=title HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n",
    b"GET /api/v1/documents/1/pages?from=0&limit=2 HTTP/1.1\r\nHost: 127.0.0.1\r\nIf-None-Match: \"r1\"\r\n\r\n",
    b"GET /api/v1/pages/1/original HTTP/1.1\r\nHost: 127.0.0.1\r\nRange: bytes=0-99\r\n\r\n",
    b"HEAD /t/1/AAAAAAAAAAA/h132.jpg HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n",
    b"POST /api/v1/pages/1/move HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 12\r\n\r\n{\"before\":2}",
    b"PATCH /api/v1/documents/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nIf-Match: *\r\n"
    b"Idempotency-Key: k1\r\nContent-Length: 21\r\n\r\n{\"title\":\"Lease \\u00e9\"}",
    b"POST /api/v1/documents HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
    b"Content-Type: application/json\r\n\r\n9\r\n{\"title\":\r\n4;x=y\r\n\"a\"}\r\n0\r\n\r\n",
    b"PUT /api/v1/uploads/6f1c1c5e-1d3b-4a52-9a5e-0f8f3d1f2a11 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Length: 4\r\n\r\n\xff\xd8\xff\xd9",
    b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
]
PIECES = [
    b"\r\n", b"\n", b"\r", b"\0", b"%00", b"%2e%2e", b"..", b"//", b" ", b"\t", b":", b"\xff", b"\x80", b"{", b"[", b"\"",
    b"Host: a\r\n", b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Transfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: gzip\r\n", b"99999999999999999999", b"-1", b"1e9", b"?a=b", b"&", b"#", b"HTTP/2.0", b"HTTP/1.0",
    b"Expect: 100-continue\r\n", b"Range: bytes=5-1,-0\r\n", b"Authorization: Bearer x\r\n", b"a" * 300,
]


def damaged(random):
    """A request with one to four changes."""
    request = bytearray(random.choice(REQUESTS))
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(request) + 1)
        match random.randrange(5):
            case 0: request[at:at + 1] = bytes([random.randrange(256)])
            case 1: request[at:at] = random.choice(PIECES)
            case 2: del request[at:at + random.randint(1, 20)]
            case 3: request[at:at] = request[at:at + random.randint(1, 40)]
            case 4: request[at:] = b""
        request = request or bytearray(b"x")
    return bytes(request)


def malformed(run):
    """Damaged requests by four clients; whatever follows one in the same connection is damage as well."""
    count, clients = run.scaled(1_000_000), 4
    store = run.folder / "malformed"
    make_store(run.programs, store, run.files(4))
    statuses, memories = collections.Counter(), []
    with Server(run.programs / "gallery-server", store, options=run.quiet) as server:

        def send(number):
            source = random.Random(number)
            counts, left = collections.Counter(), count // clients
            while left:
                requests = [damaged(source) for _ in range(min(left, source.randint(1, 8)))]
                left -= len(requests)
                counts.update(answers(server.port, b"".join(requests)))
                if number == 0 and left % 10_000 < 8:
                    memories.append(server.memory())
            statuses.update(counts)

        seconds = together(clients, send)
        if server.child.poll() is not None:
            raise RuntimeError("the server ended")
        found = len(columns(server.port)["ids"])
        files = len(list(open_files(server)))
    wrong = {status: n for status, n in statuses.items() if status >= 500 and status not in (501, 505)}
    early, late = memories[len(memories) // 4], memories[-1]
    yield (f"{count:,} malformed requests, {count / seconds:,.0f}/s: responses",
           ", ".join(f"{status}: {n:,}" for status, n in sorted(statuses.items())), "no 5xx but 501, 505")
    yield ("the same: 5xx; memory after a quarter and at the end; open files; pages left",
           f"{wrong or 0}; {early / 2**20:.0f} and {late / 2**20:.0f} MiB; {files}; {found}", "0; no growth")


def open_files(server):
    """The descriptors of a server."""
    return os.listdir(f"/proc/{server.child.pid}/fd")


def answers(port, bytes_):
    """Sends bytes, ends the sending side, and returns the statuses of all responses."""
    with socket.create_connection(("127.0.0.1", port), 30) as connection:
        received = b""
        try:
            connection.sendall(bytes_)
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(1 << 16):
                received += piece
        except OSError:
            pass
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) [A-Z]", received)]
