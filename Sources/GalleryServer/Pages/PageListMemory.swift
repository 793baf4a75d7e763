// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PageStorage
import Synchronization

/// The lists of pages that were sent last: a long document that is opened again needs no reading.
final class PageListMemory: Sendable {
  /// What identifies a list.
  struct Version: Hashable, Sendable {
    let document: DocumentID
    let revision: Int
    let knowledge: Int
  }

  private struct Entry {
    let version: Version
    let blocks: [ByteBuffer]
    let byteCount: Int
  }

  private let limit: Int
  /// The entries, the least recently used one first; at most one of each document.
  private let entries = Mutex<[Entry]>([])

  /// Creates a memory.
  ///
  /// - Parameter limit: The maximum number of bytes, 8 MiB by default: 800,000 pages.
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
  ///   - blocks: The content, in pieces.
  ///   - version: The version. Without a sound number of what is known of originals, nothing is kept.
  func keep(_ blocks: [ByteBuffer], of version: Version) {
    let byteCount = blocks.reduce(0) { $0 + $1.storageCapacity }
    guard version.knowledge >= 0, byteCount <= limit else { return }
    entries.withLock { entries in
      entries.removeAll { $0.version.document == version.document }
      entries.append(Entry(version: version, blocks: blocks, byteCount: byteCount))
      var sum = entries.reduce(0) { $0 + $1.byteCount }
      while sum > limit { sum -= entries.removeFirst().byteCount }
    }
  }
}
