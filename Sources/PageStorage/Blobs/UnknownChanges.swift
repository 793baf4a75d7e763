// SPDX-License-Identifier: Apache-2.0

import GRDB
import GallerySystem

/// The search for acknowledged changes that the catalog lacks.
struct UnknownChanges {
  let folder: StoreFolder
  let catalog: Catalog

  /// The number of unacknowledged changes whose records a killed process leaves in its slot.
  ///
  /// More changes that the catalog does not have mean that it has lost some.
  static let limit = 1

  /// The number of bytes searched in a slot: a crafted store may have gigabytes there.
  private static let searchedByteCount = 128 << 10

  /// A writer that aborts a change and makes two others disturbs a check.
  private static let attemptCount = 3

  /// Returns whether the catalog has all changes acknowledged to any process.
  ///
  /// - Throws: `PageStoreError`.
  /// - Complexity: O(slots).
  func areNone() throws(PageStoreError) -> Bool {
    for _ in 0..<Self.attemptCount {
      if try areNoneNow() { return true }
    }
    return false
  }

  private func areNoneNow() throws(PageStoreError) -> Bool {
    // Read the marks and the lengths first: they are never ahead of a catalog read later, except for
    // one change in each slot.
    let acknowledged = try CommitMark.last(in: folder.records)
    let lengths = try recordByteCounts()
    let (last, settled) = try catalog.read { db in
      var settled: [Int: Int] = [:]
      // A damaged row is a problem of its own, reported by a verification.
      for slot in lengths.keys { settled[slot] = try? RecordRow.fetch(db, slot: slot) }
      return (try ChangeLog.lastNumber(db), settled)
    }
    guard acknowledged <= last else { return false }
    for (slot, length) in lengths {
      guard let start = settled[slot], start < length else { continue }
      let end = min(length, start + Self.searchedByteCount)
      guard try count(in: slot, start..<end, after: last) <= Self.limit else { return false }
    }
    return true
  }

  private func recordByteCounts() throws(PageStoreError) -> [Int: Int] {
    var lengths: [Int: Int] = [:]
    for slot in try folder.records.names().compactMap(Slot.number) {
      let status = try folder.records.status(of: "\(slot)")
      if let status, status.kind == .file { lengths[slot] = status.byteCount }
    }
    return lengths
  }

  private func count(
    in slot: Int, _ range: Range<Int>, after last: Int64
  ) throws(PageStoreError) -> Int {
    let (file, _) = try folder.records.openToRead("\(slot)")
    defer { SystemCalls.closeFile(file) }
    var count = 0
    try RecordReader(descriptor: file).forEach(from: range.lowerBound, to: range.upperBound) {
      record, _ in
      if let record, Self.isUnknown(record, after: last) { count += 1 }
    }
    return count
  }

  /// Returns whether a record begins a change that the catalog does not have.
  static func isUnknown(_ record: StoreRecord, after last: Int64) -> Bool {
    if case .change(let number) = record { number == 0 || number > last } else { false }
  }
}
