// SPDX-License-Identifier: Apache-2.0

import { areasOf, areSame } from "./areas.js";
import { Flight } from "./flight.js";
import { GalleryView } from "./gallery-view.js";
import { Planner, planInterval } from "./planner.js";
import { thumbnailStyle } from "../pictures/ladder.js";
import { StripView } from "./strip-view.js";

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/** @typedef {import("../kernel/frame.js").GalleryFrame} Frame */
/** @typedef {import("./areas.js").Areas} Areas */
/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("../pictures/pictures.js").Pictures} Pictures */
/** @typedef {import("./zoom.js").ZoomControl} ZoomControl */
/** @typedef {import("./zoom.js").ZoomState} ZoomState */

/** The shortest time between two pages of a motion that others are told of: nobody reads all numbers of a fling. */
const pageInterval = 100e6;

/** What is on the screen: mirrors the frames of the kernel, and plans the pictures. */
export class Stage {
  #parts;
  #preview;
  #strip;
  #planner;
  #flight = new Flight();
  /** The next time at which the kernel has something to say, and the last time at which it was asked, in nanoseconds. */
  #boundary = -Infinity;
  #advancedAt = -Infinity;
  #isZoomed = false;
  /** What rests, empty while something moves. */
  #rest = "";
  #shownVersion = -1;
  #shownAt = -Infinity;
  /** @type {number | null | undefined} */
  #shownPage = undefined;
  /** The active page of the last frame. @type {number | null | undefined} */
  #activePage = undefined;
  #damaged = new Set();
  /** The areas that the gallery knows. */
  #areas;
  /** The density for which the areas were measured last. */
  #density = 0;

  /** Called with each record of the kernel. @type {(record: any, time: number) => void} */
  onRecord = () => {};
  /** Called when everything is at rest, once. @type {(frame: Frame, time: number) => void} */
  onRest = () => {};
  /** Called when something moves again. */
  onMove = () => {};
  /** Called when the pictures of a page have changed. @type {(page: number) => void} */
  onPicture = () => {};
  /** Called with each frame after it was drawn. @type {((frame: Frame) => void) | null} */
  onDrawn = null;
  /** Called when the active page or the pages have changed; in a motion not with each page. @type {(frame: Frame) => void} */
  onPage = () => {};
  /** What is drawn above the gallery, with boundaries of its own. @type {{draw(time: number): boolean, nextBoundary(): number | null}[]} */
  layers = [];
  /** Whether a finger is down. */
  isTouched = () => false;

