// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from "node:fs";
import { Commands } from "../../document/commands.js";
import { attempt } from "../../controls/toasts.js";
import { Editing } from "../../editing/editing.js";
import { Kernel } from "../../kernel/kernel.js";
import { SourceOrder } from "../../sharing/source-order.js";

const bytes = readFileSync(new URL("../../kernel/kernel.wasm", import.meta.url));
const frame = 16_000_000;

/** Returns pages after a change, whose insertions and moves name the indexes that pages will have. */
export function changed(pages, { deletions = [], insertions = [], moves = [] }) {
  const leaving = new Set([...deletions, ...moves.map(({ from }) => from)]);
  const result = pages.filter((_, index) => !leaving.has(index));
  const arrivals = [...insertions.map(({ at, page }) => ({ at, id: page.id })), ...moves.map(({ from, to }) => ({ at: to, id: pages[from] }))];
  for (const { at, id } of arrivals.sort((one, other) => one.at - other.at)) result.splice(at, 0, id);
  return result;
}

/**
 * A document with pages 1 to `count`, its edits and commands in the kernel, and a server that accepts everything that is
 * based on its last revision. `images` and `turns` have what its pages show. `run` lets time pass, in milliseconds; `press` runs actions as separate presses of keys;
 * `changeElsewhere` is an edit of somebody else, whose event arrives at once, or is late until `arrive`; `foreign` has the pages that such edits added or moved.
 */
export async function openDocument(count, { hasEditing = true } = {}) {
  const kernel = await Kernel.load(bytes);
  const gallery = kernel.openGallery({
    ids: Array.from({ length: count }, (_, index) => index + 1), aspectRatios: Array(count).fill(0.75), revision: 3,
    preview: { width: 375, height: 600 }, strip: { width: 375, height: 66 } });
  const state = { gallery, time: 0, revision: 3, texts: [], lastTopic: "", lastText: "", endings: [], onEnd: () => {}, onOpen: () => {}, isOnline: true, isKept: false, requests: [], open: [], turns: {}, images: {}, turnedKeys: {}, made: [], late: [], log: [],
    served: Array.from({ length: count }, (_, index) => index + 1), listening: -1, onForeign: () => {}, foreign: new Set() };
  const now = () => state.time;
  const order = new SourceOrder();
  const keyOf = (page) => `${state.images[page] ?? page} turned by ${state.turns[page] ?? 0}`;
  const serve = (change) => {
    state.served = changed(state.served, change);
    state.log.push({ ...change, revision: ++state.revision });
    return state.log.at(-1);
  };
  const answer = ({ number, id, quarterTurns, change = {}, revision = change.revision }) => {
    if (revision < state.revision) {
      const missed = state.log.slice(revision - state.revision);
      for (const change of missed) order.take(change, false);
      return gallery.conflict(number, state.revision, missed, state.time);
    }
    if (id !== undefined) {
      state.turns[id] = ((state.turns[id] ?? 0) + quarterTurns + 4) % 4;
      state.turnedKeys[id] = keyOf(id);
      state.made.push(id);
    }
    const served = serve(change);
    order.take(served, true);
    gallery.receipt(number, { revision: served.revision }, state.time);
  };
  const takeTurn = (page) => state.made.includes(page) && state.made.splice(state.made.indexOf(page), 1).length > 0;
  const arrive = () => {
    for (const change of state.late.splice(0)) {
      order.take(change, false);
      gallery.change(state.listening, change, state.time);
    }
  };
  const changeElsewhere = (change, isKnown = true) => {
    for (const { page } of change.insertions ?? []) state.foreign.add(page.id);
    for (const { from } of change.moves ?? []) state.foreign.add(state.served[from]);
    for (const { at } of change.replacements ?? []) {
      state.images[state.served[at]] = `image ${state.revision}`;
      state.turns[state.served[at]] = 0;
    }
    state.late.push(serve(change));
    if (isKnown) arrive();
  };
  const take = (time = state.time) => {
    for (const record of gallery.advance(time)) {
      if (record.type === "completed") {
        state.endings.push(record.time);
        editing.completed(record);
        state.onEnd(record.ticket);
      }
      if (record.type === "committed") editing.committed(record);
      if (record.type === "committed" && record.isForeign) state.onForeign();
      if (record.type === "changesRequest") state.listening = record.number;
      if (record.type === "refused") editing.refused(record);
      if (record.type === "applyRequest" || record.type === "rotateRequest") state.requests.push(record);
    }
    while (state.isOnline && state.requests.length > 0) answer(state.requests.shift());
  };
  // What is told is announced at once, unless a test keeps it.
  const tell = (topic, text, told) => {
    if (topic !== "edit" && topic !== "undo") return;
    if (!state.isKept) told?.();
    if (text !== "" || topic === state.lastTopic) [state.lastTopic, state.lastText] = [topic, text];
    if (text !== "") state.texts.push(text);
  };
  const editing = new Editing({
    gallery, announcer: { tell }, now, advance: () => (take(), state.time), last: now, changed() {}, setOpen: (isOpen) => state.onOpen(isOpen), sharing: { errorOf: () => null }, pictures: { keyOf }, commits: { turnedKeyOf: (page) => state.turnedKeys[page], takeTurn, forgetReplacement() {}, order }, title: () => "" });
  const clock = { get last() { return state.time; }, time: now };
  const part = { value: null, use() {} };
  const commands = new Commands(
    { gallery, clock, stage: { changed() {} }, zoom: {}, layout: { actions: [] }, canEdit: true, editing: { value: hasEditing ? editing : null, use: (run) => run(editing) } },
    { details: part, grid: part, menus: part, reordering: part });
  const run = (milliseconds) => {
    for (const end = state.time + milliseconds * 1e6; state.time < end; state.time += frame) take();
  };
  const press = (names, pause = 50) => {
    for (const name of names) {
      commands.run(name);
      run(pause);
    }
  };
  return Object.assign(state, {
    editing, commands, clock, take, run, arrive, changeElsewhere, press, goTo: (page) => (gallery.goTo(page, false, state.time), run(100)), pages: () => [...gallery.pages().ids],
  });
}

