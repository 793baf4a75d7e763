// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// The blobs' own records: which page of which document brought which bytes.
///
/// A line is written before the file that it names gets its place, and the commit says how long the
/// file then is. So what follows that length is of a change that was not committed, or that the catalogue
/// has lost, and what precedes it is enough to rebuild a catalogue. Beside it stands a ``CommitMark``,
/// which tells the two apart.
final class RecordFile: Sendable {
  static let markSuffix = ".mark"

  /// The path, for messages.
  let path: String
  let descriptor: Int32
  private let mark: Int32

  init(_ number: Int, in folder: Folder) throws(PageStoreError) {
    path = folder.path(of: "\(number)")
    let (records, isNew) = try folder.openToWrite("\(number)")
    do throws(PageStoreError) {
      let (mark, isMarkNew) = try folder.openToWrite("\(number)" + Self.markSuffix)
      if isNew || isMarkNew {
        do throws(PageStoreError) {
          try folder.synchronize()
        } catch {
          SystemCalls.closeFile(mark)
          throw error
        }
      }
      self.mark = mark
    } catch {
      SystemCalls.closeFile(records)
      throw error
    }
    descriptor = records
  }

  deinit {
    SystemCalls.closeFile(descriptor)
    SystemCalls.closeFile(mark)
  }

  /// The length of the file.
  var byteCount: Int {
    get throws(PageStoreError) { try SystemCalls.byteCount(ofRegular: descriptor) }
  }

  /// Adds the records of a change after the first `start` bytes, and waits until they are on the disk.
  ///
  /// - Returns: The length of the file.
  func append(
    _ records: [StoreRecord], after start: Int
  ) throws(PageStoreError) -> Int {
    // What stands there is of a change that failed.
    try truncate(to: start)
    let bytes = records.flatMap(\.line)
    try SystemCalls.write(bytes, to: descriptor, at: start)
    try SystemCalls.synchronize(descriptor)
    return start + bytes.count
  }

  func truncate(to byteCount: Int) throws(PageStoreError) {
    if try self.byteCount > byteCount { try SystemCalls.truncate(descriptor, to: byteCount) }
  }

  /// The records from a place on; a line that is none is left out.
  func records(from start: Int) throws(PageStoreError) -> [StoreRecord] {
    var records: [StoreRecord] = []
    try RecordReader(descriptor: descriptor).forEach(from: start) { record, _ in
      if let record { records.append(record) }
    }
    return records
  }

  /// Takes note that a change is on the disk.
  ///
  /// It is no part of the change, which stays acknowledged if this fails.
  func acknowledge(_ number: Int64) {
    try? SystemCalls.write(CommitMark(number).stored, to: mark, at: 0)
  }
}
