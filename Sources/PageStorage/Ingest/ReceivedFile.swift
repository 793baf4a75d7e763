// SPDX-License-Identifier: Apache-2.0

import Crypto
import PageImaging

/// The open file of a page in a slot.
///
/// Once it is written, one thread may wait for the disk while another one looks at what it holds.
final class ReceivedFile: Sendable {
  let staged: StagedFile
  let descriptor: Int32

  init(slot: Slot) throws(PageStoreError) {
    let path = slot.makePath()
    descriptor = try SystemCalls.open(path, .create)
    staged = StagedFile(path: path, slot: slot)
  }

  deinit {
    SystemCalls.closeFile(descriptor)
  }

  /// Waits until the bytes are on the disk.
  func synchronize() throws(PageStoreError) {
    try SystemCalls.synchronize(descriptor)
  }

  /// Computes the digest, and reads the header.
  func content(
    _ policy: UnreadablePagePolicy, limits: DecodingLimits
  ) throws(PageStoreError) -> StagedContent {
    var content = try digestedContent()
    do throws(ImagingError) {
      let source = try ByteSource(path: staged.path)
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

  private func digestedContent() throws(PageStoreError) -> StagedContent {
    var hash = SHA256()
    var byteCount = 0
    try SystemCalls.readAll(descriptor, by: PageReceiver.chunkByteCount) { chunk in
      hash.update(bufferPointer: chunk)
      byteCount += chunk.count
    }
    return StagedContent(digest: ContentDigest(hash.finalize()), byteCount: byteCount)
  }
}