/** Returns numbers below a limit that look random, the same ones for a seed. */
export function makeRandom(seed) {
  let state = seed * 7919;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % below;
  };
}

/** The least of a page's elements that messages need: their texts, and a press of the button of the last one. */
export function makeWindow(context) {
  const node = () => ({
    listeners: {},
    children: [], dataset: {}, className: "", isConnected: true, textContent: "",
    get childElementCount() { return this.children.length; },
    get firstElementChild() { return this.children[0]; },
    append(...more) { for (const child of more) this.children.push(typeof child === "string" ? { textContent: child } : Object.assign(child, { parent: this })); },
    remove() { if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this); },
    setAttribute() {}, hasAttribute: () => false, toggleAttribute() {}, addEventListener(name, run) { this.listeners[name] = run; }, contains: () => false, replaceChildren() {}, querySelector: () => null,
  });
  const body = node();
  const { setTimeout } = globalThis;
  globalThis.document = { body, createElement: node, createElementNS: node, createTextNode: (text) => ({ textContent: text }), baseURI: "" };
  // Messages leave after seconds, which a test does not wait for.
  globalThis.setTimeout = (run, delay) => (delay >= 1000 ? 0 : setTimeout(run, delay));
  context.after(() => {
    // Failures stay.
    attempt()();
    delete globalThis.document;
    globalThis.setTimeout = setTimeout;
    for (const child of regions) child.isConnected = false;
  });
  const regions = body.children;
  const textOf = ({ textContent = "", children = [] }) => textContent + children.map(textOf).filter((text) => text !== "").join("|");
  const press = () => regions.flatMap(({ children }) => children).at(-1).children.at(-1).listeners.click();
  return { press, messages: () => regions.flatMap(({ children }) => children.map(textOf)) };
}
