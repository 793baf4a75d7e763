// SPDX-License-Identifier: Apache-2.0
/** What can be done with a document in the library: rename in place, duplicate, share, and put into the trash. */

import { request, root } from "../requests/api.js";
import { toastFailure } from "../controls/failures.js";
import { element } from "../controls/icons.js";
import { showMenu } from "../controls/menu.js";
import { attempt, toast } from "../controls/toasts.js";
import { titleText } from "../words/words.js";

/** @typedef {import("./document-list.js").DocumentList} DocumentList */

/** The actions on the covers of a list. */
export class LibraryActions {
  #documents;

  /** @param {DocumentList} documents */
  constructor(documents) {
    this.#documents = documents;
  }

  /** Opens the menu of a cover. @param {HTMLElement} cover @param {HTMLElement} button */
  showMenu(cover, button) {
    showMenu(button, `Actions for ${titleOf(cover)}`, [
      { label: "Rename", icon: "rename", action: "rename", run: () => this.rename(cover) },
      { label: "Duplicate", icon: "duplicate", action: "duplicate", run: () => this.duplicate(cover) },
      { label: "Share the link", icon: "share", action: "share", run: () => share(cover) },
      { label: "Move to the trash", icon: "trash", action: "trash", run: () => this.trash(cover) },
    ]);
  }

  /** Lets the user change the title where it stands. @param {HTMLElement} cover */
  rename(cover) {
    const title = /** @type {HTMLElement} */ (cover.querySelector(".cover-title"));
    const old = title.textContent ?? "";
    const input = element("input", {
      class: "cover-input", value: old === "Untitled" ? "" : old, "aria-label": `Title of ${old}`, "data-part": "title", maxlength: "500",
    });
    cover.classList.add("is-renamed");
    cover.append(input);
    input.focus();
    input.select();
    let isOpen = true;
    const end = (/** @type {boolean} */ isWanted) => {
      if (!isOpen) return;
      isOpen = false;
      const text = input.value.trim();
      const hadFocus = input === document.activeElement;
      input.remove();
      cover.classList.remove("is-renamed");
      if (hadFocus) cover.querySelector("a")?.focus();
      if (isWanted && text !== old) this.#setTitle(cover, text, old);
    };
    input.addEventListener("blur", () => end(true));
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
    });
  }

  /** @param {HTMLElement} cover @param {string} text @param {string} old */
  async #setTitle(cover, text, old) {
    const title = /** @type {HTMLElement} */ (cover.querySelector(".cover-title"));
    title.textContent = titleText(text);
    const succeed = attempt();
    try {
      await request("PATCH", pathOf(cover), { json: { title: text }, ifMatch: "*" });
      succeed();
    } catch (error) {
      title.textContent = old;
      toastFailure(`“${old}” was not renamed`, error);
    }
    this.#documents.refresh(idOf(cover));
  }

  /** @param {HTMLElement} cover */
  async duplicate(cover) {
    const title = titleOf(cover);
    const succeed = attempt();
    try {
      const { data } = await request("POST", `${pathOf(cover)}/duplicate`, { json: { title: `${title}, copy` } });
      this.#documents.refresh(data.id);
      succeed();
      toast(`“${title}” was duplicated`);
    } catch (error) {
      toastFailure(`“${title}” was not duplicated`, error);
    }
  }

  /** Puts a document into the trash at once; a message offers to restore it. @param {HTMLElement} cover */
  async trash(cover) {
    const [id, title, path] = [idOf(cover), titleOf(cover), pathOf(cover)];
    this.#documents.remove(id);
    const succeed = attempt();
    try {
      await request("DELETE", path);
      succeed();
      toast(`“${title}” is in the trash`, { label: "Undo", run: () => this.#restore(id, title, path) });
    } catch (error) {
      toastFailure(`“${title}” was not moved to the trash`, error);
      this.#documents.refresh(id);
    }
  }

  /** @param {number} id @param {string} title @param {string} path */
  async #restore(id, title, path) {
    const succeed = attempt();
    try {
      await request("POST", `${path}/restore`);
      succeed();
    } catch (error) {
      toastFailure(`“${title}” was not restored`, error);
    }
    this.#documents.refresh(id);
  }
}

/** @param {HTMLElement} cover */
const idOf = (cover) => Number(cover.dataset.document);

/** @param {HTMLElement} cover */
const pathOf = (cover) => `/api/v1/documents/${cover.dataset.document}`;

/** @param {HTMLElement} cover */
const titleOf = (cover) => cover.querySelector(".cover-title")?.textContent ?? "";

/** Shares the link of a document with the system's dialog, or copies it. @param {HTMLElement} cover */
async function share(cover) {
  const url = new URL(`${root}/d/${cover.dataset.document}`, location.href).href;
  try {
    if (navigator.share) return await navigator.share({ title: titleOf(cover), url });
    await navigator.clipboard.writeText(url);
    toast("The link was copied");
  } catch (/** @type {any} */ error) {
    if (error?.name !== "AbortError") toast(`The link is ${url}`);
  }
}
