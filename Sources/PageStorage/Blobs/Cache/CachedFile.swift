// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import Synchronization

/// An open file of a cache of originals.
final class CachedFile: Sendable {
  private let descriptor: Int32
  private let digest: ContentDigest
  private let last: Mutex<FileStatus>

  /// Takes over an open file.
  init?(_ descriptor: Int32, digest: ContentDigest) {
    guard let status = Self.status(of: descriptor) else {
      SystemCalls.closeFile(descriptor)
      return nil
    }
    (self.descriptor, self.digest) = (descriptor, digest)
    last = Mutex(status)
  }

  deinit { SystemCalls.closeFile(descriptor) }

  /// The status of the file when it was opened, used or verified.
  var status: FileStatus { last.withLock(\.self) }

  private static func status(of descriptor: Int32) -> FileStatus? {
    try? SystemCalls.status(of: descriptor)
  }

  /// Sets the time of the last use, unless it is younger than an interval.
  func noteUse(every interval: Duration) {
    let now = SystemCalls.nanoseconds
    let age = Duration.nanoseconds(now &- status.modified)
    // A time in the future would keep the file forever.
    guard age >= interval || age < .zero else { return }
    SystemCalls.setModified(now, of: descriptor)
    if let status = Self.status(of: descriptor) { last.withLock { $0 = status } }
  }

  /// Compares the bytes with their digest.
  ///
  /// - Returns: Whether they are right, and nobody has changed the file meanwhile.
  func verify() -> Bool {
    let before = Self.status(of: descriptor)
    guard let before, (try? ContentDigest(ofOpen: descriptor)) == digest,
      Self.status(of: descriptor) == before
    else { return false }
    last.withLock { $0 = before }
    return true
  }

  /// All bytes, whatever they are; `nil` if they cannot be read.
  var unverifiedBytes: [UInt8]? {
    let count = status.byteCount
    return try? SystemCalls.bytes(of: descriptor, at: 0, byteCount: count)
  }

  /// Returns bytes of a file that was verified; `nil` if they cannot be read, or were altered.
  ///
  /// A file that was touched or removed is compared once more.
  func bytes(in range: Range<Int>) -> [UInt8]? {
    for _ in 0..<2 {
      let bytes = try? SystemCalls.bytes(
        of: descriptor, at: range.lowerBound, byteCount: range.count)
      guard let bytes, bytes.count == range.count else { return nil }
      if Self.status(of: descriptor) == status { return bytes }
      guard verify() else { return nil }
    }
    return nil
  }
}
