// SPDX-License-Identifier: Apache-2.0

/**
 * Keeps the same covers in a window of another width, such as on a phone that is turned: they lie in other rows then, and
 * browsers keep the distance from the top.
 */
export class PlaceKeeper {
  #list;
  #width = 0;
  /** The scroll position that keeps the place, until people scroll. */
  #kept = NaN;
  /** The first cover below the upper edge, and its distance from it. @type {{cover: Element, top: number} | null} */
  #place = null;

  /** @param {Pick<Element, "children">} list of covers */
  constructor(list) {
    this.#list = list;
  }

  /** @param {Pick<Window, "addEventListener" | "innerWidth" | "innerHeight" | "scrollY" | "scrollBy">} window */
  follow(window) {
    this.#width = window.innerWidth;
    window.addEventListener("scroll", () => this.#note(window), { passive: true });
    window.addEventListener("resize", () => this.#keep(window));
  }

  /** A browser may scroll before it tells of another width. @param {Pick<Window, "innerWidth" | "scrollY">} window */
  #note({ innerWidth, scrollY }) {
    if (innerWidth !== this.#width || Math.abs(scrollY - this.#kept) < 1) return;
    this.#kept = NaN;
    this.#place = scrollY > 0 ? this.#first() : null;
  }

  #first() {
    const { children } = this.#list;
    let [low, high] = [0, children.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (children[middle].getBoundingClientRect().top < 0) low = middle + 1;
      else high = middle;
    }
    const cover = children[low];
    return cover ? { cover, top: cover.getBoundingClientRect().top } : null;
  }

  /** @param {Pick<Window, "innerWidth" | "innerHeight" | "scrollY" | "scrollBy">} window */
  #keep(window) {
    if (window.innerWidth === this.#width) return;
    this.#width = window.innerWidth;
    // It may have been removed.
    if (!this.#place || ![...this.#list.children].includes(this.#place.cover)) return;
    const { cover, top } = this.#place;
    const distance = cover.getBoundingClientRect().top - Math.min(top, window.innerHeight / 2);
    this.#kept = window.scrollY + distance;
    window.scrollBy({ top: distance, behavior: "instant" });
    this.#kept = window.scrollY;
  }
}
