// SPDX-License-Identifier: Apache-2.0

import { areasOf, KnownAreas } from "./areas.js";
import { Flight } from "./flight.js";
import { News } from "./news.js";
import { PageNotice } from "./page-notice.js";
import { Planner } from "./planner.js";
import { Scene } from "./scene.js";

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/** @typedef {import("../kernel/frame.js").GalleryFrame} Frame */
/** @typedef {import("./areas.js").Areas} Areas */
/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("../pictures/pictures.js").Pictures} Pictures */
/** @typedef {import("../zoom/zoom.js").ZoomControl} ZoomControl */
/** @typedef {import("../zoom/zoom.js").ZoomState} ZoomState */

/** The loop of a gallery: asks the kernel, draws its frame, plans the pictures, and tells others what they need to know. */
export class Stage {
  #parts;
  #scene;
  #planner;
  #news;
  #areas;
  #flight = new Flight();
  #notice = new PageNotice();
  #isZoomed = false;
  /** What rests, empty while something moves. */
  #rest = "";

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
    this.#areas = new KnownAreas(parts.areas);
    const { gallery, pictures, clock } = parts;
    this.#scene = new Scene(parts);
    this.#news = new News(gallery, this.#planner, (record, time) => this.onRecord(record, time));
    pictures.onChange = (page) => {
      this.#scene.invalidate(page);
      this.onPicture(page);
      clock.wake();
    };
    // The texts for people who do not see the pages follow at the next rest.
    pictures.onDamage = () => {
      this.#scene.relabel();
      this.#rest = "";
    };
    clock.onFrame = (time, isAsked) => this.draw(time, isAsked);
    this.layers.push({ draw: () => false, nextBoundary: () => parts.zoom.nextBoundary() });
    clock.nextBoundary = () => this.#nextBoundary();
    clock.isBusy = () => gallery.frame(clock.last).openEditCount > 0;
  }

  /** The views, for focus and figures. */
  get strip() { return this.#scene.strip; }
  get preview() { return this.#scene.preview; }

  /** Whether nothing moves and nothing is down. */
  get isResting() { return this.#rest !== ""; }

  /** @param {Iterable<number>} pages */
  setDamaged(pages) { this.#scene.setDamaged(pages); }

  /** Whether a page is damaged. @param {number} page */
  isDamaged(page) { return this.#scene.isDamaged(page); }

  #nextBoundary() {
    let next = this.#parts.gallery.nextBoundary();
    // What has to wait follows then: the number of the page, and a plan.
    for (const time of [this.#notice.due, this.#planner.due, ...this.layers.map((layer) => layer.nextBoundary())]) {
      if (time !== null) next = Math.min(next ?? time, time);
    }
    return next;
  }

  /** Other pages are visible as well, such as in the grid. @param {{pages: number[], style: string} | null} more */
  setMore(more) {
    this.#planner.setMore(more);
    this.#parts.clock.wake();
  }

  /** An input has changed something: the kernel is asked what follows, now or with the next frame. @param {number | null} [time] that of now */
  changed(time = document.hidden ? this.#parts.clock.time() : null) {
    if (time !== null) this.#news.take(time);
    this.#parts.clock.wake();
  }

  /** The areas on the screen may have changed. Returns whether they have. @param {number} time */
  resized(time) {
    const { preview, strip, gallery, zoom } = this.#parts;
    const areas = areasOf(preview, strip);
    const isChanged = this.#areas.take(areas, devicePixelRatio);
    if (isChanged === null) return false;
    if (isChanged) gallery.setViewport(areas.preview, areas.strip, time);
    zoom.setViewport(areas.preview.width, areas.preview.height, time);
    this.#scene.resize(areas.strip.height, devicePixelRatio);
    this.#planner.invalidate();
    return true;
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
    if (isAsked || isTouched || this.#news.isDue(time)) this.#news.take(time);
    const frame = gallery.frame(time);
    this.#news.boundary = frame.nextBoundary ?? Infinity;
    const zoomed = zoom.follow(frame, time);
    const isZoomed = zoomed.scale !== 1;
    if (isZoomed !== this.#isZoomed) this.#setZoomed(isZoomed);
    const isInMotion = frame.isAnimating || isTouched;
    const isWaiting = this.#scene.draw(frame, isZoomed ? zoomed : null, isInMotion);
    if (this.#notice.take(frame, time, isInMotion)) this.#noteChange(frame);
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
    this.#scene.setFlying(this.#flight.isFlying);
    this.#planner.invalidate();
    // The pages were drawn as they were before.
    this.#parts.clock.wake();
  }

  #setZoomed(/** @type {boolean} */ isZoomed) {
    this.#isZoomed = isZoomed;
    this.#scene.setZoomed(isZoomed);
    this.#planner.invalidate();
  }

  #noteChange(/** @type {Frame} */ frame) {
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
    this.#planner.plan(frame, zoomed, { time, isFlying: this.#flight.isFlying, thumbnail: this.#scene.strip.style });
  }
}
