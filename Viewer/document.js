// SPDX-License-Identifier: Apache-2.0

import { Announcer } from "./controls/announcer.js";
import { areasOf } from "./gallery/areas.js";
import { arrivingMemory, takePages } from "./arrivals.js";
import { request, root } from "./requests/api.js";
import { Clock } from "./gallery/clock.js";
import { Kernel } from "./kernel/kernel.js";
import { ratioValue } from "./kernel/changes.js";
import { Late, loadStyle, loadWhenIdle } from "./controls/late.js";
import { makeLayout } from "./gallery/layout.js";
import { Navigation } from "./document/navigation.js";
import { Pictures } from "./pictures/pictures.js";
import { Sharing } from "./sharing/sharing.js";
import { Stage } from "./gallery/stage.js";
import { Viewer } from "./document/viewer.js";
import { ZoomControl } from "./zoom/zoom.js";

const { dataset } = document.body;
const path = `/api/v1/documents/${dataset.document}`;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns the quarter turns of an original, and the bytes of its decoded image. */
async function originalOf(/** @type {number} */ page) {
  const { data } = await request("GET", `/api/v1/pages/${page}`);
  return { turns: data.rotation / 90, byteCount: (data.width ?? 1e6) * (data.height ?? 1e6) * 4 };
}

/**
 * The strength of the parallax: 0.3 of a page that is as wide as the window. A page that is narrower moves
 * less inside its own edges.
 */
const parallaxOf = (/** @type {{width: number, height: number}} */ { width, height }) => Math.round(30 * Math.min(1, 0.75 * height / Math.max(width, 1))) / 100;

/** Opens the gallery at the page of the address, with areas of the present size. */
function openGallery(/** @type {any} */ kernel, /** @type {any} */ pages, /** @type {import("./gallery/areas.js").Areas} */ areas, /** @type {number} */ page) {
  return kernel.openGallery({
    ...pages, ...areas, activeIndex: Math.max(0, pages.ids.indexOf(page)),
    parallaxFactor: parallaxOf(areas.preview), rightToLeft: document.documentElement.dir === "rtl", reducedMotion: reducedMotion.matches,
  });
}

/** Returns what records the calls of a gallery, if the address asks for it. @returns {Promise<import("./inspection/record.js").Recorder | null>} */
async function makeRecorder(/** @type {any} */ gallery, /** @type {any} */ pages, /** @type {any} */ layout, /** @type {number} */ parallax) {
  if (!new URLSearchParams(location.search).has("record")) return null;
  const { Recorder } = await import("./inspection/record.js");
  return new Recorder(gallery, { ids: [...pages.ids], aspectRatios: Array.from(pages.ratios, ratioValue) }, layout, parallax);
}

/** Called when the first frame is drawn. @type {() => void} */
let noteOpened = () => {};
/** @type {Promise<void>} */
const isOpened = new Promise((resolve) => { noteOpened = resolve; });

/** @typedef {Omit<import("./requests/events.js").StreamOptions, "after">} StreamActions */

/** Listens to changes, as soon as the first frame is drawn. */
function listen(/** @type {number} */ after, /** @type {StreamActions} */ actions) {
  const abort = new AbortController();
  isOpened.then(() => import("./requests/events.js")).then(({ EventStream }) => {
    if (abort.signal.aborted) return;
    const stream = new EventStream(`${root}${path}/events`, { after, ...actions });
    abort.signal.addEventListener("abort", () => stream.close());
    // The gallery asks again after a while.
  }, () => void (abort.signal.aborted || actions.onState?.("ended")));
  return { close: () => abort.abort() };
}

/** Imports what edits need. All of it is requested at once, not one after the other. */
const importEdits = async () => (await Promise.all([import("./document/edits.js"), import("./editing/editing.js"), loadStyle("panels.css")]))[0];

/** Starts the viewer. Returns what loads the parts that the first screen does not need. */
async function start() {
  const canEdit = dataset.canEdit === "true";
  const layout = makeLayout({ title: dataset.title ?? "", root, canEdit });
  // The browser lays it out while the pages arrive.
  document.body.append(layout.viewer);
  const [memory, pages] = await Promise.all([arrivingMemory, takePages()]);
  const kernel = new Kernel(memory);

  const navigation = new Navigation(window);
  const place = navigation.place;
  const clock = new Clock();
  const areas = areasOf(layout.preview, layout.strip);
  const opened = openGallery(kernel, pages, areas, place?.page ?? Number(dataset.page ?? -1));
  const recorder = await makeRecorder(opened, pages, layout, parallaxOf(areas.preview));
  const gallery = recorder?.gallery ?? opened;
  const pictures = new Pictures(root, originalOf);
  pictures.setKeys(pages.keys);
  const zoom = new ZoomControl((size, time) => kernel.openZoom({ ...size, reducedMotion: reducedMotion.matches }, time), gallery);
  const preloaded = dataset.page ? { page: Number(dataset.page), style: "e800" } : null;
  const stage = new Stage({ gallery, clock, zoom, pictures, preview: layout.preview, strip: layout.strip, preloaded, areas });
  stage.setDamaged(pages.damaged);
  const announcer = new Announcer(layout.announcer);
  const now = () => clock.time();
  const changed = () => stage.changed();
  const takeKeys = (/** @type {any} */ change) => sharing.takeKeys(change);
  const commits = new Late(async () => (await importEdits()).makeCommits({ gallery, now, path, takeKeys, since: () => editing.value?.since ?? null }));
  const sharing = new Sharing({
    gallery, pictures, request, now, path, commits, listen, onAnswer: changed,
  });
  sharing.onPages = ({ damaged }) => stage.setDamaged(damaged);
  /** @type {Late<import("./editing/editing.js").Editing>} */
  const editing = new Late(async () => (await importEdits()).makeEditing({ gallery, clock, stage, sharing, commits, announcer, navigation, pictures, layout, reducedMotion }));
  const viewer = new Viewer({ gallery, clock, zoom, stage, sharing, editing, announcer, navigation, layout, pictures, memory, canEdit, reducedMotion });
  viewer.run(place);
  return () => {
    noteOpened();
    import("./inspection/inspection.js").then(({ inspect }) => inspect({ gallery, stage, sharing, clock, pictures, recorder }), () => {});
    import("./controls/toasts.js").then(({ prepareToasts }) => prepareToasts(), () => {});
    // Edits come first: they have to be possible when the network is gone.
    if (canEdit) editing.load().catch(() => {});
    loadWhenIdle(viewer.late);
  };
}

/** The forms of the list, which a browser with scripts has kept as text: they are needed now. */
function restoreForms() {
  for (const kept of document.querySelectorAll(".plain noscript")) {
    kept.replaceWith(document.createRange().createContextualFragment(kept.textContent ?? ""));
  }
}

start().then((loadLater) => {
  document.documentElement.dataset.state = "ready";
  // The first frame is drawn before.
  setTimeout(loadLater);
}, (error) => {
  console.error(error);
  document.querySelector(".viewer")?.remove();
  restoreForms();
  document.documentElement.dataset.state = "failed";
});
