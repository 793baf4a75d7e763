// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPTypes
import PageImaging
import PageStorage

extension Problem {
  /// Describes an error for the client.
  ///
  /// Server errors expose no detail: their cause is logged under the request ID.
  init(describing error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as PageStoreError: self.init(error)
    default: self = .internalError
    }
  }

  static let internalError = Problem(.internalError, "The request failed for an internal reason.")

  /// The connection has as many large responses as it may, and nobody reads them.
  static let noTurn = Problem(
    .busy, "The connection has too many large responses that are not read.", headers: retryAfter)

  private static let damaged = Problem(
    .corrupted, "Stored data are damaged; the log of the server and 'store verify' tell which.")

  private static let retryAfter: HTTPFields = [.retryAfter: "1"]

  init(_ error: PageStoreError) {
    switch error {
    case .notFound: self.init(.notFound, error.description)
    case .conflict(_, _, let found): self = .conflict(found: found)
    case .keyReused: self.init(.keyReused, error.description)
    case .invalidChange: self.init(.invalidChange, error.description)
    case .otherDigest: self.init(.otherDigest, error.description)
    case .limitExceeded(let limit, let found, let allowed):
      self.init(
        .limitExceeded, error.description,
        facts: ["limit": allowed, "found": found, "exceeded": limit.rawValue])
    case .streamFailed: self.init(.streamFailed, "The request body ended early.")
    case .refused(let cause): self.init(cause)
    case .locked, .cancelled:
      self.init(.locked, "The store is busy.", headers: Self.retryAfter)
    case .outcomeUnknown:
      self.init(
        .outcomeUnknown, "A server of the store was lost while it made the change.",
        headers: Self.retryAfter)
    case .busy: self.init(.busy, error.description, headers: Self.retryAfter)
    case .full: self.init(.full, "The disk is full.")
    case .readOnly: self.init(.readOnly, "The store is read-only.")
    case .corrupted: self = .damaged
    case .moved:
      self.init(.unavailable, "The store was moved, removed or replaced.")
    case .unfitLocation:
      self.init(.unavailable, "A server of the store does not accept this one.")
    case .irregularFile: self = .damaged
    case .unreachable:
      self.init(
        .unavailable, "A server of the store cannot be reached.", headers: Self.retryAfter)
    case .closed: self.init(.draining, "The store is closed.", headers: Self.retryAfter)
    case let error where error.isShortage:
      self.init(
        .busy, "The server has too many open files at the moment.", headers: Self.retryAfter)
    // A time limit of the database, or a disk on a network.
    case .io(_, let errno) where errno == ETIMEDOUT:
      self.init(
        .unavailable, "A server of the store did not answer in time.", headers: Self.retryAfter)
    case .io, .unsupported, .versionTooNew, .notAStore, .unfitTarget, .inputFailed:
      self = .internalError
    }
  }

  /// Describes an image that was refused.
  private init(_ cause: ImagingError) {
    switch cause {
    case .emptyInput, .unrecognizedFormat, .unsupportedFormat:
      self.init(.unsupportedMediaType, cause.description, facts: ["error": cause])
    case .outOfMemory, .io, .notRegularFile: self = .internalError
    case .cancelled: self.init(.cancelled as PageStoreError)
    default: self.init(.refused, cause.description, facts: ["error": cause])
    }
  }

  /// The document has another revision than the client knows.
  static func conflict(found: Int) -> Self {
    Self(
      .conflict, "The document is at revision \(found).", facts: ["revision": found],
      headers: [.eTag: "\"r\(found)\""])
  }
}
