// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("./picture.js").Picture} Picture */

/** The bytes of decoded pictures that are kept: 96 MiB. */
export const budget = 96 * 1024 * 1024;

/** Pictures of a kind, the least recently used first, and their bytes. */
class Shelf {
  /** @type {Set<Picture>} */
  pictures = new Set();
  cost = 0;

  /** The least recently used picture that nobody shows. */
  get oldest() {
    for (const picture of this.pictures) if (picture.userCount === 0) return picture;
    return null;
  }
}

/**
 * The decoded pictures that are kept. The least recently used ones that nobody shows make room.
 *
 * Thumbnails and large pictures have at least a half each: one large picture would displace a hundred thumbnails.
 */
export class PictureMemory {
  #large = new Shelf();
  #small = new Shelf();

  /** The bytes of all pictures. */
  get cost() { return this.#large.cost + this.#small.cost; }

  #shelf(/** @type {Picture} */ { style }) {
    return style[0] === "h" ? this.#small : this.#large;
  }

  /** Keeps a picture that was decoded. @param {Picture} picture */
  add(picture) {
    const shelf = this.#shelf(picture);
    shelf.pictures.add(picture);
    shelf.cost += picture.cost;
  }

  /** A picture is wanted again. @param {Picture} picture */
  use(picture) {
    const { pictures } = this.#shelf(picture);
    if (pictures.delete(picture)) pictures.add(picture);
  }

  /** @param {Picture} picture */
  remove(picture) {
    const shelf = this.#shelf(picture);
    if (shelf.pictures.delete(picture)) shelf.cost -= picture.cost;
  }

  /** The picture to remove so that the others fit, `null` if they do. */
  get excess() {
    if (this.cost <= budget) return null;
    const isSmall = this.#small.cost > budget / 2;
    return isSmall ? this.#small.oldest ?? this.#large.oldest : this.#large.oldest ?? this.#small.oldest;
  }
}
