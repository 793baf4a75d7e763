# SPDX-License-Identifier: Apache-2.0
"""Pages for a store: images that differ by the bytes behind their end, so that each is another page."""

import os
import pathlib
import shutil
import subprocess

from client import Connection


class Pages:
    """A number of different pages from the JPEG images of a folder."""

    def __init__(self, folder):
        paths = sorted(pathlib.Path(folder).rglob("*.jp*g"))
        if not paths:
            raise SystemExit(f"{folder} has no JPEG images")
        self.images = [path.read_bytes() for path in paths]

    def bytes(self, number, byte_count=0):
        """A page of at least a number of bytes; equal numbers give different pages, too."""
        image = self.images[number % len(self.images)]
        return image + os.urandom(max(16, byte_count - len(image)))

    def write(self, folder, count, byte_count=0):
        pathlib.Path(folder).mkdir()
        for number in range(count):
            pathlib.Path(folder, f"page-{number:05}.jpg").write_bytes(self.bytes(number, byte_count))


def make_store(programs, folder, files, title="scans"):
    """A new store with one document of the files of a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [programs / "thumbnail-strip", "store"]
    for words in [["init", "--store", folder], ["ingest", "--store", folder, "--title", title, files]]:
        subprocess.run(command + words, check=True, stdout=subprocess.DEVNULL)


def make_document(port):
    """The ID of a new document."""
    with Connection(port) as connection:
        fields = ["Content-Type: application/json"]
        return connection.request("POST", "/api/v1/documents", b'{"title": "scans"}', fields).json()["id"]


def columns(port, document=1):
    """The columns of the pages of a document."""
    with Connection(port) as connection:
        return connection.request("GET", f"/api/v1/documents/{document}/pages").json()
