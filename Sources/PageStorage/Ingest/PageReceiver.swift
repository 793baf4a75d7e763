// SPDX-License-Identifier: Apache-2.0

/// Writes the bytes of one page into a slot as they come.
final class PageReceiver {
  let file: ReceivedFile
  private let limit: Int
  private var byteCount = 0

  init(slot: Slot, limit: Int) throws(PageStoreError) {
    self.limit = limit
    file = try ReceivedFile(slot: slot)
  }

  func take(_ bytes: [UInt8]) throws(PageStoreError) {
    guard bytes.count <= limit - byteCount else {
      throw .limitExceeded(
        .pageByteCount, found: byteCount.addingReportingOverflow(bytes.count).partialValue,
        allowed: limit)
    }
    try SystemCalls.write(bytes, to: file.descriptor)
    byteCount += bytes.count
  }
}
