// SPDX-License-Identifier: Apache-2.0

import Crypto
import GallerySystem

/// Copies originals to a backup.
///
/// Each is written under a temporary name, verified against its digest and synced before it is
/// renamed: a file with the right name and size is therefore complete, even after a crash.
final class OriginalCopies {
  private let source: StoreFolder
  private let target: BackupTarget
  private let aside: AsideFolder
  private var isLinking: Bool
  private var lastName = 0

  /// The number of files synced at a time.
  private static let portionCount = 64

  // A file being replaced by a sound one is absent for a moment.
  private static let attemptCount = 3
  /// In microseconds.
  private static let pause: UInt32 = 20_000

  /// A file that is not in `blobs` yet.
  private struct TemporaryFile {
    let digest: ContentDigest
    let name: String
    let byteCount: Int
    let isLink: Bool
  }

  init(source: StoreFolder, target: BackupTarget, aside: AsideFolder, isLinking: Bool) {
    self.source = source
    self.target = target
    self.aside = aside
    self.isLinking = isLinking
  }

  /// Copies all missing originals, and records those that are unavailable.
  func run(
    _ originals: [BackupSnapshot.Original], _ report: inout BackupReport,
    _ progress: (Int) throws(PageStoreError) -> Void
  ) throws(PageStoreError) {
    var folders: Set<String> = []
    var start = 0
    while start < originals.count {
      let end = min(start + Self.portionCount, originals.count)
      var files: [TemporaryFile] = []
      let outcome = Result { () throws(PageStoreError) in
        try receive(originals[start..<end], into: &files, &report) {
          (count) throws(PageStoreError) in try progress(start + count)
        }
      }
      // What was copied before a cancellation is not copied again.
      if (try? outcome.get()) != nil || outcome.isCancelled { try moveIntoBlobs(files) }
      try outcome.get()
      folders.formUnion(files.map { StoreFolder.prefix($0.digest.bytes[0]) })
      start = end
    }
    try aside.synchronize()
    var opened: [Folder] = []
    for name in folders { opened.append(try target.folder.blobs.folder(name)) }
    try StoreFolder.synchronize(opened)
  }

  /// Copies an original in place of a damaged one.
  ///
  /// - Returns: Whether a sound original was available.
  func replace(_ digest: ContentDigest) throws(PageStoreError) -> Bool {
    let syncs = DiskSyncs()
    isLinking = false
    let file = try receive(digest, nil, syncs)
    if let failure = syncs.finish().first?.value { throw failure }
    guard let file else { return false }
    try moveIntoBlobs([file])
    try target.folder.blobFolder(of: digest).folder.synchronize()
    return true
  }

  private func receive(
    _ originals: ArraySlice<BackupSnapshot.Original>, into files: inout [TemporaryFile],
    _ report: inout BackupReport, _ progress: (Int) throws(PageStoreError) -> Void
  ) throws(PageStoreError) {
    let syncs = DiskSyncs()
    var outcome: Result<Void, PageStoreError> = .success(())
    do throws(PageStoreError) {
      for (count, original) in originals.enumerated() {
        let found = try target.folder.status(of: original.digest)
        if found?.kind == .file, found?.byteCount == original.byteCount {
          report.keptCount += 1
        } else if let file = try receive(original.digest, original.byteCount, syncs) {
          files.append(file)
          report.count(file.isLink, file.byteCount)
        } else {
          report.damagedOriginals.append(original.digest)
        }
        try progress(count + 1)
      }
    } catch {
      outcome = .failure(error)
    }
    // In any case: the other threads close their files.
    let failures = syncs.finish()
    if let failure = failures.first?.value { throw failure }
    try outcome.get()
  }

  /// Moves files to their final paths; a damaged file there is set aside.
  private func moveIntoBlobs(_ files: [TemporaryFile]) throws(PageStoreError) {
    for file in files {
      let (blobs, name) = try target.folder.blobFolder(of: file.digest)
      if try blobs.status(of: name) != nil {
        try aside.take(name, of: blobs, as: file.digest.description)
      }
      try SystemCalls.renameToFreeName(
        file.name, in: target.incoming.descriptor, to: name, in: blobs.descriptor)
    }
  }
}

extension Result<Void, PageStoreError> {
  fileprivate var isCancelled: Bool {
    if case .failure(.cancelled) = self { true } else { false }
  }
}

