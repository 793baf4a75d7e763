# SPDX-License-Identifier: Apache-2.0
"""Servers of one store, and clients that repeat a request until one of them answers."""

import http.client
import json
import os
import pathlib
import random
import re
import subprocess
import time
import uuid

JSON = {"Content-Type": "application/json"}


class Failure(Exception):
    """What must not happen."""


class Server:
    """gallery-server, on a free port."""

    def __init__(self, location, log):
        self.log = pathlib.Path(log)
        with self.log.open("ab") as file:
            self.process = subprocess.Popen(
                [os.environ["GALLERY_SERVER"], "--store", location, "--listen", "127.0.0.1:0",
                 "--log-level", "warning"],
                stdout=subprocess.PIPE, stderr=file)
        line = self.process.stdout.readline().decode()
        if not line.startswith("listening on "):
            self.kill()
            raise Failure(f"gallery-server did not start:\n{self.log.read_text(errors='replace')[-2000:]}")
        self.port = int(line.split()[-1].rstrip("/").rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        """Ends it like an administrator, and returns its status."""
        self.process.terminate()
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
            return None


class Loss(Exception):
    """A response that a client does not read, on purpose."""


class Answer:
    """A response, and the times of the first request and of the response."""

    def __init__(self, status, fields, body, begin, end, attempts):
        self.status, self.body, self.begin, self.end, self.attempts = status, body, begin, end, attempts
        self.tag = tag = fields.get("ETag", "")
        # That of a page names its document, too; those of documents are others.
        revision = re.fullmatch(r'"r(\d+)(-of-\d+)?"', tag)
        self.revision = int(revision[1]) if revision else None

    def json(self):
        return json.loads(self.body)


class Client:
    """A client with one connection, which goes on with another server if its own one is gone.

    It loses a part of the responses on purpose: then only the key prevents that an edit is made again. It repeats
    those requests at the same server, or at the next one.
    """

    def __init__(self, servers, number=0, loss=0, turns_away=False, patience=30):
        self.servers, self.number, self.loss, self.patience = servers, number, loss, patience
        self.turns_away, self.connection = turns_away, None

    def ask(self, method, path, body=None, fields=()):
        """Sends a request until it is answered by something else than "try again"."""
        begin, attempts = time.monotonic(), 0
        while time.monotonic() - begin < self.patience:
            attempts += 1
            try:
                status, head, content = self.exchange(method, path, body, dict(fields))
            except (OSError, http.client.HTTPException):
                self.leave()
                continue
            except Loss:
                self.leave() if self.turns_away else self.close()
                continue
            # 409 is an edit of the same key in progress, perhaps on the other server.
            if status in (429, 503) or (status == 409 and b"keyInProgress" in content):
                time.sleep(0.05)
                continue
            return Answer(status, head, content, begin, time.monotonic(), attempts)
        raise Failure(f"{method} {path}: no answer within {self.patience} s")

    def edit(self, method, path, value=None, allowed=(200, 201, 204), fields=()):
        """An edit with a key of its own; a value is sent as JSON, bytes as they are."""
        fields = {"Idempotency-Key": str(uuid.uuid4()), **dict(fields)}
        if value is not None and not isinstance(value, bytes):
            fields, value = {**fields, **JSON}, json.dumps(value).encode()
        answer = self.ask(method, path, value, fields)
        if answer.status not in allowed:
            raise Failure(f"{method} {path}: {answer.status} {answer.body[:300]}, attempt {answer.attempts}")
        return answer

    def read(self, path):
        answer = self.ask("GET", path)
        if answer.status != 200:
            raise Failure(f"GET {path}: {answer.status} {answer.body[:300]}")
        return answer.json()

    def exchange(self, method, path, body, fields):
        if self.connection is None:
            port = self.servers[self.number % len(self.servers)].port
            self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=self.patience)
        self.connection.request(method, path, body, fields)
        if random.random() < self.loss:
            time.sleep(random.uniform(0, 0.02))
            raise Loss
        response = self.connection.getresponse()
        return response.status, response.headers, response.read()

    def leave(self):
        """Turns to the next server."""
        self.close()
        self.number += 1
        time.sleep(0.02)

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None


def shell(function, *words):
    """Calls a function of Scripts/engines/postgresql.sh."""
    file = pathlib.Path(__file__).parents[1] / "postgresql.sh"
    command = ["bash", "-c", 'set -euo pipefail; source "$1"; "${@:2}"', "bash", file, function, *words]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
