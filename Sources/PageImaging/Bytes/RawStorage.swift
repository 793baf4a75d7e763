// SPDX-License-Identifier: Apache-2.0

/// A block of memory whose allocation can fail without ending the program.
///
/// `Sendable` although it is mutable: `Bitmap` writes to a block only while it holds the only
/// reference, and all other users in the module keep their blocks private.
///
/// `@safe` because the class owns its memory, and only its pointers are unsafe.
@safe final class RawStorage: @unchecked Sendable {
  let bytes: UnsafeMutableRawBufferPointer

  /// Allocates `byteCount` bytes, 16-byte aligned, each set to `fill`.
  ///
  /// - Throws: `ImagingError.outOfMemory` if the allocation fails or the count is negative.
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

  /// Returns the block as elements; its alignment and its length fit the type by construction.
  func pointer<Element>(as type: Element.Type) -> UnsafeMutablePointer<Element> {
    guard let base = unsafe bytes.baseAddress else { preconditionFailure("an empty block") }
    return unsafe base.assumingMemoryBound(to: Element.self)
  }
}
