# SPDX-License-Identifier: Apache-2.0
"""Thumbnails: from memory beside nginx, and new ones beside the command line."""

import pathlib
import re
import shutil
import statistics
import subprocess
import time

import receivers
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
    files = run.files(run.scaled(1800))
    rounds = [measure_uncached(run, files, number) for number in range(run.rounds)]
    ours, direct, stored, memory = zip(*(measured for measured, _ in rounds))
    for peer, text in [(stored, "for the same pages of a store"), (direct, "for files, whose bytes it does not verify")]:
        ratio = statistics.median(mine / other for mine, other in zip(ours, peer))
        yield (f"uncached thumbnails, 64 requests in flight, of the throughput of `thumbs --jobs 2` {text}, "
               f"median of {len(rounds)} pairs",
               f"{ratio:.2f} ({statistics.median(ours):,.0f} of {statistics.median(peer):,.0f} /s)", ">= 0.9")
    yield "the same: peak of resident memory", f"{max(memory) / 2**20:.0f} MiB", "<= 256 MiB"
    others = [seconds for _, probed in rounds for seconds in probed]
    yield (f"the same: p99 of {len(others)} cached requests meanwhile",
           f"{percentile(others, 0.99) * 1e3:.1f} ms", "<= 50 ms")


def measure_uncached(run, files, number):
    """The throughputs of the server and of its peers and the peak of its memory, and the seconds of cached requests."""
    style, store = "h264", run.folder / f"uncached-{number}"
    make_store(run.programs, store, files)
    direct = make_thumbnails(run, files, number, [files])
    shutil.copytree(store, run.folder / "stored")
    stored = make_thumbnails(run, files, f"stored-{number}", ["--store", run.folder / "stored", "--document", "1"])
    shutil.rmtree(run.folder / "stored")
    with Server(run.programs / "gallery-server", store, options=run.quiet) as server:
        found = columns(server.port)
        paths = [f"/t/{page}/{key}/{style}.jpg" for page, key in zip(found["ids"], found["keys"])]
        known = paths.pop().replace(style, "h66")
        with Connection(server.port) as connection:
            connection.request("GET", known)
        server.reset_peak()
        # Few, because these requests need the cores as well.
        with Probe(server.port, known, pause=0.05) as probe:
            ours = len(paths) / receivers.run(server.port, paths, [11, 11, 11, 11, 10, 10])
        memory = server.peak_memory()
    return (ours, direct, stored, memory), probe.seconds


def make_thumbnails(run, files, name, source):
    """Makes thumbnails of files with the command line, and returns how many in a second."""
    command = [
        run.programs / "thumbnail-strip", "thumbs", "--jobs", "2", "--height", "264", "--output",
        run.folder / f"thumbs-{name}", *source]
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return len(list(files.iterdir())) / (time.monotonic() - begin)
