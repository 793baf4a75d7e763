// SPDX-License-Identifier: Apache-2.0
/** Asks for changes while the stream of events does not deliver them. */

const interval = 5_000;
const longestPause = 30_000;

/** @param {number} milliseconds @returns {Promise<void>} */
const sleep = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/**
 * Asks at once, then every few seconds while somebody looks, and less often while the server does not answer.
 * @param {() => Promise<void>} ask
 * @param {() => boolean} isWanted whether to go on
 * @param {{wait?: (milliseconds: number) => Promise<void>, random?: () => number}} [surroundings] tests supply their own
 */
export async function poll(ask, isWanted, { wait = sleep, random = Math.random } = {}) {
  let failures = 0;
  while (isWanted()) {
    let asked = 0;
    try {
      if (globalThis.document?.visibilityState !== "hidden") await ask();
      failures = 0;
    } catch (/** @type {any} */ error) {
      failures += 1;
      asked = error?.retryAfter ?? 0;
    }
    // With jitter: many windows may have lost their streams together.
    const pause = Math.min(longestPause, interval * 2 ** Math.max(0, failures - 1)) * (0.75 + random() / 2);
    if (isWanted()) await wait(Math.max(pause, asked));
  }
}

/**
 * Follows a document.
 * @param {object} parts
 * @param {string} parts.path the path of the document in the API
 * @param {(path: string) => Promise<{data: any}>} parts.read
 * @param {() => number} parts.last the last revision that is known
 * @param {(kind: "change" | "reset", change: any) => void} parts.take
 * @param {(document: {title: string, isTrashed: boolean}) => void} parts.onDocument
 * @param {() => boolean} parts.isWanted
 * @param {Parameters<typeof poll>[2]} [surroundings]
 */
export function pollDocument({ path, read, last, take, onDocument, isWanted }, surroundings) {
  let told = "";
  const tell = (/** @type {{title: string, isTrashed: boolean}} */ document) => {
    const text = JSON.stringify(document);
    if (text !== told && isWanted()) onDocument(document);
    told = text;
  };
  const ask = async () => {
    const [{ data: found }, { data: document }] = await Promise.all([read(`${path}/changes?after=${last()}`), read(path)])
      .catch((error) => {
        if (error?.status === 404 && error.code === "notFound") tell({ title: "", isTrashed: true });
        throw error;
      });
    if (!isWanted()) return;
    tell({ title: document.title ?? "", isTrashed: Boolean(document.trashed) });
    // The log may not reach back far enough.
    if (found.reset) return take("reset", { revision: found.revision });
    for (const change of found.changes) take("change", change);
  };
  return poll(ask, isWanted, surroundings);
}
