// SPDX-License-Identifier: Apache-2.0

import Crypto
import PageImaging

/// A receiver that writes the bytes of one page into a slot as they arrive, and digests them.
final class PageReceiver {
  /// The number of leading bytes used to detect a format.
  private static let headByteCount = 512
  /// The minimum number of leading bytes that identifies every supported format.
  private static let leastHeadByteCount = 16
  /// The numbers of bytes after which the header is read while more bytes arrive.
  private static let probes = [4 << 10, 64 << 10, 256 << 10]

  private let writer: PageWriter
  private let limit: Int
  private let announced: Int?
  /// The leading bytes until they are identified as an image, `nil` afterwards.
  private var head: [UInt8]?
  private let limits: DecodingLimits
  /// The next numbers of bytes after which the header is read, none once it is known.
  private var probes: ArraySlice<Int>
  private var byteCount = 0
  private var hash = SHA256()
  /// The first error; later bytes are not written either.
  private var failure: PageStoreError?

  /// Creates a receiver.
  ///
  /// - Parameters:
  ///   - slot: The slot to write to.
  ///   - limit: The maximum number of bytes.
  ///   - announced: The announced number of bytes, `nil` if unknown.
  ///   - limits: The limits that an image must not exceed.
  ///   - policy: The treatment of a file that is not an image.
  /// - Throws: `PageStoreError.limitExceeded`, `.full`, `.io`.
  init(
    slot: Slot, limit: Int, announced: Int?, limits: DecodingLimits,
    _ policy: UnreadablePagePolicy
  ) throws(PageStoreError) {
    self.limit = limit
    self.announced = announced
    self.limits = limits
    head = policy == .refuse ? [] : nil
    probes = policy == .refuse ? Self.probes[...] : []
    if let announced, announced > limit {
      throw .limitExceeded(.pageByteCount, found: announced, allowed: limit)
    }
    writer = try PageWriter(slot: slot, announced: announced)
  }

  /// Writes the bytes of a piece.
  ///
  /// - Throws: `PageStoreError`, even if the piece swallows the error of its bytes: otherwise they
  ///   would be missing.
  func take(_ piece: PageInput.Piece) throws(PageStoreError) {
    do {
      try piece { bytes in try take(bytes) }
    } catch {
      throw failure ?? error as? PageStoreError ?? .streamFailed(message: "\(error)")
    }
    if let failure { throw failure }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) throws(PageStoreError) {
    if let failure { throw failure }
    do throws(PageStoreError) {
      try write(bytes)
    } catch {
      failure = error
      throw error
    }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(PageStoreError) {
    guard bytes.count <= limit - byteCount else {
      throw .limitExceeded(
        .pageByteCount, found: byteCount.addingReportingOverflow(bytes.count).partialValue,
        allowed: limit)
    }
    if let announced, bytes.count > announced - byteCount { throw otherCount("more") }
    try checkHead(bytes)
    try writer.append(bytes)
    hash.update(bufferPointer: bytes)
    byteCount += bytes.count
    try checkHeader()
  }

  /// Rejects an image whose header exceeds the limits, before the rest of it arrives.
  ///
  /// Other errors may be due to the missing bytes: the complete file decides about them.
  private func checkHeader() throws(PageStoreError) {
    guard let next = probes.first, byteCount >= next, byteCount != announced else { return }
    probes = probes.drop { $0 <= byteCount }
    do throws(ImagingError) {
      _ = try ImageHeader(reading: try writer.source(), limits: limits)
      probes = []
    } catch {
      guard case .limitExceeded = error else { return }
      throw .refused(error)
    }
  }

  /// Verifies that the announced number of bytes has arrived.
  ///
  /// - Returns: What is known of the bytes without reading their header.
  func finish() throws(PageStoreError) -> StagedContent {
    if let announced, byteCount != announced { throw otherCount("\(byteCount)") }
    return StagedContent(digest: ContentDigest(hash.finalize()), byteCount: byteCount)
  }

  /// Waits until the bytes are on the disk, and reads their header.
  ///
  /// - Parameters:
  ///   - content: What is known of the bytes.
  ///   - policy: The treatment of a file without a header.
  /// - Returns: The file, and the facts with the header.
  /// - Throws: `PageStoreError.refused`, `.full`, `.io`.
  func store(
    _ content: StagedContent, _ policy: UnreadablePagePolicy
  ) throws(PageStoreError) -> (StagedFile, StagedContent) {
    try writer.finish()
    let content = try writer.file.content(content, policy, limits: limits)
    try writer.file.synchronize()
    return (writer.file.staged, content)
  }

  private func otherCount(_ found: String) -> PageStoreError {
    .streamFailed(message: "\(announced ?? 0) bytes were expected, but \(found) arrived")
  }

  /// Verifies that the leading bytes are those of an image, once there are enough of them.
  private func checkHead(_ bytes: UnsafeRawBufferPointer) throws(PageStoreError) {
    guard var known = head else { return }
    known += bytes.prefix(Self.headByteCount - known.count)
    head = known
    guard known.count >= Self.leastHeadByteCount else { return }
    head = nil
    do {
      _ = try ImageFormat.detect(known)
    } catch {
      throw .refused(error)
    }
  }
}
