// SPDX-License-Identifier: Apache-2.0

import Crypto
import PageImaging

/// Writes the bytes of one page into a slot while it computes their digest.
final class PageReceiver {
  /// The most bytes that are read at once.
  static let chunkByteCount = 256 << 10

  let file: StagedFile
  private let descriptor: Int32
  private let limit: Int
  private var hash = SHA256()
  private var byteCount = 0

  init(slot: Slot, limit: Int) throws(PageStoreError) {
    self.limit = limit
    let path = slot.makePath()
    descriptor = try SystemCalls.open(path, .create)
    file = StagedFile(path: path, slot: slot)
  }

  deinit {
    SystemCalls.closeFile(descriptor)
  }

  func take(_ bytes: UnsafeRawBufferPointer) throws(PageStoreError) {
    guard bytes.count <= limit - byteCount else {
      throw .limitExceeded(
        .pageByteCount, found: byteCount.addingReportingOverflow(bytes.count).partialValue,
        allowed: limit)
    }
    try SystemCalls.write(bytes, to: descriptor)
    hash.update(bufferPointer: bytes)
    byteCount += bytes.count
  }

  func take(_ bytes: [UInt8]) throws(PageStoreError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(PageStoreError) in
      try take(UnsafeRawBufferPointer(bytes))
    }
  }

  func take(contentsOf path: String) throws(PageStoreError) {
    let source = try SystemCalls.open(path, .read)
    defer { SystemCalls.closeFile(source) }
    let announced = try SystemCalls.byteCount(ofRegular: source)
    guard announced <= limit else {
      throw .limitExceeded(.pageByteCount, found: announced, allowed: limit)
    }
    var offset = 0
    while true {
      let chunk = try SystemCalls.bytes(
        of: source, at: offset, byteCount: min(Self.chunkByteCount, max(1, announced - offset)))
      guard !chunk.isEmpty else { return }
      try take(chunk)
      offset += chunk.count
    }
  }

  /// Reads the header of what has arrived and lets the kernel start to write it.
  func finish(
    _ policy: UnreadablePagePolicy, limits: DecodingLimits
  ) throws(PageStoreError) -> StagedContent {
    SystemCalls.startWriting(descriptor)
    var content = StagedContent(digest: ContentDigest(hash.finalize()), byteCount: byteCount)
    do throws(ImagingError) {
      let source = try ByteSource(path: file.path)
      content.header = PageHeader(try ImageHeader(reading: source, limits: limits))
    } catch {
      if case .io(let operation, let errno) = error {
        throw .io(operation: operation, errno: errno)
      }
      guard policy == .keepAsDamaged else { throw .refused(error) }
      content.damage = error.description
    }
    return content
  }

  /// Waits until the bytes are on the disk.
  func synchronize() throws(PageStoreError) {
    try SystemCalls.synchronize(descriptor)
  }
}
