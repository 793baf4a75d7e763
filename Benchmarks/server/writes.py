# SPDX-License-Identifier: Apache-2.0
"""Uploads beside the command line, and the time from an edit to its event."""

import statistics
import subprocess
import threading
import time

import curls
from client import Connection, percentile
from pages import columns, make_document, make_store
from processes import Nginx, Server


def uploads(run):
    """Pages of 1 MB by eight clients, beside `store ingest` of the same number of files."""
    count = run.scaled(1000)
    files = run.files(count, 1_000_000)
    begin = time.monotonic()
    make_store(run.programs, run.folder / "ingested", files)
    direct = time.monotonic() - begin
    with Server(run.programs / "gallery-server", run.folder / "uploaded", options=run.quiet) as server:
        document = make_document(server.port)
        server.reset_peak()
        url = f"{server.url}/api/v1/documents/{document}/pages"
        transfers = [curls.upload(url, path) for path in sorted(files.iterdir())]
        seconds = curls.run(run.folder, transfers, [1] * 8)
        memory = server.peak_memory()
        stored = len(columns(server.port, document)["ids"])
    if stored != count:
        raise RuntimeError(f"{stored} of {count} pages are stored")
    yield (f"upload of {count} pages of 1 MB by 8 clients, of the throughput of `store ingest`",
           f"{direct / seconds:.2f} ({count / seconds:,.0f} of {count / direct:,.0f} MB/s)", ">= 0.7")
    yield "the same: peak of resident memory", f"{memory / 2**20:.0f} MiB", "<= 128 MiB"
    plain = received(run, files)
    yield ("the same files received by nginx, which neither reads nor commits them, of the throughput of `store ingest`",
           f"{direct / plain:.2f} ({count / plain:,.0f} MB/s)", "")


def received(run, files):
    """The seconds in which nginx writes the same uploads to files: what connections and files take at least."""
    folder = run.folder / "received"
    folder.mkdir()
    with Nginx(run.folder, folder, receives=True) as nginx:
        transfers = [curls.put(f"http://127.0.0.1:{nginx.port}/{path.name}", path) for path in sorted(files.iterdir())]
        seconds = curls.run(run.folder, transfers, [1] * 8)
    if len(list(folder.iterdir())) != len(transfers):
        raise RuntimeError("nginx has not received all files")
    return seconds


class Listener(threading.Thread):
    """Reads the events of a document, and keeps the time of each revision."""

    def __init__(self, port, document):
        super().__init__(daemon=True)
        self.connection = Connection(port)
        self.connection.send("GET", f"/api/v1/documents/{document}/events")
        if self.connection.head()[0] != 200:
            raise RuntimeError("no events")
        self.times = {}
        self.start()

    def run(self):
        try:
            while True:
                line = self.connection.until(b"\n")
                if line.startswith(b"id: "):
                    self.times.setdefault(int(line[4:]), time.monotonic())
        except OSError:
            pass


def latency(run):
    """The time from the response to an edit to its event at another client."""
    store = run.folder / "latency"
    make_store(run.programs, store, run.files(4))
    with Server(run.programs / "gallery-server", store, options=run.quiet) as server:
        listener = Listener(server.port, 1)
        page = columns(server.port)["ids"][0]
        delays, edits = [], []
        with Connection(server.port) as connection:
            revision = connection.request("GET", "/api/v1/documents/1").json()["revision"]
            for _ in range(run.scaled(500)):
                revision += 1
                begin = time.monotonic()
                fields = ["Content-Type: application/json"]
                connection.request("PATCH", f"/api/v1/pages/{page}", b'{"rotation": 90}', fields)
                end = time.monotonic()
                edits.append(end - begin)
                while revision not in listener.times:
                    if time.monotonic() - end > 10:
                        raise RuntimeError(f"no event of revision {revision}")
                    time.sleep(0.0005)
                delays.append(max(0, listener.times[revision] - end))
        listener.connection.socket.close()
    yield ("edit to event at another client, on top of the edit, p95",
           f"{percentile(delays, 0.95) * 1e3:.1f} ms (edit {statistics.median(edits) * 1e3:.1f} ms)", "<= 20 ms")
