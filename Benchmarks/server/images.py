# SPDX-License-Identifier: Apache-2.0
"""Thumbnails: from memory beside nginx, and new ones beside the command line."""

import pathlib
import re
import statistics
import subprocess
import time

import curls
from client import Connection, Probe, percentile
from pages import columns, make_store
from processes import Nginx, Server, pinned


def wrk(port, path, seconds=5, connections=32):
    """Requests per second that one core of wrk gets."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", f"http://127.0.0.1:{port}{path}"]
    text = subprocess.run(pinned(1) + command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise RuntimeError(text)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])


def cached(run):
    """A cached thumbnail, and its revalidation, beside nginx with the same bytes."""
    store = run.folder / "cached"
    make_store(run.programs, store, run.files(4))
    with Server(run.programs / "gallery-server", store, core=0, options=run.quiet) as server:
        found = columns(server.port)
        path = f"/t/{found['ids'][0]}/{found['keys'][0]}/h132.jpg"
        with Connection(server.port) as connection:
            body = connection.request("GET", path).body
        file = run.folder / "www" / path[1:]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
        with Nginx(run.folder, run.folder / "www", core=0) as nginx:
            ours, theirs = [], []
            for _ in range(run.rounds):
                ours.append(wrk(server.port, path))
                theirs.append(wrk(nginx.port, path))
    ratios = [our / their for our, their in zip(ours, theirs)]
    yield (
        f"cached thumbnail of {len(body):,} bytes, of nginx's requests/s, median of {len(ratios)} pairs",
        f"{statistics.median(ratios):.2f} ({statistics.median(ours):,.0f} of {statistics.median(theirs):,.0f})",
        ">= 0.7")


def uncached(run):
    """New thumbnails for six clients with 64 requests in flight, beside the command line with two jobs."""
    count, style = run.scaled(1800), "h264"
    files = run.files(count)
    store = run.folder / "uncached"
    make_store(run.programs, store, files)
    command = [
        run.programs / "thumbnail-strip", "thumbs", "--jobs", "2", "--height", "264", "--output",
        run.folder / "thumbs", files]
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    direct = time.monotonic() - begin
    with Server(run.programs / "gallery-server", store, options=run.quiet) as server:
        found = columns(server.port)
        paths = [f"/t/{page}/{key}/{style}.jpg" for page, key in zip(found["ids"], found["keys"])]
        known = paths.pop().replace(style, "h66")
        with Connection(server.port) as connection:
            connection.request("GET", known)
        server.reset_peak()
        with Probe(server.port, known) as probe:
            transfers = [curls.download(server.url + path) for path in paths]
            seconds = curls.run(run.folder, transfers, [11, 11, 11, 11, 10, 10])
        memory = server.peak_memory()
    yield ("uncached thumbnails, 64 requests in flight, of the throughput of `thumbs --jobs 2`",
           f"{direct / count / (seconds / len(paths)):.2f} ({len(paths) / seconds:,.0f} of {count / direct:,.0f} /s)",
           ">= 0.9")
    yield ("the same: peak of resident memory", f"{memory / 2**20:.0f} MiB", "<= 256 MiB")
    yield (f"the same: p99 of {len(probe.seconds)} cached requests meanwhile",
           f"{percentile(probe.seconds, 0.99) * 1e3:.1f} ms", "<= 50 ms")
