// SPDX-License-Identifier: Apache-2.0

/// Writes the bytes of one page into a slot.
final class PageReceiver {
  /// The most bytes that are read at once.
  static let chunkByteCount = 256 << 10

  let file: ReceivedFile
  private let limit: Int
  private var byteCount = 0

  init(slot: Slot, limit: Int) throws(PageStoreError) {
    self.limit = limit
    file = try ReceivedFile(slot: slot)
  }

  func take(_ bytes: UnsafeRawBufferPointer) throws(PageStoreError) {
    guard bytes.count <= limit - byteCount else {
      throw .limitExceeded(
        .pageByteCount, found: byteCount.addingReportingOverflow(bytes.count).partialValue,
        allowed: limit)
    }
    try SystemCalls.write(bytes, to: file.descriptor)
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
    try SystemCalls.readAll(source, by: Self.chunkByteCount) { (chunk) throws(PageStoreError) in
      try take(chunk)
    }
  }
}
