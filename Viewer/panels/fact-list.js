// SPDX-License-Identifier: Apache-2.0

import { request } from "../requests/api.js";
import { element } from "../controls/icons.js";
import { reasonText } from "../words/reasons.js";
import { factsOf } from "./facts.js";

const entries = (/** @type {[string, string][]} */ facts) => facts.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]);

/** The list of the facts of one page, which the server knows. */
export class FactList {
  #page = -1;
  /** @type {AbortController | null} */
  #loading = null;

  element = element("dl", { class: "facts" });

  /**
   * Shows the facts of a page. Returns whether the list has changed.
   * @param {number} page
   * @param {string} place its number
   * @param {() => boolean} isDamaged
   */
  async show(page, place, isDamaged) {
    if (page < 0 || page === this.#page) return false;
    this.#page = page;
    this.#loading?.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    try {
      const { data } = await request("GET", `/api/v1/pages/${page}`, { signal });
      this.element.replaceChildren(...entries(factsOf(data, place, isDamaged())));
    } catch (/** @type {any} */ error) {
      if (signal.aborted) return false;
      this.element.replaceChildren(...entries([["Page", place]]), element("dd", {}, reasonText(error)));
    }
    return true;
  }
}
