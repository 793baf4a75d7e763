// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import Synchronization

/// A staging area for one process: a folder for received bytes, and a record file.
///
/// The folder is locked as long as its owner lives: the contents of an unlocked folder were left by
/// a killed process.
final class Slot: Sendable {
  let number: Int
  let folder: Folder
  let records: RecordFile
  /// The path of the store.
  private let store: String
  private let nextName = Mutex(0)
  /// The originals moved into place by a change that is not known to be committed.
  private let placed = Mutex<Set<ContentDigest>>([])

  /// More than the number of processes that ever use a store at a time.
  private static let limit = 10_000

  private init(number: Int, folder: Folder, records: RecordFile, store: String) {
    self.number = number
    self.folder = folder
    self.records = records
    self.store = store
  }

  /// Creates a file with a unique name.
  ///
  /// - Throws: `PageStoreError.moved` if the folder of the slot was removed, `.full`, `.readOnly`, `.io`.
  func makeFile(isDirect: Bool) throws(PageStoreError) -> (descriptor: Int32, name: String) {
    while true {
      let number = nextName.withLock { next in
        next += 1
        return next
      }
      do throws(PageStoreError) {
        return (try folder.create("\(number)", isDirect: isDirect), "\(number)")
      } catch {
        if error.isMissingFile { throw .moved(path: store) }
        guard error.isExistingFile else { throw error }
      }
    }
  }

  /// Removes files being received by the slot's former owner; other entries stay.
  func removeReceivedFiles() throws(PageStoreError) {
    for name in try folder.names() {
      guard let number = Int(name), number > 0, name == "\(number)",
        try folder.status(of: name)?.kind == .file
      else { continue }
      try folder.remove(name)
    }
  }

  /// Notes originals moved into place by the current change.
  func place(_ digests: some Sequence<ContentDigest>) {
    placed.withLock { $0.formUnion(digests) }
  }

  /// Returns and clears the originals of a failed change.
  func takePlaced() -> Set<ContentDigest> {
    placed.withLock { placed in
      defer { placed = [] }
      return placed
    }
  }
}

// MARK: - Taking

extension Slot {
  /// Returns the slot number in a name, `nil` if it is not one of a slot.
  static func number(in name: String) -> Int? {
    guard let number = Int(name), (0..<limit).contains(number), name == "\(number)" else {
      return nil
    }
    return number
  }

  /// Takes a slot unless it is in use or its name is not that of a folder.
  static func take(_ number: Int, in store: StoreFolder) throws(PageStoreError) -> Slot? {
    let name = "\(number)"
    if try store.incoming.makeFolder(name) { try store.incoming.synchronize() }
    guard try store.incoming.status(of: name)?.kind == .folder else { return nil }
    let folder = try store.incoming.folder(name)
    guard try SystemCalls.tryLock(folder.descriptor) else { return nil }
    return Slot(
      number: number, folder: folder, records: try RecordFile(number, in: store.records),
      store: store.path)
  }

  /// Calls `body` with each slot without an owner.
  static func forEachAbandoned(
    in store: StoreFolder, _ body: (Slot) throws(PageStoreError) -> Void
  ) throws(PageStoreError) {
    for number in try store.incoming.names().compactMap(number).sorted() {
      if let slot = try take(number, in: store) { try body(slot) }
    }
  }

  /// Takes the first free slot that is usable.
  static func takeFirst(
    in store: StoreFolder, where fits: (Slot) throws(PageStoreError) -> Bool
  ) throws(PageStoreError) -> Slot {
    for number in 0..<limit {
      if let slot = try take(number, in: store), try fits(slot) { return slot }
    }
    throw .locked(waited: .zero)
  }
}
