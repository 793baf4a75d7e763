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

  /// The time for which a file is not changed before its status tells its bytes, in nanoseconds: two changes within a
  /// tick of the kernel have the same time, and the clock of a machine that shares its files may be late.
  private static let settlingTime: Int64 = 10_000_000_000

  func version() async throws(PageStoreError) -> BlobVersion? {
    let status = try await BlockingWork.run { () throws(PageStoreError) in
      try SystemCalls.status(of: self.descriptor)
    }
    let age = SystemCalls.nanoseconds &- status.changed
    return age > Self.settlingTime ? .file(status) : nil
  }
}