extension BackupReport {
  fileprivate mutating func count(_ isLink: Bool, _ byteCount: Int) {
    if isLink {
      linkedCount += 1
    } else {
      copiedCount += 1
      copiedByteCount += byteCount
    }
  }
}

// MARK: - One original

extension OriginalCopies {
  /// Links or copies a sound original to a temporary name.
  ///
  /// - Returns: `nil` if there is none.
  private func receive(
    _ digest: ContentDigest, _ byteCount: Int?, _ syncs: DiskSyncs
  ) throws(PageStoreError) -> TemporaryFile? {
    for attempt in 0..<Self.attemptCount {
      if attempt > 0 { SystemCalls.sleep(microseconds: Self.pause) }
      guard let file = try open(digest, byteCount) else { continue }
      defer { SystemCalls.closeFile(file) }
      lastName += 1
      let name = "\(lastName)"
      if let result = try link(file, digest, name) { return result }
      if let result = try copy(file, digest, name, syncs) { return result }
    }
    return nil
  }

  /// Opens an original of the store.
  ///
  /// - Returns: `nil` if it is missing, has another length or cannot be read.
  /// - Throws: `PageStoreError.io` if this process can open no more files.
  private func open(
    _ digest: ContentDigest, _ byteCount: Int?
  ) throws(PageStoreError) -> Int32? {
    do throws(PageStoreError) {
      guard let file = try source.open(digest) else { return nil }
      if byteCount ?? file.byteCount == file.byteCount { return file.descriptor }
      SystemCalls.closeFile(file.descriptor)
      return nil
    } catch {
      if error.failedCall?.isShortage ?? false { throw error }
      return nil
    }
  }

  /// Hard-links the file of the store.
  ///
  /// - Returns: `nil` if linking is not requested or not possible, or if the file is damaged.
  private func link(
    _ file: Int32, _ digest: ContentDigest, _ name: String
  ) throws(PageStoreError) -> TemporaryFile? {
    guard isLinking, (try? ContentDigest(ofOpen: file)) == digest else { return nil }
    let status = try SystemCalls.status(of: file)
    do throws(PageStoreError) {
      let (blobs, original) = try source.blobFolder(of: digest)
      try blobs.link(original, to: target.incoming, as: name)
    } catch {
      // Another file system, one without hard links, or another user's file.
      guard case .io = error else { throw error }
      // Each would be read twice.
      if error.failedCall?.isOtherFileSystem ?? false { isLinking = false }
      return nil
    }
    guard try target.incoming.status(of: name)?.identity.inode == status.identity.inode else {
      try target.incoming.remove(name)
      return nil
    }
    return TemporaryFile(digest: digest, name: name, byteCount: status.byteCount, isLink: true)
  }

  /// Copies a file and verifies its digest while copying.
  ///
  /// - Returns: `nil` if the file is damaged or cannot be read.
  private func copy(
    _ file: Int32, _ digest: ContentDigest, _ name: String, _ syncs: DiskSyncs
  ) throws(PageStoreError) -> TemporaryFile? {
    let copy = try target.incoming.create(name)
    var isSyncing = false
    defer { if !isSyncing { SystemCalls.closeFile(copy) } }
    guard let byteCount = try write(file, to: copy, digest) else {
      try target.incoming.remove(name)
      return nil
    }
    isSyncing = true
    syncs.start(lastName) { () throws(PageStoreError) in
      defer { SystemCalls.closeFile(copy) }
      try SystemCalls.synchronize(copy)
    }
    return TemporaryFile(digest: digest, name: name, byteCount: byteCount, isLink: false)
  }

  private func write(
    _ file: Int32, to copy: Int32, _ digest: ContentDigest
  ) throws(PageStoreError) -> Int? {
    try PieceBuffers.with { (buffer) throws(PageStoreError) in
      var hash = SHA256()
      var offset = 0
      while true {
        // Treat an unreadable file as damaged.
        guard let count = try? SystemCalls.read(file, at: offset, into: buffer) else { return nil }
        let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        hash.update(bufferPointer: piece)
        try SystemCalls.write(piece, to: copy)
        offset += count
        guard count == buffer.count else { break }
      }
      return ContentDigest(hash.finalize()) == digest ? offset : nil
    }
  }
}
