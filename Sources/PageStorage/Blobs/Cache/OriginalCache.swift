// SPDX-License-Identifier: Apache-2.0

import Crypto
import GallerySystem
import Synchronization

/// Originals of an object store, kept on the disk of this machine; all of it may be lost.
///
/// Its folder may be shared by several processes, and is not trusted: a file is a regular one with a single
/// name, and its bytes are compared with their digest before they are used. Errors are not reported: a cache
/// that cannot be read or written behaves like an empty one.
///
/// The name of a file is the digest of its bytes. Its time of modification tells when it was last used.
///
/// All functions block for a short time.
final class OriginalCache: Sendable {
  /// The name of the folder.
  static let name = "originals"

  /// Originals beyond this part of the limit are not kept: each would drive out many others.
  private static let largestPart = 8

  private let folder: Folder
  private let byteCountLimit: Int
  private let room: OriginalCacheRoom
  /// A file that was used less than this time ago keeps its time: setting it costs other processes a
  /// comparison of the bytes.
  private let useInterval: Duration
  /// The files whose bytes were compared a short time ago, as they were then.
  private let verified = VerifiedOriginals(limit: 2_048)
  private let removals = Atomic(0)

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - folder: The folder of the cache, and of nothing else.
  ///   - byteCountLimit: The maximum total size, in bytes.
  ///   - useInterval: The resolution of the times of use.
  ///   - spareByteCount: The free space of the disk that is left to others, in bytes.
  init(
    _ folder: Folder, byteCountLimit: Int, useInterval: Duration = .seconds(60),
    spareByteCount: Int = 64 << 20
  ) {
    (self.folder, self.byteCountLimit) = (folder, byteCountLimit)
    self.useInterval = useInterval
    room = OriginalCacheRoom(
      folder, byteCountLimit: byteCountLimit, spareByteCount: spareByteCount)
  }

  /// Opens the cache in the work folder of a process, and creates it; `nil` if there can be none.
  convenience init?(in work: StoreFolder, byteCountLimit: Int) {
    guard byteCountLimit > 0, (try? work.root.makeFolder(Self.name)) != nil,
      let folder = try? work.root.folder(Self.name)
    else { return nil }
    self.init(folder, byteCountLimit: byteCountLimit)
  }

  /// The maximum size of an original that is kept, in bytes.
  private var largestByteCount: Int { byteCountLimit / Self.largestPart }

  // MARK: - Reading

  /// Opens bytes whose digest was compared; `nil` if there are none.
  func open(_ digest: ContentDigest) -> CachedFile? {
    guard let file = usedFile(digest) else { return nil }
    guard verified.contains(digest, .file(file.status)) || file.verify() else {
      discard(digest)
      return nil
    }
    note(digest, file.status)
    return file
  }

  /// Returns all bytes, compared with their digest; `nil` if there are none, or more than a limit.
  func bytes(of digest: ContentDigest, limit: Int) -> [UInt8]? {
    guard let file = usedFile(digest), file.status.byteCount <= limit else { return nil }
    let bytes = file.unverifiedBytes
    guard let bytes, ContentDigest(SHA256.hash(data: bytes)) == digest else {
      discard(digest)
      return nil
    }
    return bytes
  }

  /// Opens a file without a look at its bytes, and notes that it was used.
  private func usedFile(_ digest: ContentDigest) -> CachedFile? {
    guard let (descriptor, byteCount) = try? folder.openToRead(digest.description),
      let file = CachedFile(descriptor, digest: digest)
    else { return nil }
    // The other name of a file may be one outside.
    guard file.status.linkCount <= 1, byteCount <= largestByteCount else { return nil }
    file.noteUse(every: useInterval)
    return file
  }

  /// Remembers that the bytes of a file were compared, unless they may be changed without a trace.
  private func note(_ digest: ContentDigest, _ status: FileStatus) {
    // A change within the same step of the clock would leave the same times.
    guard status.changed < SystemCalls.nanosecondsOfLastTick else { return }
    verified.insert(digest, .file(status))
  }

  // MARK: - Writing

  /// The number of removals so far.
  ///
  /// What was read before a removal is not kept, because it may be what was removed.
  var removalCount: Int { removals.load(ordering: .acquiring) }

  /// Begins to keep an original; `nil` if it is too large or being kept already, or if there is no space.
  func draft(_ digest: ContentDigest, byteCount: Int) -> OriginalDraft? {
    guard byteCount <= largestByteCount, let place = room.place(for: digest, byteCount: byteCount)
    else { return nil }
    return OriginalDraft(place, in: folder)
  }

  /// Keeps an original that was read since a number of removals.
  func keep(_ bytes: [UInt8], as digest: ContentDigest, since removalCount: Int) {
    guard removalCount == self.removalCount,
      let draft = draft(digest, byteCount: bytes.count), draft.add(bytes)
    else { return }
    publish(draft, of: digest, since: removalCount)
  }

  /// Publishes an original whose bytes were read since a number of removals, unless it was removed meanwhile.
  func publish(_ draft: OriginalDraft, of digest: ContentDigest, since removalCount: Int) {
    draft.publish()
    // A removal counts first and looks for the file then, so that one of the two sees the other.
    if removalCount != self.removalCount { discard(digest) }
  }

  /// Removes originals, if they are kept.
  func remove(_ digests: Set<ContentDigest>) {
    removals.wrappingAdd(1, ordering: .acquiringAndReleasing)
    for digest in digests { discard(digest) }
  }

  private func discard(_ digest: ContentDigest) {
    // Anything but a regular file is not ours; a new file takes its place.
    guard (try? folder.status(of: digest.description))?.kind == .file else { return }
    _ = try? folder.remove(digest.description)
  }
}
