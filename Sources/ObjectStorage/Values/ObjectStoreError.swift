// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  /// Why a request to an object store has failed, after all attempts.
  public enum ObjectStoreError: Error, Hashable, Sendable {
    /// The service could not be reached or did not answer; whether it did what was requested is unknown.
    case unreachable(String)

    /// There are no credentials, or they have ended and could not be renewed.
    case noCredentials(String)

    /// The service is overloaded: 503 or 429 on the last attempt.
    case busy

    /// The service answered with another status.
    case refused(status: Int, code: String)

    /// An object is longer than the caller accepts; the key is the path of the request, with bucket and prefix.
    case tooLong(key: String, limit: Int)

    /// The service has stored other bytes than those that were sent, under a key without the prefix.
    case wrongChecksum(key: String)

    /// The task was cancelled.
    case cancelled

    /// The service answered with something else than what was requested.
    case unexpectedResponse(String)
  }
#endif
