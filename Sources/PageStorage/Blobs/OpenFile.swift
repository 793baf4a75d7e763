// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// An original in an open file.
final class OpenFile: OpenBlob {
  let byteCount: Int
  private let descriptor: Int32

  /// Takes over an open file.
  init(_ descriptor: Int32, byteCount: Int) {
    (self.descriptor, self.byteCount) = (descriptor, byteCount)
  }

  deinit { SystemCalls.closeFile(descriptor) }

  func bytes(in range: Range<Int>) async throws(PageStoreError) -> [UInt8] {
    try await BlockingWork.run { () throws(PageStoreError) in
      try SystemCalls.bytes(of: self.descriptor, at: range.lowerBound, byteCount: range.count)
    }
  }

  func version() async throws(PageStoreError) -> BlobVersion? {
    try await BlockingWork.run { () throws(PageStoreError) in
      .settled(try SystemCalls.status(of: self.descriptor))
    }
  }
}
