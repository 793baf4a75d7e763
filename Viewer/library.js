// SPDX-License-Identifier: Apache-2.0
/** The library: the server's page, made live. */

import { root } from "./requests/api.js";
import { watchSession } from "./requests/session.js";
import { localizeDates } from "./words/dates.js";
import { DocumentList } from "./library/document-list.js";
import { showSession, toastFailure } from "./controls/failures.js";
import { element, icon, textButton } from "./controls/icons.js";
import { Late, loadWhenIdle } from "./controls/late.js";
import { LibraryActions } from "./library/actions.js";
import { enableKeys, setTabStop } from "./library/keys.js";
import { followLibrary } from "./library/live.js";
import { keepPosition } from "./library/position.js";
import { PlaceKeeper } from "./library/place-keeper.js";
import { enableDrop, showNewDocument } from "./library/new-document.js";
import { enableThemeButton } from "./controls/theme.js";
import { prepareToasts } from "./controls/toasts.js";

const { body } = document;
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const list = /** @type {HTMLElement} */ (document.querySelector("[data-part=covers]"));
const search = /** @type {HTMLFormElement} */ (document.querySelector("[role=search]"));
const input = /** @type {HTMLInputElement} */ (search.querySelector("input"));
const canEdit = body.dataset.canEdit === "true";
const link = nextLink();

const documents = new DocumentList(list, {
  canEdit, query: input.value, next: link.search ? `${root}/api/v1/documents${link.search}&limit=60` : "",
  onChange: showState,
});
const actions = canEdit ? new LibraryActions(documents) : null;

/** The link to the next part: it is fetched when the link comes near the window. */
function nextLink() {
  const known = /** @type {HTMLAnchorElement | null} */ (main.querySelector(".part a"));
  if (known) return known;
  const link = element("a", { rel: "next" }, "Further documents");
  main.append(element("p", { class: "part", hidden: true }, link));
  return link;
}

/** Shows what depends on the list as a whole. */
function showState() {
  const paragraph = /** @type {HTMLElement} */ (link.parentElement);
  paragraph.hidden = documents.next === "";
  if (documents.next) link.href = documents.nextPage;
  main.querySelector(".empty, .invitation")?.remove();
  if (documents.covers.length === 0) main.append(documents.query ? noMatch() : invitation());
  setTabStop(list);
  // It may still be near the window, in which case the observer stays silent.
  observer.unobserve(link);
  observer.observe(link);
}

const noMatch = () => element("p", { class: "empty" }, "No title matches.");

/** What an empty library shows. */
function invitation() {
  if (!canEdit) return element("p", { class: "empty" }, "There are no documents.");
  return element("div", { class: "invitation" }, icon("pages"), element("h2", {}, "Begin with your first document"),
    element("p", {}, "Drop scans or a folder of scans anywhere. JPEG and PNG files become pages in the order of their names."),
    textButton({ label: "New document", icon: "plus", kind: "primary", action: "new" }));
}

const observer = new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting)) fetchNext();
}, { rootMargin: "1000px" });

/** Removes the last message that the list was not read. */
let removeFailure = () => {};

async function fetchNext() {
  try {
    await documents.fetchNext();
    removeFailure();
  } catch (error) {
    if (!(error instanceof DOMException)) showFailure("Further documents were not loaded", error);
  }
}

/** Tells a failure in place of the last one: reading is tried again and again. @param {string} what @param {unknown} error */
function showFailure(what, error) {
  removeFailure();
  removeFailure = toastFailure(what, error);
}

let searchTimer = 0;

/** Searches when the user pauses. */
function searchSoon() {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(searchNow, 150);
}

async function searchNow() {
  const query = input.value.trim();
  if (query === documents.query) return;
  history.replaceState(history.state, "", query ? `${root}/?q=${encodeURIComponent(query)}` : `${root}/`);
  try {
    await documents.search(query);
    removeFailure();
  } catch (error) {
    if (!(error instanceof DOMException)) showFailure("The titles were not searched", error);
  }
}

input.addEventListener("input", searchSoon);
search.addEventListener("submit", (event) => {
  event.preventDefault();
  searchNow();
});
link.addEventListener("click", (event) => {
  event.preventDefault();
  fetchNext();
});
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const cover = /** @type {HTMLElement | null} */ (button?.closest("[data-document]") ?? null);
  if (button?.dataset.action === "new") showNewDocument();
  if (button?.dataset.action === "more" && cover) actions?.showMenu(cover, button);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  input.focus();
});

localizeDates(list);
enableThemeButton(document.querySelector("[data-action=theme]"));
enableKeys(list, actions);
prepareToasts();
watchSession(showSession);
if (canEdit) enableDrop();
showState();
keepPosition(list, documents);
new PlaceKeeper(list).follow(window);
const notice = element("p", { class: "library-paused", role: "status", hidden: true, "data-part": "live" }, icon("offline"), "Live updates paused");
body.append(notice);
followLibrary({ documents, version: body.dataset.version, notice });
document.documentElement.dataset.state = "ready";
// Until then, covers appear without an effect.
loadWhenIdle([new Late(async () => (await import("./library/appearance.js")).start(list))]);
