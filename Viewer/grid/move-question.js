// SPDX-License-Identifier: Apache-2.0

/** The question before which page the selected pages go. It follows what others change while it is open. */
export class MoveQuestion {
  #gallery;
  #pages;
  #ask;

  /** Tells that the pages may have changed. */
  update = () => {};

  /**
   * @param {Pick<import("../kernel/gallery.js").Gallery, "count" | "pageAt" | "pages">} gallery
   * @param {() => number[]} pages the selected ones @param {typeof import("../controls/text-dialog.js").textDialog} ask
   */
  constructor(gallery, pages, ask) {
    this.#gallery = gallery;
    this.#pages = pages;
    this.#ask = ask;
  }

  /** Asks. @returns {Promise<number | null>} the index before which they go, `null` if they stay */
  async ask() {
    const gallery = this.#gallery;
    const label = () => `Before page (1 to ${gallery.count})`;
    const answer = await this.#ask({
      title: "Move pages", label: label(), action: "Move", other: { label: "Move to the end", choice: "end" }, check: this.#checking(),
      follow: (show) => { this.update = () => show(label()); } });
    this.update = () => {};
    if (!answer) return null;
    if (answer.choice === "end") return gallery.count;
    return this.#isPage(answer.text) ? Number(answer.text) - 1 : null;
  }

  /** Returns a check of numbers. One that has come to mean another page is refused once, so that nobody moves pages before that one unawares. */
  #checking() {
    const gallery = this.#gallery;
    let seen = [...gallery.pages().ids];
    return (/** @type {string} */ text) => {
      if (this.#pages().length === 0) return "The selected pages are no longer here.";
      if (!this.#isPage(text)) return `Enter the number of a page, from 1 to ${gallery.count}.`;
      const index = Number(text) - 1;
      if (gallery.pageAt(index) === seen[index]) return "";
      seen = [...gallery.pages().ids];
      return `The pages have changed: page ${index + 1} is another one now.`;
    };
  }

  #isPage(/** @type {string} */ text) {
    return /^[0-9]+$/.test(text) && Number(text) >= 1 && Number(text) <= this.#gallery.count;
  }
}
