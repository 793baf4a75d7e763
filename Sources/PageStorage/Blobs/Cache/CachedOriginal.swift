// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import Synchronization

/// An original in a cache, and in the engine behind it if the cache is altered meanwhile.
struct CachedOriginal: OpenBlob {
  let byteCount: Int
  private let file: CachedFile
  private let digest: ContentDigest
  private let blobs: any BlobStore

  /// Creates an original of a verified file.
  init(_ file: CachedFile, of digest: ContentDigest, in blobs: any BlobStore) {
    (self.file, self.digest, self.blobs) = (file, digest, blobs)
    byteCount = file.status.byteCount
  }

  var isVerified: Bool { true }

  func bytes(in range: Range<Int>) async throws(PageStoreError) -> [UInt8] {
    let (range, file) = (range.clamped(to: 0..<byteCount), file)
    guard !range.isEmpty else { return [] }
    let known = try await BlockingWork.run { () throws(PageStoreError) in file.bytes(in: range) }
    if let known { return known }
    guard let original = try await blobs.open(digest) else { throw .corrupted(.original(digest)) }
    return try await original.bytes(in: range)
  }
}

/// An original that is kept in a cache while it is read from its first to its last byte.
///
/// Reading a part of it keeps nothing.
final class OriginalBeingKept: OpenBlob {
  private enum State {
    case unread
    /// The bytes before an offset were written; nobody else has the draft.
    case kept(OriginalDraft, upTo: Int)
    /// Somebody writes, or nothing is kept.
    case other
  }

  let byteCount: Int
  private let original: any OpenBlob
  private let digest: ContentDigest
  private let cache: OriginalCache
  private let removalCount: Int
  private let state = Mutex(State.unread)

  /// Creates an original that was opened since a number of removals.
  init(
    _ original: any OpenBlob, as digest: ContentDigest, in cache: OriginalCache,
    since removalCount: Int
  ) {
    (self.original, self.digest, self.cache) = (original, digest, cache)
    self.removalCount = removalCount
    byteCount = original.byteCount
  }

  func bytes(in range: Range<Int>) async throws(PageStoreError) -> [UInt8] {
    let bytes = try await original.bytes(in: range)
    if !bytes.isEmpty { try await keep(bytes, at: range.lowerBound) }
    return bytes
  }

  func version() async throws(PageStoreError) -> BlobVersion? { try await original.version() }

  private func keep(_ bytes: [UInt8], at offset: Int) async throws(PageStoreError) {
    guard let taken = take(at: offset) else { return }
    let next = try await BlockingWork.run { () throws(PageStoreError) -> State in
      self.added(bytes, at: offset, to: taken)
    }
    state.withLock { $0 = next }
  }

  /// Takes the state if it continues at an offset.
  private func take(at offset: Int) -> State? {
    state.withLock { state in
      switch state {
      case .unread where offset == 0: break
      case .kept(_, upTo: offset): break
      default: return nil
      }
      defer { state = .other }
      return state
    }
  }

  private func added(_ bytes: [UInt8], at offset: Int, to state: State) -> State {
    let draft: OriginalDraft?
    switch state {
    case .unread: draft = cache.draft(digest, byteCount: byteCount)
    case .kept(let begun, _): draft = begun
    case .other: draft = nil
    }
    guard let draft, removalCount == cache.removalCount, draft.add(bytes) else { return .other }
    guard offset + bytes.count == byteCount else { return .kept(draft, upTo: offset + bytes.count) }
    cache.publish(draft, of: digest, since: removalCount)
    return .other
  }
}
