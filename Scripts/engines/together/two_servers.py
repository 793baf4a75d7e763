# SPDX-License-Identifier: Apache-2.0
"""Eight clients edit the same documents through two servers. Called by Scripts/two-servers.sh.

usage: two_servers.py FOLDER [--seconds N] [--kills-per-second N] [--turn-away]
"""

import argparse
import collections
import sys
import time

from crowd import Member
from history import History, play
from servers import Client, Failure, Server, shell
from tail import Tail

KILL = """SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1) one"""
CLIENTS, DOCUMENTS = 8, 3


def main():
    parser = argparse.ArgumentParser(usage=__doc__.splitlines()[-1].removeprefix("usage: "))
    parser.add_argument("folder")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--kills-per-second", type=float, default=2)
    parser.add_argument("--turn-away", action="store_true")
    options = parser.parse_args()
    location = f"postgresql:///postgres?host={options.folder}/postgresql&user=page&objects={options.folder}/originals"
    servers = []
    try:
        for number in range(2):
            servers.append(Server(location, f"{options.folder}/server-{number}.log"))
        run(options, servers)
        for server in servers:
            if status := server.end():
                raise Failure(f"a server ended with the status {status}")
    except Failure as failure:
        sys.exit(f"two-servers: FAILED: {failure}")
    finally:
        for server in servers:
            server.kill()


def run(options, servers):
    client = Client(servers)
    documents = [client.edit("POST", "/api/v1/documents", {"title": "scans"}) for _ in range(DOCUMENTS)]
    histories = [History(answer.json()["id"]) for answer in documents]
    tails = [[Tail(server, history.document) for server in servers] for history in histories]
    members = [Member(servers, number, histories, options.turn_away) for number in range(CLIENTS)]
    for thread in [*members, *(tail for both in tails for tail in both)]:
        thread.start()
    kills = kill_backends(options)
    for member in members:
        member.is_ended.set()
    for member in members:
        member.join()
        if member.failure:
            raise Failure(f"a client: {member.failure!r}")
    for history, both in zip(histories, tails):
        check(history, [tail.finish() for tail in both], servers, members)
    report(histories, members, kills)


def kill_backends(options):
    """Ends connections to the database for the time of the run, and returns how many."""
    if not options.kills_per_second:
        time.sleep(options.seconds)
        return 0
    end, kills = time.monotonic() + options.seconds, 0
    while time.monotonic() < end:
        time.sleep(1 / options.kills_per_second)
        kills += int(shell("query_postgresql", f"{options.folder}/postgresql", KILL))
    return kills


def check(history, changes, servers, members):
    """Compares what clients have seen with the changes, and these with both servers."""
    if changes[0] != changes[1]:
        raise Failure(f"document {history.document}: the servers tell different changes")
    history.check(changes[0])
    rotations = sum((member.rotations for member in members), collections.Counter())
    last = play(changes[0])[-1]
    for server in servers:
        pages = Client([server]).read(f"/api/v1/documents/{history.document}/pages?limit=1000")["pages"]
        if [page["id"] for page in pages] != last:
            raise Failure(f"document {history.document}: its pages are not those of the changes")
        for page in pages:
            if page["rotation"] != rotations[page["id"]] % 360:
                raise Failure(f"page {page['id']}: the rotation {page['rotation']} is not {rotations[page['id']]}")


def report(histories, members, kills):
    counts = collections.Counter(seen.kind for history in histories for seen in history.seen)
    reads, conflicts = counts.pop("read"), counts.pop("conflict", 0)
    attempts = sum(member.attempt_count for member in members)
    print(f"two-servers: {sum(counts.values())} edits and {reads} reads by {CLIENTS} clients of {len(histories)} "
          f"documents: linearizable")
    print(f"two-servers: {conflicts} conflicts; {kills} connections to the database ended; {attempts} requests for "
          f"edits in all")


if __name__ == "__main__":
    main()
