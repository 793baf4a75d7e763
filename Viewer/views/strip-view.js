// SPDX-License-Identifier: Apache-2.0

import { points } from "../pictures/frame.js";
import { Pool } from "./pool.js";
import { Thumbnail } from "./thumbnail.js";

/** @typedef {import("../pictures/pictures.js").Pictures} Pictures */
/** @typedef {import("./thumbnail.js").StripCell} StripCell */

/** The distance from the strip at which the track begins anew, in points: numbers of a browser are exact below. */
const farthest = 16384;
/** The pictures, and the texts at rest, that are exchanged in one frame: more of them wait for the next one. */
const [picturesPerFrame, textsPerFrame] = [6, 12];
/** The elements that wait for pages, so that none has to be made in a frame. */
const spareCount = 4;

/**
 * The thumbnails: elements of a pool that mirror the cells of the strip.
 *
 * They lie on a track. In a fling all of them move by the same distance: only the track is moved, as a layer that
 * is painted already, and new thumbnails are put on its end.
 *
 * A collapsed thumbnail is a target of at least 24 points, but narrower than the 44 of other controls for fingers: the strip is
 * scrubbed like a slider, and the more pages it shows, the better. Whoever needs larger targets has them for the same:
 * the buttons at both ends of the strip, and the cells of all pages (the equivalent controls of WCAG 2.5.5 and 2.5.8,
 * which also stand in for the thumbnails of a strip that is lower at 400 % zoom).
 */
export class StripView {
  #track = document.createElement("div");
  #trackX = 0;
  #isRaised = false;
  #isOrdered = false;
  /** The pictures and texts that this frame exchanges, or would. */
  #pictureCount = 0;
  #textCount = 0;
  #element;
  #pictures;
  #height = 0;
  #ratioOf;
  #textsOf;
  #pool = new Pool(() => {
    const thumbnail = new Thumbnail();
    this.#track.append(thumbnail.element);
    return thumbnail;
  });

  /** The style of the pictures. */
  style = "h66";

  /**
   * @param {HTMLElement} element
   * @param {Pictures} pictures
   * @param {(id: number) => number | null} ratioOf
   * @param {(id: number, index: number, count: number) => import("./thumbnail.js").ThumbnailTexts} textsOf
   */
  constructor(element, pictures, ratioOf, textsOf) {
    this.#element = element;
    this.#pictures = pictures;
    this.#ratioOf = ratioOf;
    this.#textsOf = textsOf;
    this.#track.className = "track";
    this.#track.setAttribute("role", "presentation");
    this.#track.addEventListener("focusout", () => this.#pool.blur(this.#isRaised));
    element.append(this.#track);
  }

  /** The number of elements. */
  get elementCount() { return this.#pool.count; }

  /** The element of a page, `null` if it is out of sight. @param {number} id */
  elementOf(id) { return this.#pool.of(id)?.element ?? null; }

  /** The distance of the track from the strip, in points. */
  get trackX() { return this.#trackX; }

  /** @param {number} height the height of the strip, in points */
  resize(height) {
    this.#height = height;
    for (const thumbnail of this.#pool.shown) thumbnail.isShaped = false;
  }

  /**
   * Mirrors a frame, and returns whether something waits for the next one.
   * @param {{length: number, [index: number]: StripCell}} cells
   * @param {number | null} activePage
   * @param {number} count the number of all pages
   * @param {boolean} isMoving texts and shapes wait until nothing moves
   */
  draw(cells, activePage, count, isMoving) {
    if (isMoving !== this.#isRaised) this.#raise(isMoving);
    this.#pool.begin(cells);
    this.#moveTrack(cells);
    this.#pictureCount = this.#textCount = 0;
    for (let number = 0; number < cells.length; number += 1) {
      const cell = cells[number];
      const thumbnail = this.#pool.take(number, cell.id);
      if (cell.contentVersion !== thumbnail.version) thumbnail.renew(cell.contentVersion);
      if (!isMoving) this.#dress(thumbnail, cell, activePage, count);
      else if (!thumbnail.isShaped && (cell.expansion > 0 || !thumbnail.hasBox)) thumbnail.shape(this.#ratioOf(cell.id), this.#height);
      thumbnail.draw(cell, cell.x - this.#trackX);
      if (thumbnail.isDirty) this.#show(thumbnail);
    }
    this.#pool.end(isMoving);
    if (this.#textCount > 0 || isMoving) this.#isOrdered = false;
    if (!this.#isOrdered && this.#textCount <= textsPerFrame && !isMoving) this.#order(cells);
    return this.#pictureCount > picturesPerFrame || this.#textCount > textsPerFrame;
  }

  /** At rest: the box gets the shape of the page, and its texts. */
  #dress(/** @type {Thumbnail} */ thumbnail, /** @type {StripCell} */ cell, /** @type {number | null} */ activePage, /** @type {number} */ count) {
    const isActive = cell.id === activePage;
    thumbnail.select(isActive);
    const isDescribed = cell.index === thumbnail.index && count === thumbnail.count;
    if (thumbnail.isShaped && isDescribed || (this.#textCount += 1) > textsPerFrame && !isActive) return;
    if (!thumbnail.isShaped) thumbnail.shape(this.#ratioOf(cell.id), this.#height);
    if (!isDescribed) thumbnail.describe(cell.index, count, this.#textsOf(cell.id, cell.index, count));
  }

  #show(/** @type {Thumbnail} */ thumbnail) {
    const picture = this.#pictures.thumbnail(thumbnail.id, this.style);
    if (picture && (this.#pictureCount += 1) > picturesPerFrame) thumbnail.clear();
    else thumbnail.show(picture);
  }

  /** What moves has a layer of its own; what rests is painted where it is, and is sharp. */
  #raise(/** @type {boolean} */ isRaised) {
    this.#isRaised = isRaised;
    this.#track.toggleAttribute("data-moving", isRaised);
  }

  /** Moves the track as far as the first thumbnail that is on it already. */
  #moveTrack(/** @type {{length: number, [index: number]: StripCell}} */ cells) {
    let x = 0;
    for (let number = 0; number < cells.length; number += 1) {
      const thumbnail = this.#pool.at(number);
      if (!thumbnail?.isPlaced) continue;
      x = points(cells[number].x - thumbnail.x);
      break;
    }
    if (Math.abs(x) > farthest) x = 0;
    if (x === this.#trackX) return;
    this.#trackX = x;
    this.#track.style.transform = `translate(${x}px,0)`;
  }

  /** The pictures of a page have changed. @param {number} id */
  invalidate(id) {
    const thumbnail = this.#pool.of(id);
    if (thumbnail) thumbnail.isDirty = true;
  }

  /** Describes all thumbnails anew. */
  relabel() {
    for (const thumbnail of this.#pool.shown) thumbnail.index = -1;
  }

  /** Tells assistive technology the order of the elements, which is not that of the pool. */
  #order(/** @type {{length: number, [index: number]: StripCell}} */ cells) {
    this.#isOrdered = true;
    let ids = "";
    for (let number = 0; number < cells.length; number += 1) ids += `thumbnail-${cells[number].id} `;
    this.#element.setAttribute("aria-owns", ids.trimEnd());
    this.#pool.prepare(spareCount);
  }
}
