// SPDX-License-Identifier: Apache-2.0

import Crypto
public import FoundationEssentials

/// A key that a caller gives to one edit, so that the edit is applied at most once however often it
/// is requested.
public struct EditKey: Hashable, Sendable {
  /// The caller: equal keys of different scopes are different.
  public var scope: String

  /// The key, which the caller uses for one edit and its repetitions.
  public var key: String

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - key: The key, of any length.
  ///   - scope: The caller; empty by default, for stores with one caller.
  public init(_ key: String, scope: String = "") {
    (self.scope, self.key) = (scope, key)
  }

  /// The SHA-256 of scope and key: the store keeps neither of them.
  var digest: ContentDigest {
    var hash = SHA256()
    // The length separates the parts.
    hash.update(data: Array("\(scope.utf8.count):\(scope)\(key)".utf8))
    return ContentDigest(hash.finalize())
  }
}

/// The request for a keyed edit: what a repetition must have in common with it.
public struct KeyedRequest: Hashable, Sendable {
  /// The key of the edit.
  public var key: EditKey

  /// The SHA-256 of everything that the edit depends on.
  public var digest: ContentDigest

  /// The time of the request.
  public var time: Date

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - key: The key of the edit.
  ///   - digest: The SHA-256 of everything that the edit depends on.
  ///   - time: The time of the request; now by default.
  public init(key: EditKey, digest: ContentDigest, time: Date = Date()) {
    (self.key, self.digest, self.time) = (key, digest, time)
  }
}

/// The receipt of a keyed edit, written in the edit's own transaction.
public struct EditReceipt: Hashable, Sendable {
  /// The time for which a receipt is kept: 24 hours.
  public static let retention: Duration = .seconds(24 * 60 * 60)

  /// The maximum size of a response: 8 MiB.
  public static let maximumResponseByteCount = 8 << 20

  /// The SHA-256 of the request.
  public let request: ContentDigest

  /// The response, as the caller made it.
  public let response: [UInt8]

  /// The time of the request, in whole milliseconds.
  public let time: Date
}

/// The outcome of a keyed edit.
public enum KeyedOutcome<Result: Sendable>: Sendable {
  /// The edit was applied by this call, with its result and the response in its receipt.
  case applied(Result, response: [UInt8])

  /// The edit was applied by an earlier call, which made this response.
  case repeated(response: [UInt8])

  /// The response, made by this call or an earlier one.
  public var response: [UInt8] {
    switch self {
    case .applied(_, let response), .repeated(let response): response
    }
  }

  /// Whether an earlier call has applied the edit.
  public var isRepeated: Bool {
    if case .repeated = self { true } else { false }
  }
}
