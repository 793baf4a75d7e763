// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PageStorage
import Synchronization

/// The lists of long documents that were sent last: one that is opened again needs no reading.
final class PageListMemory: Sendable {
  /// What identifies a list.
  struct Version: Hashable, Sendable {
    let document: DocumentID
    let revision: Int
    let knowledge: Int

    /// Whether it was read before another version of the document.
    func isFormer(than other: Self) -> Bool {
      (revision, knowledge) < (other.revision, other.knowledge)
    }
  }

  private struct Entry {
    let version: Version
    let blocks: [ByteBuffer]
    let byteCount: Int
  }

  /// The maximum number of lists, so that looking for one takes no time.
  static let countLimit = 64

  private let limit: Int
  /// The entries, the least recently used one first; at most one of each document.
  private let entries = Mutex<[Entry]>([])

  /// Creates a memory.
  ///
  /// - Parameter limit: The maximum number of bytes, 8 MiB by default: 250,000 to 500,000
  ///   pages.
  init(limit: Int = 8 << 20) { self.limit = limit }

  /// Returns the content of a list, `nil` if it is not kept.
  func blocks(of version: Version) -> [ByteBuffer]? {
    entries.withLock { entries in
      guard let place = entries.firstIndex(where: { $0.version == version }) else { return nil }
      let entry = entries.remove(at: place)
      entries.append(entry)
      return entry.blocks
    }
  }

  /// Keeps the content of a list in place of former versions of it.
  ///
  /// - Parameters:
  ///   - blocks: The content, in pieces. A list of one piece is not kept: it is read as fast.
  ///   - version: The version. A former one than that which is kept is ignored, as a slow client may have
  ///     received it. Without a sound number of what is known of originals, nothing is kept.
  func keep(_ blocks: [ByteBuffer], of version: Version) {
    let byteCount = blocks.reduce(0) { $0 + $1.storageCapacity }
    guard version.knowledge >= 0, blocks.count > 1, byteCount <= limit else { return }
    entries.withLock { entries in
      if let place = entries.firstIndex(where: { $0.version.document == version.document }) {
        guard !version.isFormer(than: entries[place].version) else { return }
        entries.remove(at: place)
      }
      entries.append(Entry(version: version, blocks: blocks, byteCount: byteCount))
      let kept = entries.suffix(Self.countLimit).reversed()
      var sum = 0
      let count = kept.prefix { entry in
        sum += entry.byteCount
        return sum <= limit
      }.count
      entries.removeFirst(entries.count - count)
    }
  }
}
