# SPDX-License-Identifier: Apache-2.0
"""Edits of a store in PostgreSQL, beside pgbench on the same server. GALLERY_POSTGRESQL is its address.

served_pair.py compares one server with two, and served_reads.py a store on servers with a folder.
"""

import os
import pathlib
import re
import subprocess

from client import Connection
from processes import TICKS, Server

DOCUMENTS = 16


class Load:
    """Rotates pages of many documents with wrk, each request the page of the next document."""

    def __init__(self, run, pages, is_keyed, name="edits"):
        self.run = run
        self.script = run.folder / f"{name}.lua"
        key = '["Idempotency-Key"] = wrk.keyed and string.format("%s-%d", seed, turn) or nil'
        self.script.write_text(f"""
            local pages, turn = {{{", ".join(str(page) for page in pages)}}}, 0
            local seed = tostring(os.time()) .. tostring({{}}):sub(8)
            wrk.keyed = {"true" if is_keyed else "false"}
            function request()
              turn = turn + 1
              local fields = {{["Content-Type"] = "application/json", {key}}}
              return wrk.format("PATCH", "/api/v1/pages/" .. pages[turn % #pages + 1], fields, '{{"rotation": 90}}')
            end
            function done(summary)
              local errors = summary.errors
              print("failed " .. errors.status + errors.connect + errors.read + errors.write + errors.timeout)
            end""")

    def rate(self, server, clients, seconds=10):
        """Edits per second, and the CPU time of the server and of the database and the idle time, in cores."""
        begin = server.cpu(), database_cpu(), idle_time()
        text = subprocess.run(
            ["wrk", f"-c{clients}", "-t1", f"-d{seconds}s", "-s", self.script, server.url],
            check=True, capture_output=True, text=True).stdout
        if "failed 0" not in text:
            raise RuntimeError(f"edits have failed: {text}")
        rate = float(re.search(r"Requests/sec:\s*([0-9.]+)", text)[1])
        end = server.cpu(), database_cpu(), idle_time()
        return rate, [(after - before) / seconds for before, after in zip(begin, end)]


def database_cpu():
    """The CPU time of all processes of PostgreSQL, also of those that have ended, in seconds."""
    total = 0
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            name, fields = re.match(r"\d+ \((.*)\) (.*)", path.read_text()).groups()
        except (OSError, AttributeError):
            continue
        if name.startswith("postgres"):
            total += sum(int(field) for field in fields.split()[11:15]) / TICKS
    return total


def idle_time():
    """The time in which cores of the machine had nothing to do, in seconds."""
    return int(pathlib.Path("/proc/stat").read_text().split()[4]) / TICKS


def pgbench(clients, seconds=10):
    """Transactions per second of pgbench's simple update."""
    address = os.environ["GALLERY_POSTGRESQL"]
    text = subprocess.run(
        ["pgbench", "--builtin=simple-update", "--protocol=prepared", f"--client={clients}", "--jobs=1",
         f"--time={seconds}", address], check=True, capture_output=True, text=True).stdout
    return float(re.search(r"tps = ([0-9.]+)", text)[1])


def make_pages(run, server):
    """Documents with some pages each; returns a page of each."""
    pages = []
    with Connection(server.port) as connection:
        fields = ["Content-Type: application/json"]
        for number in range(DOCUMENTS):
            document = connection.request("POST", "/api/v1/documents", b'{"title": "scans"}', fields).json()["id"]
            path = f"/api/v1/documents/{document}/pages"
            added = [connection.request("POST", path, run.images.bytes(number * 8 + place)) for place in range(8)]
            pages.append(added[0].json()["id"])
    return pages


def location(run):
    """The store in PostgreSQL, in a schema of its own, with the originals in a folder."""
    address = os.environ.get("GALLERY_POSTGRESQL")
    if not address:
        raise RuntimeError("GALLERY_POSTGRESQL is not set: Scripts/bench-served.sh sets it")
    schema = re.sub(r"\W", "_", run.folder.name)
    subprocess.run(["psql", "--quiet", address, "--command", f'CREATE SCHEMA IF NOT EXISTS "{schema}"'], check=True,
                   capture_output=True)
    return f"{address}&options=-csearch_path%3D{schema}&objects={run.folder}/originals"


def served(run):
    """Edits of one and of many clients, without and with idempotency keys."""
    store = location(run)
    address = os.environ["GALLERY_POSTGRESQL"]
    subprocess.run(["pgbench", "--initialize", "--quiet", address], check=True, capture_output=True)
    with Server(run.programs / "gallery-server", store, options=run.quiet, log=run.folder / "log") as server:
        pages = make_pages(run, server)
        simple = pgbench(1)
        for is_keyed in (False, True):
            load = Load(run, pages, is_keyed)
            one, _ = load.rate(server, 1)
            many, (cpu, database, idle) = load.rate(server, DOCUMENTS)
            kind = "keyed edit" if is_keyed else "edit"
            yield (f"{kind} by one client, of the time of pgbench's simple update",
                   f"{simple / one:.2f} ({1e3 / one:.2f} of {1e3 / simple:.2f} ms)", "<= 2.5")
            yield (f"{kind}s by {DOCUMENTS} clients on {DOCUMENTS} documents, of the rate of one client",
                   f"{many / one:.1f} ({many:,.0f}/s; server {cpu:.2f}, database {database:.2f}, idle {idle:.2f} of {os.cpu_count()} cores)", ">= 6")
        yield (f"pgbench's simple update by {DOCUMENTS} clients, of the rate of one", f"{pgbench(DOCUMENTS) / simple:.1f}", "")
        yield "memory of the server", f"{server.memory() / 2**20:.0f} MiB", "<= 96 MiB"
