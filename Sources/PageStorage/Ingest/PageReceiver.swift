// SPDX-License-Identifier: Apache-2.0

import PageImaging

/// Writes the bytes of one page into a slot as they come.
final class PageReceiver {
  /// The first bytes by which a format is told.
  private static let headByteCount = 512
  /// As many tell all formats that are taken.
  private static let leastHeadByteCount = 16

  let file: ReceivedFile
  private let limit: Int
  private let announced: Int?
  /// The first bytes until they are known to be those of an image, `nil` from then on.
  private var head: [UInt8]?
  private var byteCount = 0
  /// Why bytes were not written, for which those that come after them are not either.
  private var failure: PageStoreError?

  /// Creates a receiver.
  ///
  /// - Parameters:
  ///   - slot: Where the bytes go.
  ///   - limit: The most bytes.
  ///   - announced: The number of bytes that will come, `nil` if it is unknown.
  ///   - policy: What becomes of a file that is no image.
  /// - Throws: `PageStoreError.limitExceeded`, `.full`, `.io`.
  init(
    slot: Slot, limit: Int, announced: Int?, _ policy: UnreadablePagePolicy
  ) throws(PageStoreError) {
    self.limit = limit
    self.announced = announced
    head = policy == .refuse ? [] : nil
    if let announced, announced > limit {
      throw .limitExceeded(.pageByteCount, found: announced, allowed: limit)
    }
    file = try ReceivedFile(slot: slot)
  }

  /// Writes the bytes of a piece.
  ///
  /// - Throws: `PageStoreError`, also if the piece keeps to itself that it could not pass its bytes: a page
  ///   would lack them.
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
    try SystemCalls.write(bytes, to: file.descriptor)
    byteCount += bytes.count
  }

  /// Makes sure that as many bytes have come as were announced.
  func finish() throws(PageStoreError) {
    if let announced, byteCount != announced { throw otherCount("\(byteCount)") }
  }

  private func otherCount(_ found: String) -> PageStoreError {
    .streamFailed(message: "\(announced ?? 0) bytes were announced, and \(found) arrived")
  }

  /// Makes sure that the first bytes are those of an image, as soon as there are enough of them.
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
