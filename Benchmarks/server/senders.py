# SPDX-License-Identifier: Apache-2.0
"""Clients that send files: the kernel passes their bytes on, so that they take little of the cores which the server needs."""

import multiprocessing
import os
import time

from client import Connection


def send(port, method, transfers, failures):
    """Sends files on one connection, each after the response to the one before."""
    with Connection(port) as connection:
        for target, path in transfers:
            with open(path, "rb", buffering=0) as file:
                count = os.fstat(file.fileno()).st_size
                head = f"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {count}\r\n\r\n"
                connection.socket.sendall(head.encode())
                connection.socket.sendfile(file)
            response = connection.receive()
            if response.status not in (201, 204):
                failures.put(f"{target}: {response.status} {response.body[:200]}")


def run(port, method, transfers, count):
    """Sends files with a number of processes, and returns the seconds; a transfer is a target and the path of a file."""
    failures = multiprocessing.Queue()
    clients = [
        multiprocessing.Process(target=send, args=(port, method, transfers[number::count], failures))
        for number in range(count)]
    begin = time.monotonic()
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    seconds = time.monotonic() - begin
    if not failures.empty() or any(client.exitcode for client in clients):
        raise RuntimeError("a client failed" if failures.empty() else failures.get())
    return seconds
