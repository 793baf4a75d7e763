// SPDX-License-Identifier: Apache-2.0

import { Editing } from "../../editing/editing.js";

/** What others do is not known. */
export const commits = { turnedKeyOf() {}, takeTurn: () => true, order: { moveCount: null, isDeletedByOthers: () => false, isMovedByOthers: () => false, begin() {} } };

/** A gallery that deletes when a test says so, and an editing of it. */
export function makeEditing() {
  const state = { pages: [11, 12, 13, 14], active: 11, ticket: 0, errors: new Map(), visited: [], texts: [] };
  const indexOf = (page) => (state.pages.includes(page) ? state.pages.indexOf(page) : null);
  const gallery = {
    get count() { return state.pages.length; }, indexOf, pageAt: (index) => state.pages[index] ?? null,
    get logicalCount() { return gallery.count; }, logicalIndexOf: indexOf, logicalPageAt: (index) => gallery.pageAt(index),
    ratioOf: () => 0.7, contentVersionOf: () => 0, cancel: () => false, insert: () => ++state.ticket, move: () => ++state.ticket,
    frame: () => ({ activePage: state.active }),
    delete(page) {
      // The next page becomes active; the page stays until the deletion is committed.
      state.active = state.pages[indexOf(page) + 1] ?? null;
      return ++state.ticket;
    },
    goTo: (page) => (state.visited.push(page), state.active = page),
  };
  const editing = new Editing({
    gallery, announcer: { tell: (_, text, told) => (state.texts.push(text), told?.()) }, now: () => 0, advance: () => 0, last: () => 0, changed: () => {}, pictures: {}, commits, title: () => "",
    sharing: { errorOf: (code) => state.errors.get(code) },
  });
  const fail = (ticket, error) => {
    state.errors.set(ticket, error);
    editing.refused({ tickets: [ticket], detail: ticket });
    editing.completed({ ticket, outcome: "failed" });
  };
  return { state, editing, fail };
}

/** Lets everything happen that waits. */
export const turn = () => new Promise((resolve) => { setTimeout(resolve, 0); });
