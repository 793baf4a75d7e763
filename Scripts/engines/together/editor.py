# SPDX-License-Identifier: Apache-2.0
"""A client that edits a document of its own and one that all share, and knows what both have to become."""

import random
import threading
import time

from pages import make_page
from servers import Client


class Editor(threading.Thread):
    """Edits until it is told to end. Each edit has a key, and is repeated with it until it is answered."""

    def __init__(self, servers, number, shared):
        super().__init__(daemon=True)
        self.client, self.random, self.shared = Client(servers, number, loss=0.05), random.Random(number), shared
        self.is_ended, self.failure = threading.Event(), None
        self.order, self.rotations, self.trash, self.title = [], {}, set(), None
        self.edit_count, self.added, self.shared_count, self.times = 0, [], 0, []
        self.repetitions = 0
        self.document = self.client.edit("POST", "/api/v1/documents", {"title": "own"}).json()["id"]

    def run(self):
        try:
            while not self.is_ended.is_set():
                self.step()
        except Exception as failure:  # reported by the main program
            self.failure = failure
        self.client.close()

    def step(self):
        choices = [self.append, self.rotate, self.move, self.delete, self.rename, self.share]
        # Without pages there is nothing to edit; a long document would make the last checks long.
        choice = self.append if len(self.order) < 3 else self.random.choice(choices)
        choice()
        self.times.append(time.monotonic())

    def edit(self, *words):
        answer = self.client.edit(*words)
        self.repetitions += answer.attempts > 1
        return answer

    def append(self):
        page = self.edit("POST", f"/api/v1/documents/{self.document}/pages", make_page()).json()["id"]
        self.order.append(page)
        self.rotations[page] = 0
        self.edit_count += 1

    def rotate(self):
        page = self.random.choice(self.order)
        self.edit("PATCH", f"/api/v1/pages/{page}", {"rotation": 90})
        self.rotations[page] = (self.rotations[page] + 90) % 360
        self.edit_count += 1

    def move(self):
        """Moves a page to the front that is elsewhere, so that the order changes."""
        page = self.random.choice(self.order[1:])
        self.edit("POST", f"/api/v1/pages/{page}/move", {"before": self.order[0]})
        self.order.remove(page)
        self.order.insert(0, page)
        self.edit_count += 1

    def delete(self):
        page = self.order.pop(self.random.randrange(len(self.order)))
        self.edit("DELETE", f"/api/v1/pages/{page}")
        self.trash.add(page)
        self.edit_count += 1

    def rename(self):
        self.title = f"own {self.random.random()}"
        path = f"/api/v1/documents/{self.document}"
        tag = self.client.ask("GET", path).tag
        self.edit("PATCH", path, {"title": self.title}, (200,), {"If-Match": tag})

    def share(self):
        """Adds a page to the shared document, or rotates one that this client has added."""
        if not self.added or self.random.random() < 0.5:
            answer = self.edit("POST", f"/api/v1/documents/{self.shared}/pages", make_page())
            self.added.append(answer.json()["id"])
            self.rotations[self.added[-1]] = 0
        else:
            page = self.random.choice(self.added)
            self.edit("PATCH", f"/api/v1/pages/{page}", {"rotation": 90})
            self.rotations[page] = (self.rotations[page] + 90) % 360
        self.shared_count += 1
