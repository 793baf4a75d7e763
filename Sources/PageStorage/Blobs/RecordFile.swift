// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// The blobs' own records: which page of which document brought which bytes.
///
/// A line is written before the file that it names gets its place, and the commit says how long the
/// file then is. So what follows that length names the files that a killed process may have left
/// behind, and what precedes it is enough to rebuild a catalogue. A killed process leaves the records
/// of one change; those of more tell that the catalogue has lost commits.
final class RecordFile: Sendable {
  private let descriptor: Int32

  init(path: String) throws(PageStoreError) {
    descriptor = try SystemCalls.open(path, .append)
  }

  deinit {
    SystemCalls.closeFile(descriptor)
  }

  /// The length of the file.
  var byteCount: Int {
    get throws(PageStoreError) { try SystemCalls.byteCount(ofRegular: descriptor) }
  }

  /// Adds the records of a change after the first `start` bytes, and waits until they are on the disk.
  ///
  /// - Returns: The length of the file.
  func append(_ records: [StoreRecord], after start: Int) throws(PageStoreError) -> Int {
    // What stands there is of a change that failed.
    try truncate(to: start)
    let bytes = ([.change] + records).flatMap(\.line)
    try SystemCalls.write(bytes, to: descriptor)
    try SystemCalls.synchronize(descriptor)
    return start + bytes.count
  }

  func truncate(to byteCount: Int) throws(PageStoreError) {
    if try self.byteCount > byteCount { try SystemCalls.truncate(descriptor, to: byteCount) }
  }

  /// The whole records from a place on.
  func records(from start: Int = 0) throws(PageStoreError) -> [StoreRecord] {
    let count = max(0, try byteCount - start)
    return StoreRecord.all(
      in: try SystemCalls.bytes(of: descriptor, at: start, byteCount: count)[...])
  }
}
