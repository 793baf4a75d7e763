// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The most recently used thumbnails, in memory.
///
/// Eviction removes the least recently used eighth at once: its cost per insertion is constant.
final class ThumbnailMemory: Sendable {
  fileprivate struct Entry {
    var thumbnail: Thumbnail
    /// The number of the last use.
    var use: Int
  }

  fileprivate struct State {
    var entries: [ThumbnailKey: Entry] = [:]
    var byteCount = 0
    var useCount = 0
  }

  /// The size of an entry beyond the bytes of its file: the key and the tables.
  static let entryByteCount = 256

  private let byteCountLimit: Int
  private let state = Mutex(State())

  /// Creates an empty memory.
  ///
  /// - Parameter byteCountLimit: The maximum total size in bytes; zero keeps nothing.
  init(byteCountLimit: Int) { self.byteCountLimit = byteCountLimit }

  /// The total size of all entries, in bytes.
  var byteCount: Int { state.withLock(\.byteCount) }

  /// Returns a thumbnail, and marks it as used.
  func thumbnail(_ key: ThumbnailKey) -> Thumbnail? {
    guard byteCountLimit > 0 else { return nil }
    return state.withLock { state in
      guard let index = state.entries.index(forKey: key) else { return nil }
      state.useCount += 1
      state.entries.values[index].use = state.useCount
      return state.entries.values[index].thumbnail
    }
  }

  /// Keeps a thumbnail, unless it is larger than a quarter of the limit.
  func keep(_ thumbnail: Thumbnail, for key: ThumbnailKey) {
    let size = thumbnail.bytes.count + Self.entryByteCount
    guard size <= byteCountLimit / 4 else { return }
    state.withLock { state in
      state.useCount += 1
      let old = state.entries.updateValue(
        Entry(thumbnail: thumbnail, use: state.useCount), forKey: key)
      state.byteCount += size - (old.map { $0.thumbnail.bytes.count + Self.entryByteCount } ?? 0)
      if state.byteCount > byteCountLimit { state.evict(to: byteCountLimit / 8 * 7) }
    }
  }

  /// Removes all thumbnails.
  func removeAll() { state.withLock { $0 = State() } }
}

extension ThumbnailMemory.State {
  /// Removes the least recently used entries until the rest is no larger than a size in bytes.
  fileprivate mutating func evict(to size: Int) {
    for (key, entry) in entries.sorted(by: { $0.value.use < $1.value.use }) {
      guard byteCount > size else { return }
      byteCount -= entry.thumbnail.bytes.count + ThumbnailMemory.entryByteCount
      entries[key] = nil
    }
  }
}
