// SPDX-License-Identifier: Apache-2.0
/** What can go wrong with a request, as errors. */

/**
 * A problem document of the server (RFC 9457), with its facts as further members.
 * @typedef {{status: number, code: string, title: string, detail: string, [fact: string]: unknown}} Problem
 */

/** An answer of the server that is not a success. */
export class ProblemError extends Error {
  /**
   * @param {Problem} problem
   * @param {{retryAfter?: number, etag?: string | null}} [facts] The pause that the server asks for, in milliseconds.
   */
  constructor(problem, { retryAfter = 0, etag = null } = {}) {
    super(problem.detail || problem.title);
    this.name = "ProblemError";
    this.problem = problem;
    this.status = problem.status;
    this.code = problem.code;
    this.detail = this.message;
    this.retryAfter = retryAfter;
    this.etag = etag;
  }

  /** Whether the same request can succeed later. */
  get isTemporary() {
    return [408, 429, 502, 503, 504].includes(this.status) || this.code === "keyInProgress" ||
      (this.status === 500 && this.code === "");
  }
}

/** The server was not reached, or its answer did not arrive. */
export class ConnectionError extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super("The server cannot be reached.", { cause });
    this.name = "ConnectionError";
    this.isTemporary = true;
    this.retryAfter = 0;
  }
}

/** Reasons for people, where the detail of a problem is for programs. @type {Record<string, string>} */
const reasons = {
  notFound: "It is no longer here.", conflict: "Somebody has changed the document meanwhile.", invalidChange: "Somebody has changed the document meanwhile.",
  locked: "The server is busy. Try again in a moment.", busy: "The server is busy. Try again in a moment.",
  forbidden: "You may only read here.", corrupted: "What was stored is damaged.",
};

/** Why something failed, in a sentence for people. @param {unknown} error */
export function reasonText(error) {
  const { code, detail } = /** @type {any} */ (error ?? {});
  return reasons[code] ?? detail ?? (error instanceof Error ? error.message : "");
}

/**
 * Returns the error of a response.
 * @param {number} status @param {{get(name: string): string | null}} headers @param {string} text
 */
export function problemOf(status, headers, text) {
  const retryAfter = 1000 * (Number(headers.get("retry-after")) || 0);
  const facts = { retryAfter, etag: headers.get("etag") };
  try {
    return new ProblemError({ status, ...JSON.parse(text) }, facts);
  } catch {
    const detail = `The server answered with status ${status}.`;
    return new ProblemError({ status, code: "", title: detail, detail }, facts);
  }
}
