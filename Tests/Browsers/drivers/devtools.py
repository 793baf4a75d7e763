# SPDX-License-Identifier: Apache-2.0
"""The DevTools protocol over a pair of pipes: JSON messages, each ended by a zero byte."""

import collections
import json
import os
import select
import time


class DevToolsError(Exception):
    """The browser refused a command, ended, or did not respond in time."""


class DevTools:
    """One connection. It has no thread of its own: messages are read while something is awaited."""

    def __init__(self, reading, writing):
        self.reading, self.writing = reading, writing
        self.rest, self.last_id = b"", 0
        self.results = {}
        self.listeners = collections.defaultdict(list)

    def listen(self, session, method, function):
        """Calls a function with the parameters of each event of a session."""
        self.listeners[session, method].append(function)

    def call(self, method, parameters=None, session=None, seconds=30):
        """Sends a command, and returns its result."""
        return self.result(self.send(method, parameters, session), seconds, method)

    def send(self, method, parameters=None, session=None):
        """Sends a command, and returns its number. Commands are executed in order."""
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.writing, data):]
        return self.last_id

    def result(self, number, seconds=30, method=""):
        """Waits for the result of a command."""
        end = time.monotonic() + seconds
        while number not in self.results:
            if not self.read(end - time.monotonic()):
                raise DevToolsError(f"{method}: no response in {seconds} s")
        message = self.results.pop(number)
        if "error" in message:
            raise DevToolsError(f"{method}: {message['error'].get('message')}")
        return message["result"]

    def pause(self, seconds):
        """Handles events for some time."""
        end = time.monotonic() + seconds
        while self.read(end - time.monotonic()):
            pass

    def read(self, seconds):
        """Handles what arrives next, and returns whether something did."""
        if not select.select([self.reading], [], [], max(0, seconds))[0]:
            return False
        piece = os.read(self.reading, 1 << 20)
        if not piece:
            raise DevToolsError("the browser ended")
        *messages, self.rest = (self.rest + piece).split(b"\0")
        for message in messages:
            self.handle(json.loads(message))
        return True

    def handle(self, message):
        if "id" in message:
            self.results[message["id"]] = message
            return
        for function in self.listeners.get((message.get("sessionId"), message["method"]), []):
            function(message["params"])
