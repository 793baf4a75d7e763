// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Kernel } from "../../kernel/kernel.js";
import { Recorder } from "../../inspection/record.js";

const kernel = await Kernel.load(readFileSync(new URL("../../kernel/kernel.wasm", import.meta.url)));
const ms = 1_000_000;

/** A recorded gallery, and the requests of its source. */
class Session {
  requests = [];
  records = [];

  constructor() {
    const [preview, strip] = [{ width: 375, height: 600 }, { width: 375, height: 66 }];
    const element = (box) => ({ getBoundingClientRect: () => box });
    globalThis.document = { documentElement: { dir: "ltr" } };
    globalThis.matchMedia = () => ({ matches: false });
    const pages = { ids: [1, 2, 3, 4, 5, 6], aspectRatios: Array(6).fill(0.75) };
    const gallery = kernel.openGallery({ ...pages, revision: 7, preview, strip });
    this.recorder = new Recorder(gallery, pages, { preview: element(preview), strip: element(strip) }, 0.3);
    this.gallery = this.recorder.gallery;
    this.advance(0);
    this.stream = this.requests.find(({ type }) => type === "changesRequest").number;
  }

  advance(time) {
    for (let records = this.gallery.advance(time); records.length > 0; records = this.gallery.advance(time)) {
      this.records.push(...records);
      this.requests.push(...records.filter(({ type }) => type.endsWith("Request")));
    }
  }

  /** Lets time pass, in frames. */
  pass(from, to) { for (let time = from; time <= to; time += 10 * ms) this.advance(time); }

  get lines() { return this.recorder.text().trim().split("\n").slice(1).map((line) => JSON.parse(line)); }
}

const others = { revision: 8, deletions: [0, 4], insertions: [{ at: 3, page: { id: 9, aspectRatio: 0.5 } }], moves: [{ from: 2, to: 0 }], replacements: [{ at: 3, page: { aspectRatio: 1.5 } }] };
const requests = [
  { call: "delete", page: 1 }, { call: "delete", page: 5 }, { call: "replace", page: 4, width: 3, height: 2 },
  { call: "move", page: 3, to: 0, space: "logical" }, { call: "insert", gap: 3, page: { id: 9, width: 1, height: 2 }, space: "logical" },
];

test("a change of others is a call of its own, at the time at which it began", () => {
  const session = new Session();
  session.pass(10 * ms, 100 * ms);
  session.gallery.change(session.stream, others, 103 * ms);
  session.pass(110 * ms, 900 * ms);
  assert.deepEqual([...session.gallery.pages().ids], [3, 2, 4, 9, 6]);
  assert.deepEqual(session.lines, [{ at: 0.103, call: "takeOver", requests }]);
});

test("a change of others precedes the edits that waited for it", () => {
  const session = new Session();
  session.gallery.delete(2, 10 * ms);
  session.pass(10 * ms, 50 * ms);
  session.gallery.change(session.stream, { revision: 8, deletions: [5] }, 50 * ms);
  session.gallery.move(3, 0, 60 * ms);
  session.gallery.goTo(4, true, 70 * ms);
  session.pass(80 * ms, 2000 * ms);
  const receipt = () => {
    const { number } = session.requests.findLast(({ type }) => type === "applyRequest");
    session.gallery.receipt(number, { revision: session.revision, pageCount: session.count }, session.time);
  };
  [session.revision, session.count, session.time] = [9, 4, 2000 * ms];
  receipt();
  session.pass(2000 * ms, 4000 * ms);
  [session.revision, session.time] = [10, 4000 * ms];
  receipt();
  session.pass(4000 * ms, 5000 * ms);
  assert.deepEqual(session.lines.map(({ at, call }) => [at, call]), [
    [0.01, "delete"], [0.06, "takeOver"], [0.06, "move"], [0.07, "goTo"]]);
  assert.deepEqual(session.lines[1].requests, [{ call: "delete", page: 6 }]);
});
