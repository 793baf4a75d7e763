// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A place for one process to receive pages in: a folder for bytes, and a file of records.
///
/// The folder is locked as long as its owner lives, so that whoever finds it unlocked knows that what
/// lies in it was left behind.
final class Slot: Sendable {
  let number: Int
  let folder: Folder
  let records: RecordFile
  private let nextName = Mutex(0)
  /// The originals that got their place in a change that is not known to be committed.
  private let placed = Mutex<Set<ContentDigest>>([])

  /// More processes than ever use a store at a time.
  private static let limit = 10_000

  private init(number: Int, folder: Folder, records: RecordFile) {
    self.number = number
    self.folder = folder
    self.records = records
  }

  /// Makes a file that nobody else has.
  func makeFile(isDirect: Bool) throws(PageStoreError) -> (descriptor: Int32, name: String) {
    while true {
      let number = nextName.withLock { next in
        next += 1
        return next
      }
      do throws(PageStoreError) {
        return (try folder.create("\(number)", isDirect: isDirect), "\(number)")
      } catch {
        guard SystemCalls.isTaken(error) else { throw error }
      }
    }
  }

  /// Takes note of originals that get their place in the change that is under way.
  func place(_ digests: some Sequence<ContentDigest>) {
    placed.withLock { $0.formUnion(digests) }
  }

  /// Returns the originals of a change that failed, and forgets them.
  func takePlaced() -> Set<ContentDigest> {
    placed.withLock { placed in
      defer { placed = [] }
      return placed
    }
  }
}

// MARK: - Taking

extension Slot {
  /// The number that a name stands for, `nil` if no slot has it.
  static func number(in name: String) -> Int? {
    guard let number = Int(name), (0..<limit).contains(number), name == "\(number)" else {
      return nil
    }
    return number
  }

  /// Takes a slot unless another process has it, or something else than a folder has its name.
  static func take(_ number: Int, in store: StoreFolder) throws(PageStoreError) -> Slot? {
    let name = "\(number)"
    if try store.incoming.makeFolder(name) { try store.incoming.synchronize() }
    guard try store.incoming.status(of: name)?.kind == .folder else { return nil }
    let folder = try store.incoming.folder(name)
    guard try SystemCalls.tryLock(folder.descriptor) else { return nil }
    return Slot(
      number: number, folder: folder, records: try RecordFile(number, in: store.records))
  }

  /// Calls `body` with each slot that nobody has.
  static func forEachAbandoned(
    in store: StoreFolder, _ body: (Slot) throws(PageStoreError) -> Void
  ) throws(PageStoreError) {
    for number in try store.incoming.names().compactMap(number).sorted() {
      if let slot = try take(number, in: store) { try body(slot) }
    }
  }

  /// Takes the first slot that nobody has, and that fits.
  static func takeFirst(
    in store: StoreFolder, where fits: (Slot) throws(PageStoreError) -> Bool
  ) throws(PageStoreError) -> Slot {
    for number in 0..<limit {
      if let slot = try take(number, in: store), try fits(slot) { return slot }
    }
    throw .locked(waited: .zero)
  }
}
