# SPDX-License-Identifier: Apache-2.0
"""Two servers of one store in PostgreSQL, compared with one."""

import statistics

from client import together
from processes import Server
from served import DOCUMENTS, Load, location, make_pages

ROUNDS = 3
HALF = DOCUMENTS // 2


def pair(run):
    """The CPU time of servers for an edit, and the rate: 8 and 16 clients at one server, and 8 at each of two."""
    samples = {"8": [], "16": [], "8 each": []}
    options = {"options": run.quiet, "log": run.folder / "log"}
    with Server(run.programs / "gallery-server", location(run), **options) as first, \
            Server(run.programs / "gallery-server", location(run), **options) as second:
        pages = make_pages(run, first)
        for _ in range(ROUNDS):
            samples["8"].append(edits(run, [first], pages[:HALF]))
            samples["16"].append(edits(run, [first], pages))
            samples["8 each"].append(edits(run, [first, second], pages))
    cpu, rate = ({name: statistics.median(sample[part] for sample in found) for name, found in samples.items()}
                 for part in (0, 1))
    for name, bar in [("8", "0.9 to 1.1"), ("16", "")]:
        yield (f"server CPU for an edit, two servers with 8 clients each, of that of one with {name}, median of {ROUNDS}",
               f"{cpu['8 each'] / cpu[name]:.2f} ({cpu['8 each'] * 1e3:.2f} of {cpu[name] * 1e3:.2f} ms)", bar)
        yield (f"the same: edits per second, of one with {name}",
               f"{rate['8 each'] / rate[name]:.2f} ({rate['8 each']:,.0f} of {rate[name]:,.0f})", "")


def edits(run, servers, pages):
    """The CPU time of all servers for an edit, and edits per second; each server has documents of its own."""
    seconds, found = max(2, 10 * run.scale), [None] * len(servers)

    def load(number):
        part = Load(run, pages[number::len(servers)], False, f"edits-{number}")
        found[number] = part.rate(servers[number], len(pages) // len(servers), seconds=round(seconds))

    together(len(servers), load)
    rate = sum(rate for rate, _ in found)
    return sum(cpu for _, (cpu, _) in found) / rate, rate