  /**
   * @param {{gallery: Gallery, clock: Clock, zoom: ZoomControl, pictures: Pictures, preview: HTMLElement, strip: HTMLElement,
   *   preloaded: {page: number, style: string} | null, areas: Areas}} parts the areas are those that the gallery was opened with
   */
  constructor(parts) {
    this.#parts = parts;
    this.#planner = new Planner(parts.gallery, parts.pictures, parts.preloaded);
    this.#areas = parts.areas;
    const { gallery, pictures, preview, strip, clock } = parts;
    this.#preview = new GalleryView(preview, pictures,
      (index) => `Page ${index + 1}`, (id, index) => this.#noteOf(id, index));
    this.#strip = new StripView(strip, pictures, (id) => gallery.ratioOf(id),
      (id, index, count) => `Page ${index + 1} of ${count}${this.isDamaged(id) ? ", damaged" : ""}`);
    pictures.onChange = (page) => {
      this.#preview.invalidate(page);
      this.#strip.invalidate(page);
      this.onPicture(page);
      clock.wake();
    };
    // The texts for people who do not see the pages follow at the next rest.
    pictures.onDamage = () => {
      this.#strip.relabel();
      this.#rest = "";
    };
    clock.onFrame = (time, isAsked) => this.draw(time, isAsked);
    this.layers.push({ draw: () => false, nextBoundary: () => parts.zoom.nextBoundary() });
    clock.nextBoundary = () => this.#nextBoundary();
    clock.isBusy = () => gallery.frame(clock.last).openEditCount > 0;
  }

  /** The views, for focus and figures. */
  get strip() { return this.#strip; }
  get preview() { return this.#preview; }

  /** Whether nothing moves and nothing is down. */
  get isResting() { return this.#rest !== ""; }

  /** @param {Iterable<number>} pages */
  setDamaged(pages) {
    this.#damaged = new Set(pages);
    this.#strip.relabel();
  }

  /** Whether a page is damaged. @param {number} page */
  isDamaged(page) { return this.#damaged.has(page) || this.#parts.pictures.damaged.has(page); }

  #noteOf(/** @type {number} */ id, /** @type {number} */ index) {
    const { pictures } = this.#parts;
    if (pictures.damaged.has(id) && !pictures.best(id)) return `Page ${index + 1} is damaged`;
    if (pictures.hasFailed(id)) return `Page ${index + 1} cannot be shown`;
    return this.isDamaged(id) ? "Damaged" : "";
  }

  #nextBoundary() {
    let next = this.#parts.gallery.nextBoundary();
    for (const layer of this.layers) {
      const boundary = layer.nextBoundary();
      if (boundary !== null) next = Math.min(next ?? boundary, boundary);
    }
    // What has to wait follows then: the number of the page, and a plan.
    if (this.#activePage !== this.#shownPage) next = Math.min(next ?? Infinity, this.#shownAt + pageInterval);
    const { due } = this.#planner;
    if (due !== null) next = Math.min(next ?? Infinity, due);
    return next;
  }

  /** Other pages are visible as well, such as in the grid. @param {{pages: number[], style: string} | null} more */
  setMore(more) {
    this.#planner.setMore(more);
    this.#parts.clock.wake();
  }

  /** An input has changed something: the kernel is asked what follows, and a frame is drawn. */
  changed() {
    const { clock } = this.#parts;
    if (document.hidden) this.#advance(clock.time());
    clock.wake();
  }

  /** The areas on the screen may have changed. Returns whether they have. @param {number} time */
  resized(time) {
    const { preview, strip, gallery, zoom } = this.#parts;
    const areas = areasOf(preview, strip);
    const isChanged = !areSame(areas.preview, this.#areas.preview) || !areSame(areas.strip, this.#areas.strip);
    // An observer of sizes also calls when it begins: the gallery computes a frame anew then.
    if (!isChanged && this.#density === devicePixelRatio) return false;
    if (isChanged) gallery.setViewport(areas.preview, areas.strip, time);
    zoom.setViewport(areas.preview.width, areas.preview.height, time);
    this.#strip.resize(areas.strip.height);
    this.#strip.style = thumbnailStyle(areas.strip.height, devicePixelRatio);
    this.#planner.invalidate();
    this.#areas = areas;
    this.#density = devicePixelRatio;
    return true;
  }

  #advance(/** @type {number} */ time) {
    this.#advancedAt = time;
    for (const record of this.#parts.gallery.advance(time)) {
      if (record.type === "prefetch") this.#planner.announce(record.ids);
      else if (record.type === "cancelPrefetch") this.#planner.cancel(record.ids);
      else this.onRecord(record, time);
    }
  }

  /**
   * Draws the frame of a time, and returns whether something still moves.
   *
   * While something moves by itself, frames depend on the time only, and the kernel has news at its boundaries. What it
   * announces in between is for the next plan of pictures.
   * @param {number} time
   * @param {boolean} isAsked whether anything else may have happened since the last frame
   */
  draw(time, isAsked = true) {
    const { gallery, zoom, clock } = this.#parts;
    const isTouched = this.isTouched();
    if (isAsked || isTouched || time >= this.#boundary || time - this.#advancedAt >= planInterval) this.#advance(time);
    const frame = gallery.frame(time);
    this.#boundary = frame.nextBoundary ?? Infinity;
    this.#activePage = frame.activePage;
    const zoomed = zoom.follow(frame, time);
    const isZoomed = zoomed.scale !== 1;
    if (isZoomed !== this.#isZoomed) this.#setZoomed(isZoomed);
    const isInMotion = frame.isAnimating || isTouched;
    this.#preview.draw(frame.preview, isZoomed ? zoomed : null, isInMotion);
    const isWaiting = this.#strip.draw(frame.strip, frame.activePage, frame.count, isInMotion);
    const isDue = !isInMotion || time - this.#shownAt >= pageInterval;
    if (frame.activePage !== this.#shownPage && isDue || frame.pagesVersion !== this.#shownVersion) this.#noteChange(frame, time);
    let isMoving = frame.isAnimating || zoomed.isAnimating || zoom.isStepping;
    for (let number = 0; number < this.layers.length; number += 1) isMoving = this.layers[number].draw(time) || isMoving;
    const isResting = !isMoving && !isTouched;
    this.#measure(frame.position, time, isResting);
    if (this.#planner.isDue(time, isResting)) this.#plan(frame, zoomed, time);
    // A change without motion ends in a rest as well.
    const rest = isResting ? `${frame.activePage} ${frame.pagesVersion} ${zoomed.scale}` : "";
    if (rest !== this.#rest) this.#setResting(rest, frame, zoomed, time);
    this.onDrawn?.(frame);
    if (isWaiting) clock.wake();
    return isMoving;
  }

  #measure(/** @type {number} */ position, /** @type {number} */ time, /** @type {boolean} */ isResting) {
    if (!this.#flight.measure(position, time, isResting)) return;
    this.#preview.isFlying = this.#flight.isFlying;
    this.#parts.preview.toggleAttribute("data-flying", this.#flight.isFlying);
    this.#planner.invalidate();
    // The pages were drawn as they were before.
    this.#parts.clock.wake();
  }

  #setZoomed(/** @type {boolean} */ isZoomed) {
    this.#isZoomed = isZoomed;
    this.#parts.preview.toggleAttribute("data-zoomed", isZoomed);
    this.#planner.invalidate();
  }

  #noteChange(/** @type {Frame} */ frame, /** @type {number} */ time) {
    this.#shownAt = time;
    this.#shownPage = frame.activePage;
    this.#shownVersion = frame.pagesVersion;
    this.#planner.invalidate();
    this.onPage(frame);
  }

  #setResting(/** @type {string} */ rest, /** @type {Frame} */ frame, /** @type {ZoomState} */ zoomed, /** @type {number} */ time) {
    this.#rest = rest;
    if (rest === "") return this.onMove();
    if (this.#isZoomed) this.#plan(frame, zoomed, time);
    this.onRest(frame, time);
  }

  #plan(/** @type {Frame} */ frame, /** @type {ZoomState} */ zoomed, /** @type {number} */ time) {
    this.#planner.plan(frame, zoomed, { time, isFlying: this.#flight.isFlying, thumbnail: this.#strip.style });
  }
}
