// SPDX-License-Identifier: Apache-2.0

import Crypto

/// Computes the SHA-256 of bytes that arrive in pieces.
package struct ContentDigestBuilder: Sendable {
  private var hash = SHA256()

  /// Creates the digest of no bytes.
  package init() {}

  /// Adds the next bytes.
  ///
  /// - Parameter bytes: The bytes.
  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
  }

  /// Adds the next bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

  /// The digest of all bytes so far.
  package var digest: ContentDigest { ContentDigest(hash.finalize()) }
}
