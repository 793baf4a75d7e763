# SPDX-License-Identifier: Apache-2.0
"""Uploads beside the command line, and the time from an edit to its event."""

import statistics
import threading
import time

import senders
from client import Connection, percentile
from pages import columns, make_document, make_store
from processes import Nginx, Server


def uploads(run):
    """Pages of 1 MB by eight clients, beside `store ingest` of the same files; every store is new."""
    count = run.scaled(1000)
    files = run.files(count, 1_000_000)
    rounds = [measure_uploads(run, files, number) for number in range(run.rounds)]
    ratio, ours, direct, memory = (statistics.median(column) for column in zip(*rounds))
    # Nothing was deleted meanwhile: ext4 searches longer for the numbers of new files after that.
    yield (f"upload of {count} pages of 1 MB by 8 clients, of the throughput of `store ingest`, median of {len(rounds)} pairs",
           f"{ratio:.2f} ({ours:,.0f} of {direct:,.0f} MB/s)", ">= 0.7")
    yield "the same: peak of resident memory", f"{memory / 2**20:.0f} MiB", "<= 128 MiB"
    plain = count / received(run, files)
    yield ("the same files received by nginx, which neither reads nor commits them, of the throughput of `store ingest`",
           f"{plain / direct:.2f} ({plain:,.0f} MB/s)", "")


def measure_uploads(run, files, number):
    """A pair: the ratio, the throughputs of uploads and of `store ingest`, and the peak of the server's memory."""
    paths = sorted(files.iterdir())
    begin = time.monotonic()
    make_store(run.programs, run.folder / f"ingested-{number}", files)
    direct = len(paths) / (time.monotonic() - begin)
    with Server(run.programs / "gallery-server", run.folder / f"uploaded-{number}", options=run.quiet) as server:
        document = make_document(server.port)
        server.reset_peak()
        target = f"/api/v1/documents/{document}/pages"
        ours = len(paths) / senders.run(server.port, "POST", [(target, path) for path in paths], 8)
        memory = server.peak_memory()
        stored = len(columns(server.port, document)["ids"])
    if stored != len(paths):
        raise RuntimeError(f"{stored} of {len(paths)} pages are stored")
    return ours / direct, ours, direct, memory


def received(run, files):
    """The seconds in which nginx writes the same uploads to files: what connections and files take at least."""
    folder = run.folder / "received"
    folder.mkdir()
    with Nginx(run.folder, folder, receives=True) as nginx:
        transfers = [(f"/{path.name}", path) for path in sorted(files.iterdir())]
        seconds = senders.run(nginx.port, "PUT", transfers, 8)
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
