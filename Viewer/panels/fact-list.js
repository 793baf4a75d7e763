// SPDX-License-Identifier: Apache-2.0

import { request } from "../requests/api.js";
import { element } from "../controls/icons.js";
import { reasonText } from "../words/reasons.js";
import { factsOf } from "./facts.js";

const entries = (/** @type {[string, string][]} */ facts) => facts.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]);

/** The list of the facts of one page, which the server knows. */
export class FactList {
  /** The page and its version, empty if the server has to be asked again. */
  #content = "";
  #place = "";
  /** What the server said about it. @type {any} */
  #data = null;
  /** @type {AbortController | null} */
  #loading = null;

  element = element("dl", { class: "facts" });

  /** The facts for people who listen: nobody wants to hear the digest. */
  text = "";

  /**
   * Shows the facts of a page. Returns whether the list has changed.
   * @param {number} page
   * @param {number} version that of its content
   * @param {string} place its number
   * @param {() => boolean} isDamaged
   */
  async show(page, version, place, isDamaged) {
    const content = `${page} ${version}`;
    const isMoved = place !== this.#place;
    this.#place = place;
    if (content === this.#content) return isMoved && this.#data !== null && this.#draw(isDamaged());
    this.#content = content;
    this.#data = null;
    this.text = "";
    this.#loading?.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    try {
      const { data } = await request("GET", `/api/v1/pages/${page}`, { signal });
      this.#data = data;
      return this.#draw(isDamaged());
    } catch (/** @type {any} */ error) {
      if (signal.aborted) return false;
      this.#content = "";
      const reason = reasonText(error);
      this.text = `Page ${this.#place}. ${reason}`;
      this.element.replaceChildren(...entries([["Page", this.#place]]), element("dd", {}, reason));
    }
    return true;
  }

  #draw(/** @type {boolean} */ isDamaged) {
    const facts = factsOf(this.#data, this.#place, isDamaged);
    this.text = facts.filter(([name]) => name !== "SHA-256").map((fact) => fact.join(" ")).join(". ");
    this.element.replaceChildren(...entries(facts));
    return true;
  }
}
