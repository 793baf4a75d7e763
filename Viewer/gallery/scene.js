// SPDX-License-Identifier: Apache-2.0

import { Conditions } from "./conditions.js";
import { GalleryView } from "../views/gallery-view.js";
import { thumbnailStyle } from "../pictures/ladder.js";
import { StripView } from "../views/strip-view.js";

/** @typedef {import("../kernel/frame.js").GalleryFrame} Frame */
/** @typedef {import("../views/page-element.js").ZoomedRect} ZoomedRect */
/**
 * @typedef {object} SceneParts
 * @property {Pick<import("../kernel/gallery.js").Gallery, "ratioOf">} gallery
 * @property {import("../pictures/pictures.js").Pictures} pictures
 * @property {HTMLElement} preview
 * @property {HTMLElement} strip
 */

/** The pages and thumbnails on the screen, which mirror a frame. */
export class Scene {
  #element;
  #conditions;

  /** The views, for focus and figures. */
  preview;
  strip;

  /** @param {SceneParts} parts */
  constructor({ gallery, pictures, preview, strip }) {
    this.#element = preview;
    const conditions = this.#conditions = new Conditions(pictures);
    this.preview = new GalleryView(preview, pictures, (index) => `Page ${index + 1}`, (page, index) => conditions.noteOf(page, index));
    this.strip = new StripView(strip, pictures, (page) => gallery.ratioOf(page), (page, index, count) => (
      { label: conditions.labelOf(page, index, count), isDamaged: conditions.isDamaged(page) }));
  }

  /**
   * Mirrors a frame. Returns whether something waits for the next one.
   * @param {Frame} frame @param {ZoomedRect | null} zoomed @param {boolean} isInMotion
   */
  draw(frame, zoomed, isInMotion) {
    this.preview.draw(frame.preview, zoomed, isInMotion);
    return this.strip.draw(frame.strip, frame.activePage, frame.count, isInMotion);
  }

  /** Follows the height of the strip. @param {number} height points @param {number} density */
  resize(height, density) {
    this.strip.resize(height);
    this.strip.style = thumbnailStyle(height, density);
  }

  /** Pages begin or cease to fly past: it counts from the next frame. @param {boolean} isFlying */
  setFlying(isFlying) {
    this.preview.isFlying = isFlying;
    this.#element.toggleAttribute("data-flying", isFlying);
  }

  /** @param {boolean} isZoomed */
  setZoomed(isZoomed) { this.#element.toggleAttribute("data-zoomed", isZoomed); }

  /** The pictures of a page have changed. @param {number} page */
  invalidate(page) {
    this.preview.invalidate(page);
    this.strip.invalidate(page);
  }

  /** @param {Iterable<number>} pages */
  setDamaged(pages) {
    this.#conditions.setListed(pages);
    this.relabel();
  }

  /** The texts about pages have changed. */
  relabel() { this.strip.relabel(); }

  /** Whether a page is damaged. @param {number} page */
  isDamaged(page) { return this.#conditions.isDamaged(page); }
}
