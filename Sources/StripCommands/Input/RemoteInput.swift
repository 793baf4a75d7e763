// SPDX-License-Identifier: Apache-2.0

import PageImaging
import PageStorage

/// A page in an object store, used in place of a file.
struct RemoteInput: Sendable {
  let reader: ObjectReader
  let location: ObjectLocation

  /// The name in messages and results.
  var path: Path { Path("s3://\(location.bucket)/\(location.key)") }

  /// The number of bytes at the start, and at the end of a PNG, that a header is read from.
  private static let headerByteCount = 256 << 10

  /// Reads what the header of the page is read from.
  ///
  /// - Returns: The page, with zeros for what a header does not need.
  /// - Throws: `Problem`.
  func headerSource() throws(Problem) -> ByteSource {
    let count = Self.headerByteCount
    let start = try read(0..<count)
    guard start.bytes.count == count, start.byteCount > count else {
      return ByteSource(start.bytes)
    }
    try Self.requireReadable(start.byteCount)
    let rest = start.byteCount - count
    guard !FileSignature.isJPEG(start.bytes) else {
      return ByteSource(start.bytes + [UInt8](repeating: 0, count: rest))
    }
    let gap = max(0, rest - count)
    let end = try read(count + gap..<start.byteCount)
    return ByteSource(start.bytes + [UInt8](repeating: 0, count: gap) + end.bytes)
  }

  /// Reads the page.
  func content() throws(Problem) -> ObjectReader.Content { try read(nil) }

  /// What the object store calls the present version of the page, `nil` if it is not known.
  var version: String? { try? reader.version(of: location) }

  private func read(_ range: Range<Int>?) throws(Problem) -> ObjectReader.Content {
    do {
      return try reader.content(
        of: location, in: range, limit: StandardInputContent.pageByteCountLimit)
    } catch {
      throw .object(error)
    }
  }

  private static func requireReadable(_ byteCount: Int) throws(Problem) {
    let limit = StandardInputContent.pageByteCountLimit
    guard byteCount <= limit else { throw .object(.tooLong(limit: limit)) }
  }
}
