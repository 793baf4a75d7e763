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

  /// Reads the header of the page.
  ///
  /// - Parameter limits: The limits on the cost of decoding the page.
  /// - Returns: The facts.
  /// - Throws: `Problem`.
  func header(_ limits: DecodingLimits) async throws(Problem) -> PageFacts {
    let source = try await headerSource()
    do {
      return PageFacts(try ImageHeader(reading: source, limits: limits))
    } catch {
      throw .page(error)
    }
  }

  private func headerSource() async throws(Problem) -> ByteSource {
    let count = Self.headerByteCount
    let first = try await read(0..<count, nil)
    let rest = first.byteCount - first.bytes.count
    guard rest > 0 else { return ByteSource(first.bytes) }
    guard !FileSignature.isJPEG(first.bytes) else {
      return ByteSource(first: first.bytes, byteCount: first.byteCount)
    }
    let last = try await read(first.byteCount - min(rest, count)..<first.byteCount, first.tag)
    guard last.byteCount == first.byteCount, last.bytes.count == min(rest, count) else {
      throw .object(.unreachable(reason: "it was changed while it was read"))
    }
    return ByteSource(first: first.bytes, last: last.bytes, byteCount: first.byteCount)
  }

  /// Reads the page.
  func content() async throws(Problem) -> ObjectReader.Content { try await read(nil, nil) }

  /// Returns what distinguishes the present version of the page from others, `nil` if it is not known.
  func version() async throws(Problem) -> String? {
    do {
      return try await reader.version(of: location)
    } catch {
      throw .object(error)
    }
  }

  private func read(
    _ range: Range<Int>?, _ tag: String?
  ) async throws(Problem) -> ObjectReader.Content {
    do {
      return try await reader.content(
        of: location, in: range, tag: tag, limit: StandardInputContent.pageByteCountLimit)
    } catch {
      throw .object(error)
    }
  }
}
