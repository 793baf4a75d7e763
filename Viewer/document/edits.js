// SPDX-License-Identifier: Apache-2.0
/** What edits of this user need. The first screen does without it. */

import { Editing } from "../editing/editing.js";
import { newKey } from "../requests/new-key.js";
import { Commits } from "../sharing/commits.js";
import { lastingRequest } from "../sharing/lasting.js";
import { Leaving } from "./leaving.js";

/** @typedef {import("./viewer.js").Parts} Parts */
/** @typedef {import("../controls/late.js").Late<Commits>} LateCommits */

/** Makes what sends the edits. @param {Omit<import("../sharing/commits.js").CommitParts, "request" | "newKey" | "origin">} parts */
export const makeCommits = (parts) => new Commits({ ...parts, request: lastingRequest, newKey, origin: newKey() });

/** Makes what people edit with. @param {Pick<Parts, "gallery" | "clock" | "stage" | "sharing" | "announcer" | "navigation" | "pictures" | "layout" | "reducedMotion"> & {commits: LateCommits}} parts */
export async function makeEditing(parts) {
  const { clock, stage, navigation, layout } = parts;
  const commits = await parts.commits.load();
  const leaving = new Leaving(parts);
  leaving.follow(window, document);
  navigation.beforeLeaving = () => leaving.settle();
  const [now, last] = [() => clock.time(), () => clock.last];
  return new Editing({
    ...parts, commits, now, last, advance: () => (stage.changed(now()), last()), changed: () => stage.changed(),
    setOpen: (isOpen) => leaving.ask(window, isOpen), showWaiting: (isWaiting) => layout.connection.set("edits", isWaiting),
    title: () => layout.heading.textContent ?? "" });
}
