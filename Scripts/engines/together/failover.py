# SPDX-License-Identifier: Apache-2.0
"""Kills a server and the primary of two PostgreSQL nodes while clients edit, and checks what became of the edits.

usage: failover.py FOLDER [--seconds N]
"""
import argparse
import json
import signal
import subprocess
import sys
import time

import clients
from servers import Server

CLIENTS = 8


def node(folder, function):
    """Runs a function of postgresql.sh on a node."""
    subprocess.run(["bash", "-c", f"set -e; source Scripts/engines/postgresql.sh; {function} '{folder}'"], check=True)


def longest_gap(all_clients, moment):
    """The longest time without any acknowledgment that ends after a moment."""
    times = sorted(time for client in all_clients for time in client.times)
    return max((after - before for before, after in zip(times, times[1:]) if after > moment), default=0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--seconds", type=int, default=15)
    options = parser.parse_args()
    folder = options.folder
    location = (
        f"postgresql:///postgres?host={folder}/first,{folder}/second&user=page&target_session_attrs=read-write"
        f"&objects={folder}/objects")
    with Server(location, f"{folder}/work-0") as first, Server(location, f"{folder}/work-1") as second:
        shared = json.loads(clients.request(first.port, "POST", "/api/v1/documents", {"title": "Shared"})[2])["id"]
        begin = time.monotonic()
        everybody = [
            clients.Client(number, [first.port, second.port], shared, begin + options.seconds)
            for number in range(CLIENTS)]
        for client in everybody:
            client.start()
        time.sleep(options.seconds / 3)
        first.kill()
        time.sleep(options.seconds / 6)
        failure = time.monotonic()
        node(f"{folder}/first", "kill_postgresql")
        node(f"{folder}/second", "promote_postgresql")
        promoted = time.monotonic()
        for client in everybody:
            client.join(options.seconds + 150)
        return report(everybody, second.port, shared, failure, promoted)


def report(everybody, port, shared, failure, promoted):
    problems = [f"client {client.number}: {client.failure or 'still waits'}" for client in everybody
                if client.failure or client.is_alive()]
    if not problems:
        problems = [problem for client in everybody for problem in client.problems(port)]
        count = clients.read(port, f"/api/v1/documents/{shared}")["pageCount"]
        acknowledged = sum(client.shared_edits for client in everybody)
        if count != acknowledged:
            problems.append(f"the shared document has {count} pages, not {acknowledged}")
    edits = sum(client.edits + client.shared_edits for client in everybody)
    after = sum(time > promoted for client in everybody for time in client.times)
    if not after:
        problems.append("no edit was acknowledged after the promotion")
    print(
        f"failover: {edits} edits, {after} of them after the promotion; {sum(c.repetitions for c in everybody)} repetitions,"
        f" {sum(c.replays for c in everybody)} answered by a receipt; promotion {promoted - failure:.2f} s,"
        f" longest time without an acknowledgment {longest_gap(everybody, failure):.2f} s")
    for problem in problems:
        print(f"failover: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main())
