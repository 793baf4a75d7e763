# SPDX-License-Identifier: Apache-2.0
"""What clients have seen of one document, and the oracle that says whether one store can have answered so.

The changes are played one after the other; each answer has to fit the state at its revision, and revisions have
to agree with time: what begins after an answer has arrived sees at least the revision of that answer.
"""

import collections
import threading

from servers import Failure

# `page` is the page of an edit; `before` is the page that is to follow a moved one; `ids` is what a reader got.
Seen = collections.namedtuple("Seen", "kind begin end revision page before ids index")

KINDS = {
    "append": "insertions", "restore": "insertions", "rotate": "replacements", "delete": "deletions", "move": "moves"}


class History:
    def __init__(self, document):
        self.document, self.seen, self.lock = document, [], threading.Lock()

    def note(self, kind, answer, page=None, before=None, ids=None, index=None, revision=None):
        revision = answer.revision if revision is None else revision
        with self.lock:
            self.seen.append(Seen(kind, answer.begin, answer.end, revision, page, before, ids, index))

    def check(self, changes):
        """Checks everything against the changes, which begin with the first revision."""
        states = play(changes)
        edits = collections.defaultdict(list)
        for seen in sorted(self.seen, key=lambda seen: seen.begin):
            self.check_state(seen, states)
            if seen.kind in KINDS and self.is_made(seen, edits[seen.revision], states, changes):
                edits[seen.revision].append(seen)
        for revision, change in enumerate(changes, 1):
            if len(edits[revision]) != 1:
                self.fail(f"{len(edits[revision])} edits were answered for {change}", edits[revision])
        self.check_times({id(seen) for made in edits.values() for seen in made})

    def check_state(self, seen, states):
        """What was read is the state at the revision of the answer."""
        if not 0 <= seen.revision < len(states):
            self.fail("a revision that does not exist", seen)
        state = states[seen.revision]
        if seen.ids is not None and seen.ids != state:
            self.fail(f"pages that differ from {state}", seen)
        if seen.index is not None and state[seen.index] != seen.page:
            self.fail("a wrong index", seen)

    def is_made(self, seen, others, states, changes):
        """Whether an edit is the change of its revision; only a move of a page to its own place may be none."""
        after, before = states[seen.revision], states[seen.revision - 1] if seen.revision else []
        changed = seen.revision and pages(changes[seen.revision - 1], KINDS[seen.kind], before, after) == {seen.page}
        if changed and not (others and seen.kind == "move"):
            return True
        place = after.index(seen.page) if seen.page in after else -1
        if seen.kind != "move" or place < 0 or (after[place + 1:] + [None])[0] != seen.before:
            self.fail("an edit that is missing in the changes", seen)
        return False

    def check_times(self, edits):
        """What begins after the end of another one has at least its revision; an edit, a later one."""
        ended, highest, position = sorted(self.seen, key=lambda seen: seen.end), None, 0
        for seen in sorted(self.seen, key=lambda seen: seen.begin):
            while ended[position].end < seen.begin:
                if highest is None or ended[position].revision > highest.revision:
                    highest = ended[position]
                position += 1
            if highest and seen.revision < highest.revision + (id(seen) in edits):
                self.fail(f"a revision that goes back behind {highest}", seen)

    def fail(self, what, seen):
        raise Failure(f"document {self.document}: {what}: {seen}")


def play(changes):
    """The order of pages at each revision, from zero."""
    states = [[]]
    for number, change in enumerate(changes, 1):
        if change["revision"] != number:
            raise Failure(f"change {number} has the revision {change['revision']}")
        states.append(applied(change, states[-1]))
    return states


def applied(change, order):
    moves = change.get("moves", [])
    gone = {*change.get("deletions", []), *(move["from"] for move in moves)}
    places = dict(change["insertions"])
    places |= {move["to"]: order[move["from"]] for move in moves}
    order = [page for index, page in enumerate(order) if index not in gone]
    for at in sorted(places):
        order.insert(at, places[at])
    return order


def pages(change, kind, before, after):
    """The pages of one kind of change."""
    match kind:
        case "insertions": return {page for _, page in change[kind]}
        case "moves": return {after[move["to"]] for move in change.get(kind, [])}
        case _: return {before[index] for index in change.get(kind, [])}
