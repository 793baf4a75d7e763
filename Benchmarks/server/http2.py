# SPDX-License-Identifier: Apache-2.0
"""A small client of HTTP/2 in clear text: many requests of one connection, some of which are cancelled."""

import socket
import struct

DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8
END_STREAM, END_HEADERS, ACK = 1, 4, 1
CANCEL = 8
# The statuses of HPACK's static table; others have a literal.
STATUSES = {0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500}


def literal(name, value):
    """A field of a header block without compression."""
    return b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


class HTTP2Connection:
    """Sends requests without bodies; the statuses of the answers and the ended streams are kept."""

    def __init__(self, port, timeout=30):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        self.rest, self.last, self.statuses, self.ended = b"", -1, {}, set()
        # Windows that never close: for each stream, and for the connection.
        settings = struct.pack(">HI", 4, (1 << 31) - 1)
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + self.frame(SETTINGS, 0, 0, settings)
                            + self.frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", (1 << 30))))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    @staticmethod
    def frame(kind, flags, stream, payload=b""):
        return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload

    def get(self, path):
        """Begins a request, and returns the number of its stream."""
        self.last += 2
        fields = {":method": "GET", ":scheme": "http", ":authority": "localhost", ":path": path}
        block = b"".join(literal(*field) for field in fields.items())
        self.socket.sendall(self.frame(HEADERS, END_STREAM | END_HEADERS, self.last, block))
        return self.last

    def cancel(self, stream):
        self.socket.sendall(self.frame(RST_STREAM, 0, stream, struct.pack(">I", CANCEL)))
        self.ended.add(stream)

    def read_frame(self):
        while len(self.rest) < 9 or len(self.rest) < 9 + int.from_bytes(self.rest[:3], "big"):
            piece = self.socket.recv(1 << 18)
            if not piece:
                raise ConnectionError("the server closed the connection")
            self.rest += piece
        size, kind, flags = int.from_bytes(self.rest[:3], "big"), self.rest[3], self.rest[4]
        stream, payload = int.from_bytes(self.rest[5:9], "big"), self.rest[9:9 + size]
        self.rest = self.rest[9 + size:]
        self.receive(kind, flags, stream, payload)

    def receive(self, kind, flags, stream, payload):
        if kind == GOAWAY:
            raise ConnectionError(f"GOAWAY {payload!r}")
        if kind in (SETTINGS, PING) and not flags & ACK:
            self.socket.sendall(self.frame(kind, ACK, 0, payload if kind == PING else b""))
        if kind == HEADERS:
            # A change of the size of the table may come first.
            self.statuses.setdefault(stream, next((STATUSES.get(byte, 0) for byte in payload if byte >> 5 != 1), 0))
        if kind == RST_STREAM:
            self.statuses[stream] = None
        if kind == RST_STREAM or kind in (DATA, HEADERS) and flags & END_STREAM:
            self.ended.add(stream)

    def read_until(self, streams):
        """Reads until all of some streams have ended."""
        while not self.ended.issuperset(streams):
            self.read_frame()

    def read_heads(self, streams):
        """Reads until all of some streams have an answer."""
        while not self.statuses.keys() >= set(streams):
            self.read_frame()
