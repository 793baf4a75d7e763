// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A place for one process to receive pages in: a folder for bytes, and a file of records.
///
/// The folder is locked as long as its owner lives, so that whoever finds it unlocked knows that what
/// lies in it was left behind.
final class Slot: Sendable {
  let number: Int
  let folder: String
  let records: RecordFile
  private let lock: Int32
  private let nextName = Mutex(0)

  private init(number: Int, folder: String, lock: Int32, records: RecordFile) {
    self.number = number
    self.folder = folder
    self.lock = lock
    self.records = records
  }

  deinit {
    SystemCalls.closeFile(lock)
  }

  /// A name that no other file has.
  func makePath() -> String {
    let name = nextName.withLock { next in
      next += 1
      return next
    }
    return "\(folder)/\(name)"
  }

  /// Takes a slot unless another process has it.
  static func take(_ number: Int, in store: StoreFolder) throws(PageStoreError) -> Slot? {
    let folder = "\(store.incoming)/\(number)"
    if try SystemCalls.makeFolder(folder) {
      try SystemCalls.synchronizeFolder(store.incoming)
    }
    let lock = try SystemCalls.open(folder, .folder)
    do throws(PageStoreError) {
      guard try SystemCalls.tryLock(lock) else {
        SystemCalls.closeFile(lock)
        return nil
      }
      let records = try RecordFile(path: "\(store.records)/\(number)")
      if try records.byteCount == 0 { try SystemCalls.synchronizeFolder(store.records) }
      return Slot(number: number, folder: folder, lock: lock, records: records)
    } catch {
      SystemCalls.closeFile(lock)
      throw error
    }
  }

  /// Takes all slots that nobody has.
  static func takeAbandoned(in store: StoreFolder) throws(PageStoreError) -> [Slot] {
    var slots: [Slot] = []
    for name in try SystemCalls.names(in: store.incoming) {
      if let number = Int(name), let slot = try take(number, in: store) { slots.append(slot) }
    }
    return slots
  }

  /// Takes the first slot that nobody has.
  static func takeFirst(in store: StoreFolder) throws(PageStoreError) -> Slot {
    var number = 0
    while true {
      if let slot = try take(number, in: store) { return slot }
      number += 1
    }
  }
}
