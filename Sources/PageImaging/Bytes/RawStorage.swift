// SPDX-License-Identifier: Apache-2.0

/// A block of memory whose allocation can fail without ending the program.
///
/// Sendable although it can be written: `Bitmap` writes to it only while it holds the one
/// reference, and everything else in the module keeps its blocks to itself.
///
/// Safe as a value: it owns its memory, and only its pointers are unsafe.
@safe final class RawStorage: @unchecked Sendable {
  let bytes: UnsafeMutableRawBufferPointer

  /// Allocates `byteCount` bytes, 16-byte aligned, each of them `fill`.
  ///
  /// - Throws: `ImagingError.outOfMemory` when there is no room or the count is negative.
  init(byteCount: Int, fill: UInt8 = 0) throws(ImagingError) {
    guard let block = unsafe CLibrary.allocate(byteCount: byteCount, fill: fill) else {
      throw .outOfMemory(byteCount: byteCount)
    }
    unsafe bytes = block
  }

  /// Copies `other`.
  convenience init(copying other: RawStorage) throws(ImagingError) {
    try unsafe self.init(byteCount: other.bytes.count)
    unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(other.bytes))
  }

  deinit { unsafe CLibrary.release(bytes) }

  /// The block as `Element`s; both its start and its length fit them by construction.
  func pointer<Element>(as type: Element.Type) -> UnsafeMutablePointer<Element> {
    guard let base = unsafe bytes.baseAddress else { preconditionFailure("an empty block") }
    return unsafe base.assumingMemoryBound(to: Element.self)
  }
}
