// SPDX-License-Identifier: Apache-2.0
/** Follows the changes of the library, by its stream of events or, while that does not work, by asking. */

import { request, root } from "../requests/api.js";
import { EventStream } from "../requests/events.js";

/** @typedef {import("./document-list.js").DocumentList} DocumentList */
/**
 * @typedef {object} Following
 * @property {Pick<DocumentList, "query" | "covers" | "search" | "remove" | "refresh" | "takeAll">} documents
 * @property {string | undefined} version the version of the store after which the events continue the list
 * @property {Pick<HTMLElement, "hidden">} notice
 * @property {(url: string, options: import("../requests/events.js").StreamOptions) => unknown} [listen]
 * @property {typeof request} [request]
 */

const partCount = 60;

/** @param {Following} following */
export function followLibrary({ documents, version, notice, listen = (url, options) => new EventStream(url, options), request: send = request }) {
  let [last, isLive, isPolling] = [String(version ?? ""), false, false];
  const count = () => Math.min(1000, Math.max(partCount, documents.covers.length));

  const ask = async () => {
    const { query } = documents;
    const words = query ? `&q=${encodeURIComponent(query)}` : "";
    const { data } = await send("GET", `/api/v1/documents?limit=${count()}${words}`, { patience: 0 });
    // A search that began meanwhile reads the list itself.
    if (isLive || String(data.version) === last || documents.query !== query) return;
    last = String(data.version);
    documents.takeAll(data.documents, !data.next);
  };

  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    try {
      await (await import("../requests/polling.js")).poll(ask, () => !isLive);
    } catch {
      // The module did not arrive: the next failure of the stream asks for it again.
    }
    isPolling = false;
  };

  listen(`${root}/api/v1/events`, {
    after: version,
    onEvent: ({ id, event, data }) => {
      if (id !== "") last = id;
      if (event === "reset") documents.search(documents.query, count()).catch(() => {});
      if (event !== "change") return;
      const { kind, document } = JSON.parse(data);
      if (["trashed", "removed"].includes(kind)) documents.remove(document);
      else if (["created", "renamed", "restored", "pagesChanged"].includes(kind)) documents.refresh(document);
    },
    onState: (state) => {
      isLive = state === "live";
      notice.hidden = isLive;
      if (state === "paused") poll();
      // The server has ended the stream for good: access has ended, which the next request tells.
      if (state === "ended") notice.hidden = false;
    },
  });
}
