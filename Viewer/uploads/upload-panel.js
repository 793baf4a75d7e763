// SPDX-License-Identifier: Apache-2.0
/** The list of uploads: progress per file and in total, and the files that were not added, with the reasons. */

import { element, iconButton, textButton } from "../controls/icons.js";
import { filesText, pagesText } from "../words/words.js";

/** @typedef {import("./uploads.js").UploadQueue} UploadQueue */
/** @typedef {import("./uploads.js").Upload} Upload */

const listedCount = 50;

/**
 * What became of the files.
 * @param {Pick<UploadQueue["summary"], "done" | "failed" | "rejected">} summary @param {string} title @param {boolean} isMissing
 *   Whether the document was not created, because no file was added.
 */
export function resultText({ done, failed, rejected }, title, isMissing) {
  const missing = failed + rejected > 0 ? `, ${filesText(failed + rejected)} not added` : "";
  return `${isMissing ? `“${title}” was not created` : `${pagesText(done)} added to ${title}`}${missing}`;
}

/**
 * What a user can do about the files.
 * @param {Pick<UploadQueue, "isSignedOut">} queue @param {Pick<UploadQueue["summary"], "active" | "failed">} summary @param {string} href
 */
export function wantedAction({ isSignedOut }, { active, failed }, href) {
  if (active > 0) return "cancel";
  if (isSignedOut) return "sign-in";
  return failed > 0 ? "retry" : href && "open";
}

/** The place of the panels: one below the other. It is there as long as it has one. */
function place() {
  const known = document.querySelector(".upload-panels");
  if (known) return known;
  const made = element("div", { class: "upload-panels" });
  document.body.append(made);
  return made;
}

/** The panel of one document's uploads. */
export class UploadPanel {
  #queue;
  #title;
  #isNew;
  #isDrawn = false;
  #announced = "";
  #heading = element("h2");
  #status = element("p", { class: "visually-hidden", role: "status" });
  #progress = element("progress", { max: "1", "aria-label": "All files" });
  #list = element("ul", { role: "list" });
  #actions = element("div", { class: "dialog-actions" });
  /** Where the document is shown, for a link at the end; empty if there is no link. */
  href = "";
  #close = iconButton({ icon: "close", label: "Close", action: "close-uploads", run: () => this.remove() });

  /**
   * @param {UploadQueue} queue @param {string} title The title of the document.
   * @param {{isNew?: boolean}} [options] Whether the document is only made when a file is added; whoever makes it sets `href`.
   */
  constructor(queue, title, { isNew = false } = {}) {
    this.#queue = queue;
    this.#title = title;
    this.#isNew = isNew;
    this.element = element("section", { class: "uploads", "data-part": "uploads", "aria-label": "Uploads" },
      element("div", { class: "uploads-head" }, this.#heading, this.#close),
      this.#progress, this.#list, this.#actions, this.#status);
    place().append(this.element);
    addEventListener("beforeunload", this.#confirm);
    this.update();
  }

  /** Removes the panel, unless files are on their way. */
  remove() {
    if (this.#queue.summary.active > 0) return;
    removeEventListener("beforeunload", this.#confirm);
    const hadFocus = this.element.contains(document.activeElement);
    this.element.remove();
    const panels = place();
    if (!panels.childElementCount) panels.remove();
    /** @type {HTMLElement | null} */
    const opener = document.querySelector("[data-action=new], [data-action=add]");
    if (hadFocus) opener?.focus();
  }

  /** Asks before the user leaves while files are on their way. */
  #confirm = (/** @type {BeforeUnloadEvent} */ event) => {
    if (this.#queue.summary.active > 0) event.preventDefault();
  };

  /** Shows the state of the queue, at most once per frame. */
  update() {
    if (this.#isDrawn) return;
    this.#isDrawn = true;
    requestAnimationFrame(() => {
      this.#isDrawn = false;
      this.#draw();
    });
  }

  #draw() {
    const { summary } = this.#queue;
    const { done, total, failed, rejected, active, sentBytes, totalBytes } = summary;
    Object.assign(this.element.dataset, { done, total, failed: failed + rejected });
    const isActive = active > 0;
    const isMissing = this.#isNew && !this.href;
    const text = isActive ? `Adding ${done} of ${filesText(total)} to ${this.#title}` : resultText(summary, this.#title, isMissing);
    this.#heading.textContent = text;
    this.#progress.hidden = !isActive;
    this.#progress.value = totalBytes === 0 ? 0 : sentBytes / totalBytes;
    this.#close.hidden = isActive;
    const shown = this.#queue.uploads.filter(({ state }) => ["sending", "failed", "rejected"].includes(state));
    this.#list.replaceChildren(...shown.slice(0, listedCount).map(row));
    this.#drawActions(summary);
    this.#announce(isActive ? `Adding ${filesText(total)} to ${this.#title}` : text);
  }

  /** @param {UploadQueue["summary"]} summary */
  #drawActions(summary) {
    const wanted = wantedAction(this.#queue, summary, this.href);
    if (this.#actions.dataset.wanted === wanted) return;
    this.#actions.dataset.wanted = wanted;
    const retry = () => textButton({ label: "Try again", icon: "retry", action: "retry-uploads", run: () => this.#queue.retry() });
    /** @type {Record<string, () => (Node | string)[]>} */
    const actions = {
      cancel: () => [textButton({ label: "Cancel", action: "cancel-uploads", run: () => this.#queue.cancel() })],
      retry: () => [retry()],
      // In another tab: this one keeps the files.
      "sign-in": () => [element("a", { class: "button primary", href: location.href, target: "_blank", "data-action": "sign-in" }, "Sign in"), retry()],
      open: () => [element("a", { class: "button primary", href: this.href, "data-action": "open" }, "Open")],
      "": () => [],
    };
    this.#actions.replaceChildren(...actions[wanted]());
  }

  /** Announces the beginning and the end, not each file. @param {string} text */
  #announce(text) {
    if (text === this.#announced) return;
    this.#announced = text;
    this.#status.textContent = text;
  }
}

/** The row of a file. @param {Upload} upload */
function row({ name, state, sent, file, reason }) {
  const row = element("li", { "data-state": state }, element("span", {}, name));
  if (reason) row.append(element("p", {}, reason));
  else row.append(element("progress", { max: String(file.size || 1), value: String(sent), "aria-label": name }));
  return row;
}
