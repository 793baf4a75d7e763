# SPDX-License-Identifier: Apache-2.0
"""Clients that request many targets at once, and take little of the cores which the server needs."""

import multiprocessing
import select
import socket
import time


class Receiver:
    """A connection that requests one target after the other, without waiting in between."""

    def __init__(self, port, targets):
        self.targets = targets
        self.socket = socket.create_connection(("127.0.0.1", port), 120)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.head, self.missing = b"", 0

    def request(self):
        """Sends the next request, unless there is none."""
        target = next(self.targets, None)
        if target is not None:
            self.socket.send(b"GET %b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % target.encode())
        return target is not None

    def receive(self):
        """Takes bytes of a response, and returns whether it is complete."""
        piece = self.socket.recv(1 << 16)
        if not piece:
            raise ConnectionError("the server closed the connection")
        if self.missing:
            self.missing -= len(piece)
            return not self.missing
        self.head += piece
        head, end, body = self.head.partition(b"\r\n\r\n")
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 200 "):
            raise RuntimeError(head.decode())
        count = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        self.head, self.missing = b"", int(count) - len(body)
        return not self.missing


def receive(port, targets, connection_count, failures):
    """Requests targets on a number of connections."""
    try:
        targets, poll = iter(targets), select.epoll()
        receivers = [Receiver(port, targets) for _ in range(connection_count)]
        waiting = {receiver.socket.fileno(): receiver for receiver in receivers if receiver.request()}
        for number in waiting:
            poll.register(number, select.EPOLLIN)
        while waiting:
            for number, _ in poll.poll():
                if waiting[number].receive() and not waiting[number].request():
                    poll.unregister(number)
                    del waiting[number]
    except (OSError, RuntimeError, ValueError) as error:
        failures.put(str(error))
        raise


def run(port, targets, connection_counts):
    """Requests targets with a process for each number of connections, and returns the seconds."""
    failures = multiprocessing.Queue()
    step = len(connection_counts)
    clients = [
        multiprocessing.Process(target=receive, args=(port, targets[number::step], count, failures))
        for number, count in enumerate(connection_counts)]
    begin = time.monotonic()
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    seconds = time.monotonic() - begin
    if not failures.empty() or any(client.exitcode for client in clients):
        raise RuntimeError("a client failed" if failures.empty() else failures.get())
    return seconds
