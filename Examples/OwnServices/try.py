#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries both services as their clients use them: starts each on a free loopback port, asks, and stops it.

usage: try.py FOLDER-OF-PROGRAMS
"""

import http.client
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading

SCAN = (pathlib.Path(__file__).resolve().parents[2] / "SampleDocs/phone/orientation1.jpg").read_bytes()


class Service:
    """A program over an empty store."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, folder, "0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        self.lines = []
        for line in self.process.stdout:
            if found := re.search(r"listening on .*:(\d+)", line):
                self.port = int(found.group(1))
                # Whoever writes into a full pipe stops.
                self.reader = threading.Thread(target=lambda: self.lines.extend(self.process.stdout))
                self.reader.start()
                return
        raise SystemExit(f"try: {program} did not start")

    def ask(self, method, path, body=None, status=200, **headers):
        """Returns the body of the answer; fails on another status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        if isinstance(body, dict):
            body, headers["Content-Type"] = json.dumps(body), "application/json"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        expect(answer.status, status, f"{method} {path}: {content[:200]}")
        return content

    def stop(self):
        """Asks the service to end, expects that it does so well, and returns what it printed."""
        self.process.send_signal(signal.SIGTERM)
        expect(self.process.wait(timeout=15), 0, "exit status")
        self.reader.join()
        return "".join(self.lines)


def expect(found, expected, about):
    if found != expected:
        raise SystemExit(f"try: expected {expected!r} and found {found!r}: {about}")


def try_archive(service, root, **account):
    """Stores a page, and reads it."""
    api = f"{root}/api/v1"
    document = json.loads(service.ask("POST", f"{api}/documents", {"title": "Lease"}, 201, **account))["id"]
    page = json.loads(service.ask("POST", f"{api}/documents/{document}/pages", SCAN, 201, **account))["id"]
    expect(service.ask("GET", f"{api}/pages/{page}/original", **account), SCAN, "the bytes of a page")
    service.ask("GET", f"{root}/d/{document}", Accept="text/html", **account)


def run(program, attempt):
    """Returns what the program prints while it is tried."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(program, folder)
        try:
            attempt(service)
            return service.stop()
        finally:
            service.process.kill()
            service.process.wait()


def try_mounted(service):
    expect(service.ask("GET", "/customers"), b"Ada, Grace", "a route of the service")
    service.ask("GET", "/archive/api/v1/documents", status=401)
    try_archive(service, "/archive", Authorization="Bearer ada")


def try_grouped(service):
    try_archive(service, "")


def main(folder):
    programs = pathlib.Path(folder)
    run(programs / "MountedArchive", try_mounted)
    printed = run(programs / "GroupedArchive", try_grouped)
    expect("Lease has 1 pages" in printed, True, f"what the service beside the server noticed: {printed}")
    print("try: both services store a page, return it, and end when they are asked to")


if __name__ == "__main__":
    main(*sys.argv[1:])
