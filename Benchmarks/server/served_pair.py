# SPDX-License-Identifier: Apache-2.0
"""Two servers of one store in PostgreSQL, compared with one."""

import statistics

from client import together
from processes import Server
from served import DOCUMENTS, Load, location, make_pages

ROUNDS = 3


def pair(run):
    """The CPU time of servers for an edit, and the rate, of 16 clients at one server and of 8 at each of two."""
    samples = {1: [], 2: []}
    options = {"options": run.quiet, "log": run.folder / "log"}
    with Server(run.programs / "gallery-server", location(run), **options) as first, \
            Server(run.programs / "gallery-server", location(run), **options) as second:
        pages = make_pages(run, first)
        for _ in range(ROUNDS):
            samples[1].append(edits(run, [first], pages))
            samples[2].append(edits(run, [first, second], pages))
    cpu, rate = ([statistics.median(sample[part] for sample in samples[count]) for count in (1, 2)] for part in (0, 1))
    yield ("server CPU for an edit, two servers with 8 clients each, of that of one server with 16, median of 3",
           f"{cpu[1] / cpu[0]:.2f} ({cpu[1] * 1e3:.2f} of {cpu[0] * 1e3:.2f} ms)", "0.9 to 1.1")
    yield "the same: edits per second", f"{rate[1] / rate[0]:.2f} ({rate[1]:,.0f} of {rate[0]:,.0f})", ""


def edits(run, servers, pages):
    """The CPU time of all servers for an edit, and edits per second; each server has documents of its own."""
    seconds, found = max(2, 10 * run.scale), [None] * len(servers)

    def load(number):
        part = Load(run, pages[number::len(servers)], False, f"edits-{number}")
        found[number] = part.rate(servers[number], DOCUMENTS // len(servers), seconds=round(seconds))

    together(len(servers), load)
    rate = sum(rate for rate, _ in found)
    return sum(cpu for _, (cpu, _) in found) / rate, rate
