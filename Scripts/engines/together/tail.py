# SPDX-License-Identifier: Apache-2.0
"""Follows the changes of a document through one server."""

import threading

from servers import Client, Failure


class Tail(threading.Thread):
    """Keeps all changes of a document. A list has at most 64, so they are read while clients edit."""

    def __init__(self, server, document):
        super().__init__(daemon=True)
        self.client, self.document, self.changes = Client([server]), document, []
        self.is_ended, self.failure = threading.Event(), None

    def run(self):
        try:
            while not self.is_ended.wait(0.02):
                self.read()
        except Exception as failure:  # reported by the main program
            self.failure = failure

    def read(self):
        path = f"/api/v1/documents/{self.document}/changes?after={len(self.changes)}"
        answer = self.client.read(path)
        if answer.get("reset"):
            raise Failure(f"more than 64 changes at once after {len(self.changes)}")
        self.changes += [lasting(change) for change in answer["changes"]]

    def finish(self):
        """Returns all changes, also those behind the last list."""
        self.is_ended.set()
        self.join()
        if self.failure:
            raise self.failure
        count = -1
        while count < len(self.changes):
            count = len(self.changes)
            self.read()
        return self.changes


def lasting(change):
    """The parts of a change that are those of its time; keys, aspect ratios and replaced pages are the present ones."""
    lasting = {kind: change[kind] for kind in ("revision", "deletions", "moves") if kind in change}
    lasting["insertions"] = [(entry["at"], entry["page"]["id"]) for entry in change.get("insertions", [])]
    lasting["replacements"] = [entry["at"] for entry in change.get("replacements", [])]
    return lasting
