# SPDX-License-Identifier: Apache-2.0
"""A mixed load for a chosen time: what grows, and what goes wrong."""

import os
import pathlib
import subprocess
import time

from client import Connection, Probe, percentile
from malformed import open_files
from pages import columns, make_store
from processes import Server
from soak_clients import CLIENTS, Purger, Tally, Uploader


def store_bytes(folder):
    """The disk space of the files of a store, without the cache of thumbnails, which has a limit of its own."""
    total = 0
    for parent, folders, names in os.walk(folder):
        if pathlib.Path(parent) == folder:
            folders.remove("thumbnails")
        for name in names:
            try:
                total += pathlib.Path(parent, name).lstat().st_blocks * 512
            except FileNotFoundError:
                pass  # removed meanwhile
    return total


def settled(server, store):
    """What is left without clients: memory, descriptors, disk space, and the gauges of the server."""
    time.sleep(3)
    with Connection(server.port) as connection:
        lines = connection.request("GET", "/metrics").body.decode().splitlines()
        names = ("gallery_event_streams", "gallery_active_requests", "gallery_decodes_in_progress", "gallery_uploads")
        gauges = dict(line.split() for line in lines if line.startswith(names))
        files = len(open_files(server))
    return server.memory(), files, store_bytes(store), gauges


class Part:
    """A part of the time: the largest values, and the durations of a cached thumbnail."""

    def __init__(self, server, probe, seconds):
        first, end = len(probe.seconds), time.monotonic() + seconds
        self.memory, self.files = 0, 0
        while time.monotonic() < end:
            time.sleep(min(1, seconds / 10))
            if server.child.poll() is not None:
                raise RuntimeError("the server ended")
            self.memory = max(self.memory, server.memory())
            self.files = max(self.files, len(open_files(server)))
        self.durations = probe.seconds[first:]


def soak(run):
    """Four equal parts of load; before the first one and after each, what is left without clients."""
    store, pages = run.folder / "soak", run.files(50)
    make_store(run.programs, store, pages)
    # A small cache in memory is full after the first quarter, and does not look like a leak.
    options = [*run.quiet, "--http2-cleartext", "--thumbnail-memory", "4M"]
    with Server(run.programs / "gallery-server", store, options=options) as server:
        found = columns(server.port)
        path = f"/t/{found['ids'][0]}/{found['keys'][0]}/h132.jpg"
        tally, rests, parts, uploaded = Tally(), [settled(server, store)], [], 0
        with Probe(server.port, path, pause=0.02) as probe:
            for _ in range(4):
                clients = [kind(tally, server, run.images, number) for number, kind in enumerate(CLIENTS)]
                for client in clients:
                    client.start()
                parts.append(Part(server, probe, run.seconds / 4))
                tally.is_ended.set()
                for client in clients:
                    client.join()
                tally.is_ended.clear()
                uploaded += sum(client.byte_count for client in clients if isinstance(client, Uploader))
                Purger(tally, server, run.images).step()
                rests.append(settled(server, store))
        if probe.failures:
            tally.note(f"{probe.failures} cached thumbnails failed")
    verify(run, store, tally)
    yield from rows(run.seconds, tally, rests, parts, uploaded)


def verify(run, store, tally):
    """Reads the whole store after the server has ended."""
    command = [run.programs / "thumbnail-strip", "store", "verify", "--store", store, "--quiet"]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        tally.note(f"store verify: {result.stdout}{result.stderr}")


def rows(seconds, tally, rests, parts, uploaded):
    mebibytes = lambda values: ", ".join(f"{value / 2**20:.0f}" for value in values)
    count, answers = sum(tally.answers.values()), sorted(tally.answers.items(), key=str)
    yield (f"{seconds:.0f} s of mixed load, {count / seconds:,.0f} requests/s: answers",
           ", ".join(f"{status}: {number:,}" for status, number in answers), "no 5xx")
    yield ("the same: problems (unexpected answers, broken connections, damage of the store); events",
           f"{tally.problem_count} {tally.problems or ''}; {tally.events:,}", "0")
    yield ("the same: resident memory at rest before and after each quarter; at the peaks of the quarters",
           f"{mebibytes(rest[0] for rest in rests)}; {mebibytes(part.memory for part in parts)} MiB", "no growth")
    yield ("the same: descriptors at rest before and after each quarter; at the peaks",
           f"{', '.join(str(rest[1]) for rest in rests)}; {', '.join(str(part.files) for part in parts)}", "no growth")
    yield (f"the same: disk space of the store at rest, without thumbnails; {uploaded / 2**20:,.0f} MiB were uploaded and purged",
           f"{mebibytes(rest[2] for rest in rests)} MiB", "no growth")
    yield ("the same: p99 of a cached thumbnail in each quarter",
           ", ".join(f"{percentile(part.durations, 0.99) * 1e3:.1f}" for part in parts) + " ms", "no growth")
    yield "the same: gauges at the end", str(rests[-1][3]), "0, but the one request"
