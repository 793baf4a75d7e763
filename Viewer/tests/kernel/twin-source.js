// SPDX-License-Identifier: Apache-2.0

/** @typedef {{ id: number, ratio: number, contentVersion: number }} SourcePage */

/**
 * A source of pages for the twin programs, written once here and once in Swift
 * (`Tests/ViewerKernelTests/Twin/TwinSource.swift`). Changes are lists of numbers as in the
 * interface of the kernel.
 */
export class TwinSource {
  /** @type {SourcePage[]} */
  pages = [];
  /** All changes; the first one leads to version 1. @type {number[][]} */
  history = [];

  get version() {
    return this.history.length;
  }

  /** @param {number} count */
  constructor(count) {
    for (let place = 0; place < count; place++) {
      this.pages.push({ id: place + 1, ratio: ((place % 7) + 3) / 8, contentVersion: 0 });
    }
  }

  /** The columns of the pages. */
  columns() {
    return [
      ...this.pages.map((page) => page.id),
      ...this.pages.map((page) => page.ratio),
      ...this.pages.map((page) => page.contentVersion),
    ];
  }

  /**
   * Applies a change, as the numbers of an `applyRequest`.
   *
   * @param {number[]} list
   */
  apply(list) {
    const [, , deletionCount, insertionCount, moveCount, replacementCount] = list;
    let place = 6;
    const taken = new Set(list.slice(place, place + deletionCount));
    place += deletionCount;
    /** @type {{ at: number, page: SourcePage }[]} */
    const placed = [];
    for (let part = 0; part < insertionCount; part++, place += 4) {
      const [at, id, ratio, contentVersion] = list.slice(place, place + 4);
      placed.push({ at, page: { id, ratio, contentVersion } });
    }
    const changed = this.pages.map((page) => ({ ...page }));
    const movesAt = place;
    place += 2 * moveCount;
    for (let part = 0; part < replacementCount; part++, place += 3) {
      changed[list[place]].ratio = list[place + 1];
      changed[list[place]].contentVersion += 1;
    }
    for (let part = 0; part < moveCount; part++) {
      const [from, at] = list.slice(movesAt + 2 * part, movesAt + 2 * part + 2);
      taken.add(from);
      placed.push({ at, page: changed[from] });
    }
    const result = changed.filter((_, index) => !taken.has(index));
    placed.sort((first, second) => first.at - second.at);
    for (const { at, page } of placed) result.splice(at, 0, page);
    this.pages = result;
    this.history.push([this.version + 1, ...list.slice(1)]);
  }

  /**
   * Replaces the order by its reverse, in a change that is known by its version only.
   */
  reset() {
    this.pages.reverse();
    this.history.push([this.version + 1, 0, 0, 0, 0, 0]);
  }
}
