# SPDX-License-Identifier: Apache-2.0
"""A proxy between a server and PostgreSQL, which counts how often the server waits for an answer."""

import pathlib
import selectors
import socket
import threading


class Proxy:
    """Forwards connections of a socket in a folder to that of another folder.

    Whatever is sent before the next answer is one round trip, also if it is a pipeline of many statements. Those of
    connections that take turns to write are counted separately as well.
    """

    def __init__(self, folder, target):
        self.target = pathlib.Path(target, ".s.PGSQL.5432")
        self.count = self.turn_count = 0
        self.selector = selectors.DefaultSelector()
        pathlib.Path(folder).mkdir()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(pathlib.Path(folder, ".s.PGSQL.5432")))
        self.listener.listen(64)
        self.selector.register(self.listener, selectors.EVENT_READ, self.accept)
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            for key, _ in self.selector.select():
                key.data()

    def accept(self):
        client = self.listener.accept()[0]
        server = socket.socket(socket.AF_UNIX)
        server.connect(str(self.target))
        pair = Pair(self, client, server)
        self.selector.register(client, selectors.EVENT_READ, lambda: pair.forward(client, server, True))
        self.selector.register(server, selectors.EVENT_READ, lambda: pair.forward(server, client, False))


class Pair:
    """Both ends of a connection."""

    def __init__(self, proxy, client, server):
        self.proxy, self.ends, self.is_waiting, self.is_closed = proxy, (client, server), False, False
        self.takes_turns = False

    def forward(self, source, target, is_question):
        try:
            piece = source.recv(1 << 18)
            target.sendall(piece)
        except OSError:
            piece = b""
        if not piece:
            self.close()
        elif is_question and not self.is_waiting:
            self.takes_turns = self.takes_turns or b"LOCK TABLE write_turn" in piece
            self.proxy.count += 1
            self.proxy.turn_count += self.takes_turns
        self.is_waiting = is_question

    def close(self):
        """Closes both ends; the other one may have been found readable at the same time."""
        if self.is_closed:
            return
        self.is_closed = True
        for end in self.ends:
            self.proxy.selector.unregister(end)
            end.close()
