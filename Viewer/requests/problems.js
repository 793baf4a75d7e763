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
    /** Whether the answer to an earlier attempt may be lost: nobody knows then whether the server has done something. */
    this.isLost = false;
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
    this.isLost = true;
  }
}

/**
 * Returns the error of a response.
 * @param {number} status @param {{get(name: string): string | null}} headers @param {string} text
 */
export function problemOf(status, headers, text) {
  const retryAfter = 1000 * (Number(headers.get("retry-after")) || 0);
  const facts = { retryAfter, etag: headers.get("etag") };
  let problem = null;
  try {
    problem = JSON.parse(text);
  } catch {
    // Something between the server and here has answered.
  }
  const detail = problem?.detail || problem?.title || `The server answered with status ${status}.`;
  return new ProblemError({ code: "", title: detail, ...problem, status, detail }, facts);
}
