// SPDX-License-Identifier: Apache-2.0

/// Bytes that are open for reading, at any place.
///
/// They stay readable as long as they are referenced, even if they are removed meanwhile.
protocol OpenBlob: Sendable {
  /// The number of bytes.
  var byteCount: Int { get }

  /// Reads bytes.
  ///
  /// - Parameter range: The range.
  /// - Returns: The bytes; fewer if the range ends behind the last byte.
  /// - Throws: `PageStoreError.io`.
  func bytes(in range: Range<Int>) async throws(PageStoreError) -> [UInt8]
}
