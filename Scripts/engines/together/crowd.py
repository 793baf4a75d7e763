# SPDX-License-Identifier: Apache-2.0
"""A client that edits and reads documents which others edit at the same time."""

import collections
import random
import threading

from pages import make_page
from servers import Client


class Member(threading.Thread):
    """Edits the pages that it has read last, some of which may be gone by then."""

    def __init__(self, servers, number, histories, turns_away):
        super().__init__(daemon=True)
        self.client, self.random = Client(servers, number, 0.05, turns_away), random.Random(number)
        self.histories = histories
        self.is_ended, self.failure = threading.Event(), None
        self.rotations, self.conflict_count, self.attempt_count = collections.Counter(), 0, 0

    def run(self):
        try:
            while not self.is_ended.is_set():
                self.step(self.random.choice(self.histories))
        except Exception as failure:  # reported by the main program
            self.failure = failure

    def step(self, history):
        ids, revision = self.read(history)
        # Documents keep about 3 to 30 pages; several clients may add or delete at the same time.
        kinds = [self.rotate, self.move, self.delete, self.rotate_at_index] if len(ids) >= 3 else []
        kinds += [self.append] if len(ids) < 30 else []
        self.random.choice(kinds)(history, ids, revision)

    def read(self, history):
        answer = self.client.ask("GET", f"/api/v1/documents/{history.document}/pages")
        found = answer.json()
        history.note("read", answer, ids=found["ids"], revision=found["revision"])
        return found["ids"], found["revision"]

    def edit(self, history, kind, page, method, path, value=None, before=None):
        """An edit of a page that another client may have deleted."""
        answer = self.client.edit(method, path, value, (200, 201, 204, 404))
        self.attempt_count += answer.attempts
        if answer.status == 404:
            return None
        index = answer.json()["index"] if answer.body else None
        history.note(kind, answer, page or answer.json()["id"], before, index=index)
        return answer

    def append(self, history, ids, _):
        before = self.random.choice(["", *(f"?before={page}" for page in ids)])
        self.edit(history, "append", None, "POST", f"/api/v1/documents/{history.document}/pages{before}", make_page())

    def rotate(self, history, ids, _):
        page = self.random.choice(ids)
        if self.edit(history, "rotate", page, "PATCH", f"/api/v1/pages/{page}", {"rotation": 90}):
            self.rotations[page] += 90

    def move(self, history, ids, _):
        page, before = self.random.choice(ids), self.random.choice([*ids, None])
        if page != before:
            self.edit(history, "move", page, "POST", f"/api/v1/pages/{page}/move", {"before": before}, before)

    def delete(self, history, ids, _):
        """Deletes a page, and restores it in half of the cases, at random."""
        page = self.random.choice(ids)
        if self.edit(history, "delete", page, "DELETE", f"/api/v1/pages/{page}") and self.random.random() < 0.5:
            self.edit(history, "restore", page, "POST", f"/api/v1/pages/{page}/restore")

    def rotate_at_index(self, history, ids, revision):
        """Rotates the page at an index, on condition of the revision that was read."""
        index = self.random.randrange(len(ids))
        change, tag = {"rotations": [{"at": index, "rotation": 90}]}, {"If-Match": f'"r{revision}"'}
        path = f"/api/v1/documents/{history.document}/changes"
        answer = self.client.edit("POST", path, change, (200, 412), tag)
        self.attempt_count += answer.attempts
        if answer.status == 412:
            self.conflict_count += 1
            history.note("conflict", answer)
            return
        if answer.revision != revision + 1:
            history.fail(f"an edit of revision {revision} has made {answer.revision}", answer)
        history.note("rotate", answer, ids[index])
        self.rotations[ids[index]] += 90
