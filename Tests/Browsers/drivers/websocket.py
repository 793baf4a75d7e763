# SPDX-License-Identifier: Apache-2.0
"""A client of one WebSocket with text messages (RFC 6455)."""

import base64
import os
import select
import socket
import struct
import time

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class WebSocketError(Exception):
    """The connection ended, or the peer does not follow the protocol."""


class WebSocket:
    def __init__(self, port, path, seconds=30):
        self.socket = socket.create_connection(("127.0.0.1", port), seconds)
        self.rest = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.rest:
            self.more()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise WebSocketError(head.decode("latin-1"))

    def more(self):
        piece = self.socket.recv(1 << 20)
        if not piece:
            raise WebSocketError("the connection ended")
        self.rest += piece

    def send(self, text, kind=TEXT):
        """Sends a message; those of clients are masked."""
        data = text.encode() if isinstance(text, str) else text
        mask = os.urandom(4)
        length = len(data)
        if length < 126:
            head = bytes([0x80 | kind, 0x80 | length])
        elif length < 1 << 16:
            head = bytes([0x80 | kind, 0xFE]) + struct.pack(">H", length)
        else:
            head = bytes([0x80 | kind, 0xFF]) + struct.pack(">Q", length)
        number = int.from_bytes((mask * (length // 4 + 1))[:length], "big")
        self.socket.sendall(head + mask + (int.from_bytes(data, "big") ^ number).to_bytes(length, "big"))

    def exactly(self, count):
        while len(self.rest) < count:
            self.more()
        found, self.rest = self.rest[:count], self.rest[count:]
        return found

    def frame(self):
        first, second = self.exactly(2)
        length = second & 0x7F
        if length == 126:
            length = struct.unpack(">H", self.exactly(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.exactly(8))[0]
        return first & 0x80, first & 0x0F, self.exactly(length)

    def receive(self, seconds):
        """The next message, `None` if there is none in time."""
        end = time.monotonic() + seconds
        message = b""
        while True:
            if not self.rest and not message:
                if not select.select([self.socket], [], [], max(0, end - time.monotonic()))[0]:
                    return None
            is_last, kind, data = self.frame()
            if kind == CLOSE:
                raise WebSocketError("the peer closed the connection")
            if kind == PING:
                self.send(data, PONG)
            if kind >= CLOSE:
                continue
            message += data
            if is_last:
                return message.decode()

    def close(self):
        self.socket.close()
