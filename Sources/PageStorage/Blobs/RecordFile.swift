// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GallerySystem

/// The record file of a slot: which page of which document added which bytes.
///
/// A line is written before the file that it refers to is moved into place, and the commit stores
/// the length of the record file. Lines beyond that length belong to a change that is uncommitted
/// or that the catalog has lost; the lines before it suffice to rebuild a catalog. The
/// ``CommitMark`` next to the file distinguishes the two cases.
final class RecordFile: Sendable {
  static let markSuffix = ".mark"

  /// The path, for messages.
  let path: String
  let descriptor: Int32
  private let mark: Int32

  /// Opens the record file of a slot, and creates it if it is missing.
  ///
  /// A mark is created before the first record. If it is missing next to records, it was removed:
  /// an unreadable mark takes its place, so that ``Recovery`` does not take it for evidence.
  init(_ number: Int, in folder: Folder) throws(PageStoreError) {
    path = folder.path(of: "\(number)")
    let (records, isNew) = try folder.openToWrite("\(number)")
    do throws(PageStoreError) {
      let isEmpty = try SystemCalls.byteCount(ofRegular: records) == 0
      mark = try Self.openMark(number, in: folder, isNew: isNew, hasRecords: !isEmpty)
    } catch {
      SystemCalls.closeFile(records)
      throw error
    }
    descriptor = records
  }

  private static func openMark(
    _ number: Int, in folder: Folder, isNew: Bool, hasRecords: Bool
  ) throws(PageStoreError) -> Int32 {
    let (mark, isMarkNew) = try folder.openToWrite(markName(number))
    do throws(PageStoreError) {
      if isMarkNew && hasRecords { try SystemCalls.write(CommitMark.unreadable, to: mark, at: 0) }
      if isNew || isMarkNew { try folder.synchronize() }
      return mark
    } catch {
      SystemCalls.closeFile(mark)
      throw error
    }
  }

  /// Creates the mark of a record file that is written without its slot.
  static func makeMark(_ number: Int, in folder: Folder) throws(PageStoreError) {
    let (mark, _) = try folder.openToWrite(markName(number))
    defer { SystemCalls.closeFile(mark) }
    try SystemCalls.write(CommitMark(0).stored, to: mark, at: 0)
    try folder.synchronize()
  }

  /// Divides names of records and marks into those to be removed first, and the others.
  ///
  /// Records without their mark would look damaged after a kill.
  static func inOrderOfRemoval(_ names: [String]) -> [[String]] {
    let marks = names.filter { $0.hasSuffix(markSuffix) }
    return [Set(names).subtracting(marks).sorted(), marks.sorted()]
  }

  /// Returns the name of the records to which a file in their folder belongs.
  static func recordName(of name: String) -> String {
    name.hasSuffix(markSuffix) ? String(name.dropLast(markSuffix.utf8.count)) : name
  }

  static func markName(_ number: Int) -> String { "\(number)" + markSuffix }

  deinit {
    SystemCalls.closeFile(descriptor)
    SystemCalls.closeFile(mark)
  }

  /// The length of the file.
  var byteCount: Int {
    get throws(PageStoreError) { try SystemCalls.byteCount(ofRegular: descriptor) }
  }

  /// Writes the records of a change at offset `start`, and syncs them.
  ///
  /// - Returns: The length of the file.
  func append(
    _ records: [StoreRecord], after start: Int
  ) throws(PageStoreError) -> Int {
    // Bytes after `start` belong to a failed change.
    try truncate(to: start)
    let bytes = records.flatMap(\.line)
    try SystemCalls.write(bytes, to: descriptor, at: start)
    try SystemCalls.synchronize(descriptor)
    return start + bytes.count
  }

  func truncate(to byteCount: Int) throws(PageStoreError) {
    if try self.byteCount > byteCount { try SystemCalls.truncate(descriptor, to: byteCount) }
  }

  /// Returns the records from an offset on, skipping invalid lines.
  func records(from start: Int) throws(PageStoreError) -> [StoreRecord] {
    var records: [StoreRecord] = []
    try RecordReader(descriptor: descriptor).forEach(from: start) { record, _ in
      if let record { records.append(record) }
    }
    return records
  }

  /// Returns whether the mark is readable.
  func hasReadableMark() throws(PageStoreError) -> Bool {
    let length = min(try SystemCalls.byteCount(ofRegular: mark), CommitMark.byteCount)
    return CommitMark.isReadable(try SystemCalls.bytes(of: mark, at: 0, byteCount: length))
  }

  /// Replaces an unreadable mark by one that no change was acknowledged with.
  func resetMark() throws(PageStoreError) {
    try SystemCalls.write(CommitMark(0).stored, to: mark, at: 0)
  }

  /// Marks a change as durable.
  ///
  /// It is not part of the change, which stays acknowledged if this fails.
  func acknowledge(_ number: Int64) {
    try? SystemCalls.write(CommitMark(number).stored, to: mark, at: 0)
  }
}
