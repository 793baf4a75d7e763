// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { OpenEdits } from "../../editing/open-edits.js";
import { Replacing } from "../../editing/replacing.js";
import { makeWindow } from "./open-document.js";

const image = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], "new.jpg");

const turn = () => new Promise((resolve) => { setTimeout(resolve, 0); });

/** Replaces pages 1 to 3; the image of page 2 has three bytes, which tests make unreadable. */
function makeReplacing(context) {
  const state = { ...makeWindow(context), pages: [1, 2, 3], leaving: [], staged: [], noted: [], asked: 0, key: "before", isReadable: true, answer: true, onSend() {}, onRead() {}, onAsk() {} };
  const gallery = { indexOf: (page) => (state.pages.includes(page) ? state.pages.indexOf(page) : null), contentVersionOf: () => 0, replace: () => 7 };
  const calls = {
    put: async () => (await state.onSend(), { id: 9, key: "after" }),
    async request(_, path) {
      await state.onRead();
      if (!state.isReadable) throw new Error("lost");
      return { data: path.endsWith("original") ? new ArrayBuffer(3) : { byteCount: 3, digest: "d", key: "before" } };
    },
    confirm: async () => (state.asked += 1, await state.onAsk(), state.answer),
  };
  state.open = Object.defineProperty(new OpenEdits(gallery), "leaving", { get: () => state.leaving });
  const editing = { open: state.open, history: { keptBytes: 0 }, noteReplacement: (...values) => state.noted.push(values) };
  const commits = { stageReplacement: (page, { key }) => state.staged.push([page, key]) };
  const replacing = new Replacing({ gallery, commits, pictures: { keyOf: () => state.key }, now: () => 0 }, editing, calls);
  return Object.assign(state, { replace: () => replacing.replace(2, image) });
}

test("a page is replaced, and the image before is kept until others have changed it", async (context) => {
  const state = makeReplacing(context);
  await state.replace();
  const [[page, ticket, former]] = state.noted;
  assert.deepEqual([page, ticket, state.staged, state.asked, state.messages()], [2, 7, [[2, "after"]], 0, []]);
  state.key = "after";
  assert.ok(former.isReplaced());
  state.key = "foreign";
  assert.ok(!former.isReplaced());
  former.stage();
  assert.deepEqual(state.staged.at(-1), [2, "before"]);
});

test("it is told that a page is being replaced, and who leaves is asked, until it is done", async (context) => {
  const state = makeReplacing(context);
  const look = () => [state.messages(), !dispatchEvent(new Event("beforeunload", { cancelable: true }))];
  const seen = [];
  for (const moment of ["onSend", "onRead"]) state[moment] = () => { seen.push(look()); };
  await state.replace();
  state.isReadable = false;
  state.onAsk = () => { seen.push(look()); };
  await state.replace();
  const [during, asked] = [[["Replacing the page\u2026"], true], [[], true]];
  assert.deepEqual(seen, [during, during, during, during, during, asked]);
  assert.deepEqual(look(), [[], false]);
  state.pages = [1, 3];
  await state.replace();
  assert.equal(look()[1], false);
});

test("a page whose image cannot be kept is replaced after a question", async (context) => {
  const state = makeReplacing(context);
  state.isReadable = false;
  state.answer = false;
  await state.replace();
  assert.deepEqual([state.asked, state.staged, state.noted], [1, [], []]);
  state.answer = true;
  await state.replace();
  assert.deepEqual([state.asked, state.staged, state.noted], [2, [[2, "after"]], [[2, 7, null]]]);
});

for (const [moment, what] of [["onSend", "sent"], ["onRead", "read"], ["onAsk", "asked about"], ["", "chosen"]]) {
  test(`a page that goes while its replacement is ${what} is not replaced, and nobody is asked any more`, async (context) => {
    const state = makeReplacing(context);
    state.isReadable = moment !== "onAsk";
    if (moment === "") state.leaving = [2];
    else state[moment] = () => { state.pages = [1, 3]; };
    await state.replace();
    assert.deepEqual([state.staged, state.noted, state.asked], [[], [], Number(moment === "onAsk")]);
    assert.deepEqual(state.messages(), ["The page was not replaced. The page is no longer here."]);
  });
}

test("the image of a page is read when all edits of the page have ended, and again if another one began meanwhile", async (context) => {
  const state = makeReplacing(context);
  const events = [];
  const edit = (ticket, page = 2) => state.open.add(ticket, { kind: "rotate", pages: [page], numbers: [page] });
  const end = async (ticket) => {
    await turn();
    events.push(`end ${ticket}`);
    state.open.end(ticket);
  };
  state.onRead = () => {
    events.push("read");
    if (events.length === 3) edit(4);
  };
  edit(1);
  edit(2);
  edit(3, 1);
  const replacement = state.replace();
  for (const ticket of [1, 2, 4]) await end(ticket);
  await replacement;
  assert.deepEqual(events, ["end 1", "end 2", "read", "read", "end 4", "read", "read"]);
  assert.equal(state.noted.length, 1, "edits of other pages do not matter");
});
