# SPDX-License-Identifier: Apache-2.0
"""Kills a server and the primary while clients edit, and checks what is left. Called by Scripts/failover.sh.

usage: failover.py FOLDER [--seconds N]
"""

import argparse
import sys
import time

from editor import Editor
from servers import Client, Failure, Server, shell

CLIENTS = 8


def main():
    parser = argparse.ArgumentParser(usage=__doc__.splitlines()[-1].removeprefix("usage: "))
    parser.add_argument("folder")
    parser.add_argument("--seconds", type=float, default=15)
    options = parser.parse_args()
    location = (f"postgresql:///postgres?host={options.folder}/first,{options.folder}/second&user=page"
                f"&target_session_attrs=read-write&objects={options.folder}/originals")
    servers = []
    try:
        for number in range(2):
            servers.append(Server(location, f"{options.folder}/server-{number}.log"))
        run(options, servers, location)
    except Failure as failure:
        sys.exit(f"failover: FAILED: {failure}")
    finally:
        for server in servers:
            server.kill()


def run(options, servers, location):
    """Edits; kills a server after a quarter of the time, and the primary after a half."""
    shared = Client(servers).edit("POST", "/api/v1/documents", {"title": "shared"}).json()["id"]
    editors = [Editor(servers, number, shared) for number in range(CLIENTS)]
    for editor in editors:
        editor.start()
    time.sleep(options.seconds / 4)
    server_killed = time.monotonic()
    servers[1].kill()
    time.sleep(options.seconds / 4)
    killed = time.monotonic()
    shell("kill_postgresql", f"{options.folder}/first")
    # Those who read go on with the standby before somebody promotes it.
    reading = expect_reading(servers[0], shared)
    shell("promote_postgresql", f"{options.folder}/second")
    promoted = time.monotonic()
    time.sleep(options.seconds / 2)
    finish(editors)
    # A new server knows nothing but what is in the database; it takes the place of the killed one.
    servers[1] = Server(location, f"{options.folder}/server-2.log")
    for server in servers:
        check(Client([server]), editors, shared)
    expect("whether the server is read-only", False, Client([servers[0]]).read("/health/ready")["isReadOnly"])
    report(editors, server_killed, killed, reading, promoted)


def expect_reading(server, document):
    """Reads through a server while there is no primary, and returns when the first request was answered."""
    client = Client([server])
    client.read(f"/api/v1/documents/{document}")
    begun = time.monotonic()
    for page in read_pages(client, f"/api/v1/documents/{document}")[:3]:
        client.read(f"/api/v1/pages/{page['id']}")
    expect("whether the server is read-only", True, client.read("/health/ready")["isReadOnly"])
    # It looks for a primary each second, and finds none again.
    time.sleep(1.5)
    client.read(f"/api/v1/documents/{document}")
    return begun


def finish(editors):
    for editor in editors:
        editor.is_ended.set()
    for editor in editors:
        editor.join()
        if editor.failure:
            raise Failure(f"a client: {editor.failure!r}")


def expect(what, expected, found):
    if expected != found:
        raise Failure(f"{what}: expected {expected}, found {found}")


def check(client, editors, shared):
    """Compares all documents with what the clients have been answered."""
    for editor in editors:
        path = f"/api/v1/documents/{editor.document}"
        document, pages = client.read(path), read_pages(client, path)
        expect("the order of pages", editor.order, [page["id"] for page in pages])
        expect("the title", editor.title or "own", document["title"])
        expect("the revision, one for each edit", editor.edit_count, document["revision"])
        check_rotations(editor, pages)
        expect("the trash", editor.trash, {page["id"] for page in read_trash(client, path)})
    pages = read_pages(client, f"/api/v1/documents/{shared}")
    added = sorted(page for editor in editors for page in editor.added)
    expect("the pages of the shared document", added, sorted(page["id"] for page in pages))
    count = sum(editor.shared_count for editor in editors)
    expect("its revision", count, client.read(f"/api/v1/documents/{shared}")["revision"])
    for editor in editors:
        check_rotations(editor, [page for page in pages if page["id"] in editor.added])


def check_rotations(editor, pages):
    for page in pages:
        expect(f"the rotation of page {page['id']}", editor.rotations[page["id"]], page["rotation"])


def read_pages(client, path):
    pages = []
    while True:
        more = client.read(f"{path}/pages?from={len(pages)}&limit=1000")["pages"]
        pages += more
        if len(more) < 1000:
            return pages


def read_trash(client, path):
    pages, following = [], f"{path}/trash"
    while following:
        part = client.read(following)
        pages += part["pages"]
        following = part.get("next")
    return pages


def report(editors, server_killed, killed, reading, promoted):
    edits = sum(len(editor.times) for editor in editors)
    repeated = sum(editor.repetitions for editor in editors)
    after = [next((time for time in editor.times if time > promoted), None) for editor in editors]
    if None in after:
        raise Failure("a client has not resumed")
    moved = [next(time for time in editor.times if time > server_killed) - server_killed for editor in editors]
    print(f"failover: {edits} edits, {repeated} of them repeated; each was made once, and none is lost")
    print(f"failover: a killed server: all clients had gone on after {max(moved):.2f} s")
    print(f"failover: a killed primary: the standby was read after {reading - killed:.2f} s")
    print(f"failover: a killed primary: promoted after {promoted - killed:.2f} s, the first client went on "
          f"after {min(after) - killed:.2f} s, the last one after {max(after) - killed:.2f} s")


if __name__ == "__main__":
    main()
